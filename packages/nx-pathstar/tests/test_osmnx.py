"""OSMnx as it is: its routes are as short with the backend, and the backend is what finds them."""

from __future__ import annotations

import random
from typing import Any

import networkx as nx
import osmnx
import pytest

from nx_pathstar import Graph


def streets(side: int = 9) -> Any:
    """Return a small street network: one-way streets among others, two lanes between some crossings."""
    chance, graph = random.Random(4), nx.MultiDiGraph(crs="epsg:32633")
    for node in range(side * side):
        graph.add_node(node, x=100.0 * (node % side), y=100.0 * (node // side))
    for node in range(side * side):
        for beside in [node + 1] * (node % side < side - 1) + [node + side] * (node < side * (side - 1)):
            length = chance.uniform(90, 150)
            graph.add_edge(node, beside, osmid=node, length=length)
            if chance.random() < 0.8:
                graph.add_edge(beside, node, osmid=node, length=length)
            if chance.random() < 0.2:
                graph.add_edge(node, beside, osmid=-node, length=length * 2)
    return graph


def length_of(graph: Any, route: list[int] | None) -> float | None:
    if route is None:
        return None
    return sum(min(lane["length"] for lane in graph[a][b].values()) for a, b in nx.utils.pairwise(route))


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch) -> list[Graph]:
    """The converted graphs that were asked for weights."""
    asked: list[Graph] = []
    weighted = Graph.weighted
    monkeypatch.setattr(
        Graph, "weighted", lambda self, weight: (asked.append(self), weighted(self, weight))[1]
    )
    return asked


def test_routes_are_as_short(searched: list[Graph]) -> None:
    graph = streets()
    chance = random.Random(1)
    starts, ends = ([chance.randrange(81) for _ in range(25)] for _ in range(2))
    expected = osmnx.shortest_path(graph, starts, ends, weight="length", cpus=1)
    assert not searched
    with nx.config.backend_priority(algos=["pathstar"]):
        found = osmnx.shortest_path(graph, starts, ends, weight="length", cpus=1)
    assert len(searched) >= 25
    for own, theirs in zip(found, expected, strict=True):
        assert length_of(graph, own) == pytest.approx(length_of(graph, theirs))


def test_several_routes_come_in_order() -> None:
    graph = streets(6)
    with nx.config.backend_priority(algos=["pathstar"]):
        routes = list(osmnx.k_shortest_paths(graph, 0, 35, 5, weight="length"))
    expected = list(osmnx.k_shortest_paths(graph, 0, 35, 5, weight="length"))
    assert [length_of(graph, route) for route in routes] == pytest.approx(
        [length_of(graph, route) for route in expected]
    )
