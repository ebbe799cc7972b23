"""Calls that wait for the lock of a space let other threads run: one of these may hold the lock."""

from __future__ import annotations

import subprocess
import sys

import pytest

# A search calls back, and so waits for the GIL while it holds the lock shared. An edit waits for the lock,
# and the call comes after the edit. Each thread uses the space once before, so that the call's lock is the
# first to be taken.
PROGRAM = """
import threading, time
import numpy as np
import pathstar as ps
from pathstar import _core

{space}
planner = ps.Planner(space, algorithm="astar")
finder, settings = planner.finder, planner.settings
search, edit = threading.Event(), threading.Event()


def use():
    space.steps_from(first)
    ready.wait()
    edit.wait()
    time.sleep(0.05)  # the other thread begins to wait
    {call}


def change():
    space.steps_from(first)
    ready.wait()
    search.wait()
    edit.set()
    {edit}
    space.steps_from(first)


def tell(done):
    if not search.is_set():
        search.set()
        time.sleep(0.2)


def find():
    space.steps_from(first)
    ready.wait()
    ps.distance_field(space, [first], threads=1, progress=tell)


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
GRID = """
map = ps.Map(np.ones((700, 700), bool))
space, first = map.grid(), (0, 0)
points = ps.waypoints(space, [(5, 5), (9, 9)])
"""
GRAPH = """
space, first = ps.Graph.from_arrays(np.arange(300_000), np.arange(1, 300_001)), 0
"""
EDITS = {GRID: "map.edit('passable', (3, 3), False)", GRAPH: "space.set_costs([(0, 1, 2.0)])"}
# Native calls, as the Python code before them would wait for the edit without the GIL.
CALLS = {
    "planner": (GRID, "finder.open_kind(settings)"),
    "order": (GRID, "finder.open_order(settings)"),
    "replanner": (
        GRID,
        "_core.Replanner(space.core, finder, settings, _core.Replanning.automatic, _core.Root.goal, 0, 9)",
    ),
    "sight": (GRID, "points.core.sees(0, 9)"),
    "scans": (
        GRID,
        "_core.failed_jump_scans(space.core, np.array([9], np.uint32), np.array([8], np.uint32), 99)",
    ),
    "arrays": (GRAPH, "space.core.offsets()"),
}


@pytest.mark.parametrize("call", CALLS)
def test_a_call_that_waits_for_an_edit_lets_the_search_go_on(call: str) -> None:
    space, wanted = CALLS[call]
    program = PROGRAM.format(space=space, edit=EDITS[space], call=wanted)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.stdout, done.stderr) == ("over\n", "")
