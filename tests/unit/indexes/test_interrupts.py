"""Ctrl+C while an index follows an edit takes effect, and the next query follows the edit again."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from tests.signals import pressed_at_the_second_look

import pathstar as ps


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such timer")
@pytest.mark.parametrize(
    ("kind", "side", "with_costs"), [("hierarchy", 500, True), ("jump-table", 2000, False)]
)
def test_following_an_edit_is_stopped_and_begins_again(kind: str, side: int, with_costs: bool) -> None:
    random = np.random.default_rng(0)
    costs = random.uniform(1.0, 9.0, (side, side)) if with_costs else None
    world = ps.Map(random.random((side, side)) < 0.75, cost=costs)
    grid = world.grid()
    index = ps.build_index(grid, kind)
    planner = ps.Planner(grid, index=index)
    world.edit("passable", (slice(None), slice(None)), random.random((side, side)) < 0.75)
    free = np.argwhere(grid.walkable)
    start, goal = tuple(free[0][::-1].tolist()), tuple(free[-1][::-1].tolist())
    with pytest.raises(KeyboardInterrupt), pressed_at_the_second_look():
        planner.find(start, goal)
    assert index.core.rebuilds == 0
    path = planner.find(start, goal)
    assert ps.check_path(grid, path)
    assert path.cost <= path.bound * ps.find_path(grid, start, goal).cost
    assert index.status == "current"
