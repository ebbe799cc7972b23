"""Boards in characters, cell by cell or in half-blocks."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from pathstar.viz.display_list.rasterize import cells_under, rasterized
from pathstar.viz.layouts.lattice import Points
from pathstar.viz.layouts.layout import Layout
from pathstar.viz.render.terminal_cells import Pixels, codes_of, plain_signs, signs_of
from pathstar.viz.scene import Scene
from pathstar.viz.theme import RGB, Theme

_RESET = "\x1b[0m"
_MOST_NAMED = 120
_LINE = "·"


@dataclass(frozen=True, eq=False)
class Canvas:
    """Characters with their colours.

    Attributes:
        signs: One character each ``[h, w]``, for use with colours.
        plain: The same for use without colours.
        front: Their inks, uint8 ``[h, w, 3]``.
        back: The colours behind them.
        page: The colour of empty space.
    """

    signs: NDArray[np.str_]
    plain: NDArray[np.str_]
    front: Pixels
    back: Pixels
    page: RGB

    @classmethod
    def empty(cls, columns: int, rows: int, theme: Theme) -> Canvas:
        """Return a canvas with nothing on it."""
        blank = np.full((rows, columns), " ")
        paper = np.empty((rows, columns, 3), np.uint8)
        paper[:] = theme.page
        return cls(blank, blank.copy(), paper, paper.copy(), theme.page)

    def put(self, row: int, column: int, words: str, ink: RGB, plain: str | None = None) -> None:
        """Write words as far as there is room; without colours write `plain`, if it is given."""
        for at, (sign, bare) in enumerate(zip(words, plain or words, strict=True), column):
            if 0 <= row < len(self.signs) and 0 <= at < self.signs.shape[1]:
                self.signs[row, at], self.plain[row, at] = sign, bare
                self.front[row, at] = ink

    def text(self, color: str | None) -> str:
        """Return the lines; without colours, in plain characters and without trailing spaces."""
        if color is None:
            return "\n".join("".join(row).rstrip() for row in self.plain.tolist()).rstrip() + "\n"
        inks, papers = codes_of(self.front, color), codes_of(self.back, color)
        nothing = (self.back == np.array(self.page, np.uint8)).all(axis=-1)
        lines = []
        for row, signs in enumerate(self.signs.tolist()):
            before, line = "", []
            for at, sign in enumerate(signs):
                paper = "49" if nothing[row, at] else f"48;{papers[row][at]}"
                look = f"\x1b[38;{inks[row][at]};{paper}m"
                line.append(sign if look == before else look + sign)
                before = look
            lines.append("".join(line) + _RESET + "\n")
        return "".join(lines)


def canvas_of(scene: Scene, theme: Theme, width: int, height: int) -> Canvas | None:
    """Draw a scene cell by cell, with rows and columns shifted; None if the window is too small.

    Args:
        scene: The layers.
        theme: The colours.
        width: Columns to draw in.
        height: Lines to draw in.
    """
    layout = scene.layout
    if layout.network:
        return _graph(scene, theme, width, height)
    if layout.shapes is not None:
        return _plane(scene, theme, width, height)
    seats, tall = _seats(layout), _lines_of_a_cell(layout)
    columns, rows = int(seats[:, 0].max()) + 2, int(seats[:, 1].max()) + tall
    if columns > width or rows > height:
        return None
    canvas = Canvas.empty(columns, rows, theme)
    signs, front, back, plain = _looks(scene, theme)
    for cell in np.flatnonzero(layout.shown).tolist():
        column, row = seats[cell].tolist()
        canvas.back[row : row + tall, column : column + 2] = back[cell]
        canvas.front[row, column : column + 2] = front[cell]
        canvas.signs[row, column : column + 2] = list(signs[cell])
        canvas.plain[row, column] = plain[cell]
    for x, y, words in layout.titles:
        canvas.put(round(y / layout.pitch[1] - 0.5), round(x / layout.pitch[0]), words, theme.text)
    return canvas


def _looks(scene: Scene, theme: Theme) -> tuple[list[str], Pixels, Pixels, list[str]]:
    """Return the sign, the ink, the paper and the plain character of each cell."""
    signs, front, back = signs_of(scene, theme)
    plain = plain_signs(scene, scene.height, scene.width)
    return signs.ravel().tolist(), front.reshape(-1, 3), back.reshape(-1, 3), plain.ravel().tolist()


def _seats(layout: Layout) -> NDArray[np.int64]:
    """Return the column and the line of each cell; titles take the lines above the cells."""
    least = np.nanmin(layout.centres, axis=0)
    head = least[1] // layout.pitch[1] if layout.titles else 0.0
    seats = (np.nan_to_num(layout.centres) - least) / np.array(layout.pitch) + np.array([0.0, head])
    rounded: NDArray[np.int64] = np.round(seats * layout.shown[:, None]).astype(np.int64)
    return rounded


def _lines_of_a_cell(layout: Layout) -> int:
    """Return the number of lines that a cell covers, given that it is two columns wide."""
    x, y = layout.outline.T
    area = abs(float((x * np.roll(y, -1) - y * np.roll(x, -1)).sum())) / 2
    return max(1, round(area / (2 * layout.pitch[0] * layout.pitch[1])))


def _graph(scene: Scene, theme: Theme, width: int, height: int) -> Canvas | None:
    """Draw nodes as signs with their names, edges as dotted lines, the path in stars."""
    layout = scene.layout
    if layout.names is None or not 0 < len(layout.names) <= _MOST_NAMED:
        return None
    longest = min(max(map(len, layout.names)), 16)
    wide, high = layout.size
    columns = min(width, round(wide * 9) + longest + 2)
    rows = min(height, max(3, round(high * 4)))
    canvas = Canvas.empty(columns, rows, theme)
    room = np.array([max(1, columns - longest - 3), max(1, rows - 1)])
    span = np.maximum(np.ptp(layout.centres, axis=0), 1e-9)
    seats = np.round((layout.centres - layout.centres.min(axis=0)) / span * room)
    for begin, end in layout.edges.tolist():
        _draw_line(canvas, seats[begin], seats[end], _LINE, theme.muted)
    cells = layout.cells(scene.route)
    for begin, end in pairwise(cells.tolist()):
        _draw_line(canvas, seats[begin], seats[end], "*", theme.path)
    signs, front, back, plain = _looks(scene, theme)
    for cell, (x, y) in enumerate(seats.astype(int).tolist()):
        unseen = signs[cell] == "  "
        red, green, blue = theme.text if unseen else front[cell].tolist()
        canvas.put(y, x, "o" if unseen else signs[cell][0], (red, green, blue), plain[cell])
        canvas.back[y, x] = back[cell]
        canvas.put(y, x + 2, layout.names[cell][:16], theme.text)
    return canvas


def _plane(scene: Scene, theme: Theme, width: int, height: int) -> Canvas:
    """Draw polygons as dots where they lie, the path in stars."""
    layout = scene.layout
    shrink = max(layout.size[0] / width, layout.size[1] / (2 * height) * 2)
    columns, rows = max(1, int(layout.size[0] / shrink)), max(1, int(layout.size[1] / shrink / 2))
    canvas = Canvas.empty(columns, rows, theme)
    on_mesh = cells_under(layout, columns, rows) >= 0
    canvas.plain[on_mesh] = "."
    canvas.back[on_mesh] = theme.floor
    scale = np.array([columns, rows]) / np.array(layout.size)
    at = np.floor(layout.between(scene.line) * scale) if len(scene.line) else scene.line
    for begin, end in pairwise(at):
        _draw_line(canvas, begin, end, "*", theme.path)
    for sign, place, ink in (("B", scene.goal, theme.goal), ("A", scene.start, theme.start)):
        if place is not None:
            ((x, y),) = np.floor(layout.spot(place) * scale).astype(int).tolist()
            canvas.put(y, x, sign, ink)
    return canvas


def _draw_line(canvas: Canvas, begin: Points, end: Points, sign: str, ink: RGB) -> None:
    count = int(np.abs(end - begin).max()) + 1
    for x, y in np.round(np.linspace(begin, end, count)).astype(int).tolist():
        canvas.put(y, x, sign, ink)


def pixels_of(scene: Scene, theme: Theme, width: int, height: int) -> Pixels:
    """Return a picture of a scene too large for the window, with a pixel for each half of a character."""
    layout = scene.layout
    shrink = max(layout.size[0] / width, layout.size[1] / (2 * height))
    if layout.upright:  # a pixel shows a whole cell, or several
        shrink = max(shrink, 1.0)
    columns, rows = (max(1, int(side / shrink)) for side in layout.size)
    picture = rasterized(scene, theme, columns, rows)
    scale = np.array([columns, rows]) / np.array(layout.size)

    def paint(points: Points, ink: RGB, reach: int = 0) -> None:
        for x, y in np.floor(points[np.isfinite(points[:, 0])]).astype(int).tolist():
            picture[max(y - reach, 0) : y + reach + 1, max(x - reach, 0) : x + reach + 1] = ink

    route = (
        [layout.between(scene.line)] if layout.origin is not None else layout.lines(layout.cells(scene.route))
    )
    for line in route:
        at = line * scale
        for begin, end in pairwise(at):
            paint(np.linspace(begin, end, int(np.abs(end - begin).max()) + 2), theme.path)
    for place, ink in ((scene.goal, theme.goal), (scene.start, theme.start)):
        if place is not None:
            paint(layout.spot(place) * scale, ink, 1 if shrink > 2 else 0)
    return picture
