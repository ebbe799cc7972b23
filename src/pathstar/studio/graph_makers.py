"""Graphs that the studio can make."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.studio.graphs import GraphBoard, board_of_graph, check_graph_size
from pathstar.studio.limits import Limits
from pathstar.studio.makers import Maker, make
from pathstar.studio.refusals import StudioError
from pathstar.studio.risk import risk_board
from pathstar.words import Say

_SPREAD = 1.5  # units from node to node
_BORDER = 1.2
_REACH = 1.3  # as a multiple of that: the distance up to which nodes are joined


def risk(seed: int, limits: Limits) -> GraphBoard:
    """Return the Risk board."""
    return board_of_graph(risk_board(), limits)


def geometric(seed: int, limits: Limits, *, nodes: int) -> GraphBoard:
    """Return nodes scattered over a square, joined if they are near each other; costs are lengths.

    The graph is connected.

    Raises:
        StudioError: Fewer than two nodes.
        MapLimitError: More than the studio's limit.
    """
    if isinstance(nodes, bool) or not isinstance(nodes, int) or nodes < 2:
        raise StudioError(
            Say("studio.refused.graph.nodes", {"most": f"{limits.nodes:,}"}),
            f"nodes is {nodes!r}; allowed: a whole number from 2 to {limits.nodes}",
        )
    check_graph_size(nodes, 0, limits)
    side = math.ceil(math.sqrt(nodes))
    y, x = np.divmod(np.arange(nodes), side)
    strewn = np.random.default_rng(seed).uniform(0.2, 0.8, (nodes, 2))
    points = np.stack([x, y], axis=-1) + strewn
    pairs = _near(points, side)
    far = np.hypot(*(points[pairs[:, 0]] - points[pairs[:, 1]]).T)
    joined = _joined(nodes, pairs, far)
    check_graph_size(nodes, 2 * len(joined), limits)
    centres = (points * _SPREAD + _BORDER).astype(np.float32).astype(np.float64)
    return GraphBoard(centres, np.concatenate([joined, joined[:, ::-1]]), None)


def _near(points: NDArray[np.float64], side: int) -> NDArray[np.int64]:
    """Return the pairs of nodes at most two places apart in the grid from which they were scattered."""
    count = len(points)
    node = np.arange(count)
    pairs = []
    for dy in range(3):
        for dx in range(-2, 3):
            if (dy, dx) <= (0, 0):
                continue
            there = node + dy * side + dx
            inside = (there < count) & (node % side + dx >= 0) & (node % side + dx < side)
            pairs.append(np.stack([node[inside], there[inside]], axis=-1))
    return np.concatenate(pairs)


def _joined(count: int, pairs: NDArray[np.int64], far: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the pairs within reach, and the shortest others that make the graph connected."""
    root = list(range(count))

    def top(node: int) -> int:
        while root[node] != node:
            root[node] = node = root[root[node]]
        return node

    kept = []
    for index in np.argsort(far, kind="stable").tolist():
        a, b = pairs[index].tolist()
        apart = top(a) != top(b)
        if apart or far[index] <= _REACH:
            kept.append((a, b))
            root[top(a)] = top(b)
    return np.array(kept, np.int64).reshape(-1, 2)


MAKERS: dict[str, Maker[GraphBoard]] = {
    row.name: row
    for row in (
        Maker("risk", "the Risk board: territories, borders, and what a march costs", {}, risk),
        Maker(
            "geometric",
            "nodes at random places; near ones are joined, costs are lengths",
            {"nodes": 60},
            geometric,
        ),
    )
}


def make_graph(name: str, seed: int, options: dict[str, Any], limits: Limits) -> GraphBoard:
    """Make a graph.

    Raises:
        OptionError: An unknown maker or option.
        PathstarError: As raised by the maker.
    """
    return make(MAKERS, "graph", name, seed, options, limits)
