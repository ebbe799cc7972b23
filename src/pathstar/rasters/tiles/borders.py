"""The cells along the borders of tiles: their places in a tile's window, and a number for each of them."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from pathstar.rasters.tiles.layout import Layout, Tile

Places = NDArray[np.int64]


@lru_cache(maxsize=64)
def places_in(
    shape: tuple[int, int], margins: tuple[int, int, int, int], reach: int
) -> tuple[Places, Places]:
    """Return the places of a window's margins in its array, row times width plus column, and of the frame.

    The frame are the cells of the tile from which, or to which, steps cross its border.
    """
    top, left, bottom, right = margins
    inside = np.zeros(shape, np.int8)
    inner = inside[top : shape[0] - bottom, left : shape[1] - right]
    inner += 1
    inner[reach : inner.shape[0] - reach, reach : inner.shape[1] - reach] += 1
    found = np.flatnonzero(inside == 0), np.flatnonzero(inside == 1)
    for each in found:
        each.flags.writeable = False  # it is shared
    return found


class Borders:
    """A number for each cell of the frames of all tiles; those of one tile follow each other, row by row.

    Args:
        layout: The tiles.
    """

    def __init__(self, layout: Layout) -> None:
        self._layout, self._beyond = layout, dict[Tile, Places]()
        self._heights, self._widths = np.diff(layout.row_edges), np.diff(layout.column_edges)
        beside = 2 * layout.reach
        inner = np.outer(np.maximum(self._heights - beside, 0), np.maximum(self._widths - beside, 0))
        sizes = np.outer(self._heights, self._widths) - inner
        self._begins = np.concatenate([[0], np.cumsum(sizes)])

    def __len__(self) -> int:
        return int(self._begins[-1])

    def frame(self, tile: Tile) -> slice:
        """Return the numbers of a tile's frame."""
        return slice(int(self._begins[tile]), int(self._begins[tile + 1]))

    def beyond(self, tile: Tile) -> Places:
        """Return the numbers of the cells in a tile's margins, which other tiles own."""
        if tile not in self._beyond:
            self._beyond[tile] = self._numbers(self.margin(tile))
        return self._beyond[tile]

    def margin(self, tile: Tile) -> Places:
        """Return the cells in a tile's margins: row of the raster times its width plus column."""
        window = self._layout.window(tile)
        places, _ = places_in(window.shape, window.margins, self._layout.reach)
        return window.cells(places)

    def _numbers(self, cells: Places) -> Places:
        layout, reach = self._layout, self._layout.reach
        rows, columns = np.divmod(cells, layout.shape[1])
        owners = layout.owners(cells)
        down, across = np.divmod(owners, layout.across)
        height, width = self._heights[down], self._widths[across]
        y, x = rows - np.asarray(layout.row_edges)[down], columns - np.asarray(layout.column_edges)[across]
        edge = np.minimum(width, 2 * reach)  # how many cells of a row in the middle belong to the frame
        above = np.minimum(y, reach) * width + np.clip(y - reach, 0, np.maximum(height - 2 * reach, 0)) * edge
        below = np.maximum(y - np.maximum(height - reach, reach), 0) * width
        middle = (y >= reach) & (y < height - reach)
        before = np.where(middle & (x >= reach), x - width + edge, x)
        return np.asarray(self._begins[owners] + above + below + before, np.int64)
