"""What a map is: layers that cannot be changed from outside, marks, legend, name."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from pathstar.errors import ArrayError, CostError, OptionError, PlaceError, PlaceTypeError
from pathstar.maps.examples import worked_example
from pathstar.maps.legend import Terrain
from pathstar.maps.map import Map

GROUND, WATER = Terrain("ground"), Terrain("water", walkable=False)


def rich() -> Map:
    return Map(
        [[1, 1, 0], [1, 1, 1]],
        cost=[[1, 2, 3], [4, 5, np.inf]],
        terrain=[[0, 0, 1], [0, 0, 0]],
        layers={"danger": [[0, 1, 2], [3, 4, np.nan]]},
        legend={0: GROUND, 1: WATER},
        marks={"start": (0, 0), "goal": (1, 1)},
        name="rich",
    )


def test_what_it_says_of_itself():
    map = rich()
    assert (map.shape, map.width, map.height, map.size, map.revision) == ((2, 3), 3, 2, 6, 0)
    assert list(map.layers) == ["passable", "cost", "terrain", "danger"]
    assert map.cost.dtype == np.float64
    assert map.terrain.dtype == np.uint8
    assert (
        repr(map) == "Map('rich', 3 x 2, 4 walkable, cost, terrain, danger, marks start (0, 0), goal (1, 1))"
    )
    assert repr(Map([[0]])) == "Map(1 x 1, 0 walkable)"


def test_infinite_cost_is_not_passable():
    assert rich().passable.tolist() == [[True, True, False], [True, True, False]]


def test_nobody_changes_a_layer_from_outside():
    map = rich()
    for array in map.layers.values():
        with pytest.raises(ValueError, match="read-only"):
            array[0, 0] = 1
        with pytest.raises(ValueError, match="WRITEABLE"):
            array.flags.writeable = True
    with pytest.raises(TypeError):
        map.layers["cost"] = np.ones((2, 3))
    with pytest.raises(TypeError):
        map.marks["start"] = (1, 1)
    with pytest.raises(AttributeError):
        map.revision = 3


@pytest.mark.parametrize("kind", [bool, np.uint8, float])
def test_the_callers_arrays_stay_the_callers(kind):
    walkable, cost, codes = np.ones((2, 2), kind), np.ones((2, 2)), np.ones((2, 2), np.uint8)
    map = Map(walkable, cost=cost, terrain=codes, layers={"danger": cost.T})
    for array in (walkable, cost, codes):
        array[:] = 0
    assert map == Map(
        np.ones((2, 2)), cost=[[1, 1]] * 2, terrain=[[1, 1]] * 2, layers={"danger": [[1, 1]] * 2}
    )
    map.edit("cost", (0, 0), 5)
    assert not cost.any()


def test_views_follow_edits():
    map = rich()
    passable, cost = map.passable, map.cost
    map.edit("passable", (0, 0), False)
    map.edit("cost", (1, 0), 9)
    assert not passable[0, 0]
    assert cost[0, 1] == 9


def test_equality_is_about_layers_and_legend():
    assert rich() == rich()
    assert Map([[1]], name="a", marks={"m": (0, 0)}) == Map([[1]])
    assert rich() != Map([[1, 1, 0], [1, 1, 0]])
    assert Map([[1, 1]]) != Map([[1], [1]])
    assert Map([[1]], terrain=[[0]], legend={0: GROUND}) != Map([[1]], terrain=[[0]])
    changed = rich()
    changed.edit("danger", (0, 0), 7)
    assert changed != rich()
    assert (rich() == 3) is False
    with pytest.raises(TypeError, match="unhashable"):
        hash(rich())


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_pickles(protocol):
    map = rich()
    map.edit("cost", (0, 0), 3)
    again = pickle.loads(pickle.dumps(map, protocol))
    assert again == map
    assert (again.marks, again.name, again.revision) == (map.marks, map.name, 1)
    assert again.id != map.id
    again.edit("cost", (0, 0), 4)
    assert map.cost[0, 0] == 3


def test_pickles_out_of_band():
    buffers = []
    data = pickle.dumps(rich(), protocol=5, buffer_callback=buffers.append)
    again = pickle.loads(data, buffers=[bytes(buffer) for buffer in buffers])
    again.edit("cost", (0, 0), 4)
    assert again.cost[0, 0] == 4


def test_from_terrain():
    map = Map.from_terrain([[0, 1]], {0: GROUND, 1: WATER}, name="shore")
    assert map.passable.tolist() == [[True, False]]
    assert map.legend == {0: GROUND, 1: WATER}


def test_worked_example():
    example = worked_example()
    assert example.shape == (5, 7)
    assert np.argwhere(~example.passable).tolist() == [[1, 3], [2, 3], [3, 3]]
    assert example.marks == {"start": (1, 2), "goal": (5, 2)}


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"cost": [[1]]}, ArrayError, r"cost has the shape \(1, 1\), walkable \(1, 2\)"),
        ({"cost": [[1, -2]]}, CostError, r"cost at \(1, 0\) is -2.0"),
        ({"terrain": [[0, 9]], "legend": {0: GROUND}}, ArrayError, r"code 9 at \(1, 0\).*0 \(ground\)"),
        ({"terrain": [[0, 256]]}, ArrayError, "0 to 255"),
        ({"legend": {300: GROUND}}, OptionError, "300"),
        ({"legend": {True: GROUND}}, OptionError, "True"),
        ({"legend": {0: "ground"}}, OptionError, "must be a Terrain"),
        ({"layers": {"cost": [[1, 1]]}}, OptionError, "'cost' cannot name"),
        ({"layers": {"../danger": [[1, 1]]}}, OptionError, "cannot name"),
        ({"layers": {"danger": [[1]]}}, ArrayError, "danger has the shape"),
        ({"marks": {"start": (2, 0)}}, PlaceError, r"mark 'start' \(2, 0\) lies outside"),
        ({"marks": {"start": (0, -1)}}, PlaceError, "outside"),
        ({"marks": {"start": (0.0, 1)}}, PlaceTypeError, "two whole numbers"),
        ({"marks": {"start": 7}}, PlaceTypeError, "two whole numbers"),
    ],
)
def test_bad_arguments(options, error, words):
    with pytest.raises(error, match=words):
        Map([[1, 1]], **options)


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"name": ""}, OptionError),
        ({"name": 3}, OptionError),
        ({"cost": -1}, CostError),
        ({"cost": np.inf}, CostError),
        ({"cost": np.nan}, CostError),
        ({"cost": 10**400}, CostError),
        ({"cost": "1"}, CostError),
        ({"symbol": "ab"}, OptionError),
        ({"color": "red"}, OptionError),
    ],
)
def test_bad_terrain(arguments, error):
    with pytest.raises(error):
        Terrain(**{"name": "ground", **arguments})


def test_routes_are_drawn_kept_and_removed():
    map = Map([[1, 1, 1]], routes={"beat": [(0, 0), (2, 0)]})
    map.set_route("way", ([1, 0], np.array([0, 0])))
    assert map.routes == {"beat": ((0, 0), (2, 0)), "way": ((1, 0), (0, 0))}
    assert pickle.loads(pickle.dumps(map)).routes == map.routes
    map.set_route("beat", None)
    assert list(map.routes) == ["way"]
    with pytest.raises(TypeError):
        map.routes["beat"] = ((0, 0), (1, 0))


@pytest.mark.parametrize(
    ("name", "places", "error", "message"),
    [
        ("beat", [(0, 0)], OptionError, "has 1 places"),
        ("beat", 3, OptionError, "allowed: a list"),
        (3, [(0, 0), (1, 0)], OptionError, "the name of a route is 3"),
        ("beat", [(0, 0), (9, 0)], PlaceError, "place 1 of route 'beat'"),
        ("beat", [(0, 0), (0.5, 0)], PlaceTypeError, "place 1 of route 'beat'"),
        ("bet", None, OptionError, "unknown route to remove 'bet'; did you mean 'beat'"),
    ],
)
def test_a_route_that_cannot_be_is_refused(name, places, error, message):
    map = Map([[1, 1, 1]], routes={"beat": [(0, 0), (2, 0)]})
    with pytest.raises(error, match=message):
        map.set_route(name, places)
    assert map.routes == {"beat": ((0, 0), (2, 0))}


@pytest.mark.parametrize("name", [[1], {}, None, 3])
def test_the_name_of_a_route_is_text(name):
    map = Map([[1, 1, 1]])
    with pytest.raises(OptionError, match=r"the name of a route is .*allowed: a text"):
        map.set_route(name, [(0, 0), (2, 0)])
    assert dict(map.routes) == {}
