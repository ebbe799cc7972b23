"""What a path may cost, how long a search may take, and what a limit leaves."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from tests.oracle import plain

import pathstar as ps

RANDOM = np.random.default_rng(5)
FREE = RANDOM.random((40, 50)) > 0.25
FREE[0, 0] = FREE[39, 49] = True
GRID = ps.Grid(FREE)
COSTS = ps.Grid(FREE, cost=RANDOM.uniform(1, 9, FREE.shape))
ENDS = (0, 0), (49, 39)
SPACES = {"grid": GRID, "costs": COSTS, "hexes": ps.HexGrid(FREE), "turning": ps.Turning(GRID, 0.5)}


ALGORITHMS = ["auto", "astar", "dijkstra", "bidirectional-astar", "bidirectional-dijkstra"]


@pytest.mark.parametrize(
    ("space", "algorithm"), [("grid", "jps"), *((space, name) for space in SPACES for name in ALGORITHMS)]
)
def test_a_path_at_the_limit_is_found_and_no_dearer_one(space: str, algorithm: str) -> None:
    free = ps.find_path(SPACES[space], *ENDS, algorithm=algorithm)
    assert free
    exact = ps.find_path(SPACES[space], *ENDS, algorithm=algorithm, max_cost=free.cost)
    assert exact.cost == free.cost
    below = ps.find_path(SPACES[space], *ENDS, algorithm=algorithm, max_cost=free.cost * 0.999)
    assert below.status is ps.Status.LIMIT
    assert len(below) == 0
    assert below.stats.expanded <= free.stats.expanded + 600


@pytest.mark.parametrize("index", ["hub-labels", "jump-table", "landmarks"])
def test_an_index_keeps_the_limit(index: str) -> None:
    built = ps.build_index(GRID, index)
    free = ps.Planner(GRID, index=built).find(*ENDS)
    assert ps.Planner(GRID, index=built, max_cost=free.cost).find(*ENDS)
    none = ps.Planner(GRID, index=built, max_cost=free.cost - 0.1).find(*ENDS)
    assert (none.status, len(none)) == (ps.Status.LIMIT, 0)


def test_no_way_at_all_is_no_limit() -> None:
    assert ps.find_path(ps.Grid([[1, 0, 1]]), (0, 0), (2, 0), max_cost=5).status is ps.Status.NO_PATH


def test_no_time_is_no_search() -> None:
    for space in SPACES.values():
        path = ps.find_path(space, *ENDS, algorithm="dijkstra", max_seconds=0)
        assert (path.status, path.stats.expanded) == (ps.Status.LIMIT, 0)
    search = ps.Planner(GRID, max_seconds=0).search(*ENDS)
    assert search.run().status is ps.Status.LIMIT
    timed = ps.Timed(GRID)
    assert ps.find_path(timed, *ENDS, max_seconds=0).status is ps.Status.LIMIT
    assert ps.find_path(GRID, *ENDS, max_seconds=60)


@pytest.mark.parametrize("open_list", ["heap", "sorted", "unsorted"])
@pytest.mark.parametrize("limit", [1, 7, 30, 60])
@pytest.mark.parametrize("space", SPACES)
def test_a_partial_path_leads_to_the_closed_place_of_least_estimate(
    space: str, limit: int, open_list: str
) -> None:
    options: dict[str, Any] = {"algorithm": "astar", "open_list": open_list, "max_expansions": limit}
    path = ps.find_path(SPACES[space], *ENDS, partial=True, **options)
    assert path.status is ps.Status.LIMIT
    assert not path
    assert len(path) > 0
    assert math.isinf(path.bound)
    state = ps.trace(SPACES[space], *ENDS, **options)[-1]
    closed = state.is_closed
    best = min(zip(state.h[closed], -state.g[closed], strict=True))
    assert path.cost == pytest.approx(-best[1], abs=1e-9)
    ends = state.nodes[closed][(state.h[closed] == best[0]) & (state.g[closed] == -best[1])]
    assert path.nodes[-1] in ends
    assert ps.check_path(SPACES[space], path.points, start=path[0], goal=path[-1]).cost == pytest.approx(
        path.cost
    )


@pytest.mark.parametrize("space", ["grid", "costs", "hexes"])
@pytest.mark.parametrize("budget", [0.5, 6, 20])
def test_a_partial_path_spends_the_budget(space: str, budget: float) -> None:
    """F of the start exceeds the budget already, but a unit wants to get as near as the budget allows."""
    options: dict[str, Any] = {"algorithm": "astar", "max_cost": budget, "partial": True}
    path = ps.find_path(SPACES[space], *ENDS, **options)
    assert (path.status, bool(path)) == (ps.Status.LIMIT, False)
    usual = ps.find_path(SPACES[space], *ENDS, max_cost=budget, partial=True)
    assert list(usual) == list(path)
    state = ps.trace(SPACES[space], *ENDS, **options)[-1]
    reached = [cost for cost in plain.costs_from(SPACES[space], ENDS[0]).values() if cost <= budget]
    closed = state.is_closed
    assert np.count_nonzero(closed) == len(reached)
    best = min(zip(state.h[closed], -state.g[closed], strict=True))
    assert path.cost == pytest.approx(-best[1], abs=1e-9)
    assert budget < 1 or path.cost > 0
    assert ps.check_path(SPACES[space], path.points, start=path[0], goal=path[-1]).cost == pytest.approx(
        path.cost
    )


def test_a_search_that_is_stepped_has_a_partial_path() -> None:
    search = ps.Planner(GRID, "astar", partial=True).search(*ENDS)
    assert len(search.path) == 0
    search.step(20)
    under_way = search.path
    assert under_way.status is ps.Status.RUNNING
    assert len(under_way) > 0
    assert not under_way
    assert math.isinf(under_way.bound)
    assert ps.check_path(GRID, under_way.points, start=ENDS[0], goal=under_way[-1]).cost == pytest.approx(
        under_way.cost
    )
    search.stop()
    assert search.path.points.tolist() == under_way.points.tolist()
    assert not search.path
    whole = ps.Planner(GRID, "astar").search(*ENDS)
    whole.step(20)
    assert len(whole.path) == 0


def test_without_a_limit_partial_changes_nothing() -> None:
    assert list(ps.find_path(GRID, *ENDS, partial=True)) == list(ps.find_path(GRID, *ENDS))
    walls = ps.Grid([[1, 0, 1]])
    none = ps.find_path(walls, (0, 0), (2, 0), partial=True)
    assert (none.status, len(none)) == (ps.Status.NO_PATH, 0)


def test_to_stop_at_an_opened_goal_swims_the_river() -> None:
    """The bridge costs 4, the river 5; but from the river the goal is opened first."""
    ground = ps.Grid(
        np.ones((2, 3)), cost=[[1, 4, 1], [1, 1, 1]], moves=ps.Moves(directions=4), cost_model="mean"
    )
    late = ps.find_path(ground, (0, 0), (2, 0), algorithm="astar")
    soon = ps.find_path(ground, (0, 0), (2, 0), algorithm="astar", stop_at="opened")
    assert (late.cost, soon.cost) == (4, 5)
    assert (late.bound, soon.bound) == (1, math.inf)
    assert list(soon) == [(0, 0), (1, 0), (2, 0)]
    assert soon.stats.expanded < late.stats.expanded
    assert ps.check_path(ground, soon)


@pytest.mark.parametrize("space", SPACES)
def test_an_opened_goal_ends_a_true_path(space: str) -> None:
    path = ps.find_path(SPACES[space], *ENDS, algorithm="astar", stop_at="opened")
    check = ps.check_path(SPACES[space], path)
    assert check, check
    assert path.cost >= ps.find_path(SPACES[space], *ENDS).cost - 1e-9


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"max_cost": -1}, "max_cost is -1"),
        ({"max_cost": math.nan}, "max_cost is nan"),
        ({"max_cost": "far"}, "max_cost is 'far'"),
        ({"max_seconds": -0.1}, "max_seconds is -0.1"),
        ({"max_seconds": math.nan}, "max_seconds is nan"),
        ({"partial": "yes"}, "partial is 'yes'"),
        ({"stop_at": "open"}, "opened"),
        ({"partial": True, "algorithm": "bidirectional-astar"}, "partial needs one search from the start"),
        ({"stop_at": "opened", "algorithm": "ida-star"}, "stop_at='opened' needs one search"),
    ],
)
def test_bad_limits(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ps.OptionError, match=message):
        ps.find_path(GRID, *ENDS, **options)


def test_limits_of_the_other_calls() -> None:
    paths = ps.find_paths(GRID, [ENDS[0]] * 2, [ENDS[1], (5, 0)], max_cost=10)
    assert paths.statuses[0] == ps.Status.LIMIT.value
    costs = ps.cost_matrix(GRID, [ENDS[0]], [ENDS[1]], max_cost=10)
    assert math.isinf(costs[0, 0])
    every = ps.find_k_paths(COSTS, (0, 0), (3, 3), 5)
    some = ps.find_k_paths(COSTS, (0, 0), (3, 3), 5, max_cost=every[1].cost)
    assert [path.cost for path in some] == [path.cost for path in every if path.cost <= every[1].cost]


def test_a_trace_says_what_the_limit_left_out() -> None:
    open_ground = ps.Grid(np.ones((6, 9)))
    cut = ps.trace(open_ground, (0, 0), (8, 5), max_cost=9.5)
    assert cut.path.status is ps.Status.LIMIT
    assert "(1, 0), (0, 1) and (1, 1) are left out" in str(cut.explain(0))
    assert "max_cost" in str(cut.explain())
    assert {fact.kind for fact in cut.facts(0)} >= {"too_dear"}
    wide = ps.trace(open_ground, (0, 0), (8, 5), max_cost=10.1, algorithm="dijkstra")
    for step in range(len(wide)):
        wide.explain(step)


SOME = [(x, y) for x in range(2, 12) for y in range(4)]  # goals of single searches


@pytest.mark.parametrize("limit", [1, 7, 40, 150, 10**6])
def test_a_limit_holds_for_all_targets_together(limit: int) -> None:
    turning = ps.Turning(ps.Grid(np.ones((4, 12))))
    every = {path.goal: path for path in ps.find_nearest(turning, (0, 0), SOME, k=len(SOME))}
    found = ps.find_nearest(turning, (0, 0), SOME, k=len(SOME), max_expansions=limit)
    assert sum(path.stats.expanded for path in found) <= limit
    assert all(path.cost == every[path.goal].cost for path in found)
    assert (len(found) == len(SOME)) == (limit == 10**6)
    assert ps.find_nearest(turning, (0, 0), SOME, max_seconds=0) == []


class Counting:
    """A native finder, with the expansions of all its searches."""

    def __init__(self, finder: Any) -> None:
        self.finder = finder
        self.expanded = 0

    def find(self, *query: Any) -> Any:
        result = self.finder.find(*query)
        self.expanded += result.counts[0]
        return result


@pytest.mark.parametrize("limit", [1, 7, 40, 80, 10**6])
def test_a_limit_holds_for_all_places_of_a_goal_together(monkeypatch: pytest.MonkeyPatch, limit: int) -> None:
    planner = ps.Planner(ps.Grid(np.ones((4, 12))), "bidirectional-astar", max_expansions=limit)
    finder = Counting(planner.finder)
    monkeypatch.setattr(ps.Planner, "finder", property(lambda self: finder))
    path = planner.find((0, 0), ps.goals.any_of(SOME[::-1]))
    assert finder.expanded <= limit
    assert path.status is (ps.Status.FOUND if path else ps.Status.LIMIT)
    assert path.bound == (1 if limit == 10**6 else math.inf)
    assert (path.cost == 2) == (limit == 10**6)


def test_no_time_is_no_search_for_any_place_of_a_goal() -> None:
    path = ps.Planner(GRID, "bidirectional-astar", max_seconds=0).find(ENDS[0], ps.goals.any_of(SOME))
    assert path.status is ps.Status.LIMIT
