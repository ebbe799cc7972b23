"""PNG pictures, by NumPy and Pillow."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import need_extra
from pathstar.viz.display_list.picture import Picture
from pathstar.viz.display_list.shapes import Raster, Words
from pathstar.viz.render.fonts import font_for
from pathstar.viz.render.stamps import Canvas
from pathstar.viz.theme import RGB

if TYPE_CHECKING:
    from PIL import Image

_ANCHORS = {"start": "l", "middle": "m", "end": "r"}


def drawn(picture: Picture, page: RGB) -> Image.Image:
    """Draw a display list; words go on top of everything else.

    Raises:
        MissingExtraError: Pillow is not installed.
        OptionError: No font has the characters of its text; see `font_for`.
    """
    image = need_extra("PIL.Image", "plot")
    shapes, words = iter(picture.shapes), []
    first = picture.shapes[0] if picture.shapes else None
    if isinstance(first, Raster) and _fills(first, picture):
        canvas = Canvas(_enlarged(first))
        next(shapes)
    else:
        canvas = Canvas.blank(picture.width, picture.height, page)
    for shape in shapes:
        if isinstance(shape, Raster):
            _paste(canvas.pixels, shape)
        elif isinstance(shape, Words):
            words.append(shape)
        else:
            canvas.draw(shape)
    done: Image.Image = image.fromarray(canvas.pixels)
    for each in words:
        _write(done, each)
    return done


def _fills(raster: Raster, picture: Picture) -> bool:
    return (raster.width, raster.height) == (picture.width, picture.height)


def _paste(pixels: NDArray[np.uint8], raster: Raster) -> None:
    box = pixels[raster.top : raster.top + raster.height, raster.left : raster.left + raster.width]
    box[:] = _enlarged(raster)


def _enlarged(raster: Raster) -> NDArray[np.uint8]:
    """Return the pixels of a raster at its size, without smoothing, as a new array."""
    pixels = raster.pixels
    if pixels.shape[:2] == (raster.height, raster.width):
        return np.array(pixels)
    row = np.arange(raster.height) * pixels.shape[0] // raster.height
    column = np.arange(raster.width) * pixels.shape[1] // raster.width
    large: NDArray[np.uint8] = pixels[:, column][row]
    return large


def _write(picture: Image.Image, words: Words) -> None:
    """Write a line of text; bold letters are thickened slightly."""
    font = font_for(words.text, words.size)
    pen = need_extra("PIL.ImageDraw", "plot").Draw(picture)
    anchor = _ANCHORS[words.anchor] + ("m" if words.central else "s")
    if words.rim is not None:
        rim = max(1, round(words.size / 10))
        pen.text(
            words.at,
            words.text,
            fill=words.rim,
            font=font,
            anchor=anchor,
            stroke_width=rim,
            stroke_fill=words.rim,
        )
    x, y = words.at
    if words.bold:  # whole pixels, else some words would be thickened and others not
        step = max(1, round(words.size / 20))
        x = round(x) - step // 2
        pen.text((x + step, y), words.text, fill=words.ink, font=font, anchor=anchor)
    pen.text((x, y), words.text, fill=words.ink, font=font, anchor=anchor)
