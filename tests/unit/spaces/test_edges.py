"""Steps whose cost depends on the direction: slopes and drifts, and how they follow the map."""

from __future__ import annotations

import math
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracle import plain
from tests.sampling import examples

import pathstar as ps
from pathstar.maps import CostModel, Drift, Slope

MODELS = [
    CostModel(edges=(Slope("height", up=2, down=0.5),)),
    CostModel(edges=(Slope("height", up=1, most_up=2, most_down=3), Drift("u", "v")), base=0.5),
]
MAKERS: dict[str, Callable[..., Any]] = {
    "squares": lambda map, model: map.grid(costs=model),
    "squares, joined": lambda map, model: map.grid(costs=model, wrap="xy"),
    "hexagons": lambda map, model: map.hexgrid("even-r", costs=model),
    "triangles": lambda map, model: ps.TriangleGrid.of(map, costs=model),
    "triangles, joined": lambda map, model: ps.TriangleGrid.of(map, "mean", model, wrap="xy"),
    "voxels": lambda map, model: ps.VoxelGrid.from_maps([map, CELLAR], costs=model),
    "turning": lambda map, model: ps.Turning(map.grid(costs=model), 0.5),
}


def land(seed: int) -> ps.Map:
    random = np.random.default_rng(seed)
    layers = {name: random.uniform(-0.9, 0.9, (6, 6)) for name in "uv"}
    layers["height"] = random.uniform(0, 4, (6, 6))
    return ps.Map(random.random((6, 6)) > 0.15, cost=random.uniform(0.5, 3, (6, 6)), layers=layers)


CELLAR = land(5)
EDITS = st.lists(
    st.tuples(
        st.sampled_from(["height", "u", "v", "passable", "cost"]),
        st.tuples(st.integers(0, 5), st.integers(0, 5)),
        st.sampled_from([0.0, 0.5, 1.0]),
    ),
    max_size=8,
)


@settings(max_examples=examples(25))
@given(st.integers(0, 10**6), EDITS, st.sampled_from(MODELS), st.integers(0, 35), st.integers(0, 35))
@pytest.mark.parametrize("maker", MAKERS)
def test_edits_of_the_layers_are_followed(maker, seed, edits, model, start, goal):
    map = land(seed)
    space = MAKERS[maker](map, model)
    ends = [tuple(space.places_of([node])[0].tolist()) for node in (start, space.size - 1 - goal)]
    for layer, place, value in edits:
        map.edit(layer, place, value != 0 if layer == "passable" else value)
        fresh = MAKERS[maker](map, model)
        for algorithm in ("astar", "dijkstra", "bidirectional-astar"):
            path = ps.find_path(space, *ends, algorithm=algorithm)
            assert path.cost == pytest.approx(plain.cheapest(fresh, *ends), rel=1e-9)
            assert not path or ps.check_path(space, path)
        if plain.is_free(space, ends[0]):
            for outward in (False, True):
                fields = [ps.distance_field(each, ends[:1], outward=outward).costs for each in (space, fresh)]
                np.testing.assert_allclose(*fields, rtol=1e-9)


def test_up_is_not_down():
    map = ps.Map(np.ones((1, 5)), layers={"height": [[0, 1, 2, 3, 4]]})
    grid = map.grid(costs=CostModel(edges=(Slope("height", up=3, down=1),)))
    assert ps.find_path(grid, (0, 0), (4, 0)).cost == 4 + 12
    assert ps.find_path(grid, (4, 0), (0, 0)).cost == 4 + 4
    assert ps.find_path(grid, (0, 0), (4, 0)).stats.expanded <= 5


def test_a_cliff_is_climbed_nowhere_and_fallen_down():
    map = ps.Map(np.ones((1, 3)), layers={"height": [[0, 5, 5]]})
    grid = map.grid(costs=CostModel(edges=(Slope("height", most_up=2),)))
    assert not ps.find_path(grid, (0, 0), (2, 0))
    assert ps.find_path(grid, (2, 0), (0, 0)).cost == 2
    map.edit("height", (1, 0), 2)
    assert not ps.find_path(grid, (0, 0), (2, 0))
    map.edit("height", (2, 0), 4)
    assert ps.find_path(grid, (0, 0), (2, 0)).cost == 2


def test_a_current_carries():
    flow = np.zeros((3, 9))
    flow[0], flow[2] = 0.5, -0.5
    river = ps.Grid(np.ones((3, 9)), edges=[Drift(flow, np.zeros((3, 9)))])
    path = ps.find_path(river, (0, 1), (8, 1))
    assert (path.points[2:-2, 1] == 0).all()
    assert (ps.find_path(river, (8, 1), (0, 1)).points[2:-2, 1] == 2).all()
    assert path.cost < 8


def test_wind_blows_over_each_side_of_a_triangle():
    still = np.zeros((2, 3))
    down = ps.TriangleGrid(np.ones((2, 3)), edges=[Drift(still, still + 0.5)])
    assert dict(down.steps_from((0, 0))) == pytest.approx({(1, 0): 1 / 0.75, (0, 1): 1 / 1.5})
    assert dict(down.steps_from((1, 0))) == pytest.approx({(0, 0): 1 / 1.25, (2, 0): 1 / 1.25})
    assert dict(down.steps_from((0, 1))) == pytest.approx({(1, 1): 1 / 1.25, (0, 0): 1 / 0.5})
    right = ps.TriangleGrid(np.ones((2, 3)), edges=[Drift(still + 0.5, still)])
    along, against = 1 / (1 + 0.5 * math.sqrt(0.75)), 1 / (1 - 0.5 * math.sqrt(0.75))
    assert dict(right.steps_from((1, 0))) == pytest.approx({(0, 0): against, (2, 0): along})
    assert dict(right.steps_from((0, 0))) == pytest.approx({(1, 0): along, (0, 1): 1})


def test_triangles_lie_on_slopes():
    heights = [[0, 1, 2], [0, 3, 2]]
    hill = ps.TriangleGrid(np.ones((2, 3)), edges=[Slope(heights, up=2, down=0.5, most_up=2.5)])
    assert ps.find_path(hill, (0, 0), (2, 0)).cost == 2 + 2 * 2
    assert ps.find_path(hill, (2, 0), (0, 0)).cost == 2 + 0.5 * 2
    assert dict(hill.steps_from((0, 1))) == {(0, 0): 1}  # a step of 3 to the right is too high
    assert ps.check_path(hill, [(0, 1), (1, 1)]).problem.endswith(
        "is too steep, or against too strong a drift"
    )


def test_a_lift_carries_up():
    shaft = np.zeros((3, 1, 1))
    tower = ps.VoxelGrid(np.ones((3, 1, 1)), spacing=(1, 1, 2), edges=[Drift(shaft, shaft, shaft + 0.5)])
    assert ps.find_path(tower, (0, 0, 0), (0, 0, 2)).cost == pytest.approx(4 / 1.5)
    assert ps.find_path(tower, (0, 0, 2), (0, 0, 0)).cost == pytest.approx(4 / 0.5)


def test_the_floors_of_a_building_follow_their_maps():
    cellar, hall = (ps.Map(np.ones((1, 2)), layers={"height": [[0, 0]]}) for _ in range(2))
    house = ps.VoxelGrid.from_maps([cellar, hall], costs=CostModel(edges=(Slope("height", up=1),)))
    hall.edit("height", (1, 0), 3)
    assert ps.find_path(house, (0, 0, 0), (1, 0, 0)).cost == 1
    assert ps.find_path(house, (0, 0, 1), (1, 0, 1)).cost == 1 + 3
    assert pickle.loads(pickle.dumps(house)).steps_from((1, 0, 0)) == house.steps_from((1, 0, 0))


def test_against_too_strong_a_wind_nothing_moves():
    storm = ps.Grid([[1, 1]], edges=[Drift([[1, 1]], [[0, 0]])])
    assert storm.steps_from((1, 0)) == []
    assert storm.steps_to((0, 0)) == []
    assert storm.steps_from((0, 0)) == [((1, 0), 0.5)]
    assert ps.check_path(storm, [(1, 0), (0, 0)]).problem.endswith(
        "is too steep, or against too strong a drift"
    )


@given(st.integers(0, 10**6))
def test_estimates_never_exceed_what_a_way_costs(seed):
    grid = land(seed).grid(costs=MODELS[1])
    least = grid.step_range()[0]
    for node in range(36):
        place = (node % 6, node // 6)
        for end, cost in grid.steps_from(place):
            assert cost >= least - 1e-12
            assert (place, cost) in [(start, pytest.approx(back)) for start, back in grid.steps_to(end)]


def test_pickles_keep_the_numbers_and_take_no_changes():
    map = land(3)
    grid = map.grid(costs=MODELS[0])
    copy = pickle.loads(pickle.dumps(grid))
    assert copy.steps_from((2, 2)) == grid.steps_from((2, 2))
    assert repr(copy) == repr(grid)
    with pytest.raises(ps.OptionError, match="takes no changes once it was pickled"):
        copy.update(map.edit("height", (2, 2), 9))


def test_indexes_know_the_rules_they_were_built_for():
    heights = np.random.default_rng(2).random((8, 8))
    grids = [ps.Grid(np.ones((8, 8)), edges=[Slope(heights, up=up)]) for up in (1, 1, 2)]
    prints = [grid.kind.fingerprint(grid) for grid in grids]
    assert prints[0] == prints[1] != prints[2]
    index = ps.build_index(grids[0], "landmarks")
    path = ps.Planner(grids[0], index=index).find((0, 0), (7, 7))
    assert path.cost == pytest.approx(plain.cheapest(grids[0], (0, 0), (7, 7)))


def test_profiles_with_rules_are_saved(tmp_path):
    map = land(4)
    map.add_profile("cart", MODELS[1])
    ps.write(map, tmp_path / "land.npz")
    assert ps.read(tmp_path / "land.npz").profiles["cart"] == MODELS[1]


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Slope("h", up=-1), "up is -1; allowed: a finite number from 0 up"),
        (lambda: Slope("h", down=math.inf), "down is inf"),
        (lambda: Slope("h", most_up=-2), "most_up is -2"),
        (lambda: CostModel(edges=Slope("h")), "allowed: a list of Slope and Drift"),
        (lambda: CostModel(edges=[3]), "edges holds 3"),
        (lambda: CostModel(edges=[Slope([[1]])]), "allowed in a cost model: names of layers"),
        (lambda: land(1).grid(costs=CostModel(edges=[Slope("hight")])), "did you mean 'height'"),
        (
            lambda: land(1).grid(costs=MODELS[0], follow=False),
            "follow is False; allowed with rules for edges",
        ),
        (
            lambda: land(1).grid(costs=MODELS[0]).sized(2),
            "cannot lie over a Grid with joined borders, portals",
        ),
        (lambda: ps.Grid([[1, 1]], edges=[Drift([[0, 0]], [[0, 0]], [[0, 0]])]), "z is for a VoxelGrid"),
        (lambda: ps.VoxelGrid(np.ones((2, 1, 1)), edges=[Slope([[0], [1]])]), "height has the shape"),
        (
            lambda: ps.Grid([[1]], edges=[Slope("height")]),
            "height is the layer 'height', but a grid made from",
        ),
        (
            lambda: ps.Grid([[1]], edges=[Slope([[1, 2]])]),
            r"height has the shape \(1, 2\), the grid \(1, 1\)",
        ),
        (lambda: ps.Grid([[1]], edges=[Drift([["x"]], [[1]])]), "x must hold"),
    ],
)
def test_what_cannot_be_is_refused(make, words):
    with pytest.raises(ps.PathstarError, match=words):
        make()
