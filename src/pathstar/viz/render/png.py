"""PNG pictures, drawn by NumPy and Pillow."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import need_extra
from pathstar.viz.display_list.compose import shapes_of
from pathstar.viz.display_list.marks import Marker, corner_words, corners, dots, markers, number
from pathstar.viz.layouts.layout import Sheet
from pathstar.viz.layouts.measures import Layout
from pathstar.viz.legend import ROW, legend_of, legend_rows
from pathstar.viz.render.shapes_png import drawn
from pathstar.viz.scene import CLOSED, OPEN, SEARCH_ROLES, Scene, size_of
from pathstar.viz.theme import RGB, Theme, mix

if TYPE_CHECKING:
    from PIL import Image

Pixels = NDArray[np.uint8]
_Draw = Callable[[Any, float], None]


def picture_of(scene: Scene, theme: Theme, *, cell: int | None = None, legend: bool = False) -> Image.Image:
    """Draw a scene as a Pillow image.

    Args:
        scene: The layers.
        theme: The colours.
        cell: Pixels per cell; see `layout_of`.
        legend: Whether to explain the colours below the picture.

    Raises:
        MissingExtraError: Pillow is not installed.
    """
    image = need_extra("PIL.Image", "plot")
    layout = size_of(scene, cell)
    if isinstance(layout, Sheet):
        shapes = shapes_of(scene, theme, layout)
        whole = drawn(shapes, layout.width, layout.height, theme.page)
        return _with_legend(whole, scene, theme, layout) if legend else whole
    picture: Image.Image = image.fromarray(_squares(scene, theme, layout))
    if scene.values is not None and layout.wordy:
        _draw_pointers(picture, scene, theme, layout)
    _draw_route(picture, scene, theme, layout)
    for marker in markers(scene, layout):
        _draw_marker(picture, marker, scene, theme, layout)
    if scene.values is not None and layout.wordy:
        _draw_numbers(picture, scene, theme, layout)
    return _with_legend(picture, scene, theme, layout) if legend else picture


def _squares(scene: Scene, theme: Theme, layout: Layout) -> Pixels:
    """Return the ground and the search, without path and ends."""
    small = scene.pixels(theme, layout.rows, layout.columns, tint=not layout.detailed)
    if layout.cell == 1:
        return small
    picture = small.repeat(layout.cell, axis=0).repeat(layout.cell, axis=1)
    if layout.detailed:
        lines = np.array(mix(theme.floor, theme.line, 0.8), np.uint8)
        picture[layout.cell - 1 : -1 : layout.cell] = lines
        picture[:, layout.cell - 1 : -1 : layout.cell] = lines
        if scene.search is not None:
            _outline(picture, scene.search, theme, layout)
    return picture


def _outline(picture: Pixels, search: NDArray[np.uint8], theme: Theme, layout: Layout) -> None:
    """Outline open (dashed) and closed squares one by one."""
    side, frame = layout.cell, layout.frame
    distance = np.minimum(np.arange(side), np.arange(side)[::-1])
    depth = np.minimum.outer(distance, distance)
    rim, inside = (depth >= 1) & (depth < 1 + frame), depth >= 1 + frame
    dash = np.arange(side) % max(side // 5, 3) < max(side // 5, 3) * 2 // 3
    along = np.where(distance[:, None] <= distance[None, :], dash[None, :], dash[:, None])
    for mark, role in SEARCH_ROLES.items():
        cells = search == mark
        colour = np.array(getattr(theme, role), np.float32)
        wash = 0.12 if mark == CLOSED else 0.2
        for part, share in ((rim & along if mark == OPEN else rim, 1.0), (inside, wash)):
            chosen = np.kron(cells, part)
            picture[chosen] = np.round((1 - share) * picture[chosen] + share * colour)


def _inked(picture: Image.Image, colour: RGB, draw: _Draw) -> None:
    """Draw a shape in one colour with smooth edges: it is drawn larger, and made small."""
    image, canvas = need_extra("PIL.Image", "plot"), need_extra("PIL.ImageDraw", "plot")
    scale = 4 if picture.width * picture.height <= 1 << 20 else 2
    mask = image.new("L", (picture.width * scale, picture.height * scale), 0)
    draw(canvas.Draw(mask), scale)
    picture.paste(colour, (0, 0), mask.reduce(scale))


def _draw_route(picture: Image.Image, scene: Scene, theme: Theme, layout: Layout) -> None:
    points, spots = corners(scene, layout), dots(scene, layout) if layout.dot else []
    if not points:
        return

    def line(width: float, radius: float) -> _Draw:
        def draw(canvas: Any, scale: float) -> None:
            large = [(x * scale, y * scale) for x, y in points]
            canvas.line(large, fill=255, width=max(1, round(width * scale)), joint="curve")
            for x, y in [large[0], large[-1]]:
                _disc(canvas, x, y, width * scale / 2)
            for x, y in spots:
                _disc(canvas, x * scale, y * scale, radius * scale)

        return draw

    _inked(picture, theme.halo, line(layout.line + 2 * layout.halo, layout.dot + layout.halo))
    _inked(picture, theme.path, line(layout.line, layout.dot))


def _disc(canvas: Any, x: float, y: float, radius: float) -> None:
    canvas.ellipse([x - radius, y - radius, x + radius, y + radius], fill=255)


def _draw_marker(picture: Image.Image, marker: Marker, scene: Scene, theme: Theme, layout: Layout) -> None:
    """Draw the start as a disc and the goal as a diamond, or both as lettered squares where there is room."""
    fill: RGB = getattr(theme, marker.role)
    (x, y), halo = marker.centre, layout.halo

    def shape(grow: float) -> _Draw:
        def draw(canvas: Any, scale: float) -> None:
            cx, cy = x * scale, y * scale
            if layout.detailed:
                half = (layout.cell / 2 - layout.frame - 1 + grow) * scale
                box = [cx - half, cy - half, cx + half - 1, cy + half - 1]
                canvas.rounded_rectangle(box, radius=half / 5, fill=255)
            elif marker.role == "start":
                _disc(canvas, cx, cy, (layout.marker + grow) * scale)
            else:
                half = (layout.marker * 1.25 + grow * 1.4) * scale
                canvas.polygon([(cx, cy - half), (cx + half, cy), (cx, cy + half), (cx - half, cy)], fill=255)

        return draw

    box = _around(picture, x, y, layout.cell + layout.marker * 2 + 4)
    part = picture.crop(box)
    x, y = x - box[0], y - box[1]
    _inked(part, theme.halo, shape(halo))
    _inked(part, fill, shape(0.0))
    picture.paste(part, box[:2])
    if layout.detailed:
        size = layout.cell * (0.36 if scene.values else 0.5)
        _write(picture, marker.centre, marker.letter, size, theme.text_on(fill), "mm")


def _around(picture: Image.Image, x: float, y: float, reach: float) -> tuple[int, int, int, int]:
    return (
        max(0, int(x - reach)),
        max(0, int(y - reach)),
        min(picture.width, int(x + reach)),
        min(picture.height, int(y + reach)),
    )


def _write(
    picture: Image.Image,
    at: tuple[float, float],
    words: str,
    size: float,
    ink: RGB,
    anchor: str,
    rim: RGB | None = None,
) -> None:
    font = need_extra("PIL.ImageFont", "plot").load_default(size)
    canvas = need_extra("PIL.ImageDraw", "plot").Draw(picture)
    stroke = 0 if rim is None else max(1, round(size / 14))
    canvas.text(at, words, fill=ink, font=font, anchor=anchor, stroke_width=stroke, stroke_fill=rim)


def _draw_pointers(picture: Image.Image, scene: Scene, theme: Theme, layout: Layout) -> None:
    """Draw from the middle of each opened square a pointer to its parent, as the guide does."""
    assert scene.values is not None
    pointers, side = list(scene.values.pointers()), layout.cell

    def draw(canvas: Any, scale: float) -> None:
        for (x, y), (dx, dy) in pointers:
            cx, cy, reach = (x + 0.5) * side * scale, (y + 0.5) * side * scale, side * scale * 0.25
            canvas.line(
                [(cx, cy), (cx + dx * reach, cy + dy * reach)], fill=255, width=round(side * scale / 32)
            )
            _disc(canvas, cx, cy, side * scale / 20)

    _inked(picture, theme.muted, draw)


def _draw_numbers(picture: Image.Image, scene: Scene, theme: Theme, layout: Layout) -> None:
    """Write F, G and H into the corners of each opened square."""
    assert scene.values is not None
    values, side, pad = scene.values, layout.cell, layout.cell * 0.13
    ends = {
        place: role for place, role in ((scene.goal, "goal"), (scene.start, "start")) if place is not None
    }
    for (x, y), f, g, h in values.numbers():
        ground = getattr(theme, ends[x, y]) if (x, y) in ends else theme.floor
        left, top, ink, size = x * side, y * side, theme.text_on(ground), side * 0.2
        _write(picture, (left + pad, top + side * 0.27), number(f), size * 1.08, ink, "ls", ground)
        g_words, h_words, fit = corner_words(g, h)
        low = top + side * 0.885
        _write(picture, (left + pad, low), g_words, size * fit, ink, "ls", ground)
        _write(picture, (left + side - pad, low), h_words, size * fit, ink, "rs", ground)


def _with_legend(picture: Image.Image, scene: Scene, theme: Theme, layout: Layout | Sheet) -> Image.Image:
    image, canvas = need_extra("PIL.Image", "plot"), need_extra("PIL.ImageDraw", "plot")
    rows = legend_rows(legend_of(scene), layout.width)
    width = max([layout.width, *(entry.right for row in rows for entry in row)])
    whole: Image.Image = image.new("RGB", (width, layout.height + ROW * len(rows)), theme.page)
    whole.paste(picture, (0, 0))
    for number_, row in enumerate(rows):
        top = layout.height + number_ * ROW + 7
        for entry in row:
            for left, wide, colour in entry.swatches(theme, tinted=not layout.detailed):
                canvas.Draw(whole).rectangle([left, top, left + wide - 1, top + 15], fill=colour)
            _write(whole, (entry.words_at, top + 8), entry.words, 14, theme.text, "lm")
    return whole
