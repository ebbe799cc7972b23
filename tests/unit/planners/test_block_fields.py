"""Fields over squares with costs, which are found by the block, compared with those found cell by cell."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sampling import examples

import pathstar as ps

NO_STEP = 2**32 - 1
SIDES = st.integers(1, 80)


def by_cell(grid: ps.Grid, sources: Any, **options: Any) -> ps.Field:
    """With any limit, the search goes cell by cell."""
    return ps.distance_field(grid, sources, max_expansions=10**12, **options)


def grid_of(random: np.random.Generator, width: int, height: int, walls: float, **moves: Any) -> ps.Grid:
    """Return a grid with costs of one of three kinds at random."""
    shape = (height, width)
    costs = (
        random.integers(1, 10, shape).astype(float),
        np.exp(random.normal(0, 2, shape)),
        random.choice([1.0, 40.0], shape),
    )[int(random.integers(3))]
    walkable = random.random(shape) >= walls
    walkable[0, 0] = True
    model = ("enter", "mean")[int(random.integers(2))]
    return ps.Grid(walkable, cost=costs, moves=ps.Moves(**moves), cost_model=model)


def test_a_source_as_near_as_another_one_counts_by_its_number() -> None:
    grid = ps.Grid(
        [[1, 1, 1, 1]], cost=[[1.5, 2, 2, 0.3]]
    )  # cheap ground makes the search delay expensive sources
    for sources, starts, nearest in (
        ([(1, 0), (2, 0)], [6, 4], [0, 0, 1, 1]),
        ([(2, 0), (1, 0)], [4, 6], [0, 0, 0, 0]),
    ):
        for make in (ps.distance_field, by_cell):
            field = make(grid, sources, start_costs=starts)
            assert field.nearest.tolist() == [nearest]
            assert field.path_from((0, 0))[-1] == sources[nearest[0]]


@settings(max_examples=examples(150), deadline=None)
@given(
    seed=st.integers(0, 2**32),
    width=SIDES,
    height=SIDES,
    walls=st.sampled_from([0.0, 0.1, 0.3, 0.5]),
    directions=st.sampled_from([4, 8]),
    corners=st.sampled_from(["no_cut", "no_squeeze", "free"]),
    outward=st.booleans(),
    starts=st.booleans(),
)
def test_they_are_the_same_to_the_last_bit(
    seed, width, height, walls, directions, corners, outward, starts
) -> None:
    random = np.random.default_rng(seed)
    grid = grid_of(random, width, height, walls, directions=directions, corners=corners)
    free = np.argwhere(grid.walkable)[:, ::-1]
    sources = [tuple(map(int, place)) for place in free[random.integers(len(free), size=3)]]
    options = {"outward": outward, "start_costs": random.integers(0, 30, 3) if starts else None}
    field, other = ps.distance_field(grid, sources, **options), by_cell(grid, sources, **options)
    np.testing.assert_array_equal(field.costs, other.costs)
    np.testing.assert_array_equal(field.nearest, other.nearest)
    led = field.parents != NO_STEP
    costs = field.costs.ravel()
    assert (costs[field.parents[led]] < costs[led]).all()
    ends = {grid.node_of(place) for place in sources}
    assert set(np.flatnonzero(~led & np.isfinite(costs)).tolist()) <= ends


def test_of_equal_steps_the_first_direction_leads() -> None:
    grid = ps.Grid(np.ones((40, 40)), cost=np.full((40, 40), 2.0), moves=ps.Moves(directions=4))
    field = ps.distance_field(grid, [(35, 35), (0, 39)])
    steps = [grid.directions[number] for number in (field.directions[20, 30], field.directions[38, 3])]
    assert steps == [(1, 0), (-1, 0)]


@settings(max_examples=examples(40), deadline=None)
@given(seed=st.integers(0, 2**32), outward=st.booleans(), walls=st.sampled_from([0.0, 0.3]))
def test_after_edits_the_same_steps_lead_as_in_a_new_field(seed, outward, walls) -> None:
    """With whole costs many paths are equal, and an edit can make another one as cheap as the present one."""
    random = np.random.default_rng(seed)
    height, width = (int(side) for side in random.integers(20, 80, 2))
    walkable = random.random((height, width)) >= walls
    walkable[height // 2, width // 2] = True
    map = ps.Map(walkable, cost=random.integers(1, 3, (height, width)).astype(float))
    grid = map.grid()
    field = ps.distance_field(grid, [(width // 2, height // 2)], outward=outward)
    for _ in range(12):
        x, y = int(random.integers(width)), int(random.integers(height))
        map.edit("cost", (x, y), int(random.integers(1, 3)))
        new = ps.distance_field(grid, [(width // 2, height // 2)], outward=outward)
        np.testing.assert_array_equal(field.costs, new.costs)
        np.testing.assert_array_equal(field.parents, new.parents)
    assert field.state.repairs > 0  # an edit near the source may clear too much of it


@pytest.mark.parametrize("walls", [0.0, 0.25])
def test_it_does_not_depend_on_the_number_of_threads(walls) -> None:
    grid = grid_of(np.random.default_rng(7), 800, 700, walls)
    fields = [ps.distance_field(grid, [(0, 0)], threads=threads) for threads in (1, 2, 5)]
    for other in fields[1:]:
        np.testing.assert_array_equal(fields[0].costs, other.costs)
        np.testing.assert_array_equal(fields[0].parents, other.parents)
    np.testing.assert_array_equal(fields[0].costs, by_cell(grid, [(0, 0)]).costs)


@pytest.mark.parametrize("seed", range(6))
def test_repairs_are_equal_to_new_fields(seed) -> None:
    random = np.random.default_rng(seed)
    shape = (150, 170)
    map = ps.Map(np.ones(shape), cost=random.integers(1, 10, shape).astype(float))
    grid = map.grid(moves=ps.Moves(corners=("no_cut", "free")[seed % 2]))
    field = ps.distance_field(grid, [(80, 70)], outward=bool(seed % 3))
    for _ in range(8):
        x, y = random.integers(0, 130, 2).tolist()
        at = (slice(y, y + 12), slice(x, x + 9))
        map.edit("cost", at, random.integers(1, 10, (12, 9)))
        map.edit("passable", at, random.random((12, 9)) > 0.3)
        map.edit("passable", (80, 70), True)
        fresh = ps.distance_field(grid, [(80, 70)], outward=bool(seed % 3))
        np.testing.assert_array_equal(field.costs, fresh.costs)
        np.testing.assert_array_equal(field.parents, fresh.parents)
    assert field.state.repairs > 0


def test_ground_that_costs_nothing_or_next_to_nothing_goes_cell_by_cell() -> None:
    random = np.random.default_rng(1)
    for cheap in (0.0, 1e-30):
        costs = random.choice([cheap, 1.0], (70, 70))
        grid = ps.Grid(np.ones((70, 70)), cost=costs)
        field = ps.distance_field(grid, [(3, 3)])
        np.testing.assert_array_equal(field.costs, by_cell(grid, [(3, 3)]).costs)
        assert field.path_from((60, 60))[-1] == (3, 3)


@pytest.mark.parametrize("threads", [0, 1025, 1.5, True, "two"])
def test_a_wrong_number_of_threads(threads) -> None:
    with pytest.raises(ps.OptionError, match="threads is"):
        ps.distance_field(ps.Grid([[1]]), [(0, 0)], threads=threads)
