"""Searches without an estimate over graphs with similar edge costs; they need not sort open nodes."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.oracle import plain

import pathstar as ps

SIZE = 40
ALGORITHMS = ("dijkstra", "bidirectional-dijkstra")
COSTS = {
    "one": lambda random, count: np.ones(count),
    "whole": lambda random, count: random.integers(2, 6, count),
    "real": lambda random, count: random.uniform(0.7, 2.1, count),
    "of every size": lambda random, count: 60.0 ** random.uniform(0, 1, count),
}


def edges_of(random: np.random.Generator, kind: str, count: int) -> list[tuple[int, int, float]]:
    ends: NDArray[np.int64] = random.integers(0, SIZE, (count, 2))
    costs = COSTS[kind](random, count).tolist()
    return [(*pair, cost) for pair, cost in zip(ends.tolist(), costs, strict=True)]


def check(graph: ps.Graph, random: np.random.Generator) -> None:
    planners = [ps.Planner(graph, algorithm) for algorithm in ALGORITHMS]
    for start in random.integers(0, SIZE, 6).tolist():
        truth = plain.costs_from(graph, start)
        for goal in range(SIZE):
            for planner in planners:
                path = planner.find(start, goal)
                assert path.cost == pytest.approx(truth.get(goal, math.inf), rel=1e-12)
                assert not path or ps.check_path(graph, path)


@pytest.mark.parametrize("kind", COSTS)
def test_paths_are_cheapest(kind: str) -> None:
    random = np.random.default_rng(5)
    for count in (50, 90, 200):
        check(ps.Graph.from_edges(edges_of(random, kind, count), directed=True, names=range(SIZE)), random)


@pytest.mark.parametrize("kind", COSTS)
def test_edits_may_make_costs_as_different_as_they_like(kind: str) -> None:
    random = np.random.default_rng(6)
    graph = ps.Graph.from_edges(edges_of(random, kind, 100), directed=True, names=range(SIZE))
    for cost in (0.5, 5_000.0, 1e-3, 0.0):
        new = [(a, b, cost) for a, b, _ in edges_of(random, kind, 12)]
        graph.add_edges(new[:6])
        graph.set_costs([(a, b, 2.0) for a, b, _ in new[:2]])
        check(graph, random)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_a_search_goes_on_after_the_least_cost_has_fallen(algorithm: str) -> None:
    random = np.random.default_rng(7)
    under_way = 0
    for _ in range(40):
        edges = edges_of(random, "real", 120)
        graph = ps.Graph.from_edges(edges, directed=True, names=range(SIZE))
        start, goal = random.integers(0, SIZE, 2).tolist()
        search = ps.Planner(graph, algorithm).search(start, goal)
        if search.step(int(random.integers(1, 8))) is not ps.Status.RUNNING:
            continue
        under_way += 1
        graph.set_costs([(a, b, 1e-6) for a, b, _ in edges[:4]])
        truth = plain.costs_from(graph, start).get(goal, math.inf)
        assert search.run().cost == pytest.approx(truth, rel=1e-12)
    assert under_way > 20
