"""The packages that search graphs, each set up for one road network."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

import pathstar as ps

from .base import load

Nodes = npt.NDArray[np.int64]
Costs = npt.NDArray[np.float64]


class Roads(Protocol):
    """Every road in both directions, sorted by source."""

    sources: Nodes
    targets: Nodes
    costs: Costs
    places: npt.NDArray[np.float64]


@dataclass(frozen=True)
class GraphPeer:
    """One way to use a package.

    Args:
        name: The name in the tables.
        package: The distribution whose version is recorded.
        make: Sets it up for a network; returns a function that finds a path, and one that converts it to
            nodes.
        to_all: Sets it up to find the costs to all nodes; None if that is not measured.
    """

    name: str
    package: str
    make: Callable[[Roads], tuple[Callable[[int, int], Any], Callable[[Any], Nodes]]]
    to_all: Callable[[Roads], Callable[[int], Costs]] | None = None


def whole(found: Any) -> Nodes:
    """Turn a list of nodes into an array."""
    return np.asarray(found, np.int64)


def ours(roads: Roads) -> ps.Graph:
    """Return pathstar's graph."""
    return ps.Graph.from_arrays(
        roads.sources, roads.targets, roads.costs, size=len(roads.places), positions=roads.places
    )


def pathstar(algorithm: str) -> GraphPeer:
    """Return the row for one of pathstar's algorithms."""

    def make(roads: Roads) -> tuple[Callable[[int, int], Any], Callable[[Any], Nodes]]:
        planner = ps.Planner(ours(roads), algorithm)
        return (lambda a, b: planner.find(a, b).nodes), whole

    def to_all(roads: Roads) -> Callable[[int], Costs]:
        graph = ours(roads)
        return lambda a: ps.distance_field(graph, [a], outward=True).costs

    return GraphPeer(f"pathstar-{algorithm}", "pathstar", make, to_all if algorithm == "dijkstra" else None)


def pathstar_index(kind: str) -> GraphPeer:
    """Return the row for one of pathstar's kinds of index; building it is the set-up."""

    def make(roads: Roads) -> tuple[Callable[[int, int], Any], Callable[[Any], Nodes]]:
        graph = ours(roads)
        planner = ps.Planner(graph, index=ps.build_index(graph, kind))
        return (lambda a, b: planner.find(a, b).nodes), whole

    return GraphPeer(f"pathstar-{kind}", "pathstar", make)


def _matrix(roads: Roads) -> Any:
    size = len(roads.places)
    return load("scipy.sparse").csr_array((roads.costs, (roads.sources, roads.targets)), shape=(size, size))


def _scipy(roads: Roads) -> tuple[Callable[[int, int], Any], Callable[[Any], Nodes]]:
    matrix, dijkstra = _matrix(roads), load("scipy.sparse.csgraph").dijkstra

    def find(a: int, b: int) -> list[int]:
        parents = dijkstra(matrix, indices=a, return_predecessors=True)[1]
        nodes = [b]
        while nodes[-1] != a and nodes[-1] >= 0:
            nodes.append(int(parents[nodes[-1]]))
        return nodes[::-1] if nodes[-1] == a else []

    return find, whole


def _scipy_to_all(roads: Roads) -> Callable[[int], Costs]:
    matrix, dijkstra = _matrix(roads), load("scipy.sparse.csgraph").dijkstra
    return lambda a: dijkstra(matrix, indices=a)


def _igraph(roads: Roads) -> Any:
    once = roads.sources < roads.targets
    ends = np.column_stack([roads.sources[once], roads.targets[once]])
    graph = load("igraph").Graph(n=len(roads.places), edges=ends)
    graph.es["cost"] = roads.costs[once].tolist()
    return graph


def _igraph_dijkstra(roads: Roads) -> tuple[Callable[[int, int], Any], Callable[[Any], Nodes]]:
    graph = _igraph(roads)
    return (lambda a, b: graph.get_shortest_path(a, b, weights="cost")), whole


def _igraph_astar(roads: Roads) -> tuple[Callable[[int, int], Any], Callable[[Any], Nodes]]:
    graph, places = _igraph(roads), list(map(tuple, roads.places.tolist()))

    def left(_: Any, a: int, b: int) -> float:  # a little less: with the exact length igraph 1.0.0 crashes
        return 0.999999 * math.dist(places[a], places[b])

    return (lambda a, b: graph.get_shortest_path_astar(a, b, left, weights="cost")), whole


def _igraph_to_all(roads: Roads) -> Callable[[int], Costs]:
    graph = _igraph(roads)
    return lambda a: np.asarray(graph.distances([a], weights="cost")[0])


def _rustworkx(roads: Roads) -> Any:
    once = roads.sources < roads.targets
    graph = load("rustworkx").PyGraph()
    graph.add_nodes_from(range(len(roads.places)))
    columns = (roads.sources[once], roads.targets[once], roads.costs[once])
    graph.add_edges_from(list(zip(*(column.tolist() for column in columns), strict=True)))
    return graph


def _rustworkx_astar(roads: Roads) -> tuple[Callable[[int, int], Any], Callable[[Any], Nodes]]:
    graph, places = _rustworkx(roads), list(map(tuple, roads.places.tolist()))
    search = load("rustworkx").astar_shortest_path

    def find(a: int, b: int) -> Any:
        goal = places[b]
        return search(graph, a, lambda node: node == b, float, lambda node: math.dist(places[node], goal))

    return find, whole


def _rustworkx_dijkstra(roads: Roads) -> tuple[Callable[[int, int], Any], Callable[[Any], Nodes]]:
    graph, search = _rustworkx(roads), load("rustworkx").dijkstra_shortest_paths
    return (lambda a, b: search(graph, a, target=b, weight_fn=float)[b]), whole


def _networkx_astar(roads: Roads) -> tuple[Callable[[int, int], Any], Callable[[Any], Nodes]]:
    networkx, places = load("networkx"), list(map(tuple, roads.places.tolist()))
    graph = networkx.Graph()
    graph.add_nodes_from(range(len(places)))
    columns = (roads.sources, roads.targets, roads.costs)
    graph.add_weighted_edges_from(zip(*(column.tolist() for column in columns), strict=True))

    def left(a: int, b: int) -> float:
        return math.dist(places[a], places[b])

    return (lambda a, b: networkx.astar_path(graph, a, b, left)), whole


GRAPH_PEERS = (
    pathstar("astar"),
    pathstar("dijkstra"),
    pathstar_index("contraction-hierarchies"),
    GraphPeer("scipy", "scipy", _scipy, _scipy_to_all),
    GraphPeer("igraph", "igraph", _igraph_dijkstra, _igraph_to_all),
    GraphPeer("igraph-astar", "igraph", _igraph_astar),
    GraphPeer("rustworkx-astar", "rustworkx", _rustworkx_astar),
    GraphPeer("rustworkx", "rustworkx", _rustworkx_dijkstra),
    GraphPeer("networkx-astar", "networkx", _networkx_astar),
)
