"""A sample of the campaign of lines."""

from __future__ import annotations

import pytest
from tests.campaigns.any_angle import QUERIES, Tally, any_angle, compare

import pathstar as ps

BOARDS = 12


def test_random_lines_are_as_short_as_the_oracle_s() -> None:
    tally = Tally()
    for seed in range(BOARDS):
        tally.add(any_angle(seed))
    assert tally.queries == BOARDS * QUERIES
    assert tally.lines > tally.queries / 4


def test_a_wrong_length_is_seen() -> None:
    grid = ps.Grid([[1, 1]], moves=ps.Moves(corners="no_squeeze"))
    path = ps.find_path(grid, (0, 0), (1, 0), algorithm="anya")
    compare(path, 1.0, "here")
    with pytest.raises(AssertionError, match="here"):
        compare(path, 0.9, "here")
