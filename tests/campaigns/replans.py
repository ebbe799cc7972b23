"""Planners that follow edits, compared with an oracle that sees each world for the first time."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from tests.campaigns.tally import Counts
from tests.contract.edited import HEIGHT, MAKERS, MODELS, SWAMP, WIDTH, Maker
from tests.oracle import plain

import pathstar as ps

EDITS = 12  # in one world
GOALS = 6  # after each edit
CHECKED = 10  # one path in this number is checked step by step
CLOSE = 1e-9


def turning(maker: Maker) -> Maker:
    return lambda maps, **costs: ps.Turning(maker(maps, **costs))


WORLDS: dict[str, Maker] = {
    **MAKERS,
    "turning over squares": turning(MAKERS["grid"]),
    "turning over four directions": turning(MAKERS["grid, mean"]),
    "turning over hexagons": turning(MAKERS["hexes, odd-r"]),
}


@dataclass
class Tally(Counts):
    """What a campaign has compared.

    Attributes:
        queries: How many results were compared.
        paths: How many of them were paths.
        checked: How many paths were checked step by step.
    """

    queries: int = 0
    paths: int = 0
    checked: int = 0


def random_maps(random: np.random.Generator) -> list[ps.Map]:
    """Three floors with walls, swamps and perhaps costs."""
    floors = []
    for _ in range(3):
        codes = random.choice(3, (HEIGHT, WIDTH), p=[0.25, 0.5, 0.25]).astype(np.uint8)
        cost = random.uniform(0.2, 5, codes.shape) if random.random() < 0.5 else None
        layers = {"near": ps.maps.ClearanceCost(2.5, 1.0), "ambush": random.random(codes.shape).round(1)}
        floors.append(ps.Map(codes > 0, terrain=codes, legend=SWAMP, cost=cost, layers=layers))
    return floors


def edit(random: np.random.Generator, maps: list[ps.Map]) -> None:
    """Change a rectangle of one layer of one floor, if the map allows it."""
    floor = maps[random.integers(len(maps))]
    layer = str(random.choice([name for name in floor.layers if name not in floor.derived]))
    y, x = random.integers(HEIGHT), random.integers(WIDTH)
    height, width = random.integers(1, 4, 2)
    value: Any = {
        "passable": bool(random.random() < 0.6),
        "terrain": int(random.integers(3)),
        "ambush": float(random.choice([0.0, 0.3, 1.0])),
        "cost": float(random.choice([0.0, 0.1, 1.0, 7.0, math.inf])),
    }[layer]
    try:
        floor.edit(layer, (slice(y, y + height), slice(x, x + width)), value)
    except ps.CostError:  # a cell without a finite cost cannot be opened
        return


def replans(seed: int) -> Tally:
    """Play one random world; raise AssertionError at the first wrong answer, naming the seed."""
    random = np.random.default_rng(seed)
    name = list(WORLDS)[random.integers(len(WORLDS))]
    maps, model = random_maps(random), MODELS[random.integers(len(MODELS))]
    space = WORLDS[name](maps, costs=model)
    planners = {**searching(space), **indexed(space)}
    tally = Tally()
    for number in range(EDITS):
        edit(random, maps)
        fresh = WORLDS[name](maps, costs=model)
        update_some(random, planners, fresh)
        start = place_on(space, random)
        truth = plain.costs_from(fresh, start)
        for goal in (place_on(space, random) for _ in range(GOALS)):
            lowest = cost_to(fresh, truth, goal)
            for planner in fitting(planners, fresh):
                path = planner.find(start, goal)
                where = f"seed {seed}, {name}, edit {number}, {planner!r}, {start} to {goal}"
                compare(path, lowest, where)
                tally.queries += 1
                if path:
                    tally.paths += 1
                    if tally.paths % CHECKED == 0:
                        check = ps.check_path(fresh, path)
                        assert check, f"{where}: {check.problem}"
                        tally.checked += 1
    return tally


def searching(space: Any) -> dict[str, ps.Planner]:
    """A planner for each algorithm that fits a space."""
    return {
        row.name: ps.Planner(space, row.name)
        for row in ps.ALGORITHMS.values()
        if row.unsupported_reason(space) is None and row.most_expansions is None and not row.any_angle
    }


def indexed(space: Any) -> dict[str, ps.Planner]:
    """A planner for each kind of index that fits a space."""
    return {
        row.name: ps.Planner(space, index=ps.build_index(space, row.name, threads=1))
        for row in ps.INDEXES.values()
        if row.unsupported_reason(space) is None
    }


def update_some(random: np.random.Generator, planners: dict[str, ps.Planner], fresh: Any) -> None:
    """Bring some of the indexes up to date; the others fall back to a search where necessary."""
    for planner in fitting(planners, fresh):
        if planner.index is not None and random.random() < 0.2:
            planner.index.update()


def fitting(planners: dict[str, ps.Planner], fresh: Any) -> Iterator[ps.Planner]:
    """The planners whose algorithm or index still fits the space."""
    rows: dict[str, Any] = {**ps.ALGORITHMS, **ps.INDEXES}
    for name, planner in planners.items():
        if rows[name].unsupported_reason(fresh) is None:
            yield planner


def compare(path: ps.Path, lowest: float, where: str) -> None:
    """Compare a path with its own bound and with the lowest cost."""
    assert bool(path) == math.isfinite(lowest), f"{where}: {path!r}, the lowest cost is {lowest}"
    if path:
        most = lowest * path.bound * (1 + CLOSE) if math.isfinite(path.bound) else math.inf
        assert lowest * (1 - CLOSE) <= path.cost <= most, f"{where}: costs {path.cost}, lowest {lowest}"


def cost_to(space: Any, truth: dict[Any, float], goal: Any) -> float:
    if space.capabilities.headings:
        return min((cost for place, cost in truth.items() if plain.arrived(place, goal)), default=math.inf)
    return truth.get(goal, math.inf)


def place_on(space: Any, random: np.random.Generator) -> Any:
    return tuple(space.places_of([random.integers(space.size)])[0].tolist())
