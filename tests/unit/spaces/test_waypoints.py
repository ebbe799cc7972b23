"""Waypoints: exact lines of sight, the shortest path over points, and what is rejected."""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from tests.oracle import sight

import pathstar as ps

CORNERS = ("no_cut", "no_squeeze", "free")
ROWS = [
    name
    for name in ps.ALGORITHMS
    if ps.ALGORITHMS[name].unsupported_reason(ps.waypoints(ps.Grid([[1]]), [])) is None
]


@st.composite
def grids(draw, least: int = 1, most: int = 8):
    shape = draw(st.tuples(st.integers(least, most), st.integers(least, most)))
    walls = draw(arrays(bool, shape, elements=st.integers(0, 3).map(bool), fill=st.nothing()))
    return ps.Grid(walls, moves=ps.Moves(corners=draw(st.sampled_from(CORNERS)), straight=2.5, diagonal=3))


@st.composite
def lines(draw):
    grid = draw(grids(most=12))
    x, y = st.integers(0, grid.width - 1), st.integers(0, grid.height - 1)
    return grid, (draw(x), draw(y)), (draw(x), draw(y))


@settings(deadline=None)
@given(lines())
def test_sight_is_the_oracles(line):
    grid, a, b = line
    space = ps.waypoints(grid, [])
    truth = sight.sees(grid.walkable, grid.moves.corners, a, b)
    assert space.sees(a, b) == truth
    assert space.sees(b, a) == truth
    if grid.walkable[a[::-1]] and grid.walkable[b[::-1]]:
        assert bool(ps.check_path(space, [a, b])) == truth


@pytest.mark.parametrize("corners", CORNERS)
def test_neighbours_see_each_other_where_a_step_is_legal(corners):
    walkable = np.random.default_rng(3).random((12, 13)) < 0.6
    grid = ps.Grid(walkable, moves=ps.Moves(corners=corners))
    space = ps.waypoints(grid, [])
    for y, x in zip(*np.nonzero(walkable), strict=True):
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            to = (int(x) + dx, int(y) + dy)
            if 0 <= to[0] < 13 and 0 <= to[1] < 12:
                legal = bool(ps.check_path(grid, [(x, y), to]))
                assert space.sees((int(x), int(y)), to) == legal


@settings(deadline=None)
@given(grids(least=2), st.randoms(use_true_random=False))
def test_the_way_is_the_shortest(grid, random):
    free = [(int(x), int(y)) for y, x in zip(*np.nonzero(grid.walkable), strict=True)]
    points = random.sample(free, min(len(free), 6))
    space = ps.waypoints(grid, np.array(points).reshape(-1, 2))
    for _ in range(4):
        if not free:
            return
        start, goal = random.choice(free), random.choice(points + free)
        truth = sight.cheapest(space, start, goal)
        for algorithm in ROWS:
            planner = ps.Planner(space, algorithm)
            path = planner.find(start, goal)
            assert bool(path) == math.isfinite(truth)
            assert path.status is (ps.Status.FOUND if path else ps.Status.NO_PATH)
            if path:
                assert ps.check_path(space, path).ok
                assert path.cost >= truth * (1 - 1e-9)
                assert path.cost <= truth * path.bound * (1 + 1e-9) or math.isinf(path.bound)
            trace = planner.trace(start, goal)
            assert trace.path.points.tolist() == path.points.tolist()
            search = planner.search(start, goal)
            while search.step(1) is ps.Status.RUNNING:
                pass
            assert search.path.points.tolist() == path.points.tolist()


def room() -> ps.Grid:
    walkable = np.ones((20, 20), bool)
    walkable[5:15, 5:15] = False
    return ps.Grid(walkable)


CORNER_POINTS = [(4, 4), (15, 4), (4, 15), (15, 15)]


def test_many_queries_threads_and_pickles():
    space = ps.waypoints(room(), CORNER_POINTS)
    assert repr(space).startswith("Waypoints(4 points, 4 lines, on Grid(20 x 20")
    starts, goals = [(0, 10), (4, 4), (19, 0)], [(19, 10), (15, 15), (19, 19)]
    paths = ps.find_paths(space, starts, goals, threads=3)
    one_by_one = [ps.find_path(space, a, b) for a, b in zip(starts, goals, strict=True)]
    assert [path.points.tolist() for path in paths] == [path.points.tolist() for path in one_by_one]
    assert [len(path) for path in paths] == [4, 3, 2]
    copy = pickle.loads(pickle.dumps(space))
    assert ps.find_path(copy, *((0, 10), (19, 10))).cost == one_by_one[0].cost
    field = np.arange(400).reshape(20, 20)
    assert field[one_by_one[1].indices].tolist() == [field[y, x] for x, y in one_by_one[1]]


def test_a_point_that_an_edit_has_closed_pickles():
    map = ps.Map(room().walkable)
    space = ps.waypoints(map.grid(), CORNER_POINTS)
    map.edit("passable", (4, 4), False)
    copy = pickle.loads(pickle.dumps(space))
    assert copy.points.tolist() == space.points.tolist()
    for ends in ((0, 10), (19, 10)), ((0, 0), (19, 19)), ((4, 4), (0, 0)):
        one, other = ps.find_path(space, *ends), ps.find_path(copy, *ends)
        assert (one.status, list(one)) == (other.status, list(other))


def test_blocked_ends():
    space = ps.waypoints(room(), CORNER_POINTS)
    assert ps.find_path(space, (7, 7), (0, 0)).status is ps.Status.BLOCKED_START
    assert ps.find_path(space, (0, 0), (7, 7)).status is ps.Status.BLOCKED_GOAL
    assert ps.find_path(space, (0, 0), (0, 0)).points.tolist() == [[0, 0]]
    assert ps.find_path(space, (4, 4), (4, 4)).cost == 0


def test_many_points_on_several_threads_are_as_one_by_one():
    walkable = np.random.default_rng(5).random((64, 64)) < 0.9
    grid = ps.Grid(walkable)
    points = np.argwhere(walkable)[::17, ::-1]
    space = ps.waypoints(grid, points)
    seen = sum(space.sees(a, b) for a in points for b in points if (a != b).any())
    assert space.edges == seen


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ([(0, 10), (19, 10)], "(0, 10) to (19, 10) crosses a wall"),
        ([(0, 0), (4, 0), (8, 0)], "(4, 0) is not a waypoint"),
        ([(0, 0), (10, 10)], "(10, 10) is not walkable"),
        ([], "there is no path"),
    ],
)
def test_the_checker_says_what_is_wrong(path, words):
    assert ps.check_path(ps.waypoints(room(), CORNER_POINTS), path).problem == words


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (
            lambda: ps.waypoints([[1]], []),
            ps.SpaceError,
            "Waypoints needs a Grid of plain squares, not list",
        ),
        (lambda: ps.waypoints(ps.Grid([[1]], cost=[[2]]), []), ps.SpaceError, "a grid without costs"),
        (
            lambda: ps.waypoints(room(), [(0, 0), (9, 9)]),
            ps.PlaceError,
            r"points\[1\] = \(9, 9\) is not walkable",
        ),
        (
            lambda: ps.waypoints(room(), [(0, 0), (0, 20)]),
            ps.PlaceError,
            r"points\[1\] = \(0, 20\) lies outside",
        ),
        (lambda: ps.waypoints(room(), [(1, 2), (0, 0), (1, 2)]), ps.PlaceError, r"is points\[0\] once more"),
        (lambda: ps.waypoints(room(), [(0.5, 0)]), ps.PlaceTypeError, "whole numbers"),
        (lambda: ps.waypoints(room(), [(0, 0, 0)]), ps.ArrayError, "places"),
        (
            lambda: ps.waypoints(ps.Grid(np.ones((101, 100))), np.argwhere(np.ones((100, 101)))),
            ps.MapLimitError,
            "at most 10,000",
        ),
        (lambda: ps.distance_field(ps.waypoints(room(), []), [(0, 0)]), ps.OptionError, "ask their grid"),
        (lambda: ps.find_path(ps.waypoints(room(), []), (0, 0), (0, 20)), ps.PlaceError, "outside"),
        (
            lambda: ps.find_path(ps.waypoints(room(), []), (0, 0), (1, 0), heuristic="octile"),
            ps.OptionError,
            "does not fit this Waypoints; allowed: zero, euclidean",
        ),
        (
            lambda: ps.find_path(ps.waypoints(room(), []), (0, 0), (1, 0), algorithm="jps"),
            ps.OptionError,
            "needs a grid of squares",
        ),
        (lambda: ps.waypoints(room(), []).update(None), ps.OptionError, "made from arrays"),
    ],
)
def test_bad_input(make, error, words):
    with pytest.raises(error, match=words):
        make()
