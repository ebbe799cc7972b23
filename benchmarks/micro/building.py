"""How long making a space of cells from contiguous arrays takes: ``building.py [SIDE ...]``.

Prints median nanoseconds per cell for each type of array and kind of space, and for copying an array of bools
at the same time.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from statistics import median
from typing import Any

import numpy as np

import pathstar as ps

ROUNDS = 9
BLOCKED = 0.25  # share of the cells

Case = tuple[str, int, Callable[[], Any]]  # what is made, and the limit in nanoseconds per cell


def cases(side: int) -> list[Case]:
    """Return what is timed on about side x side cells."""
    random = np.random.default_rng(side)
    walkable = random.random((side, side)) > BLOCKED
    costs = random.integers(1, 10, (side, side))
    floors = walkable.ravel()[: side // 16 * 16 * side].reshape(16, side // 16, side)
    four, sixteen = ps.Moves(directions=4), ps.Moves(directions=16)
    portal = ((0, 0), (side - 1, side - 1))

    def grid(walkable: Any, **options: Any) -> Callable[[], Any]:
        return lambda: ps.Grid(walkable, **options)

    typed = [
        (f"walkable {dtype.__name__}", 15, grid(walkable.astype(dtype)))
        for dtype in (np.uint8, np.int8, np.int32, np.int64, np.float32)
    ]
    priced = [
        (f"costs {dtype.__name__}", 15, grid(walkable, cost=costs.astype(dtype)))
        for dtype in (np.uint8, np.int64, np.float32)
    ]
    return [
        ("bool, 8 directions", 10, grid(walkable)),
        ("bool, 4 directions", 10, grid(walkable, moves=four)),
        ("walkable float64", 10, grid(walkable.astype(np.float64))),
        ("costs float64", 10, grid(walkable, cost=costs.astype(np.float64))),
        ("costs float64, 4 directions", 10, grid(walkable, cost=costs.astype(np.float64), moves=four)),
        *typed,
        *priced,
        ("16 directions", 25, grid(walkable, moves=sixteen)),
        ("joined borders and a portal", 25, grid(walkable, wrap="x", portals=[portal])),
        ("hexagons", 25, lambda: ps.HexGrid(walkable)),
        ("voxels, 6 neighbours", 25, lambda: ps.VoxelGrid(floors, directions=6)),
        ("voxels, 26 neighbours", 25, lambda: ps.VoxelGrid(floors, directions=26)),
    ]


def nanoseconds(make: Callable[[], Any], cells: int) -> float:
    """Return the median CPU time per cell."""
    times = []
    for _ in range(ROUNDS):
        begun = time.thread_time()
        make()
        times.append(time.thread_time() - begun)
    return 1e9 * median(times) / cells


def main() -> None:
    """Print a line for each case."""
    for side in map(int, sys.argv[1:] or ["512", "2048"]):
        bools = np.ones((side, side), bool)
        print(f"{side} x {side}: copying bools {nanoseconds(bools.copy, side * side):.2f} ns a cell")
        for name, most, make in cases(side):
            print(f"  {name}: {nanoseconds(make, side * side):.1f} ns a cell, must {most}")


if __name__ == "__main__":
    main()
