"""A networkx graph converted for pathstar."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

import networkx as nx
import numpy as np
from numpy.typing import ArrayLike

from nx_pathstar.weighting import Rows, Weight, Weighting, rows_of, weights_of


class Graph:
    """A networkx graph whose edges lie in arrays, ready for searches.

    networkx makes and caches one by itself. Make one by hand to decide when the conversion takes place, or to
    have an index used without naming it in each call. It does not follow later changes of the graph.

    Args:
        graph: A networkx Graph, DiGraph, MultiGraph or MultiDiGraph.
        weight: The edges' attribute to read now; others are read when they are first asked for.
        index: A kind of index of `pathstar.build_index` to build for that weight, such as
            ``"contraction-hierarchies"``. Queries from one node to another then use it.

    Attributes:
        original: The networkx graph.
        nodes: The nodes in order; the searches know them by their row.

    Raises:
        NetworkXError: It is not a networkx graph.
        NotImplementedError: A weight is negative, infinite, or no real number.

    Example:
        >>> roads = nx.Graph()
        >>> roads.add_weighted_edges_from([("a", "b", 2), ("b", "c", 2), ("a", "c", 5)])
        >>> nx.dijkstra_path(Graph(roads, index="contraction-hierarchies"), "a", "c")
        ['a', 'b', 'c']
    """

    __networkx_backend__ = "pathstar"

    def __init__(self, graph: Any, weight: Hashable = "weight", *, index: str | None = None) -> None:
        if not isinstance(graph, nx.Graph):
            raise nx.NetworkXError(
                f"a networkx graph is needed, not {type(graph).__name__}; see nx.Graph(data)"
            )
        self.original = graph
        self.nodes = list(graph)
        self._names = np.fromiter(self.nodes, object, len(self.nodes))  # looks many up sooner than a list
        self._numbers = dict(zip(self.nodes, range(len(self.nodes)), strict=True))
        self._rows = rows_of(graph, self._numbers)
        self._weightings: dict[Hashable, Weighting] = {}
        self._index: tuple[Hashable, str | None] = (weight, index)
        if weight is not None:
            self._weightings[weight] = Weighting(self._rows, weights_of(graph, weight))
        if index is not None:
            self.weighted(weight).planner(index)

    def weighted(self, weight: Weight) -> Weighting:
        """Return the edges weighed by an attribute, by a function, or by 1 each for None.

        Raises:
            NotImplementedError: A weight is negative, infinite, or no real number.
            NetworkXError: That weight was not read yet, and the graph has changed since it was converted.
        """
        if callable(weight):  # it may return something else next time
            return Weighting(self._current_rows(), weights_of(self.original, weight))
        if weight not in self._weightings:
            weights = None if weight is None else weights_of(self.original, weight)
            rows = self._rows if weight is None else self._current_rows()
            self._weightings[weight] = Weighting(rows, weights)
        return self._weightings[weight]

    def index_for(self, weight: Weight) -> str | None:
        """Return the kind of index that the graph was made with, if it is for this weight."""
        of, kind = self._index
        return kind if weight == of else None

    def _current_rows(self) -> Rows:
        now = Rows(np.empty(0, np.int64), np.empty(0, np.int64))
        if list(self.original) == self.nodes:
            now = rows_of(self.original, self._numbers)
        if not all(map(np.array_equal, now, self._rows)):
            raise nx.NetworkXError("the graph has changed since it was converted; convert it again")
        return now

    def number(self, node: Any) -> int | None:
        """Return the row of a node, or None if there is no such node."""
        try:
            return self._numbers.get(node)
        except TypeError:  # it has no hash
            return None

    def named(self, numbers: ArrayLike) -> list[Any]:
        """Return the nodes of these rows, whole numbers ``(n,)``."""
        names: list[Any] = self._names.take(np.asarray(numbers, np.intp)).tolist()
        return names

    def is_directed(self) -> bool:
        """Return whether edges lead one way only."""
        return bool(self.original.is_directed())

    def is_multigraph(self) -> bool:
        """Return whether there may be parallel edges."""
        return bool(self.original.is_multigraph())

    def __contains__(self, node: Any) -> bool:
        return self.number(node) is not None

    def __iter__(self) -> Iterator[Any]:
        return iter(self.nodes)

    def __len__(self) -> int:
        return len(self.nodes)

    def __repr__(self) -> str:
        return f"nx_pathstar.Graph({len(self)} nodes, {len(self._rows.targets)} steps)"
