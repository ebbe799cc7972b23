"""A program may end while a daemon thread is at work: quietly, whatever that thread does."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """
import sys, threading
import numpy as np
import pathstar as ps

begun = threading.Event()
grid = ps.Grid(np.random.default_rng(1).random((400, 400)) > 0.2)
free = np.argwhere(grid.walkable)[:, ::-1]
ends = free[:200], free[-200:]
if sys.argv[1] == "find_k_paths":
    graph = ps.Graph.from_edges([(i, (i * 7 + j) % 5000, 1.0 + j) for i in range(5000) for j in range(5)])


def neighbors(number):
    begun.set()
    return [(number + 1, 1.0), (2 * number, 1.0)]


def estimate(number, goal):
    begun.set()
    return 0.0


def endless():
    search = ps.Planner(ps.Custom(neighbors, estimate)).search(1, -1)
    while search.step(10):
        pass


def tell(part):
    begun.set()


WORK = {
    "find_path": lambda: ps.find_path(grid, (0, 0), tuple(free[-1].tolist()), algorithm="dijkstra"),
    "find_paths": lambda: ps.find_paths(grid, *ends, threads=1),
    "find_paths on threads": lambda: ps.find_paths(grid, *ends, threads=3),
    "cost_matrix": lambda: ps.cost_matrix(grid, *ends, threads=2),
    "distance_field": lambda: ps.distance_field(grid, free[:1]),
    "find_k_paths": lambda: ps.find_k_paths(graph, 0, 4999, 500),
    "search": lambda: ps.search(1, -1, neighbors),
    "search with an estimate": lambda: ps.find_path(ps.Custom(neighbors, estimate), 1, -1),
    "search for a test": lambda: ps.search(1, lambda number: False, neighbors),
    "search by steps": endless,
    "landmarks": lambda: ps.build_index(grid, "landmarks", progress=tell),
    "hub labels": lambda: ps.build_index(grid, "hub-labels", threads=2, progress=tell),
    "components": lambda: ps.islands(grid),
}


def work(call):
    if call not in CALLS_THAT_TELL:
        begun.set()
    while True:
        WORK[call]()


CALLS_THAT_TELL = {name for name in WORK if name.startswith(("search", "landmarks", "hub"))}
for _ in range(2):
    threading.Thread(target=work, args=sys.argv[1:], daemon=True).start()
begun.wait()
for _ in range(20_000):  # some work, so that the others are anywhere in theirs
    sorted(range(20))
"""

CALLS = [
    "find_path",
    "find_paths",
    "find_paths on threads",
    "cost_matrix",
    "distance_field",
    "find_k_paths",
    "search",
    "search with an estimate",
    "search for a test",
    "search by steps",
    "landmarks",
    "hub labels",
    "components",
]


@pytest.mark.parametrize("call", CALLS)
def test_a_program_ends_while_a_daemon_thread_is_at_work(call: str) -> None:
    for _ in range(3):  # what the thread is doing by then is random
        ended = subprocess.run(
            [sys.executable, "-c", PROGRAM, call], capture_output=True, text=True, timeout=120, check=False
        )
        assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
