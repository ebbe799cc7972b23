"""What the tests of pictures share."""

from __future__ import annotations

import pytest

import pathstar as ps
from pathstar.maps.examples import worked_example


@pytest.fixture(scope="module")
def trace() -> ps.Trace:
    """The search of the classic tutorial."""
    grid = worked_example().grid(moves=ps.Moves(straight=10, diagonal=14))
    return ps.trace(grid, (1, 2), (5, 2), heuristic="manhattan")
