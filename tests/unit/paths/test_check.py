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
    assert "its steps cost 6.0, it says 3.0" in ps.check_path(dear, path).problem
    assert not ps.check_path(cheap, ps.find_path(ps.Grid(wall_at((1, 0), (0, 1), (1, 1))), (0, 0), (3, 3)))


def test_other_spaces_are_refused():
    with pytest.raises(ps.SpaceError, match="ndarray"):
        ps.check_path(OPEN, [(0, 0)])
