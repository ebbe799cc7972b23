"""What an edit of a map costs from Python, its grid and jump points caught up: ``edits.py [SIDE ...]``.

Prints medians in microseconds of one cell, of a block of 32 x 32 cells and of 1,000 cells far apart, and
what repairing a jump table takes against building it.
"""

from __future__ import annotations

import sys
import time
from statistics import median
from typing import Any

import numpy as np

import pathstar as ps

ROUNDS = 60
BLOCK = 32
SCATTERED = 1_000
BLOCKED = 0.25  # share of the cells


Edit = tuple[Any, Any]  # a region, and what its cells become


def micros(world: World, edits: list[Edit]) -> float:
    """Return the median time of an edit and of catching up with it."""
    times = []
    for region, value in edits:
        begun = time.perf_counter()
        world.map.edit("passable", region, value)
        world.grid.core.catch_up()
        times.append(time.perf_counter() - begun)
    return 1e6 * median(times)


class World:
    """A map with random walls, and a grid of it whose jump points are made."""

    def __init__(self, side: int) -> None:
        self.random = np.random.default_rng(side)
        self.side = side
        self.map = ps.Map(self.random.random((side, side)) > BLOCKED)
        self.grid = self.map.grid()
        ps.find_path(self.grid, (0, 0), (side - 1, side - 1), algorithm="jps")

    def place(self) -> tuple[int, int]:
        x, y = self.random.integers(0, self.side, 2).tolist()
        return x, y

    def value(self) -> bool:
        return bool(self.random.integers(2))

    def one(self) -> Edit:
        return self.place(), self.value()

    def block(self) -> Edit:
        x, y = self.random.integers(0, self.side - BLOCK, 2).tolist()
        region = slice(y, y + BLOCK), slice(x, x + BLOCK)
        return region, self.random.random((BLOCK, BLOCK)) > 0.5

    def scattered(self) -> Edit:
        return self.random.integers(0, self.side, (SCATTERED, 2)), self.value()


def table_figures(world: World) -> tuple[float, float]:
    """Return what it takes to repair a jump table after an edit of one cell, and to build it."""
    begun = time.perf_counter()
    index = ps.build_index(world.grid, "jump-table", threads=1)
    built = 1e6 * (time.perf_counter() - begun)

    def repair() -> float:
        micros(world, [world.one()])
        begun = time.perf_counter()
        index.core.state  # noqa: B018  # repairs it
        return 1e6 * (time.perf_counter() - begun)

    return median(repair() for _ in range(ROUNDS)), built


def main() -> None:
    """Print a line for each side."""
    for side in map(int, sys.argv[1:] or ["512", "2048"]):
        world = World(side)
        repaired, built = table_figures(world)
        one, block, scattered = (
            micros(world, [draw() for _ in range(ROUNDS)])
            for draw in (world.one, world.block, world.scattered)
        )
        print(
            f"{side} x {side}: one cell {one:.1f} us, {BLOCK} x {BLOCK} cells {block:.0f} us, "
            f"{SCATTERED:,} scattered {scattered:.0f} us; "
            f"jump table repaired in {repaired:.0f} us, built in {built:.0f} us"
        )


if __name__ == "__main__":
    main()
