"""IDA* is exact if it ends, keeps to its limits if not, and remembers only one path."""

from __future__ import annotations

import gc
import math
import pickle
import signal
import threading
import weakref
from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracle import plain

import pathstar as ps
from pathstar.spaces.base import place_list

NAME = "ida-star"


def assert_all_pairs(space: object) -> None:
    planner = ps.Planner(space, NAME)
    places = place_list(space.places_of(np.arange(space.size)))
    for start in places:
        truth = plain.costs_from(space, start) if plain.is_free(space, start) else {}
        for goal in places:
            path = planner.find(start, goal)
            if not (plain.is_free(space, start) and plain.is_free(space, goal)):
                assert not path
                continue
            assert path.status is (ps.Status.FOUND if goal in truth else ps.Status.NO_PATH)
            assert path.cost == pytest.approx(truth.get(goal, math.inf), rel=1e-11)
            if path:
                assert ps.check_path(space, path, start=start, goal=goal)


@given(
    st.lists(st.sampled_from([0.0, 1.0, 1.0, 2.5, math.inf]), min_size=6, max_size=6),
    st.sampled_from([4, 8]),
    st.booleans(),
)
def test_all_pairs_of_small_grids(cells: list[float], directions: int, weighted: bool) -> None:
    cost = np.array(cells).reshape(2, 3)
    moves = ps.Moves(directions=directions)
    assert_all_pairs(ps.Grid(cost < 9, cost=cost if weighted else None, moves=moves))


@given(
    st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5), st.sampled_from([0, 0.1, 1, 7])), max_size=14)
)
def test_all_pairs_of_small_graphs(edges: list[tuple[int, int, float]]) -> None:
    assert_all_pairs(ps.Graph.from_edges([*edges, (0, 0, 1)], names=range(6)))


@pytest.mark.parametrize(
    "space",
    [
        ps.HexGrid([[1, 1, 0], [1, 1, 1]]),
        ps.VoxelGrid(np.ones((2, 2, 2)), directions=6),
        ps.Grid([[1, 1, 1], [1, 0, 1]], wrap="x"),
        ps.Grid([[1, 1], [1, 1]], moves=ps.Moves(directions=16)),
    ],
)
def test_other_spaces(space: object) -> None:
    assert_all_pairs(space)


def test_corridors_are_no_trouble() -> None:
    grid = ps.maps.generate.maze(21, 21, seed=1).grid()
    path = ps.find_path(grid, (1, 1), (19, 19), algorithm=NAME)
    assert path.cost == pytest.approx(ps.find_path(grid, (1, 1), (19, 19)).cost)
    assert path.stats.open_list == "none"


def test_a_weight_bounds_the_cost() -> None:
    grid = ps.Grid(np.random.default_rng(1).random((6, 6)) > 0.2)
    best = ps.find_path(grid, (0, 0), (5, 5))
    path = ps.find_path(grid, (0, 0), (5, 5), algorithm=NAME, weight=1.5)
    assert path.bound == 1.5
    assert best.cost <= path.cost <= 1.5 * best.cost


def test_it_keeps_to_its_limits() -> None:
    grid = ps.Grid(np.ones((40, 40)), cost=np.random.default_rng(1).uniform(1, 9, (40, 40)))
    path = ps.find_path(grid, (0, 0), (39, 39), algorithm=NAME, max_expansions=5000)
    assert (path.status, path.stats.expanded) == (ps.Status.LIMIT, 5000)
    search = ps.Planner(grid, NAME, max_expansions=5000).search((0, 0), (39, 39))
    assert search.step(4999) is ps.Status.RUNNING
    assert search.step(1) is ps.Status.LIMIT
    stopped = ps.Planner(grid, NAME).search((0, 0), (39, 39))
    stopped.step(10)
    stopped.stop()
    assert stopped.path.status is ps.Status.LIMIT


def test_without_a_limit_it_has_the_row_s() -> None:
    assert ps.ALGORITHMS[NAME].most_expansions == 10_000_000
    planner = pickle.loads(pickle.dumps(ps.Planner(ps.Grid([[1, 1]]), NAME)))
    assert planner.find((0, 0), (1, 0)).cost == 1


def test_ctrl_c_stops_it() -> None:
    grid = ps.Grid(np.ones((60, 60)), cost=np.random.default_rng(1).uniform(1, 9, (60, 60)))
    planner = ps.Planner(grid, NAME, max_expansions=2**62)
    threading.Timer(0.3, signal.raise_signal, [signal.SIGINT]).start()
    with pytest.raises(KeyboardInterrupt):
        planner.find((0, 0), (59, 59))


def test_what_it_does_not_take() -> None:
    grid = ps.Grid([[1, 1]])
    with pytest.raises(ps.OptionError, match="keeps no open list, so it takes no open_list; given: 'heap'"):
        ps.Planner(grid, NAME, open_list="heap")
    with pytest.raises(ps.OptionError, match="takes no ties; given: 'first'"):
        ps.Planner(grid, NAME, ties="first")


class Board:
    """A number that can be watched; every number leads to two others."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __hash__(self) -> int:
        return self.number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self.number == other.number


def test_over_functions_it_forgets_what_lies_behind_it() -> None:
    alive: weakref.WeakSet[Board] = weakref.WeakSet()
    most = 0

    def neighbors(board: Board) -> Iterator[tuple[Board, float]]:
        nonlocal most
        for number in (2 * board.number, 2 * board.number + 1):
            following = Board(number)
            alive.add(following)
            yield following, 1.0
        most = max(most, len(alive))

    path = ps.search(Board(1), Board(2**12 - 1), neighbors, algorithm=NAME)
    assert [board.number for board in path] == [2**power - 1 for power in range(1, 13)]
    assert path.stats.expanded > 4000
    del path
    gc.collect()
    assert most < 100


def test_a_function_s_exception_passes_and_the_search_goes_on() -> None:
    calls = 0

    def neighbors(number: int) -> list[tuple[int, float]]:
        nonlocal calls
        calls += 1
        if calls == 5:
            raise RuntimeError("the fifth")
        return [(2 * number, 1.0), (2 * number + 1, 1.0)]

    search = ps.Planner(ps.Custom(neighbors), NAME).search(1, 22)
    with pytest.raises(RuntimeError, match="the fifth"):
        search.run()
    assert search.status is ps.Status.RUNNING
    assert list(search.run()) == [1, 2, 5, 11, 22]


def test_limits_of_cost_time_and_dead_estimates() -> None:
    def steps(number: int) -> list[tuple[int, float]]:
        return [(number + 1, 1.0), (number + 2, 1.5)]

    assert ps.search(0, 9, steps, algorithm=NAME).cost == 7
    assert ps.search(0, lambda n: n > 8, steps, algorithm=NAME).cost == 7
    assert ps.search(0, 9, steps, algorithm=NAME, max_cost=6).status is ps.Status.LIMIT
    assert ps.search(0, -1, steps, algorithm=NAME, max_seconds=0.05).status is ps.Status.LIMIT
    dead = ps.search(0, 9, steps, lambda n: math.inf if n == 0 else 0.0, algorithm=NAME)
    assert dead.status is ps.Status.NO_PATH
