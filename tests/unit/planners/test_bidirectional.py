"""Searches from both ends, where rounding, free steps and one-way edges could mislead them."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.oracle import plain

import pathstar as ps

BOTH = ("bidirectional-dijkstra", "bidirectional-astar")
LISTS = (None, "bucket", "heap", "unsorted")


@st.composite
def digraphs(draw: st.DrawFn) -> ps.Graph:
    """Small graphs of whole costs, many of them zero: full of ties and of loops of cost 0."""
    size = draw(st.integers(2, 9))
    node = st.integers(0, size - 1)
    edges = draw(st.lists(st.tuples(node, node, st.sampled_from([0, 0, 1, 2, 5])), min_size=1, max_size=30))
    return ps.Graph.from_edges(edges, directed=draw(st.booleans()), names=range(size))


@given(graph=digraphs(), algorithm=st.sampled_from(BOTH), open_list=st.sampled_from(LISTS))
def test_graphs_of_few_costs(graph: ps.Graph, algorithm: str, open_list: str | None) -> None:
    planner = ps.Planner(graph, algorithm, open_list=open_list)
    for start in range(graph.size):
        truth = plain.costs_from(graph, start)
        for goal in range(graph.size):
            path = planner.find(start, goal)
            assert path.cost == truth.get(goal, math.inf)
            assert len(set(path)) == len(path), "no node twice"
            if path:
                assert ps.check_path(graph, path)


@given(
    cost=st.lists(st.sampled_from([0.0, 0.1, 1.0, 7.0, math.inf]), min_size=30, max_size=30),
    model=st.sampled_from(["enter", "mean"]),
    algorithm=st.sampled_from(BOTH),
    open_list=st.sampled_from(LISTS),
)
def test_grids_of_few_costs(cost: list[float], model: str, algorithm: str, open_list: str | None) -> None:
    grid = ps.Grid(np.ones((5, 6)), cost=np.reshape(cost, (5, 6)), cost_model=model)
    planner = ps.Planner(grid, algorithm, open_list=open_list)
    for goal in ((5, 4), (0, 4), (3, 2)):
        path = planner.find((0, 0), goal)
        assert path.cost == pytest.approx(plain.cheapest(grid, (0, 0), goal), rel=1e-9)
        if path:
            assert ps.check_path(grid, path)


def test_an_estimate_that_overestimates_is_scaled_down() -> None:
    edges = [("a", "b", 1.0), ("b", "d", 1.0), ("a", "c", 1.5), ("c", "d", 1.5)]
    places = [(0, 0), (9, 9), (30, 0), (1, 0)]
    with pytest.warns(ps.HeuristicWarning):
        graph = ps.Graph.from_edges(edges, names="abdc", positions=places, cost_per_distance=50)
    path = ps.find_path(graph, "a", "d", algorithm="bidirectional-astar")
    assert path.cost == 2.0
    assert path.bound == 1.0


def test_fewer_nodes_than_from_one_end() -> None:
    random = np.random.default_rng(4)
    grid = ps.Grid(np.ones((90, 90)), cost=random.integers(1, 10, (90, 90)))
    ends = (20, 45), (70, 45)
    one = ps.find_path(grid, *ends, algorithm="dijkstra")
    both = ps.find_path(grid, *ends, algorithm="bidirectional-dijkstra")
    assert both.cost == pytest.approx(one.cost)
    assert both.stats.expanded < 0.75 * one.stats.expanded


@pytest.mark.parametrize("algorithm", BOTH)
def test_limits_and_misuse(algorithm: str) -> None:
    grid = ps.Grid(np.ones((30, 30)))
    path = ps.find_path(grid, (0, 0), (29, 20), algorithm=algorithm, max_expansions=5)
    assert (path.status, path.stats.expanded) == (ps.Status.LIMIT, 5)
    with pytest.raises(ps.OptionError, match="takes no heuristic"):
        ps.Planner(grid, algorithm, heuristic="octile")
