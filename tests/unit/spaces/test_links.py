"""Grids of squares with sixteen directions, joined borders, portals and one-way rules."""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest
from tests.oracle import plain

import pathstar as ps

OPEN = np.ones((6, 9), bool)
SIXTEEN = ps.Moves(directions=16)


def walled(*places: tuple[int, int]) -> np.ndarray:
    walkable = OPEN.copy()
    for x, y in places:
        walkable[y, x] = False
    return walkable


def test_a_knights_move_is_a_straight_line():
    path = ps.find_path(ps.Grid(OPEN, moves=SIXTEEN), (0, 0), (4, 2))
    assert path.points.tolist() == [[0, 0], [2, 1], [4, 2]]
    assert path.cost == pytest.approx(2 * math.sqrt(5))
    assert ps.find_path(ps.Grid(OPEN, moves=ps.Moves(directions=16, knight=2)), (0, 0), (4, 2)).cost == 4


@pytest.mark.parametrize(
    ("walls", "allowed"),
    [
        ((), ("no_cut", "no_squeeze", "free")),
        (((1, 0),), ("no_squeeze", "free")),
        (((1, 1),), ("no_squeeze", "free")),
        (((0, 1), (2, 0)), ("no_cut", "no_squeeze", "free")),  # beside the line, not on it
        (((1, 0), (0, 1)), ("free",)),
        (((1, 0), (1, 1)), ()),  # both cells that it passes between: no rule lets it leap
        (((1, 1), (2, 0)), ("free",)),
    ],
)
def test_the_corner_rules_of_a_knights_move(walls, allowed):
    for corners in ("no_cut", "no_squeeze", "free"):
        grid = ps.Grid(walled(*walls), moves=ps.Moves(directions=16, corners=corners))
        assert ps.check_path(grid, [(0, 0), (2, 1)]).ok == (corners in allowed), corners
        direct = ps.find_path(grid, (0, 0), (2, 1)).cost == math.sqrt(5)
        assert direct == (corners in allowed), corners


@pytest.mark.parametrize("knight", [0.9, 1.5, math.sqrt(5), 2.4, 9.0])
@pytest.mark.parametrize("diagonal", [0.8, math.sqrt(2), 2.5])
@pytest.mark.parametrize("heuristic", ["octile", "euclidean", "chebyshev", "manhattan"])
def test_estimates_keep_their_word_whatever_the_steps_cost(knight, diagonal, heuristic):
    grid = ps.Grid(OPEN, moves=ps.Moves(directions=16, diagonal=diagonal, knight=knight))
    for goal, cost in plain.costs_from(grid, (3, 3)).items():
        path = ps.find_path(grid, (3, 3), goal, heuristic=heuristic)
        assert cost * (1 - 1e-9) <= path.cost <= cost * path.bound * (1 + 1e-9)
        assert heuristic == "manhattan" or path.bound == 1


def test_the_shorter_way_round_guides_the_search():
    grid = ps.Grid(np.ones((30, 60)), wrap="xy")
    path = ps.find_path(grid, (2, 15), (57, 15))
    assert (path.cost, path.stats.expanded) == (5, 6)
    assert ps.find_path(grid, (5, 0), (5, 29)).cost == 1
    assert ps.find_path(grid, (0, 0), (59, 29)).cost == math.sqrt(2)


def test_corner_rules_hold_over_a_joined_border():
    grid = ps.Grid(walled((8, 2)), wrap="x")
    assert ps.find_path(grid, (0, 2), (8, 3)).cost == 2
    assert "cuts a corner" in ps.check_path(grid, [(0, 2), (8, 3)]).problem


def test_a_portal_that_is_no_shortcut_is_not_taken():
    grid = ps.Grid(OPEN, portals=[((0, 0), (8, 5), 100), ((3, 3), (0, 0))])
    assert ps.find_path(grid, (0, 0), (8, 5)).cost == pytest.approx(5 * math.sqrt(2) + 3)
    assert ps.find_path(grid, (3, 3), (0, 0)).cost == 1


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("number", [np.float16, np.float32, np.float64, np.uint8])
def test_a_portal_may_cost_a_number_of_numpy(number):
    grid = ps.Grid(np.ones((1, 9)), portals=[((0, 0), (8, 0), number(2))])
    assert ps.find_path(grid, (0, 0), (8, 0)).cost == 2


def test_edits_reach_portals_borders_and_knights():
    map = ps.Map(np.ones((6, 9)))
    grid = map.grid(moves=SIXTEEN, wrap="x", portals=[((2, 2), (6, 5), 0.5)])
    asked = [((0, 0), (8, 5)), ((2, 2), (6, 5)), ((1, 1), (3, 2)), ((0, 3), (7, 3))]
    for place, open_ in (((6, 5), 0), ((8, 3), 0), ((2, 2), 0), ((6, 5), 1), ((2, 2), 1), ((8, 3), 1)):
        grid.update(map.edit("passable", place, bool(open_)))
        fresh = ps.Grid(map.passable, moves=SIXTEEN, wrap="x", portals=grid.links.portals)
        for start, goal in asked:
            path = ps.find_path(grid, start, goal)
            assert path.cost == ps.find_path(fresh, start, goal).cost
            assert path.cost == pytest.approx(plain.cheapest(grid, start, goal))
    assert grid.revision == 6


def test_a_search_under_way_looks_over_joined_borders_and_at_the_entrances_of_portals():
    for edited, restarts in (((8, 0), 1), ((3, 5), 1), ((5, 5), 0)):
        map = ps.Map(np.ones((6, 9)))
        search = ps.Planner(map.grid(wrap="x", portals=[((0, 1), (3, 5))])).search((0, 0), (4, 2))
        search.step(1)
        map.edit("passable", edited, False)
        assert search.run().stats.restarts == restarts


def test_what_is_known_to_be_apart_is_learnt_anew_after_an_edit():
    map = ps.Map([[1, 0, 1, 1]])
    grid = map.grid(portals=[((0, 0), (0, 0))])
    planner = ps.Planner(grid)
    assert not planner.find((0, 0), (3, 0))
    assert planner.find((0, 0), (3, 0)).stats.expanded == 0
    grid.update(map.edit("passable", (1, 0), True))
    assert planner.find((0, 0), (3, 0)).cost == 3


def test_what_needs_plain_squares_says_so():
    for grid in (ps.Grid(OPEN, moves=SIXTEEN), ps.Grid(OPEN, wrap="x")):
        words = "needs a grid of 4 or 8 directions without joined borders"
        with pytest.raises(ps.OptionError, match=f"jps {words}"):
            ps.find_path(grid, (0, 0), (1, 1), algorithm="jps")
        with pytest.raises(ps.OptionError, match=f"skip_dead_ends {words}"):
            ps.find_path(grid, (0, 0), (1, 1), skip_dead_ends=True)
        with pytest.raises(ps.OptionError, match=words):
            ps.build_index(grid, "hub-labels")
        with pytest.raises(ps.SpaceError, match="Waypoints cannot lie over a Grid"):
            ps.waypoints(grid, [(1, 1)])
        with pytest.raises(ps.SpaceError, match=f"dead_ends {words}"):
            ps.dead_ends(grid)
        assert ps.Planner(grid).method.algorithm == "astar"
        trace = ps.trace(grid, (0, 0), (4, 4))
        assert list(trace.explain(len(trace) - 1))


def test_pickles_and_words():
    grid = ps.Grid(OPEN, moves=SIXTEEN, wrap="y", portals=[((0, 0), (5, 5))], one_way=[((1, 1), (3, 2))])
    assert repr(grid).endswith("16 directions, no_cut, wrap y, 1 portal, 1 one-way)")
    copy = pickle.loads(pickle.dumps(grid))
    assert repr(copy) == repr(grid)
    assert ps.find_path(copy, (3, 2), (1, 1)).cost == ps.find_path(grid, (3, 2), (1, 1)).cost > math.sqrt(5)
    assert ps.Grid(OPEN).is_plain
    assert not grid.is_plain


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: ps.Moves(directions=12), "directions is 12; allowed: 4, 8, 16"),
        (lambda: ps.Moves(knight=2), "knight is 2; only 16 directions have such moves"),
        (lambda: ps.Moves(directions=16, knight=0), "knight is 0"),
        (lambda: ps.Moves(directions=16, knight=5000), "at most 1000 times"),
        (lambda: ps.Grid(OPEN, wrap="yx"), "wrap"),
        (lambda: ps.Grid(OPEN, one_way=[((0, 0), (2, 1))]), "is not one step"),
        (lambda: ps.Grid(OPEN, one_way=[((0, 0), (8, 0))]), "is not one step"),
        (lambda: ps.Grid(OPEN, exits=np.full((6, 9), 256)), "allowed: 0 to 255"),
        (lambda: ps.Grid(OPEN, portals=[((0, 0), (1, 0), math.inf)]), r"portals\[0\] costs inf"),
    ],
)
def test_bad_options(make, words):
    with pytest.raises(ps.PathstarError, match=words):
        make()
