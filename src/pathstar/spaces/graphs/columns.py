"""Graphs of other libraries as the columns from which `Graph` is made.

Each function returns the edges as `Columns`; `positions_of` reads the positions of the nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar.errors import (
    ArrayError,
    ArrayTypeError,
    CostError,
    OptionError,
    PlaceError,
    PlaceTypeError,
    need_extra,
    unknown_name,
)
from pathstar.maps.arguments import as_number, checked_list, checked_whole
from pathstar.maps.layers import as_array
from pathstar.spaces.custom import checked_function
from pathstar.spaces.graphs.edges import Columns, checked_costs, checked_ends, checked_size, names_of, whole
from pathstar.spaces.names import Names, hashable

Positions = ArrayLike | Mapping[Any, Sequence[float]] | Callable[[Any], Sequence[float]] | None
_WEIGHT = "weight"


def columns_of_arrays(
    sources: ArrayLike,
    targets: ArrayLike,
    costs: ArrayLike | None,
    size: int | None,
    names: Iterable[Hashable] | None,
) -> Columns:
    """Return the columns of arrays; see `Graph.from_arrays`."""
    begins, ends = whole(sources, "sources"), whole(targets, "targets")
    if len(begins) != len(ends):
        raise ArrayError(f"there are {len(begins)} sources and {len(ends)} targets; there must be as many")
    listed = None if names is None else checked_list("names", names, "what the nodes are called")
    if size is None:
        size = int(max(begins.max(initial=-1), ends.max(initial=-1))) + 1 if listed is None else len(listed)
    given = Names(checked_size(checked_whole("size", size, 0, otherwise=", or None")), listed)
    checked_ends(begins, given.size, "begins at")
    return begins, checked_ends(ends, given.size), checked_costs(costs, len(ends)), given


def columns_of_scipy(matrix: Any, symmetric: bool, names: Iterable[Hashable] | None) -> Columns:
    """Return the columns of a sparse matrix; see `Graph.from_scipy`."""
    if not hasattr(matrix, "tocsr"):
        raise ArrayTypeError(
            f"a SciPy sparse matrix is needed, not {type(matrix).__name__}; make one of a dense array with "
            "scipy.sparse.csr_array(array), which leaves out its zeros"
        )
    rows = matrix.tocsr()
    if rows.ndim != 2 or rows.shape[0] != rows.shape[1]:
        raise ArrayError(f"the matrix has the shape {rows.shape}; it must be square, one row for each node")
    if not rows.has_canonical_format:
        rows = rows.copy()
        rows.sum_duplicates()
    size = rows.shape[0]
    sources = np.repeat(np.arange(size, dtype=np.int64), np.diff(rows.indptr))
    targets = rows.indices.astype(np.int64)
    costs = checked_costs(
        rows.data, len(targets), lambda edge: f"the entry [{sources[edge]}, {targets[edge]}]"
    )
    if symmetric:
        _check_symmetric(sources, targets, costs, size)
    return sources, targets, costs, Names(size, names)


def _check_symmetric(
    sources: NDArray[np.int64], targets: NDArray[np.int64], costs: NDArray[np.float64], size: int
) -> None:
    """Raise ArrayError for an entry whose twin across the diagonal is missing or different."""
    if not len(costs):
        return
    entries = sources * size + targets  # ascending: the rows are in canonical order
    twins = targets * size + sources
    at = np.minimum(np.searchsorted(entries, twins), len(entries) - 1)
    there = entries[at] == twins
    wrong = np.flatnonzero(~there | (costs[at] != costs))
    if wrong.size:
        edge = int(wrong[0])
        a, b = sources[edge], targets[edge]
        other = f"is {costs[at[edge]]:g}" if there[edge] else "is not stored"
        raise ArrayError(
            f"the entry [{a}, {b}] is {costs[edge]:g} and [{b}, {a}] {other}; with directed=False they must "
            "be the same"
        )


def columns_of_networkx(graph: Any, weight: str | None, missing: float | None) -> Columns:
    """Return the columns of a networkx graph; see `Graph.from_networkx`."""
    if not hasattr(graph, "is_multigraph") or not hasattr(graph, "adjacency"):
        raise ArrayTypeError(f"a networkx graph is needed, not {type(graph).__name__}")
    if not hashable(weight):
        raise OptionError(f"weight is {weight!r}; allowed: the name of an edges' attribute, or None")
    if missing is not None and as_number(missing) is None:
        raise CostError(
            f"missing is {missing!r}; allowed: a number, the cost of edges that have none, or None"
        )
    nodes = list(graph.nodes)
    numbers = {node: number for number, node in enumerate(nodes)}
    edges = list(graph.edges(data=True))
    weights = [data.get(weight) for _, _, data in edges]
    if weight is not None and None in weights:
        known = sorted({str(key) for _, _, data in edges for key in data})
        weights = _filled(weights, weight, missing, known, lambda edge: _ends(edges[edge]))
    costs = None if weight is None else weights
    return (
        np.array([numbers[edge[0]] for edge in edges], np.int64),
        np.array([numbers[edge[1]] for edge in edges], np.int64),
        checked_costs(_numeric(costs), len(edges), lambda edge: _ends(edges[edge])),
        Names(len(nodes), _named(nodes)),
    )


def attributes_of_networkx(graph: Any, name: str) -> dict[Any, Any] | None:
    """Return an attribute of the nodes of a networkx graph, by node; None if there are no nodes.

    Raises:
        OptionError: No node has it.
    """
    values = dict(graph.nodes(data=name))
    if values and all(value is None for value in values.values()):
        known = {str(key) for _, about in graph.nodes(data=True) for key in about}
        raise unknown_name("node attribute", name, sorted(known))
    return values or None


def _ends(edge: Sequence[Any]) -> str:
    return f"the edge from {edge[0]!r} to {edge[1]!r}"


def _named(nodes: list[Any]) -> list[Any] | None:
    """Return the names, or None for nodes named 0 to n - 1 in order, which need none."""
    plain = all(type(node) is int for node in nodes) and nodes == list(range(len(nodes)))
    return None if plain else nodes


def _numeric(costs: list[Any] | None) -> NDArray[Any] | None:
    """Return costs as an array; an empty list has no type of its own."""
    return None if costs is None else as_array(costs, "costs") if costs else np.empty(0)


def _filled(
    weights: list[Any],
    weight: str,
    missing: float | None,
    known: list[str],
    called: Callable[[int], str],
) -> list[Any]:
    """Return the weights with `missing` filled in; a graph without any is unweighted."""
    if missing is None and weight == _WEIGHT and all(value is None for value in weights):
        missing = 1.0
    if missing is None:
        if weight not in known:
            raise unknown_name("edge attribute", weight, known)
        edge = weights.index(None)
        raise CostError(f"{called(edge)} has no {weight!r}, which others have; missing=1.0 would be its cost")
    return [missing if value is None else value for value in weights]


def columns_of_rustworkx(graph: Any, weight: Callable[[Any], float] | None) -> Columns:
    """Return the columns of a rustworkx graph; see `Graph.from_rustworkx`."""
    if not hasattr(graph, "weighted_edge_list") or not hasattr(graph, "node_indices"):
        raise ArrayTypeError(f"a rustworkx PyGraph or PyDiGraph is needed, not {type(graph).__name__}")
    if weight is not None:
        checked_function("weight", weight)
    nodes = list(graph.node_indices())
    numbers = {node: number for number, node in enumerate(nodes)}
    edges = list(graph.weighted_edge_list())
    values = [edge[2] for edge in edges]
    if weight is not None:
        values = [weight(value) for value in values]
    unweighted = all(value is None for value in values)
    return (
        np.array([numbers[edge[0]] for edge in edges], np.int64),
        np.array([numbers[edge[1]] for edge in edges], np.int64),
        _payload_costs(None if unweighted else values, edges),
        Names(len(nodes), _named(nodes)),
    )


def _payload_costs(values: list[Any] | None, edges: list[Any]) -> NDArray[np.float64]:
    for edge, value in enumerate(values or []):
        if isinstance(value, bool) or not isinstance(value, (int, float, np.number)):
            raise CostError(
                f"{_ends(edges[edge])} has the weight {value!r}; a number is needed, or weight=..., "
                "a function that makes one of it"
            )
    return checked_costs(_numeric(values), len(edges), lambda edge: _ends(edges[edge]))


def columns_of_pandas(
    table: Any, source: Hashable, target: Hashable, cost: Hashable | None, names: Iterable[Hashable] | None
) -> Columns:
    """Return the columns of a data frame; see `Graph.from_pandas`."""
    if not hasattr(table, "columns") or not hasattr(table, "iloc"):
        raise ArrayTypeError(f"a pandas DataFrame is needed, not {type(table).__name__}")
    pandas = need_extra("pandas", "graphs")
    for column in (source, target) if cost is None else (source, target, cost):
        if not hashable(column) or column not in table.columns:
            raise unknown_name("column", column, map(str, table.columns))
        if table.columns.tolist().count(column) > 1:
            raise OptionError(
                f"the table has several columns {column!r}; one that is used must be the only one"
            )
    both = np.empty(2 * len(table), object)
    both[0::2], both[1::2] = table[source], table[target]
    if names is None:
        try:
            codes, uniques = pandas.factorize(both)
        except TypeError:
            at = next(i for i, end in enumerate(both) if not hashable(end))
            raise PlaceTypeError(f"row {at // 2} has the end {both[at]!r}, which is not hashable") from None
        given = Names(len(uniques), uniques.tolist())
    else:
        given = names_of(names)
        codes = given.numbers(both, "the table's ends").astype(np.int64)
    if len(codes) and codes.min() < 0:
        row, end = divmod(int(codes.argmin()), 2)
        raise PlaceError(f"row {row} has no {(source, target)[end]!r}; each edge needs both ends")
    costs = None if cost is None else table[cost].to_numpy()
    numbers = codes.astype(np.int64)
    return numbers[0::2], numbers[1::2], checked_costs(costs, len(table), lambda row: f"row {row}"), given


def positions_of(positions: Positions, nodes: Iterable[Any]) -> ArrayLike | None:
    """Return the positions of the nodes as `Graph` takes them, also from a mapping or a function.

    Raises:
        ArrayError: The mapping leaves out a node.
    """
    if positions is None:
        return None
    if callable(positions):
        return [positions(node) for node in nodes]
    if not isinstance(positions, Mapping):
        return positions
    for node in nodes:
        if positions.get(node) is None:
            raise ArrayError(f"the node {node!r} has no position; give all a position, or none")
    return [positions[node] for node in nodes]
