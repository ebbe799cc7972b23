"""Searches on many new grids, which pass on the memory of their records: no old record counts as new."""

from __future__ import annotations

import math
import threading

import numpy as np
import pytest

import pathstar as ps
from oracle.plain import cheapest
from pathstar.compat import pyastar2d
from pathstar.compat.squares import path_on

SIDES = (9, 70, 24, 47, 70, 9)  # of three classes of memory, larger and smaller than the last


def board(seed: int) -> tuple[ps.Grid, tuple[int, int], tuple[int, int]]:
    """Return a new grid of one of the sizes, with costs or without, and two places in it."""
    random = np.random.default_rng(seed)
    side = SIDES[seed % len(SIDES)]
    free = random.random((side, side)) > 0.3
    start, goal = (tuple(random.integers(0, side, 2).tolist()) for _ in range(2))
    free[start[::-1]] = free[goal[::-1]] = True
    return ps.Grid(free, cost=random.integers(1, 10, free.shape) if seed % 2 else None), start, goal


@pytest.mark.parametrize("algorithm", ["astar", "dijkstra", "bidirectional-astar", "auto"])
def test_grids_in_turn(algorithm: str):
    kept = []
    for seed in range(60):
        grid, start, goal = board(seed)
        expected = pytest.approx(cheapest(grid, start, goal), rel=1e-9)
        for _ in range(seed % 4 + 1):
            path = ps.find_path(grid, start, goal, algorithm=algorithm)
            assert path.cost == expected
        if path:
            ps.check_path(grid, path)
        kept = [*kept[-2:], grid]  # some grids live on, and search again between others
        older = kept[0]
        ends = (0, 0), (older.width - 1, older.height - 1)
        if older.walkable[0, 0] and older.walkable[-1, -1]:
            assert ps.find_path(older, *ends).cost == pytest.approx(cheapest(older, *ends), rel=1e-9)


def test_searches_under_way_keep_their_records():
    grid, start, goal = board(1)
    expected = cheapest(grid, start, goal)
    search = ps.Planner(grid, "astar").search(start, goal)
    for seed in range(2, 40):
        search.step(20)
        other, begin, end = board(seed)
        assert path_on(other, begin, end).cost == pytest.approx(cheapest(other, begin, end), rel=1e-9)
    assert search.run().cost == pytest.approx(expected, rel=1e-9)


def test_grids_in_threads():
    wrong: list[int] = []
    expected = {seed: cheapest(*board(seed)) for seed in range(30)}
    shared, begin, end = board(31)
    of_shared = cheapest(shared, begin, end)

    def work(first: int) -> None:
        for seed in range(first, first + 90):
            path = ps.find_path(*board(seed % 30), algorithm="astar")
            also = ps.find_path(shared, begin, end, algorithm="astar")
            if path.cost != pytest.approx(expected[seed % 30]) or also.cost != pytest.approx(of_shared):
                wrong.append(seed)

    for _ in range(3):  # threads that end leave no memory that others use
        threads = [threading.Thread(target=work, args=(first,)) for first in (0, 7, 14)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert not wrong


def test_the_only_search_of_a_space():
    for seed in range(40):
        grid, start, goal = board(seed)
        expected = cheapest(grid, start, goal)
        for _ in range(3):
            path = path_on(grid, start, goal)
            assert path.cost == pytest.approx(expected, rel=1e-9)
            assert bool(path) == math.isfinite(expected)
    walled = ps.Grid([[1, 0, 1]])
    assert path_on(walled, (0, 0), (2, 0)).status == ps.Status.NO_PATH
    assert path_on(ps.Grid([[1, 0, 1]]), (0, 0), (1, 0)).status == ps.Status.BLOCKED_GOAL
    assert path_on(ps.Grid([[1, 0, 1]]), (0, 0), (0, 0)).points.tolist() == [[0, 0]]
    assert pyastar2d.astar_path(np.array([[1, np.inf, 1]], np.float32), (0, 0), (0, 2)) is None
