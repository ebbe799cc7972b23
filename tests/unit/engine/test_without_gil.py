"""Calls that wait for the lock of a space let other threads run meanwhile: one of these may hold the lock."""

from __future__ import annotations

import subprocess
import sys

import pytest

# A search calls back, and so waits for the GIL while it holds the lock shared; an edit waits for the lock; and the
# call comes after the edit. Each thread uses the space once in that order before, as the first is locked first.
PROGRAM = """
import threading, time
import numpy as np
import pathstar as ps
from pathstar import _core

map = ps.Map(np.ones((700, 700), bool))
grid = map.grid()
planner = ps.Planner(grid, algorithm="astar")
finder, settings = planner.finder, planner.settings
points = ps.waypoints(grid, [(5, 5), (9, 9)])
search, edit = threading.Event(), threading.Event()


def use():
    grid.steps_from((0, 0))
    ready.wait()
    edit.wait()
    time.sleep(0.05)  # the other thread begins to wait
    {call}


def change():
    grid.steps_from((0, 0))
    ready.wait()
    search.wait()
    map.edit("passable", (3, 3), False)
    edit.set()
    grid.steps_from((0, 0))


def tell(done):
    if not search.is_set():
        search.set()
        time.sleep(0.2)


def find():
    grid.steps_from((0, 0))
    ready.wait()
    ps.distance_field(grid, [(0, 0)], threads=1, progress=tell)


ready = threading.Barrier(3)
threads = []
for work in (use, change, find):
    threads.append(threading.Thread(target=work))
    threads[-1].start()
    time.sleep(0.01)
for thread in threads:
    thread.join()
print("over")
"""
# Native calls, as what comes before them in Python would wait for the edit without the GIL.
CALLS = {
    "planner": "finder.open_kind(settings)",
    "order": "finder.open_order(settings)",
    "replanner": "_core.Replanner(grid.core, finder, settings, _core.Replanning.automatic, _core.Root.goal, 0, 9)",
    "sight": "points.core.sees(0, 9)",
    "scans": "_core.failed_jump_scans(grid.core, np.array([9], np.uint32), np.array([8], np.uint32), 99)",
}


@pytest.mark.parametrize("call", CALLS)
def test_a_call_that_waits_for_an_edit_lets_the_search_go_on(call: str) -> None:
    program = PROGRAM.format(call=CALLS[call])
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.stdout, done.stderr) == ("over\n", "")
