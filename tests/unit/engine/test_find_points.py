"""Paths on boards that are new in each call, in a folder that the sanitizers run, too."""

from __future__ import annotations

from typing import Any

import pytest

from pathstar.compat.squares import Cell, points_on
from pathstar.spaces.moves import Moves

BLOCKED = [(2, 0), (2, 1), (0, 2), (1, 2), (2, 2)]  # of three by three squares
LAST = (2, 2)


@pytest.mark.parametrize(
    ("start", "goal", "points"),
    [
        ((0, 0), (1, 1), [(0, 0), (1, 1)]),
        ((1, 1), (1, 1), [(1, 1)]),
        ((0, 0), (2, 2), []),
        ((2, 2), (0, 0), [(2, 2), (1, 1), (0, 0)]),
    ],
    ids=["diagonal", "there already", "blocked goal", "blocked start"],
)
def test_points_of_a_path_or_none(start: Cell, goal: Cell, points: list[Cell]) -> None:
    for blocked in (BLOCKED, set(BLOCKED), (list(each) for each in BLOCKED)):
        assert points_on(blocked, (0, 0), LAST, Moves(8, "free"), start, goal) == points


def test_no_path_between_free_squares() -> None:
    assert points_on([(1, 0)], (0, 0), (2, 0), Moves(4), (0, 0), (2, 0)) == []


def test_a_board_may_lie_anywhere_and_what_is_blocked_outside_does_not_count() -> None:
    outside = [(-6, 5), (-2, 5), (-4, 4), (-4, 7), (10**30, 5), (-(10**30), 5)]
    points = points_on([(-4, 5), *outside], (-5, 5), (-3, 6), Moves(4), (-5, 5), (-3, 5))
    assert points == [(-5, 5), (-5, 6), (-4, 6), (-3, 6), (-3, 5)]


@pytest.mark.parametrize("scale", [1, 3, 2.5, 0.7, 2.0**70])
def test_places_are_scaled_and_lose_their_fraction(scale: float) -> None:
    points = points_on([], (-5, 5), (-3, 6), Moves(8), (-5, 5), (-3, 5), scale)
    assert points == [(int(x * scale), int(y * scale)) for x, y in [(-5, 5), (-4, 5), (-3, 5)]]


def test_a_scale_is_finite() -> None:
    for scale in (float("inf"), float("nan")):
        with pytest.raises((OverflowError, ValueError), match="cannot convert"):
            points_on([], (0, 0), LAST, Moves(4), (0, 0), (1, 1), scale)


@pytest.mark.parametrize("last", [(2**16 - 1, 2**16 - 1), (2**33, 2**33), (2**62, 2**62), (2**63 - 1, 0)])
def test_a_board_is_not_larger_than_a_space(last: Cell) -> None:
    with pytest.raises(ValueError, match="more squares than a space may have"):
        points_on([], (0, 0), last, Moves(4), (0, 0), last)


@pytest.mark.parametrize(
    ("blocked", "error"),
    [
        ([(1.0, 0)], TypeError),
        (["ab"], TypeError),
        ([1], TypeError),
        ([(1, 0, 0)], ValueError),
        ([()], ValueError),
    ],
)
def test_blocked_places_are_pairs_of_whole_numbers(blocked: list[Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        points_on(blocked, (0, 0), LAST, Moves(4), (0, 0), (1, 1))
