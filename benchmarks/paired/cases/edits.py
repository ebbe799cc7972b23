"""Edits of a map, alone and while six threads search on it.

The edits are apart from the searches, so both versions find the same paths whenever an edit comes.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import partial
from statistics import median
from threading import Event

import numpy as np

import pathstar as ps

from .base import Case, Findings, Scale, Work, blocks
from .maps import GENERATED, ground, joined_pairs

Found = tuple[float, list[Future[list[float]]]]  # seconds, and the costs that each thread finds

THREADS = 6
QUERIES = 30
EDITS = 40


class World:
    """A map with a strip for the edits below a wall; its grid, and queries above the wall."""

    def __init__(self, place: str) -> None:
        costs, _ = ground(place, 1)
        free = np.pad(np.isfinite(costs), ((0, 3), (0, 0)))
        free[-2:] = True
        self.map = ps.Map(free)
        self.grid = self.map.grid()
        self.planner = ps.Planner(self.grid)
        above = ps.Grid(free[:-3])
        self.queries = blocks(joined_pairs(above, THREADS * QUERIES), THREADS)

    def edit(self, block: int) -> None:
        """Close a block of cells of the strip, or open it if it is closed; make the grid follow."""
        bottom = self.map.shape[0]
        region = (slice(bottom - 2, bottom), slice(4, 4 + block))
        now = not bool(self.map.passable[bottom - 1, 4])
        self.grid.update(self.map.edit("passable", region, now))

    def find(self, thread: int) -> list[float]:
        """Run the queries of one thread."""
        return [self.planner.find(query.start, query.goal).cost for query in self.queries[thread]]


def alone(place: str, block: int) -> Work:
    """Return edits without other threads, and one query after each."""
    world = World(place)

    def run(number: int) -> list[float]:
        found = []
        for query in world.queries[number % THREADS][:EDITS]:
            world.edit(block)
            found.append(world.planner.find(query.start, query.goal).cost)
        return found

    return Work(run, lambda number, found: Findings(found))


def edits_beside(place: str) -> Work:
    """Return edits while six threads search until the edits are done; the figure is the median edit."""
    world, pool = World(place), ThreadPoolExecutor(THREADS)

    def until(done: Event, thread: int) -> list[float]:
        found = world.find(thread)
        while not done.is_set():
            world.find(thread)
        return found

    def run(number: int) -> Found:
        done = Event()
        searches = [pool.submit(until, done, thread) for thread in range(THREADS)]
        seconds = []
        for _ in range(EDITS):
            begun = time.perf_counter()
            world.edit(1)
            seconds.append(time.perf_counter() - begun)
        done.set()
        return median(seconds), searches

    return Work(run, _costs, _seconds)


def both(place: str) -> Work:
    """Return six threads' searches and some edits, until all are done."""
    world, pool = World(place), ThreadPoolExecutor(THREADS)

    def run(number: int) -> Found:
        begun = time.perf_counter()
        searches = [pool.submit(world.find, thread) for thread in range(THREADS)]
        for _ in range(EDITS):
            world.edit(1)
        wait(searches)
        return time.perf_counter() - begun, searches

    return Work(run, _costs, _seconds)


def _seconds(found: Found) -> float:
    return found[0]


def _costs(number: int, found: Found) -> Findings:
    return Findings([cost for search in found[1] for cost in search.result()])


def cases(scale: Scale) -> Iterator[Case]:
    """Yield the cases."""
    place = scale.pick("AR0011SR", GENERATED)
    for block in (1, 32):
        yield Case(f"edits/one of {2 * block} cells, then a query", partial(alone, place, block))
    yield Case("edits/beside six searching threads", partial(edits_beside, place))
    yield Case("edits/and six searching threads, until all are done", partial(both, place))
