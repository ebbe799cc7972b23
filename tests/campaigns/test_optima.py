"""A sample of the campaign of optima."""

from __future__ import annotations

from hypothesis import settings
from tests.campaigns.optima import Tally, optimum

WORLDS = settings().max_examples // 2


def test_optima_are_those_of_a_search_over_joint_states() -> None:
    tally = Tally()
    for seed in range(1000, 1000 + WORLDS):
        tally.add(optimum(seed, seconds=2.0))
    assert tally.optimal > WORLDS / 2
    assert tally.optimal + tally.without + tally.open == WORLDS
