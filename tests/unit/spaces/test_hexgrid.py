"""Grids of hexagons: what they are made from, what they reject, and their coordinates."""

from __future__ import annotations

import pickle
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracle import plain

import pathstar as ps
from pathstar.spaces import hexes

LAYOUTS = hexes.LAYOUTS
whole = st.integers(-1000, 1000)


@given(st.lists(st.tuples(whole, whole), min_size=1), st.sampled_from(LAYOUTS))
def test_coordinates_go_there_and_back(places, layout):
    array = np.array(places)
    axial, cube = hexes.to_axial(array, layout), hexes.to_cube(array, layout)
    assert np.array_equal(hexes.from_axial(axial, layout), array)
    assert np.array_equal(hexes.from_cube(cube, layout), array)
    assert (cube.sum(axis=1) == 0).all()
    assert hexes.to_axial(places[0], layout) == tuple(axial[0].tolist())
    assert hexes.from_cube(tuple(cube[0].tolist()), layout) == places[0]


@given(whole, whole, st.sampled_from(LAYOUTS))
def test_axial_steps_are_the_neighbours_on_the_plane(x, y, layout):
    q, r = hexes.to_axial((x, y), layout)
    here = plain.centre_of(layout, x, y)
    for dq, dr in hexes.AXIAL_DIRECTIONS:
        there = plain.centre_of(layout, *hexes.from_axial((q + dq, r + dr), layout))
        assert np.hypot(there[0] - here[0], there[1] - here[1]) == pytest.approx(1)
        assert hexes.hex_distance((q, r), (q + dq, r + dr)) == 1


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_distance_is_the_cost_on_open_ground(layout):
    grid = ps.HexGrid(np.ones((9, 8)), layout=layout)
    truth = plain.costs_from(grid, (3, 4))
    for place, cost in truth.items():
        assert hexes.hex_distance(grid.to_axial((3, 4)), grid.to_axial(place)) == cost
        assert hexes.hex_distance((3, 4), place, layout) == cost
    assert hexes.hex_distance(list(truth), (3, 4), layout).tolist() == list(truth.values())
    assert len(truth) == 72


def test_a_straight_search_expands_only_the_way():
    grid = ps.HexGrid(np.ones((40, 60)))
    path = ps.find_path(grid, (2, 20), (50, 20))
    assert path.cost == 48
    assert path.stats.expanded == 49


def test_joined_borders_are_crossed():
    grid = ps.HexGrid(np.ones((6, 10)), wrap="x")
    assert ps.find_path(grid, (0, 2), (9, 2)).points.tolist() == [[0, 2], [9, 2]]
    assert ps.find_path(ps.HexGrid(np.ones((6, 10)), wrap="xy"), (0, 0), (0, 5)).cost == 1
    assert ps.find_path(ps.HexGrid(np.ones((6, 10))), (0, 2), (9, 2)).cost == 9


def test_portals_lead_one_way_at_their_cost():
    grid = ps.HexGrid(np.ones((6, 30)), portals=[((1, 0), (28, 0), 2.5), [(3, 3), (2, 5)]])
    path = ps.find_path(grid, (0, 0), (29, 0))
    assert path.points.tolist() == [[0, 0], [1, 0], [28, 0], [29, 0]]
    assert path.cost == 4.5
    assert path.bound == 1
    assert ps.find_path(grid, (29, 0), (0, 0)).cost == 29
    assert ps.find_path(grid, (3, 3), (2, 5)).cost == 1
    assert ps.check_path(grid, path)


def test_exits_and_one_way_pairs():
    exits = np.full((1, 4), 63)
    exits[0, 1] = 1 << ps.HexGrid([[1]]).directions.index((1, 0))
    grid = ps.HexGrid(np.ones((1, 4)), exits=exits)
    assert ps.find_path(grid, (0, 0), (3, 0)).cost == 3
    assert not ps.find_path(grid, (3, 0), (0, 0))
    assert "exit that is closed" in ps.check_path(grid, [(1, 0), (0, 0)]).problem
    ledge = ps.HexGrid(np.ones((1, 4)), one_way=[((1, 0), (2, 0))])
    assert ps.find_path(ledge, (0, 0), (3, 0)).cost == 3
    assert not ps.find_path(ledge, (3, 0), (0, 0))
    assert "against a one-way step" in ps.check_path(ledge, [(2, 0), (1, 0)]).problem


def test_the_second_hopeless_query_costs_no_search():
    planner = ps.Planner(ps.HexGrid([[1, 1, 0, 1, 1]]))
    assert planner.find((0, 0), (4, 0)).stats.expanded == 2
    assert planner.find((4, 0), (0, 0)).stats.expanded == 0


def test_pickles_with_all_it_has():
    walkable = np.ones((4, 6))
    grid = ps.HexGrid(
        walkable,
        layout="even-q",
        cost=walkable * 2,
        cost_model="mean",
        wrap="x",
        portals=[((0, 0), (3, 3), 0)],
        exits=np.full((4, 6), 62),
        one_way=[((0, 0), (0, 1))],
    )
    copy = pickle.loads(pickle.dumps(grid))
    links = "wrap x, 1 portal, exits, 1 one-way"
    assert repr(copy) == repr(grid) == f"HexGrid(6 x 4, 24 walkable, even-q, cost mean, {links})"
    assert copy.links.portals == grid.links.portals == (((0, 0), (3, 3), 0.0),)
    for goal in ((5, 3), (3, 3), (0, 1)):
        assert ps.find_path(copy, (0, 0), goal).cost == plain.cheapest(grid, (0, 0), goal)


def test_views_are_read_only_and_shaped():
    grid = ps.HexGrid([[1, 0]], cost=[[2, 3]])
    assert grid.walkable.tolist() == [[True, False]]
    assert grid.cost.tolist() == [[2, 3]]
    with pytest.raises(ValueError, match="read-only"):
        grid.cost[0, 0] = 1
    assert ps.HexGrid([[1]]).cost is None


def test_arrays_of_any_type_and_order():
    for dtype in (bool, np.int8, np.uint64, np.float32):
        walkable = np.asfortranarray(np.eye(4, dtype=dtype)[::-1])
        assert np.array_equal(ps.HexGrid(walkable).walkable, np.eye(4, dtype=bool)[::-1])


ONES = np.ones((3, 4))


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"layout": "odd_r"}, ps.OptionError, "did you mean 'odd-r'"),
        ({"layout": 3}, ps.OptionError, "layout"),
        ({"cost_model": "mena"}, ps.OptionError, "did you mean 'mean'"),
        ({"cost": np.ones((4, 3))}, ps.ArrayError, "they must be equal"),
        ({"cost": -ONES}, ps.CostError, r"cost at \(0, 0\) is -1.0"),
        ({"cost": ONES * 1e200}, ps.CostError, "at most 1e\\+100"),
        ({"wrap": "z"}, ps.OptionError, "wrap"),
        ({"wrap": "y"}, ps.OptionError, "3 rows; in the layout 'odd-r' y can be joined only"),
        ({"portals": 7}, ps.OptionError, "portals is 7"),
        ({"portals": [7]}, ps.OptionError, re.escape("portals[0] is 7; allowed: (from, to)")),
        ({"portals": ["ab"]}, ps.OptionError, r"portals\[0\]"),
        ({"portals": [((0, 0), (9, 9))]}, ps.PlaceError, r"portals\[0\]: place \(9, 9\) lies outside"),
        ({"portals": [((0, 0), (1.5, 0))]}, ps.PlaceTypeError, r"portals\[0\]"),
        ({"portals": [((0, 0), (1, 0), -1)]}, ps.CostError, r"portals\[0\] costs -1"),
        ({"portals": [((0, 0), (1, 0), np.nan)]}, ps.CostError, r"portals\[0\] costs nan"),
        ({"portals": [((0, 0), (1, 0), "x")]}, ps.CostError, r"portals\[0\] costs 'x'"),
        ({"one_way": [((0, 0), (2, 0))]}, ps.OptionError, r"\(0, 0\) to \(2, 0\) is not one step"),
        ({"one_way": [((0, 0),)]}, ps.OptionError, r"one_way\[0\] is"),
        ({"exits": ONES}, ps.ArrayTypeError, "whole numbers"),
        ({"exits": np.ones((2, 2), int)}, ps.ArrayError, r"exits has the shape \(2, 2\)"),
        ({"exits": np.full((3, 4), 64)}, ps.ArrayError, r"exits\[0, 0\] is 64; allowed: 0 to 63"),
    ],
)
def test_bad_options(options, error, words):
    with pytest.raises(error, match=words):
        ps.HexGrid(ONES, **options)


@pytest.mark.parametrize("walkable", [[], [[]], [1, 2], np.ones((2, 2, 2)), [["a"]], [[1], [1, 2]], None])
def test_bad_arrays(walkable):
    with pytest.raises((ps.ArrayError, ps.ArrayTypeError)):
        ps.HexGrid(walkable)


@pytest.mark.parametrize("place", [(-1, 0), (4, 0), (0, 3), (0.5, 0), "ab", None, (0, 0, 0), (True, 0)])
def test_bad_places(place):
    grid = ps.HexGrid(ONES)
    with pytest.raises((ps.PlaceError, ps.PlaceTypeError)):
        ps.find_path(grid, place, (0, 0))
    with pytest.raises((ps.PlaceError, ps.PlaceTypeError)):
        ps.find_path(grid, (0, 0), place)


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: hexes.to_axial((1, 2, 3), "odd-r"), ps.ArrayError),
        (lambda: hexes.to_axial([[1, 2], [3]], "odd-r"), ps.ArrayError),
        (lambda: hexes.to_axial((1.5, 2), "odd-r"), ps.PlaceTypeError),
        (lambda: hexes.from_axial((1, 2), "odd"), ps.OptionError),
        (lambda: hexes.from_cube((1, 2, 3), "odd-r"), ps.PlaceError),
        (lambda: hexes.hex_distance((1, 2), "ab"), ps.ArrayError),
        (lambda: hexes.hex_distance((1, 2), (3, 4), "odd"), ps.OptionError),
    ],
)
def test_bad_coordinates(call, error):
    with pytest.raises(error):
        call()


def test_what_fits_squares_only_is_refused_in_words():
    grid = ps.HexGrid(ONES)
    with pytest.raises(ps.OptionError, match="jps needs a grid of squares"):
        ps.find_path(grid, (0, 0), (1, 1), algorithm="jps")
    with pytest.raises(ps.OptionError, match="'octile' does not fit this HexGrid; allowed: zero, hex, eucl"):
        ps.find_path(grid, (0, 0), (1, 1), heuristic="octile")
    with pytest.raises(ps.OptionError, match="skip_dead_ends needs a Grid"):
        ps.find_path(grid, (0, 0), (1, 1), skip_dead_ends=True)
    with pytest.raises(ps.OptionError):
        ps.build_index(grid, "subgoal")


@pytest.mark.parametrize(
    ("points", "problem"),
    [
        ([(0, 0), (0, 2)], "is not one step"),
        ([(0, 0), (1, 1)], "is not one step"),
        ([(0, 0), (0, -1)], "lies outside"),
        ([(0, 0), (0, 0)], "is not one step"),
        ([], "there is no path"),
    ],
)
def test_the_checker_sees_wrong_steps(points, problem):
    assert problem in ps.check_path(ps.HexGrid(ONES), points).problem


def test_a_map_becomes_hexagons_and_they_follow_its_edits():
    map = ps.Map([[1, 1, 1], [1, 1, 1]], cost=[[1, 2, 3], [4, 5, 6]])
    hexes = map.hexgrid("even-q", "mean", wrap="y")
    assert repr(hexes) == "HexGrid(3 x 2, 6 walkable, even-q, cost mean, wrap y)"
    hexes.update(map.edit("cost", (1, 1), 9))
    assert hexes.cost.tolist() == [[1, 2, 3], [4, 9, 6]]
    words = r"this HexGrid was made from arrays; only one made by Map.hexgrid\(\) takes changes"
    with pytest.raises(ps.OptionError, match=words):
        ps.HexGrid([[1]]).update(map.edit("cost", (0, 0), 9))
