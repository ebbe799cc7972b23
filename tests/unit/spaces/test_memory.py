"""The memory that spaces take, and what they raise if there is not enough."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import resource

import numpy as np

import pathstar as ps


def allow(more):
    pages = int(open("/proc/self/statm").read().split()[0])
    resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + more,) * 2)


"""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs resource limits and /proc")


def said(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM + program], capture_output=True, text=True, timeout=300
    )
    assert not done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("shape", [(1, 2_000_000), (2_000_000, 1), (5, 400_000), (500_000, 4)])
@pytest.mark.parametrize("moves", ["directions=4", "", "corners='free'"])
def test_jump_points_take_memory_in_proportion_to_the_cells(shape, moves):
    program = f"""
grid = ps.Grid(np.ones({shape}, bool), moves=ps.Moves({moves}))
goal = (grid.width - 1, grid.height - 1)
allow(60 * grid.size)
print(ps.find_path(grid, (0, 0), goal, algorithm="jps").cost > 300_000)
"""
    assert said(program) == "True"


@pytest.mark.parametrize(
    ("make", "words"),
    [
        ("ps.Grid(cells)", "a Grid of the shape (20000, 20000)"),
        ("ps.Grid(walkable=cells, cost=cells)", "a Grid of the shape (20000, 20000)"),
        ("ps.Grid(cells, wrap='x')", "a Grid of the shape (20000, 20000)"),
        ("ps.HexGrid(cells)", "a HexGrid of the shape (20000, 20000)"),
        ("ps.VoxelGrid(cells[None])", "a VoxelGrid of the shape (1, 20000, 20000)"),
    ],
)
def test_a_space_that_does_not_fit_into_memory_says_so(make, words):
    program = f"""
cells = np.broadcast_to(True, (20_000, 20_000))
allow(2**28)
try:
    {make}
except ps.MapLimitError as error:
    print(error)
"""
    assert said(program) == f"there is not enough memory for {words}"
