"""Paths on boards that are new in each call: here, where the sanitizers look at them too."""

from __future__ import annotations

import pytest

from pathstar.compat.squares import points_on
from pathstar.spaces.moves import Moves

BOARD = bytearray([1, 1, 0, 1, 1, 0, 0, 0, 0])  # three by three


@pytest.mark.parametrize(
    ("start", "goal", "points"),
    [
        (0, 4, [(0, 0), (1, 1)]),
        (4, 4, [(1, 1)]),
        (0, 8, []),
        (8, 0, []),
    ],
    ids=["diagonal", "there already", "blocked goal", "blocked start"],
)
def test_points_of_a_path_or_none(start: int, goal: int, points: list[tuple[int, int]]) -> None:
    assert points_on(BOARD, 3, Moves(8, "free"), start, goal) == points


def test_no_path_between_free_squares() -> None:
    assert points_on(bytearray([1, 0, 1]), 3, Moves(4), 0, 2) == []
