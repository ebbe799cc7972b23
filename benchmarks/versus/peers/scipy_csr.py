"""SciPy: csgraph.dijkstra over a sparse matrix of all legal steps; it always settles the whole map."""

from __future__ import annotations

from typing import Any

import numpy as np

from .base import NO_CUT, STEPS, Costs, Peer, Place, Points, as_points, load, may_step, passable


def sparse_steps(costs: Costs) -> Any:
    """Return the CSR matrix of the steps that no_cut allows: cost of the cell entered x step length."""
    free = passable(costs)
    nodes = np.arange(costs.size, dtype=np.int64).reshape(costs.shape)
    rows, columns, lengths = [], [], []
    for dx, dy in STEPS:
        sources = nodes[may_step(free, dx, dy, NO_CUT)]
        targets = sources + dy * costs.shape[1] + dx
        rows.append(sources)
        columns.append(targets)
        lengths.append(costs.ravel()[targets] * (NO_CUT.diagonal if dx and dy else 1.0))
    edges = np.concatenate(lengths), (np.concatenate(rows), np.concatenate(columns))
    return load("scipy.sparse").csr_matrix(edges, shape=(costs.size, costs.size))


class ScipyDijkstra:
    """One call of csgraph.dijkstra from the start, and the walk back from the goal."""

    def __init__(self, costs: Costs) -> None:
        self._width = costs.shape[1]
        self._matrix = sparse_steps(costs)
        self._search = load("scipy.sparse.csgraph").dijkstra

    def find(self, start: Place, goal: Place) -> Any:
        """Run one query; return the list of nodes from goal to start, and the cost."""
        source, node = start[1] * self._width + start[0], goal[1] * self._width + goal[0]
        costs, before = self._search(self._matrix, indices=source, return_predecessors=True)
        if not np.isfinite(costs[node]):
            return [], np.inf
        nodes, cost = [node], costs[node]
        while node != source:
            node = before[node]
            nodes.append(node)
        return nodes, cost

    def read(self, found: Any) -> tuple[Points, float | None]:
        """Return the points from start to goal and the cost."""
        nodes = np.asarray(found[0][::-1], dtype=np.int64)
        return as_points(np.column_stack((nodes % self._width, nodes // self._width))), float(found[1])


SCIPY = Peer("scipy", "scipy", NO_CUT, ScipyDijkstra)
