"""Checking the edges of a graph, and sorting them into compressed rows."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar.errors import ArrayError, ArrayTypeError, CostError, MapLimitError, PlaceError, PlaceTypeError
from pathstar.maps.arguments import as_number, checked_iterable, checked_list
from pathstar.maps.layers import as_array, is_masked_array
from pathstar.spaces.base import LARGEST_COST
from pathstar.spaces.names import Names, hashable

MOST_EDGES = 2**32 - 2
MOST_NODES = 2**31 - 1

Columns = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64], Names]
"""Sources, targets, costs, and the names of the nodes."""


def checked_rows(offsets: ArrayLike) -> NDArray[np.uint32]:
    """Return where each node's edges begin, uint32 ``(n + 1,)``.

    Raises:
        ArrayError: They do not begin with 0, or they decrease.
        ArrayTypeError: They are not whole numbers.
        MapLimitError: There are too many nodes or edges.
    """
    rows = whole(offsets, "offsets")
    if len(rows) == 0 or rows[0] != 0:
        raise ArrayError("offsets must begin with 0 and have one number more than there are nodes")
    falls = np.flatnonzero(np.diff(rows) < 0)
    if falls.size:
        at = int(falls[0])
        raise ArrayError(f"offsets falls from {rows[at]} to {rows[at + 1]} at node {at}; it must not")
    if len(rows) - 1 > MOST_NODES or rows[-1] > MOST_EDGES:
        raise MapLimitError(f"a graph has at most {MOST_NODES} nodes and {MOST_EDGES} edges")
    return rows.astype(np.uint32)


def checked_ends(ends: ArrayLike, size: int, leads: str = "leads to") -> NDArray[np.int64]:
    """Return the node at one end of each edge, int64 ``(m,)``.

    Raises:
        ArrayTypeError: They are not whole numbers.
        PlaceError: An edge leads to a node that does not exist.
    """
    nodes = whole(ends, "targets" if leads == "leads to" else "sources")
    wrong = np.flatnonzero((nodes < 0) | (nodes >= size))
    if wrong.size:
        edge = int(wrong[0])
        allowed = f"there are {size} nodes" + (f", from 0 to {size - 1}" if size else "")
        raise PlaceError(f"edge {edge} {leads} node {nodes[edge]}; {allowed}")
    return nodes


def _edge_number(edge: int) -> str:
    return f"edge {edge}"


def checked_costs(
    costs: ArrayLike | None, edges: int, called: Callable[[int], str] = _edge_number
) -> NDArray[np.float64]:
    """Return the cost of each edge, float64 ``(m,)``; None means 1. `called` names an edge in errors.

    A cost that is masked is NaN.

    Raises:
        ArrayError: The number of costs is not that of the edges.
        ArrayTypeError: They are not numbers.
        CostError: A cost is negative, NaN, infinite or over 1e100.
    """
    if costs is None:
        return np.ones(edges)
    unmasked = np.ma.filled(costs.astype(float), np.nan) if is_masked_array(costs) else costs
    array = as_array(unmasked, "costs")
    if array.dtype.kind not in "biuf" and array.size:
        raise ArrayTypeError(f"costs must hold numbers, not {array.dtype}")
    values = np.ascontiguousarray(array, dtype=np.float64)
    if values.shape != (edges,):
        raise ArrayError(
            f"costs has the shape {values.shape}; there are {edges} edges, so it must be ({edges},)"
        )
    wrong = np.flatnonzero(~((values >= 0) & (values <= LARGEST_COST)))
    if wrong.size:
        edge = int(wrong[0])
        raise CostError(
            f"{called(edge)} costs {values[edge]!s}; a cost is a number from 0 to {LARGEST_COST:g}"
        )
    return values


def both_ways(columns: Columns) -> Columns:
    """Add the reverse of each edge; an edge from a node to itself is not doubled.

    Example:
        >>> sources, targets, _, _ = both_ways((np.array([0, 1]), np.array([1, 1]), np.ones(2), Names(2)))
        >>> sources.tolist(), targets.tolist()
        ([0, 1, 1], [1, 1, 0])
    """
    sources, targets, costs, names = columns
    turned = sources != targets
    return (
        np.concatenate([sources, targets[turned]]),
        np.concatenate([targets, sources[turned]]),
        np.concatenate([costs, costs[turned]]),
        names,
    )


def rows_of(sources: NDArray[np.int64], size: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the offsets of compressed rows, and the order that sorts the edges into them.

    Example:
        >>> offsets, order = rows_of(np.array([1, 0, 1]), 2)
        >>> offsets.tolist(), order.tolist()
        ([0, 1, 3], [1, 0, 2])
    """
    counts = np.bincount(sources, minlength=size)
    return np.concatenate([[0], np.cumsum(counts)]), np.argsort(sources, kind="stable")


def columns_of(edges: Iterable[Sequence[Any]] | NDArray[Any], given: Names | None) -> Columns:
    """Return sources, targets, costs and names of a list of edges; see `Graph.from_edges`."""
    if isinstance(edges, np.ndarray):
        return _columns_of_array(edges, given)
    if hasattr(edges, "columns"):
        raise ArrayError("edges is a table; Graph.from_pandas reads it, its columns by their names")
    if isinstance(edges, Mapping):
        raise ArrayError(
            "edges is a mapping; of neighbours by node make a list, as in "
            "[(node, to, cost) for node in graph for to, cost in graph[node].items()]"
        )
    known: dict[Hashable, int] = {}
    sources, targets, costs = [], [], []
    for row, edge in enumerate(checked_iterable("edges", edges, "pairs (from, to) or (from, to, cost)")):
        ends, cost = _edge(edge, row)
        if given is None:
            a, b = (known.setdefault(_hashable(end, row), len(known)) for end in ends)
        else:
            a, b = (given.number(end) for end in ends)
        sources.append(a)
        targets.append(b)
        costs.append(cost)
    if given is None:
        given = Names(len(known), known)
    return np.array(sources, np.int64), np.array(targets, np.int64), np.array(costs, np.float64), given


def _edge(edge: Sequence[Any], row: int) -> tuple[tuple[Any, Any], float]:
    try:
        length = len(edge)
    except TypeError:
        length = 0
    if length not in (2, 3) or isinstance(edge, str):
        raise ArrayError(f"edge {row} is {edge!r}; allowed: (from, to) or (from, to, cost)")
    cost = edge[2] if length == 3 else 1.0
    price = as_number(cost)
    if price is None:
        raise CostError(f"edge {row} costs {cost!r}; a cost is a number from 0 to {LARGEST_COST:g}")
    return (edge[0], edge[1]), price


def _hashable(end: Any, row: int) -> Hashable:
    if not hashable(end):
        raise PlaceTypeError(f"edge {row} has the end {end!r}, which is not hashable; a node's name must be")
    return end  # type: ignore[no-any-return]


def _columns_of_array(edges: NDArray[Any], given: Names | None) -> Columns:
    if edges.ndim != 2 or edges.shape[1] not in (2, 3):
        raise ArrayError(f"edges has the shape {edges.shape}; it must be (m, 2) or (m, 3): from, to, cost")
    if edges.dtype.kind not in "iuf":
        raise ArrayTypeError(f"edges must hold numbers, not {edges.dtype}")
    with np.errstate(invalid="ignore"):  # numbers that are not whole are found below
        ends = edges[:, :2].astype(np.int64)
    wrong = np.flatnonzero((ends != edges[:, :2]).any(axis=1) | (ends < 0).any(axis=1))
    if wrong.size:
        row = int(wrong[0])
        raise PlaceError(f"edge {row} is {edges[row].tolist()}; nodes are whole numbers from 0 up")
    size = (int(ends.max()) + 1 if len(ends) else 0) if given is None else given.size
    if len(ends) and ends.max() >= size:
        row = int(np.flatnonzero((ends >= size).any(axis=1))[0])
        raise PlaceError(f"edge {row} is {edges[row].tolist()}; there are {size} nodes, from 0 to {size - 1}")
    costs = edges[:, 2].astype(np.float64) if edges.shape[1] == 3 else np.ones(len(edges))
    return ends[:, 0], ends[:, 1], costs, Names(checked_size(size)) if given is None else given


def names_of(names: Names | Iterable[Hashable], size: int | None = None) -> Names:
    """Return the names of the nodes of a new graph; another graph's names are copied.

    Args:
        names: The names, in order.
        size: The number of nodes; None stands for the number of names.

    Raises:
        ArrayError: The number of names is not that of the nodes.
        PlaceError, PlaceTypeError: As `Names`.
    """
    if isinstance(names, Names) and not names.gone and size in (None, names.size):
        return names.copy()
    listed = checked_list("names", names, "what the nodes are called")
    return Names(len(listed) if size is None else size, listed)


def checked_size(size: int) -> int:
    """Return the number of nodes of a graph, after checking it.

    Raises:
        MapLimitError: It cannot have that many.
    """
    if size > MOST_NODES:
        raise MapLimitError(f"{size} nodes are asked for; a graph has at most {MOST_NODES}")
    return size


def whole(values: ArrayLike, name: str) -> NDArray[np.int64]:
    """Return whole numbers as int64 ``(n,)``.

    Raises:
        ArrayError: They have another shape, or one does not fit.
        ArrayTypeError: They are not whole numbers.
    """
    array = as_array(values, name)
    if array.size == 0:
        return np.empty(0, np.int64)
    if array.dtype.kind not in "iu":
        raise ArrayTypeError(f"{name} must hold whole numbers, not {array.dtype}")
    if array.ndim != 1:
        raise ArrayError(f"{name} must be one-dimensional, not of shape {array.shape}")
    if array.dtype == np.uint64 and (beyond := np.flatnonzero(array > np.iinfo(np.int64).max)).size:
        row = int(beyond[0])
        raise ArrayError(f"{name}[{row}] is {array[row]}; allowed: whole numbers below 2**63")
    return array.astype(np.int64)
