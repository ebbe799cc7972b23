"""A whole picture: the board with a title, a legend and a margin."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from pathstar.viz.display_list.compose import display_list
from pathstar.viz.display_list.shapes import Discs, Patches, Shape, Strokes, Words
from pathstar.viz.display_list.swatches import swatch
from pathstar.viz.layouts.sheet import sheet_of
from pathstar.viz.legend import ROW, SCALE, Entry, legend_of, legend_rows
from pathstar.viz.scene import Scene
from pathstar.viz.theme import Theme

MARGIN = 12
_TITLE = 30  # pixels
_SIZE = 14.0  # of the text


@dataclass(frozen=True, eq=False)
class Picture:
    """A display list with its size in pixels."""

    shapes: list[Shape]
    width: int
    height: int


def picture_of(
    scene: Scene,
    theme: Theme,
    *,
    cell: int | None = None,
    legend: bool = False,
    title: str = "",
    lang: str = "en",
) -> Picture:
    """Lay out a picture.

    Args:
        scene: The content.
        theme: The colours.
        cell: Pixels per cell; see `sheet_of`.
        legend: Whether to explain the colours below the board.
        title: The text above it; an empty one takes no room. A board without title and legend has no margin.
        lang: The language of the legend.
    """
    sheet = sheet_of(scene.layout, cell)
    board = list(display_list(scene, theme, sheet))
    if not legend and not title:
        return Picture(board, sheet.width, sheet.height)
    rows = legend_rows(legend_of(scene, lang), sheet.width) if legend else []
    wide = max([sheet.width, *(entry.right for row in rows for entry in row)])
    top = MARGIN + (_TITLE if title else 0)
    shapes = [moved(shape, MARGIN, top) for shape in board]
    if title:
        shapes.append(Words((MARGIN, MARGIN + 8), title, _SIZE + 2, theme.text, central=True, bold=True))
    low = top + sheet.height
    shapes += [moved(shape, MARGIN, low) for shape in _legend(rows, theme, detailed=sheet.detailed)]
    scaled = SCALE if any(entry.scale for row in rows for entry in row) else 0  # it is in the last row
    return Picture(shapes, wide + 2 * MARGIN, low + ROW * len(rows) + scaled + (0 if rows else MARGIN))


def moved(shape: Shape, x: float, y: float) -> Shape:
    """Return a shape moved to another position."""
    by = np.array([x, y])
    if isinstance(shape, Patches):
        return replace(shape, polygons=shape.polygons + by)
    if isinstance(shape, Discs):
        return replace(shape, centres=shape.centres + by)
    if isinstance(shape, Strokes):
        return replace(shape, lines=[line + by for line in shape.lines])
    if isinstance(shape, Words):
        names = None if shape.names is None else (shape.names[0] + x, shape.names[1] + y)
        return replace(shape, at=(shape.at[0] + x, shape.at[1] + y), names=names)
    return replace(shape, left=shape.left + round(x), top=shape.top + round(y))


def _legend(rows: list[list[Entry]], theme: Theme, *, detailed: bool) -> Iterator[Shape]:
    for number, row in enumerate(rows):
        top = number * ROW + 9.0
        for entry in row:
            yield from swatch(entry, theme, top, detailed=detailed)
            yield Words((entry.words_at, top + 8), entry.words, _SIZE, theme.text, central=True)
