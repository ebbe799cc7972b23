"""Edits of a graph: costs, edges and nodes."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar.errors import ArrayError, OptionError, PlaceError
from pathstar.maps.arguments import checked_list, checked_switch
from pathstar.spaces.graphs.edge_data import EdgeData, checked_data
from pathstar.spaces.graphs.edges import MOST_NODES, Columns, both_ways, checked_costs, columns_of
from pathstar.spaces.graphs.positions import checked_positions, warn_of_rate
from pathstar.spaces.graphs.rows import Rows

Edges = Iterable[Sequence[Any]] | NDArray[Any]
Ends = tuple[NDArray[np.uint32], NDArray[np.uint32], NDArray[np.float64]]


class EditedRows(Rows):
    """A graph that can be edited. Each call is one edit; a call that raises changes nothing.

    Searches, components and planners follow at their next use. An edit waits for searches in other threads.
    """

    __slots__ = ()

    def set_costs(self, edges: Edges, *, directed: bool = True) -> None:
        """Change the costs of edges.

        Args:
            edges: ``(from, to, cost)`` each; or an array ``(m, 3)`` of node numbers and costs. Parallel edges
                all get the cost.
            directed: Whether to change one direction only. Otherwise the edge back gets the same cost.

        Raises:
            ArrayError: An edge of another length.
            CostError: A cost is negative, NaN or infinite.
            PlaceError: There is no such node or edge; the message says which.

        Warns:
            HeuristicWarning: As `Graph`: the chosen ``cost_per_distance`` now overestimates an edge.

        Example:
            >>> import pathstar as ps
            >>> roads = ps.Graph.from_edges([("a", "b", 2.0), ("b", "c", 2.0), ("a", "c", 5.0)])
            >>> roads.set_costs([("b", "c", 9.0)])
            >>> list(ps.find_path(roads, "a", "c")), roads.revision
            (['a', 'c'], 1)
        """
        sources, targets, costs = self._ends(columns_of(edges, self.names), directed)
        self._check_there(sources, targets)
        self.core.set_costs(sources, targets, costs)
        if self.edge_data is not None:
            self.edge_data.set_costs(sources, targets, costs)
        self._warn()

    def add_edges(self, edges: Edges, *, directed: bool = True, data: Any = None) -> None:
        """Add edges between existing nodes.

        Args:
            edges: ``(from, to)`` or ``(from, to, cost)`` each, as `Graph.from_edges` takes them; or an array
                ``(m, 2)`` or ``(m, 3)`` of numbers of nodes. An existing edge gets a parallel one.
            directed: Whether an edge leads one way only. Otherwise it leads both ways at the same cost.
            data: A mapping for each edge with the data that `Path.edges` returns for it. An entry of
                `Path.edges` will do, so a street that opens again can be what it was.

        Raises:
            ArrayError: An edge of another length, or a number of data that is not that of the edges.
            CostError: A cost is negative, NaN or infinite.
            OptionError: The data are not mappings.
            PlaceError: There is no such node; the message says which.

        Warns:
            HeuristicWarning: As `set_costs`.

        Example:
            >>> import pathstar as ps
            >>> roads = ps.Graph.from_edges([("a", "b", 2.0), ("b", "c", 2.0)])
            >>> roads.add_edges([("a", "c", 1.0)], directed=False)
            >>> ps.find_path(roads, "c", "a").cost
            1.0
        """
        given = columns_of(edges, self.names)
        rows = checked_data(data, len(given[0]))
        ends = self._ends(given, directed)
        if rows is not None and self.edge_data is None:
            begins = np.repeat(np.arange(self.size), np.diff(self.offsets))
            self.edge_data = EdgeData(begins, self.targets, self.costs, {})
        self.core.add_edges(*ends)
        if self.edge_data is not None:
            known: list[Any] = [None] * len(given[0]) if rows is None else list(rows)
            turned = [] if directed else np.flatnonzero(given[0] != given[1]).tolist()
            self.edge_data.add_edges(*ends, [*known, *(known[edge] for edge in turned)])
        self._warn()

    def remove_edges(self, edges: Edges, *, directed: bool = True) -> None:
        """Remove edges, including all parallel ones.

        Args:
            edges: ``(from, to)`` each, or an array ``(m, 2)`` of numbers of nodes.
            directed: Whether to remove one direction only.

        Raises:
            ArrayError: An edge of another length.
            PlaceError: There is no such node or edge; the message says which.

        Example:
            >>> import pathstar as ps
            >>> roads = ps.Graph.from_edges([("a", "b", 2.0), ("b", "c", 2.0)])
            >>> roads.remove_edges([("a", "b")])
            >>> bool(ps.find_path(roads, "a", "c"))
            False
        """
        sources, targets, costs = self._ends(columns_of(edges, self.names), directed)
        self._check_there(sources, targets)
        self.core.remove_edges(sources, targets, costs)
        if self.edge_data is not None:
            self.edge_data.remove_edges(sources, targets)

    def add_nodes(self, names: Iterable[Hashable], positions: ArrayLike | None = None) -> None:
        """Add nodes without edges.

        A name that was removed may be added again, and then gets its old number. Other nodes get the next
        numbers.

        Args:
            names: The names; in a graph without names the numbers themselves.
            positions: The positions, ``(k, d)``, if the graph has positions.

        Raises:
            OptionError: The names are not a list, such as one string.
            PlaceError: The node exists already; or a number is not the next one.
            PlaceTypeError: A name is not hashable.
            ArrayError: Positions are missing, have another shape, or there should be none.

        Example:
            >>> import pathstar as ps
            >>> roads = ps.Graph.from_edges([("a", "b", 2.0)])
            >>> roads.add_nodes(["c"])
            >>> roads.add_edges([("b", "c", 1.0)])
            >>> ps.find_path(roads, "a", "c").cost
            3.0
        """
        called = _listed(names)
        numbers = self.names.numbers_for_new(called)
        if self.size + len(numbers) > MOST_NODES:
            raise ArrayError(f"a graph has at most {MOST_NODES} nodes")
        places = self._places_for(len(numbers), positions)
        old = np.array(numbers, np.int64) < self.size
        if old.any():
            self.core.restore_nodes(np.array(numbers, np.uint32)[old], places[old].ravel())
        if not old.all():
            self.core.add_nodes(int((~old).sum()), places[~old].ravel())
        if self.positions is not None:
            grown = np.vstack([self.positions, places[~old]])
            grown[np.array(numbers)[old]] = places[old]
            self.positions = grown
        self.names.add(called, numbers)
        self.drawn_at = None

    def remove_nodes(self, names: Iterable[Hashable]) -> None:
        """Remove nodes with all their edges. The numbers of the others stay.

        Args:
            names: The names; in a graph without names the numbers.

        Raises:
            OptionError: The names are not a list, such as one string.
            PlaceError: There is no such node; the message says which.
            PlaceTypeError: A name is not hashable.

        Example:
            >>> import pathstar as ps
            >>> roads = ps.Graph.from_edges([("a", "b", 2.0), ("b", "c", 2.0)])
            >>> roads.remove_nodes(["b"])
            >>> bool(ps.find_path(roads, "a", "c")), roads.edges
            (False, 0)
        """
        numbers = self.names.numbers(_listed(names), "names")
        self.core.remove_nodes(numbers)
        if self.edge_data is not None:
            self.edge_data.remove_nodes(numbers)
        self.names.remove(numbers.tolist())

    def _ends(self, columns: Columns, directed: bool) -> Ends:
        checked_costs(columns[2], len(columns[2]))
        sources, targets, costs, _ = columns if checked_switch("directed", directed) else both_ways(columns)
        ends = sources.astype(np.uint32), targets.astype(np.uint32)
        for nodes in ends:
            gone = np.flatnonzero(~self.is_free(nodes))
            if gone.size:
                raise PlaceError(f"edge {gone[0]} has the end {nodes[gone[0]]}, which was removed")
        return *ends, np.ascontiguousarray(costs)

    def _check_there(self, sources: NDArray[np.uint32], targets: NDArray[np.uint32]) -> None:
        row = self.core.first_missing(sources, targets)
        if row < len(sources):
            ends = self.places_of([sources[row], targets[row]]).tolist()
            raise PlaceError(f"there is no edge from {ends[0]!r} to {ends[1]!r}; add_edges adds one")

    def _places_for(self, count: int, positions: ArrayLike | None) -> NDArray[np.float64]:
        if self.positions is None or self.metric is None:
            if positions is not None:
                raise ArrayError("positions are given, but the nodes of this graph have none")
            return np.empty((count, 0))
        if positions is None:
            raise ArrayError("positions are missing: the nodes of this graph have some, one row for each")
        places = checked_positions(positions, count, self.metric)
        if places.shape[1] != self.positions.shape[1]:
            raise ArrayError(
                f"positions has {places.shape[1]} columns; those of this graph have {self.positions.shape[1]}"
            )
        return places

    def _warn(self) -> None:
        if self.core.consistency_factor > 1:
            warn_of_rate(self)


def _listed(names: Iterable[Hashable]) -> list[Hashable]:
    """Return names as a list. A string is refused: it is one name, not a list of letters.

    Raises:
        OptionError: They are not a list, or another iterable.
    """
    if isinstance(names, str) and len(names) > 1:
        raise OptionError(f"names is {names!r}; allowed: a list of names, such as [{names!r}]")
    return checked_list("names", names, "nodes")
