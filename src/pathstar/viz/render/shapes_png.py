"""Shapes drawn by Pillow: larger than they are asked for, and made small, so that edges are smooth."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from pathstar.errors import need_extra
from pathstar.viz.display_list.shapes import Patches, Points, Raster, Shape, Strokes, Words, dashed
from pathstar.viz.theme import RGB

if TYPE_CHECKING:
    from PIL import Image

_ANCHORS = {"start": "l", "middle": "m", "end": "r"}


def drawn(shapes: Iterable[Shape], width: int, height: int, page: RGB) -> Image.Image:
    """Return a picture of shapes; words are written on top of all else.

    Raises:
        MissingExtraError: Pillow is not installed.
    """
    image, canvas = need_extra("PIL.Image", "plot"), need_extra("PIL.ImageDraw", "plot")
    scale = 4 if width * height <= 1 << 20 else 2
    large: Image.Image = image.new("RGB", (width * scale, height * scale), page)
    pen, words = canvas.Draw(large, "RGBA"), []
    for shape in shapes:
        if isinstance(shape, Raster):
            pixels = image.fromarray(np.ascontiguousarray(shape.pixels))
            large.paste(pixels.resize(large.size, image.Resampling.NEAREST))
        elif isinstance(shape, Patches):
            _patches(pen, shape, scale)
        elif isinstance(shape, Strokes):
            _strokes(pen, shape, scale)
        else:
            words.append(shape)
    picture = large.reduce(scale)
    for each in words:
        write(picture, each)
    return picture


def _patches(pen: Any, shape: Patches, scale: int) -> None:
    opaque = round(255 * shape.opacity)
    for polygon in shape.polygons * scale:
        if shape.fill is not None:
            pen.polygon([*map(tuple, polygon.tolist())], fill=(*shape.fill, opaque))
        if shape.edge is not None:
            _line(
                pen,
                np.concatenate([polygon, polygon[:2]]),
                shape.edge,
                shape.width * scale,
                _by(shape.dash, scale),
            )


def _strokes(pen: Any, shape: Strokes, scale: int) -> None:
    for line in shape.lines:
        _line(pen, line * scale, shape.ink, shape.width * scale, _by(shape.dash, scale))


def _by(dash: tuple[float, float] | None, scale: int) -> tuple[float, float] | None:
    return None if dash is None else (dash[0] * scale, dash[1] * scale)


def _line(pen: Any, line: Points, ink: RGB, width: float, dash: tuple[float, float] | None) -> None:
    thick = max(1, round(width))
    for part in [line] if dash is None else dashed(line, dash):
        corners = [*map(tuple, part.tolist())]
        pen.line(corners, fill=ink, width=thick, joint="curve")
        if dash is None and thick > 2:
            for x, y in (corners[0], corners[-1]):
                pen.ellipse([x - thick / 2, y - thick / 2, x + thick / 2, y + thick / 2], fill=ink)


def write(picture: Image.Image, words: Words) -> None:
    """Write a line of text on a picture."""
    font = need_extra("PIL.ImageFont", "plot").load_default(words.size)
    pen = need_extra("PIL.ImageDraw", "plot").Draw(picture)
    stroke = 0 if words.rim is None else max(1, round(words.size / 10))
    anchor = _ANCHORS[words.anchor] + ("m" if words.central else "s")
    pen.text(
        words.at,
        words.text,
        fill=words.ink,
        font=font,
        anchor=anchor,
        stroke_width=stroke,
        stroke_fill=words.rim,
    )
