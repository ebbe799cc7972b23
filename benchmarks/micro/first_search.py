"""What a search on a new grid costs compared with one on a grid in use: ``first_search.py [SIDE ...]``.

Programs that make a grid from a new array for each call pay this each time. Prints CPU milliseconds, medians
of rounds in turn: making the grid, A* on one that is in use, and A* on a new one without the time to make it.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from statistics import median

import numpy as np

import pathstar as ps

ROUNDS = 15
BLOCKED = 0.2  # share of the cells
EXPANDED = 1 << 18  # about this many squares in a round


def milliseconds(call: Callable[[], object], times: int) -> float:
    """Return the CPU time of one of some calls."""
    begun = time.process_time()
    for _ in range(times):
        call()
    return 1e3 * (time.process_time() - begun) / times


def row(side: int, priced: bool) -> str:
    """Measure grids of one size, and return a line."""
    random = np.random.default_rng(side)
    walkable = random.random((side, side)) > BLOCKED
    walkable[0, 0] = walkable[-1, -1] = True
    costs = random.integers(1, 10, (side, side)).astype(np.float64) if priced else None

    def make() -> ps.Grid:
        return ps.Grid(walkable, cost=costs)

    def search(grid: ps.Grid) -> float:
        return ps.find_path(grid, (0, 0), (side - 1, side - 1), algorithm="astar").cost

    used = make()
    expected = search(used)
    assert search(make()) == expected
    calls = (make, lambda: search(used), lambda: search(make()))
    times = max(2, EXPANDED // side**2)
    rounds = [[milliseconds(call, times) for call in calls] for _ in range(ROUNDS)]
    made, warm, both = map(median, zip(*rounds, strict=True))
    what = "costs 1 to 9" if priced else "no costs"
    return f"{side:5} {what:14} {made:8.3f} {warm:8.3f} {both - made:8.3f} {(both - made) / warm:7.2f}"


def main() -> None:
    """Print a line for each size, with costs and without."""
    print(f"{'side':>5} {'ground':14} {'made':>8} {'in use':>8} {'new':>8} {'ratio':>7}")
    for side in map(int, sys.argv[1:] or ["64", "256", "512"]):
        for priced in (False, True):
            print(row(side, priced))


if __name__ == "__main__":
    main()
