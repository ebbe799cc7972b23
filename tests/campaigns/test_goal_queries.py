"""A sample of the campaign of goals."""

from __future__ import annotations

import pytest
from hypothesis import settings
from tests.campaigns.goal_queries import Tally, compare, goal_queries

import pathstar as ps

WORLDS = settings().max_examples


def test_random_goals_cost_what_the_oracle_says() -> None:
    tally = Tally()
    for seed in range(WORLDS):
        tally.add(goal_queries(seed))
    assert tally.queries == WORLDS * 40
    assert tally.paths > tally.queries / 5


def test_a_wrong_answer_is_seen() -> None:
    path = ps.find_path(ps.Grid([[1, 1, 1]]), (0, 0), ps.goals.any_of([(2, 0)]))
    compare(path, 2.0, "here")
    with pytest.raises(AssertionError, match="here"):
        compare(path, 1.0, "here")
