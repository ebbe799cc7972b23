"""What an anytime search has found after how much work, compared with searches for a single path.

    python benchmarks/replanning/anytime.py --side 512 --pairs 10

For each ground, means over pairs of places far apart, relative to A*: expansions and time of `ara-star` to
its first path, to a bound of 1.1 and to the optimum; and of weighted A* with the first weight and with 1.1.
`cost` is the path's cost over the optimum, and `bound` the proven bound. Every path is compared with its
bound.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

import pathstar as ps
from pathstar.maps import generate

FIRST_WEIGHT = 3.0
GOOD = 1.1
GROUNDS: dict[str, Callable[[int], ps.Map]] = {
    "rooms": lambda side: generate.rooms(side, side, seed=1),
    "caves": lambda side: generate.caves(side, side, seed=1),
    "terrain": lambda side: _terrain(side),
    "random 30 %": lambda side: ps.Map(np.random.default_rng(1).random((side, side)) > 0.3),
}


@dataclass(frozen=True)
class Row:
    """One path: the work until it was there, and how good it is."""

    expanded: float
    seconds: float
    cost: float
    bound: float


def _terrain(side: int) -> ps.Map:
    small = np.random.default_rng(2).choice([1.0, 1.0, 2.0, 4.0], (side // 8 + 1, side // 8 + 1))
    return ps.Map(
        generate.caves(side, side, seed=1).passable, cost=np.kron(small, np.ones((8, 8)))[:side, :side]
    )


def timed(grid: ps.Grid, ends: tuple[ps.Place, ps.Place], **options: object) -> Row:
    """Run a search for a single path."""
    planner = ps.Planner(grid, **options)  # type: ignore[arg-type]
    begin = time.thread_time()
    path = planner.find(*ends)
    return Row(path.stats.expanded, time.thread_time() - begin, path.cost, path.bound)


def anytime(grid: ps.Grid, ends: tuple[ps.Place, ps.Place], optimum: float) -> list[Row]:
    """Run `ara-star`, and return its first path, the first with a good bound, and the last."""
    search = ps.Planner(grid, "ara-star", weight=FIRST_WEIGHT).search(*ends)
    rows = []
    begin = time.thread_time()
    for path in search.improvements():
        assert optimum * (1 - 1e-9) <= path.cost <= path.bound * optimum * (1 + 1e-9)
        rows.append(Row(path.stats.expanded, time.thread_time() - begin, path.cost, path.bound))
    return [rows[0], next(row for row in rows if row.bound <= GOOD), rows[-1]]


def compare(grid: ps.Grid, ends: tuple[ps.Place, ps.Place]) -> dict[str, Row]:
    """Run all searches between two places, in turn."""
    best = timed(grid, ends, algorithm="astar", open_list="heap")
    first, good, last = anytime(grid, ends, best.cost)
    found = {
        "astar": best,
        f"weighted-astar {FIRST_WEIGHT:g}": timed(grid, ends, algorithm="astar", weight=FIRST_WEIGHT),
        "ara-star, first path": first,
        f"weighted-astar {GOOD:g}": timed(grid, ends, algorithm="astar", weight=GOOD),
        f"ara-star, bound {GOOD:g}": good,
        "ara-star, optimum": last,
    }
    return {
        name: Row(row.expanded / best.expanded, row.seconds / best.seconds, row.cost / best.cost, row.bound)
        for name, row in found.items()
    }


def far_pairs(grid: ps.Grid, count: int) -> list[tuple[ps.Place, ps.Place]]:
    """Return pairs of connected places, at least half a side apart."""
    random = np.random.default_rng(3)
    places = np.argwhere(grid.walkable)[:, ::-1]
    areas = ps.islands(grid)
    pairs: list[tuple[ps.Place, ps.Place]] = []
    while len(pairs) < count:
        (a, b), (c, d) = random.choice(places, 2).tolist()
        if max(abs(a - c), abs(b - d)) * 2 >= grid.shape[1] and areas.same((a, b), (c, d)):
            pairs.append(((a, b), (c, d)))
    return pairs


def main() -> None:
    """Print a table for each ground."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    parser.add_argument("--side", type=int, default=512)
    parser.add_argument("--pairs", type=int, default=10)
    given = parser.parse_args()
    for name, make in GROUNDS.items():
        grid = make(given.side).grid()
        runs = [compare(grid, ends) for ends in far_pairs(grid, given.pairs)]
        print(f"{name}, {given.side} x {given.side}: shares of A*")
        print(f"{'':24}{'expanded':>10}{'time':>10}{'cost':>10}{'bound':>10}")
        for way in runs[0]:
            rows = [run[way] for run in runs]
            figures = [np.mean([getattr(row, part) for row in rows]) for part in Row.__annotations__]
            print(f"{way:24}" + "".join(f"{figure:10.3f}" for figure in figures))


if __name__ == "__main__":
    main()
