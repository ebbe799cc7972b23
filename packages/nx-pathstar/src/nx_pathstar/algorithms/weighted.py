"""Shortest paths by weight: Dijkstra's, Bellman and Ford's, A*, and simple paths in order of length.

Weights here are never negative, so all of them are the same searches. A heuristic is not called: the native
search, from both ends, is done sooner than the calls would be, and its path is shortest even where the
heuristic overestimates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import networkx as nx

import pathstar as ps
from nx_pathstar.algorithms.queries import (
    all_lengths,
    all_routes,
    find,
    lengths_from,
    routes_from,
    row_of,
    row_to,
)
from nx_pathstar.graph import Graph
from nx_pathstar.mappings import Lengths, Routes
from nx_pathstar.weighting import Weight

_BATCHES = tuple(2**power for power in range(1, 20))


def dijkstra_path(
    G: Graph, source: Any, target: Any, weight: Weight = "weight", *, index: str | None = None
) -> list[Any]:
    """Return a shortest path; see `networkx.dijkstra_path`."""
    hash(source)  # here networkx complains of that first
    start = row_of(G, source, f"Node {source} not found in graph")
    end = row_to(G, target)
    found = None if end is None else find(G, start, end, weight, index)
    if found is None:
        raise nx.NetworkXNoPath(f"No path to {target}.")
    return found[1]


def dijkstra_path_length(
    G: Graph, source: Any, target: Any, weight: Weight = "weight", *, index: str | None = None
) -> float:
    """Return the length of a shortest path; see `networkx.dijkstra_path_length`."""
    start = row_of(G, source, f"Node {source} not found in graph")
    end = row_to(G, target)
    found = None if end is None else find(G, start, end, weight, index)
    if found is None:
        raise nx.NetworkXNoPath(f"Node {target} not reachable from {source}")
    return found[0]


def bidirectional_dijkstra(
    G: Graph, source: Any, target: Any, weight: Weight = "weight", *, index: str | None = None
) -> tuple[float, list[Any]]:
    """Return length and nodes of a shortest path; see `networkx.bidirectional_dijkstra`."""
    start = row_of(G, source, f"Source {source} is not in G")
    end = row_of(G, target, f"Target {target} is not in G")
    found = find(G, start, end, weight, index)
    if found is None:
        raise nx.NetworkXNoPath(f"No path between {source} and {target}.")
    return found


def astar_path(
    G: Graph,
    source: Any,
    target: Any,
    heuristic: Callable[[Any, Any], float] | None = None,
    weight: Weight = "weight",
    *,
    cutoff: float | None = None,
    index: str | None = None,
) -> list[Any]:
    """Return a shortest path of at most the cutoff; see `networkx.astar_path`."""
    start = row_of(G, source, f"Source {source} is not in G")
    end = row_of(G, target, f"Target {target} is not in G")
    found = find(G, start, end, weight, index, cutoff or None)
    if found is None:
        raise nx.NetworkXNoPath(f"Node {target} not reachable from {source}")
    return found[1]


def astar_path_length(
    G: Graph,
    source: Any,
    target: Any,
    heuristic: Callable[[Any, Any], float] | None = None,
    weight: Weight = "weight",
    *,
    cutoff: float | None = None,
    index: str | None = None,
) -> float:
    """Return the length of a shortest path of at most the cutoff; see `networkx.astar_path_length`."""
    missing = f"Either source {source} or target {target} is not in G"
    start, end = row_of(G, source, missing), row_of(G, target, missing)
    found = find(G, start, end, weight, index, cutoff or None)
    if found is None:
        raise nx.NetworkXNoPath(f"Node {target} not reachable from {source}")
    return found[0]


def single_source_dijkstra(
    G: Graph, source: Any, target: Any = None, cutoff: float | None = None, weight: Weight = "weight"
) -> Any:
    """Return lengths and paths from a node; see `networkx.single_source_dijkstra`."""
    return multi_source_dijkstra(G, {source}, target, cutoff, weight)


def single_source_dijkstra_path(
    G: Graph, source: Any, cutoff: float | None = None, weight: Weight = "weight"
) -> Routes:
    """Return the shortest paths from a node; see `networkx.single_source_dijkstra_path`."""
    return multi_source_dijkstra_path(G, {source}, cutoff, weight)


def single_source_dijkstra_path_length(
    G: Graph, source: Any, cutoff: float | None = None, weight: Weight = "weight"
) -> Lengths:
    """Return the lengths from a node; see `networkx.single_source_dijkstra_path_length`."""
    return multi_source_dijkstra_path_length(G, {source}, cutoff, weight)


def multi_source_dijkstra(
    G: Graph, sources: Any, target: Any = None, cutoff: float | None = None, weight: Weight = "weight"
) -> Any:
    """Return lengths and paths from the nearest of some nodes; see `networkx.multi_source_dijkstra`."""
    starts = _rows(G, sources)
    if target in sources:
        return 0, [target]
    lengths, routes = routes_from(G, starts, weight, cutoff)
    if target is None:
        return lengths, routes
    try:
        return lengths[target], routes[target]
    except KeyError as error:
        raise nx.NetworkXNoPath(f"No path to {target}.") from error


def multi_source_dijkstra_path(
    G: Graph, sources: Any, cutoff: float | None = None, weight: Weight = "weight"
) -> Routes:
    """Return the paths from the nearest of some nodes; see `networkx.multi_source_dijkstra_path`."""
    return routes_from(G, _rows(G, sources), weight, cutoff)[1]


def multi_source_dijkstra_path_length(
    G: Graph, sources: Any, cutoff: float | None = None, weight: Weight = "weight"
) -> Lengths:
    """Return the lengths from the nearest of some nodes; see `networkx.multi_source_dijkstra_path_length`."""
    return lengths_from(G, _rows(G, sources), weight, cutoff)


def all_pairs_dijkstra(
    G: Graph, cutoff: float | None = None, weight: Weight = "weight"
) -> Iterator[tuple[Any, tuple[Lengths, Routes]]]:
    """Yield each node with lengths and paths from it; see `networkx.all_pairs_dijkstra`."""
    return all_routes(G, weight, cutoff)


def all_pairs_dijkstra_path(
    G: Graph, cutoff: float | None = None, weight: Weight = "weight"
) -> Iterator[tuple[Any, Routes]]:
    """Yield each node with the paths from it; see `networkx.all_pairs_dijkstra_path`."""
    return ((node, routes) for node, (_, routes) in all_routes(G, weight, cutoff))


def all_pairs_dijkstra_path_length(
    G: Graph, cutoff: float | None = None, weight: Weight = "weight"
) -> Iterator[tuple[Any, Lengths]]:
    """Yield each node with the lengths from it; see `networkx.all_pairs_dijkstra_path_length`."""
    return all_lengths(G, weight, cutoff)


def bellman_ford_path(
    G: Graph, source: Any, target: Any, weight: Weight = "weight", *, index: str | None = None
) -> list[Any]:
    """Return a shortest path; see `networkx.bellman_ford_path`."""
    return _bellman_ford(G, source, target, weight, index)[1]


def bellman_ford_path_length(
    G: Graph, source: Any, target: Any, weight: Weight = "weight", *, index: str | None = None
) -> float:
    """Return the length of a shortest path; see `networkx.bellman_ford_path_length`."""
    return _bellman_ford(G, source, target, weight, index)[0]


def single_source_bellman_ford(G: Graph, source: Any, target: Any = None, weight: Weight = "weight") -> Any:
    """Return lengths and paths from a node; see `networkx.single_source_bellman_ford`."""
    if target is not None:
        return _bellman_ford(G, source, target, weight, None)
    return single_source_dijkstra(G, source, weight=weight)


def single_source_bellman_ford_path(G: Graph, source: Any, weight: Weight = "weight") -> Routes:
    """Return the shortest paths from a node; see `networkx.single_source_bellman_ford_path`."""
    return single_source_dijkstra_path(G, source, weight=weight)


def single_source_bellman_ford_path_length(G: Graph, source: Any, weight: Weight = "weight") -> Lengths:
    """Return the lengths from a node; see `networkx.single_source_bellman_ford_path_length`."""
    return single_source_dijkstra_path_length(G, source, weight=weight)


def all_pairs_bellman_ford_path(G: Graph, weight: Weight = "weight") -> Iterator[tuple[Any, Routes]]:
    """Yield each node with the paths from it; see `networkx.all_pairs_bellman_ford_path`."""
    return all_pairs_dijkstra_path(G, weight=weight)


def all_pairs_bellman_ford_path_length(G: Graph, weight: Weight = "weight") -> Iterator[tuple[Any, Lengths]]:
    """Yield each node with the lengths from it; see `networkx.all_pairs_bellman_ford_path_length`."""
    return all_pairs_dijkstra_path_length(G, weight=weight)


def shortest_simple_paths(G: Graph, source: Any, target: Any, weight: Weight = None) -> Iterator[list[Any]]:
    """Yield the paths that visit no node twice, shortest first; see `networkx.shortest_simple_paths`.

    The paths are searched for in batches that double, so the first ones come soon.
    """
    if G.is_multigraph():
        raise nx.NetworkXNotImplemented("not implemented for multigraph type")
    start = row_of(G, source, f"source node {source} not in graph")
    end = row_of(G, target, f"target node {target} not in graph")
    space = G.weighted(weight).space
    shown = 0  # a larger batch begins with the smaller one
    for wanted in _BATCHES:
        paths = [path.nodes for path in ps.find_k_paths(space, start, end, wanted)]
        if not paths:
            raise nx.NetworkXNoPath(f"No path between {source} and {target}.")
        yield from (G.named(path) for path in paths[shown:])
        shown = len(paths)
        if len(paths) < wanted:
            return
    raise nx.NetworkXError(f"there are more than {_BATCHES[-1]:,} paths, the most that are sorted")


def _rows(G: Graph, sources: Iterable[Any]) -> list[int]:
    if not sources:
        raise ValueError("sources must not be empty")
    rows = (row_of(G, source, f"Node {source} not found in graph") for source in sources)
    return list(dict.fromkeys(rows))


def _bellman_ford(
    G: Graph, source: Any, target: Any, weight: Weight, index: str | None
) -> tuple[float, list[Any]]:
    if source != target:
        hash(source)
    start = row_of(G, source, f"Node {source} not found in graph")
    end = row_to(G, target)
    found = None if end is None else find(G, start, end, weight, index)
    if found is None:
        raise nx.NetworkXNoPath(f"node {target} not reachable from {source}")
    return found
