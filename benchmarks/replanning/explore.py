"""Measure exploring: the time per step of a unit that goes to the nearest frontier until it has seen all.

    python benchmarks/replanning/explore.py MAP ... --radius 10
    python benchmarks/replanning/explore.py --side 4096 --steps 300 --radius 20

It walks on each map, or on one of `--side` squares with 20 % of walls, from a random place on the largest
island. Times are CPU times, medians over `--runs` walks.
"""

from __future__ import annotations

import argparse
import statistics
import time

import numpy as np

import pathstar as ps
from pathstar.known import KnownMap, Walk

WALLS = 0.2


def start_on(map: ps.Map, dice: np.random.Generator) -> tuple[int, int]:
    """Return a place on the largest island."""
    labels = ps.islands(map.grid()).labels
    largest = np.bincount(labels[map.passable]).argmax()
    y, x = dice.choice(np.argwhere((labels == largest) & map.passable)).tolist()
    return x, y


def measure(name: str, map: ps.Map, radius: float, steps: int | None, runs: int) -> None:
    """Print a row for a map."""
    start = start_on(map, np.random.default_rng(1))
    times = []
    for _ in range(runs):
        walk = Walk(KnownMap(map), start, radius=radius)
        begin = time.process_time()
        walk.run(steps)
        times.append((time.process_time() - begin) / (len(walk.trail) - 1))
    print(f"| {name} | {len(walk.trail) - 1:,} | {statistics.median(times) * 1e3:.2f} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("maps", nargs="*")
    parser.add_argument("--side", type=int)
    parser.add_argument("--steps", type=int, help="at most; by default until all is seen")
    parser.add_argument("--radius", type=float, default=10)
    parser.add_argument("--runs", type=int, default=3)
    options = parser.parse_args()
    print("| map | steps | a step, ms |\n| --- | --- | --- |")
    for name in options.maps:
        measure(name, ps.read(name), options.radius, options.steps, options.runs)
    if options.side:
        map = ps.Map(np.random.default_rng(0).random((options.side, options.side)) > WALLS)
        measure(f"{options.side} x {options.side}", map, options.radius, options.steps, options.runs)


if __name__ == "__main__":
    main()
