"""The adjacency of a networkx graph as compressed rows, and its edges' weights as costs."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

import pathstar as ps

Weight = Hashable | Callable[[Any, Any, Any], Any] | None
_EXACT = 2**53  # whole numbers up to here are exact as float64


class Rows(NamedTuple):
    """Edges in compressed rows.

    Attributes:
        offsets: int64 ``(n + 1,)``: node i has the edges ``offsets[i]`` to ``offsets[i + 1] - 1``.
        targets: int64 ``(m,)``: the node to which each edge leads.
    """

    offsets: NDArray[np.int64]
    targets: NDArray[np.int64]


def rows_of(graph: Any, numbers: Mapping[Hashable, int]) -> Rows:
    """Return the edges of a networkx graph in the order of its adjacency; parallel edges count once."""
    adjacency = graph._adj
    degrees = np.fromiter(map(len, adjacency.values()), np.int64, len(adjacency))
    offsets = np.concatenate([[0], np.cumsum(degrees)])
    ends = map(numbers.__getitem__, chain.from_iterable(adjacency.values()))
    return Rows(offsets, np.fromiter(ends, np.int64, int(offsets[-1])))


class Weighting:
    """One way to weigh the edges of a graph, and the space over which its searches run.

    Args:
        rows: The edges.
        weights: What each edge costs, as networkx has it; None hides an edge. By default each costs 1.

    Attributes:
        space: The graph as pathstar has it; its nodes are the numbers from 0.
        whole: Whether all weights are whole numbers, so that networkx returns whole sums.

    Raises:
        NotImplementedError: A weight is negative, infinite, or no real number: networkx goes on by itself.
    """

    def __init__(self, rows: Rows, weights: list[Any] | None = None) -> None:
        costs, hidden = (None, None) if weights is None else _costs_of(weights)
        if hidden is not None:
            rows = _without(rows, hidden)
        self.whole = costs is None or costs.dtype.kind in "iub" or not costs.size
        self.space = ps.Graph(rows.offsets, rows.targets, costs)
        self._planners: dict[str | None, ps.Planner] = {}

    def planner(self, index: str | None = None) -> ps.Planner:
        """Return the planner for single paths, over an index of a kind if one is named; both are kept.

        Without an index it searches from both ends, since networkx's nodes have no places to estimate by.
        """
        if index not in self._planners:
            self._planners[index] = (
                ps.Planner(self.space, "bidirectional-dijkstra")
                if index is None
                else ps.Planner(self.space, index=ps.build_index(self.space, index))
            )
        return self._planners[index]

    def length(self, cost: float) -> float:
        """Return a cost as networkx would have summed it."""
        return int(cost) if self.whole else cost

    def lengths(self, costs: NDArray[np.float64]) -> list[float]:
        """Return finite costs as networkx would have summed them."""
        numbers: list[float] = (costs.astype(np.int64) if self.whole else costs).tolist()
        return numbers


def weights_of(graph: Any, weight: Weight) -> list[Any]:
    """Return the weight of each edge in the order of the adjacency, as networkx's own searches take it.

    A missing attribute counts as 1, and of parallel edges the cheapest counts.
    """
    if callable(weight):
        return [weight(u, v, data) for u, nearby in graph._adj.items() for v, data in nearby.items()]
    if graph.is_multigraph():
        return [min(each.get(weight, 1) for each in data.values()) for data in _data(graph)]
    return [data.get(weight, 1) for data in _data(graph)]


def _data(graph: Any) -> Iterator[Any]:
    return chain.from_iterable(nearby.values() for nearby in graph._adj.values())


def _costs_of(weights: list[Any]) -> tuple[NDArray[Any], NDArray[np.bool_] | None]:
    """Return the costs of the edges that are not hidden, and which are hidden, if any."""
    costs, hidden = np.array(weights), None
    if costs.dtype == object:
        hidden = np.array([weight is None for weight in weights])
        costs = np.array([weight for weight in weights if weight is not None])
    if costs.ndim != 1 or costs.dtype.kind not in "biuf":
        raise NotImplementedError(f"weights of type {costs.dtype} are left to networkx")
    if not ((costs >= 0) & np.isfinite(costs)).all():
        raise NotImplementedError("negative and infinite weights are left to networkx")
    if costs.dtype.kind in "iu" and costs.sum(dtype=np.float64) > _EXACT:
        raise NotImplementedError(f"whole weights that add up to more than {_EXACT} are left to networkx")
    return costs, hidden


def _without(rows: Rows, hidden: NDArray[np.bool_]) -> Rows:
    before = np.concatenate([[0], np.cumsum(~hidden)])
    return Rows(before[rows.offsets], rows.targets[~hidden])
