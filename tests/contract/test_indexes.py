"""Every kind of index keeps its promises on every space of the zoo that it fits, and rejects the others."""

from __future__ import annotations

import itertools

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
    planner = ps.Planner(grid, index=ps.build_index(grid, kind, **ps.INDEXES[kind].exact))
    for start, goal in queries(grid):
        path = planner.find(start, goal)
        optimum = truth(space)[start, goal]
        assert bool(path) == np.isfinite(optimum)
        assert path.cost == pytest.approx(optimum, rel=1e-9)
        compared()
        if path:
            assert ps.check_path(grid, path, start=start, goal=goal).ok


SEARCHING = [
    (kind, algorithm, space)
    for kind, row in ps.INDEXES.items()
    for algorithm in row.runs
    for space in ZOO
    if row.unsupported_reason(ZOO[space]) is None
]


@pytest.mark.parametrize(("kind", "algorithm", "space"), SEARCHING)
def test_searches_over_an_index_are_searches(kind: str, algorithm: str, space: str) -> None:
    """They step, trace, stop at limits and take weights, and keep their bound."""
    ground = ZOO[space]
    index = ps.build_index(ground, kind)
    weights = (None, 1.5, 3.0) if ps.ALGORITHMS[algorithm].may_weigh else (None,)
    for weight, open_list in itertools.product(weights, (None, "heap")):
        planner = ps.Planner(ground, algorithm, index=index, weight=weight, open_list=open_list)
        for start, goal in queries(ground, 4):
            whole = planner.find(start, goal)
            optimum = truth(space)[start, goal]
            assert bool(whole) == np.isfinite(optimum)
            assert whole.cost >= optimum * (1 - 1e-9)
            assert not whole or np.isinf(whole.bound) or whole.cost <= whole.bound * optimum * (1 + 1e-9)
            search = planner.search(start, goal)
            while search.step(3) is ps.Status.RUNNING:
                pass
            trace = planner.trace(start, goal)
            for other in (search.path, trace.path):
                assert (other.status, other.cost, list(other)) == (whole.status, whole.cost, list(whole))
            if whole:
                assert ps.check_path(ground, whole, start=start, goal=goal).ok
                assert search.path.stats.expanded == whole.stats.expanded
                assert len(trace) == trace.path.stats.expanded
            expanded = search.path.stats.expanded
            if expanded > 1:
                short = ps.Planner(
                    ground, algorithm, index=index, weight=weight, open_list=open_list, max_expansions=1
                )
                assert short.find(start, goal).status is ps.Status.LIMIT
            compared()


@pytest.mark.parametrize("kind", KINDS)
def test_what_an_index_does_not_run_is_refused(kind: str) -> None:
    space = ZOO["field, no_cut"] if kind in GRID_KINDS else ps.Graph.from_edges([("a", "b")])
    index = ps.build_index(space, kind)
    for algorithm in ps.ALGORITHMS:
        if algorithm not in ps.INDEXES[kind].runs:
            with pytest.raises(ps.OptionError, match=f"kind {kind} (runs|looks)"):
                ps.Planner(space, algorithm, index=index)
            compared()
    for options in ({"heuristic": "zero"}, {"skip_dead_ends": True}):
        with pytest.raises(ps.OptionError, match="takes no"):
            ps.Planner(space, index=index, **options)


def test_a_stepped_search_over_an_index_begins_again_after_an_edit() -> None:
    """The estimates of landmarks and the paths of a jump table may be wrong wherever the edit was."""
    for kind in ("landmarks", "jump-table"):
        world = ps.Map(np.ones((40, 40), bool))
        grid = world.grid()
        planner = ps.Planner(grid, index=ps.build_index(grid, kind, **ps.INDEXES[kind].exact))
        search = planner.search((0, 0), (39, 1))
        search.step(1)
        world.edit("passable", (5, 35), False)
        path = search.run()
        assert path.stats.restarts == 1
        assert path.cost == ps.find_path(world.grid(), (0, 0), (39, 1)).cost
        compared()


@pytest.mark.parametrize("corners", ["no_cut", "no_squeeze", "free"])
@pytest.mark.parametrize("kind", GRID_KINDS)
def test_one_to_all_against_the_sparse_oracle(kind: str, corners: str) -> None:
    for seed, blocked, shape in ((1, 0.1, (24, 131)), (2, 0.25, (131, 24)), (3, 0.4, (60, 66))):
        walkable = np.random.default_rng(seed).random(shape) >= blocked
        grid = ps.Grid(walkable, moves=ps.Moves(corners=corners))
        planner = ps.Planner(grid, index=ps.build_index(grid, kind, **ps.INDEXES[kind].exact))
        goals = np.argwhere(walkable)[:, ::-1]
        for start in goals[:: len(goals) // 4]:
            found = planner.find_many(np.repeat(start[None], len(goals), 0), goals)
            optima = sparse.costs_from(grid, tuple(start.tolist()))[goals[:, 1], goals[:, 0]]
            np.testing.assert_allclose(found.costs, optima, rtol=1e-9)
            compared()
