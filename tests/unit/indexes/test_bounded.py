"""An index of clusters serves queries that allow a bound, and never exceeds it."""

from __future__ import annotations

import math

import numpy as np
import pytest
from tests.oracle import sparse

import pathstar as ps


def plain_ground(seed: int, weighted: bool = False) -> ps.Map:
    random = np.random.default_rng(seed)
    free = np.kron(random.random((9, 24)) > 0.15, np.ones((9, 9), bool))
    cost = np.kron(random.choice([1.0, 1.1, 1.3], (9, 24)), np.ones((9, 9))) if weighted else None
    return ps.Map(free, cost=cost)


def pairs(grid: ps.Grid, seed: int, count: int) -> np.ndarray:
    places = np.argwhere(grid.walkable)[:, ::-1]
    return places[np.random.default_rng(seed).integers(0, len(places), (count, 2))]


@pytest.mark.parametrize("weighted", [False, True])
def test_no_path_is_outside_of_the_allowed_bound(weighted: bool) -> None:
    looked_up = searched = 0
    for seed in range(3):
        grid = plain_ground(seed, weighted).grid()
        index = ps.build_index(grid, "hierarchy")
        ends = pairs(grid, seed, 6)
        optima = [sparse.costs_from(grid, tuple(start))[goal[1], goal[0]] for start, goal in ends.tolist()]
        for weight in (1, 1.05, 1.2, 2):
            planner = ps.Planner(grid, index=index, weight=weight)
            many = planner.find_many(ends[:, 0], ends[:, 1], threads=2)
            for (start, goal), optimum, row in zip(ends.tolist(), optima, many, strict=True):
                path = planner.find(tuple(start), tuple(goal))
                assert row.cost == path.cost
                assert bool(path) == math.isfinite(optimum)
                if not path:
                    continue
                assert ps.check_path(grid, path)
                assert path.bound <= weight
                assert optimum * (1 - 1e-9) <= path.cost <= path.bound * optimum * (1 + 1e-9)
                looked_up += path.bound < weight
                searched += path.bound == weight > 1
    assert looked_up > 0
    assert searched > 0


def test_without_an_index_or_a_bound_nothing_changes() -> None:
    grid = plain_ground(4).grid()
    index = ps.build_index(grid, "hierarchy")
    for start, goal in pairs(grid, 4, 12).tolist():
        optimum = ps.find_path(grid, start, goal).cost
        assert ps.Planner(grid).find(start, goal).cost == optimum
        assert ps.Planner(grid, index=index, weight=1).find(start, goal).cost == pytest.approx(optimum)
        path = ps.Planner(grid, index=index).find(start, goal)
        if path:
            assert optimum - 1e-9 <= path.cost <= path.bound * optimum * (1 + 1e-9)


def test_a_bounded_planner_follows_edits_and_keeps_limits() -> None:
    world = ps.Map(np.ones((81, 216)))
    grid = world.grid()
    planner = ps.Planner(grid, index=ps.build_index(grid, "hierarchy"), weight=1.5)
    ends = (1, 1), (215, 80)
    before = planner.find(*ends)
    world.edit("passable", (slice(0, 81), slice(100, 101)), False)
    assert planner.find(*ends).status is ps.Status.NO_PATH
    world.edit("passable", (slice(40, 42), slice(100, 101)), True)
    after = planner.find(*ends)
    assert after.is_valid()
    assert before.cost - 1e-9 <= after.cost <= 1.5 * ps.find_path(grid, *ends).cost
    least = ps.find_path(grid, *ends).cost
    narrow = ps.Planner(grid, index=planner.index, weight=1.5, max_cost=least)
    assert narrow.find(*ends).cost in (pytest.approx(least), math.inf)
    assert [leg.cost for leg in planner.legs(*ends)] == [after.cost]
    assert planner.search(*ends).run().cost <= 1.5 * least
    assert planner.trace(*ends).path.cost <= 1.5 * least


@pytest.mark.parametrize(
    "options",
    [{"algorithm": "astar"}, {"avoid": [(1, 1)]}, {"partial": True}],
)
def test_what_it_does_not_take(options: dict) -> None:
    grid = plain_ground(6).grid()
    index = ps.build_index(grid, "hierarchy")
    with pytest.raises(ps.OptionError, match=f"of the kind hierarchy takes no {next(iter(options))}"):
        ps.Planner(grid, index=index, weight=1.5, **options)
    with pytest.raises(ps.OptionError, match="weight is 'x'"):
        ps.Planner(grid, index=index, weight="x")
    with pytest.raises(ps.OptionError, match="chooses among the cheapest paths"):
        ps.Planner(grid, index=index, weight=1.5, prefer="straight")
