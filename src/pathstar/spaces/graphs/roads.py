"""Graphs of roads: made from streets, with data on each edge, and a search for the node near a point."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar.errors import ArrayError, ArrayTypeError, OptionError, PlaceError
from pathstar.maps.layers import as_array
from pathstar.spaces.base import place_list
from pathstar.spaces.graphs.edits import EditedRows
from pathstar.spaces.graphs.nearest import nearest_nodes
from pathstar.spaces.graphs.streets import Street, streets_of_lines, streets_of_osmnx
from pathstar.spaces.places import checked_nodes

if TYPE_CHECKING:
    from pathstar.spaces.graph import Graph


class Roads(EditedRows):
    """The part of `Graph` that knows about streets."""

    __slots__ = ()

    @classmethod
    def from_osmnx(cls, graph: Any, *, weight: str = "length", **options: Any) -> Graph:
        """Make a graph from one of OSMnx, with the positions of its nodes and the data of its edges.

        Args:
            graph: A networkx MultiDiGraph whose nodes have ``x`` and ``y``.
            weight: The edges' attribute for their cost, such as ``"travel_time"``.
            **options: ``metric`` and ``cost_per_distance`` as `Graph`; the metric is the great circle if the
                graph's ``crs`` uses degrees.

        Raises:
            OptionError: An edge lacks the attribute, or a node lacks its position.
            PathstarError: As `Graph`; errors name the edge by its ends.

        Example:
            >>> import networkx as nx, pathstar as ps
            >>> town = nx.MultiDiGraph(crs="epsg:4326")
            >>> town.add_nodes_from([(1, {"x": 13.4, "y": 52.5}), (2, {"x": 13.41, "y": 52.5})])
            >>> _ = town.add_edge(1, 2, osmid=77, length=676.0, name="Mill Lane")
            >>> path = ps.find_path(ps.Graph.from_osmnx(town), 1, 2)
            >>> path.edges[0]["name"]
            'Mill Lane'
        """
        nodes, positions, streets, degrees = streets_of_osmnx(graph, weight)
        options.setdefault("metric", "great_circle" if degrees else "euclidean")
        return cls.of_streets(nodes, positions, streets, **options)

    @classmethod
    def from_lines(
        cls,
        table: Any,
        cost: str | None = None,
        *,
        one_way: str | None = None,
        decimals: int = 9,
        **options: Any,
    ) -> Graph:
        """Make a graph from lines, such as a GeoDataFrame of roads, with nodes where lines end.

        Lines that cross without ending there are not connected.

        Args:
            table: A GeoDataFrame of LineStrings or MultiLineStrings.
            cost: The column of a line's cost; by default its length, in the unit of the coordinates, or in
                metres if they are degrees.
            one_way: A column that tells whether a line leads only from its first point to its last; by
                default all lead both ways.
            decimals: The number of decimals to which ends must agree to be one node.
            **options: ``metric`` and ``cost_per_distance`` as `Graph`; the metric is the great circle if the
                table's crs uses degrees.

        Raises:
            ArrayTypeError: It is not such a table.
            OptionError: There is no such column.
            PathstarError: As `Graph`; errors name the row.
        """
        nodes, positions, streets, degrees = streets_of_lines(table, cost, one_way, decimals)
        options.setdefault("metric", "great_circle" if degrees else "euclidean")
        return cls.of_streets(nodes, positions, streets, **options)

    @classmethod
    def of_streets(
        cls, nodes: list[Any], positions: NDArray[np.float64], streets: list[Street], **options: Any
    ) -> Graph:
        """Make a graph from streets; each becomes an edge with its data.

        Args:
            nodes: The names of the nodes.
            positions: Their positions, ``(n, 2)``.
            streets: The edges, by numbers of nodes.
            **options: As `Graph`.
        """
        maker: Any = cls
        graph: Graph = maker.from_arrays(
            np.array([street.source for street in streets], np.int64),
            np.array([street.target for street in streets], np.int64),
            np.array([street.cost for street in streets], np.float64),
            size=len(nodes),
            names=nodes,
            positions=positions if len(nodes) else None,
            data=[street.data for street in streets],
            **options,
        )
        return graph

    def nearest(self, points: ArrayLike) -> Any:
        """Return the nodes nearest to points.

        Args:
            points: One point in the coordinates of the graph's positions, or an array ``(k, d)``: ``(x, y)``,
                or longitude and latitude.

        Returns:
            The name of a node, or the names ``(k,)``.

        Raises:
            ArrayError, ArrayTypeError: They are not such points.
            OptionError: The nodes have no positions, or there are no nodes.

        Example:
            >>> import pathstar as ps
            >>> roads = ps.Graph.from_edges([("a", "b")], names="ab", positions=[(0, 0), (4, 0)])
            >>> roads.nearest((3, 1)), roads.nearest([(0, 9), (5, 5)]).tolist()
            ('b', ['a', 'b'])
        """
        if self.positions is None:
            raise OptionError("the nodes of this graph have no positions; give some by positions=...")
        rows = self._checked_points(points)
        left = np.flatnonzero(self.is_free(np.arange(self.size, dtype=np.uint32)))
        if not len(left):
            raise OptionError("this graph has no nodes, so none is nearest")
        nearest = self.places_of(left[nearest_nodes(rows, self.positions[left], self.metric)[0]])
        return nearest if np.ndim(points) == 2 else place_list(nearest)[0]

    def edges_along(self, nodes: NDArray[np.uint32]) -> list[dict[str, Any]]:
        """Return the data about the edges between successive nodes; see `Path.edges`.

        Raises:
            PlaceError: An edit has removed an edge, or one of them is not the number of a node.
            PlaceTypeError: They are not whole numbers.
        """
        numbers = checked_nodes(nodes, self.size).ravel().tolist()
        names = place_list(self.places_of(np.array(numbers, np.uint32)))
        found = []
        for at, (here, there) in enumerate(pairwise(numbers)):
            data = {} if self.edge_data is None else self.edge_data.of(here, there)
            ends, costs = self.core.steps_from(here)
            parallel = costs[ends == there]
            if not len(parallel):
                raise PlaceError(f"there is no edge from {names[at]!r} to {names[at + 1]!r} any more")
            cost = float(parallel.min())
            found.append({**data, "from": names[at], "to": names[at + 1], "cost": cost})
        return found

    def _checked_points(self, points: ArrayLike) -> NDArray[np.float64]:
        assert self.positions is not None
        array, columns = as_array(points, "points"), self.positions.shape[1]
        if array.dtype.kind not in "iuf":
            raise ArrayTypeError(f"points must hold numbers, not {array.dtype}")
        if array.ndim not in (1, 2) or array.shape[-1] != columns:
            raise ArrayError(f"points has the shape {array.shape}; allowed: ({columns},) or (k, {columns})")
        rows = np.atleast_2d(array).astype(np.float64)
        if not np.isfinite(rows).all():
            raise ArrayError("points must be finite numbers")
        if self.metric == "great_circle" and (np.abs(rows[:, 1]) > 90).any():
            raise ArrayError("points must have latitudes from -90 to 90; the longitude comes first")
        return rows
