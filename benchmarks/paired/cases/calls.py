"""Functions of the caller, recorded searches, many queries at once, and the import itself."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from statistics import median
from typing import Any

import numpy as np

import pathstar as ps
from peers.ours import grid_of

from .base import Case, Findings, Scale, Work
from .fields import walls
from .maps import GENERATED, ground, joined_pairs

Node = tuple[int, int]
RECORDED = ("dijkstra", "astar")
STATES = 4
MANY = 2000
IMPORT = """\
import time
import numpy
begun = time.process_time()
{statement}
print(time.process_time() - begun)
"""
STATEMENTS = {
    "the package": "import pathstar",
    "Grid and find_path": "from pathstar import Grid, find_path",
    "all names": "from pathstar import *",
}


def called_back(side: int, *, known: bool) -> Work:
    """Return one search over tuples, whose neighbours come from a function or a dictionary."""
    free = walls((side, side))
    free[-1, -1] = True
    goal = (side - 1, side - 1)

    def around(node: Node) -> list[tuple[Node, float]]:
        x, y = node
        sides = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
        return [((x, y), 1.0) for x, y in sides if 0 <= x < side and 0 <= y < side and free[y, x]]

    table = {(x, y): around((x, y)) for x in range(side) for y in range(side)}
    neighbours = table.__getitem__ if known else around

    def left(node: Node) -> float:
        return float(abs(goal[0] - node[0]) + abs(goal[1] - node[1]))

    return Work(
        lambda number: ps.search((0, 0), goal, neighbours, left),
        lambda number, path: Findings([path.cost]),
    )


def farthest(side: int) -> tuple[ps.Grid, Node, Node]:
    """Return scattered walls, a place, and the place farthest from it."""
    grid = ps.Grid(walls((side, side)))
    start = joined_pairs(grid, 1)[0].start
    costs = ps.distance_field(grid, [start]).costs
    last = np.where(np.isfinite(costs), costs, -1.0).argmax()
    y, x = divmod(int(last), side)
    return grid, start, (x, y)


def recorded(name: str, side: int) -> Work:
    """Return the recording of one search."""
    grid, start, goal = farthest(side)
    return Work(
        lambda number: ps.trace(grid, start, goal, algorithm=name),
        lambda number, trace: Findings([trace.path.cost]),
    )


def replayed(side: int) -> Work:
    """Return a look at some steps of a trace: which nodes are open, and their costs."""
    grid, start, goal = farthest(side)
    trace = ps.trace(grid, start, goal, algorithm="dijkstra")
    steps = np.random.default_rng(1).integers(0, len(trace), (8, STATES)).tolist()

    def run(number: int) -> list[Any]:
        states = (trace[step] for step in steps[number % len(steps)])
        return [(state.open, state.g) for state in states]

    return Work(run)


def together(name: str, place: str, threads: int) -> Work:
    """Return many queries in one call."""
    costs, _ = ground(place, 1)
    grid = grid_of(costs)
    index = ps.build_index(grid, name) if name in ("hub-labels", "jump-table") else None
    planner = ps.Planner(grid, "auto" if index else name, index=index)
    queries = joined_pairs(grid, MANY)
    starts = np.array([query.start for query in queries])
    goals = np.array([query.goal for query in queries])
    return Work(
        lambda number: planner.find_many(starts, goals, threads=threads),
        lambda number, paths: Findings(paths.costs.tolist()),
    )


def imported(statement: str, times: int) -> Work:
    """Return the median CPU time of an import in fresh interpreters that have loaded NumPy."""
    program = IMPORT.format(statement=statement)

    def run(number: int) -> list[float]:
        command = [sys.executable, "-c", program]
        done = [subprocess.run(command, check=True, capture_output=True, text=True) for _ in range(times)]
        return [float(each.stdout) for each in done]

    return Work(run, measure=median)


def cases(scale: Scale) -> Iterator[Case]:
    """Yield the cases."""
    side = scale.pick(300, 24)
    yield Case("search/neighbours worked out", partial(called_back, side, known=False))
    yield Case("search/neighbours from a dictionary", partial(called_back, side, known=True))
    million = scale.pick(860, 24)  # events, of Dijkstra's algorithm
    for name in RECORDED:
        yield Case(f"trace/{name}, recorded", partial(recorded, name, million))
    yield Case("trace/dijkstra, steps looked at", partial(replayed, million))
    place = scale.pick("Berlin_1_1024", GENERATED)
    for name in ("auto", "jump-table", "hub-labels"):
        for threads in (1, 2):
            yield Case(f"find_many/{name}, threads {threads}", partial(together, name, place, threads))
    for what, statement in STATEMENTS.items():
        yield Case(f"import/{what}", partial(imported, statement, scale.pick(5, 1)))
