"""Layers that are high near walls: exact, and after edits the same as new ones."""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pathstar as ps
from pathstar.maps import ClearanceCost

RULES = [
    ClearanceCost(0.5, 2),
    ClearanceCost(1, 3, "flat"),
    ClearanceCost(2.5, 1, "linear"),
    ClearanceCost(3, -4, "smooth", inner=0.8),
    ClearanceCost(7, 252, "exponential", inner=1),
    ClearanceCost(80, 1),
]


def distance(passable: np.ndarray, x: int, y: int) -> float:
    """How far the centre of a cell is from the nearest blocked square, by trying each."""
    return min(
        (
            math.hypot(max(abs(wx - x) - 0.5, 0), max(abs(wy - y) - 0.5, 0))
            for wy, wx in np.argwhere(~passable).tolist()
        ),
        default=math.inf,
    )


def expected(map: ps.Map, rule: ClearanceCost) -> np.ndarray:
    distances = [[distance(map.passable, x, y) for x in range(map.width)] for y in range(map.height)]
    return rule.at(np.array(distances))


def random_map(seed: int, height: int, width: int, density: float) -> ps.Map:
    return ps.Map(np.random.default_rng(seed).random((height, width)) >= density)


@given(st.integers(0, 10**6), st.integers(1, 14), st.integers(1, 14), st.sampled_from([0, 0.03, 0.2, 1]))
@pytest.mark.parametrize("rule", RULES)
def test_exact_distances_to_squares(rule, seed, height, width, density):
    map = random_map(seed, height, width, density)
    map.add_layer("near", rule)
    np.testing.assert_allclose(map.layers["near"], expected(map, rule), rtol=1e-12)


@given(st.integers(0, 10**6), st.lists(st.tuples(st.integers(0, 49), st.integers(0, 39), st.booleans())))
@pytest.mark.parametrize("rule", RULES)
def test_after_edits_as_if_added_anew(rule, seed, edits):
    map = random_map(seed, 40, 50, 0.03)
    map.add_layer("near", rule)
    grid = map.grid(costs=ps.maps.CostModel(weights={"near": 1}, base=10))
    for x, y, free in edits:
        before = np.array(map.layers["near"])
        change = map.edit("passable", (slice(y, y + 3), slice(x, x + 2)), free)
        assert len(np.unique(change.numbers)) == len(change)
        where = np.flatnonzero(map.layers["near"] != before)
        assert np.isin(where, change.numbers).all()
    fresh = ps.Map(map.passable, layers={"near": rule})
    np.testing.assert_array_equal(map.layers["near"], fresh.layers["near"])
    np.testing.assert_array_equal(grid.cost, 10 + fresh.layers["near"])


def test_terrain_and_costs_move_walls_too():
    legend = {0: ps.maps.Terrain("sea", walkable=False), 1: ps.maps.Terrain("land")}
    map = ps.Map.from_terrain([[1, 1, 1]], legend)
    map.add_layer("near", ClearanceCost(1, 2, "flat"))
    map.edit("terrain", (0, 0), 0)
    assert map.layers["near"].tolist() == [[2, 2, 0]]
    costly = ps.Map([[1, 1, 1]], cost=[[1, 1, 1]], layers={"near": ClearanceCost(1, 2, "flat")})
    costly.edit("cost", (2, 0), math.inf)
    assert costly.layers["near"].tolist() == [[0, 2, 2]]


def test_paths_keep_away_from_walls():
    free = np.ones((9, 15), bool)
    free[4, :12] = False
    map = ps.Map(free, layers={"near": ClearanceCost(3, 5)})
    near = ps.find_path(map.grid(), (0, 3), (0, 5))
    far = ps.find_path(map.grid(costs=ps.maps.CostModel(weights={"near": 1})), (0, 3), (0, 5))
    least = [min(distance(free, x, y) for x, y in path.points.tolist()[5:-5]) for path in (near, far)]
    assert (least[0], least[1] >= 2) == (0.5, True)


def test_the_inflation_of_costmaps_is_a_formula_of_it():
    inscribed, scale, radius = 1.0, 3.0 / 4, 5.0
    rule = ClearanceCost(radius, 252, "exponential", inner=inscribed)
    distances = np.linspace(0.5, 4.9, 20)
    inflation = np.where(distances > inscribed, 252 * np.exp(-scale * (distances - inscribed)), 252)
    np.testing.assert_allclose(rule.at(distances), inflation)


def test_it_is_not_edited_and_can_be_removed():
    map = ps.Map([[1, 0]], layers={"near": ClearanceCost(2)})
    assert dict(map.derived) == {"near": ClearanceCost(2)}
    for edit in (
        lambda: map.edit("near", (0, 0), 3),
        lambda: map.edit("near", (slice(0, 1), slice(0, 1)), 3),
        lambda: map.stamp("near", [[1]]),
    ):
        with pytest.raises(ps.OptionError, match="'near' follows from where walls are; edit passable"):
            edit()
    with pytest.raises(ps.OptionError, match="has a layer 'near'"):
        map.add_layer("near", ClearanceCost(3))
    map.remove_layer("near")
    assert not map.derived
    map.edit("passable", (1, 0), True)
    map.add_layer("near", [[1, 2]])
    map.edit("near", (0, 0), 5)


def test_copies_and_equality():
    map = random_map(3, 20, 20, 0.1)
    plain = pickle.loads(pickle.dumps(map))
    map.add_layer("near", ClearanceCost(3))
    copy = pickle.loads(pickle.dumps(map))
    assert copy == map != plain
    free = not map.passable[5, 5]
    for each in (map, copy):
        each.edit("passable", (5, 5), free)
    assert copy == map


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"radius": 0}, "radius is 0; allowed: a number above 0, at most 1000"),
        ({"radius": math.nan}, "radius is nan"),
        ({"radius": 1001}, "radius is 1001"),
        ({"radius": 2, "weight": math.inf}, "weight is inf"),
        ({"radius": 2, "inner": 2}, "inner is 2; allowed: a number from 0 to below the radius"),
        ({"radius": 2, "falloff": "flt"}, "did you mean 'flat'"),
    ],
)
def test_what_cannot_be_is_refused(arguments, words):
    with pytest.raises(ps.OptionError, match=words):
        ClearanceCost(**arguments)


@pytest.mark.parametrize("distances", ["abc", None, [1j], [["1"]]])
def test_distances_are_numbers(distances):
    with pytest.raises(ps.ArrayTypeError, match="distances must hold bools, integers or floats"):
        ClearanceCost(radius=4, weight=2).at(distances)


def test_distances_may_be_a_list():
    assert ClearanceCost(radius=4, weight=2, inner=1).at([0, 1, 4]).tolist() == [2.0, 2.0, 0.0]
