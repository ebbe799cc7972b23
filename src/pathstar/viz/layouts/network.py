"""Graphs: by the positions of their nodes, or in layers by the distance from the start."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.spaces.custom import Custom
from pathstar.spaces.graph import Graph
from pathstar.traces.timeline import NO_PARENT
from pathstar.viz.layouts.lattice import Points
from pathstar.viz.layouts.layout import Layout

_RADIUS = 0.3
_SPREAD = 1.5  # units from node to node if they were spread evenly
_BORDER = 0.95  # units beyond the outermost nodes, for their names and numbers
_SHOVE = 0.45  # so that an edge between two nodes of a column passes the one between them
_SWEEPS = 8
_MOST_NAMED = 400
_MOST_LAYERED = 5_000
_TURN = np.radians(np.arange(24) * 15.0)
_DISC = _RADIUS * np.stack([np.cos(_TURN), np.sin(_TURN)], axis=-1)


def draw_at(graph: Graph, centres: Points) -> None:
    """Set where nodes are drawn from now on: float64 ``(n, 2)``, y down. The graph's positions stay."""
    graph.drawn_at = np.array(centres, np.float64)


def graph_layout(graph: Graph, start: int | None) -> Layout:
    """Return the layout of a graph: as set by `draw_at`, else by positions, else in layers around a node.

    Args:
        graph: The graph.
        start: The node from which layers are counted.
    """
    sources = np.repeat(np.arange(graph.size), graph.offsets[1:] - graph.offsets[:-1])
    edges = np.stack([sources, graph.targets.astype(np.int64)], axis=-1)
    if graph.drawn_at is not None:
        places = graph.drawn_at
    elif graph.positions is not None:
        places = _by_positions(graph)
    else:
        places = layers(graph.size, edges, start or 0)
    return _layout(places, edges, np.array(graph.costs), _names(graph, graph.size))


def custom_layout(space: Custom, start: int | None, edges: NDArray[np.int64]) -> Layout:
    """Return the layout of the part of a space that a search saw.

    Nodes that are pairs of numbers are drawn at these positions; others in layers around the start.

    Args:
        space: The space.
        start: The node from which layers are counted.
        edges: The steps that the search saw, node to node ``(m, 2)``.
    """
    nodes = space.places_of(range(space.size)).tolist()
    pairs = [node for node in nodes if _is_pair(node)]
    if nodes and len(pairs) == len(nodes):
        places = _scaled(np.array(pairs, np.float64))
    else:
        places = layers(len(nodes), edges, start or 0)
    return _layout(places, edges, np.empty(0), _names(space, len(nodes)))


def _is_pair(node: Any) -> bool:
    return (
        isinstance(node, tuple)
        and len(node) == 2
        and all(isinstance(part, (int, float)) and math.isfinite(part) for part in node)
    )


def _names(space: Any, size: int) -> tuple[str, ...] | None:
    return tuple(map(str, space.places_of(range(size)).tolist())) if 0 < size <= _MOST_NAMED else None


def _layout(places: Points, edges: NDArray[np.int64], costs: NDArray[np.float64], names: Any) -> Layout:
    low = places.min(axis=0) if len(places) else np.zeros(2)
    span = np.ptp(places, axis=0) if len(places) else np.zeros(2)
    drawn, one_way, known = _drawn_edges(edges, costs, len(places))
    return Layout(
        noun="node",
        shape=(1, len(places)),
        listed=places - low + _BORDER,
        outlines=(_DISC,),
        pitch=(0.0, 0.0),
        size=(float(span[0]) + 2 * _BORDER, float(span[1]) + 2 * _BORDER),
        edges=drawn,
        one_way=one_way,
        costs=known,
        names=names,
        network=True,
    )


def _drawn_edges(
    edges: NDArray[np.int64], costs: NDArray[np.float64], size: int
) -> tuple[NDArray[np.int64], NDArray[np.bool_], NDArray[np.float64]]:
    """Return each line once: the cheapest of parallel edges, and one for two opposite edges of equal cost."""
    real = edges[:, 0] != edges[:, 1]
    price = costs if len(costs) else np.zeros(len(edges))
    order = np.flatnonzero(real)[np.lexsort((price[real], edges[real, 1], edges[real, 0]))]
    keys, first = np.unique(edges[order] @ np.array([size, 1]), return_index=True)
    kept = order[first]
    ends, price = edges[kept], price[kept]
    back = np.searchsorted(keys, ends[:, ::-1] @ np.array([size, 1]))
    back[back == len(keys)] = 0
    both = np.zeros(len(kept), bool)
    if len(kept):
        both = (keys[back] == ends[:, ::-1] @ np.array([size, 1])) & (price[back] == price)
    drawn = ~both | (ends[:, 0] < ends[:, 1])
    return ends[drawn], ~both[drawn], price[drawn] if len(costs) else costs


def _by_positions(graph: Graph) -> Points:
    positions = graph.positions
    assert positions is not None
    places = np.zeros((len(positions), 2))
    places[:, : min(2, positions.shape[1])] = positions[:, :2]
    if graph.metric == "great_circle":  # longitude and latitude: north is up
        middle = math.cos(math.radians(float(places[:, 1].mean()))) if len(places) else 1.0
        places = places * np.array([middle, -1.0])
    return _scaled(places)


def _scaled(places: Points) -> Points:
    """Return places in units: as far apart as if spread evenly over their rectangle."""
    if len(places) < 2:
        return np.zeros_like(places)
    span = np.ptp(places, axis=0)
    longest, other = float(span.max()), float(span.min())
    if longest == 0:
        return np.zeros_like(places)
    share = max(other / longest, 1 / len(places))
    wanted = _SPREAD * math.sqrt(len(places) / share)
    scaled: Points = (places - places.min(axis=0)) * (max(wanted, 1.5) / longest)
    return scaled


def layers(size: int, edges: NDArray[np.int64], start: int) -> Points:
    """Place nodes in columns by their number of edges from a start; unreachable ones come last.

    Within a column a node is near those that it is joined to. The same graph always gives the same places.
    More than a few thousand nodes are placed on a ring in their order.

    Example:
        >>> layers(4, np.array([(0, 1), (0, 2), (1, 3), (2, 3)]), 0).tolist()
        [[0.0, 0.0], [1.5, -0.75], [1.95, 0.75], [3.0, 0.0]]
    """
    if size > _MOST_LAYERED:
        return _ring(size)
    hops = _hops(size, edges, start)
    joined = np.concatenate([edges, edges[:, ::-1]])
    places = np.zeros((size, 2))
    columns = [np.flatnonzero(hops == hop) for hop in range(int(hops.max(initial=0)) + 1)]
    tallest = max(4, math.ceil(1.5 * math.sqrt(size)))
    left = 0.0
    for column in columns:
        across = math.ceil(len(column) / tallest)
        rows = math.ceil(len(column) / max(1, across))
        order = np.arange(len(column))
        row = order % max(1, rows)
        places[column, 0] = left + order // max(1, rows) * _SPREAD + _SHOVE * (row % 2)
        places[column, 1] = (row - (rows - 1) / 2) * _SPREAD
        left += max(1, across) * _SPREAD
    for sweep in range(_SWEEPS):
        for column in columns[1:] if sweep % 2 == 0 else columns[-2::-1]:
            _sort_column(places, column, joined)
    return places


def _ring(size: int) -> Points:
    turn = 2 * math.pi * np.arange(size) / size
    return np.stack([np.cos(turn), np.sin(turn)], axis=-1) * _SPREAD * size / (2 * math.pi)


def _sort_column(places: Points, column: NDArray[np.int64], joined: NDArray[np.int64]) -> None:
    """Order the nodes of a column by the mean height of their neighbours."""
    seats = places[column]
    rank = {node: row for row, node in enumerate(column.tolist())}
    sums, counts = seats[:, 1].copy() * 1e-3, np.full(len(column), 1e-3)
    mine = np.flatnonzero(np.isin(joined[:, 0], column))
    rows = np.array([rank[node] for node in joined[mine, 0].tolist()], np.int64)
    np.add.at(sums, rows, places[joined[mine, 1], 1])
    np.add.at(counts, rows, 1.0)
    order = np.argsort(sums / counts, kind="stable")
    by_height = np.lexsort((seats[:, 0], seats[:, 1]))
    places[column[order]] = seats[by_height]


def _hops(size: int, edges: NDArray[np.int64], start: int) -> NDArray[np.int64]:
    """Count the edges from the start to each node, in either direction; other nodes get one more column."""
    hops = np.full(size, -1, np.int64)
    joined = np.concatenate([edges, edges[:, ::-1]])
    begin = start
    while size and (hops < 0).any():
        front = np.array([begin])
        hops[front] = hops.max() + 1
        while len(front):
            touched = np.zeros(size, bool)
            touched[front] = True
            following = np.unique(joined[touched[joined[:, 0]], 1])
            following = following[hops[following] < 0]
            hops[following] = hops[front[0]] + 1
            front = following
        begin = int(np.flatnonzero(hops < 0)[0]) if (hops < 0).any() else 0
    return hops


def steps_seen(events: NDArray[np.void]) -> NDArray[np.int64]:
    """Return the steps in a search's events, parent to node ``(m, 2)``."""
    moves = events[events["parent"] != NO_PARENT]
    return np.stack([moves["parent"], moves["node"]], axis=-1).astype(np.int64)
