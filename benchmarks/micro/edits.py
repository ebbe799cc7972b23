"""The time of an edit of a map from Python, with all that follows it: ``edits.py [--cpu] [SIDE ...]``.

Prints medians in microseconds for one cell, for a block of 32 x 32 cells and for 1,000 cells far apart, and
the time to repair a jump table compared with building it. About half of the cells that an edit names change;
of 1,000 cells also all. Cells, legal moves, jump points and components follow: a query between neighbours
makes them, and its own microseconds are counted. With ``--cpu`` the time is the thread's CPU time, for a
machine that is busy with other work.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable
from statistics import median
from typing import Any

import numpy as np

import pathstar as ps

ROUNDS = 300  # in the first ones nothing is in the caches
BLOCK = 32
SCATTERED = 1_000
BLOCKED = 0.25  # share of the cells
CORNER, NEIGHBOUR = (0, 0), (1, 0)
CPU = "--cpu"

clock = time.thread_time if CPU in sys.argv else time.perf_counter

Edit = tuple[Any, Any]  # a region, and what its cells become


def micros(world: World, edits: Iterable[Edit]) -> float:
    """Return the median time of an edit and of following it."""
    times = []
    for region, value in edits:
        begun = clock()
        world.map.edit("passable", region, value)
        world.planner.find(CORNER, NEIGHBOUR)
        times.append(clock() - begun)
    return 1e6 * median(times)


class World:
    """A map with random walls, and a grid of it whose jump points are made. Its first row is not edited."""

    def __init__(self, side: int) -> None:
        self.random = np.random.default_rng(side)
        self.side = side
        self.map = ps.Map(self.random.random((side, side)) > BLOCKED)
        self.map.edit("passable", [CORNER, NEIGHBOUR], True)
        self.grid = self.map.grid()
        self.planner = ps.Planner(self.grid, "jps")
        self.planner.find(CORNER, (side - 1, side - 1))

    def place(self) -> tuple[int, int]:
        x, y = self.random.integers((0, 1), self.side).tolist()
        return x, y

    def value(self) -> bool:
        return bool(self.random.integers(2))

    def one(self) -> Edit:
        return self.place(), self.value()

    def block(self) -> Edit:
        x, y = self.random.integers((0, 1), self.side - BLOCK).tolist()
        region = slice(y, y + BLOCK), slice(x, x + BLOCK)
        return region, self.random.random((BLOCK, BLOCK)) > 0.5

    def scattered(self) -> Edit:
        places = self.random.integers((0, 1), self.side, (SCATTERED, 2))
        return places, self.random.random(SCATTERED) > 0.5

    def all_changing(self) -> Edit:
        """Return an edit of this many places that changes each; valid until the next edit."""
        places = self.random.integers((0, 1), self.side, (SCATTERED, 2))
        return places, ~self.map.passable[places[:, 1], places[:, 0]]


def table_figures(world: World) -> tuple[float, float]:
    """Return the time to repair a jump table after an edit of one cell, and the time to build it."""
    begun = clock()
    index = ps.build_index(world.grid, "jump-table", threads=1, max_bytes=1 << 34)
    built = 1e6 * (clock() - begun)

    def repair() -> float:
        micros(world, [world.one()])
        begun = clock()
        index.core.state  # noqa: B018  # repairs it
        return 1e6 * (clock() - begun)

    return median(repair() for _ in range(60)), built


def main() -> None:
    """Print a line for each side."""
    sides = [argument for argument in sys.argv[1:] if argument != CPU]
    for side in map(int, sides or ["512", "2048"]):
        world = World(side)
        repaired, built = table_figures(world)
        one, block, scattered, changing = (
            micros(world, (draw() for _ in range(ROUNDS)))
            for draw in (world.one, world.block, world.scattered, world.all_changing)
        )
        print(
            f"{side} x {side}: one cell {one:.1f} us, {BLOCK} x {BLOCK} cells {block:.0f} us, "
            f"{SCATTERED:,} scattered {scattered:.0f} us, all changing {changing:.0f} us; "
            f"jump table repaired in {repaired:.0f} us, built in {built:.0f} us"
        )


if __name__ == "__main__":
    main()
