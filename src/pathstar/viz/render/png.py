"""PNG pictures, by NumPy and Pillow."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import need_extra
from pathstar.viz.display_list.picture import Picture, picture_of
from pathstar.viz.display_list.shapes import Raster, Words
from pathstar.viz.render.stamps import Canvas
from pathstar.viz.scene import Scene
from pathstar.viz.theme import RGB, Theme

if TYPE_CHECKING:
    from PIL import Image

_ANCHORS = {"start": "l", "middle": "m", "end": "r"}


def png_of(
    scene: Scene, theme: Theme, *, cell: int | None = None, legend: bool = False, title: str = ""
) -> Image.Image:
    """Draw a scene as a Pillow image.

    Args:
        scene: The layers.
        theme: The colours.
        cell: Pixels per cell; see `pathstar.viz.layouts.sheet.sheet_of`.
        legend: Whether to explain the colours below the board.
        title: What stands above it; nothing leaves no room.

    Raises:
        MissingExtraError: Pillow is not installed.
    """
    return drawn(picture_of(scene, theme, cell=cell, legend=legend, title=title), theme.page)


def drawn(picture: Picture, page: RGB) -> Image.Image:
    """Draw a display list; words are written on top of all else.

    Raises:
        MissingExtraError: Pillow is not installed.
    """
    image = need_extra("PIL.Image", "plot")
    canvas = Canvas(picture.width, picture.height, page)
    words = []
    for shape in picture.shapes:
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


def _paste(pixels: NDArray[np.uint8], raster: Raster) -> None:
    """Enlarge a raster without smoothing."""
    small = raster.pixels
    if small.shape[:2] != (raster.height, raster.width):
        row = np.arange(raster.height) * small.shape[0] // raster.height
        column = np.arange(raster.width) * small.shape[1] // raster.width
        small = small[:, column][row]
    box = pixels[raster.top : raster.top + raster.height, raster.left : raster.left + raster.width]
    box[:] = small


def _write(picture: Image.Image, words: Words) -> None:
    """Write a line of text; heavy letters are thickened by a hair."""
    font = need_extra("PIL.ImageFont", "plot").load_default(words.size)
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
    hair = words.size / 40 if words.bold else 0
    for shift in (-hair, hair) if words.bold else (0,):
        pen.text((words.at[0] + shift, words.at[1]), words.text, fill=words.ink, font=font, anchor=anchor)
