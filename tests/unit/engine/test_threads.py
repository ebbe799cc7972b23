"""Threads that share a map, its spaces and its indexes while one of them edits.

`make test-threads` runs it under ThreadSanitizer.
"""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import pathstar as ps
from pathstar.errors import ConflictError

SIDE = 32
EDITS = 60
SEARCHERS = 3
ENDS = [((0, 0), (SIDE - 1, SIDE - 1)), ((SIDE - 1, 0), (0, SIDE - 1)), ((3, 9), (20, 4))]
Place = tuple[int, int]
Seen = tuple[int, Place, Place, float]  # revision, start, goal, cost


def rolled(seed: int) -> tuple[np.ndarray[Any, Any], list[tuple[Place, bool]]]:
    """Return random walls and edits that leave the ends free."""
    random = np.random.default_rng(seed)
    free = random.random((SIDE, SIDE)) > 0.25
    kept = {place for pair in ENDS for place in pair}
    for x, y in kept:
        free[y, x] = True
    edits: list[tuple[Place, bool]] = []
    while len(edits) < EDITS:
        x, y = random.integers(0, SIDE, 2).tolist()
        if (x, y) not in kept:
            edits.append(((x, y), not free[y, x]))
            free[y, x] = not free[y, x]
    return free, edits


def in_threads(work: list[Callable[[], None]]) -> None:
    """Run functions at the same time, and raise any exception of theirs."""
    raised: list[BaseException] = []

    def guarded(one: Callable[[], None]) -> None:
        try:
            one()
        except BaseException as error:
            raised.append(error)

    threads = [threading.Thread(target=guarded, args=(one,)) for one in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if raised:
        raise raised[0]


def planner_of(grid: ps.Grid, way: str) -> ps.Planner:
    if way in ("jump-table", "landmarks", "customizable"):
        return ps.Planner(grid, index=ps.build_index(grid, way))
    return ps.Planner(grid, way)


WAYS = ["astar", "jps", "bidirectional-astar", "jump-table", "landmarks", "customizable"]


@pytest.mark.parametrize("way", WAYS)
def test_a_path_is_optimal_in_the_world_of_its_revision(way: str) -> None:
    free, edits = rolled(sum(map(ord, way)))
    world = ps.Map(free)
    grid = world.grid()
    planner = planner_of(grid, way)
    seen: list[list[Seen]] = [[] for _ in range(SEARCHERS)]
    edited = threading.Event()
    revisions = [grid.revision]

    def edit() -> None:
        for place, passable in edits:
            world.edit("passable", place, passable)
            revisions.append(grid.revision)  # the grid has caught up, by this thread or by another one
        edited.set()

    def search(notes: list[Seen]) -> Callable[[], None]:
        def run() -> None:
            last = False
            while not last:
                last = edited.is_set()
                for start, goal in ENDS:
                    path = planner.find(start, goal)
                    notes.append((path.revision, start, goal, path.cost))

        return run

    in_threads([edit, *map(search, seen)])
    assert revisions == list(range(EDITS + 1))
    right = costs_by_revision(rolled(sum(map(ord, way)))[0], edits, revisions)
    for notes in seen:
        assert [note[0] for note in notes] == sorted(note[0] for note in notes)
        assert notes[-1][0] == revisions[-1]
        for revision, start, goal, cost in notes:
            assert cost == pytest.approx(right[revision, start, goal], rel=1e-9)


def costs_by_revision(
    free: np.ndarray[Any, Any], edits: list[tuple[Place, bool]], revisions: list[int]
) -> dict[tuple[int, Place, Place], float]:
    """Return the costs in each of the worlds, made by one thread one after the other."""
    costs = {}
    for number, revision in enumerate(revisions):
        if number:
            (x, y), passable = edits[number - 1]
            free[y, x] = passable
        grid = ps.Grid(free)
        for start, goal in ENDS:
            costs[revision, start, goal] = ps.find_path(grid, start, goal, algorithm="dijkstra").cost
    return costs


def test_claims_of_many_threads_never_overlap() -> None:
    grid = ps.Grid(np.ones((12, 12)))
    reservations = ps.Reservations(grid)
    claimed: list[ps.Path] = []
    rows = [((0, y), (11, 11 - y)) for y in range(12)]

    def send(some: list[tuple[Place, Place]]) -> Callable[[], None]:
        def run() -> None:
            timed = ps.Timed(grid, reservations=reservations)
            for start, goal in some:
                while path := ps.find_path(timed, start, goal):
                    try:
                        timed.claim(path)
                    except ConflictError:
                        continue
                    claimed.append(path)
                    break

        return run

    in_threads([send(rows[number::SEARCHERS]) for number in range(SEARCHERS)])
    held = [zip(path.points.tolist(), path.times.tolist(), strict=True) for path in claimed]
    taken = [(*place, time) for moments in held for place, time in moments]
    assert len(claimed) > len(rows) // 2
    assert len(taken) == len(set(taken))


def test_fields_and_islands_beside_edits_end_up_right() -> None:
    free, edits = rolled(5)
    world = ps.Map(free)
    grid = world.grid()
    field = ps.distance_field(grid, [ENDS[0][0]])
    islands = ps.islands(grid)

    def edit() -> None:
        for place, passable in edits:
            world.edit("passable", place, passable)

    def look() -> None:
        for _ in range(EDITS):
            field.update()
            islands.same(*ENDS[0])

    in_threads([edit, look, look])
    fresh = ps.Grid(world.passable)
    field.update()
    assert np.array_equal(field.costs, ps.distance_field(fresh, [ENDS[0][0]]).costs)
    assert islands.same(*ENDS[0]) == ps.islands(fresh).same(*ENDS[0])


LACK_OF_THREADS = """
import resource
import numpy as np
import pathstar as ps

grid = ps.Grid(np.ones((60, 60)))
ends = np.zeros((500, 2), int), np.full((500, 2), 59)
costs = ps.find_paths(grid, *ends, threads=2).costs
with open("/proc/self/statm") as sizes:
    pages = int(sizes.read().split()[0])
resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + (60 << 20), resource.RLIM_INFINITY))
print(np.array_equal(ps.find_paths(grid, *ends, threads=64).costs, costs))
print(ps.waypoints(grid, [(x, 0) for x in range(60)]).core.edges)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits the memory as Linux does")
def test_a_system_that_gives_fewer_threads_is_enough() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", LACK_OF_THREADS], capture_output=True, text=True, check=False, timeout=60
    )
    assert (ended.returncode, ended.stdout.split()) == (0, ["True", "3540"]), ended.stderr
