"""Costs from many to many, and batches that keep no paths."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

import pathstar as ps


def worlds() -> dict[str, ps.Grid | ps.Graph]:
    random = np.random.default_rng(5)
    walkable = random.random((23, 31)) > 0.35
    cost = random.integers(1, 9, walkable.shape).astype(float)
    return {
        "uniform": ps.Grid(walkable),
        "4 directions": ps.Grid(walkable, moves=ps.Moves(directions=4)),
        "costs": ps.Grid(walkable, cost=cost),
        "real costs": ps.Grid(walkable, cost=random.random(walkable.shape) + 0.1, cost_model="mean"),
        "integers": ps.Grid(walkable, moves=ps.Moves(straight=10, diagonal=14)),
    }


@pytest.mark.parametrize("name", worlds())
@pytest.mark.parametrize("threads", [1, 3])
def test_costs_are_those_of_single_searches(name: str, threads: int) -> None:
    grid = worlds()[name]
    random = np.random.default_rng(1)
    starts, goals = random.integers(0, (31, 23), (12, 2)), random.integers(0, (31, 23), (40, 2))
    goals[:5] = starts[:5]
    matrix = ps.cost_matrix(grid, starts, goals, threads=threads)
    pairs = ps.find_paths(grid, np.repeat(starts, 40, 0), np.tile(goals, (12, 1)), algorithm="dijkstra")
    assert matrix.shape == (12, 40)
    assert matrix.dtype == np.float64
    np.testing.assert_allclose(matrix.ravel(), pairs.costs, rtol=1e-12)


@pytest.mark.parametrize("name", worlds())
@pytest.mark.parametrize("goal_count", [1, 5, 39])
def test_few_goals_cost_what_many_cost(name: str, goal_count: int) -> None:
    grid = worlds()[name]
    random = np.random.default_rng(7)
    places = random.integers(0, (31, 23), (40, 2))
    few = ps.cost_matrix(grid, places, places[:goal_count], threads=2)
    np.testing.assert_allclose(few, ps.cost_matrix(grid, places, places)[:, :goal_count], rtol=1e-12)
    np.testing.assert_array_equal(few, ps.cost_matrix(grid, places, places[:goal_count], threads=1))


def test_few_goals_on_a_larger_map_and_graph() -> None:
    world = ps.maps.generate.caves(150, 110, seed=3)
    random = np.random.default_rng(7)
    walkable = world.grid().walkable
    places = np.argwhere(walkable)[:, ::-1][random.integers(0, 5000, 40)]
    for grid in (
        world.grid(),
        ps.Grid(walkable, cost=random.integers(1, 9, walkable.shape).astype(float)),
    ):
        few = ps.cost_matrix(grid, places, places[:6])
        np.testing.assert_allclose(few, ps.cost_matrix(grid, places, places)[:, :6], rtol=1e-12)
    ends = random.integers(0, 4000, (2, 16_000))
    graph = ps.Graph.from_edges(np.column_stack([*ends, random.random(16_000)]), names=range(4000))
    starts, goals = random.integers(0, 4000, 30), random.integers(0, 4000, 30)
    few = ps.cost_matrix(graph, starts, goals[:6])
    np.testing.assert_allclose(few, ps.cost_matrix(graph, starts, goals)[:, :6], rtol=1e-12)


def test_without_goals_the_starts_are_the_goals() -> None:
    places = [(0, 0), (9, 4), (20, 20)]
    grid = worlds()["real costs"]
    assert (ps.cost_matrix(grid, places) == ps.cost_matrix(grid, places, places)).all()


def test_a_planner_brings_its_space_and_index() -> None:
    grid = worlds()["uniform"]
    random = np.random.default_rng(2)
    starts, goals = random.integers(0, (31, 23), (2, 30, 2))
    matrix = ps.cost_matrix(ps.Planner(grid, "weighted-astar", weight=3.0), starts, goals)
    for kind in [name for name, row in ps.INDEXES.items() if row.unsupported_reason(grid) is None]:
        index = ps.build_index(grid, kind)
        found = ps.cost_matrix(ps.Planner(grid, index=index), starts, goals, threads=2)
        np.testing.assert_allclose(found, matrix, rtol=1e-12)


def test_graphs() -> None:
    graph = ps.Graph.from_edges([("a", "b", 2.0), ("b", "c", 3.5), ("d", "a", 1.0)], directed=True)
    matrix = ps.cost_matrix(graph, ["a", "c"], ["c", "d", "a"])
    assert matrix.tolist() == [[5.5, math.inf, 0.0], [0.0, math.inf, math.inf]]


def test_a_goal_that_is_opened_again_gets_its_lowest_cost() -> None:
    chain = [("X", 0, 0.001), *((i, i + 1, 0.001) for i in range(2500))]
    dear = [(f"y{i}", f"z{i}", 2e4) for i in range(5)]
    graph = ps.Graph.from_edges([("S", "A", 1.0), ("S", "X", 3.0), ("A", "X", 1.0), *chain, *dear])
    assert ps.cost_matrix(graph, ["S"], [2400, "X"]).tolist() == [[pytest.approx(4.401), 2.0]]
    assert ps.cost_matrix(graph, ["S"], ["X", 2400]).tolist() == [[2.0, pytest.approx(4.401)]]


@st.composite
def graphs_of_different_costs(draw: st.DrawFn) -> tuple[ps.Graph, csr_array]:
    """Random edges, many of them a cheap chain, with costs of several orders of magnitude."""
    size = draw(st.integers(2, 3000))
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    count = draw(st.integers(1, 4)) * size
    sources, targets = random.integers(0, size, (2, count))
    costs = 10.0 ** random.uniform(-3, draw(st.integers(-2, 4)), count)
    links = np.arange(draw(st.integers(0, size - 1)))
    sources, targets = np.append(sources, links), np.append(targets, links + 1)
    costs = np.append(costs, np.full(len(links), 0.001))
    graph = ps.Graph.from_arrays(sources, targets, costs, size=size)
    order = np.argsort(-costs, kind="stable")  # of parallel edges the cheapest is kept, as it comes last
    table = dict(
        zip(zip(sources[order].tolist(), targets[order].tolist(), strict=True), costs[order], strict=True)
    )
    rows, columns = np.array(list(table)).T
    return graph, csr_array((list(table.values()), (rows, columns)), shape=(size, size))


@given(graphs_of_different_costs(), st.integers(1, 100), st.integers(0, 2**32))
def test_graphs_of_widely_different_costs(world: tuple[ps.Graph, csr_array], count: int, seed: int) -> None:
    graph, oracle = world
    random = np.random.default_rng(seed)
    starts, goals = random.integers(0, graph.size, 4), random.integers(0, graph.size, count)
    matrix = ps.cost_matrix(graph, starts, goals)
    np.testing.assert_allclose(matrix, dijkstra(oracle, indices=starts)[:, goals], rtol=1e-12)
    order = random.permutation(count)
    np.testing.assert_array_equal(ps.cost_matrix(graph, starts, goals[order]), matrix[:, order])


@pytest.mark.parametrize("rate", [5.0, 50.0])
def test_costs_are_optimal_where_the_estimate_is_too_large(rate: float) -> None:
    random = np.random.default_rng(3)
    side = 60
    node = np.arange(side * side).reshape(side, side)
    sources = np.concatenate([node[:, :-1].ravel(), node[:-1].ravel()])
    targets = np.concatenate([node[:, 1:].ravel(), node[1:].ravel()])
    ends, costs = (sources, targets), random.uniform(1, 9, len(sources))
    positions = np.column_stack(np.divmod(node.ravel(), side))
    with pytest.warns(ps.HeuristicWarning):
        graph = ps.Graph.from_arrays(
            *ends, costs, directed=False, positions=positions, cost_per_distance=rate
        )
    blind = ps.Graph.from_arrays(*ends, costs, directed=False)
    starts, goals = node[20:40:4, 20:40:4].ravel(), node[26:34:6, 26:34:6].ravel()
    few = ps.cost_matrix(graph, starts, goals)
    np.testing.assert_allclose(few, ps.cost_matrix(blind, starts, goals), rtol=1e-12)
    np.testing.assert_array_equal(ps.cost_matrix(ps.Planner(graph), starts, goals), few)


def test_edges_of_the_matrix() -> None:
    grid = ps.Grid([[1, 0, 1], [1, 0, 1]])
    assert ps.cost_matrix(grid, [], [(0, 0)]).shape == (0, 1)
    assert ps.cost_matrix(grid, [(0, 0)], []).shape == (1, 0)
    assert ps.cost_matrix(grid, [(0, 0), (1, 0)], [(0, 1), (2, 0), (1, 0), (0, 1)]).tolist() == [
        [1, math.inf, math.inf, 1],
        [math.inf] * 4,
    ]


def test_after_an_edit() -> None:
    world = ps.Map(np.ones((1, 9)))
    grid = world.grid()
    planner = ps.Planner(grid, index=ps.build_index(grid, "hub-labels"))
    assert ps.cost_matrix(grid, [(0, 0)], [(8, 0)]).tolist() == [[8.0]]
    grid.update(world.edit("passable", (4, 0), False))
    assert ps.cost_matrix(grid, [(0, 0)], [(8, 0)]).tolist() == [[math.inf]]
    assert ps.cost_matrix(planner, [(0, 0)], [(8, 0)]).tolist() == [[math.inf]]


@pytest.mark.parametrize(
    ("arguments", "options", "error", "message"),
    [
        (([(0, 0)], [(9, 0)]), {}, ps.PlaceError, r"goals\[0\] = \(9, 0\)"),
        (([(0, 0), (-1, 0)], [(0, 0)]), {}, ps.PlaceError, r"starts\[1\]"),
        (([(0.5, 0)], [(0, 0)]), {}, ps.PlaceTypeError, "float64"),
        (([(0, 0, 0)], [(0, 0)]), {}, ps.ArrayError, r"\(1, 3\)"),
        (([(0, 0)], [(0, 0)]), {"threads": 0}, ps.OptionError, "threads is 0"),
        (([(0, 0)], [(0, 0)]), {"threads": -1}, ps.OptionError, "threads is -1"),
        (([(0, 0)], [(0, 0)]), {"threads": 10**6}, ps.OptionError, "1 to 1024"),
        (([(0, 0)] * 3, [(0, 0)] * 3), {"max_bytes": 71}, ps.MapLimitError, "take 72 bytes; allowed are 71"),
        ((np.zeros((10**5, 2), int),) * 2, {}, ps.MapLimitError, "80,000,000,000 bytes"),
    ],
)
def test_wrong_arguments(
    arguments: tuple[object, ...], options: dict[str, int], error: type, message: str
) -> None:
    space = ps.Grid([[1, 1]])
    with pytest.raises(error, match=message):
        ps.cost_matrix(space, *arguments, **options)


def test_what_is_no_space() -> None:
    with pytest.raises(ps.SpaceError, match="not str"):
        ps.cost_matrix("grid", [(0, 0)], [(0, 0)])


def test_costs_only_keeps_costs_and_no_paths() -> None:
    grid = worlds()["uniform"]
    random = np.random.default_rng(3)
    starts, goals = random.integers(0, (31, 23), (2, 50, 2))
    for planner in (ps.Planner(grid), ps.Planner(grid, index=ps.build_index(grid, "hub-labels"))):
        whole = ps.find_paths(planner, starts, goals)
        bare = ps.find_paths(planner, starts, goals, costs_only=True, threads=2)
        np.testing.assert_array_equal(bare.costs, whole.costs)
        np.testing.assert_array_equal(bare.statuses, whole.statuses)
        np.testing.assert_array_equal(bare.offsets, whole.offsets)
        assert bare.corners.size == 0
        for use in (lambda: bare.points, lambda: bare.nodes, lambda: bare[0], lambda: next(iter(bare))):  # noqa: B023
            with pytest.raises(ps.OptionError, match="costs_only=True"):
                use()
    with pytest.raises(ps.OptionError, match="costs_only is 1"):
        ps.find_paths(grid, starts, goals, costs_only=1)


def test_pairs_are_searched_one_by_one_where_steps_depend_on_the_goal() -> None:
    walkable = np.ones((9, 12), bool)
    walkable[2:7, 4:8] = False
    corners = ps.waypoints(ps.Grid(walkable), [(3, 1), (8, 1), (3, 7), (8, 7)])
    starts, goals = [(1, 4), (0, 0)], [(10, 4), (1, 4), (5, 4)]
    costs = ps.cost_matrix(corners, starts, goals)
    assert costs.tolist() == [[ps.find_path(corners, a, b).cost for b in goals] for a in starts]
    numbers = ps.Custom(lambda number: [(number + 1, 1.0)] if number < 9 else [])
    assert ps.cost_matrix(numbers, [1, 4], [4, 7]).tolist() == [[3, 6], [0, 3]]
    assert ps.cost_matrix(numbers, [5], [4]).tolist() == [[float("inf")]]


@pytest.mark.parametrize("space", [ps.Grid(np.ones((4, 7))), ps.Turning(ps.Grid(np.ones((4, 7))), 0.5)])
def test_what_a_planner_must_not_enter_counts(space: ps.Grid | ps.Turning) -> None:
    gap = np.zeros((4, 7), bool)
    gap[:3, 3] = True
    starts, goals = [space.places_of([0])[0]], space.places_of([4, 6])
    for masks in ({"avoid": gap}, {"only": ~gap}):
        costs = ps.cost_matrix(ps.Planner(space, **masks), starts, goals)
        assert costs.tolist() == [[ps.find_path(space, starts[0], goal, **masks).cost for goal in goals]]
        assert (costs > ps.cost_matrix(space, starts, goals)).all()


def test_one_search_for_all_places_is_refused_over_waypoints() -> None:
    corners = ps.waypoints(ps.Grid(np.ones((3, 3))), [(1, 1)])
    for ask in (
        lambda: ps.distance_field(corners, [(0, 0)]),
        lambda: ps.find_k_paths(corners, (0, 0), (2, 2), 2),
    ):
        with pytest.raises(ps.OptionError, match="ask their grid"):
            ask()
