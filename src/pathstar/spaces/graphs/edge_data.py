"""What is known about the edges of a graph besides their costs: ids, names, geometry."""

from __future__ import annotations

import copy
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import ArrayError, OptionError
from pathstar.maps.arguments import checked_list

Pair = tuple[int, int]
Known = int | Mapping[Hashable, Any] | None
"""The data about an edge: a row of the table, or the data given with a new edge."""
Nodes = NDArray[np.integer[Any]]


class EdgeData:
    """A table with a row for each edge; edges are found by their ends.

    Of parallel edges the cheapest counts, as in searches. It follows edits of the graph: a new edge keeps the
    data given with it.

    Args:
        sources: The node where each edge begins, whole numbers ``(m,)``.
        targets: The node to which each leads, ``(m,)``.
        costs: The cost of each, ``(m,)``.
        columns: Sequences of m entries by name; None means no data.

    Example:
        >>> data = EdgeData(np.array([0, 0]), np.array([1, 1]), np.array([5.0, 3.0]), {"of": ["ox", "cow"]})
        >>> data.of(0, 1)
        {'of': 'cow'}
    """

    __slots__ = ("_costs", "_edited", "_keys", "_order", "columns")

    def __init__(
        self,
        sources: Nodes,
        targets: Nodes,
        costs: NDArray[np.float64],
        columns: Mapping[str, Sequence[Any]],
    ) -> None:
        keys = _keys(sources, targets)
        self._order = np.lexsort((costs, keys))
        self._keys = keys[self._order]
        self._costs = costs[self._order]
        self.columns = dict(columns)
        self._edited: dict[Pair, list[tuple[float, Known]]] = {}

    def copy(self) -> EdgeData:
        """Return a copy of the table for another graph, so that its edits do not show in this one."""
        twin = copy.copy(self)
        twin._edited = dict(self._edited)
        return twin

    def of(self, source: int, target: int) -> dict[str, Any]:
        """Return the data about the cheapest edge between two nodes."""
        rows = self._rows((source, target))
        row = min(rows, key=lambda each: each[0])[1] if rows else None
        if row is None:
            return {}
        if isinstance(row, Mapping):
            return {str(name): value for name, value in row.items() if value is not None}
        return {name: values[row] for name, values in self.columns.items() if values[row] is not None}

    def set_costs(self, sources: Nodes, targets: Nodes, costs: NDArray[np.float64]) -> None:
        """Set new costs of edges; parallel edges all get the same."""
        for pair, cost in zip(_pairs(sources, targets), costs.tolist(), strict=True):
            self._edited[pair] = [(cost, row) for _, row in self._rows(pair)]

    def add_edges(
        self, sources: Nodes, targets: Nodes, costs: NDArray[np.float64], data: Sequence[Known]
    ) -> None:
        """Add new edges with their data."""
        for pair, cost, known in zip(_pairs(sources, targets), costs.tolist(), data, strict=True):
            self._edited[pair] = [*self._rows(pair), (cost, known)]

    def remove_edges(self, sources: Nodes, targets: Nodes) -> None:
        """Forget edges."""
        for pair in _pairs(sources, targets):
            self._edited[pair] = []

    def remove_nodes(self, nodes: Nodes) -> None:
        """Forget all edges of some nodes."""
        ends = np.stack([self._keys >> np.uint64(32), self._keys & np.uint64(2**32 - 1)])
        gone = set(nodes.tolist())
        self._edited = {pair: rows for pair, rows in self._edited.items() if not gone & set(pair)}
        self.remove_edges(*ends[:, np.isin(ends, nodes).any(axis=0)])

    def _rows(self, pair: Pair) -> list[tuple[float, Known]]:
        """Return cost and row of each edge between two nodes; before edits the cheapest comes first."""
        if pair in self._edited:
            return self._edited[pair]
        key = np.uint64(pair[0] << 32 | pair[1])
        first, last = np.searchsorted(self._keys, key, "left"), np.searchsorted(self._keys, key, "right")
        rows: list[Known] = self._order[first:last].tolist()
        return list(zip(self._costs[first:last].tolist(), rows, strict=True))


def _keys(sources: Nodes, targets: Nodes) -> NDArray[np.uint64]:
    keys: NDArray[np.uint64] = sources.astype(np.uint64) << np.uint64(32) | targets.astype(np.uint64)
    return keys


def _pairs(sources: Nodes, targets: Nodes) -> Iterable[Pair]:
    return zip(sources.tolist(), targets.tolist(), strict=True)


def columns_of_rows(rows: Sequence[Mapping[Hashable, Any]]) -> dict[str, list[Any]]:
    """Return rows, which need not have the same keys, as columns.

    Example:
        >>> columns_of_rows([{"id": 1}, {"id": 2, "name": "Mill Lane"}])
        {'id': [1, 2], 'name': [None, 'Mill Lane']}
    """
    names = dict.fromkeys(str(name) for row in rows for name in row)
    return {name: [row.get(name) for row in rows] for name in names}


def checked_data(data: Any, edges: int) -> list[Mapping[Hashable, Any]] | None:
    """Return the data about each edge, or None.

    Raises:
        ArrayError: The number of mappings is not that of the edges.
        OptionError: They are not mappings.
    """
    if data is None:
        return None
    rows = checked_list("data", data, "mappings, one for each edge")
    if len(rows) != edges:
        raise ArrayError(f"data has {len(rows)} entries for {edges} edges; there must be as many")
    for number, row in enumerate(rows):
        if not isinstance(row, Mapping):
            raise OptionError(f"data[{number}] is {row!r}; allowed: a mapping")
    return rows
