"""What is refused, and what the message says."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import pathstar as ps

PLAIN = np.ones((3, 4))
HOLE = np.array([[1.0, np.nan], [1, 1]])


@pytest.mark.parametrize(
    ("cost", "sources", "options", "error", "message"),
    [
        (PLAIN, [(4, 0)], {}, ps.PlaceError, r"source 0, \(4, 0\), lies outside the raster of 4 columns"),
        (HOLE, [(0, 0), (1, 0)], {}, ps.PlaceError, r"source 1 at \(1, 0\) lies on a cell"),
        (PLAIN, [(0.5, 0)], {}, ps.PlaceTypeError, "whole numbers"),
        (PLAIN, np.zeros((3, 4), bool), {}, ps.OptionError, "no source"),
        (PLAIN, np.full((3, 4), 0.5), {}, ps.ArrayError, "not whole"),
        (PLAIN, np.full((3, 4), -1), {}, ps.ArrayError, "labels"),
        (-PLAIN, [(0, 0)], {}, ps.CostError, "row 0, column 0 is -1; .* say so with nodata="),
        (np.ones(3), [(0, 0)], {}, ps.ArrayError, "rows and columns"),
        (np.array([["a"]]), [(0, 0)], {}, ps.ArrayTypeError, "allowed: bool, integers, floats"),
        (None, [(0, 0)], {}, ps.OptionError, "needs a height"),
        (PLAIN, [(0, 0)], {"height": np.ones((2, 2))}, ps.ArrayError, "must agree"),
        (PLAIN, [(0, 0)], {"height": PLAIN, "pace": "toblr"}, ps.OptionError, "did you mean 'tobler'"),
        (PLAIN, [(0, 0)], {"height": PLAIN, "pace": ([1, 0], [1, 1])}, ps.ArrayError, "rise"),
        (PLAIN, [(0, 0)], {"height": PLAIN, "pace": ([0, 1], [1, -1])}, ps.ArrayError, "from 0 up"),
        (PLAIN, [(0, 0)], {"directions": 6}, ps.OptionError, "4, 8, 16, 32"),
        (PLAIN, [(0, 0)], {"cell_size": 0}, ps.OptionError, "cell_size is 0"),
        (PLAIN, [(0, 0)], {"cell_size": (1, 2, 3)}, ps.OptionError, "a width and a height"),
        (PLAIN, [(0, 0)], {"latitudes": [1, 2]}, ps.ArrayError, "one for each of 3 rows"),
        (PLAIN, [(0, 0)], {"latitudes": [91, 0, 1]}, ps.ArrayError, "-90 and 90"),
        (PLAIN, [(0, 0)], {"wrap": True}, ps.ArrayError, "8 or more"),
        (PLAIN, [(0, 0)], {"start_costs": -1}, ps.CostError, "start_costs is -1"),
        (PLAIN, [(0, 0)], {"start_costs": [1, 2]}, ps.ArrayError, "one for each of 1 sources"),
        (PLAIN, [(0, 0)], {"multipliers": 0}, ps.CostError, "over 0"),
        (PLAIN, [(0, 0)], {"outputs": ["costs"]}, ps.OptionError, "did you mean 'cost'"),
        (PLAIN, [(0, 0)], {"max_cost": -1}, ps.OptionError, "max_cost is -1"),
        (PLAIN, [(0, 0)], {"stops": [(9, 9)]}, ps.PlaceError, r"stop 0, \(9, 9\)"),
    ],
)
def test_refused(
    cost: Any, sources: Any, options: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        ps.rasters.cost_distance(cost, sources, **options)


def test_a_raster_keeps_its_own_options() -> None:
    raster = ps.rasters.Raster(PLAIN, directions=4)
    assert ps.rasters.cost_distance(raster, [(0, 0)]).cost[2, 3] == 5
    with pytest.raises(ps.OptionError, match="directions belongs to the Raster"):
        ps.rasters.cost_distance(raster, [(0, 0)], directions=8)


def test_following_a_path_needs_directions() -> None:
    found = ps.rasters.cost_distance(PLAIN, [(0, 0)], outputs=["cost"])
    assert found.direction is None
    with pytest.raises(ps.OptionError, match='"direction" among the outputs'):
        found.points_from(5)
