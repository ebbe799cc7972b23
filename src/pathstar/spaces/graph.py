"""A graph: nodes with names, and edges with costs between them."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar import _core
from pathstar.errors import ArrayError, HeuristicWarning, counted
from pathstar.maps.arguments import checked_name, checked_switch
from pathstar.spaces.base import Cache
from pathstar.spaces.graphs.columns import Positions, columns_of_arrays, positions_of
from pathstar.spaces.graphs.edge_data import EdgeData, checked_data, columns_of_rows
from pathstar.spaces.graphs.edges import (
    Columns,
    both_ways,
    checked_costs,
    checked_ends,
    checked_rows,
    columns_of,
    names_of,
    rows_of,
)
from pathstar.spaces.graphs.exports import to_networkx
from pathstar.spaces.graphs.frozen import columns_of_neighbors
from pathstar.spaces.graphs.imported import Imported
from pathstar.spaces.graphs.positions import checked_positions, checked_rate, warn_of_rate
from pathstar.spaces.kinds import KINDS
from pathstar.spaces.names import Names

METRICS = {"euclidean": "numbers of any dimension", "great_circle": "longitude and latitude in degrees"}


class Graph(Imported):
    """Nodes, and edges with costs between them, in compressed rows (CSR).

    `Graph.from_edges` makes one from a list of edges, `from_arrays`, `from_scipy`, `from_networkx`,
    `from_rustworkx` and `from_pandas` from the data of other libraries, `from_neighbors` from a function.
    Of parallel edges the cheapest counts; an edge from a node to itself is allowed, but never used.
    It can be edited: `set_costs`, `add_edges`, `remove_edges`, `add_nodes`, `remove_nodes`.

    Args:
        offsets: Whole numbers ``(n + 1,)``: node i has the edges ``offsets[i]`` to ``offsets[i + 1] - 1``.
        targets: Whole numbers ``(m,)``: the node, from 0, to which each edge leads.
        costs: Numbers ``(m,)``, finite and not negative; by default each edge costs 1.
        names: The names of the nodes, ``n`` different hashable things; by default 0 to n - 1.
        positions: The positions of the nodes, ``(n, d)``, from which the search estimates the remaining cost.
        metric: ``"euclidean"``: the straight line between positions of any dimension; ``"great_circle"``:
            metres on the earth between longitude and latitude in degrees.
        cost_per_distance: The minimum cost of a unit of distance. By default the largest value that
            overestimates no edge, which keeps paths optimal.

    Attributes:
        names: The names of the nodes, in order: ``list(graph.names)``.

    Raises:
        ArrayError: Arrays of the wrong shape, or offsets that do not fit the edges.
        ArrayTypeError: An array of a type that is not supported.
        CostError: A cost is negative, NaN, infinite or over 1e100.
        PlaceError: An edge leads to a node that does not exist, or a name is given twice.
        PlaceTypeError: A name is not hashable.
        OptionError: An unknown metric, or a cost per distance that is negative or not finite.

    Warns:
        HeuristicWarning: ``cost_per_distance`` overestimates an edge, which the message names; paths may then
            cost more than the optimum, but never more than the stated bound.

    Example:
        >>> import pathstar as ps
        >>> graph = ps.Graph.from_edges([("a", "b", 2.0), ("b", "c", 2.0), ("a", "c", 5.0)])
        >>> path = ps.find_path(graph, "a", "c")
        >>> list(path), path.cost
        (['a', 'b', 'c'], 4.0)
    """

    __slots__ = ("_rate",)

    kind = KINDS["Graph"]

    def __init__(
        self,
        offsets: ArrayLike,
        targets: ArrayLike,
        costs: ArrayLike | None = None,
        *,
        names: Iterable[Hashable] | None = None,
        positions: ArrayLike | None = None,
        metric: str = "euclidean",
        cost_per_distance: float | None = None,
    ) -> None:
        rows = checked_rows(offsets)
        ends = checked_ends(targets, len(rows) - 1).astype(np.uint32)
        if len(ends) != rows[-1]:
            raise ArrayError(
                f"offsets ends with {rows[-1]}, but there are {len(ends)} targets; it must end with that"
            )
        checked_name("metric", metric, METRICS)
        self.names = Names(len(rows) - 1) if names is None else names_of(names, len(rows) - 1)
        self.metric = None if positions is None else metric
        self.positions = None if positions is None else checked_positions(positions, len(self.names), metric)
        self._rate = cost_per_distance
        self.drawn_at = None
        self.edge_data = None
        self.cache = Cache()
        self.core = _core.Graph(
            rows,
            ends,
            checked_costs(costs, len(ends)),
            _core.HeuristicKind[self.metric or "zero"],
            self.positions,
            checked_rate(cost_per_distance, positions),
        )
        if self.core.consistency_factor > 1:
            warn_of_rate(self)

    @classmethod
    def from_edges(
        cls, edges: Iterable[Sequence[Any]] | NDArray[Any], *, directed: bool = True, **options: Any
    ) -> Graph:
        """Make a graph from a list of edges.

        Args:
            edges: ``(from, to)`` or ``(from, to, cost)`` each, of any hashable names; or an array ``(m, 2)``
                or ``(m, 3)``, whose nodes are then 0 to the largest number.
            directed: Whether an edge leads one way only. Otherwise it leads both ways at the same cost.
            **options: ``names`` (all nodes in order; by default as they appear), ``positions``, ``metric``
                and ``cost_per_distance`` as `Graph`; and ``data``, a mapping for each edge with the data that
                `Path.edges` returns for it.

        Raises:
            ArrayError: An edge of another length; the message says which.
            PathstarError: As `Graph`.

        Example:
            >>> Graph.from_edges([("a", "b"), ("b", "c")], directed=False)
            Graph(3 nodes, 4 edges)
        """
        names = options.pop("names", None)
        return cls._of(columns_of(edges, None if names is None else names_of(names)), directed, options)

    @classmethod
    def from_arrays(
        cls,
        sources: ArrayLike,
        targets: ArrayLike,
        costs: ArrayLike | None = None,
        *,
        size: int | None = None,
        directed: bool = True,
        **options: Any,
    ) -> Graph:
        """Make a graph of arrays: edge i leads from ``sources[i]`` to ``targets[i]`` and costs ``costs[i]``.

        Args:
            sources: Whole numbers ``(m,)``, nodes from 0.
            targets: Whole numbers ``(m,)``.
            costs: Numbers ``(m,)``; by default each edge costs 1.
            size: The number of nodes; by default the number of names, else up to the largest in use.
            directed: As `from_edges`.
            **options: ``names``, ``positions``, ``metric``, ``cost_per_distance`` as `Graph`, and ``data`` as
                `from_edges`.

        Raises:
            PathstarError: As `Graph`; a wrong edge is named by its row.

        Example:
            >>> Graph.from_arrays([0, 0, 1], [1, 2, 2], [5, 9, 3])
            Graph(3 nodes, 3 edges)
        """
        columns = columns_of_arrays(sources, targets, costs, size, options.pop("names", None))
        return cls._of(columns, directed, options)

    @classmethod
    def from_neighbors(
        cls,
        starts: Iterable[Hashable],
        neighbors: Callable[[Any], Iterable[tuple[Any, float]]],
        *,
        limit: int = 1_000_000,
        positions: Positions = None,
        **options: Any,
    ) -> Graph:
        """Follow a function from some nodes to all that can be reached, and keep the result as a graph.

        It calls the function once for each node, breadth first. Searches on the graph then run without
        Python.

        Args:
            starts: Nodes to begin with: any hashable things.
            neighbors: ``neighbors(node)`` returns pairs ``(node, cost)``. Exceptions that it raises pass
                through.
            limit: The maximum number of nodes, which an endless space exceeds.
            positions: An array with a row for each node, a mapping from nodes, or a function of a node.
            **options: ``metric`` and ``cost_per_distance`` as `Graph`.

        Raises:
            MapLimitError: More nodes can be reached.
            ArrayError: The function returns something other than pairs.
            PathstarError: As `Graph`; errors name the step.

        Example:
            >>> halves = Graph.from_neighbors([12], lambda n: [(n // 2, 1.0), (n - 1, 3.0)] if n else [])
            >>> halves.size
            13
        """
        return cls._of(columns_of_neighbors(starts, neighbors, limit), True, options, positions)

    @classmethod
    def _of(
        cls, columns: Columns, directed: bool, options: dict[str, Any], positions: Positions = None
    ) -> Graph:
        """Sort the edges into rows; an error in a cost names the edge by the caller's row."""
        checked_costs(columns[2], len(columns[2]))
        one_way = checked_switch("directed", directed)
        data = checked_data(options.pop("data", None), len(columns[0]))
        sources, targets, costs, names = columns if one_way else both_ways(columns)
        if positions is not None:
            options = {**options, "positions": positions_of(positions, names.of(range(names.size)).tolist())}
        offsets, order = rows_of(sources, names.size)
        kept: Any = names
        graph = cls(offsets, targets[order], costs[order], names=kept, **options)
        if data is not None:
            turned = [] if one_way else np.flatnonzero(columns[0] != columns[1]).tolist()
            rows = columns_of_rows([*data, *(data[edge] for edge in turned)])
            graph.edge_data = EdgeData(sources, targets, costs, rows)
        return graph

    def to_networkx(self, *, directed: bool = True, weight: str = "weight", position: str = "pos") -> Any:
        """Return the graph as a networkx one, a multigraph where there are parallel edges.

        Args:
            directed: Whether to make a DiGraph. Otherwise each edge must have an edge back at the same cost,
                and both become one.
            weight: The edges' attribute for the cost.
            position: The nodes' attribute for their positions, if those are known.

        Raises:
            MissingExtraError: networkx is not installed.
            OptionError: With ``directed=False``, an edge has no edge back; the message names it.

        Example:
            >>> back = Graph.from_edges([("a", "b", 3)], directed=False).to_networkx(directed=False)
            >>> back["a"]["b"]
            {'weight': 3.0}
        """
        return to_networkx(self, directed=directed, weight=weight, position=position)

    def __repr__(self) -> str:
        return f"Graph({counted(self.size, 'node')}, {counted(self.edges, 'edge')})"

    def __reduce__(self) -> tuple[Any, ...]:
        arrays = (np.array(self.offsets), np.array(self.targets), np.array(self.costs))
        gone = sorted(self.names.gone)
        return _rebuilt, (
            arrays,
            self.names.given,
            self.positions,
            self.metric,
            self._rate,
            gone,
            self.edge_data,
        )


def _rebuilt(
    arrays: tuple[NDArray[Any], ...],
    names: list[Hashable] | None,
    positions: NDArray[np.float64] | None,
    metric: str | None,
    rate: float | None,
    gone: Sequence[int] = (),
    data: EdgeData | None = None,
) -> Graph:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", HeuristicWarning)  # it was given when the original was made
        graph = Graph(
            *arrays, names=names, positions=positions, metric=metric or "euclidean", cost_per_distance=rate
        )
    if gone:
        graph.core.remove_nodes(np.array(gone, np.uint32))
        graph.names.remove(gone)
    graph.edge_data = None if data is None else data.copy()
    return graph
