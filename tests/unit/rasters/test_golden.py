"""Published and hand-checked numbers."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import pathstar as ps

COST = np.array(
    [
        [2, 2, 1, 1, 5, 5, 5],
        [2, 2, 8, 8, 5, 2, 1],
        [7, 1, 1, 8, 2, 2, 2],
        [8, 7, 8, 8, 8, 8, 5],
        [8, 8, 1, 1, 5, 3, 9],
        [8, 1, 1, 2, 5, 3, 9],
    ],
    float,
)
ROWS, COLUMNS = np.mgrid[:6, :7]
HEIGHT = ROWS * (ROWS + 1) / 2 + COLUMNS * (COLUMNS + 1) / 2


def row(text: str) -> NDArray[np.float64]:
    return np.array(text.split(), float)


def close(found: NDArray[np.float64], text: str) -> None:
    np.testing.assert_allclose(found, row(text), rtol=0, atol=5e-7)


def test_eight_directions() -> None:
    cost = ps.rasters.cost_distance(COST, [(5, 4)]).cost
    close(cost[0], "21.778175 21.12132 20.692388 19.692388 16.935029 14.899495 13.656854")
    close(cost[2], "21.656854 17.656854 17 17.5 12.5 10.5 9.156854")
    close(cost[5], "13.914214 9.414214 8.414214 8.5 5.656854 3 8.485281")


def test_knights_steps_are_the_mean_of_four_cells() -> None:
    cost = ps.rasters.cost_distance(COST, [(5, 4)], directions=16).cost
    close(cost[0], "21.416408 21.003289 20.073262 19.073262 16.755789 14.747024 13.656854")
    close(cost[1], "19.624609 19.003289 21.5 18.810425 15.003289 11.806041 10.656854")


def test_unequal_cells() -> None:
    cost = ps.rasters.cost_distance(COST, [(5, 4)], cell_size=(10, 2)).cost
    close(cost[0], "123.594117 103.594117 88.594117 78.594117 58 32 42.297059")


@pytest.mark.parametrize(("directions", "expected"), [(8, 274.111688), (16, 272.82904)])
def test_walking_from_the_top(directions: int, expected: float) -> None:
    found = ps.rasters.cost_distance(
        None, [(0, 0)], height=HEIGHT, pace="langmuir", cell_size=10, directions=directions
    )
    assert found.cost[5, 6] == pytest.approx(expected, abs=5e-7)


@pytest.mark.parametrize(
    ("directions", "expected"),
    [
        (8, "101.311688 96.111488 97.128751 85.745813 76.362675 68.979338 53.9982"),
        (16, "90.365033 87.730129 88.747392 77.364454 73.263565 65.880227 50.899089"),
    ],
)
def test_walking_down(directions: int, expected: str) -> None:
    found = ps.rasters.cost_distance(
        None, [(6, 5)], height=HEIGHT, pace="langmuir", cell_size=10, directions=directions
    )
    close(found.cost[0], expected)


@pytest.mark.parametrize(
    ("directions", "expected"),
    [
        (8, "265.57968 261.490541 259.136162 240.936762 215.63542 191.405745 173.9982"),
        (16, "254.702582 252.937098 253.694959 235.495559 215.63542 191.405745 169.918563"),
    ],
)
def test_walking_with_friction(directions: int, expected: str) -> None:
    options = {"height": HEIGHT, "pace": "langmuir", "combine": "add", "cell_size": 10}
    found = ps.rasters.cost_distance(0.5 * COST, [(6, 5)], directions=directions, **options)
    close(found.cost[0], expected)


def test_a_table_of_slopes_that_hardly_differ() -> None:
    table = [0.0, 5e-324, 1e-320], [1.0, 3.0, 2.0]
    paces = [ps.rasters.pace_on(slope, table) for slope in (0.0, 5e-324, 1e-320, 1.0)]
    assert paces == [1.0, 3.0, 2.0, np.inf]


def test_paces() -> None:
    slopes = (-0.2, -0.1, -0.05, 0, 0.1, 0.2, 1)
    tobler = [3.6 / ps.rasters.pace_on(slope) for slope in slopes]
    expected = [3.549332, 5.036742, 6, 5.036742, 3.549332, 2.501172, 0.152096]
    np.testing.assert_allclose(tobler, expected, atol=5e-7)
    assert 1 / ps.rasters.pace_on(0, "irmischer_clarke") == pytest.approx(1.096207, abs=5e-7)
    assert 1 / ps.rasters.pace_on(0.1, "rees") == pytest.approx(1.104972, abs=5e-7)
    assert ps.rasters.pace_on(0, "herzog") == 1.64


@pytest.mark.parametrize("directions", [8, 16, 32])
def test_a_thin_barrier_is_paid_or_closed(directions: int) -> None:
    ground = np.ones((41, 41))
    ground[20] = 1000
    assert ps.rasters.least_cost_path(ground, (20, 10), (20, 30), directions=directions).cost == 1019
    ground[20] = np.nan
    path = ps.rasters.least_cost_path(ground, (20, 10), (20, 30), directions=directions)
    assert not path
    assert path.cost == math.inf


def snake() -> NDArray[np.float64]:
    """Return 201 x 40 cells with walls in odd rows, open at either end in turn."""
    ground = np.ones((201, 40))
    ground[1::2] = np.nan
    ground[1::4, -1] = 1
    ground[3::4, 0] = 1
    return ground


def test_a_snake_is_followed_to_its_end() -> None:
    assert np.isfinite(ps.rasters.cost_distance(snake(), [(0, 0)]).cost).sum() == 4140


def test_directions_of_other_programs() -> None:
    found = ps.rasters.cost_distance(np.ones((3, 3)), [(1, 1)]).direction
    assert found is not None
    grass = ps.rasters.directions_as(found, "grass")
    assert grass[1].tolist()[::2] == [360, 180]
    assert np.isnan(grass[1, 1])
    assert grass[:, 1].tolist()[::2] == [270, 90]
    arcgis = ps.rasters.directions_as(found, "arcgis")
    assert arcgis[1].tolist() == [90, 0, 270]
    assert ps.rasters.directions_as(found, "backlink").tolist() == [[2, 3, 4], [1, 0, 5], [8, 7, 6]]


@pytest.mark.parametrize("codes", [np.zeros((2, 2)), np.full((2, 2), 300), None])
def test_what_is_no_direction(codes: Any) -> None:
    with pytest.raises(ps.ArrayTypeError, match=r"direction holds .*; allowed: uint8, the codes"):
        ps.rasters.directions_as(codes, "grass")


@pytest.mark.parametrize(
    ("latitude", "east", "north"),
    [
        (0, 30.922, 30.715),
        (30, 26.802, 30.792),
        (45, 21.902, 30.870),
        (60, 15.500, 30.948),
        (80, 5.387, 31.017),
    ],
)
def test_arc_seconds_on_the_ellipsoid(latitude: float, east: float, north: float) -> None:
    second = 1 / 3600
    latitudes = latitude + second * np.array([0.5, -0.5])
    found = ps.rasters.cost_distance(np.ones((2, 2)), [(0, 0)], latitudes=latitudes, cell_size=second)
    assert found.cost[0, 1] == pytest.approx(east, abs=2e-3)
    assert found.cost[1, 0] == pytest.approx(north, abs=5e-4)
