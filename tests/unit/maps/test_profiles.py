"""Profiles: cost models with a name, kept with the map."""

from __future__ import annotations

import io
import math
import pickle

import numpy as np
import pytest

import pathstar as ps
from pathstar.maps import ClearanceCost, CostModel, Terrain

LEGEND = {0: Terrain("water", 2), 1: Terrain("land"), 2: Terrain("rock", walkable=False)}
BOAT = CostModel(terrain={"land": math.inf, "water": 1})
HOVER = CostModel(terrain={"water": 1.5}, risks={"ambush": 3}, compose="max", floor=0.5)


def coast() -> ps.Map:
    terrain = [[0, 0, 0, 2], [1, 1, 0, 0], [1, 1, 1, 1]]
    return ps.Map(
        np.array(terrain) != 2,
        terrain=terrain,
        legend=LEGEND,
        layers={"ambush": np.full((3, 4), 0.1), "shore": ClearanceCost(1.5)},
        profiles={"boat": BOAT, "hover": HOVER},
    )


def test_a_grid_takes_a_profile_by_its_name():
    map = coast()
    assert not ps.find_path(map.grid(costs="boat"), (0, 0), (0, 2))
    assert (
        ps.find_path(map.grid(costs="boat"), (0, 0), (3, 1)).cost
        == ps.find_path(map.grid(costs=BOAT), (0, 0), (3, 1)).cost
    )
    assert ps.find_path(map.hexgrid(costs="hover"), (0, 0), (0, 2))
    tower = ps.VoxelGrid.from_maps([map, map], costs="boat")
    assert tower.cost[0].tolist() == tower.cost[1].tolist() == map.cost_field(BOAT).tolist()
    map.edit("terrain", (0, 1), 0)
    assert tower.cost[1, 1, 0] == 1


def test_another_model_takes_the_place_of_the_first():
    map = coast()
    map.add_profile("boat", HOVER)
    assert map.profiles == {"boat": HOVER, "hover": HOVER}
    with pytest.raises(TypeError):
        map.profiles["boat"] = BOAT


def test_profiles_are_saved_with_the_map():
    map, file = coast(), io.BytesIO()
    ps.write(map, file, format="npz")
    file.seek(0)
    again = ps.read(file, format="npz")
    assert again == map == pickle.loads(pickle.dumps(map))
    assert dict(again.profiles) == {"boat": BOAT, "hover": HOVER}
    again.edit("passable", (3, 2), False)
    assert again.layers["shore"][2, 2] > 0
    assert again != map


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: coast().grid(costs="boot"), "profile 'boot'.*did you mean 'boat'"),
        (lambda: coast().grid(costs=3), "the cost model is 3; allowed: a CostModel.*name of a profile"),
        (lambda: coast().grid(cost_model=BOAT), "cost_model is a CostModel; allowed: enter, mean.*costs="),
        (lambda: coast().hexgrid(cost_model=BOAT), "cost_model is a CostModel.*costs="),
        (lambda: ps.VoxelGrid([[[1]]], cost_model=BOAT), "cost_model is a CostModel.*costs="),
        (lambda: coast().grid(cost_model="means"), "unknown cost model 'means'; did you mean 'mean'"),
        (lambda: coast().add_profile("", BOAT), "a profile is called ''"),
        (lambda: coast().add_profile("swift", 3), "profile 'swift' is 3; allowed: a CostModel"),
        (lambda: coast().add_profile("x", CostModel(weights={"fog": 1})), "layer to weigh 'fog'"),
        (lambda: coast().add_profile("x", CostModel(terrain={"lava": 1})), "terrain 'lava'"),
        (lambda: ps.Map([[1]], profiles=[BOAT]), "profiles is .*; allowed: a mapping"),
    ],
)
def test_what_cannot_be_is_refused(make, words):
    with pytest.raises(ps.OptionError, match=words):
        make()


def test_risks_make_the_safest_path_the_cheapest():
    random = np.random.default_rng(5)
    for _ in range(20):
        chances = random.random((4, 4)).round(2)
        map = ps.Map(np.ones((4, 4)), layers={"ambush": chances})
        moves = ps.Moves(directions=4)
        path = ps.find_path(map.grid(moves, costs=CostModel(base=0, risks={"ambush": 1})), (0, 0), (3, 3))
        best = np.zeros((4, 4))
        best[0, 0] = 1
        for _ in range(16):
            for y, x in np.ndindex(4, 4):
                for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                    if 0 <= x + dx < 4 and 0 <= y + dy < 4:
                        through = best[y + dy, x + dx] * (1 - chances[y, x])
                        best[y, x] = max(best[y, x], through)
        assert math.exp(-path.cost) == pytest.approx(best[3, 3])


def test_a_certain_death_closes_a_cell():
    map = ps.Map([[1, 1, 1]], layers={"ambush": [[0, 1, 0]]})
    grid = map.grid(costs=CostModel(risks={"ambush": 2}))
    assert grid.walkable.tolist() == [[True, False, True]]
    map.edit("ambush", (1, 0), 0.5)
    assert grid.cost.tolist() == [[1, 1 + 2 * math.log(2), 1]]


def test_the_largest_layer_alone_counts():
    map = ps.Map([[1, 1, 1]], layers={"a": [[1, 5, math.nan]], "b": [[3, 2, 1]]})
    model = CostModel(weights={"a": 1, "b": 1}, base=10, compose="max")
    np.testing.assert_array_equal(map.cost_field(model), [[13, 15, math.nan]])
    grid = map.grid(costs=model)
    map.edit("a", (slice(None), slice(None)), [[4, 1, 1]])
    assert grid.cost.tolist() == [[14, 12, 11]]


@pytest.mark.parametrize(
    ("model", "words"),
    [
        (
            CostModel(weights={"charm": -1}, floor=0.25),
            r"the cost at \(1, 0\) is 0.0; layer 'charm' with its weight -1.0 adds -1.0 there, "
            "and the sum must be at least 0.25",
        ),
        (CostModel(base=0.1, floor=0.25), r"the cost at \(0, 0\) is 0.1, and must be at least 0.25"),
        (CostModel(risks={"charm": 1}), r"layer 'charm' holds 1.5 at \(2, 0\); a chance of harm is"),
    ],
)
def test_totals_below_the_floor_are_refused_with_their_place(model, words):
    values = [[0, 1, 1.5]]
    with pytest.raises(ps.CostError, match=words):
        ps.Map([[1, 1, 1]], layers={"charm": values}).grid(costs=model)
    if model.base < 1:
        return
    map = ps.Map([[1, 1, 1]], layers={"charm": [[0, 0, 0]]})
    grid = map.grid(costs=model)
    map.edit("charm", (slice(None), slice(None)), values)
    with pytest.raises(ps.CostError, match=words):
        grid.cost  # noqa: B018  catches up
    map.edit("charm", (slice(None), slice(None)), 0.5)
    assert grid.cost.shape == (1, 3)


def test_the_floor_is_that_of_cells_that_one_can_enter():
    map = ps.Map([[1, 0]], layers={"charm": [[0, 9]]})
    model = CostModel(weights={"charm": -1}, floor=0.5)
    grid = map.grid(costs=model)
    map.edit("charm", (1, 0), 8)
    assert grid.cost[0, 0] == 1
    map.edit("passable", (1, 0), True)
    with pytest.raises(ps.CostError, match=r"\(1, 0\) is -7.0"):
        ps.find_path(grid, (0, 0), (0, 0))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"floor": -1}, "the floor is -1; a floor is a finite number from 0 up"),
        ({"floor": math.inf}, "the floor is inf"),
        ({"risks": {"a": 0}}, "the weight of risk 'a' is 0; a risk has a positive weight"),
        ({"risks": {"a": 1}, "weights": {"a": 1}}, "'a' is among the weights and the risks"),
        ({"compose": "mean"}, "composition 'mean'"),
    ],
)
def test_models_that_cannot_be_are_refused(arguments, words):
    with pytest.raises(ps.PathstarError, match=words):
        CostModel(**arguments)


@pytest.mark.parametrize("suffix", ["txt", "map", "csv", "npy", "png"])
def test_a_file_that_cannot_hold_profiles_is_refused(suffix, tmp_path):
    map, file = ps.Map(np.ones((2, 3)), profiles={"heavy": CostModel(base=2)}), tmp_path / f"map.{suffix}"
    with pytest.raises(ps.OptionError, match=r"cannot hold profile 'heavy' of this map; write \.npz"):
        ps.write(map, file)
    assert not file.exists()
    ps.write(map, file, lossy=True)
    assert not ps.read(file).profiles
    ps.write(map, tmp_path / "map.npz")
    assert ps.read(tmp_path / "map.npz").profiles == map.profiles


def test_a_layer_that_a_profile_names_stays():
    map = coast()
    with pytest.raises(ps.OptionError, match="layer 'ambush' is named by the profiles 'hover'; replace"):
        map.remove_layer("ambush")
    file = io.BytesIO()
    ps.write(map, file, format="npz")
    assert ps.read(io.BytesIO(file.getvalue()), format="npz") == map
    map.add_profile("hover", CostModel())
    map.remove_layer("ambush")
    assert "ambush" not in map.layers
