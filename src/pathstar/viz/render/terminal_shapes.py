"""Display lists drawn in characters."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from pathstar.viz.display_list.shapes import Discs, Patches, Points, Raster, Shape, Strokes, Words
from pathstar.viz.layouts.characters import Characters
from pathstar.viz.marks import SEARCH_ROLES
from pathstar.viz.render.terminal_canvas import Canvas
from pathstar.viz.render.terminal_cells import PLAIN, Pixels, ground_signs
from pathstar.viz.theme import RGB, Theme

_SIGNS = {"closed": "·", "open": "○", "current": "◎", "path": "●", "start": "A", "goal": "B", "gate": "◇"}
_LINES = {"edge": ("·", "·"), "claimed": ("/", "/"), "link": ("~", "~"), "path": ("*", "*")}
_NODE = "o"
_MANY = "+"  # for numbers of two digits
_LONGEST_NAME = 16


def drawn(shapes: Iterable[Shape], sheet: Characters, theme: Theme) -> Canvas:
    """Draw a display list, from back to front.

    Args:
        shapes: The display list of the sheet.
        sheet: The sheet.
        theme: The colours.
    """
    pen = _Pen(Canvas.empty(sheet.columns, sheet.rows, theme), sheet, theme)
    for shape in shapes:
        if isinstance(shape, Raster):
            pen.raster(shape)
        elif isinstance(shape, Patches):
            pen.patches(shape)
        elif isinstance(shape, Discs):
            pen.discs(shape)
        elif isinstance(shape, Strokes):
            pen.strokes(shape)
        else:
            pen.words(shape)
    return pen.canvas


class _Pen:
    """Draws shapes on a canvas.

    Args:
        canvas: The canvas.
        sheet: Where its characters are.
        theme: The colours.
    """

    def __init__(self, canvas: Canvas, sheet: Characters, theme: Theme) -> None:
        self.canvas = canvas
        self._sheet = sheet
        self._theme = theme
        self._numbered = 0

    def raster(self, shape: Raster) -> None:
        """Draw the ground, and what a search has made of it."""
        canvas, (columns, lines) = self.canvas, self._sheet.span
        first = np.s_[: canvas.plain.shape[0] : lines, : canvas.plain.shape[1] : columns]
        canvas.back[:] = _enlarged(shape.pixels, lines, columns)
        canvas.front[:] = canvas.back
        if shape.kinds is None:
            return
        bare = ground_signs(shape.kinds)
        canvas.plain[first] = bare
        for mark, role in {} if shape.marks is None else SEARCH_ROLES.items():
            seen = shape.marks == mark
            canvas.plain[first][seen if role != "closed" else seen & (bare != PLAIN["wall"])] = PLAIN[role]

    def patches(self, shape: Patches) -> None:
        """Draw cells, or the target."""
        if shape.ground is not None:
            return self._ground(shape, shape.ground)
        if shape.role in ("goal", "via"):
            at = shape.polygons.mean(axis=1)
            if shape.role == "goal":
                return self._mark("goal", at, shape.fill or self._theme.goal)
            return self._number(at)
        if shape.role not in ("open", "closed", "current"):
            return None
        ink = np.array(shape.fill or self._theme.page, np.float64)
        for column, row in self._sheet.seats(shape.polygons.mean(axis=1)).tolist():
            cell = self._cell(column, row)
            under = self.canvas.back[cell]
            self.canvas.back[cell] = np.round(under + (ink - under) * self._theme.tint)
            self._sign(shape.role, row, column, self._theme.text)
        return None

    def _ground(self, shape: Patches, ground: int) -> None:
        (plain,) = ground_signs(np.array([ground])).tolist()
        sign = " "
        if self._sheet.layout.network:
            sign = plain = _NODE
        for column, row in self._sheet.seats(shape.polygons.mean(axis=1)).tolist():
            self.canvas.back[self._cell(column, row)] = shape.fill or self._theme.page
            self.canvas.put(row, column, sign, self._theme.text, plain)

    def discs(self, shape: Discs) -> None:
        """Draw the start, or the places on a path."""
        if shape.role == "start":
            self._mark("start", shape.centres, shape.fill or self._theme.start)
        elif shape.role == "gate":
            self._mark("gate", shape.centres, shape.fill or self._theme.current, reach=0)
        elif shape.role in ("dots", "ends"):
            for column, row in self._sheet.seats(shape.centres).tolist():
                self._sign("path", row, column, shape.fill or self._theme.path)

    def strokes(self, shape: Strokes) -> None:
        """Draw edges and lines of a path, character by character."""
        if shape.role not in _LINES:
            return
        if shape.role == "path" and self._sheet.detailed and not self._sheet.layout.network:
            return  # its dots are on the cells
        sign, plain = _LINES[shape.role]
        if shape.role == "path" and not self._sheet.layout.network:
            sign = _SIGNS["path"]
        for line in shape.lines:
            at = (line - self._sheet.corner) / self._sheet.box
            if shape.role == "claimed":
                at = at.mean(axis=0, keepdims=True).repeat(2, axis=0)
            for begin, end in pairwise(at):
                for x, y in _between(begin, end).tolist():
                    self.canvas.put(y, x, sign, shape.ink, plain)
                    if self._sheet.dense:
                        self.canvas.back[y : y + 1, x : x + 1] = shape.ink

    def words(self, shape: Words) -> None:
        """Write names beside what they name, and titles where they are."""
        if shape.names is not None:
            ((column, row),) = self._sheet.seats(np.array([shape.names])).tolist()
            self.canvas.put(row, column + 2, shape.text[:_LONGEST_NAME], shape.ink)
        elif shape.anchor == "start":
            wide, high = self._sheet.box
            self.canvas.put(round(shape.at[1] / high - 0.5), round(shape.at[0] / wide), shape.text, shape.ink)

    def _mark(self, role: str, centres: Points, paper: RGB, reach: int | None = None) -> None:
        for column, row in self._sheet.seats(centres).tolist():
            self.canvas.back[self._cell(column, row, reach)] = paper
            self._sign(role, row, column, self._theme.text_on(paper))

    def _number(self, centres: Points) -> None:
        """Mark a place before the target by its number, as far as that is one digit."""
        self._numbered += 1
        paper, sign = self._theme.goal, str(self._numbered) if self._numbered < 10 else _MANY
        for column, row in self._sheet.seats(centres).tolist():
            self.canvas.back[self._cell(column, row)] = paper
            self.canvas.put(row, column, sign, self._theme.text_on(paper), sign)

    def _sign(self, role: str, row: int, column: int, ink: RGB) -> None:
        self.canvas.put(row, column, _SIGNS[role], ink, PLAIN[role])

    def _cell(self, column: int, row: int, reach: int | None = None) -> tuple[slice, slice]:
        columns, lines = self._sheet.span
        reach = self._sheet.reach if reach is None else reach
        return np.s_[
            max(row - reach, 0) : row + lines + reach, max(column - reach, 0) : column + columns + reach
        ]


def _enlarged(pixels: Pixels, lines: int, columns: int) -> Pixels:
    return pixels.repeat(lines, axis=0).repeat(columns, axis=1)


def _between(begin: NDArray[np.float64], end: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the characters that a line passes, column and line ``(n, 2)``."""
    count = math.ceil(float(np.abs(end - begin).max()) - 1e-6) + 1  # a diagonal step passes no third one
    return np.floor(np.linspace(begin, end, count) + 0.5).astype(np.int64)
