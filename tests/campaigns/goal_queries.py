"""Random goals on random spaces, compared with an oracle that walks every step."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from tests.campaigns.tally import Counts
from tests.contract.zoo import graphs, grids, hexgrids, linked_grids, sizeds, turnings, voxels
from tests.oracle import plain

import pathstar as ps
from pathstar.spaces.base import place_list

STARTS = 4  # in one world
GOALS = 5  # for each start
CLOSE = 1e-9
ALGORITHMS = ("auto", "astar", "dijkstra", "bidirectional-astar")
SPACES = {
    name: space
    for make in (grids, graphs, hexgrids, linked_grids, sizeds, turnings, voxels)
    for name, space in make().items()
}
NAMES = sorted(SPACES)


@dataclass
class Tally(Counts):
    """What a campaign has compared.

    Attributes:
        queries: How many results were compared.
        paths: How many of them were paths.
    """

    queries: int = 0
    paths: int = 0


def goal_queries(seed: int) -> Tally:
    """Search for random goals on one space of the zoo."""
    random, tally = np.random.default_rng(seed), Tally()
    name = NAMES[int(random.integers(len(NAMES)))]
    space = SPACES[name]
    places = place_list(space.places_of(np.arange(space.size)))
    for _ in range(STARTS):
        start = places[int(random.integers(len(places)))]
        costs = plain.costs_from(space, start)
        for _ in range(GOALS):
            targets = [places[row] for row in random.integers(len(places), size=int(random.integers(1, 7)))]
            where = f"seed {seed}, {name}, {start} to {targets}"
            compare_any(space, start, targets, costs, str(random.choice(ALGORITHMS)), where, tally)
            compare_nearest(space, start, targets, costs, int(random.integers(1, 5)), where, tally)
    return tally


def cost_of(costs: dict[Any, float], space: ps.spaces.Space, place: Any) -> float:
    """The cost to reach a place, with any heading if either place has none."""
    if not space.capabilities.headings:
        return costs.get(place, math.inf)
    return min((cost for each, cost in costs.items() if plain.arrived(each, place)), default=math.inf)


def compare_any(
    space: ps.spaces.Space,
    start: Any,
    targets: list[Any],
    costs: dict[Any, float],
    algorithm: str,
    where: str,
    tally: Tally,
) -> None:
    """A path to any of several places costs as much as one to the cheapest of them, and is valid."""
    lowest = min(cost_of(costs, space, target) for target in targets)
    path = ps.find_path(space, start, ps.goals.any_of(targets), algorithm=algorithm)
    compare(path, lowest, where)
    tally.queries += 1
    if path:
        turns = space.capabilities.headings  # then a unit may have arrived before the first step
        arrived = path.goal in targets or (turns and any(plain.arrived(path.goal, to) for to in targets))
        assert arrived, f"{where}: ends at {path.goal}"
        check = ps.check_path(space, path)
        assert check, f"{where}: {check}"
        tally.paths += 1


def compare_nearest(
    space: ps.spaces.Space,
    start: Any,
    targets: list[Any],
    costs: dict[Any, float],
    k: int,
    where: str,
    tally: Tally,
) -> None:
    """The nearest k have the k lowest costs of the oracle."""
    lowest = sorted(cost_of(costs, space, target) for target in set(targets))
    wanted = [cost for cost in lowest if math.isfinite(cost)][:k]
    paths = ps.find_nearest(space, start, targets, k)
    found = [path.cost for path in paths]
    assert len(found) == len(wanted), f"{where}: {found}, not {wanted}"
    assert np.allclose(found, wanted, rtol=CLOSE, atol=CLOSE), f"{where}: {found}, not {wanted}"
    assert len({path.goal for path in paths}) == len(paths), f"{where}: a target occurs twice"
    tally.queries += 1
    tally.paths += len(paths)


def compare(path: ps.Path, lowest: float, where: str) -> None:
    """A path has the oracle's cost, and exists exactly if the oracle found one."""
    found = path.cost if path else math.inf
    assert found == lowest or abs(found - lowest) <= CLOSE * max(1.0, lowest), (
        f"{where}: {found}, not {lowest}"
    )
