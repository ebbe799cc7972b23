"""Smooth directions between squares: crowds that follow them reach the source and never leave the ground."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from tests.oracle.flow import direction

import pathstar as ps

MOVES = [
    ps.Moves(),
    ps.Moves(directions=4),
    ps.Moves(corners="no_squeeze"),
    ps.Moves(corners="free"),
]


def leads(grid: ps.Grid, before: np.ndarray, after: np.ndarray) -> bool:
    """Whether a unit may get from one square to another, over squares connected by steps."""
    if (before == after).all():
        return True
    here, there = tuple(before.tolist()), tuple(after.tolist())
    first = {place for place, _ in grid.steps_from(here)}
    return there in first or any(there in {place for place, _ in grid.steps_from(each)} for each in first)


@pytest.mark.parametrize("moves", MOVES, ids=str)
@pytest.mark.parametrize("seed", range(4))
def test_a_crowd_reaches_the_source_on_walkable_ground(moves: ps.Moves, seed: int) -> None:
    random = np.random.default_rng(seed)
    walkable = random.random((14, 17)) > 0.3
    walkable[7, 8] = True
    grid = ps.Grid(walkable, moves=moves)
    field = ps.distance_field(grid, [(8, 7)])
    reached = np.argwhere(np.isfinite(field.costs))[:, ::-1]
    points = reached[random.integers(len(reached), size=60)] + random.uniform(-0.49, 0.49, (60, 2))
    for _ in range(4000):
        flow = field.flow(points)
        after = points + 0.05 * flow
        squares = np.floor(np.stack([points, after]) + 0.5).astype(int)
        moved = np.flatnonzero((squares[0] != squares[1]).any(axis=1))
        assert all(leads(grid, squares[0, row], squares[1, row]) for row in moved)
        assert walkable[squares[1, :, 1], squares[1, :, 0]].all()
        points = after
        if (np.abs(points - (8, 7)) < 0.51).all():
            break
    assert (np.abs(points - (8, 7)) < 0.51).all()


def points_of_every_kind(random: np.random.Generator, width: int, height: int, count: int) -> np.ndarray:
    """Points anywhere, at centres, on borders between squares, and at quarters, so that ties come up."""
    anywhere = random.uniform((-0.5, -0.5), (width - 0.5, height - 0.5), (count, 2))
    fractions = np.array([1.0, 2.0, 4.0])[random.integers(3, size=(count, 1))]
    exact = np.clip(np.round(anywhere * fractions) / fractions, -0.5, (width - 0.75, height - 0.75))
    return np.where(random.random((count, 1)) < 0.5, anywhere, exact)


@pytest.mark.parametrize("moves", MOVES, ids=str)
@pytest.mark.parametrize("walls", [0.0, 0.3])
def test_directions_are_those_of_the_oracle(moves: ps.Moves, walls: float) -> None:
    random = np.random.default_rng(int(100 * walls))
    shape = random.integers(3, 12, 2)
    cost = random.integers(1, 9, shape).astype(float)
    grid = ps.Grid(random.random(shape) >= walls, cost=cost, moves=moves)
    free = np.argwhere(grid.walkable)[:, ::-1]
    field = ps.distance_field(grid, random.permutation(free)[:2], max_cost=40.0)
    points = points_of_every_kind(random, int(shape[1]), int(shape[0]), 300)
    next_step, costs = cache(field.next_step), field.costs
    expected = [direction(grid, costs, next_step, tuple(point)) for point in points.tolist()]
    np.testing.assert_allclose(field.flow(points), expected, rtol=0, atol=1e-12)


def test_directions_are_of_length_one_and_point_to_the_next_square_at_centres() -> None:
    walkable = np.ones((9, 9))
    walkable[2:7, 4] = 0
    field = ps.distance_field(ps.Grid(walkable), [(0, 4)])
    everywhere = field.flow()
    assert everywhere.shape == (9, 9, 2)
    length = np.linalg.norm(everywhere, axis=-1)
    open_ground = np.isfinite(field.costs) & (field.costs > 0)
    np.testing.assert_allclose(length[open_ground], 1)
    assert (length[~open_ground] == 0).all()
    for y, x in np.argwhere(open_ground).tolist():
        step = np.subtract(field.next_step((x, y)), (x, y))
        np.testing.assert_allclose(everywhere[y, x], step / np.linalg.norm(step), atol=1e-12)


def test_between_centres_the_direction_changes_little_by_little() -> None:
    field = ps.distance_field(ps.Grid(np.ones((20, 20))), [(0, 0)])
    points = np.stack([np.linspace(3, 18, 2000), np.full(2000, 7.0)], axis=-1)
    turns = np.abs(np.diff(field.flow(points), axis=0)).max()
    assert turns < 0.02


def test_at_the_source_it_is_the_way_to_its_centre() -> None:
    field = ps.distance_field(ps.Grid(np.ones((3, 3))), [(1, 1)])
    np.testing.assert_allclose(field.flow([(1.25, 0.75), (1, 1)]), [(-0.25, 0.25), (0, 0)])


def test_nothing_where_no_way_leads() -> None:
    field = ps.distance_field(ps.Grid([[1, 0, 1]]), [(0, 0)])
    np.testing.assert_array_equal(field.flow([(1, 0), (2, 0), (2.3, 0.2)]), np.zeros((3, 2)))


def test_what_is_refused() -> None:
    field = ps.distance_field(ps.Grid(np.ones((3, 4))), [(0, 0)])
    for outside in ((-0.6, 0), (3.5, 0), (0, 2.5), (np.nan, 0)):
        with pytest.raises(ps.PlaceError, match=r"points\[1\].* lies outside"):
            field.flow([(0, 0), outside])
    many = np.zeros((400, 2))
    many[300, 0] = 3.5
    with pytest.raises(ps.PlaceError, match=r"points\[300\].* lies outside"):
        field.flow(many)
    with pytest.raises(ps.ArrayError, match=r"\(n, 2\)"):
        field.flow([1, 2, 3])
    with pytest.raises(ps.OptionError, match="outward"):
        ps.distance_field(ps.Grid(np.ones((3, 4))), [(0, 0)], outward=True).flow()
    with pytest.raises(ps.OptionError, match="plain squares"):
        ps.distance_field(ps.HexGrid(np.ones((3, 4))), [(0, 0)]).flow()
