"""Folding layers into one cost per cell."""

from __future__ import annotations

import math

import numpy as np
import pytest

import pathstar as ps
from pathstar.errors import CostError, OptionError
from pathstar.maps.costs import CostModel
from pathstar.maps.legend import Terrain
from pathstar.maps.map import Map

LEGEND = {0: Terrain("ground"), 1: Terrain("road", 0.5), 2: Terrain("forest", 3)}


def land(**options) -> Map:
    return Map([[1, 1, 1]], terrain=[[0, 1, 2]], legend=LEGEND, **options)


def test_none_where_all_cells_cost_the_same():
    assert Map([[1, 0]]).cost_field() is None
    assert Map([[1, 0]], terrain=[[0, 9]]).cost_field() is None
    assert Map([[1, 0]], terrain=[[0, 0]], legend={0: Terrain("ground")}).cost_field() is None
    assert Map([[1, 0]], layers={"danger": [[1, 2]]}).cost_field() is None
    assert Map([[1, 0]]).cost_field(CostModel()).tolist() == [[1, 1]]


def test_having_costs_does_not_depend_on_the_cells():
    map = Map([[1]], terrain=[[0]], legend=LEGEND)
    assert map.cost_field() is not None
    map.edit("terrain", (0, 0), 1)
    assert map.cost_field().tolist() == [[0.5]]


def test_the_formula():
    map = land(cost=[[2, 4, 8]], layers={"danger": [[0, 1, 2]], "charm": [[0, 0, 1]]})
    assert map.cost_field().tolist() == [[2, 2, 24]]
    model = CostModel(terrain={"road": 0.25}, weights={"danger": 10, "charm": -1}, base=2)
    assert model.fold(map).tolist() == map.cost_field(model).tolist() == [[4, 12, 67]]
    assert model.fold(map).dtype == np.float64


def test_infinity_and_nan_stay_unwalkable():
    map = land(cost=[[0, 1, 1]], layers={"danger": [[0, np.nan, 0]]})
    model = CostModel(terrain={"ground": np.inf}, weights={"danger": 1})
    assert np.isfinite(model.fold(map)).tolist() == [[False, False, True]]


def test_a_negative_sum_names_layer_and_place():
    map = land(layers={"charm": [[0, 0, 5]], "danger": [[1, 1, 1]]})
    with pytest.raises(CostError, match=r"\(2, 0\) is -1.0; layer 'charm' .* adds -5.0"):
        map.cost_field(CostModel(weights={"danger": 1, "charm": -1}))
    change = map.edit("terrain", (2, 0), 0)
    with pytest.raises(CostError, match=r"\(2, 0\) is -3.0; layer 'charm'"):
        change.cost_field(CostModel(weights={"danger": 1, "charm": -1}))


OVER_MAPS = {
    "squares": lambda map: map.grid(),
    "hexagons": lambda map: map.hexgrid(),
    "boxes": lambda map: ps.VoxelGrid.from_maps([map]),
    "discs": lambda map: map.grid().sized(radius=0.5),
    "weighed": lambda map: map.grid(costs=CostModel(weights={"extra": 1e9})),
}


@pytest.mark.parametrize("make", OVER_MAPS.values(), ids=OVER_MAPS)
def test_spaces_refuse_costs_that_an_edit_makes_too_large(make):
    map = ps.Map(np.ones((1, 4)), cost=np.ones((1, 4)), layers={"extra": np.zeros((1, 4))})
    space = make(map)
    ends = ((0, 0), (3, 0)) if len(space.shape) == 2 else ((0, 0, 0), (3, 0, 0))
    layer = "cost" if make is not OVER_MAPS["weighed"] else "extra"
    map.edit(layer, (slice(0, 1), slice(1, 3)), 1e308 if layer == "cost" else 1e299)
    for _ in range(2):
        with pytest.raises(CostError, match=r"^the cost at \(1, 0\) is 1e\+308; a cost is at most"):
            ps.find_path(space, *ends)
    map.edit("passable", (2, 0), False)
    map.edit(layer, (1, 0), 1.0)
    assert ps.find_path(space, *ends).status is ps.Status.NO_PATH
    map.edit("passable", (2, 0), True)
    with pytest.raises(CostError, match=r"^the cost at \(2, 0\)"):
        ps.find_path(space, *ends)
    map.edit(layer, (2, 0), 0.0)
    assert ps.find_path(space, *ends)


def test_a_space_that_is_handed_its_changes_refuses_costs_that_are_too_large():
    map = ps.Map(np.ones((1, 4)), cost=np.ones((1, 4)))
    grid = map.grid(follow=False)
    change = map.edit("cost", (1, 0), 1e101)
    with pytest.raises(
        CostError, match=r"^the cost at \(1, 0\) is 1e\+101; a cost is at most 1e\+100, or infinite$"
    ):
        grid.update(change)
    assert ps.find_path(grid, (0, 0), (3, 0)).cost == 3


@pytest.mark.parametrize(
    ("model", "words"),
    [
        (CostModel(terrain={"raod": 1}), "did you mean 'road'"),
        (CostModel(weights={"dangre": 1}), "did you mean 'danger'"),
        (CostModel(weights={"cost": 1}), "layer to weigh 'cost'"),
    ],
)
def test_unknown_names(model, words):
    with pytest.raises(OptionError, match=words):
        model.fold(land(layers={"danger": [[1, 1, 1]]}))


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"base": -1}, CostError),
        ({"base": np.nan}, CostError),
        ({"base": "1"}, CostError),
        ({"terrain": {"road": -0.5}}, CostError),
        ({"weights": {"danger": np.inf}}, OptionError),
        ({"weights": {"danger": "much"}}, OptionError),
    ],
)
def test_bad_models(options, error):
    with pytest.raises(error):
        CostModel(**options)


def test_a_model_keeps_its_own_copy():
    terrain = {"road": 0.25}
    model = CostModel(terrain=terrain)
    terrain["road"] = 9.0
    assert model.fold(land()).tolist() == [[1, 0.25, 3]]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("base", "cost"), [(math.inf, 0.0), (1e300, 1e300)])
def test_costs_that_are_no_number_close_cells_without_a_warning(base, cost):
    folded = CostModel(base=base).fold(Map([[1]], cost=[[cost]]))
    assert not np.isfinite(folded).any()


@pytest.mark.parametrize("source", [None, [[1, 1]], ps.Grid([[1, 1]])])
def test_only_maps_and_changes_have_costs_to_fold(source):
    with pytest.raises(OptionError, match=r"source is .*allowed: a Map or a Change"):
        CostModel().fold(source)
