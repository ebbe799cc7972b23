"""What is rejected, and what the messages say."""

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
        (HOLE, [(0, 0), (1, 0)], {}, ps.PlaceError, r"source 1 at \(1, 0\): no data there"),
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
        (PLAIN, [(0, 0)], {"latitudes": [3, 2, 1]}, ps.OptionError, "latitudes need a cell_size: .* degrees"),
        (PLAIN, [(0, 0)], {"latitudes": [1, 2], "cell_size": 1}, ps.ArrayError, "one for each of 3 rows"),
        (PLAIN, [(0, 0)], {"latitudes": [91, 0, 1], "cell_size": 1}, ps.ArrayError, "-90 and 90"),
        (PLAIN, [(0, 0)], {"latitudes": [2, 1, 1], "cell_size": 1}, ps.ArrayError, "rise or fall from row"),
        (PLAIN, [(0, 0)], {"latitudes": [1, 3, 2], "cell_size": 1}, ps.ArrayError, "rise or fall from row"),
        (PLAIN, [(0, 0)], {"wrap": True}, ps.ArrayError, "8 or more"),
        (PLAIN, [(0, 0)], {"start_costs": -1}, ps.CostError, "start_costs is -1"),
        (PLAIN, [(0, 0)], {"start_costs": [1, 2]}, ps.ArrayError, "one for each of 1 sources"),
        (PLAIN, [(0, 0)], {"multipliers": 0}, ps.CostError, "over 0"),
        (PLAIN, [(0, 0)], {"outputs": ["costs"]}, ps.OptionError, "did you mean 'cost'"),
        (PLAIN, [(0, 0)], {"outputs": "cost"}, ps.OptionError, r"a list of names, such as \['cost'\]"),
        (PLAIN, [(0, 0)], {"max_cost": -1}, ps.OptionError, "max_cost is -1"),
        (PLAIN, [(0, 0)], {"stops": [(9, 9)]}, ps.PlaceError, r"stop 0, \(9, 9\)"),
        ([[1, 2], [3]], [(0, 0)], {}, ps.ArrayError, "cost cannot be made an array"),
        (PLAIN, [(0, 0), (1,)], {}, ps.ArrayError, "sources cannot be made an array"),
        (PLAIN, np.full((3, 4), "a"), {}, ps.PlaceTypeError, "whole numbers"),
        (PLAIN, [(0, 0)], {"directions": 8.0}, ps.OptionError, "directions is 8.0"),
        (PLAIN, [(0, 0)], {"directions": np.array([4, 8])}, ps.OptionError, "directions is array"),
        (PLAIN, [(0, 0)], {"latitudes": "north", "cell_size": 1}, ps.ArrayTypeError, "latitudes must hold"),
        (PLAIN, [(0, 0)], {"start_costs": "x"}, ps.ArrayTypeError, "start_costs must hold"),
        (PLAIN, [(0, 0)], {"multipliers": [1, [2]]}, ps.ArrayError, "multipliers cannot be made an array"),
        (PLAIN, [(0, 0)], {"tiles": 256}, ps.OptionError, "tiles is 256"),
    ],
)
def test_refused(
    cost: Any, sources: Any, options: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        ps.rasters.cost_distance(cost, sources, **options)


def test_a_place_without_data_is_called_what_it_is() -> None:
    hole, free = (1, 0), (0, 1)
    for call, message in (
        (lambda: ps.rasters.least_cost_path(HOLE, free, hole), "goal 0"),
        (lambda: ps.rasters.corridor(HOLE, [free], [hole]), "goal 0"),
        (lambda: ps.rasters.corridor(HOLE, [hole], [free]), "start 0"),
        (lambda: ps.rasters.cost_matrix(HOLE, [free, hole]), "start 1"),
        (lambda: ps.rasters.least_cost_network(HOLE, [free, hole]), "site 1"),
        (lambda: ps.rasters.least_cost_network(HOLE, [free, hole], kind="all"), "site 1"),
    ):
        with pytest.raises(ps.PlaceError, match=message + r" at \(1, 0\): no data there"):
            call()


def test_a_raster_keeps_its_own_options() -> None:
    raster = ps.rasters.Raster(PLAIN, directions=4)
    assert ps.rasters.cost_distance(raster, [(0, 0)]).cost[2, 3] == 5
    with pytest.raises(ps.OptionError, match="directions belongs to the Raster"):
        ps.rasters.cost_distance(raster, [(0, 0)], directions=8)


def test_nodata_is_compared_as_the_costs_hold_it() -> None:
    cost = np.array([[1, 1e20, 1]], np.float32)
    found = ps.rasters.cost_distance(cost, [(0, 0)], nodata=1e20)
    np.testing.assert_array_equal(found.cost, [[0, np.inf, np.inf]])


def test_a_slope_is_a_number() -> None:
    with pytest.raises(ps.OptionError, match="slope is 'steep'"):
        ps.rasters.pace_on("steep")  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", [np.uint8, np.int16, np.uint64, np.float16, ">i4"])
@pytest.mark.parametrize("width", [50, 1200])
def test_places_of_any_type_are_the_same_cells(kind: Any, width: int) -> None:
    cost = np.random.default_rng(1).uniform(1, 2, (60, width))
    found = ps.rasters.cost_distance(cost, np.array([[3, 57]], kind), stops=[(5, 55)], outputs=["cost"])
    expected = ps.rasters.cost_distance(cost, [(3, 57)], stops=[(5, 55)], outputs=["cost"])
    np.testing.assert_array_equal(found.cost, expected.cost)


@pytest.mark.parametrize("right", [0, 2])
def test_start_costs_of_labels_are_in_rising_order(right: int) -> None:
    labels = np.array([[2, right, 0, 0, 0, 0, 0, 0, 1]])  # label 2 with one cell or two
    found = ps.rasters.cost_distance(np.full((1, 9), 100.0), labels, start_costs=[10, 20])
    assert found.cost[0, [0, 8]].tolist() == [20, 10]


@pytest.mark.parametrize("cell", [-1, 12, (1, 1)])
def test_a_path_begins_at_a_cell(cell: Any) -> None:
    found = ps.rasters.cost_distance(PLAIN, [(0, 0)])
    with pytest.raises(ps.PlaceError, match="whole numbers from 0 to 11"):
        found.points_from(cell)


def test_directions_of_different_multipliers_are_not_followed() -> None:
    found = ps.rasters.cost_distance(
        np.ones((1, 7)), [(0, 0), (3, 0)], start_costs=[0, 1], multipliers=[1, 10]
    )
    assert found.nearest is not None
    assert found.nearest.tolist() == [
        [0, 0, 0, 1, 0, 0, 0]
    ]  # so the path from the right leads through zone 1
    with pytest.raises(ps.OptionError, match="different multipliers"):
        found.points_from(4)


def test_following_a_path_needs_directions() -> None:
    found = ps.rasters.cost_distance(PLAIN, [(0, 0)], outputs=["cost"])
    assert found.direction is None
    with pytest.raises(ps.OptionError, match='"direction" among the outputs'):
        found.points_from(5)


@pytest.mark.parametrize("options", [{"pace": "rees"}, {"pace": ([0, 1], [1, 2])}, {"combine": "add"}])
def test_a_pace_without_a_height_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ps.OptionError, match="which need a height; none is given"):
        ps.rasters.cost_distance(PLAIN, [(0, 0)], **options)
    found = ps.rasters.cost_distance(PLAIN, [(0, 0)], height=np.zeros_like(PLAIN), **options)
    assert np.isfinite(found.cost).all()


def test_results_can_be_compared() -> None:
    cost, ends = np.ones((3, 4)), [(0, 0), (3, 2)]
    for make in (
        lambda: ps.rasters.cost_distance(cost, ends),
        lambda: ps.rasters.corridor(cost, ends[:1], ends[1:]),
        lambda: ps.rasters.least_cost_path(cost, *ends),
        lambda: ps.rasters.least_cost_network(cost, ends),
    ):
        result = make()
        assert result == result
        assert result != make()
        assert result in {result}


@pytest.mark.parametrize("pace", [np.ones((2, 2), complex), [["0", "1"], ["1", "2"]]])
def test_a_table_of_paces_holds_numbers(pace: Any) -> None:
    with pytest.raises(ps.ArrayError, match=r"allowed: tobler, .*or slopes and paces"):
        ps.rasters.pace_on(0.1, pace)


def test_the_combination_is_a_name() -> None:
    with pytest.raises(ps.OptionError, match=r"unknown combination array.*Allowed: multiply, add"):
        ps.rasters.Raster(PLAIN, combine=np.ones(3))
