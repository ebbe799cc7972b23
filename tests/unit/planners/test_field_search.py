"""A search for a field, a little at a time."""

from __future__ import annotations

import math

import numpy as np
import pytest

import pathstar as ps
from pathstar.planners.field_search import FieldSearch


def test_slices_give_what_one_run_gives() -> None:
    random = np.random.default_rng(4)
    grid = ps.Grid(random.random((70, 60)) > 0.2, cost=random.uniform(1, 9, (70, 60)))
    source = tuple(np.argwhere(grid.walkable)[0, ::-1].tolist())
    whole = ps.distance_field(grid, [source])
    search = FieldSearch(grid, [source])
    known_to = 0.0
    while search.step(97):
        assert known_to <= search.known_to < math.inf
        known_to = search.known_to
        part = search.field
        np.testing.assert_array_equal(part.costs, np.where(whole.costs <= part.known_to, whole.costs, np.inf))
        for place in ((3, 3), (50, 60), (20, 5)):
            cost = search.cost_of(place)
            assert cost in (math.inf, whole.cost_of(place))
            assert len(search.nodes_from(place)) == (0 if math.isinf(cost) else len(whole.path_from(place)))
    np.testing.assert_array_equal(search.field.costs, whole.costs)
    assert search.complete


def test_it_goes_on_where_an_edit_is_beyond_what_it_has_seen() -> None:
    map = ps.Map(np.ones((100, 100)))
    search = FieldSearch(map.grid(), [(0, 0)])
    search.step(300)
    seen = search.expanded
    map.edit("passable", (slice(60, 90), slice(60, 62)), False)
    search.step(100)
    assert search.expanded > seen
    map.edit("passable", (slice(1, 3), slice(1, 3)), False)
    search.step(100)
    assert search.expanded < seen
    while search.step(5000):
        pass
    np.testing.assert_array_equal(search.field.costs, ps.distance_field(map.grid(), [(0, 0)]).costs)


def test_a_source_that_is_blocked_on_the_way_counts_again_once_it_is_free() -> None:
    map = ps.Map(np.ones((30, 30)))
    search = FieldSearch(map.grid(), [(0, 0), (29, 29)], start_costs=[0, 50])
    search.step(60)
    map.edit("passable", (29, 29), False)
    search.step(60)
    map.edit("passable", (29, 29), True)
    while search.step(60):
        pass
    fresh = ps.distance_field(map.grid(), [(0, 0), (29, 29)], start_costs=[0, 50])
    np.testing.assert_array_equal(search.field.costs, fresh.costs)


def test_bad_budgets() -> None:
    search = FieldSearch(ps.Grid([[1, 1]]), [(0, 0)])
    for budget in (0, -1, 1.5, True, None):
        with pytest.raises(ps.OptionError, match="budget is"):
            search.step(budget)
