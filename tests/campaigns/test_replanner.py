"""A sample of the campaign of units that replan."""

from __future__ import annotations

from tests.campaigns.replanner import STEPS, WAYS, Tally, journeys

WORLDS = 16


def test_units_follow_every_edit_and_move() -> None:
    tally = Tally()
    for seed in range(WORLDS):
        tally.add(journeys(seed))
    assert tally.replans == WORLDS * STEPS * len(WAYS)
    assert tally.paths > tally.replans / 10
    assert tally.repairs > tally.replans / 4
    assert tally.checked > 0


def test_no_step_leads_to_a_heading_that_stands_for_the_goal() -> None:
    """If it did, a path could begin at a place that the unit has left."""
    assert journeys(777094).paths > 0
