"""A sample of the campaign of fields."""

from __future__ import annotations

from hypothesis import settings
from tests.campaigns.fields import Tally, fields

WORLDS = settings().max_examples // 3


def test_fields_that_follow_edits_are_like_new_ones() -> None:
    tally = Tally()
    for seed in range(WORLDS):
        tally.add(fields(seed))
    assert tally.repairs > tally.edits / 2
