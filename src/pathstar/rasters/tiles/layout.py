"""How a raster is cut into tiles, and which cells lie along their borders."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import OptionError

Tile = int


@dataclass(frozen=True)
class Window:
    """A tile with its surroundings, as far as steps reach.

    Attributes:
        rows: Rows of the raster, int64: the tile's own, and those above and below.
        columns: The same for columns, which wrap round if the raster does.
        margins: The number of rows and columns above, to the left, below and to the right.
        joined: Whether the first column lies beside the last: a tile as wide as a raster that wraps.
        across: The number of columns of the raster.
    """

    rows: NDArray[np.int64]
    columns: NDArray[np.int64]
    margins: tuple[int, int, int, int]
    joined: bool
    across: int

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns, with the margins."""
        return len(self.rows), len(self.columns)

    @property
    def inner(self) -> tuple[slice, slice]:
        """The tile's own cells."""
        top, left, bottom, right = self.margins
        return slice(top, len(self.rows) - bottom), slice(left, len(self.columns) - right)

    def inside(self, cells: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return cells of the tile as places in the window's array: row times its width plus column."""
        rows, columns = np.divmod(cells, self.across)
        x = columns - self.columns[self.margins[1]] + self.margins[1]
        return np.asarray((rows - self.rows[0]) * len(self.columns) + x, np.int64)

    def cells(self, places: tuple[NDArray[np.int64], NDArray[np.int64]]) -> NDArray[np.int64]:
        """Return the cells of the raster in rows and columns of the window's array."""
        rows, columns = places
        return self.rows[rows] * self.across + self.columns[columns]


@dataclass(frozen=True)
class Layout:
    """A raster cut along rows and columns into tiles, which may differ in size.

    Attributes:
        row_edges: Where tiles begin, and finally the number of rows.
        column_edges: The same for columns.
        reach: The number of cells that the longest step spans.
        wrap: Whether the last column lies beside the first.
    """

    row_edges: tuple[int, ...]
    column_edges: tuple[int, ...]
    reach: int
    wrap: bool

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns of the raster."""
        return self.row_edges[-1], self.column_edges[-1]

    @property
    def across(self) -> int:
        """How many tiles lie side by side."""
        return len(self.column_edges) - 1

    def __len__(self) -> int:
        return (len(self.row_edges) - 1) * self.across

    @cached_property
    def _row_tiles(self) -> NDArray[np.int64]:
        return np.repeat(np.arange(len(self.row_edges) - 1), np.diff(self.row_edges))

    @cached_property
    def _column_tiles(self) -> NDArray[np.int64]:
        return np.repeat(np.arange(self.across), np.diff(self.column_edges))

    def owners(self, cells: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the tiles that cells belong to; a cell is row times width plus column."""
        rows, columns = np.divmod(cells, self.shape[1])
        return np.asarray(self._row_tiles[rows] * self.across + self._column_tiles[columns], np.int64)

    def box(self, tile: Tile) -> tuple[slice, slice]:
        """Return a tile's own rows and columns."""
        i, j = divmod(tile, self.across)
        return slice(*self.row_edges[i : i + 2]), slice(*self.column_edges[j : j + 2])

    def window(self, tile: Tile) -> Window:
        """Return a tile with its surroundings."""
        rows, columns = self.box(tile)
        height, width = self.shape
        top, bottom = min(self.reach, rows.start), min(self.reach, height - rows.stop)
        left, right = min(self.reach, columns.start), min(self.reach, width - columns.stop)
        joined = self.wrap and self.across == 1
        if self.wrap and not joined:
            left = right = self.reach
        return Window(
            np.arange(rows.start - top, rows.stop + bottom),
            np.arange(columns.start - left, columns.stop + right) % width,
            (top, left, bottom, right),
            joined,
            width,
        )

    def around(self, tile: Tile) -> NDArray[np.int64]:
        """Return the tiles that a tile's window touches, itself among them."""
        window = self.window(tile)
        down, across = np.unique(self._row_tiles[window.rows]), np.unique(self._column_tiles[window.columns])
        return (down[:, None] * self.across + across).reshape(-1)


def edges_of(length: int, side: int | tuple[int, ...]) -> tuple[int, ...]:
    """Return where tiles begin, and the length.

    Args:
        length: The length of the raster.
        side: The side of a tile, or the lengths of all of them.

    Raises:
        OptionError: A side is not over 0, or the lengths do not add up.

    Example:
        >>> edges_of(10, 4), edges_of(10, (3, 7))
        ((0, 4, 8, 10), (0, 3, 10))
    """
    lengths = np.asarray(side) if isinstance(side, (int, np.integer, tuple, list)) else np.empty(0)
    if lengths.dtype.kind not in "iu" or (lengths < 1).any():
        raise OptionError(f"the side of a tile is {side!r}; allowed: 1 or more, or the lengths of all tiles")
    if lengths.ndim == 0:
        return (*range(0, length, int(lengths)), length)
    if lengths.sum() != length:
        raise OptionError(f"the tiles' lengths {side} do not add up to {length}")
    return (0, *np.cumsum(lengths).tolist())
