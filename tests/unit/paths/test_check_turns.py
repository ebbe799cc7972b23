"""The checker must see every kind of wrong path of cells with headings."""

from __future__ import annotations

import math

import numpy as np
import pytest

import pathstar as ps

NORTH, WEST, EAST, SOUTH = range(1, 5)
BEND = [(0, 0, 0), (1, 0, EAST), (2, 0, EAST), (2, 1, SOUTH)]


def floor(*walls: tuple[int, int], cost: object = 1.0) -> ps.Turning:
    """Four by three squares of four directions, with some walls."""
    walkable = np.ones((3, 4), bool)
    for x, y in walls:
        walkable[y, x] = False
    return ps.Turning(ps.Grid(walkable, moves=ps.Moves(directions=4)), cost)


def test_headings_are_the_directions():
    four = ps.Moves(directions=4).steps
    assert [four[way - 1] for way in (NORTH, WEST, EAST, SOUTH)] == [(0, -1), (-1, 0), (1, 0), (0, 1)]


@pytest.mark.parametrize(
    ("points", "cost"),
    [
        (BEND, 4),
        ([*BEND[:-1], (2, 1, 0)], 4),
        ([(0, 0, SOUTH), *BEND[1:]], 5),
        ([(2, 0, EAST), (1, 0, WEST)], 3),
        ([(1, 1, EAST)], 0),
    ],
)
def test_what_is_right_passes(points, cost):
    assert ps.check_path(floor(), points) == ps.Check(True, cost)


@pytest.mark.parametrize(
    ("space", "points", "problem", "step"),
    [
        (floor(cost=[0, 1, np.inf]), [(2, 0, EAST), (1, 0, WEST)], "makes a turn that is not allowed", 0),
        (floor(cost=[0, np.inf, 1]), BEND, "(2, 0, 3) to (2, 1, 4) makes a turn that is not allowed", 2),
        (floor(cost=[0, np.inf, 1]), [*BEND[:-1], (2, 1, 0)], "makes a turn that is not allowed", 2),
        (floor(cost=[np.inf, 0, 0]), BEND, "(1, 0, 3) to (2, 0, 3) makes a turn that is not allowed", 1),
        (floor(), [(0, 0, 0), (1, 0, 5)], "(1, 0, 5) has a heading that does not exist", 0),
        (floor(), [(0, 0, -1), (1, 0, EAST)], "(0, 0, -1) has a heading that does not exist", 0),
        (floor(), [(0, 0, 0), (1, 0, 0), (2, 0, EAST)], "(0, 0, 0) to (1, 0, 0) makes a turn", 0),
        (floor(), [(0, 0, 0), (1, 0, SOUTH)], "(0, 0, 0) to (1, 0, 4) makes a turn", 0),
        (floor(), [(0, 0, EAST), (0, 0, SOUTH)], "is not one step", 0),
        (floor(), [(0, 0, EAST), (2, 0, EAST)], "is not one step", 0),
        (floor(), [(0, 0, EAST), (1, 1, EAST)], "is not one step", 0),
        (floor(), [(3, 0, EAST), (4, 0, EAST)], "(4, 0, 3) lies outside", 0),
        (floor((1, 0)), BEND, "(1, 0, 3) is not walkable", 0),
        (floor((0, 0)), BEND, "(0, 0, 0) is not walkable", 0),
        (floor((2, 1)), BEND, "(2, 1, 4) is not walkable", 2),
        (floor(), [], "there is no path", None),
        (floor(), [(0, 0), (1, 0)], "(0, 0) is not a place: it must be three whole numbers", None),
    ],
)
def test_wrong_paths(space, points, problem, step):
    check = ps.check_path(space, points)
    assert not check
    assert problem in check.problem
    assert check.step == step
    assert check.cost == math.inf


def test_a_corner_is_not_cut():
    walkable = np.ones((3, 3), bool)
    walkable[0, 1] = False
    southeast = ps.Moves().steps.index((1, 1)) + 1
    check = ps.check_path(ps.Turning(ps.Grid(walkable), 1), [(0, 0, 0), (1, 1, southeast)])
    assert (check.ok, check.problem) == (False, f"(0, 0, 0) to (1, 1, {southeast}) cuts a corner")


@pytest.mark.parametrize(
    ("ends", "problem"),
    [
        ({"start": (1, 0)}, "it starts at (0, 0, 0), not at (1, 0)"),
        ({"start": (0, 0, EAST)}, "it starts at (0, 0, 0), not at (0, 0, 3)"),
        ({"goal": (3, 1)}, "it ends at (2, 1, 4), not at (3, 1)"),
        ({"goal": (2, 1, EAST)}, "it ends at (2, 1, 4), not at (2, 1, 3)"),
    ],
)
def test_wrong_ends(ends, problem):
    assert ps.check_path(floor(), BEND, start=(0, 0), goal=(2, 1, SOUTH))
    check = ps.check_path(floor(), BEND, **ends)
    assert (check.ok, check.problem) == (False, problem)


def test_a_path_must_keep_its_word():
    path = ps.find_path(floor(), (0, 0), (2, 1))
    assert ps.check_path(floor(), path)
    check = ps.check_path(floor(cost=5), path)
    assert (check.ok, check.problem) == (False, "its steps cost 8.0, but it states 4.0")


def test_hexagons_turn_by_angle():
    hexes = ps.HexGrid(np.ones((5, 5)))
    ways = {tuple(way): number for number, way in enumerate(hexes.directions, 1)}
    east, northwest = ways[1, 0], ways[0, -1]
    q, r = hexes.to_axial((2, 2))
    points = [(2, 2, east), (*hexes.from_axial((q, r - 1)), northwest)]
    assert ps.check_path(ps.Turning(hexes, [0, 1, 2, np.inf]), points).cost == 3
    check = ps.check_path(ps.Turning(hexes, [0, 1, np.inf, np.inf]), points)
    assert "makes a turn that is not allowed" in check.problem
