"""Clusters and gates: legal paths that are nearly the cheapest, found leg by leg, on ground that changes."""

from __future__ import annotations

import math

import numpy as np
import pytest
from tests.oracle import sparse
from tests.unit.indexes.worlds import RULES, sections

import pathstar as ps

KIND = "hierarchy"
SHAPE = (70, 85)  # several clusters of 32 x 32, and parts of some


def world(seed: int, blocked: float = 0.25, *, weighted: bool = True) -> ps.Map:
    rng = np.random.default_rng(seed)
    cost = rng.uniform(1, 9, SHAPE) if weighted else None
    return ps.Map(rng.random(SHAPE) >= blocked, cost=cost)


def large(*, weighted: bool) -> ps.Map:
    """Return a map with clusters on two levels."""
    caves = np.asarray(ps.maps.generate.caves(700, 100, seed=3).passable)
    patches = np.kron(np.random.default_rng(5).integers(1, 6, (13, 88)), np.ones((8, 8)))
    return ps.Map(caves, cost=patches[:100, :700] if weighted else None)


def check_paths(grid: ps.Grid, index: ps.Index, *, starts: int = 2) -> float:
    """Compare costs from a few places to others with the oracle's; return the mean of the quotients."""
    places = np.argwhere(grid.walkable)[:, ::-1]
    planner = ps.Planner(grid, index=index)
    quotients = []
    for start in places[:: len(places) // starts]:
        goals = places[:: len(places) // 40]
        found = planner.find_many(np.repeat(start[None], len(goals), 0), goals, threads=1)
        optima = sparse.costs_from(grid, tuple(start.tolist()))[goals[:, 1], goals[:, 0]]
        np.testing.assert_array_equal(np.isfinite(found.costs), np.isfinite(optima))
        for row in range(0, len(goals), 5):
            path = found[row]
            assert not path or ps.check_path(grid, path, start=tuple(start), goal=tuple(goals[row]))
        far = np.isfinite(optima) & (optima > 0)
        quotients.append(found.costs[far] / optima[far])
    assert np.concatenate(quotients).min() >= 1 - 1e-12
    return float(np.concatenate(quotients).mean())


@pytest.mark.parametrize("corners", RULES)
@pytest.mark.parametrize("weighted", [False, True])
def test_paths_are_legal_and_nearly_optimal(corners: str, weighted: bool) -> None:
    grid = world(1, weighted=weighted).grid(ps.Moves(corners=corners))
    index = ps.build_index(grid, KIND)
    assert 1 < check_paths(grid, index) < 1.05
    assert index.bound == ps.Planner(grid, index=index).method.bound == math.inf


@pytest.mark.parametrize("model", ["enter", "mean"])
def test_all_entrances_make_paths_optimal(model: str) -> None:
    grid = world(2).grid(cost_model=model)
    index = ps.build_index(grid, KIND, entrances="all")
    assert check_paths(grid, index) == pytest.approx(1, abs=1e-12)
    assert index.bound == ps.Planner(grid, index=index).find((0, 0), (0, 0)).bound == 1


def test_two_levels_and_units_of_several_squares() -> None:
    plain, weighted = (large(weighted=weighted).grid() for weighted in (False, True))
    for grid in (plain, weighted.sized(2)):
        assert 1 <= check_paths(grid, ps.build_index(grid, KIND), starts=1) < 1.03


@pytest.mark.parametrize("entrances", ["few", "all"])
def test_edits_are_followed_to_the_last_byte(entrances: str) -> None:
    ground = large(weighted=True) if entrances == "few" else world(3)
    width, height = ground.width, ground.height
    grid = ground.grid()
    index = ps.build_index(grid, KIND, entrances=entrances)
    rng = np.random.default_rng(4)
    for number in range(8):
        x, y = rng.integers(0, (width, height)).tolist()
        if number % 3 == 0:
            x, y = 32 * (x // 32), 128 * (y // 128)  # where clusters meet
        if number % 2:
            ground.edit("passable", (x, y), bool(rng.integers(2)))
        else:
            ground.edit("cost", (slice(y, y + 3), slice(x, x + 2)), float(rng.uniform(0, 20)))
        assert index.status == "current"
        if number % 4 == 3:
            assert sections(index) == sections(ps.build_index(grid, KIND, entrances=entrances))
    assert index.rebuilds == 0


def test_no_path_is_said_only_where_there_is_none() -> None:
    rng = np.random.default_rng(6)
    for corners in RULES:
        walkable = rng.random((70, 80)) >= 0.42
        grid = ps.Grid(walkable, moves=ps.Moves(corners=corners))
        check_paths(grid, ps.build_index(grid, KIND), starts=4)


def test_a_unit_walks_leg_by_leg_while_the_map_changes() -> None:
    ground = ps.Map(np.ones((200, 200), bool))
    grid = ground.grid()
    planner = ps.Planner(grid, index=ps.build_index(grid, KIND))
    legs = planner.legs((3, 3), (190, 180))
    place, walked = (3, 3), 0.0
    for number, leg in enumerate(legs):
        assert leg[0] == place
        assert ps.check_path(grid, leg)
        place, walked = leg[-1], walked + leg.cost
        if number == 1:
            ground.edit("passable", (slice(0, 190), slice(100, 103)), False)
    assert place == (190, 180)
    assert number > 5
    assert walked < 1.03 * (ps.find_path(grid, (100, 190), (190, 180)).cost + 260)


def test_legs_end_where_a_wall_cuts_them_off() -> None:
    ground = ps.Map(np.ones((100, 100), bool))
    grid = ground.grid()
    planner = ps.Planner(grid, index=ps.build_index(grid, KIND))
    legs = planner.legs((0, 0), (99, 99))
    assert next(legs)
    ground.edit("passable", (slice(80, 81), slice(0, 100)), False)
    last = list(legs)[-1]
    assert last.status is ps.Status.NO_PATH
    assert [leg.status for leg in planner.legs((0, 80), (1, 1))] == [ps.Status.BLOCKED_START]
    assert [leg.points.tolist() for leg in planner.legs((4, 4), (4, 4))] == [[[4, 4]]]


def test_a_planner_without_clusters_has_one_leg() -> None:
    grid = ps.Grid(np.ones((9, 9)))
    for planner in (ps.Planner(grid), ps.Planner(grid, index=ps.build_index(grid, "subgoal"))):
        (leg,) = planner.legs((0, 0), (8, 3))
        assert leg.cost == planner.find((0, 0), (8, 3)).cost
    with pytest.raises(ps.PlaceError):
        planner.legs((0, 0), (9, 0))


def test_wrong_entrances_are_refused() -> None:
    grid = ps.Grid(np.ones((9, 9)))
    with pytest.raises(ps.OptionError, match=r"entrances.*did you mean 'few'"):
        ps.build_index(grid, KIND, entrances="fev")
    with pytest.raises(ps.OptionError, match="only the kind 'hierarchy' has any, not 'subgoal'"):
        ps.build_index(grid, "subgoal", entrances="all")


@pytest.mark.parametrize("seed", range(3))
def test_one_expensive_cell_does_not_expand_cells_again_and_again(seed: int) -> None:
    cost = np.random.default_rng(seed).integers(0, 4, (64, 64)).astype(float)
    cost[30, 31] = 1e6
    grid = ps.Grid(np.ones((64, 64)), cost=cost, cost_model="mean")
    path = ps.Planner(grid, index=ps.build_index(grid, KIND)).find((2, 2), (60, 60))
    assert ps.check_path(grid, path)
    assert path.stats.expanded < 4 * grid.size


@pytest.mark.parametrize(
    ("space", "given", "instead"),
    [
        (ps.TriangleGrid(np.ones((3, 3))), "TriangleGrid", True),
        (ps.VoxelGrid(np.ones((2, 3, 3))), "VoxelGrid", True),
        (ps.Graph.from_edges([(0, 1)]), "Graph", True),
        (ps.Turning(ps.Grid(np.ones((3, 3))), 1.0), "Turning", False),
    ],
)
def test_other_spaces_are_refused_with_the_reason(space: ps.Space, given: str, instead: bool) -> None:
    with pytest.raises(ps.OptionError, match="needs squares or hexagons in one plane") as refused:
        ps.build_index(space, KIND)
    reason = str(refused.value)
    assert given in reason
    assert ("'customizable'" in reason) == instead
    if instead:
        assert ps.build_index(space, "customizable").status == "current"
