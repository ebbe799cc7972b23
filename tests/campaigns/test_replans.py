"""A sample of the campaign of replans, and a proof that it detects a wrong result."""

from __future__ import annotations

import pytest
from hypothesis import settings
from tests.campaigns.replans import Tally, compare, replans

import pathstar as ps

WORLDS = settings().max_examples // 3


def test_planners_follow_every_edit() -> None:
    tally = Tally()
    for seed in range(WORLDS):
        tally.add(replans(seed))
    assert tally.queries > WORLDS * 100
    assert tally.paths > tally.queries / 10
    assert tally.checked > 0


@pytest.mark.parametrize("lowest", [1.0, 3.0, float("inf")])
def test_a_wrong_answer_is_seen(lowest: float) -> None:
    path = ps.find_path(ps.Grid([[1, 1, 1]]), (0, 0), (2, 0))
    compare(path, 2.0, "here")
    with pytest.raises(AssertionError, match="here"):
        compare(path, lowest, "here")


def test_a_missing_path_is_seen() -> None:
    with pytest.raises(AssertionError, match="here"):
        compare(ps.find_path(ps.Grid([[1, 0, 1]]), (0, 0), (2, 0)), 2.0, "here")
