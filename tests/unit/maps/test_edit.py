"""Edits: checked first, exact about what changed, and enough to keep a grid up to date."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pathstar.errors import ArrayError, ArrayTypeError, CostError, OptionError, PlaceError, PlaceTypeError
from pathstar.maps.costs import CostModel
from pathstar.maps.legend import Terrain
from pathstar.maps.map import Map

LEGEND = {0: Terrain("ground"), 1: Terrain("road", 0.5), 2: Terrain("water", walkable=False)}
EVERYWHERE = (slice(None), slice(None))


def land(height: int = 3, width: int = 4) -> Map:
    return Map(
        np.ones((height, width)),
        cost=np.ones((height, width)),
        terrain=np.zeros((height, width)),
        layers={"danger": np.zeros((height, width))},
        legend=LEGEND,
    )


def test_a_place():
    map = land()
    change = map.edit("passable", (2, 1), False)
    assert (change.layer, change.before, change.after, change.map_id) == ("passable", 0, 1, map.id)
    assert change.cells.tolist() == [[2, 1]]
    assert change.cells.dtype == np.int32
    assert change.values.tolist() == change.walkable.tolist() == [False]
    assert len(change) == 1
    assert map.revision == 1
    assert np.argwhere(~map.passable).tolist() == [[1, 2]]


@pytest.mark.parametrize(
    ("region", "value", "after"),
    [
        ((slice(0, 2), slice(1, 3)), 5, {(1, 0): 5, (2, 0): 5, (1, 1): 5, (2, 1): 5}),
        ((slice(0, 2), slice(1, 3)), [[5, 1], [1, 7]], {(1, 0): 5, (2, 1): 7}),
        ((slice(None, None, -1), slice(0, 1)), [[5], [6], [7]], {(0, 2): 5, (0, 1): 6, (0, 0): 7}),
        ((slice(1, 1), slice(None)), 5, {}),
        (np.eye(3, 4, dtype=bool), [5, 1, 7], {(0, 0): 5, (2, 2): 7}),
        (np.eye(3, 4, dtype=bool).tolist(), 5, {(0, 0): 5, (1, 1): 5, (2, 2): 5}),
        ((np.int64(1), np.uint8(2)), 5, {(1, 2): 5}),
        ([1, 2], 5, {(1, 2): 5}),
        (np.array([1, 2]), 5, {(1, 2): 5}),
        ([(1, 2), (0, 1)], [5, 6], {(1, 2): 5, (0, 1): 6}),
        ([(1, 2)], 5, {(1, 2): 5}),
    ],
)
def test_regions_and_the_cells_that_truly_changed(region, value, after):
    map = land()
    change = map.edit("cost", region, value)
    assert [tuple(cell) for cell in change.cells.tolist()] == list(after)
    assert change.values.tolist() == list(after.values())
    costs = {(x, y): map.cost[y, x] for y in range(3) for x in range(4)}
    assert costs == {**dict.fromkeys(costs, 1), **after}


def test_changes_pickle():
    change = land().edit("terrain", EVERYWHERE, 1)
    again = pickle.loads(pickle.dumps(change))
    assert again.cells.tolist() == change.cells.tolist()
    assert again.cost.tolist() == change.cost.tolist()
    assert (again.map_id, again.after) == (change.map_id, change.after)


def test_nothing_changed_is_a_change_without_cells():
    map = land()
    change = map.edit("cost", EVERYWHERE, 1)
    assert (len(change), change.cells.shape, map.revision) == (0, (0, 2), 1)
    hole = Map([[1, 1]], layers={"danger": [[np.nan, 1]]})
    assert len(hole.edit("danger", (0, 0), np.nan)) == 0


def test_terrain_opens_and_closes():
    map = land()
    assert map.edit("terrain", (1, 1), 2).walkable.tolist() == [False]
    assert not map.passable[1, 1]
    change = map.edit("terrain", EVERYWHERE, 1)
    assert map.passable.all()
    assert (change.cost == 0.5).all()
    map.edit("passable", (0, 0), False)
    assert map.edit("terrain", (0, 0), 1).cells.tolist() == [[0, 0]]
    assert map.passable[0, 0]


def test_terrain_without_a_legend_leaves_walls_alone():
    map = Map([[1, 0]], terrain=[[0, 0]])
    map.edit("terrain", EVERYWHERE, 7)
    assert map.passable.tolist() == [[True, False]]


def test_infinite_costs_close_and_finite_ones_open_again():
    map = land()
    map.edit("passable", (3, 0), False)
    map.edit("cost", (0, 0), np.inf)
    assert not map.passable[0, 0]
    with pytest.raises(CostError, match=r"cost at \(0, 0\) is not finite"):
        map.edit("passable", EVERYWHERE, True)
    map.edit("terrain", (0, 0), 1)
    assert not map.passable[0, 0]
    map.edit("cost", EVERYWHERE, 2)
    assert map.passable[0, 0]
    assert not map.passable[0, 3]  # a wall, whatever it costs


def test_changes_carry_the_costs_of_any_model():
    map = land()
    map.edit("danger", (2, 0), 3)
    model = CostModel(terrain={"road": 0.25}, weights={"danger": 2}, base=10)
    change = map.edit("terrain", (slice(0, 1), slice(None)), 1)
    assert change.cost.tolist() == [0.5] * 4
    assert change.cost_field(model).tolist() == map.cost_field(model)[0].tolist() == [2.5, 2.5, 8.5, 2.5]
    assert Map([[1]]).edit("passable", (0, 0), False).cost is None


@pytest.mark.parametrize(
    ("layer", "region", "value", "error", "words"),
    [
        ("pasable", (0, 0), 1, OptionError, "did you mean 'passable'"),
        ("passable", (4, 0), 1, PlaceError, r"place \(4, 0\) lies outside the map of 4 x 3"),
        ("passable", (-1, 0), 1, PlaceError, "outside"),
        ("passable", (0.5, 0), 1, PlaceTypeError, "whole numbers"),
        ("passable", (True, False), 1, PlaceTypeError, "whole numbers"),
        ("passable", (1, 2, 3), 1, PlaceTypeError, "whole numbers"),
        ("passable", "ab", 1, PlaceTypeError, "whole numbers"),
        ("passable", {2, 0}, 1, PlaceTypeError, "whole numbers"),
        ("passable", {2: 0, 0: 1}, 1, PlaceTypeError, "whole numbers"),
        ("passable", 5, 1, PlaceTypeError, "a region is"),
        ("passable", None, 1, PlaceTypeError, "a region is"),
        ("passable", slice(0, 1), 1, PlaceTypeError, "a region is"),
        ("passable", (slice(0, 1), 2), 1, PlaceTypeError, r"a region is .* a pair of slices \(y, x\)"),
        ("passable", (slice("a"), slice(0, 1)), 1, PlaceTypeError, "not a slice"),
        ("passable", (slice(0, 1, 0), slice(0, 1)), 1, PlaceTypeError, "not a slice"),
        ("passable", np.ones((3, 3), bool), 1, ArrayError, r"mask has the shape \(3, 3\)"),
        ("passable", [[True], [True, False]], 1, ArrayError, "differ in length"),
        ("passable", [(0, 0), (4, 0)], 1, PlaceError, r"place \(4, 0\) lies outside"),
        ("passable", [(0, 0), 5], 1, PlaceTypeError, "whole numbers"),
        ("passable", [(True, False)], 1, PlaceTypeError, "whole numbers"),
        ("passable", [[1, 0, 1, 0]] * 3, 1, PlaceTypeError, "a mask holds bools"),
        ("passable", (0, 0), [1, 2], ArrayError, "does not fit"),
        ("cost", EVERYWHERE, np.ones((2, 2)), ArrayError, r"shape \(2, 2\).*region of shape \(3, 4\)"),
        ("cost", (slice(1, 3), slice(2, 4)), [[1, 2], [3, -4]], CostError, r"\(3, 2\) is -4.0"),
        ("cost", (0, 0), "dear", ArrayTypeError, "must hold"),
        ("terrain", (1, 1), 3, ArrayError, r"code 3 at \(1, 1\) is not in the legend"),
        ("terrain", (1, 1), 1.5, ArrayError, r"\(1, 1\) is 1.5"),
        ("terrain", (1, 1), -1, ArrayError, "0 to 255"),
    ],
)
def test_a_wrong_edit_changes_nothing(layer, region, value, error, words):
    map = land()
    with pytest.raises(error, match=words):
        map.edit(layer, region, value)
    assert map == land()
    assert map.revision == 0


@given(st.data())
def test_replaying_the_changes_gives_the_map(data):
    """The changes, applied to the first state, give the last state; and they contain nothing else."""
    map = land(4, 5)
    layers = {name: array.copy() for name, array in map.layers.items()}
    for _ in range(data.draw(st.integers(1, 6))):
        mask = data.draw(st.lists(st.booleans(), min_size=20, max_size=20))
        layer = data.draw(st.sampled_from(["passable", "cost", "terrain", "danger"]))
        value = data.draw(
            st.sampled_from({"cost": [0, 1, 7.5, np.inf], "terrain": [0, 1, 2]}.get(layer, [0, 1]))
        )
        before = {name: array.copy() for name, array in map.layers.items()}
        try:
            change = map.edit(layer, np.reshape(mask, (4, 5)), value)
        except CostError:
            continue
        x, y = change.cells.T
        for name, array in layers.items():
            array[y, x] = change.layers[name]
        really = (before[layer] != map.layers[layer]) | (before["passable"] != map.passable)
        assert sorted(zip(y.tolist(), x.tolist(), strict=True)) == [
            tuple(cell) for cell in np.argwhere(really)
        ]
    for name, array in layers.items():
        np.testing.assert_array_equal(array, map.layers[name])
    assert not (map.passable & ~np.isfinite(map.cost)).any()


@given(st.data())
def test_places_of_any_type_give_the_same(data):
    height, width = data.draw(st.integers(1, 4)), data.draw(st.integers(1, 4))
    place = st.tuples(st.integers(0, width - 1), st.integers(0, height - 1))
    places = np.array(data.draw(st.lists(place, min_size=1, max_size=12)), np.int64)
    values = data.draw(
        st.one_of(
            st.booleans(),
            st.lists(st.booleans(), min_size=len(places), max_size=len(places)).map(np.array),
        )
    )
    wide, narrow, listed = (land(height, width) for _ in range(3))
    changes = [
        map.edit("passable", region, values)
        for map, region in (
            (wide, places),
            (narrow, places.astype(np.int32)),
            (listed, [tuple(each) for each in places.tolist()]),
        )
    ]
    for change, map in zip(changes[1:], (narrow, listed), strict=True):
        assert changes[0].cells.tolist() == change.cells.tolist()
        assert changes[0].values.tolist() == change.values.tolist()
        np.testing.assert_array_equal(wide.passable, map.passable)


@pytest.mark.parametrize("form", [np.array, list])
def test_a_place_that_occurs_twice_keeps_its_last_value(form):
    map = land()
    change = map.edit("cost", form([(2, 1), (0, 0), (2, 1), (3, 2)]), [5, 6, 7, 1])
    assert change.cells.tolist() == [[0, 0], [2, 1]]  # (3, 2) cost 1 before
    assert change.values.tolist() == [6, 7]
    assert len(map.edit("cost", form([(2, 1), (2, 1)]), [5, 7])) == 0
    assert map.cost[1, 2] == 7
    assert len(map.edit("danger", form([(1, 1), (1, 1)]), 3)) == 1


def test_an_array_of_places():
    map = land()
    places = np.array([[2, 1], [0, 0], [2, 1], [3, 2]])
    change = map.edit("cost", places, [5, 6, 7, 1])
    assert change.cells.tolist() == [[0, 0], [2, 1]]
    assert len(map.edit("passable", places.astype(np.uint8), False)) == 3
    for nowhere in (np.empty((0, 2), int), []):
        assert len(map.edit("danger", nowhere, 1)) == 0
    for wrong, error, words in (
        (np.array([[1, 1], [4, 0]]), PlaceError, r"\(4, 0\) lies outside"),
        (np.array([[-1, 0]]), PlaceError, r"\(-1, 0\) lies outside"),
        (np.array([[1, 2, 3]]), ArrayError, r"\(n, 2\)"),
    ):
        with pytest.raises(error, match=words):
            map.edit("passable", wrong, False)
    with pytest.raises(ArrayError, match="does not fit"):
        map.edit("cost", places, [1, 2])


RECTANGLE = (slice(0, 2), slice(1, 3))


@pytest.mark.parametrize(
    ("layer", "value"),
    [
        ("passable", np.array([[True, False], [False, True]])),
        ("terrain", np.array([[1, 2], [0, 1]], np.uint8)),
        ("cost", np.array([[2.0, np.inf], [0.5, 1.0]])),
        ("danger", np.array([[-2.0, np.nan], [0.5, 1.0]])),
    ],
)
def test_a_rectangle_takes_the_same_values_in_whatever_form_they_come(layer, value):
    others = [
        value.tolist(),
        np.asfortranarray(value),
        value.astype(np.float32),
        np.repeat(value, 2, axis=1)[:, ::2],
        np.ma.array(value, mask=False),
    ]
    plain = land()
    change = plain.edit(layer, RECTANGLE, value)
    for other in others:
        map = land()
        same = map.edit(layer, RECTANGLE, other)
        assert map == plain
        np.testing.assert_array_equal(same.cells, change.cells)
        np.testing.assert_array_equal(same.values, change.values)


def test_what_does_not_fit_a_rectangle_is_refused_in_whatever_form_it_comes():
    for value in (np.ones((3, 2)), np.ones((3, 2), bool), np.ones((3, 2), np.uint8)):
        with pytest.raises(ArrayError, match="does not fit"):
            land().edit("passable", RECTANGLE, value)
    with pytest.raises(ArrayError, match="besides 0"):
        land().edit("passable", RECTANGLE, np.array([[1, 2], [3, 4]], np.uint8))
    masked = np.ma.array(np.ones((2, 2), bool), mask=[[True, False], [False, False]])
    map = land()
    map.edit("passable", RECTANGLE, masked)
    assert map.passable[0, 1:3].tolist() == [False, True]
    for region in ((slice(0, 2), 1), (slice("a"), slice(0, 1)), (slice(0, 2, 0), slice(None))):
        with pytest.raises(PlaceTypeError):
            land().edit("passable", region, True)


def test_costs_of_a_map_that_has_none():
    plain = Map(np.ones((2, 2)))
    with pytest.raises(OptionError, match=r"no costs; give them when it is made: Map\(\.\.\., cost=np\.ones"):
        plain.edit("cost", (0, 0), 3.0)
    Map(np.ones((2, 2)), cost=np.ones(plain.shape)).edit("cost", (0, 0), 3.0)


@pytest.mark.parametrize("region", [[[True, True]], [[0, 0], [1, 0]]], ids=["mask", "places"])
def test_a_region_that_is_masked_itself_is_refused(region):
    map = Map([[1, 1]])
    with pytest.raises(PlaceTypeError, match="a mask of its own"):
        map.edit("passable", np.ma.masked_array(region, np.array(region) > 0), False)
    assert map.revision == 0


class Meddler:
    """A value that removes a layer while it is read, as another thread may."""

    def __init__(self, map: Map, layer: str) -> None:
        self.map, self.layer = map, layer

    def __array__(self, dtype=None, copy=None):
        self.map.remove_layer(self.layer)
        return np.array(3.0)


@pytest.mark.parametrize("region", [(0, 0), (slice(0, 1), slice(0, 2)), [(0, 0), (1, 0)]])
def test_a_layer_that_is_removed_in_the_middle_of_an_edit(region):
    map = Map(np.ones((2, 2)), layers={"danger": np.zeros((2, 2))})
    with pytest.raises(OptionError, match="the layer was removed"):
        map.edit("danger", region, Meddler(map, "danger"))
    assert map.revision == 0
