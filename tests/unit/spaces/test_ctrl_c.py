"""Long native work hears signals before it has ended."""

from __future__ import annotations

import subprocess
import sys

import pytest

# The handler ends the work when it is called for the fifth time. Work that hears no signals hears all of them
# at once when it is over, which counts as one call.
PROGRAM = """
import signal

import numpy as np

import pathstar as ps

calls = 0


def hear(*_):
    global calls
    calls += 1
    if calls == 5:
        raise KeyboardInterrupt


size = (5000, 5000)
grid = ps.Grid([[1]])  # all is imported before the timer starts
{setup}
signal.signal(signal.SIGALRM, hear)
signal.setitimer(signal.ITIMER_REAL, 0.01, 0.01)
try:
    {work}
except KeyboardInterrupt:
    print("interrupted")
else:
    signal.setitimer(signal.ITIMER_REAL, 0)
    print("heard", calls, "and ended")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such timer")
@pytest.mark.parametrize(
    ("setup", "work"),
    [
        ("walkable = np.ones((20000, 20000), bool)", "ps.Grid(walkable)"),
        ("walkable = np.ones(size, bool)", "ps.HexGrid(walkable)"),
        ("walkable = np.ones((1, 10**7), bool)", "ps.Grid(walkable, wrap='x')"),
        ("walkable = np.ones(size, bool)", "ps.VoxelGrid(walkable[None], directions=4)"),
        ("grid = ps.Grid(np.ones(size, bool))", "ps.dead_ends(grid)"),
        ("grid = ps.Grid(np.ones((15000, 15000), bool))", "ps.islands(grid)"),
    ],
)
def test_the_work_is_interrupted_before_it_ends(setup, work):
    program = PROGRAM.format(setup=setup, work=work)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300)
    assert (done.stdout.strip(), done.stderr) == ("interrupted", "")
