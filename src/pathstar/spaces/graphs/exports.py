"""Exports of a graph to networkx."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

from pathstar.errors import OptionError, need_extra
from pathstar.maps.arguments import checked_switch
from pathstar.spaces.names import hashable

if TYPE_CHECKING:
    from pathstar.spaces.graph import Graph

Edge = tuple[int, int, float]


def to_networkx(graph: Graph, *, directed: bool = True, weight: str = "weight", position: str = "pos") -> Any:
    """Return a graph as a networkx graph; see `Graph.to_networkx`."""
    checked_switch("directed", directed)
    for name, attribute in (("weight", weight), ("position", position)):
        if not hashable(attribute):
            raise OptionError(f"{name} is {attribute!r}; allowed: the name of an attribute")
    networkx = need_extra("networkx", "graphs")
    sources = np.repeat(np.arange(graph.size), graph.offsets[1:] - graph.offsets[:-1])
    edges: list[Edge] = list(zip(sources.tolist(), graph.targets.tolist(), graph.costs.tolist(), strict=True))
    names = graph.places_of(np.arange(graph.size)).tolist()
    if not directed:
        edges = _one_way(edges, names)
    parallel = len({edge[:2] for edge in edges}) < len(edges)
    kinds = {
        (True, False): networkx.DiGraph,
        (True, True): networkx.MultiDiGraph,
        (False, False): networkx.Graph,
        (False, True): networkx.MultiGraph,
    }
    made = kinds[directed, parallel]()
    left = np.flatnonzero(graph.is_free(np.arange(graph.size, dtype=np.uint32))).tolist()
    made.add_nodes_from(names[number] for number in left)
    if graph.positions is not None:
        for number in left:
            made.nodes[names[number]][position] = tuple(graph.positions[number].tolist())
    made.add_weighted_edges_from([(names[a], names[b], cost) for a, b, cost in edges], weight=weight)
    return made


def _one_way(edges: list[Edge], names: list[Any]) -> list[Edge]:
    """Return one edge of each pair that leads there and back."""
    back = Counter((b, a, cost) for a, b, cost in edges if b < a)
    for edge in edges:
        a, b, cost = edge
        if a < b:
            back[edge] -= 1
    alone = next((edge for edge, count in back.items() if count != 0), None)
    if alone is not None:
        a, b, cost = alone if back[alone] < 0 else (alone[1], alone[0], alone[2])
        raise OptionError(
            f"directed=False, but the edge from {names[a]!r} to {names[b]!r}, which costs {cost:g}, has none "
            "that leads back at that cost"
        )
    return [edge for edge in edges if edge[0] <= edge[1]]
