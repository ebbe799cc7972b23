"""Every kind of index keeps its word on every space of the zoo that it fits, and refuses the others."""

from __future__ import annotations

import numpy as np
import pytest
from tests.contract.counting import compared
from tests.contract.zoo import ZOO, queries, truth
from tests.oracle import sparse

import pathstar as ps

KINDS = tuple(ps.INDEXES)
GRID_KINDS = tuple(name for name, row in ps.INDEXES.items() if row.unsupported_reason(ps.Grid([[1]])) is None)


@pytest.mark.parametrize("space", ZOO)
@pytest.mark.parametrize("kind", KINDS)
def test_costs_are_the_oracles_and_paths_are_legal(kind: str, space: str) -> None:
    grid = ZOO[space]
    if ps.INDEXES[kind].unsupported_reason(grid) is not None:
        with pytest.raises(ps.OptionError, match=kind):
            ps.build_index(grid, kind)
        compared()
        return
    planner = ps.Planner(grid, index=ps.build_index(grid, kind))
    for start, goal in queries(grid):
        path = planner.find(start, goal)
        optimum = truth(space)[start, goal]
        assert bool(path) == np.isfinite(optimum)
        assert path.cost == pytest.approx(optimum, rel=1e-9)
        compared()
        if path:
            assert ps.check_path(grid, path, start=start, goal=goal).ok


@pytest.mark.parametrize("corners", ["no_cut", "no_squeeze", "free"])
@pytest.mark.parametrize("kind", GRID_KINDS)
def test_one_to_all_against_the_sparse_oracle(kind: str, corners: str) -> None:
    for seed, blocked, shape in ((1, 0.1, (24, 131)), (2, 0.25, (131, 24)), (3, 0.4, (60, 66))):
        walkable = np.random.default_rng(seed).random(shape) >= blocked
        grid = ps.Grid(walkable, moves=ps.Moves(corners=corners))
        planner = ps.Planner(grid, index=ps.build_index(grid, kind))
        goals = np.argwhere(walkable)[:, ::-1]
        for start in goals[:: len(goals) // 4]:
            found = planner.find_many(np.repeat(start[None], len(goals), 0), goals)
            optima = sparse.costs_from(grid, tuple(start.tolist()))[goals[:, 1], goals[:, 0]]
            np.testing.assert_allclose(found.costs, optima, rtol=1e-9)
            compared()
