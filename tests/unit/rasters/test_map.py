"""A map as a raster: its costs, its heights, its coordinates."""

from __future__ import annotations

import numpy as np
import pytest

import pathstar as ps
from pathstar.maps.frame import Frame


def land(frame: Frame | None = None, **more: object) -> ps.Map:
    random = np.random.default_rng(1)
    walkable = random.random((9, 12)) > 0.2
    walkable[0, 0] = walkable[8, 11] = True
    layers = {"height": random.uniform(0, 9, (9, 12))}
    return ps.Map(walkable, cost=random.uniform(1, 9, (9, 12)), layers=layers, frame=frame, **more)


def test_costs_and_cell_size_of_a_map() -> None:
    map = land(Frame((30, 0, 500, 0, -20, 900)))
    found = ps.rasters.cost_distance(map, [(0, 0)])
    cost = np.where(map.passable, map.cost_field(), np.nan)
    np.testing.assert_array_equal(
        found.cost, ps.rasters.cost_distance(cost, [(0, 0)], cell_size=(30, 20)).cost
    )
    own = ps.rasters.cost_distance(map, [(0, 0)], cell_size=1)
    np.testing.assert_array_equal(own.cost, ps.rasters.cost_distance(cost, [(0, 0)]).cost)
    assert ps.rasters.least_cost_path(map, (0, 0), (11, 8)).cost == pytest.approx(found.cost[8, 11])


def test_heights_of_a_map() -> None:
    map = land()
    found = ps.rasters.cost_distance(map, [(0, 0)], height="height")
    cost = np.where(map.passable, map.cost_field(), np.nan)
    expected = ps.rasters.cost_distance(cost, [(0, 0)], height=map.layers["height"])
    np.testing.assert_array_equal(found.cost, expected.cost)
    with pytest.raises(ps.OptionError, match="height"):
        ps.rasters.cost_distance(map, [(0, 0)], height="hight")


def test_a_map_in_degrees() -> None:
    map = land(Frame((0.25, 0, 7, 0, -0.5, 60), "EPSG:4326"))
    raster = ps.rasters.Raster(map)
    cost = np.where(map.passable, map.cost_field(), np.nan)
    rows = 60 - 0.5 * (np.arange(9) + 0.5)
    same = ps.rasters.Raster(cost, cell_size=(0.25, 0.5), latitudes=rows)
    np.testing.assert_array_equal(raster.lengths, same.lengths)
    assert not raster.wrap


def test_maps_that_are_no_rasters() -> None:
    with pytest.raises(ps.OptionError, match="hexagons"):
        ps.rasters.Raster(land(hexagons="odd-r"))
    with pytest.raises(ps.ArrayError, match="rotated"):
        ps.rasters.Raster(land(Frame((30, 1, 0, 1, -20, 0))))
