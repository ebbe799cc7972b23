"""Part 5: A* on 512 x 512 hexagons of several kinds, compared with w9's.

All peers play by one rule: six steps of length 1, the cost of the cell entered, odd rows half a cell to the
right.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import numpy as np

import pathstar as ps
from harness.check import Judge
from harness.clock import Clock
from harness.maps import Query
from harness.race import Settings, enter, race
from pathstar.maps.generate import city, maze
from peers import Costs, Peer, ours
from peers.base import HEXAGONS, passable
from peers.ours import hexagons_of
from peers.w9 import W9_HEXAGONS

from .queries import Outcome, setups, summarise, times

SIZE = 512
WALLS = 0.3
PATCH = 8
HEADING = """
## Hexagons, {size} x {size}, {count} queries a map

Microseconds per query, mean / median, and how many times faster than {reference} on the same queries.
{walls:.0%} of the cells of `obstacles` are blocked at random; each cell of `costs` costs 1..9, and so does
each patch of {patch} x {patch} cells of `patches`. Where time allowed fewer queries, in brackets.
"""


def open_ground() -> Costs:
    """Return ground without walls or costs."""
    return np.ones((SIZE, SIZE))


def obstacles() -> Costs:
    """Return ground with cells blocked at random."""
    return np.where(np.random.default_rng(1).random((SIZE, SIZE)) < WALLS, np.inf, 1.0)


def blocks() -> Costs:
    """Return streets around blocks of buildings."""
    return np.where(city(SIZE, SIZE, seed=1).passable, 1.0, np.inf)


def corridors() -> Costs:
    """Return a maze with half of its dead ends opened."""
    return np.where(maze(SIZE, SIZE, braid=0.5, corridor=2, seed=1).passable, 1.0, np.inf)


def random_costs() -> Costs:
    """Return random whole costs 1..9 for each cell."""
    return np.random.default_rng(1).integers(1, 10, (SIZE, SIZE)).astype(np.float64)


def patches() -> Costs:
    """Return random whole costs 1..9 for each patch."""
    each = np.random.default_rng(1).integers(1, 10, (SIZE // PATCH, SIZE // PATCH))
    return np.kron(each, np.ones((PATCH, PATCH))).astype(np.float64)


GROUNDS: dict[str, Callable[[], Costs]] = {
    "open": open_ground,
    "obstacles": obstacles,
    "blocks": blocks,
    "maze": corridors,
    "costs": random_costs,
    "patches": patches,
}


def pairs(costs: Costs, count: int) -> list[Query]:
    """Return queries between random cells of a connected part that is more than half of a map."""
    dice, hexagons = np.random.default_rng(2), hexagons_of(costs)
    cells = np.argwhere(passable(costs))[:, ::-1]
    reached = np.zeros(costs.shape, np.bool_)
    while reached.sum() * 2 <= len(cells):
        reached = np.isfinite(ps.distance_field(hexagons, [cells[dice.integers(len(cells))]]).costs)
    places = list(zip(*(axis.tolist() for axis in np.nonzero(reached)[::-1]), strict=True))
    picked = dice.integers(0, len(places), (count, 2)).tolist()
    return [Query(places[a], places[b]) for a, b in picked]


def fits(name: str) -> bool:
    """Return whether an algorithm or a kind of index can search hexagons; names in no table can."""
    row = ps.INDEXES.get(name) or ps.ALGORITHMS.get(name)
    return row is None or row.unsupported_reason(hexagons_of(np.ones((2, 2)))) is None


def entrants(algorithms: list[str]) -> list[Peer]:
    """Return w9's finders, and pathstar's algorithms and indexes that fit hexagons, `auto` always."""
    fitting = [name for name in algorithms if fits(name)]
    return [*W9_HEXAGONS, *(ours(name, HEXAGONS) for name in dict.fromkeys([*fitting, "auto"]))]


def measure(algorithms: list[str], count: int, settings: Settings, clock: Clock) -> Outcome:
    """Race all on all kinds of ground."""
    outcome, peers = Outcome(), entrants(algorithms)
    for name, make in GROUNDS.items():
        costs = make()
        judge = Judge(f"hexagons, {name}", costs)
        runners = enter(peers, costs, clock)
        race(runners, pairs(costs, count), settings, clock, judge)
        outcome.figures += summarise(name, runners)
        outcome.problems += judge.problems
        outcome.checked += judge.checked
        outcome.longer += judge.longer
        print(f"{judge.where}: {judge.checked} paths", file=sys.stderr, flush=True)
    return outcome


def show(outcome: Outcome) -> str:
    """Return the tables: times with ratios, and the set-up."""
    count = max(row.queries for row in outcome.figures)
    head = HEADING.format(size=SIZE, count=count, reference=W9_HEXAGONS[0].name, walls=WALLS, patch=PATCH)
    wrong = f"{outcome.checked} paths checked while timing, {len(outcome.problems)} wrong."
    setup = f"Set-up, milliseconds:\n\n{setups(outcome.figures, list(GROUNDS))}"
    return f"{head}\n{times(outcome.figures, list(GROUNDS), count)}\n\n{setup}\n\n{wrong}\n"
