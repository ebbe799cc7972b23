"""Copies of layers, tile by tile: a tile lies in one piece, so one call writes or reads it.

Its first and last columns follow once more after a tile's rows. A window reads its parts of the tiles to the
left and to the right there, also in one piece.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.rasters.tiles.layout import Layout
from pathstar.rasters.tiles.raw import Part, ranges_of, read_parts, saying, with_room, write_part

_Cut = tuple[int, slice, slice]
"""A tile along a side, the part of it that is needed, and the place of that in the whole."""


@dataclass(frozen=True)
class TileCopy:
    """A copy of a layer in a file, from which any part can be read.

    Attributes:
        file: The file.
        layout: The tiles.
        dtype: The type of the numbers.
    """

    file: Path
    layout: Layout
    dtype: np.dtype[Any]

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.layout.shape

    @property
    def nbytes(self) -> int:
        """The size of the file in bytes."""
        return int(self._begins[-1])

    def make(self) -> None:
        """Make the file, with room for all tiles on the disk, unless an earlier run made it.

        Raises:
            OptionError: The disk is full, or the folder cannot be written.
        """
        size = self.nbytes
        with saying(self.file.parent, self.file):
            if not (self.file.exists() and self.file.stat().st_size == size):
                with_room(self.file, b"", size)

    def write(self, tile: int, values: NDArray[Any]) -> None:
        """Write a tile; others may write other tiles at the same time.

        Raises:
            OptionError: The disk is full.
        """
        edge = self._edge(values.shape[1])
        pieces = values, values[:, :edge], values[:, values.shape[1] - edge :]
        flat = np.concatenate([piece.ravel() for piece in pieces]).astype(self.dtype, copy=False)
        write_part(self.file, int(self._begins[tile]), 0, flat[None])

    def __getitem__(self, part: Part) -> NDArray[Any]:
        """Return a part.

        Raises:
            OptionError: The file is missing, or ends before the part does.
        """
        rows, columns = ranges_of(part, self.shape)
        values = np.empty((len(rows), len(columns)), self.dtype)
        tiles = product(_cut(rows, self.layout.row_edges), _cut(columns, self.layout.column_edges))
        read_parts(self.file, (self._part(down, across, values) for down, across in tiles))
        return values

    def _part(self, down: _Cut, across: _Cut, values: NDArray[Any]) -> tuple[int, int, NDArray[Any]]:
        """Return how to read the part in one tile, in the form for `read_parts`."""
        (i, rows, to_rows), (j, columns, to_columns) = down, across
        top, bottom = self.layout.row_edges[i : i + 2]
        left, right = self.layout.column_edges[j : j + 2]
        height, width, first = bottom - top, right - left, columns.start
        edge, before = self._edge(width), 0
        if columns.stop <= edge:
            before, width = height * width, edge
        elif first >= width - edge:
            before, width, first = height * (width + edge), edge, first - (width - edge)
        size = self.dtype.itemsize
        begin = int(self._begins[i * self.layout.across + j]) + (before + rows.start * width + first) * size
        return begin, width * size, values[to_rows, to_columns]

    def _edge(self, width: int) -> int:
        """Return how many of a tile's first and last columns follow it."""
        return min(self.layout.reach, width)

    @cached_property
    def _begins(self) -> NDArray[np.int64]:
        """Where tiles begin in the file, in bytes, and where the last one ends."""
        heights, widths = np.diff(self.layout.row_edges), np.diff(self.layout.column_edges)
        cells = np.outer(heights, widths + 2 * np.minimum(widths, self.layout.reach))
        return np.concatenate([[0], np.cumsum(cells.reshape(-1) * self.dtype.itemsize)])


def _cut(numbers: range, edges: tuple[int, ...]) -> Iterator[_Cut]:
    """Yield the tiles along a side that hold numbers: the tile, the place in it, and among the numbers.

    Example:
        >>> [(tile, (own.start, own.stop)) for tile, own, _ in _cut(range(3, 9), (0, 4, 8, 12))]
        [(0, (3, 4)), (1, (0, 4)), (2, (0, 1))]
    """
    place = numbers.start
    while place < numbers.stop:
        tile = bisect_right(edges, place) - 1
        end = min(numbers.stop, edges[tile + 1])
        own = slice(place - edges[tile], end - edges[tile])
        yield tile, own, slice(place - numbers.start, end - numbers.start)
        place = end
