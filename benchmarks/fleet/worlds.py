"""Measure worlds: the cost of orders to many units at once, and of the steps after them.

python benchmarks/fleet/worlds.py [--units N ...] [--steps N] [--rate N] [--seed N]

Units stand at random on maps with 15 % walls, 65 squares for each. Each is sent to its own place, then all to
one place, then half of them after the other half. A step is 0.1 units of time; with a rate they take turns to
plan. Times are CPU times.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import pathstar as ps

SQUARES_PER_UNIT = 65
WALLS = 0.15
DT = 0.1


def seconds(call: Callable[[], Any]) -> float:
    """Return how long a call takes."""
    begin = time.process_time()
    call()
    return time.process_time() - begin


def measure(count: int, steps: int, seed: int, rate: float | None) -> None:
    """Print a row for each kind of order."""
    dice = np.random.default_rng(seed)
    side = math.isqrt(count * SQUARES_PER_UNIT)
    map = ps.Map(dice.random((side, side)) > WALLS)
    labels = ps.islands(map.grid()).labels
    largest = np.bincount(labels[map.passable].ravel()).argmax()
    places = dice.permutation(np.argwhere((labels == largest) & map.passable)[:, ::-1]).tolist()
    world = ps.fleet.World(map, planning_rate=rate)
    units = [world.add(tuple(place)) for place in places[:count]]
    goals = [tuple(place) for place in places[-count:]]

    def send() -> None:
        for unit, goal in zip(units, goals, strict=True):
            world.order(unit, "go", goal)

    def gather() -> None:
        world.order(units, "go", goals[0])

    def chase() -> None:
        for unit, prey in zip(units[::2], units[1::2], strict=False):
            world.order(unit, "chase", prey)

    for name, order in (("each to a place", send), ("all to one", gather), ("half chase half", chase)):
        ordered = seconds(order)
        first = seconds(lambda: world.step(DT))
        rest = [seconds(lambda: world.step(DT)) for _ in range(steps)]
        print(
            f"| {count} | {side} x {side} | {name} | {ordered * 1e3:.1f} | {first * 1e3:.0f} "
            f"| {np.median(rest) * 1e3:.2f} | {max(rest) * 1e3:.0f} |",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--units", type=int, nargs="+", default=[200, 1000, 2000])
    parser.add_argument("--steps", type=int, default=100)
    parser.add_argument(
        "--rate", type=float, help="squares expanded in one unit of time; no limit by default"
    )
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print("| units | map | order | orders, ms | first step, ms | a step after, ms | slowest, ms |")
    print("| --- " * 7 + "|")
    for count in options.units:
        measure(count, options.steps, options.seed, options.rate)


if __name__ == "__main__":
    main()
