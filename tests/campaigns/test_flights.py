"""A sample of the campaign of flights."""

from __future__ import annotations

from hypothesis import settings
from tests.campaigns.flights import Tally, flights

BOARDS = settings().max_examples // 10


def test_a_flight_lasts_as_long_as_the_best_play() -> None:
    tally = Tally()
    for seed in range(BOARDS):
        tally.add(flights(seed))
    assert tally.boards > BOARDS / 3
    assert tally.survived >= 0.95 * tally.best
