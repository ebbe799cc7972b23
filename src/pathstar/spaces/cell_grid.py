"""Cells in columns and rows: the common part of grids of squares, hexagons and triangles."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar import _core
from pathstar.lazy import load_lazily
from pathstar.maps.regions import checked_place
from pathstar.spaces.linked import LinkedCells
from pathstar.spaces.links import Links
from pathstar.spaces.places import checked_nodes, checked_places, values_at
from pathstar.spaces.source import Source, take_over

if TYPE_CHECKING:
    from pathstar.maps.change import Change


class CellGrid(LinkedCells):
    """Cells ``(x, y)``, numbered row by row, some of them walkable.

    Attributes:
        core: The native space.
        cost_model: What a step costs: ``"enter"`` or ``"mean"``.
        links: Joined borders, portals and one-way rules.
        source: The map that it was made from, and the revision that it is at; None if it was made from
            arrays.
        from_map: The name of the function that makes such a grid from a map.
    """

    __slots__ = ("_height", "_width", "core", "cost_model", "source")

    core: _core.Grid | _core.RegularGrid
    cost_model: str
    links: Links
    source: Source | None
    from_map: ClassVar[str]
    _width: int
    _height: int

    @property
    def width(self) -> int:
        """Cells from left to right."""
        return self._width

    @property
    def height(self) -> int:
        """Cells from top to bottom."""
        return self._height

    @property
    def shape(self) -> tuple[int, int]:
        """``(height, width)``, as in NumPy."""
        return self._height, self._width

    @property
    def size(self) -> int:
        """The number of cells."""
        return self._height * self._width

    @property
    def revision(self) -> int:
        """How often the grid was edited."""
        return self.core.revision

    def untouched(self, nodes: NDArray[np.uint32], revision: int) -> int:
        """Return how many of the first of these cells have no edit near them since a revision.

        Raises:
            PlaceError, PlaceTypeError: They are not numbers of its nodes.

        Example:
            >>> import pathstar as ps
            >>> map = ps.Map([[1] * 9])
            >>> grid = map.grid()
            >>> path = ps.find_path(grid, (0, 0), (8, 0))
            >>> change = map.edit("passable", (6, 0), False)
            >>> grid.untouched(path.nodes, path.revision)
            5
        """
        return self.core.untouched(checked_nodes(nodes, self.size).astype(np.uint32), revision)

    @property
    def walkable(self) -> NDArray[np.bool_]:
        """Which cells may be entered: a read-only view ``bool[h, w]`` that follows edits."""
        return self.core.walkable().view(np.bool_).reshape(self.shape)

    @property
    def cost(self) -> NDArray[np.float64] | None:
        """The costs of the cells: a read-only view ``float64[h, w]`` that follows edits, or None."""
        return self.core.cost().reshape(self.shape) if self.core.has_cost else None

    def node_of(self, place: Any) -> int:
        """Return the number of a cell, ``y * width + x``.

        Raises:
            PlaceError: The place lies outside.
            PlaceTypeError: It is not a pair of whole numbers.
        """
        x, y = checked_place(place, self._width, self._height)
        return y * self._width + x

    def nodes_of(self, places: ArrayLike, name: str = "places") -> NDArray[np.uint32]:
        """Return the numbers of many cells ``(n, 2)``; errors name the argument and the row."""
        nodes = _core.nodes_of(places, self._width, self._height)
        if nodes is None:
            x, y = checked_places(places, name, self._width, self._height).T
            nodes = (y * self._width + x).astype(np.uint32)
        return nodes

    def is_free(self, nodes: NDArray[np.uint32]) -> NDArray[np.bool_]:
        """Return which of these cells are walkable.

        Raises:
            PlaceError, PlaceTypeError: One of them is not the number of a node.
        """
        return values_at(self.walkable.ravel(), nodes)

    def places_of(self, nodes: ArrayLike) -> NDArray[np.int32]:
        """Return the places of many cells: int32 ``(n, 2)``, columns x and y.

        Raises:
            PlaceError, PlaceTypeError: An entry is not the number of a cell.
        """
        numbers = checked_nodes(nodes, self.size)
        places = np.empty((*numbers.shape, 2), np.int32)
        np.divmod(numbers, self._width, out=(places[..., 1], places[..., 0]), casting="unsafe")
        return places

    def update(self, change: Change) -> None:
        """Take over an edit of the map that this grid was made from; the work is in proportion to its cells.

        Only a grid made with ``follow=False``, or one that was pickled, needs it: others follow their map by
        themselves. A change that the grid has seen does nothing. The update waits for searches in other
        threads. A search that is stepped by hand goes on, or begins again if the edit lies near what it has
        looked at.

        Args:
            change: The result of `Map.edit`. Changes must be taken over in order.

        Raises:
            StaleError: There are other changes between the revision of this grid and this change.
            OptionError: The grid was made from arrays, not from a map; or this is not a change.

        Example:
            >>> import pathstar as ps
            >>> map = ps.Map([[1, 1, 1]])
            >>> grid = map.grid(follow=False)
            >>> change = map.edit("passable", (1, 0), False)
            >>> bool(ps.find_path(grid, (0, 0), (2, 0)))
            True
            >>> grid.update(change)
            >>> bool(ps.find_path(grid, (0, 0), (2, 0)))
            False
        """
        take_over(self, change)

    def show(self, **options: Any) -> None:
        """Print the cells in the terminal, scaled to the window."""
        load_lazily("CellGrid.show")(self, **options)

    def _repr_html_(self) -> str:
        html: str = load_lazily("CellGrid.html")(self)
        return html
