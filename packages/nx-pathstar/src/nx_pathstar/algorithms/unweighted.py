"""Shortest paths by the number of edges."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import networkx as nx

from nx_pathstar.algorithms.queries import (
    BEFORE_3_5,
    all_lengths,
    all_routes,
    find,
    lengths_from,
    routes_from,
    row_of,
)
from nx_pathstar.graph import Graph
from nx_pathstar.mappings import Lengths, Routes


def bidirectional_shortest_path(G: Graph, source: Any, target: Any, *, index: str | None = None) -> list[Any]:
    """Return a shortest path; see `networkx.bidirectional_shortest_path`."""
    start = row_of(G, source, f"Source {source} is not in G")
    end = row_of(G, target, f"Target {target} is not in G")
    found = find(G, start, end, None, index)
    if found is None:
        raise nx.NetworkXNoPath(f"No path between {source} and {target}.")
    return found[1]


def has_path(G: Graph, source: Any, target: Any, *, index: str | None = None) -> bool:
    """Return whether a path leads from one node to another; see `networkx.has_path`."""
    start = row_of(G, source, f"Source {source} is not in G")
    end = row_of(G, target, f"Target {target} is not in G")
    return find(G, start, end, None, index) is not None


def single_source_shortest_path(G: Graph, source: Any, cutoff: float | None = None) -> Routes:
    """Return the shortest paths from a node; see `networkx.single_source_shortest_path`."""
    start = row_of(G, source, f"Source {source} not in G")
    return routes_from(G, [start], None, _levels(cutoff))[1]


def single_source_shortest_path_length(G: Graph, source: Any, cutoff: float | None = None) -> Lengths:
    """Return the lengths from a node; see `networkx.single_source_shortest_path_length`."""
    start = row_of(G, source, f"Source {source} is not in G")
    return lengths_from(G, [start], None, _levels(cutoff))


def single_target_shortest_path(G: Graph, target: Any, cutoff: float | None = None) -> Routes:
    """Return the shortest paths to a node; see `networkx.single_target_shortest_path`."""
    end = row_of(G, target, f"Target {target} not in G")
    return routes_from(G, [end], None, _levels(cutoff), outward=False)[1]


def single_target_shortest_path_length(G: Graph, target: Any, cutoff: float | None = None) -> Any:
    """Return the lengths to a node; see `networkx.single_target_shortest_path_length`."""
    end = row_of(G, target, f"Target {target} is not in G")
    lengths = lengths_from(G, [end], None, _levels(cutoff), outward=False)
    return iter(lengths.items()) if BEFORE_3_5 else lengths


def all_pairs_shortest_path(G: Graph, cutoff: float | None = None) -> Iterator[tuple[Any, Routes]]:
    """Yield each node with the paths from it; see `networkx.all_pairs_shortest_path`."""
    return ((node, routes) for node, (_, routes) in all_routes(G, None, _levels(cutoff)))


def all_pairs_shortest_path_length(G: Graph, cutoff: float | None = None) -> Iterator[tuple[Any, Lengths]]:
    """Yield each node with the lengths from it; see `networkx.all_pairs_shortest_path_length`."""
    return all_lengths(G, None, _levels(cutoff))


def _levels(cutoff: float | None) -> float | None:
    """Return the edges that a path may have: networkx adds one as long as there are fewer than the cutoff."""
    if cutoff is None or cutoff in (math.inf, -math.inf):
        return cutoff
    return 0 if cutoff != cutoff else math.ceil(cutoff)
