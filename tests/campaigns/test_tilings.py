"""A sample of the campaign of tilings."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import settings
from tests.campaigns.tilings import TILINGS, Tally, problem, same, tilings

import pathstar as ps

RASTERS = settings().max_examples // 10


def test_any_tiling_gives_the_same_bits() -> None:
    tally = Tally()
    for seed in range(RASTERS):
        tally.add(tilings(seed))
    assert tally.tilings == TILINGS * RASTERS
    assert tally.visits > tally.tilings


def test_one_other_bit_is_seen() -> None:
    cost, sources, options = problem(0)
    whole = ps.rasters.cost_distance(cost, sources, **options)
    other = whole.cost.copy()
    y, x = np.argwhere(np.isfinite(other) & (other > 0))[0]
    other[y, x] = np.nextafter(other[y, x], np.inf)
    with pytest.raises(AssertionError, match="here: cost"):
        same(replace(whole, cost=other), whole, "here")
