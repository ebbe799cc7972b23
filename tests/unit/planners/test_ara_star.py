"""ARA* has a path soon, never states a bound that is too low, and ends with an optimal path."""

from __future__ import annotations

import itertools
import math
import pickle

import numpy as np
import pytest
from tests.oracle import plain

import pathstar as ps
from pathstar.spaces.base import place_list

NAME = "ara-star"
ENDS = (10, 10), (110, 80)


def ground(seed: int, weighted: bool = False, **options: object) -> ps.Grid:
    random = np.random.default_rng(seed)
    free = random.random((14, 17)) > 0.25
    free[0, 0] = free[-1, -1] = True
    cost = random.choice([1.0, 2.5, 9.0], free.shape) if weighted else None
    return ps.Grid(free, cost=cost, **options)


def roads(seed: int) -> ps.Graph:
    random = np.random.default_rng(seed)
    ends = random.integers(0, 60, (170, 2)).tolist()
    return ps.Graph.from_edges(
        [(a, b, float(random.choice([0, 0.1, 1, 7]))) for a, b in ends], names=range(60)
    )


SPACES = {
    "grid": lambda seed: ground(seed),
    "4 directions": lambda seed: ground(seed, moves=ps.Moves(4)),
    "costs": lambda seed: ground(seed, weighted=True),
    "free steps": lambda seed: ps.Grid(
        np.ones((9, 9)), cost=np.random.default_rng(seed).integers(0, 3, (9, 9))
    ),
    "joined, portals": lambda seed: ground(seed, wrap="x", portals=[((0, 0), (9, 9), 0.5)]),
    "hexes": lambda seed: ps.HexGrid(ground(seed).walkable),
    "voxels": lambda seed: ps.VoxelGrid(np.random.default_rng(seed).random((3, 6, 7)) > 0.3),
    "turning": lambda seed: ps.Turning(ps.Grid(ground(seed).walkable[:8, :8]), 0.7),
    "graph": roads,
}

WITHOUT_ESTIMATE = ("free steps", "graph")  # the first round is Dijkstra's algorithm


def farthest(space: ps.Space) -> tuple[ps.Place, ps.Place, float]:
    """The first free place, the place that costs most to reach from there, and that cost."""
    nodes = np.flatnonzero(space.is_free(np.arange(space.size, dtype=np.uint32)))
    first = place_list(space.places_of(nodes[:1].astype(np.uint32)))[0]
    costs = plain.costs_from(space, first)
    last = max(costs, key=costs.__getitem__)
    return first, last, plain.cheapest(space, first, last)


@pytest.mark.parametrize("name", SPACES)
def test_no_bound_is_too_low_and_the_last_path_is_optimal(name: str) -> None:
    rounds = 0
    for seed in range(3):
        space = SPACES[name](seed)
        start, goal, optimum = farthest(space)
        search = ps.Planner(space, NAME, weight=2 + 3 * seed).search(start, goal)
        bound = math.inf
        while search.step(40) is ps.Status.RUNNING:
            path = search.path
            if not path:
                continue
            assert path.bound <= bound
            rounds += path.bound < bound < math.inf
            bound = path.bound
            check = ps.check_path(space, path)
            assert check, check.problem
            assert optimum * (1 - 1e-9) <= path.cost <= bound * optimum * (1 + 1e-9)
        last = search.path
        assert last.bound == 1
        assert last.cost == pytest.approx(optimum, rel=1e-9)
    assert rounds > 0 or name in WITHOUT_ESTIMATE


@pytest.mark.parametrize("heuristic", ["manhattan", "euclidean", "chebyshev", "zero"])
def test_an_estimate_that_overestimates_does_not_spoil_the_bound(heuristic: str) -> None:
    grid = ground(3, weighted=True)
    optimum = plain.cheapest(grid, (0, 0), (16, 13))
    search = ps.Planner(grid, NAME, heuristic=heuristic, weight=4).search((0, 0), (16, 13))
    paths = list(search.improvements())
    assert all(path.cost <= path.bound * optimum * (1 + 1e-9) for path in paths)
    assert paths[-1].bound == 1
    assert paths[-1].cost == pytest.approx(optimum)


def rooms() -> ps.Map:
    world = ps.maps.generate.rooms(120, 90, seed=3)
    for place in ENDS:
        world.edit("passable", (slice(place[1] - 5, place[1] + 5), slice(place[0] - 5, place[0] + 5)), True)
    return world


def test_a_limit_leaves_the_best_path_with_its_bound() -> None:
    grid, ends = rooms().grid(), ENDS
    best = ps.find_path(grid, *ends)
    whole = ps.find_path(grid, *ends, algorithm=NAME)
    assert (whole.bound, whole.cost) == (1, pytest.approx(best.cost))
    statuses = set()
    for most in (1, 300, 1000, whole.stats.expanded - 1):
        path = ps.find_path(grid, *ends, algorithm=NAME, max_expansions=most)
        statuses.add(path.status)
        assert path.stats.expanded <= most
        assert bool(path) == (path.status is ps.Status.FOUND)
        if path:
            assert best.cost - 1e-9 <= path.cost <= path.bound * best.cost * (1 + 1e-9)
            assert 1 < path.bound < math.inf
            assert pickle.loads(pickle.dumps(path)).bound == path.bound
    assert statuses == {ps.Status.LIMIT, ps.Status.FOUND}
    search = ps.Planner(grid, NAME).search(*ends)
    next(search.improvements())
    search.stop()
    assert search.status is ps.Status.FOUND
    assert 1 < search.path.bound < math.inf
    assert math.isinf(ps.Planner(grid, NAME, max_seconds=60).method.bound)


def test_it_goes_on_where_it_was_left() -> None:
    grid = rooms().grid()
    search = ps.Planner(grid, NAME, weight=6).search(*ENDS)
    improvements = search.improvements()
    first = next(improvements)
    rest = list(improvements)
    bounds = [path.bound for path in [first, *rest]]
    assert sorted(bounds, reverse=True) == bounds
    assert len(set(bounds)) == len(bounds) > 2
    assert first.cost > rest[-1].cost
    assert rest[-1].stats.expanded < sum(
        ps.find_path(grid, *ENDS, weight=path.bound).stats.expanded for path in [first, *rest]
    )


@pytest.mark.parametrize("most", [100, 700, 2000, 3000])
def test_where_a_limit_ends_it_no_path_comes_twice(most: int) -> None:
    search = ps.Planner(rooms().grid(), NAME, weight=6, max_expansions=most).search(*ENDS)
    bounds = [path.bound for path in search.improvements()]
    assert bounds
    assert all(after < before for before, after in itertools.pairwise(bounds))
    assert bounds[-1] == search.path.bound


def test_after_an_edit_there_is_a_path_for_the_space_as_it_is() -> None:
    map = rooms()
    search = ps.Planner(map.grid(), NAME, weight=6).search(*ENDS)
    improvements = search.improvements()
    before = [next(improvements), next(improvements)][-1]
    x, y = before.points[len(before) // 2].tolist()
    map.edit("passable", (x, y), False)
    after = next(improvements)
    assert after.stats.restarts == 1
    assert after.bound > before.bound
    assert after.is_valid()
    map.edit("passable", (slice(ENDS[1][1] - 1, None), slice(None)), False)
    assert [path.status for path in improvements] == [ps.Status.BLOCKED_GOAL]


@pytest.mark.parametrize("algorithm", ["astar", "jps", "ida-star"])
def test_other_searches_have_one_path(algorithm: str) -> None:
    search = ps.Planner(ps.Grid([[1, 1, 1]]), algorithm).search((0, 0), (2, 0))
    assert [path.cost for path in search.improvements()] == [2.0]
    none = ps.Planner(ps.Grid([[1, 0, 1]]), algorithm).search((0, 0), (2, 0))
    assert [path.status for path in none.improvements()] == [ps.Status.NO_PATH]


def test_an_edit_begins_again_and_an_edit_elsewhere_does_not() -> None:
    world = ps.Map(np.ones((40, 60)))
    world.edit("passable", (slice(5, 35), slice(30, 31)), False)
    grid = world.grid()
    search = ps.Planner(grid, NAME).search((2, 20), (50, 20))
    next(search.improvements())
    world.edit("passable", (slice(0, 5), slice(30, 31)), False)
    path = search.run()
    assert path.stats.restarts == 1
    assert path.bound == 1
    assert path.cost == pytest.approx(plain.cheapest(grid, (2, 20), (50, 20)))


def test_a_unit_replans_within_a_limit() -> None:
    unit = ps.Replanner(rooms().grid(), *ENDS, NAME, max_expansions=1200)
    assert unit.path
    assert 1 < unit.path.bound < 3
    unit.move(unit.next_step())
    assert unit.path.is_valid()


def test_what_it_does_not_take() -> None:
    with pytest.raises(ps.OptionError, match="ara-star needs the open list 'heap'"):
        ps.Planner(ground(1), NAME, open_list="bucket")
    with pytest.raises(ps.OptionError, match="ara-star needs a space whose nodes and steps are all known"):
        ps.search(1, 5, lambda n: [(n + 1, 1.0)], algorithm=NAME)
    with pytest.raises(ps.OptionError, match="partial needs one search"):
        ps.Planner(ground(1), NAME, partial=True)


def test_a_cost_that_no_path_keeps_to_is_a_limit() -> None:
    grid = ground(3, weighted=True)
    ends = (0, 0), (16, 13)
    optimum = plain.cheapest(grid, *ends)
    assert ps.find_path(grid, *ends, algorithm=NAME, max_cost=optimum).cost == pytest.approx(optimum)
    for most in (0.0, 0.5 * optimum, 0.999 * optimum):
        assert ps.find_path(grid, *ends, algorithm=NAME, max_cost=most).status is ps.Status.LIMIT
    walled = ps.Grid([[1, 0, 1]])
    assert ps.find_path(walled, (0, 0), (2, 0), algorithm=NAME).status is ps.Status.NO_PATH


@pytest.mark.parametrize("ties", ps.TIES)
def test_ties_change_the_order_and_not_the_cost(ties: str) -> None:
    grid = ps.Grid(np.ones((20, 20)), moves=ps.Moves(4))
    path = ps.find_path(grid, (0, 0), (19, 19), algorithm=NAME, ties=ties)
    assert (path.cost, path.bound) == (38, 1)
    greedy, wide = (
        ps.find_path(grid, (0, 0), (19, 19), algorithm=NAME, weight=1, ties=each)
        for each in ("larger_g", "smaller_g")
    )
    assert greedy.stats.expanded < wide.stats.expanded


@pytest.mark.parametrize("limits", [{}, {"max_expansions": 3}, {"max_seconds": 9.0}])
def test_where_it_is_at_its_goal_nothing_is_left_to_improve(limits: dict[str, float]) -> None:
    planner = ps.Planner(ps.Grid(np.ones((3, 3))), "ara-star", **limits)
    paths = [planner.find((1, 1), (1, 1)), *planner.search((1, 1), (1, 1)).improvements()]
    assert [(path.cost, path.bound) for path in paths] == [(0.0, 1.0)] * 2
