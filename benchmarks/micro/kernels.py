"""Nanoseconds per expansion of the one engine, for each open list and heuristic, on two generated maps.

Examples:
    python benchmarks/micro/kernels.py
    python benchmarks/micro/kernels.py --size 1024 --open-list bucket heap
"""

from __future__ import annotations

import argparse
import sys
import time
from statistics import median

import numpy as np

import pathstar as ps
from pathstar.maps import generate

# First in, first out is not A*: it has no order of F.
OPEN_LISTS = [name for name in ps.OPEN_LISTS if name != "fifo"]

Place = tuple[int, int]


def worlds(size: int) -> dict[str, ps.Grid]:
    """Return the maps: 30 % of the cells blocked at random, and random costs 1..9 without walls."""
    costs = np.random.default_rng(1).integers(1, 10, (size, size)).astype(np.float64)
    return {
        "obstacles": generate.random_obstacles(size, size, density=0.3, seed=1).grid(),
        "terrain": ps.Grid(np.ones((size, size), dtype=bool), cost=costs),
    }


def far_apart(grid: ps.Grid) -> tuple[Place, Place]:
    """Return the first and the last cell of the largest connected area."""
    labels = ps.islands(grid).labels
    largest = np.bincount(labels[labels > 0]).argmax()
    ys, xs = np.nonzero(labels == largest)
    return (int(xs[0]), int(ys[0])), (int(xs[-1]), int(ys[-1]))


def measure(grid: ps.Grid, open_list: str, heuristic: str, repetitions: int) -> tuple[int, float]:
    """Return the expansions of one search from end to end, and the nanoseconds for each."""
    start, goal = far_apart(grid)
    times = []
    for _ in range(repetitions):
        before = time.process_time_ns()
        path = ps.find_path(grid, start, goal, algorithm="astar", heuristic=heuristic, open_list=open_list)
        times.append(time.process_time_ns() - before)
    expanded = path.stats.expanded
    return expanded, median(times) / expanded


def main() -> int:
    """Print one table for each map."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--size", type=int, default=512, metavar="N", help="width and height of the maps")
    parser.add_argument("--open-list", nargs="+", choices=OPEN_LISTS, default=OPEN_LISTS)
    parser.add_argument("--repetitions", type=int, default=5, metavar="N")
    options = parser.parse_args()
    for name, grid in worlds(options.size).items():
        print(f"\n{name}, {options.size} x {options.size}: ns per expansion (expansions)\n")
        print("| open list | " + " | ".join(ps.HEURISTICS) + " |")
        print("|" + " --- |" * (len(ps.HEURISTICS) + 1))
        for open_list in options.open_list:
            found = [measure(grid, open_list, heuristic, options.repetitions) for heuristic in ps.HEURISTICS]
            cells = [f"{each:.0f} ({expanded:,})" for expanded, each in found]
            print(f"| {open_list} | " + " | ".join(cells) + " |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
