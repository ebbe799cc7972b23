"""Weights as networkx takes them: functions, hidden edges, numbers of any type."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import networkx as nx
import numpy as np
import pytest

import nx_pathstar


def path_length(graph: Any, weight: Any = "weight") -> Any:
    return nx.dijkstra_path_length(graph, 0, 2, weight=weight, backend="pathstar")


@pytest.mark.parametrize("numbers", [(1, 2), (True, 2), (np.int32(1), np.int32(2)), (1, None, 2)])
def test_whole_weights_give_whole_sums(numbers: tuple[Any, ...]) -> None:
    graph = nx.path_graph(3)
    graph[0][1]["weight"], graph[1][2]["weight"] = numbers[0], numbers[-1]
    graph.add_edge(0, 2, weight=None if None in numbers else 9)
    length = path_length(graph)
    assert (length, type(length)) == (3, int)
    lengths = nx.single_source_dijkstra_path_length(graph, 0, backend="pathstar")
    assert [type(each) for each in lengths.values()] == [int, int, int]


def test_broken_numbers_give_broken_sums() -> None:
    length = path_length(nx.path_graph(3), lambda u, v, data: 0.5)
    assert (length, type(length)) == (1.0, float)


def test_a_function_may_hide_edges_and_tell_the_directions_apart() -> None:
    ring = nx.cycle_graph(5)
    weight = lambda u, v, data: None if {u, v} == {1, 2} else 1 if u < v else 7  # noqa: E731
    for source, target in [(0, 2), (2, 0), (1, 3)]:
        found, expected = (
            nx.bidirectional_dijkstra(ring, source, target, weight=weight, backend=backend)
            for backend in ("pathstar", "networkx")
        )
        assert found == expected


@pytest.mark.parametrize("weight", [-1, float("inf"), float("nan"), Fraction(1, 2), 2**60, 1j, "a"])
def test_other_weights_are_left_to_networkx(weight: Any) -> None:
    graph = nx.path_graph(3)
    graph[0][1]["weight"] = weight
    with pytest.raises(NotImplementedError):
        nx_pathstar.Graph(graph)


def test_negative_weights_fall_back() -> None:
    graph = nx.DiGraph([(0, 1), (1, 2)])
    graph[0][1]["weight"] = -3
    with nx.config.backend_priority(algos=["pathstar"]):
        assert nx.bellman_ford_path_length(graph, 0, 2) == -2


def test_a_function_is_left_to_networkx_between_two_nodes_unless_asked() -> None:
    calls = []

    def weight(u: int, v: int, data: dict[str, Any]) -> int:
        calls.append((u, v))
        return 1

    long = nx.path_graph(500)
    with nx.config.backend_priority(algos=["pathstar"]):
        assert nx.dijkstra_path_length(long, 0, 2, weight=weight) == 2
        assert len(calls) < 10
        nx.single_source_dijkstra_path_length(long, 0, weight=weight)
    assert len(calls) > 900
