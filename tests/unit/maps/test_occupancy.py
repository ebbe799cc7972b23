"""Occupancy grids and costmaps: messages of ROS 2, and the step of nav2's Smac 2D planner."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import pytest

import pathstar as ps
from pathstar.errors import ArrayError, ArrayTypeError, OptionError
from pathstar.maps import ClearanceCost, CostModel, Map
from pathstar.maps.occupancy import occupancy_of

typesys = pytest.importorskip("rosbags.typesys")
TYPES = typesys.get_typestore(typesys.Stores.ROS2_HUMBLE)


def message(percents: np.ndarray, resolution: float, origin: tuple[float, float, float]):
    """An OccupancyGrid as it arrives: serialised and read again by rosbags."""
    kinds = TYPES.types
    header = kinds["std_msgs/msg/Header"](kinds["builtin_interfaces/msg/Time"](0, 0), "map")
    x, y, yaw = origin
    pose = kinds["geometry_msgs/msg/Pose"](
        kinds["geometry_msgs/msg/Point"](x, y, 0.0),
        kinds["geometry_msgs/msg/Quaternion"](0.0, 0.0, math.sin(yaw / 2), math.cos(yaw / 2)),
    )
    height, width = percents.shape
    info = kinds["nav_msgs/msg/MapMetaData"](header.stamp, resolution, width, height, pose)
    grid = kinds["nav_msgs/msg/OccupancyGrid"](header, info, percents.astype(np.int8).ravel())
    name = "nav_msgs/msg/OccupancyGrid"
    return TYPES.deserialize_cdr(TYPES.serialize_cdr(grid, name), name)


@pytest.mark.parametrize("yaw", [0.0, 0.7])
def test_a_message_lies_as_it_says(yaw):
    random = np.random.default_rng(1)
    percents = random.integers(-1, 101, (4, 6))
    map = Map.from_occupancy(message(percents, 0.25, (-1.0, 2.0, yaw)))
    for row, line in enumerate(percents.tolist()):
        for column, percent in enumerate(line):
            # column right, row up from the origin, along the turned axes
            centre = complex(-1, 2) + 0.25 * complex(column + 0.5, row + 0.5) * np.exp(1j * yaw)
            x, y = map.to_cell((centre.real, centre.imag))
            assert occupancy_of(map)[y, x] == percent
            assert map.passable[y, x] == (0 <= percent < 65)


def test_an_array_with_and_without_info():
    percents = np.array([[0, 100, -1], [10, 65, 64]])
    plain = Map.from_occupancy(percents)
    assert plain.passable.tolist() == [[True, False, False], [True, False, True]]
    assert plain.frame is None
    info = {"resolution": 1, "origin": (0, 0), "width": 3, "height": 2}
    assert Map.from_occupancy(percents.ravel(), info).passable.tolist() == plain.passable[::-1].tolist()
    assert Map.from_occupancy(percents, lethal=5, unknown="free").passable.tolist() == [
        [True, False, True],
        [False, False, False],
    ]
    assert Map.from_occupancy([[50, 0]], weight=4).cost_field().tolist() == [[3, 1]]


@pytest.mark.parametrize(
    ("data", "info", "words"),
    [
        ([[0, 101]], None, r"101 at \(1, 0\).*Map.from_costmap takes bytes"),
        ([[0, -2]], None, r"-2 at \(1, 0\)"),
        ([0, 1], None, "must be an array"),
        (np.zeros((0, 3), int), None, "must be an array"),
        (
            [0, 1],
            {"width": 3, "height": 1, "resolution": 1, "origin": (0, 0)},
            "3 x 1 cells, but there are 2",
        ),
        (
            [[0, 1]],
            {"width": 3, "height": 1, "resolution": 1, "origin": (0, 0)},
            "3 x 1 cells, the data have",
        ),
    ],
)
def test_no_occupancy_grid(data, info, words):
    with pytest.raises(ArrayError, match=words):
        Map.from_occupancy(data, info)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"info": {"origin": (0, 0)}}, "no 'resolution'"),
        ({"info": {"resolution": 1}}, "no 'origin'"),
        ({"info": {"resolution": -1, "origin": (0, 0)}}, "resolution is -1"),
        ({"info": {"resolution": 1, "origin": (0, 0), "width": "2", "height": 1}}, "says '2' x 1"),
        ({"lethal": 0}, "lethal is 0"),
        ({"lethal": 101}, "lethal is 101"),
        ({"weight": -1}, "weight is -1"),
        ({"unknown": "fre"}, "did you mean 'free'"),
        ({"unknown": None}, "unknown is None"),
        ({"unknown": -3}, "unknown is -3"),
    ],
)
def test_wrong_options(options, words):
    with pytest.raises(OptionError, match=words):
        Map.from_occupancy([[0, 100]], **options)


def test_wrong_types():
    with pytest.raises(ArrayTypeError, match="whole numbers, not float64"):
        Map.from_occupancy([[0.5]])
    tilted = message(np.zeros((1, 1)), 1.0, (0, 0, 0))
    tilted.info.origin.orientation.x = 0.5
    with pytest.raises(OptionError, match="turn about z"):
        Map.from_occupancy(tilted)


def test_bytes_of_a_costmap():
    map = Map.from_costmap([[0, 1, 252, 253, 254, 255]], weight=2)
    assert map.passable.tolist() == [[True] * 3 + [False] * 3]
    assert map.cost_field()[0, :3].tolist() == [1, 1 + 2 / 252, 3]
    assert Map.from_costmap([[253, 255]], lethal=254, unknown="free").passable.all()
    with pytest.raises(ArrayError, match=r"-1 at \(1, 0\).*Map.from_occupancy takes percents"):
        Map.from_costmap([[0, -1]])
    sides = {"resolution": 0.5, "origin": (0, 0, 0), "size_x": 3, "size_y": 2}
    for data in (bytes([0, 0, 254, 255, 10, 0]), bytearray([0, 0, 254, 255, 10, 0])):
        assert Map.from_costmap(data, sides).passable.tolist() == [[False, True, True], [True, True, False]]


def test_a_step_costs_as_in_smac_2d():
    random = np.random.default_rng(2)
    costs = random.integers(0, 253, (12, 15))
    grid = Map.from_costmap(costs, weight=2.0).grid(moves=ps.Moves(corners="free"), cost_model="enter")
    path = ps.find_path(grid, (0, 0), (14, 11))
    points = path.points.tolist()
    # length * (1 + cost_travel_multiplier * byte / 252) of the cell entered
    paid = sum(
        math.hypot(x - u, y - v) * (1 + 2.0 * costs[y, x] / 252) for (u, v), (x, y) in pairwise(points)
    )
    assert math.isclose(path.cost, paid)
    assert path.bound == 1


def test_the_inflation_is_nav2_s_formula_of_the_distance():
    walls = np.ones((1, 30), bool)
    walls[0, 0] = False
    layer = ClearanceCost.inflation(1.0, scaling=3.0, inscribed=0.2, resolution=0.05, weight=252)
    near = Map(walls, layers={"near": layer}).layers["near"][0, 1:]
    distances = 0.05 * (np.arange(29) + 0.5)  # from the border of the wall
    wanted = 252 * np.exp(-3.0 * np.maximum(distances - 0.2, 0)) * (distances < 1.0)
    np.testing.assert_allclose(near, wanted)


def test_the_inflation_is_paid():
    walls = np.ones((3, 9), bool)
    walls[0, 4] = False
    layer = ClearanceCost.inflation(2, scaling=1, weight=5)
    grid = Map(walls, layers={"near": layer}).grid(costs=CostModel(weights={"near": 1}))
    assert ps.find_path(grid, (0, 1), (8, 1)).points[4].tolist() == [4, 2]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"radius": 1, "scaling": 0}, "rate is 0.0"),
        ({"radius": 1, "scaling": "3"}, "radius, inscribed and scaling"),
        ({"radius": 1, "scaling": 1, "resolution": 0}, "resolution is 0"),
        ({"radius": 1, "scaling": 1, "inscribed": 1}, "inner is"),
    ],
)
def test_no_inflation(arguments, words):
    with pytest.raises(OptionError, match=words):
        ClearanceCost.inflation(**arguments)
    with pytest.raises(OptionError, match="goes with the falloff 'exponential'"):
        ClearanceCost(2, rate=1)


def test_masked_cells_are_not_taken_for_what_lies_below():
    with pytest.raises(ArrayTypeError, match="data must hold whole numbers, not float64"):
        Map.from_occupancy(np.ma.masked_array([[0, 0]], [[True, False]]))
