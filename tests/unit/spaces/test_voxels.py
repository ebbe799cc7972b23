"""Grids of voxels: what they are made from, what they reject, and that their estimates are never too high."""

from __future__ import annotations

import math
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracle import plain
from tests.sampling import examples

import pathstar as ps
from pathstar.spaces.voxels import steps_of

OPEN = np.ones((4, 5, 6), bool)


def walled(*places: tuple[int, int, int]) -> np.ndarray:
    walkable = OPEN.copy()
    for place in places:
        walkable[place[::-1]] = False
    return walkable


@pytest.mark.parametrize("directions", [4, 6, 8, 18, 26])
def test_the_steps(directions):
    steps = steps_of(directions)
    assert len(steps) == len(set(steps)) == directions
    assert {tuple(-d for d in by) for by in steps} == set(steps)
    assert (max(abs(by[2]) for by in steps) == 0) == (directions in (4, 8))


def test_steps_are_as_long_as_the_straight_line():
    voxels = ps.VoxelGrid(OPEN, spacing=(1, 2, 2))
    assert ps.find_path(voxels, (0, 0, 0), (1, 1, 1)).cost == 3
    assert ps.find_path(voxels, (0, 0, 0), (0, 1, 1)).cost == pytest.approx(math.sqrt(8))
    assert ps.find_path(voxels, (0, 0, 0), (0, 0, 3)).cost == 6
    assert ps.find_path(voxels, (0, 0, 0), (2, 0, 3)).indices[0].tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize(
    ("walls", "allowed"),
    [
        ((), ("no_cut", "no_squeeze", "free")),
        (((1, 0, 0),), ("no_squeeze", "free")),
        (((1, 0, 0), (0, 1, 0), (1, 1, 0)), ("no_squeeze", "free")),  # by (0, 0, 1)
        (((1, 0, 0), (0, 1, 0), (0, 0, 1)), ("free",)),
        (((1, 1, 0), (1, 0, 1), (0, 1, 1)), ("free",)),
    ],
)
def test_the_corner_rules_of_a_step_along_three_axes(walls, allowed):
    for corners in ("no_cut", "no_squeeze", "free"):
        voxels = ps.VoxelGrid(walled(*walls), corners=corners)
        direct = ps.find_path(voxels, (0, 0, 0), (1, 1, 1)).cost == math.sqrt(3)
        assert direct == (corners in allowed), corners
        assert bool(ps.check_path(voxels, [(0, 0, 0), (1, 1, 1)])) == direct


@settings(max_examples=examples(30), deadline=None)
@given(
    st.sampled_from([6, 8, 18, 26]),
    st.tuples(*[st.floats(0.05, 20)] * 3),
    st.sampled_from(["zero", "manhattan", "octile", "euclidean", "chebyshev"]),
)
def test_estimates_keep_their_word_whatever_the_spacing(directions, spacing, heuristic):
    voxels = ps.VoxelGrid(OPEN, directions=directions, spacing=spacing)
    truth = plain.costs_from(voxels, (1, 1, 1))
    for goal, cost in truth.items():
        path = ps.find_path(voxels, (1, 1, 1), goal, heuristic=heuristic)
        assert cost * (1 - 1e-9) <= path.cost <= cost * path.bound * (1 + 1e-9)
        if heuristic != "manhattan":
            assert path.bound == 1


@pytest.mark.parametrize("directions", [6, 26])
def test_the_default_estimate_is_exact_on_open_ground(directions):
    voxels = ps.VoxelGrid(np.ones((9, 9, 9)), directions=directions, spacing=(1, 1, 3))
    trace = ps.trace(voxels, (0, 0, 0), (8, 5, 3))
    assert trace.events["h"][0] == pytest.approx(trace.path.cost)


def test_stairs_join_floors_both_ways():
    voxels = ps.VoxelGrid(OPEN, directions=8, stairs=[((5, 4, 0), (5, 4, 1)), ((0, 0, 1), (1, 0, 2), 4)])
    up = ps.find_path(voxels, (0, 0, 0), (2, 0, 2))
    assert up.cost == pytest.approx(ps.find_path(voxels, (2, 0, 2), (0, 0, 0)).cost)
    assert up.cost == pytest.approx(plain.cheapest(voxels, (0, 0, 0), (2, 0, 2)))
    assert [5, 4, 0] in up.points.tolist()
    assert up.bound == 1
    assert not ps.find_path(voxels, (0, 0, 0), (0, 0, 3))
    assert ps.check_path(voxels, up)


def test_stairs_guide_the_search():
    walkable = np.ones((2, 60, 60), bool)
    guided = ps.VoxelGrid(walkable, directions=4, stairs=[((55, 2, 0), (55, 2, 1))])
    path = ps.find_path(guided, (2, 2, 0), (55, 50, 1))
    assert path.stats.expanded == len(path)


def test_many_places_and_fields():
    voxels = ps.VoxelGrid(OPEN)
    places = np.argwhere(OPEN)[:, ::-1]
    assert np.array_equal(voxels.places_of(voxels.nodes_of(places)), places)
    field = ps.distance_field(voxels, [(0, 0, 0)])
    assert field.costs.shape == OPEN.shape
    truth = plain.costs_from(voxels, (0, 0, 0))
    assert all(field.costs[z, y, x] == pytest.approx(cost) for (x, y, z), cost in truth.items())
    assert ps.find_paths(voxels, places[:3], places[-3:]).points.shape[1] == 3


def test_pickles_with_all_it_has():
    voxels = ps.VoxelGrid(
        OPEN,
        directions=18,
        corners="free",
        spacing=(1, 2, 3),
        cost=OPEN * 2.5,
        cost_model="mean",
        stairs=[((0, 0, 0), (5, 4, 3))],
        wrap="x",
        exits=np.full(OPEN.shape, 2**18 - 1),
        one_way=[((0, 0, 0), (0, 0, 1))],
    )
    copy = pickle.loads(pickle.dumps(voxels))
    assert repr(copy) == repr(voxels)
    assert repr(voxels).endswith("18 directions, free, cost mean, wrap x, 2 portals, exits, 1 one-way)")
    for goal in ((5, 4, 3), (2, 2, 2)):
        assert ps.find_path(copy, (0, 0, 0), goal).cost == ps.find_path(voxels, (0, 0, 0), goal).cost


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"directions": 10}, ps.OptionError, "directions is 10; allowed: 4, 6, 8, 18, 26"),
        ({"directions": True}, ps.OptionError, "directions is True"),
        ({"corners": "nocut"}, ps.OptionError, "did you mean 'no_cut'"),
        ({"spacing": 2}, ps.OptionError, "spacing is 2; allowed: a list of three positive numbers"),
        ({"spacing": (1, 2)}, ps.OptionError, "three positive numbers"),
        ({"spacing": (1, 2, 0)}, ps.OptionError, "three positive numbers"),
        ({"spacing": (1, 2, np.nan)}, ps.OptionError, "three positive numbers"),
        ({"spacing": (1, 2, "3")}, ps.OptionError, "three positive numbers"),
        ({"spacing": (1, 1, 1e4)}, ps.OptionError, "at most 1000 times another"),
        ({"cost": np.ones((4, 5, 5))}, ps.ArrayError, "they must be equal"),
        ({"cost": -np.ones(OPEN.shape)}, ps.CostError, r"cost at \(0, 0, 0\) is -1.0"),
        ({"stairs": [((0, 0, 0), (9, 0, 0))]}, ps.PlaceError, r"stairs\[0\]: place \(9, 0, 0\) lies outside"),
        ({"stairs": [((0, 0), (1, 0))]}, ps.PlaceTypeError, r"three whole numbers \(x, y, z\)"),
        ({"stairs": [((0, 0, 0), (0, 0, 1), -1)]}, ps.CostError, r"stairs\[0\] costs -1"),
        ({"stairs": 5}, ps.OptionError, "stairs is 5"),
        ({"wrap": "z"}, ps.OptionError, "wrap"),
        ({"exits": np.full(OPEN.shape, 2**26)}, ps.ArrayError, "allowed: 0 to 67108863"),
        ({"one_way": [((0, 0, 0), (0, 0, 2))]}, ps.OptionError, "is not one step"),
    ],
)
def test_bad_options(options, error, words):
    with pytest.raises(error, match=words):
        ps.VoxelGrid(OPEN, **options)


@pytest.mark.parametrize("walkable", [[], [[1]], np.ones((2, 2)), np.ones((0, 2, 2)), [[["a"]]], None])
def test_bad_arrays(walkable):
    with pytest.raises((ps.ArrayError, ps.ArrayTypeError)):
        ps.VoxelGrid(walkable)


@pytest.mark.parametrize("place", [(-1, 0, 0), (6, 0, 0), (0, 5, 0), (0, 0, 4), (0, 0), (0.5, 0, 0), None])
def test_bad_places(place):
    with pytest.raises((ps.PlaceError, ps.PlaceTypeError)):
        ps.find_path(ps.VoxelGrid(OPEN), place, (0, 0, 0))


def test_bad_rows_are_named():
    voxels = ps.VoxelGrid(OPEN)
    with pytest.raises(ps.PlaceError, match=r"goals\[1\] = \(0, 0, 7\) lies outside the map of 6 x 5 x 4"):
        ps.find_paths(voxels, [(0, 0, 0)] * 2, [(0, 0, 0), (0, 0, 7)])
    with pytest.raises(ps.ArrayError, match=r"\(n, 3\)"):
        ps.find_paths(voxels, [(0, 0)], [(0, 0)])


def test_floors_are_maps():
    cellar = ps.Map([[1, 1, 1]], cost=[[1, 2, 1]])
    hall = ps.Map([[1, 1, 1]], layers={"smoke": [[0, 3, 0]]})
    house = ps.VoxelGrid.from_maps([cellar, hall, hall], spacing=(1, 1, 3))
    assert house.cost.tolist() == [[[1, 2, 1]], [[1, 1, 1]], [[1, 1, 1]]]
    assert house.spacing == (1, 1, 3)
    house.update(hall.edit("passable", (2, 0), False))  # on both floors that it is used for
    house.update(cellar.edit("cost", (0, 0), 5))
    assert house.walkable[:, 0, 2].tolist() == [True, False, False]
    assert house.cost[0].tolist() == [[5, 2, 1]]
    assert house.revision == 2


def test_costs_are_folded_after_an_edit_as_they_were_before():
    hall = ps.Map([[1, 1]], layers={"smoke": [[0, 3]]})
    model = ps.maps.CostModel(weights={"smoke": 2})
    house = ps.VoxelGrid.from_maps([hall], costs=model)
    assert house.cost.tolist() == [[[1, 7]]]
    house.update(hall.edit("smoke", (0, 0), 10))
    assert house.cost.tolist() == [[[21, 7]]]


@pytest.mark.parametrize(
    ("maps", "error", "words"),
    [
        ([], ps.OptionError, r"maps is \[\]; allowed: a list of maps, one for each floor"),
        (ps.Map([[1]]), ps.OptionError, r"maps is Map\(1 x 1.*allowed: a list of maps"),
        ("ground", ps.OptionError, "maps is 'ground'; allowed: a list of maps"),
        ([ps.Map([[1]]), [[1]]], ps.OptionError, r"maps\[1\] is a list; allowed: a Map"),
        (
            [ps.Map([[1]]), ps.Map([[1, 1]])],
            ps.ArrayError,
            r"maps\[1\] has the shape \(1, 2\), maps\[0\] \(1, 1\)",
        ),
    ],
)
def test_what_is_no_building_is_refused(maps, error, words):
    with pytest.raises(error, match=words):
        ps.VoxelGrid.from_maps(maps)


def test_voxels_of_arrays_take_no_changes():
    words = r"this VoxelGrid was made from arrays; only one made by VoxelGrid.from_maps\(\) takes changes"
    with pytest.raises(ps.OptionError, match=words):
        ps.VoxelGrid(OPEN).update(ps.Map([[1]]).edit("passable", (0, 0), False))
