"""Stepping a search by hand, and the open lists."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from tests.signals import pressed_at_the_second_look

import pathstar as ps
from pathstar.engine.options import finder_of
from pathstar.planners.fitting import exact_settings
from pathstar.spaces.waypoints import Waypoints

RANDOM = ps.Grid(np.random.default_rng(8).random((40, 50)) > 0.25)
ENDS = ((0, 0), (49, 39))


def expanded(**options) -> list[int]:
    trace = ps.trace(RANDOM, *ENDS, **options)
    return trace.events["node"][trace.of_type(ps.EventType.EXPAND)].tolist()


@pytest.mark.parametrize("ties", [None, *ps.TIES])
@pytest.mark.parametrize("algorithm", ["astar", "dijkstra", "greedy", "weighted-astar"])
def test_exact_open_lists_expand_the_same_nodes_in_the_same_order(algorithm, ties):
    orders = [
        expanded(algorithm=algorithm, open_list=kind, ties=ties) for kind in ("heap", "sorted", "unsorted")
    ]
    assert orders[0] == orders[1] == orders[2]


def test_ties_decide_the_order():
    orders = {ties: tuple(expanded(ties=ties)) for ties in ps.TIES}
    assert len(set(orders.values())) == len(ps.TIES)
    assert len(orders["larger_g"]) <= len(orders["smaller_g"])


@pytest.mark.parametrize("kind", ["heap", "sorted", "unsorted"])
def test_exact_open_lists_take_the_lowest_f_and_of_those_the_largest_g(kind):
    trace = ps.trace(RANDOM, *ENDS, open_list=kind)
    waiting: dict[int, tuple[float, float]] = {}
    for event in trace.events:
        node, g, h = int(event["node"]), float(event["g"]), float(event["h"])
        match ps.EventType(event["type"]):
            case ps.EventType.EXPAND:
                lowest = min(waiting.values(), key=lambda entry: (round(entry[0], 9), -entry[1]))
                assert waiting.pop(node) == pytest.approx(lowest)
            case ps.EventType.SOURCE | ps.EventType.GENERATE | ps.EventType.UPDATE:
                waiting[node] = (g + h, g)
            case _:
                pass


def test_the_bucket_list_is_the_default_where_it_fits():
    def chosen(grid: ps.Grid, **options) -> str:
        return ps.find_path(grid, (0, 0), (1, 0), **options).stats.open_list

    assert chosen(RANDOM) == "bucket"
    assert chosen(RANDOM, algorithm="greedy") == "heap"
    assert chosen(RANDOM, weight=2) == "heap"
    assert chosen(RANDOM, ties="last") == "heap"
    assert chosen(ps.Grid(np.ones((3, 3)), cost=np.full((3, 3), 7.0))) == "bucket"
    free = ps.Grid(np.ones((1, 3)), cost=[[0.0, 1.0, 2.0]])
    assert chosen(free) == "heap"
    assert chosen(ps.Grid(np.ones((1, 3)), cost=[[1e-6, 1.0, 1e6]])) == "heap"


def test_a_search_says_where_it_is():
    search = ps.Planner(RANDOM, "dijkstra").search(*ENDS)
    assert search.step(5) is ps.Status.RUNNING
    assert search.status is ps.Status.RUNNING
    assert not search.path
    assert search.path.stats.expanded == 5
    assert "RUNNING, 5 expanded" in repr(search)
    path = search.run()
    assert path.status is search.status is ps.Status.FOUND
    assert search.step(10) is ps.Status.FOUND
    assert path.cost == ps.find_path(RANDOM, *ENDS).cost


@pytest.mark.parametrize("budget", [0, -1, 1.5, "1"])
def test_wrong_budgets(budget):
    with pytest.raises(ps.OptionError, match="budget is"):
        ps.Planner(RANDOM).search(*ENDS).step(budget)


def test_a_search_outlives_its_planner_and_grid():
    search = ps.Planner(ps.Grid(np.ones((30, 30)))).search((0, 0), (29, 29))
    assert search.run().cost == pytest.approx(29 * 2**0.5)


def test_two_searches_at_once_do_not_meet():
    planner = ps.Planner(RANDOM)
    searches = [planner.search((0, 0), (x, 39)) for x in range(20, 50)]
    running = list(searches)
    while running:
        running = [search for search in running if search.step(3) is ps.Status.RUNNING]
    for x, search in zip(range(20, 50), searches, strict=True):
        assert search.path.cost == planner.find((0, 0), (x, 39)).cost


def test_bounds_are_stated():
    grid = ps.Grid(np.ones((5, 5)), cost=np.full((5, 5), 2.0))

    def bound(**options) -> float:
        return ps.Planner(grid, **options).method.bound

    assert bound() == bound(algorithm="dijkstra") == bound(weight=0.5) == 1
    assert bound(weight=3) == bound(algorithm="weighted-astar", weight=3) == 3
    assert bound(heuristic="manhattan") == pytest.approx(2**0.5)
    assert bound(algorithm="greedy") == float("inf")
    assert bound(algorithm="bfs") == pytest.approx(2**0.5)


@pytest.mark.parametrize("goal", [(8, 0), ps.goals.any_of([(8, 0)]), ps.goals.through([(4, 0), (8, 0)])])
@pytest.mark.parametrize("steps", [1, 6])
def test_the_bound_is_that_of_the_costs_when_it_ends(goal, steps):
    map = ps.Map(np.ones((1, 9)), cost=np.ones((1, 9)))
    grid = map.grid()
    search = ps.Planner(grid, "bfs").search((0, 0), goal)
    search.step(steps)
    map.edit("cost", (6, 0), 50.0)
    path = search.run()
    assert path.revision == grid.revision == 1
    assert path.bound == ps.find_path(grid, (0, 0), goal, algorithm="bfs").bound > 50
    map.edit("cost", (6, 0), 900.0)
    assert search.path.bound == path.bound


def test_the_bound_follows_the_costs_of_edges():
    edges = [("a", "b", 10.0), ("b", "c", 10.0), ("a", "c", 30.0), ("c", "d", 1.0)]
    places = [(0, 0), (1, 0), (2, 0), (3, 0)]
    with pytest.warns(ps.HeuristicWarning):
        graph = ps.Graph.from_edges(edges, names="abcd", positions=places, cost_per_distance=1.5)
    search = ps.Planner(graph, "astar").search("a", "d")
    search.step(1)
    with pytest.warns(ps.HeuristicWarning):
        graph.set_costs([("b", "c", 0.01)])
    path = search.run()
    assert path.revision == graph.revision
    assert path.bound == ps.find_path(graph, "a", "d", algorithm="astar").bound == 150


@pytest.mark.parametrize("open_list", [None, "heap", "sorted", "unsorted"])
def test_a_limit_that_is_just_enough_is_enough(open_list):
    corridor = ps.Grid(np.ones((1, 8)))

    def status(limit: int) -> ps.Status:
        return ps.find_path(
            corridor, (0, 0), (7, 0), algorithm="astar", open_list=open_list, max_expansions=limit
        ).status

    assert status(8) is ps.Status.FOUND
    assert status(7) is ps.Status.LIMIT


def test_a_path_under_way_holds_no_edge_that_is_gone():
    edges = [(at, at + 1, 1.0) for at in range(50)]
    graph = ps.Graph.from_edges(edges, positions=[(at, 0) for at in range(51)])
    search = ps.Planner(graph, "astar", partial=True).search(0, 50)
    search.step(10)
    assert (len(search.path), search.path.cost) == (10, 9)
    graph.remove_edges([(4, 5)])
    path = search.path
    assert (path.status, len(path)) == (ps.Status.RUNNING, 0)
    graph.add_edges([(4, 5, 7.0)])
    assert search.run().cost == 56


def test_a_path_under_way_outlives_edits_far_from_it():
    edges = [(at, at + 1, 1.0) for at in range(50)]
    graph = ps.Graph.from_edges(edges, positions=[(at, 0) for at in range(51)])
    search = ps.Planner(graph, "astar", partial=True).search(0, 50)
    search.step(10)
    graph.remove_edges([(40, 41)])
    assert (len(search.path), search.path.cost) == (10, 9)


@pytest.mark.parametrize("ends", [(4, 0), (0, 4), (2**32 - 1, 0)])
@pytest.mark.parametrize(
    "space",
    [
        ps.Grid(np.ones((2, 2))),
        ps.HexGrid(np.ones((2, 2))),
        ps.Graph.from_edges([(0, 1), (1, 2), (2, 3)]),
        Waypoints(ps.Grid(np.ones((2, 2))), [(0, 0), (1, 1)]),
        ps.Timed(ps.Grid(np.ones((2, 2)))),
    ],
)
def test_native_code_refuses_what_is_no_node(space, ends):
    finder = finder_of(space)
    settings = exact_settings(space, "automatic")
    with pytest.raises(ValueError, match="must be nodes of the space"):
        finder.find(*ends, settings)


@pytest.mark.skipif(sys.platform == "win32", reason="has no timer of signals")
@pytest.mark.parametrize("algorithm", ["ida-star", "dijkstra"])
def test_one_long_step_hears_ctrl_c(algorithm):
    random = np.random.default_rng(1)
    side = 60 if algorithm == "ida-star" else 1500
    grid = ps.Grid(np.ones((side, side)), cost=random.uniform(1, 9, (side, side)))
    search = ps.Planner(grid, algorithm, max_expansions=2**62).search((0, 0), (side - 1, side - 1))
    with pytest.raises(KeyboardInterrupt), pressed_at_the_second_look():
        search.step(6_000_000)
    assert search.status is ps.Status.RUNNING
    assert search.step(1) is ps.Status.RUNNING


def test_a_long_step_does_exactly_its_work():
    grid = ps.Grid(np.ones((600, 600)))
    search = ps.Planner(grid, "dijkstra").search((0, 0), (599, 599))
    assert search.step(200_000) is ps.Status.RUNNING
    assert search.path.stats.expanded == 200_000
    assert search.step(2**70) is ps.Status.FOUND
    assert search.path.cost == ps.find_path(grid, (0, 0), (599, 599)).cost
