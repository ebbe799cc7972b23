"""Clearance: exact for squares and discs, and after edits the same as computed from scratch."""

from __future__ import annotations

import copy
import math
import pickle
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sampling import examples
from tests.signals import pressed_at_the_second_look

import pathstar as ps
from pathstar.analysis import clearance


def squares(free: np.ndarray) -> np.ndarray:
    """The largest square at each cell, by trying all."""
    found = np.zeros(free.shape, int)
    for y, x in np.ndindex(free.shape):
        for side in range(1, min(free.shape[0] - y, free.shape[1] - x) + 1):
            if free[y : y + side, x : x + side].all():
                found[y, x] = side
    return found


def discs(free: np.ndarray) -> np.ndarray:
    """The distance to the nearest blocked square, by measuring all, with a frame of walls around the map."""
    walls = np.argwhere(~np.pad(free, 1)) - 1
    found = np.zeros(free.shape)
    for y, x in np.ndindex(free.shape):
        apart = np.maximum(np.abs(walls - (y, x)) - 0.5, 0)
        found[y, x] = np.hypot(apart[:, 0], apart[:, 1]).min()
    return found


@pytest.mark.parametrize("density", [0.0, 0.02, 0.2, 1.0])
@pytest.mark.parametrize("shape", [(1, 1), (1, 9), (12, 1), (23, 17)])
def test_it_is_what_one_measures(shape: tuple[int, int], density: float) -> None:
    free = np.random.default_rng(7).random(shape) >= density
    room = clearance(ps.Grid(free))
    np.testing.assert_array_equal(room.squares, squares(free))
    np.testing.assert_allclose(room.discs, discs(free), rtol=1e-15)


def test_more_room_than_a_short_look_finds() -> None:
    free = np.ones((90, 140), bool)
    room = clearance(ps.Map(free).grid())
    assert room.discs.max() == 44.5
    assert room.squares[0, 0] == 90


@settings(max_examples=examples(60))
@given(
    st.integers(0, 10**6),
    st.sampled_from([0.0, 0.01, 0.1]),
    st.lists(
        st.tuples(st.integers(0, 44), st.integers(0, 29), st.integers(1, 4), st.booleans(), st.booleans()),
        max_size=12,
    ),
)
def test_after_edits_it_is_as_if_worked_out_anew(seed: int, density: float, edits: list) -> None:
    map = ps.Map(np.random.default_rng(seed).random((30, 45)) >= density)
    room = clearance(map.grid())
    assert room.squares.shape == room.discs.shape == (30, 45)
    for x, y, side, free, looks in edits:
        map.edit("passable", (slice(y, y + side), slice(x, x + side)), free)
        if looks:
            np.testing.assert_array_equal(room.discs, clearance(map.grid()).discs)
    fresh = clearance(map.grid())
    np.testing.assert_array_equal(room.squares, fresh.squares)
    np.testing.assert_array_equal(room.discs, fresh.discs)


def test_a_log_that_does_not_reach_back_is_no_harm() -> None:
    map = ps.Map(np.ones((9, 9)))
    room = clearance(map.grid())
    assert room.squares[0, 0] == 9
    for number in range(2000):
        map.edit("passable", (number % 9, number % 7), number % 3 != 0)
    np.testing.assert_array_equal(room.squares, clearance(map.grid()).squares)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such timer")
@pytest.mark.parametrize("one_in", [10, 70])
def test_following_edits_is_stopped_and_begins_again(one_in: int) -> None:
    side = 3600
    random = np.random.default_rng(0)
    map = ps.Map(random.random((side, side)) > 0.1)
    room = clearance(map.grid())
    map.edit("passable", random.integers(0, side, (side * side // one_in, 2)), False)
    with pytest.raises(KeyboardInterrupt), pressed_at_the_second_look():
        room.discs  # noqa: B018
    np.testing.assert_array_equal(room.discs, clearance(map.grid()).discs)


def test_by_class_of_terrain() -> None:
    legend = {0: ps.maps.Terrain("water"), 1: ps.maps.Terrain("land")}
    map = ps.Map.from_terrain([[0, 0, 1, 1], [0, 0, 1, 1], [1, 1, 1, 1]], legend)
    boat = ps.maps.CostModel(terrain={"land": math.inf})
    assert clearance(map.grid()).squares[0].tolist() == [3, 3, 2, 1]
    assert clearance(map.grid(costs=boat)).squares[0].tolist() == [2, 1, 0, 0]


def test_units_fit_where_it_says() -> None:
    grid = ps.Grid(np.random.default_rng(3).random((40, 50)) > 0.03)
    room = clearance(grid)
    for side in (2, 3, 5):
        np.testing.assert_array_equal(grid.sized(side).walkable, room.squares >= side)
    for radius in (0.5, 0.8, 1.5, 2.55):
        np.testing.assert_array_equal(grid.sized(radius=radius).walkable, room.discs >= radius)


def test_it_needs_plain_squares() -> None:
    with pytest.raises(ps.SpaceError, match="clearance needs a grid of 4 or 8 directions"):
        clearance(ps.Grid([[1, 1]], wrap="x"))


def test_a_clearance_can_be_pickled_and_copied() -> None:
    room = ps.analysis.clearance(ps.Grid([[1, 1, 0], [1, 1, 1]]))
    for again in (pickle.loads(pickle.dumps(room)), copy.deepcopy(room)):
        np.testing.assert_array_equal(again.discs, room.discs)
        np.testing.assert_array_equal(again.squares, room.squares)
