"""Converted graphs: by hand, with an index, after changes."""

from __future__ import annotations

import subprocess
import sys
from types import ModuleType
from typing import Any

import networkx as nx
import pytest

import nx_pathstar
from _nx_pathstar import get_info
from nx_pathstar import interface


def ladder() -> Any:
    graph = nx.ladder_graph(30)
    for number, (_, _, data) in enumerate(graph.edges(data=True)):
        data["weight"], data["metres"] = 1 + number % 3, 1 + number % 5
    return graph


def test_a_graph_by_hand_needs_no_name_of_a_backend() -> None:
    graph = ladder()
    fast = nx_pathstar.Graph(graph, index="contraction-hierarchies")
    for target in (7, 29, 59):
        assert nx.dijkstra_path_length(fast, 0, target) == nx.dijkstra_path_length(graph, 0, target)
    assert nx.dijkstra_path_length(fast, 0, 59, weight="metres") == nx.dijkstra_path_length(
        graph, 0, 59, weight="metres"
    )
    assert (len(fast), 59 in fast, [] in fast, list(fast)) == (60, True, False, list(graph))
    assert repr(fast) == "nx_pathstar.Graph(60 nodes, 176 steps)"


@pytest.mark.parametrize("data", [5, None, "ab", [(1, 2)], {1: [2]}, nx_pathstar.Graph(nx.path_graph(2))])
def test_what_is_no_graph_is_refused_as_networkx_refuses_it(data: Any) -> None:
    with pytest.raises(nx.NetworkXError, match=f"graph is needed, not {type(data).__name__}; see nx.Graph"):
        nx_pathstar.Graph(data)


@pytest.mark.parametrize("kind", [nx.Graph, nx.DiGraph, nx.MultiGraph, nx.MultiDiGraph])
def test_every_kind_of_graph_and_part_of_one_is_taken(kind: Any) -> None:
    graph = kind([(1, 2), (2, 3)])
    assert list(nx_pathstar.Graph(graph)) == [1, 2, 3]
    assert list(nx_pathstar.Graph(graph.subgraph([1, 2]))) == [1, 2]


def test_an_index_is_built_once_and_used() -> None:
    graph = nx_pathstar.Graph(ladder())
    options = {"backend": "pathstar", "index": "contraction-hierarchies"}
    assert nx.dijkstra_path_length(graph, 0, 59, **options) == nx.dijkstra_path_length(ladder(), 0, 59)
    planner = graph.weighted("weight").planner("contraction-hierarchies")
    assert planner.index is not None
    nx.dijkstra_path(graph, 3, 59, **options)
    assert graph.weighted("weight").planner("contraction-hierarchies") is planner


def test_nodes_of_every_kind_come_back_as_they_are() -> None:
    graph = nx.path_graph([(0, 1), (0, 1, 2), "a", 3, frozenset({4}), 5.5])
    assert nx.dijkstra_path(graph, (0, 1), 5.5, backend="pathstar") == list(graph)
    assert list(nx.single_source_dijkstra_path_length(graph, 5.5, backend="pathstar")) == list(graph)[::-1]
    assert nx.shortest_path(graph, "a", "a", backend="pathstar") == ["a"]


def test_networkx_goes_on_with_what_the_backend_has_not() -> None:
    graph = nx_pathstar.Graph(ladder())
    with nx.config(fallback_to_nx=True):
        assert nx.diameter(graph) == nx.diameter(ladder())


def test_another_weight_of_a_graph_that_has_changed_is_refused() -> None:
    graph = ladder()
    converted = nx_pathstar.Graph(graph)
    graph.add_edge(0, 59, metres=0)
    assert nx.dijkstra_path_length(converted, 0, 59) == nx.dijkstra_path_length(ladder(), 0, 59)
    with pytest.raises(nx.NetworkXError, match="has changed since it was converted"):
        nx.dijkstra_path_length(converted, 0, 59, weight="metres")


def test_networkx_converts_again_after_an_edit() -> None:
    graph = ladder()
    with nx.config.backend_priority(algos=["pathstar"]):
        before = nx.dijkstra_path_length(graph, 0, 29)
        graph.add_edge(0, 29, weight=0)
        assert (nx.dijkstra_path_length(graph, 0, 29), before > 0) == (0, True)


def test_the_info_names_what_there_is() -> None:
    functions = {
        name
        for name, value in vars(interface).items()
        if callable(value) and not isinstance(value, (type, ModuleType)) and hasattr(nx, name)
    }
    assert set(get_info()["functions"]) == functions


def test_the_info_loads_no_library() -> None:
    code = "import sys, _nx_pathstar; print({'networkx', 'numpy', 'pathstar'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_one_path_is_searched_for_from_both_ends() -> None:
    """A few steps from a node of such a graph lie all others; from both ends, few of them are looked at."""
    graph = nx_pathstar.Graph(nx.barabasi_albert_graph(2000, 3, seed=1), None)
    path = graph.weighted(None).planner().find(1900, 1950)
    assert path.cost == nx.shortest_path_length(graph.original, 1900, 1950)
    assert path.stats.expanded < len(graph) / 10
