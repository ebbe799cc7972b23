"""The cells along the borders of tiles: their places in a tile's window, and their numbers."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pathstar.rasters.tiles.layout import Layout, Window

Numbers = NDArray[np.int64]


class Places(NamedTuple):
    """Cells of a window, by their rows and columns in its array."""

    rows: Numbers
    columns: Numbers


@lru_cache(maxsize=64)
def _places_in(
    shape: tuple[int, int], margins: tuple[int, int, int, int], reach: int
) -> tuple[Places, Places]:
    top, left, bottom, right = margins
    inside = np.zeros(shape, np.int8)
    inner = inside[top : shape[0] - bottom, left : shape[1] - right]
    inner += 1
    inner[reach : inner.shape[0] - reach, reach : inner.shape[1] - reach] += 1
    return Places(*np.nonzero(inside == 0)), Places(*np.nonzero(inside == 1))


def margin_of(window: Window, reach: int) -> Places:
    """Return the cells of a window's margins, which belong to other tiles."""
    return _places_in(window.shape, window.margins, reach)[0]


def frame_of(window: Window, reach: int) -> Places:
    """Return the cells of a window's tile from which, or to which, steps cross its border."""
    return _places_in(window.shape, window.margins, reach)[1]


class Borders:
    """A number for each cell along the borders of tiles.

    Cells of whole rows along borders come first, row by row, then the cells along borders in other rows.

    Args:
        layout: The tiles.
    """

    def __init__(self, layout: Layout) -> None:
        self._near = _near(layout.row_edges, layout.reach)
        near_across = _near(layout.column_edges, layout.reach)
        self._ranks = np.cumsum(near_across) - 1
        width, few = len(near_across), int(near_across.sum())
        whole = int(self._near.sum())
        above: Numbers = np.cumsum(self._near) - self._near  # rows along borders above each row
        other = np.arange(len(self._near)) - above
        self._begins = np.where(self._near, above * width, whole * width + other * few)
        self._count = whole * width + (len(self._near) - whole) * few

    def __len__(self) -> int:
        return self._count

    def numbers(self, window: Window, places: Places) -> Numbers:
        """Return the numbers of cells of a window, all of which lie along borders."""
        rows, columns = window.rows[places.rows], window.columns[places.columns]
        return self._begins[rows] + np.where(self._near[rows], columns, self._ranks[columns])


def _near(edges: tuple[int, ...], reach: int) -> NDArray[np.bool_]:
    """Return which rows, or columns, lie along a border; the ends of the raster count."""
    near = np.zeros(edges[-1], bool)
    for begin, end in pairwise(edges):
        near[begin : min(begin + reach, end)] = near[max(end - reach, begin) : end] = True
    return near
