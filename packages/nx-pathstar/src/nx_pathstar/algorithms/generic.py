"""The functions that choose a method by their arguments."""

from __future__ import annotations

from typing import Any

import networkx as nx
import numpy as np

from nx_pathstar.algorithms import unweighted, weighted
from nx_pathstar.algorithms.queries import BEFORE_3_5, cost_blocks, lengths_from, routes_from, row_of
from nx_pathstar.graph import Graph
from nx_pathstar.weighting import Weight

_METHODS = ("dijkstra", "bellman-ford")


def shortest_path(
    G: Graph, source: Any = None, target: Any = None, weight: Weight = None, method: str = "dijkstra"
) -> Any:
    """Return one path, a dict of paths, or an iterator of dicts; see `networkx.shortest_path`."""
    _check(method, _METHODS)
    if source is None and target is None:
        pairs = weighted.all_pairs_dijkstra_path(G, weight=weight)
        return dict(pairs) if BEFORE_3_5 else pairs
    if source is None:
        end = row_of(G, target, _missing(target, weight, "not"))
        return routes_from(G, [end], weight, None, outward=False)[1]
    if target is None:
        start = row_of(G, source, _missing(source, weight, "not"))
        return routes_from(G, [start], weight, None)[1]
    if weight is None:
        return unweighted.bidirectional_shortest_path(G, source, target)
    if method == "dijkstra":
        return weighted.bidirectional_dijkstra(G, source, target, weight)[1]
    return weighted.bellman_ford_path(G, source, target, weight)


def shortest_path_length(
    G: Graph, source: Any = None, target: Any = None, weight: Weight = None, method: str = "dijkstra"
) -> Any:
    """Return one length, a dict of lengths, or an iterator of dicts; see `networkx.shortest_path_length`."""
    _check(method, _METHODS)
    if source is None and target is None:
        return weighted.all_pairs_dijkstra_path_length(G, weight=weight)
    if source is None:
        end = row_of(G, target, _missing(target, weight, "is not"))
        return lengths_from(G, [end], weight, None, outward=False)
    if target is None:
        start = row_of(G, source, _missing(source, weight, "is not"))
        return lengths_from(G, [start], weight, None)
    if weight is None:
        return len(unweighted.bidirectional_shortest_path(G, source, target)) - 1
    if method == "dijkstra":
        return weighted.dijkstra_path_length(G, source, target, weight)
    return weighted.bellman_ford_path_length(G, source, target, weight)


def average_shortest_path_length(G: Graph, weight: Weight = None, method: str | None = None) -> float:
    """Return the mean length over all pairs of nodes; see `networkx.average_shortest_path_length`."""
    _check(method or "unweighted", ("unweighted", *_METHODS, "floyd-warshall", "floyd-warshall-numpy"))
    size = len(G)
    if size == 0:
        raise nx.NetworkXPointlessConcept(
            "the null graph has no paths, thus there is no average shortest path length"
        )
    if size == 1:
        return 0
    weighting = G.weighted(None if method == "unweighted" else weight)
    total = sum(float(costs.sum()) for _, costs in cost_blocks(weighting, size, None))
    if np.isinf(total):
        raise nx.NetworkXError(f"Graph is not {'strongly ' if G.is_directed() else ''}connected.")
    return total / (size * (size - 1))


def _check(method: str, allowed: tuple[str, ...]) -> None:
    if method not in allowed:
        raise ValueError(f"method not supported: {method}")


def _missing(node: Any, weight: Weight, verb: str) -> str:
    return f"Source {node} {verb} in G" if weight is None else f"Node {node} not found in graph"
