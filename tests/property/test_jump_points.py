"""Jump point search against oracles that know nothing of jump points."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import settings
from tests.oracle import plain, sparse

import pathstar as ps

RULES = [
    ps.Moves(corners=corners, diagonal=diagonal)
    for corners in ("no_cut", "no_squeeze", "free")
    for diagonal in (None, 1, 2)
] + [ps.Moves(directions=4)]
NAMES = [f"{moves.directions}, {moves.corners}, {moves.diagonal:.3g}" for moves in RULES]
WIDTHS = (1, 2, 3, 7, 31, 61, 62, 63, 64, 65, 66, 97, 125, 126, 127, 128, 129, 130)


def check_all(grid: ps.Grid, start: tuple[int, int], goals: np.ndarray, wanted: np.ndarray) -> None:
    """Costs equal the oracle's, and the checker accepts each path."""
    paths = ps.find_paths(grid, [start] * len(goals), goals, algorithm="jps", threads=1)
    np.testing.assert_allclose(paths.costs, wanted, rtol=1e-9, atol=0)
    for path in paths:
        assert not path or ps.check_path(grid, path)


@pytest.mark.parametrize("moves", RULES, ids=NAMES)
def test_every_map_of_three_by_three(moves):
    cells = [(x, y) for y in range(3) for x in range(3)]
    for pattern in range(1 << 9):
        walkable = np.array([pattern >> i & 1 for i in range(9)], bool).reshape(3, 3)
        grid = ps.Grid(walkable, moves=moves)
        starts = cells[pattern % 2 :: 2]  # half of them; the native test uses all
        costs = [plain.costs_from(grid, start) for start in starts]
        paths = ps.find_paths(
            grid,
            [start for start in starts for _ in cells],
            cells * len(starts),
            algorithm="jps",
            threads=1,
        )
        wanted = [from_here.get(goal, math.inf) for from_here in costs for goal in cells]
        np.testing.assert_allclose(paths.costs, wanted, rtol=1e-9, atol=0, err_msg=f"pattern {pattern}")


def random_map(seed: int) -> ps.Map:
    """Walls of several kinds: scattered cells, rectangles, or a lattice with gaps."""
    random = np.random.default_rng(seed)
    width = int(random.choice(WIDTHS))
    height = int(random.choice(WIDTHS)) if seed % 3 else int(random.integers(1, 40))
    walkable = random.random((height, width)) >= random.choice([0.02, 0.1, 0.25, 0.4])
    if seed % 4 == 1:
        walkable[:] = True
        for _ in range(int(random.integers(1, 20))):
            x, y = int(random.integers(width)), int(random.integers(height))
            walkable[y : y + int(random.integers(1, 12)), x : x + int(random.integers(1, 12))] = False
    if seed % 4 == 2:
        walkable = random.random((height, width)) >= 0.05
        walkable[::7] &= random.random(walkable[::7].shape) < 0.15
        walkable[:, ::9] &= random.random(walkable[:, ::9].shape) < 0.15
    return ps.Map(walkable)


@pytest.mark.parametrize("block", range(max(1, settings().max_examples // 10)))
def test_random_maps_against_scipy_and_after_edits(block):
    for seed in range(block * 20, block * 20 + 20):
        map = random_map(seed)
        grid = map.grid(moves=RULES[seed % len(RULES)])
        random = np.random.default_rng(seed + 1)
        for _ in range(3):
            start = int(random.integers(grid.width)), int(random.integers(grid.height))
            goals = np.stack([random.integers(0, grid.width, 30), random.integers(0, grid.height, 30)], -1)
            truth = sparse.costs_from(grid, start)
            check_all(grid, start, goals, truth[goals[:, 1], goals[:, 0]])
            x, y = int(random.integers(grid.width)), int(random.integers(grid.height))
            many = random.random(grid.shape) < random.choice([0.001, 0.2])
            for region in ((x, y), (slice(y, y + 5), slice(x, x + 3)), many):
                grid.update(map.edit("passable", region, bool(random.integers(2))))
            fresh = ps.Grid(grid.walkable, moves=grid.moves)
            edited, new = (
                ps.find_paths(space, [start] * len(goals), goals, algorithm="jps") for space in (grid, fresh)
            )
            assert np.array_equal(edited.costs, new.costs)
            assert np.array_equal(edited.points, new.points)
