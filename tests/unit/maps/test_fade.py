"""Layers that fade: each stamp decays from its own time, however rarely the values are written."""

from __future__ import annotations

import copy
import math
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pathstar as ps


def world(**options) -> ps.Map:
    return ps.Map(np.ones((4, 5)), layers={"scent": np.zeros((4, 5))}, **options)


@given(
    st.lists(
        st.tuples(st.floats(0, 4), st.one_of(st.none(), st.tuples(st.integers(0, 4), st.integers(0, 3)))),
        max_size=30,
    ),
    st.sampled_from([0.0, 0.05, 0.5, 1.0]),
)
def test_each_stamp_fades_from_its_own_time(events, step):
    map, now, truth = world(), 0.0, np.zeros((4, 5))
    map.fade("scent", 3.0, now)
    for wait, place in events:
        now += wait
        truth *= 0.5 ** (wait / 3.0)
        map.fade("scent", 3.0, now, step=step, least=0)
        held = map.layers["scent"]
        assert (held <= truth / max(1 - step, 1e-9) + 1e-9).all()
        if place:
            map.stamp("scent", [[2.0]], place)
            truth[place[1], place[0]] += 2.0
    map.fade("scent", 3.0, now, step=0, least=0)
    np.testing.assert_allclose(map.layers["scent"], truth, rtol=1e-9)


def test_nothing_is_written_before_it_is_worth_it():
    map = world()
    map.stamp("scent", [[1, 1]])
    assert map.fade("scent", 100, 0) is None
    assert map.fade("scent", 100, 7) is None  # 4.7 %
    change = map.fade("scent", 100, 8)
    assert (len(change), map.revision) == (2, 2)
    assert map.layers["scent"][0, 0] == pytest.approx(0.5**0.08)


def test_what_has_nearly_gone_is_gone_and_costs_no_more():
    map = world()
    map.stamp("scent", [[1, 1]])
    map.fade("scent", 1, 0)
    assert map.fade("scent", 1, 30, least=1e-3).values.tolist() == [0, 0]
    assert len(map.fade("scent", 1, 60)) == 0


def test_an_edit_sets_what_the_layer_holds_now():
    map = world()
    map.edit("scent", (1, 1), 8.0)
    map.fade("scent", 1, 0, step=1)
    map.fade("scent", 1, 1, step=1)
    map.edit("scent", (0, 0), 5.0)
    assert map.layers["scent"][:2, :2].tolist() == [[5, 0], [0, 4]]
    map.fade("scent", 1, 2, step=0)
    assert map.layers["scent"][:2, :2].tolist() == [[2.5, 0], [0, 2]]


def test_a_grid_follows():
    map = world()
    map.edit("scent", (2, 0), 64.0)
    grid = map.grid(costs=ps.maps.CostModel(weights={"scent": 1}))
    map.fade("scent", 1, 0)
    map.fade("scent", 1, 3)
    assert grid.cost[0, 2] == 9
    np.testing.assert_array_equal(grid.cost, map.cost_field(ps.maps.CostModel(weights={"scent": 1})))


def test_nan_and_infinity_do_not_fade():
    map = world()
    map.edit("scent", (slice(0, 1), slice(0, 2)), [[math.nan, math.inf]])
    map.fade("scent", 1, 0)
    assert len(map.fade("scent", 1, 5)) == 0


def test_a_copy_fades_on():
    map = world()
    map.edit("scent", (0, 0), 4.0)
    map.fade("scent", 1, 0, step=1)
    map.fade("scent", 1, 1, step=1)
    again = pickle.loads(pickle.dumps(map))
    again.fade("scent", 1, 2, step=0)
    assert again.layers["scent"][0, 0] == 1


def test_a_copy_has_a_clock_of_its_own():
    map = world()
    map.edit("scent", (0, 0), 4.0)
    map.fade("scent", 1, 0)
    copy.copy(map).fade("scent", 1, 100)
    map.fade("scent", 1, 1)
    assert map.layers["scent"][0, 0] == 2


def test_a_layer_that_was_removed_starts_again():
    map = world()
    map.fade("scent", 1, 100)
    map.remove_layer("scent")
    map.add_layer("scent", np.full((4, 5), 2.0))
    assert map.fade("scent", 1, 0) is None
    assert map.fade("scent", 1, 1).values.tolist() == [1] * 20


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("smell", 1, 0), "layer to fade 'smell'. Allowed: scent"),
        (("passable", 1, 0), "layer to fade 'passable'"),
        (("near", 1, 0), "layer to fade 'near'"),
        (("scent", 0, 0), "half_life is 0; allowed: a finite number above 0"),
        (("scent", math.nan, 0), "half_life is nan"),
        (("scent", 1, "noon"), "now is 'noon'"),
        (("scent", 1, 4), "now is 4.0, before 5.0"),
    ],
)
def test_what_cannot_be_is_refused(arguments, words):
    map = world()
    map.add_layer("near", ps.maps.ClearanceCost(2))
    map.fade("scent", 1, 5)
    with pytest.raises(ps.OptionError, match=words):
        map.fade(*arguments)


def test_a_wrong_name_of_a_layer_is_refused_while_one_fades():
    map = world()
    map.fade("scent", 1, 0)
    with pytest.raises(ps.OptionError, match=r"unknown layer \['scent'\]"):
        map.edit(["scent"], (0, 0), 1)


@pytest.mark.parametrize(
    ("layer", "region", "value"),
    [
        ("scent", (9, 9), 1),
        ("scent", (0, 0), [1, 2, 3]),
        ("scent", (0, 0), "much"),
        ("scent", "here", 1),
        ("scents", (0, 0), 1),
        ([], (0, 0), 1),
    ],
)
def test_an_edit_that_raises_changes_nothing(layer, region, value):
    map = world()
    map.stamp("scent", [[8.0]])
    map.fade("scent", 1, 0)
    map.fade("scent", 1, 1, step=1)
    with pytest.raises(ps.PathstarError):
        map.edit(layer, region, value)
    assert (map.revision, map.layers["scent"][0, 0]) == (1, 8)
    map.edit("scent", (1, 0), 3)
    assert map.layers["scent"][0, :2].tolist() == [4, 3]
