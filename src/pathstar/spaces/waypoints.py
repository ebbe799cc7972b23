"""Points on a grid, joined where they see each other."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar import _core
from pathstar.errors import MapLimitError, PlaceError, SpaceError, counted
from pathstar.spaces.base import Cache, Space
from pathstar.spaces.grid import Grid, squares_of
from pathstar.spaces.kinds import KINDS
from pathstar.spaces.layers.stacks import checked_ground

if TYPE_CHECKING:
    from pathstar.maps.change import Change

MOST_POINTS = 10_000
_MOST_THREADS = 16


class Waypoints(Space):
    """Points on a grid, joined by straight lines where they see each other; made by `waypoints`.

    A path leads from any cell to any cell, over the points between. Each query joins its start and goal to
    the points that they see, and to each other. A place is a cell ``(x, y)``.

    Attributes:
        grid: Where they lie.
        points: The points, int32 ``(k, 2)``, columns x and y.

    Example:
        >>> import pathstar as ps
        >>> corner = ps.waypoints(ps.Grid([[1, 1, 1], [0, 0, 1]]), [(2, 0)])
        >>> list(ps.find_path(corner, (0, 0), (2, 1)))
        [(0, 0), (2, 0), (2, 1)]
    """

    __slots__ = ("core", "grid", "points")

    kind = KINDS["Waypoints"]
    core: _core.Waypoints

    def __init__(self, grid: Grid, points: ArrayLike) -> None:
        _check_grid(grid)
        nodes = grid.nodes_of(points, "points")
        _check_points(grid, nodes)
        self._join(grid, nodes)

    def _join(self, grid: Grid, nodes: NDArray[np.uint32]) -> None:
        self.grid = grid
        self.points: NDArray[np.int32] = grid.places_of(nodes)
        self.points.setflags(write=False)
        self.cache = Cache()
        self.core = _core.Waypoints(
            squares_of(grid, "waypoints"), nodes, min(os.cpu_count() or 1, _MOST_THREADS)
        )

    @property
    def size(self) -> int:
        """The number of nodes, which are the cells of the grid."""
        return self.grid.size

    @property
    def shape(self) -> tuple[int, int]:
        """``(height, width)`` of the grid."""
        return self.grid.shape

    @property
    def edges(self) -> int:
        """The number of edges between the points; each leads both ways and counts twice."""
        self.core.catch_up()
        return self.core.edges

    @property
    def revision(self) -> int:
        """How often the grid was edited."""
        self.core.catch_up()
        return self.core.revision

    def sees(self, a: Any, b: Any) -> bool:
        """Return whether a straight line between the centres of two cells is free under the corner rule.

        Every cell whose interior the line crosses must be free. Where it passes exactly through the corner
        between two cells, both must be free under ``"no_cut"``, and one of them under ``"no_squeeze"``.
        """
        return self.core.sees(self.grid.node_of(a), self.grid.node_of(b))

    def is_free(self, nodes: NDArray[np.uint32]) -> NDArray[np.bool_]:
        """Return which of these cells are walkable."""
        return self.grid.is_free(nodes)

    def node_of(self, place: Any) -> int:
        """Return the number of a cell.

        Raises:
            PlaceError, PlaceTypeError: As `Grid.node_of`.
        """
        return self.grid.node_of(place)

    def nodes_of(self, places: ArrayLike, name: str = "places") -> NDArray[np.uint32]:
        """Return the numbers of many cells; errors as `node_of` and `Grid.nodes_of`."""
        return self.grid.nodes_of(places, name)

    def places_of(self, nodes: ArrayLike) -> NDArray[Any]:
        """Return the cells ``(x, y)`` of many numbers, ``(n, 2)``."""
        return self.grid.places_of(nodes)

    @property
    def heuristics(self) -> tuple[str, ...]:
        """The estimates that fit."""
        return ("zero", "euclidean")

    def default_heuristic(self) -> str:
        """Return ``"euclidean"``: the straight line."""
        return "euclidean"

    def consistency_factor(self, heuristic: str) -> float:
        """Return how much a heuristic falls, at most, per unit of an edge's cost."""
        return float(heuristic == "euclidean")

    def step_range(self) -> tuple[float, float]:
        """Return bounds for the cost of one edge: the least and the most."""
        return self.grid.moves.straight, self.core.largest_cost

    def update(self, change: Change) -> None:
        """Take over an edit of the map that the grid was made from; the points are joined again."""
        self.grid.update(change)

    def __repr__(self) -> str:
        points, lines = counted(len(self.points), "point"), counted(self.edges // 2, "line")
        return f"Waypoints({points}, {lines}, on {self.grid!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (self.grid, np.array(self.points))


def _unpickled(grid: Grid, points: NDArray[np.int32]) -> Waypoints:
    """Make one from a pickle; edits may have closed the cells of some points."""
    joined = Waypoints.__new__(Waypoints)
    joined._join(grid, grid.nodes_of(points, "points"))
    return joined


def waypoints(grid: Grid, points: ArrayLike) -> Waypoints:
    """Join the points of a grid that see each other, for paths of straight lines in any direction.

    A line costs its length times the cost of a straight step. The corner rule of the grid decides what a line
    may touch; whether the grid has 4 or 8 directions does not matter.

    Args:
        grid: A grid without costs.
        points: Walkable cells ``(k, 2)``, columns x and y, at most 10,000, none twice.

    Returns:
        A `Waypoints`, a space to search on: ``ps.find_path(ps.waypoints(grid, points), (x, y), (x, y))``.

    Raises:
        SpaceError: It is not a grid, or it has costs.
        PlaceError: A point lies outside, is not walkable, or is given twice; the message names its row.
        PlaceTypeError: A point is not made of whole numbers.
        MapLimitError: There are too many points.

    Example:
        >>> import pathstar as ps
        >>> room = ps.Grid([[1, 1, 1, 1], [1, 0, 0, 1], [1, 1, 1, 1]])
        >>> around = ps.waypoints(room, [(0, 0), (3, 0)])
        >>> ps.find_path(around, (0, 1), (3, 1)).points.tolist()
        [[0, 1], [0, 0], [3, 0], [3, 1]]
    """
    return Waypoints(grid, points)


def _check_grid(grid: Grid) -> None:
    checked_ground("Waypoints", grid)
    if grid.cost is not None:
        raise SpaceError("waypoints need a grid without costs: a straight line costs its length")


def _check_points(grid: Grid, nodes: NDArray[np.uint32]) -> None:
    if len(nodes) > MOST_POINTS:
        raise MapLimitError(f"there are {len(nodes):,} points; waypoints take at most {MOST_POINTS:,}")
    first: dict[int, int] = {}
    free = grid.is_free(nodes)
    for row, node in enumerate(nodes.tolist()):
        place = tuple(grid.places_of([node])[0].tolist()) if not free[row] or node in first else None
        if not free[row]:
            raise PlaceError(f"points[{row}] = {place} is not walkable")
        if node in first:
            raise PlaceError(f"points[{row}] = {place} is points[{first[node]}] once more")
        first[node] = row
