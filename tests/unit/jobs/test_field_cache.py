"""The cache of fields: shared, bounded, and right after edits."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import pathstar as ps
from pathstar.jobs import FieldCache


def test_equal_goals_share_a_field() -> None:
    cache = FieldCache(ps.Grid(np.ones((6, 6))))
    assert cache.field((1, 2)) is cache.field((1, 2))
    assert cache.field([(1, 2)]) is cache.field((1, 2))
    assert cache.field([(0, 0), (5, 5)]).nearest[5, 5] == 1
    assert (cache.hits, cache.misses, len(cache)) == (3, 2, 2)
    assert cache.holds((1, 2))
    assert not cache.holds((0, 0))


def test_goals_that_are_many_places() -> None:
    grid = ps.Grid([[1, 1, 1], [1, 0, 1], [1, 1, 1]])
    cache = FieldCache(grid)
    either = cache.field(ps.goals.any_of([(0, 0), (2, 2)]))
    assert cache.field(ps.goals.any_of([(0, 0), (2, 2)])) is cache.field([(0, 0), (2, 2)]) is either
    middle = cache.field(ps.goals.within((1, 1), 1))  # a wall in its middle
    wanted = ps.distance_field(grid, [(1, 0), (0, 1), (2, 1), (1, 2)])
    np.testing.assert_array_equal(middle.costs, wanted.costs)
    with pytest.raises(ps.OptionError, match="allowed: places, or any_of, area, and within by straight"):
        cache.field(ps.goals.nearest_to((1, 1)))


def test_the_one_used_longest_ago_goes_first() -> None:
    grid = ps.Grid(np.ones((20, 20)))
    one = ps.distance_field(grid, [(0, 0)]).nbytes
    cache = FieldCache(grid, max_bytes=3 * one)
    for x in range(3):
        cache.field((x, 0))
    cache.field((0, 0))
    cache.field((3, 0))
    assert [cache.holds((x, 0)) for x in range(4)] == [True, False, True, True]
    assert cache.nbytes <= 3 * one
    small = FieldCache(grid, max_bytes=0)
    assert small.field((0, 0)) is small.field((0, 0))
    cache.clear()
    assert len(cache) == 0


def test_fields_in_it_follow_edits() -> None:
    map = ps.Map(np.ones((5, 5)))
    cache = FieldCache(map.grid())
    assert cache.field((0, 0)).cost_of((4, 0)) == 4
    map.edit("passable", (slice(0, 4), slice(2, 3)), False)
    fresh = ps.distance_field(map.grid(), [(0, 0)])
    np.testing.assert_array_equal(cache.field((0, 0)).costs, fresh.costs)
    assert (cache.hits, cache.misses) == (1, 1)


def test_a_field_that_nobody_asks_for_follows_no_edit() -> None:
    map = ps.Map(np.ones((5, 5)))
    cache = FieldCache(map.grid())
    asked, *others = (cache.field((x, 0)) for x in range(4))
    map.edit("passable", (2, 2), False)
    assert cache.field((0, 0)) is asked
    assert asked.state.repairs + asked.state.rebuilds == 1
    assert [other.state.repairs + other.state.rebuilds for other in others] == [0, 0, 0]


def test_threads_make_each_field_once() -> None:
    cache = FieldCache(ps.Grid(np.ones((50, 50))))
    with ThreadPoolExecutor(4) as pool:
        fields = list(pool.map(lambda _: cache.field((3, 3)), range(20)))
    assert len({id(field) for field in fields}) == 1
    assert (cache.hits, cache.misses) == (19, 1)


def test_what_is_refused() -> None:
    with pytest.raises(ps.OptionError, match="max_bytes is -1"):
        FieldCache(ps.Grid([[1]]), max_bytes=-1)
    with pytest.raises(ps.SpaceError):
        FieldCache([[1]])
    with pytest.raises(ps.PlaceError, match="not walkable"):
        FieldCache(ps.Grid([[1, 0]])).field((1, 0))


def test_the_memory_is_counted_while_other_threads_make_fields() -> None:
    cache = FieldCache(ps.Grid(np.ones((6, 6))), max_bytes=3000)
    places = [(x, y) for x in range(6) for y in range(6)] * 40
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(1) as pool:
            making = pool.submit(lambda: [cache.field(place) for place in places])
            while not making.done():
                assert cache.nbytes >= 0
    finally:
        sys.setswitchinterval(before)
    assert cache.misses == len(making.result())
