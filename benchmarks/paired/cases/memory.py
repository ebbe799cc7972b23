"""Bytes per cell: how much a process grows by a space, and by the first search over it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from .base import Case, LeftOutError, Scale, Work

STATM = Path("/proc/self/statm")
PROGRAM = """\
import os
import numpy as np
import pathstar as ps

def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")

arrays = dict(walkable=np.ones({shape}, bool))
if {costs}:
    arrays["cost"] = np.random.default_rng(1).integers(1, 10, {shape}).astype(float)
tiny = {{name: np.ascontiguousarray(array[(slice(0, 3),) * array.ndim]) for name, array in arrays.items()}}
ps.find_path(ps.{space}(**tiny), (0,) * {sides}, (1,) * {sides}, algorithm={algorithm!r})
begun = resident()
space = ps.{space}(**arrays)
if {searched}:
    goal = tuple(side - 1 for side in {shape}[::-1])
    ps.find_path(space, (0,) * {sides}, goal, algorithm={algorithm!r})
print((resident() - begun) / {cells})
"""


def grown(space: str, side: int, sides: int, *, costs: bool, algorithm: str, searched: bool) -> Work:
    """Return the bytes per cell by which a fresh process grows.

    Raises:
        LeftOutError: The system does not say how large a process is.
    """
    if not STATM.exists():
        raise LeftOutError(f"no {STATM}: the system does not say how large a process is")
    shape = (side,) * sides
    program = PROGRAM.format(
        space=space,
        shape=shape,
        sides=sides,
        cells=side**sides,
        costs=costs,
        algorithm=algorithm,
        searched=searched,
    )

    def run(number: int) -> float:
        done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
        return max(float(done.stdout), 0.01)

    return Work(run, measure=float)


def cases(scale: Scale) -> Iterator[Case]:
    """Yield the cases."""
    grid = ("Grid", scale.pick(2048, 128), 2)
    for space, side, sides in scale.pick((grid, ("HexGrid", 2048, 2), ("VoxelGrid", 128, 3)), (grid,)):
        for costs in (False, True):
            ground = "costs" if costs else "no costs"
            made = partial(grown, space, side, sides, costs=costs, algorithm="dijkstra")
            yield Case(f"bytes a cell/{space}, {ground}", partial(made, searched=False), "bytes")
            yield Case(f"bytes a cell/{space}, {ground}, searched", partial(made, searched=True), "bytes")
    jumps = partial(grown, "Grid", scale.pick(2048, 128), 2, costs=False, algorithm="jps", searched=True)
    yield Case("bytes a cell/Grid, jump points", jumps, "bytes")
