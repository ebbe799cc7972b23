"""Sheets of characters: the size of a board in a terminal, and the characters of its points."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pathstar.viz.layouts.lattice import Points
from pathstar.viz.layouts.layout import Layout
from pathstar.viz.layouts.sheet import Sheet

_UNIT = 14  # pixels of a cell drawn on its own: outlined, but without room for pointers and numbers
_MOST_NAMED = 120
_LONGEST_NAME = 16
_NODE = (9, 4)  # columns and lines from a node to the next


@dataclass(frozen=True, eq=False)
class Characters(Sheet):
    """A sheet that is drawn in characters.

    Attributes:
        box: Width and height of a character, in pixels of the sheet.
        span: The columns and the lines that a cell takes.
        corner: The middle of a cell in the first column and the first line.
        columns: The number of columns.
        rows: The number of lines.
        dense: Whether only colours are shown, two rows in a line.
    """

    box: tuple[float, float]
    span: tuple[int, int]
    corner: tuple[float, float]
    columns: int
    rows: int
    dense: bool = False

    @property
    def raster(self) -> tuple[int, int]:
        """Lines and columns."""
        return self.rows, self.columns

    @property
    def signed(self) -> bool:
        """True: rasters say what their pixels show."""
        return True

    @property
    def reach(self) -> int:
        """How far the marks of start and target reach beyond a character, to be visible."""
        return 1 if self.dense and self.scale < 0.5 else 0

    def seats(self, points: Points) -> NDArray[np.int64]:
        """Return the column and the line of the first character of cells with these middles ``(n, 2)``."""
        return np.floor((points - self.corner) / self.box + 0.5).astype(np.int64)


def cells_in(layout: Layout, width: int, height: float) -> Characters | None:
    """Return the sheet on which each cell has characters of its own; None if the window is too small.

    Args:
        layout: The layout.
        width: Columns of the window.
        height: Lines of the window; infinity if only the width counts.
    """
    if layout.network:
        return _nodes_in(layout, width, height)
    if layout.shapes is not None:
        return None
    scale = _UNIT / layout.room
    span = 2, _lines_of(layout)
    box = (0.5 * scale, scale) if layout.upright else (layout.pitch[0] * scale, layout.pitch[1] * scale)
    least, most = (bound(layout.centres, axis=0) * scale for bound in (np.nanmin, np.nanmax))
    head = least[1] // box[1] if layout.titles else 0.0
    corner = (float(least[0]), float(least[1] - head * box[1]))
    last = np.floor((most - corner) / box + 0.5).astype(np.int64)
    columns, rows = (last + span).tolist()
    if columns > width or rows > height:
        return None
    return Characters(layout, scale, box, span, corner, columns, rows)


def _lines_of(layout: Layout) -> int:
    """Return the number of lines that a cell covers, given that it is two columns wide."""
    if layout.upright:
        return 1
    x, y = layout.outlines[0].T
    area = abs(float((x * np.roll(y, -1) - y * np.roll(x, -1)).sum())) / 2
    return max(1, round(area / (2 * layout.pitch[0] * layout.pitch[1])))


def _nodes_in(layout: Layout, width: int, height: float) -> Characters | None:
    """Return the sheet of a graph, with room for names beside its nodes; None if it has too many."""
    if layout.names is None or not 0 < len(layout.names) <= _MOST_NAMED:
        return None
    longest = min(max(map(len, layout.names)), _LONGEST_NAME)
    wide, high = layout.size
    columns = min(width, round(wide * _NODE[0]) + longest + 2)
    rows = int(min(height, max(3, round(high * _NODE[1]))))
    scale = _UNIT / layout.room
    least, most = (bound(layout.centres, axis=0) * scale for bound in (np.min, np.max))
    room = max(1, columns - longest - 3), max(1, rows - 1)
    across, down = ((most - least) / room).tolist()
    box = across or scale, down or scale
    return Characters(layout, scale, box, (1, 1), (float(least[0]), float(least[1])), columns, rows)


def blocks_in(layout: Layout, width: int, height: float, *, halves: bool = False) -> Characters:
    """Return a sheet scaled to a window, where a character, or half of one, may show many cells.

    Args:
        layout: The layout.
        width: Columns of the window.
        height: Lines of the window; infinity if only the width counts.
        halves: Whether a line shows two rows of pixels.
    """
    shrink = max(layout.size[0] / width, layout.size[1] / (2 * height))
    if layout.upright:  # a pixel shows a whole cell, or several
        shrink = max(shrink, 1.0)
    columns = max(1, int(layout.size[0] / shrink))
    # a character is about twice as high as wide; cells that fit one by one take a character each
    tall = 1 if halves or (layout.upright and shrink == 1.0) else 2
    rows = max(1, int(layout.size[1] / shrink / tall))
    scale = columns / layout.size[0]
    box = 1.0, layout.size[1] * scale / rows
    return Characters(layout, scale, box, (1, 1), (0.5 * box[0], 0.5 * box[1]), columns, rows, halves)
