"""Where cells are in the world."""

from __future__ import annotations

import io
import itertools
import math
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pathstar.errors import ArrayError, ArrayTypeError, OptionError, PlaceError
from pathstar.io.formats import read, write
from pathstar.maps import Frame, Map

numbers = st.floats(-100, 100).map(lambda number: round(number, 3))


@given(st.floats(0.01, 10), st.tuples(numbers, numbers, st.floats(-3.1, 3.1)), st.integers(1, 50))
def test_a_pose_places_the_lower_left_corner(resolution, origin, height):
    frame = Frame.from_pose(resolution, origin, height)
    x, y, yaw = origin
    # half a cell right of and above the corner, seen along the turned axes
    centre = complex(x, y) + resolution * complex(0.5, 0.5) * np.exp(1j * yaw)
    np.testing.assert_allclose(frame.to_world((0, height - 1)), (centre.real, centre.imag), atol=1e-9)
    side, back = frame.pose(height)
    np.testing.assert_allclose([side, *back], [resolution, *origin], atol=1e-8)


@given(st.lists(numbers, min_size=6, max_size=6), st.integers(-99, 99), st.integers(-99, 99))
def test_the_centre_of_a_cell_lies_in_it(transform, x, y):
    a, b, _, d, e, _ = transform
    if abs(a * e - b * d) < 1e-3:
        return
    frame = Frame(tuple(transform))
    assert frame.to_cell(frame.to_world((x, y))) == (x, y)


@pytest.mark.parametrize("resolution", [0.05, 0.1, 0.025, 0.3])
@pytest.mark.parametrize("origin", [-1.0, 0.3, -10.0])
def test_round_coordinates_lie_in_the_columns_of_nav2(resolution, origin):
    """They are borders between cells, where a rounding error matters."""
    frame = Frame.from_pose(resolution, (origin, 0.0), height=400)
    across = np.round(origin + np.arange(1, 300) * resolution, 3)
    cells = frame.to_cell(np.column_stack([across, np.full(len(across), 0.01)]))
    assert cells[:, 0].tolist() == [int((x - origin) / resolution) for x in across.tolist()]


def test_many_at_once():
    map = Map(np.ones((2, 3)), frame=Frame((2, 0, 10, 0, -2, 20)))
    cells = [(0, 0), (2, 1)]
    world = map.to_world(cells)
    assert world.tolist() == [[11, 19], [15, 17]]
    assert map.to_cell(world).tolist() == [[0, 0], [2, 1]]
    with pytest.raises(PlaceError, match=r"the point \(9.0, 19.0\) lies in the cell \(-1, 0\), outside"):
        map.to_cell([[11, 19], [9, 19]])


@pytest.mark.parametrize("yaw", [0.0, 0.7, np.pi / 2, -3.0])
@pytest.mark.parametrize(("width", "height"), [(57, 83), (1, 1), (3, 200)])
def test_a_point_on_the_border_lies_in_the_cell_within(yaw, width, height):
    side, origin = 0.05, -2.37 - 4.81j
    map = Map(np.ones((height, width)), frame=Frame.from_pose(side, (origin.real, origin.imag, yaw), height))
    for x, up in itertools.product((0, width), (0, height)):
        point = origin + side * complex(x, up) * np.exp(1j * yaw)
        assert map.to_cell((point.real, point.imag)) == (max(x - 1, 0), height - max(up, 1))
    for x, up in ((-0.01, 0.5), (width + 0.01, 0.5), (0.5, -0.01), (0.5, height + 0.01)):
        point = origin + side * complex(x, up) * np.exp(1j * yaw)
        with pytest.raises(PlaceError, match="outside the map"):
            map.to_cell([(point.real, point.imag)])


@pytest.mark.parametrize(
    "transform",
    [
        None,
        7,
        (1, 2, 3),
        (1, 0, 0, 0, 0, 0),
        (1, 0, np.nan, 0, 1, 0),
        (1, 0, 0, 0, "1", 0),
        (1e200, 0, 0, 0, 1e200, 0),
    ],
)
def test_no_transform(transform):
    with pytest.raises(OptionError, match="transform is"):
        Frame(transform)


@pytest.mark.parametrize(
    ("resolution", "origin", "words"),
    [
        (0, (0, 0), "resolution is 0"),
        ("1", (0, 0), "resolution is '1'"),
        (1, (0,), "origin is"),
        (1, None, "origin is None"),
        (1, (0, np.inf), "origin is"),
    ],
)
def test_no_pose(resolution, origin, words):
    with pytest.raises(OptionError, match=words):
        Frame.from_pose(resolution, origin, 3)
    with pytest.raises(OptionError, match="height is b'3'"):
        Frame.from_pose(1, (0, 0), b"3")


def test_wrong_points():
    map = Map([[1]], frame=Frame((1, 0, 0, 0, 1, 0)))
    with pytest.raises(ArrayError, match="must be a pair"):
        map.to_cell((1, 2, 3))
    with pytest.raises(ArrayTypeError, match="must hold numbers"):
        map.to_cell(("a", "b"))
    with pytest.raises(ArrayError, match="finite"):
        map.to_cell((np.nan, 0))
    with pytest.raises(OptionError, match="no frame"):
        Map([[1]]).to_cell((0, 0))
    with pytest.raises(OptionError, match="frame is 3"):
        Map([[1]], frame=3)
    with pytest.raises(OptionError, match="crs is 25833"):
        Frame((1, 0, 0, 0, 1, 0), crs=25833)


def test_it_is_kept():
    map = Map([[1, 1]], frame=Frame((1, 0, 5, 0, -1, 7), "EPSG:25833"))
    assert pickle.loads(pickle.dumps(map)).frame == map.frame
    file = io.BytesIO()
    write(map, file, format="npz")
    file.seek(0)
    assert read(file, format="npz").frame == map.frame


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("point", [(0, math.inf), (math.nan, 0), (-math.inf, 1)])
def test_only_finite_points_have_a_place(point):
    frame = Frame((0.5, 0, 10, 0, -0.5, 20))
    with pytest.raises(ArrayError, match="places must be finite numbers"):
        frame.to_world(point)
    with pytest.raises(ArrayError, match="points must be finite numbers"):
        frame.to_cell(point)


@pytest.mark.filterwarnings("error")
def test_a_point_too_far_away_is_an_error_without_a_warning():
    with pytest.raises(ArrayError, match=r"less than 2\*\*62 cells away"):
        Frame((0.5, 0.1, 10, 0.1, -0.5, 20)).to_cell((1e308, -1e308))


@pytest.mark.parametrize("height", [None, 0.5, -1, "2", 10**400])
def test_the_height_of_a_pose_is_a_whole_number(height):
    with pytest.raises(OptionError, match=r"height is .*allowed: a whole number from 0 to"):
        Frame.from_pose(1, (0, 0), height=2).pose(height)
    with pytest.raises(OptionError, match=r"height is .*allowed: a whole number from 0 to"):
        Frame.from_pose(1, (0, 0), height=height)
