"""Clearance: how much room there is around each cell."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar import _core
from pathstar.lazy import load_lazily
from pathstar.spaces.grid import Grid, squares_of


class Clearance:
    """The room around each cell of a grid, for square units and for discs.

    The first use computes the room in time proportional to the number of cells. From then on it follows the
    edits of the grid; an edit takes time proportional to the number of cells whose room may change.

    For the room within one kind of terrain, take the clearance of a grid whose cost model closes all other
    terrain.

    A notebook shows it as a heat map; `pathstar.save_picture` writes one into a file.

    Args:
        grid: A `Grid` of 4 or 8 directions without links.

    Raises:
        SpaceError: The grid is not such a grid.

    Example:
        >>> import pathstar as ps
        >>> map = ps.Map([[1, 1, 1], [1, 1, 1], [1, 1, 0]])
        >>> room = ps.analysis.clearance(map.grid())
        >>> room.squares.tolist()
        [[2, 2, 1], [2, 1, 1], [1, 1, 0]]
        >>> change = map.edit("passable", (2, 2), True)
        >>> room.squares.tolist()
        [[3, 2, 1], [2, 2, 1], [1, 1, 1]]
        >>> room.discs[1].tolist()
        [0.5, 1.5, 0.5]
    """

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self._core = squares_of(grid, "clearance")

    @property
    def squares(self) -> NDArray[np.uint32]:
        """The side of the largest free square whose upper left cell is the cell, 0 where it is blocked.

        uint32 ``[h, w]``: a read-only view, brought up to date each time you ask for it. A unit of ``k x k``
        cells fits where the value is at least k.
        """
        return self._squares.values()

    @property
    def discs(self) -> NDArray[np.float64]:
        """The distance from the centre of each cell to the border of the nearest blocked square, in cells.

        float64 ``[h, w]``: a read-only view, brought up to date each time you ask for it. Everything outside
        the grid counts as blocked. A disc of radius r fits where the value is at least r.
        """
        return self._discs.values()

    def _repr_html_(self) -> str:
        html: str = load_lazily("Clearance.html")(self)
        return html

    @cached_property
    def _squares(self) -> _core.SquareClearance:
        return _core.SquareClearance(self._core)

    @cached_property
    def _discs(self) -> _core.DiscClearance:
        return _core.DiscClearance(self._core)

    def __repr__(self) -> str:
        return f"Clearance of {self.grid!r}"

    def __reduce__(self) -> tuple[Any, ...]:
        return Clearance, (self.grid,)


def clearance(grid: Grid) -> Clearance:
    """Return how much room there is around each cell of a grid; see `Clearance`.

    Raises:
        SpaceError: The grid has 16 directions, joined borders, portals, one-way or edge rules.

    Example:
        >>> import pathstar as ps
        >>> int(clearance(ps.Grid([[1, 1, 1], [1, 1, 1]])).squares.max())
        2
    """
    return Clearance(grid)
