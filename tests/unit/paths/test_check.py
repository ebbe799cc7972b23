"""The checker must see every kind of wrong path."""

from __future__ import annotations

import math

import numpy as np
import pytest

import pathstar as ps

OPEN = np.ones((4, 5), bool)


def wall_at(*places: tuple[int, int]) -> np.ndarray:
    walkable = OPEN.copy()
    for x, y in places:
        walkable[y, x] = False
    return walkable


@pytest.mark.parametrize(
    ("walkable", "moves", "points", "problem", "step"),
    [
        (OPEN, ps.Moves(), [(0, 0), (2, 0)], "is not one step", 0),
        (OPEN, ps.Moves(), [(0, 0), (1, 0), (1, 0)], "is not one step", 1),
        (OPEN, ps.Moves(directions=4), [(0, 0), (1, 1)], "is a diagonal step", 0),
        (OPEN, ps.Moves(), [(0, 0), (-1, 0)], "lies outside", 0),
        (OPEN, ps.Moves(), [(4, 3), (5, 3)], "lies outside", 0),
        (wall_at((1, 0)), ps.Moves(), [(0, 0), (1, 0)], "is not walkable", 0),
        (wall_at((0, 0)), ps.Moves(), [(0, 0), (1, 0)], "is not walkable", 0),
        (wall_at((1, 0)), ps.Moves(), [(0, 0), (0, 1), (1, 1), (2, 0)], "cuts a corner", 2),
        (wall_at((1, 0), (0, 1)), ps.Moves(corners="no_squeeze"), [(0, 0), (1, 1)], "cuts a corner", 0),
        (OPEN, ps.Moves(), [], "there is no path", None),
    ],
)
def test_wrong_paths(walkable, moves, points, problem, step):
    check = ps.check_path(ps.Grid(walkable, moves=moves), points)
    assert not check
    assert problem in check.problem
    assert check.step == step
    assert check.cost == math.inf


@pytest.mark.parametrize("corners", ["no_squeeze", "free"])
def test_one_corner_may_be_passed(corners):
    assert ps.check_path(ps.Grid(wall_at((1, 0)), moves=ps.Moves(corners=corners)), [(0, 0), (1, 1)])


def test_both_corners_may_be_passed_when_free():
    grid = ps.Grid(wall_at((1, 0), (0, 1)), moves=ps.Moves(corners="free"))
    assert ps.check_path(grid, [(0, 0), (1, 1)])


def test_costs():
    cost = np.arange(20.0).reshape(4, 5)
    points = [(0, 0), (1, 0), (2, 1)]
    assert ps.check_path(ps.Grid(OPEN), points).cost == pytest.approx(1 + math.sqrt(2))
    assert ps.check_path(ps.Grid(OPEN, cost=cost), points).cost == pytest.approx(1 + 7 * math.sqrt(2))
    mean = ps.Grid(OPEN, cost=cost, cost_model="mean", moves=ps.Moves(straight=10, diagonal=14))
    assert ps.check_path(mean, points).cost == pytest.approx(10 * 0.5 + 14 * 4)


def test_ends():
    grid = ps.Grid(OPEN)
    assert ps.check_path(grid, [(0, 0), (1, 0)], start=(0, 0), goal=(1, 0))
    assert "starts at (0, 0)" in ps.check_path(grid, [(0, 0), (1, 0)], start=(1, 0)).problem
    assert "ends at (1, 0)" in ps.check_path(grid, [(0, 0), (1, 0)], goal=(0, 0)).problem


def test_a_path_must_keep_its_word():
    cheap, dear = ps.Grid(OPEN), ps.Grid(OPEN, moves=ps.Moves(straight=2))
    path = ps.find_path(cheap, (0, 0), (3, 0))
    assert ps.check_path(cheap, path)
    assert "its steps cost 6.0, but it states 3.0" in ps.check_path(dear, path).problem
    assert not ps.check_path(cheap, ps.find_path(ps.Grid(wall_at((1, 0), (0, 1), (1, 1))), (0, 0), (3, 3)))


def test_other_spaces_are_refused():
    with pytest.raises(ps.SpaceError, match="ndarray"):
        ps.check_path(OPEN, [(0, 0)])


CELLS = ps.Grid(OPEN)
ROADS = ps.Graph.from_edges([("a", "b", 1.0), ("b", "c", 1.0)])
NUMBERED = ps.Graph.from_edges(np.array([[0, 1], [1, 2]]))
STEPS = ps.Custom(lambda number: [(number + 1, 1.0)])
OF_CELLS = {
    "grid": (CELLS, 2),
    "grid with links": (ps.Grid(OPEN, wrap="x"), 2),
    "hexagons": (ps.HexGrid(OPEN), 2),
    "waypoints": (ps.waypoints(CELLS, [(1, 0)]), 2),
    "voxels": (ps.VoxelGrid(OPEN[None]), 3),
    "turning": (ps.Turning(CELLS), 3),
    "timed": (ps.Timed(CELLS), 2),
}
NO_NUMBERS = [0.5, 1.0, math.nan, math.inf, -math.inf, True, "1", None, 2**64, -(2**64), 10**400]


def path_over(kind: str, place: object) -> tuple[ps.spaces.Space, list[object]]:
    """A path from the first cell to a place; over a Timed it arrives after one second."""
    space, _ = OF_CELLS[kind]
    ways = [(0, 0), place] if kind != "voxels" else [(0, 0, 0), place]
    if kind == "turning":
        ways = [(0, 0, 0), place]
    if kind == "timed":
        ways = [(0, 0, 0), (*place, 1)] if isinstance(place, tuple) else [(0, 0, 0), place]
    return space, ways


@pytest.mark.parametrize("number", NO_NUMBERS, ids=lambda number: str(number)[:9])
@pytest.mark.parametrize("kind", OF_CELLS)
def test_what_is_no_place_is_refused_with_a_reason(kind, number):
    count = OF_CELLS[kind][1]
    if kind == "timed" and number == 1.0 and number is not True:
        return  # rows with times hold numbers of any kind, so 1.0 stands for 1
    for at in range(2):
        place = tuple(number if column == at else 0 for column in range(count))
        for ways in (path_over(kind, place)[1], path_over(kind, place)[1][1:]):
            check = ps.check_path(OF_CELLS[kind][0], ways)
            assert not check
            assert check.cost == math.inf
            assert any(word in check.problem for word in ("is not a place", "lies outside", "is not a row"))


@pytest.mark.parametrize("kind", OF_CELLS)
@pytest.mark.parametrize(
    "path", [None, 7, "ab", b"ab", [None], [7], ["ab"], [()], [(0,)], {"a": 1}, [[[0, 0]]]]
)
def test_what_is_no_path_is_refused_with_a_reason(kind, path):
    check = ps.check_path(OF_CELLS[kind][0], path)
    assert not check
    assert any(
        word in check.problem for word in ("is not a place", "is not a list of places", "is not a row")
    )


@pytest.mark.parametrize("kind", OF_CELLS)
@pytest.mark.parametrize(
    "place", [5, "ab", (0.0, 0), (True, 0), (0,), (0, 0, 0, 0), (None, 0), (math.inf, 0)]
)
def test_ends_that_are_no_places_are_refused_with_a_reason(kind, place):
    space, count = OF_CELLS[kind]
    ways = [(0,) * (3 if kind == "timed" else count)]
    assert ps.check_path(space, ways, start=(0,) * count)
    for ends in ({"start": place}, {"goal": place}):
        check = ps.check_path(space, ways, **ends)
        assert not check
        assert "at a place, but" in check.problem


@pytest.mark.parametrize(
    ("space", "path", "problem"),
    [
        (ROADS, ["zzz"], "there is no node 'zzz'"),
        (ROADS, ["a", "b", 3], "there is no node 3"),
        (ROADS, ["a", ["b"]], "is not hashable"),
        (ROADS, [], "there is no path"),
        (ROADS, None, "None is not a list of places"),
        (NUMBERED, [0, 1.0], "is 1.0; the nodes have no names, so a whole number is needed"),
        (NUMBERED, [0, True], "is True; the nodes have no names"),
        (NUMBERED, [2**64], "there are 3 nodes"),
        (STEPS, [1, [2]], "is not hashable"),
        (STEPS, 5, "5 is not a list of places"),
    ],
)
def test_what_is_no_node_is_refused_with_a_reason(space, path, problem):
    check = ps.check_path(space, path)
    assert not check
    assert problem in check.problem


def test_ends_that_are_no_nodes_are_refused_with_a_reason():
    assert ps.check_path(NUMBERED, [0, 1], start=0, goal=1)
    for space, path, ends in (
        (NUMBERED, [0, 1], {"start": False}),
        (NUMBERED, [0, 1], {"goal": 1.0}),
        (ROADS, ["a"], {"goal": ["a"]}),
        (ROADS, ["a"], {"start": np.array(["a", "b"])}),
    ):
        check = ps.check_path(space, path, **ends)
        assert not check
        assert "at a node, but" in check.problem


def test_whole_numbers_of_any_kind_are_places():
    for kind in ("i1", "u2", "i8", "u8"):
        assert ps.check_path(CELLS, np.array([[0, 0], [1, 0]], kind))
    assert ps.check_path(CELLS, [(np.int8(0), np.uint64(0)), [1, 0]], start=np.array([0, 0]))
    assert "lies outside" in ps.check_path(CELLS, np.array([[2**64 - 1, 0]], "u8")).problem


@pytest.mark.parametrize("time", [math.nan, math.inf, "1", None, True, 10**400])
def test_times_that_are_none_are_refused(time):
    timed = ps.Timed(CELLS)
    for rows in ([(0, 0, time)], [(0, 0, 0), (1, 0, time)]):
        assert "three finite numbers" in ps.check_path(timed, rows).problem
    assert ps.check_path(timed, np.array([[0, 0, 0.5], [1, 0, 1.5]]))
