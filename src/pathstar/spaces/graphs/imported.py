"""Graphs made from other libraries' graphs, matrices and tables."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any

from pathstar.maps.arguments import checked_switch
from pathstar.spaces.graphs.columns import (
    Positions,
    attributes_of_networkx,
    columns_of_networkx,
    columns_of_pandas,
    columns_of_rustworkx,
    columns_of_scipy,
)
from pathstar.spaces.graphs.edges import Columns
from pathstar.spaces.graphs.roads import Roads

if TYPE_CHECKING:
    from pathstar.spaces.graph import Graph


class Imported(Roads):
    """The part of `Graph` that knows the graphs of other libraries."""

    __slots__ = ()

    @classmethod
    def from_scipy(cls, matrix: Any, *, directed: bool = True, **options: Any) -> Graph:
        """Make a graph from a SciPy sparse matrix, as ``scipy.sparse.csgraph`` reads it.

        The entry stored at ``[i, j]`` is the cost of the edge from i to j. A stored zero is an edge that
        costs nothing; an entry that is not stored is not an edge. Entries stored twice are added up.

        Args:
            matrix: A sparse array or matrix ``(n, n)`` of any format.
            directed: Whether ``[i, j]`` leads from i to j only. Otherwise the matrix must be symmetric.
            **options: As `from_arrays`.

        Raises:
            ArrayError: The matrix is not square, or with ``directed=False`` not symmetric; the message names
                an entry.
            CostError: An entry is negative, NaN or infinite; the message names it.

        Example:
            >>> from scipy.sparse import csr_array
            >>> import pathstar as ps
            >>> ps.Graph.from_scipy(csr_array([[0, 2.5], [0, 0]]))
            Graph(2 nodes, 1 edge)
        """
        symmetric = not checked_switch("directed", directed)
        return _made_of(cls, columns_of_scipy(matrix, symmetric, options.pop("names", None)), True, options)

    @classmethod
    def from_networkx(
        cls,
        graph: Any,
        *,
        weight: str | None = "weight",
        missing: float | None = None,
        positions: str | Positions = None,
        **options: Any,
    ) -> Graph:
        """Make a graph from a networkx Graph, DiGraph, MultiGraph or MultiDiGraph; nodes keep their names.

        Args:
            graph: The graph; an undirected one leads both ways.
            weight: The edges' attribute for their cost; None: each edge costs 1.
            missing: The cost of an edge without it. By default such an edge is an error, but if no edge of
                the graph has a ``"weight"``, each costs 1.
            positions: The nodes' attribute for their positions, such as ``"pos"``; or a mapping from nodes,
                such as networkx's layouts, or a function of a node.
            **options: ``metric`` and ``cost_per_distance`` as `Graph`.

        Raises:
            OptionError: No edge, or no node, has that attribute.
            PathstarError: As `Graph`; errors name the edge by its ends.

        Example:
            >>> import pathstar as ps
            >>> import networkx as nx
            >>> roads = nx.Graph()
            >>> roads.add_edge("a", "b", weight=3)
            >>> ps.Graph.from_networkx(roads)
            Graph(2 nodes, 2 edges)
        """
        columns = columns_of_networkx(graph, weight, missing)
        if isinstance(positions, str):
            positions = attributes_of_networkx(graph, positions)
        return _made_of(cls, columns, graph.is_directed(), options, positions)

    @classmethod
    def from_rustworkx(
        cls,
        graph: Any,
        *,
        weight: Callable[[Any], float] | None = None,
        positions: Positions = None,
        **options: Any,
    ) -> Graph:
        """Make a graph from a rustworkx PyGraph or PyDiGraph; its nodes are named by their indices there.

        Args:
            graph: The graph; an undirected one leads both ways.
            weight: A function that turns an edge's weight into a cost. By default the weight is the cost, or
                1 if no edge has a weight.
            positions: An array with a row for each node, a mapping from indices, or a function of an index.
            **options: ``metric`` and ``cost_per_distance`` as `Graph`.

        Raises:
            CostError: An edge's weight is not a number; the message names its ends.
            PathstarError: As `Graph`.

        Example:
            >>> import pathstar as ps
            >>> import rustworkx as rx
            >>> roads = rx.PyDiGraph()
            >>> _ = roads.add_nodes_from("ab")
            >>> _ = roads.add_edge(0, 1, {"km": 4.0})
            >>> ps.Graph.from_rustworkx(roads, weight=lambda road: road["km"])
            Graph(2 nodes, 1 edge)
        """
        columns = columns_of_rustworkx(graph, weight)
        return _made_of(cls, columns, "Di" in type(graph).__name__, options, positions)

    @classmethod
    def from_pandas(
        cls,
        table: Any,
        source: Hashable = "source",
        target: Hashable = "target",
        cost: Hashable | None = None,
        *,
        directed: bool = True,
        positions: Positions = None,
        **options: Any,
    ) -> Graph:
        """Make a graph from a pandas DataFrame with one row for each edge.

        Args:
            table: The table.
            source: The column of the node where an edge begins; names of any kind.
            target: The column of the node to which it leads.
            cost: The column of its cost; None: each costs 1.
            directed: As `from_edges`.
            positions: An array with a row for each node, a mapping from names, or a function of a name.
            **options: ``names`` (all nodes in order; by default as they appear), ``metric`` and
                ``cost_per_distance`` as `Graph`.

        Raises:
            OptionError: There is no such column.
            PlaceError: An edge lacks an end.
            PathstarError: As `Graph`; errors name the row.

        Example:
            >>> import pathstar as ps
            >>> import pandas as pd
            >>> table = pd.DataFrame({"from": ["a", "b"], "to": ["b", "c"], "km": [3, 4]})
            >>> ps.Graph.from_pandas(table, "from", "to", "km", directed=False)
            Graph(3 nodes, 4 edges)
        """
        columns = columns_of_pandas(table, source, target, cost, options.pop("names", None))
        return _made_of(cls, columns, directed, options, positions)


def _made_of(
    kind: Any, columns: Columns, directed: bool, options: dict[str, Any], positions: Positions = None
) -> Graph:
    graph: Graph = kind._of(columns, directed, options, positions)
    return graph
