"""Anya follows edits: its lines are as short as the oracle's and as those of a new grid."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from tests.oracle import plane

import pathstar as ps

MOVES = ps.Moves(corners="no_squeeze")
Rounds = list[list[tuple[int, int]]]


@st.composite
def edited_boards(draw: st.DrawFn) -> tuple[NDArray[np.bool_], Rounds]:
    """A board, and rounds of cells that change between wall and free."""
    height, width = draw(st.integers(1, 9)), draw(st.integers(1, 9))
    dice = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    walkable = dice.random((height, width)) > draw(st.sampled_from([0.1, 0.25, 0.4, 0.6]))
    cell = st.tuples(st.integers(0, width - 1), st.integers(0, height - 1))
    return walkable, draw(st.lists(st.lists(cell, min_size=1, max_size=3, unique=True), max_size=6))


@settings(deadline=None)
@given(edited_boards(), st.integers(0, 2**32 - 1))
def test_lines_after_edits(board: tuple[NDArray[np.bool_], Rounds], seed: int) -> None:
    walkable, rounds = board
    world = ps.Map(walkable)
    grid, dice = world.grid(MOVES), np.random.default_rng(seed)
    planner = ps.Planner(grid, "anya")
    for cells in [[], *rounds]:
        for x, y in cells:
            world.edit("passable", (x, y), not world.passable[y, x])
        free = [tuple(cell) for cell in np.argwhere(world.passable)[:, ::-1].tolist()]
        fresh = ps.Planner(ps.Grid(world.passable, moves=MOVES), "anya")
        for _ in range(3 if free else 0):
            start, goal = (free[row] for row in dice.integers(0, len(free), 2))
            path = planner.find(start, goal)
            assert path.cost == pytest.approx(plane.shortest(world.passable, start, goal), rel=1e-12)
            assert path.points.tolist() == fresh.find(start, goal).points.tolist()
