"""Units that are discs: where they fit, that they touch nothing, and how they follow their grid."""

from __future__ import annotations

import math
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracle import plain
from tests.sampling import examples

import pathstar as ps


def nearest(free: np.ndarray, points: np.ndarray) -> np.ndarray:
    """How far points ``(n, 2)`` are from the nearest blocked square, or the border."""
    walls = (np.argwhere(~np.pad(free, 1)) - 1)[:, ::-1]
    apart = np.maximum(np.abs(walls - points[:, None]) - 0.5, 0)
    return np.hypot(apart[..., 0], apart[..., 1]).min(axis=1)


@settings(max_examples=examples(60), deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([0.3, 0.5, 0.6, 1.0, 1.45, 2.2]), st.sampled_from([0.02, 0.1]))
def test_a_disc_touches_nothing_on_any_step(seed: int, radius: float, density: float) -> None:
    free = np.random.default_rng(seed).random((9, 11)) >= density
    unit = ps.Grid(free, moves=ps.Moves(corners="free")).sized(radius=radius)
    part = np.linspace(0, 1, 21)[:, None]
    for y, x in np.argwhere(unit.walkable).tolist():
        for place, _ in unit.steps_from((x, y)):
            points = np.array([x, y]) + part * np.subtract(place, (x, y))
            assert nearest(free, points).min() >= radius - 1e-9


def test_the_checker_measures_for_itself() -> None:
    free = np.ones((5, 6), bool)
    free[1, 3] = False
    unit = ps.Grid(free).sized(radius=1)
    wrong = ps.check_path(unit, [(2, 2), (3, 3)])
    assert wrong.problem == "(2, 2) is too near (3, 1), which is not walkable"
    assert ps.check_path(unit, [(1, 2), (2, 3)]).problem == (
        "(1, 2) to (2, 3) passes (2, 2), which is too near (3, 1), which is not walkable"
    )
    assert ps.check_path(unit, [(0, 2)]).problem == "(0, 2) is too near (-1, 1), which is not walkable"
    assert ps.check_path(unit, [(9, 2)]).problem == "(9, 2) lies outside"
    assert ps.check_path(unit, [(1, 3), (2, 3)]).cost == 1


def test_a_step_costs_the_mean_below_the_disc() -> None:
    cost = np.arange(25.0).reshape(5, 5) ** 2
    entered = ps.Grid(np.ones((5, 5)), cost=cost).sized(radius=1.2)
    both = ps.Grid(np.ones((5, 5)), cost=cost, cost_model="mean").sized(radius=1.2)
    means = [(cost[2, x - 1 : x + 2].sum() + cost[1, x] + cost[3, x]) / 5 for x in (2, 3)]
    assert ps.find_path(entered, (2, 2), (3, 2)).cost == pytest.approx(means[1])
    assert ps.find_path(both, (2, 2), (3, 2)).cost == pytest.approx(sum(means) / 2)
    assert ps.check_path(both, [(2, 2), (3, 2)]).cost == pytest.approx(sum(means) / 2)


@settings(max_examples=examples(60))
@given(
    st.integers(0, 10**6),
    st.sampled_from([0.5, 0.9, 1.5, 2.4]),
    st.lists(
        st.tuples(
            st.sampled_from(["passable", "cost"]),
            st.tuples(st.integers(0, 10), st.integers(0, 9)),
            st.sampled_from([0, 1]),
            st.booleans(),
        ),
        max_size=8,
    ),
)
def test_after_edits_it_is_as_one_made_anew(seed: int, radius: float, edits: list) -> None:
    random = np.random.default_rng(seed)
    map = ps.Map(random.random((10, 11)) > 0.05, cost=random.uniform(1, 9, (10, 11)))
    unit = map.grid().sized(radius=radius)
    for layer, place, value, looks in edits:
        map.edit(layer, place, bool(value) if layer == "passable" else value * 3.5)
        if not looks:
            continue
        fresh = ps.Grid(map.passable, cost=map.cost_field()).sized(radius=radius)
        np.testing.assert_array_equal(unit.walkable, fresh.walkable)
        np.testing.assert_array_equal(unit.cost, fresh.cost)  # to the last digit
        np.testing.assert_array_equal(unit.core.legal(), fresh.core.legal())
        wanted = plain.cheapest(fresh, (3, 3), (7, 6))
        for space in (unit, ps.Turning(unit, 0.0)):
            assert ps.find_path(space, (3, 3), (7, 6)).cost == pytest.approx(wanted, rel=1e-9)


def test_an_edit_costs_what_it_changes() -> None:
    map = ps.Map(np.ones((100, 100)))
    unit = map.grid().sized(radius=1.5)
    before, free = unit.revision, int(unit.walkable.sum())
    map.edit("passable", (50, 50), False)
    assert free - int(unit.walkable.sum()) == 9
    map.edit("passable", (20, 20), False)
    map.edit("passable", (20, 20), True)
    assert unit.revision == before + 2  # one catching up for each read


def test_it_pickles_and_says_what_it_is() -> None:
    unit = ps.Grid(np.ones((3, 4))).sized(radius=1)
    copy = pickle.loads(pickle.dumps(unit))
    assert copy.radius == 1.0
    np.testing.assert_array_equal(copy.walkable, unit.walkable)
    assert repr(unit) == "Grid(4 x 3, 12 walkable, 8 directions, no_cut).sized(radius=1.0)"
    assert unit.kind.fingerprint(unit) != unit.kind.fingerprint(ps.Grid(np.ones((3, 4))).sized(radius=0.9))


@pytest.mark.parametrize("radius", [0, -1, 1.51, math.nan, math.inf, True, "1", [1]])
def test_a_wrong_radius_is_refused(radius: Any) -> None:
    with pytest.raises(
        ps.OptionError, match=r"allowed: a number above 0, at most 1\.5, half the shorter side"
    ):
        ps.Grid(np.ones((3, 5))).sized(radius=radius)


def test_a_unit_has_one_size() -> None:
    grid = ps.Grid(np.ones((5, 5)))
    with pytest.raises(ps.OptionError, match=r"give a side or a radius.*side 2 and radius 1"):
        grid.sized(2, radius=1)
    with pytest.raises(ps.OptionError, match="given: neither"):
        grid.sized()
