"""Units of several squares: where they fit, what they pay, and how they follow their grid."""

from __future__ import annotations

import pickle
from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.oracle import plain
from tests.sampling import examples

import pathstar as ps


def fits(free: np.ndarray, side: int) -> np.ndarray:
    """Where all squares of a unit are free."""
    found = np.zeros_like(free)
    bodies = np.lib.stride_tricks.sliding_window_view(free, (side, side))
    found[: bodies.shape[0], : bodies.shape[1]] = bodies.all((2, 3))
    return found


@pytest.mark.parametrize("side", [2, 3, 7])
@pytest.mark.parametrize("shape", [(7, 7), (7, 40), (33, 8), (110, 700)])
def test_a_unit_is_where_all_its_squares_are_free(side: int, shape: tuple[int, int]) -> None:
    random = np.random.default_rng(side)
    free = random.random(shape) >= 0.05
    cost = random.uniform(0, 5, shape)
    cost[random.random(shape) < 0.01] = np.inf
    free_of_cost = free & np.isfinite(cost)
    unit, payer = ps.Grid(free).sized(side), ps.Grid(free, cost=cost).sized(side)
    assert unit.cost is None
    assert payer.cost is not None
    np.testing.assert_array_equal(unit.walkable, fits(free, side))
    np.testing.assert_array_equal(payer.walkable, fits(free_of_cost, side))
    for y, x in np.argwhere(payer.walkable)[:: max(1, free.size // 200)].tolist():
        mean = cost[y : y + side, x : x + side].mean()
        assert payer.cost[y, x] == pytest.approx(mean, rel=1e-12)
    assert (payer.cost[~payer.walkable] == np.inf).all()


def test_a_unit_of_two_squares_never_clips_a_corner() -> None:
    free = np.ones((4, 4), bool)
    free[0, 2] = False
    for corners in ("no_cut", "no_squeeze", "free"):
        unit = ps.Grid(free, moves=ps.Moves(corners=corners)).sized(2)
        path = ps.find_path(unit, (0, 0), (1, 1))
        assert path.points.tolist() == [[0, 0], [0, 1], [1, 1]]
        assert unit.moves.corners == "no_cut"
        check = ps.check_path(unit, [(0, 0), (1, 1)])
        assert check.problem == "(0, 0) to (1, 1) sweeps a square that is not walkable, at (2, 0)"


@pytest.mark.parametrize(
    ("places", "problem"),
    [
        ([(2, 0)], "(2, 0) is not walkable, at (2, 0)"),
        ([(1, 0)], "(1, 0) is not walkable, at (2, 0)"),
        ([(3, 3)], "(3, 3) lies outside, at (4, 3)"),
        ([(-1, 2)], "(-1, 2) lies outside, at (-1, 2)"),
        ([(0, 0), (0, 2)], "(0, 0) to (0, 2) is not one step"),
    ],
)
def test_the_checker_sees_the_whole_unit(places: list[tuple[int, int]], problem: str) -> None:
    free = np.ones((4, 4), bool)
    free[0, 2] = False
    assert ps.check_path(ps.Grid(free).sized(2), places).problem == problem


def test_a_step_costs_the_mean_below_the_unit() -> None:
    cost = np.arange(16.0).reshape(4, 4)
    entered = ps.Grid(cost * 0 + 1, cost=cost).sized(2)
    both = ps.Grid(cost * 0 + 1, cost=cost, cost_model="mean").sized(2)
    assert ps.check_path(entered, [(0, 0), (1, 0)]).cost == (1 + 2 + 5 + 6) / 4
    assert ps.check_path(both, [(0, 0), (1, 0)]).cost == ((0 + 1 + 4 + 5) / 4 + (1 + 2 + 5 + 6) / 4) / 2
    assert ps.find_path(both, (0, 0), (1, 0)).cost == 3.0


def test_a_unit_of_one_square_sees_the_grid_itself() -> None:
    grid = ps.Grid([[1, 1]], moves=ps.Moves(corners="free"))
    assert grid.sized(1) is grid


@pytest.mark.parametrize("side", [0, -1, 4, 2**70, True, 2.0, "2", [2], np.inf])
def test_a_wrong_side_is_refused(side: Any) -> None:
    with pytest.raises(ps.OptionError, match="allowed: a whole number from 1 to 3, the shorter side"):
        ps.Grid(np.ones((3, 5))).sized(side)


def test_a_side_may_be_any_whole_number() -> None:
    assert ps.Grid(np.ones((3, 5))).sized(np.int16(2)).walkable.sum() == 2 * 4


@st.composite
def edited_maps(draw: st.DrawFn) -> tuple[ps.Map, list[tuple[str, Any, Any]]]:
    width, height = draw(st.integers(2, 9)), draw(st.integers(2, 9))
    numbers = np.random.default_rng(draw(st.integers(0, 99)))
    cost = numbers.integers(1, 9, (height, width)).astype(float)
    cells = st.tuples(st.integers(0, width - 1), st.integers(0, height - 1))
    boxes = st.tuples(cells, cells).map(
        lambda ends: (
            slice(min(ends[0][1], ends[1][1]), max(ends[0][1], ends[1][1]) + 1),
            slice(min(ends[0][0], ends[1][0]), max(ends[0][0], ends[1][0]) + 1),
        )
    )
    region = cells | boxes
    edit = st.tuples(st.just("passable"), region, st.booleans()) | st.tuples(
        st.just("cost"), region, st.sampled_from([1.0, 2.5, 7.0, np.inf])
    )
    return ps.Map(numbers.random((height, width)) < 0.9, cost=cost), draw(st.lists(edit, max_size=6))


@settings(max_examples=examples(60))
@given(edited_maps(), st.integers(2, 5), st.sampled_from(["enter", "mean"]), st.data())
def test_after_edits_it_is_as_one_made_anew(
    made: tuple[ps.Map, list], side: int, model: str, data: st.DataObject
) -> None:
    map, edits = made
    side = min(side, *map.shape)
    unit = map.grid(cost_model=model).sized(side)
    for edit in edits:
        with suppress(ps.CostError):  # a cell without a finite cost cannot be opened
            map.edit(*edit)
        if data.draw(st.booleans()):
            continue  # it may follow several edits at once
        fresh = ps.Grid(map.passable, cost=map.cost_field(), cost_model=model).sized(side)
        np.testing.assert_array_equal(unit.walkable, fresh.walkable)
        np.testing.assert_array_equal(unit.cost, fresh.cost)  # to the last digit
        np.testing.assert_array_equal(unit.core.legal(), fresh.core.legal())
        start, goal = (0, 0), (map.width - side, map.height - side)
        wanted = plain.cheapest(fresh, start, goal)
        for space in (unit, ps.Turning(unit, 0.0)):
            assert ps.find_path(space, start, goal).cost == pytest.approx(wanted, rel=1e-9)


def test_an_edit_costs_what_it_changes() -> None:
    map = ps.Map(np.ones((200, 300)))
    unit = map.grid().sized(3)
    before = unit.revision
    map.edit("passable", (150, 100), False)
    assert unit.revision == before + 1
    assert int((~unit.walkable).sum()) == 9 + (300 + 200 - 2) * 2  # nine units, and two borders
    map.edit("passable", (151, 100), False)
    map.edit("passable", (151, 100), True)
    assert unit.revision == before + 2  # one catching up, whatever was edited and reverted


def test_a_log_that_does_not_reach_back_is_no_harm() -> None:
    map = ps.Map(np.ones((6, 7)))
    unit = map.grid().sized(2)
    for number in range(500):
        map.edit("passable", (number % 7, number % 6), number % 3 != 0)
    np.testing.assert_array_equal(unit.walkable, fits(map.passable, 2))


def test_changes_are_handed_to_the_grid() -> None:
    map = ps.Map(np.ones((4, 5)))
    unit = map.grid(follow=False).sized(2)
    change = map.edit("passable", (2, 2), False)
    assert unit.walkable[1, 1]
    unit.update(change)
    assert not unit.walkable[1, 1]


@pytest.mark.parametrize("size", [{"side": 2}, {"radius": 1.3}])
@pytest.mark.parametrize("index", ["jump-table", "subgoal", "hub-labels", "landmarks"])
def test_indexes_and_jump_points_work_on_units(index: str, size: dict[str, Any]) -> None:
    unit = ps.Grid(np.random.default_rng(8).random((19, 23)) >= 0.03).sized(**size)
    free = [tuple(place) for place in np.argwhere(unit.walkable)[::23, ::-1].tolist()]
    planners = [
        ps.Planner(unit, index=ps.build_index(unit, index)),
        ps.Planner(unit, "jps"),
        ps.Planner(unit),
    ]
    for goal in free:
        wanted = plain.cheapest(unit, free[0], goal)
        for planner in planners:
            path = planner.find(free[0], goal)
            assert path.cost == pytest.approx(wanted, rel=1e-9)
            assert not path or ps.check_path(unit, path)


def test_what_is_known_of_a_grid_is_known_of_its_units() -> None:
    unit = ps.Grid([[1, 1, 1, 1, 1], [1, 1, 0, 1, 1]]).sized(2)
    assert not ps.islands(unit).same((0, 0), (3, 0))
    assert ps.distance_field(unit, [(0, 0)]).costs.tolist()[0][:2] == [0.0, np.inf]
    assert unit.capabilities.squares
    assert unit.noun == "square"


def test_it_pickles_and_says_what_it_is() -> None:
    unit = ps.Grid(np.ones((3, 4))).sized(2)
    copy = pickle.loads(pickle.dumps(unit))
    assert copy.side == 2
    np.testing.assert_array_equal(copy.walkable, unit.walkable)
    assert repr(unit) == "Grid(4 x 3, 12 walkable, 8 directions, no_cut).sized(2)"


def test_a_stepped_search_goes_on_over_an_edit_far_from_it() -> None:
    map = ps.Map(np.ones((60, 60)))
    unit = map.grid().sized(2)
    search = ps.Planner(unit, "astar").search((0, 0), (20, 0))
    search.step(3)
    map.edit("passable", (50, 50), False)
    assert search.run().stats.restarts == 0
    search = ps.Planner(unit, "astar").search((0, 0), (20, 0))
    search.step(3)
    map.edit("passable", (2, 1), False)
    path = search.run()
    assert path.stats.restarts == 1
    assert ps.check_path(unit, path)


@pytest.mark.parametrize("size", [{"side": 2}, {"radius": 1.5}])
@pytest.mark.parametrize(
    ("space", "message"),
    [
        (ps.HexGrid([[1, 1]]), "over a HexGrid: only a Grid has units with a size"),
        (ps.TriangleGrid([[1, 1]]), "over a TriangleGrid: only a Grid has units with a size"),
        (ps.VoxelGrid([[[1, 1]]]), "over a VoxelGrid: only a Grid has units with a size"),
        (ps.Graph.from_edges([("a", "b")]), "over a Graph: only a Grid has units with a size"),
        (ps.Turning(ps.Grid([[1, 1]])), r"over a Turning: headings lie above sizes: Turning\(grid.sized\("),
        (ps.Timed(ps.Grid([[1, 1]])), "over a Timed: time lies above all other layers"),
    ],
)
def test_spaces_without_sizes_say_so(space: Any, size: dict[str, Any], message: str) -> None:
    with pytest.raises(ps.SpaceError, match=message):
        space.sized(**size)
