"""PNG pictures, by NumPy and Pillow."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
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

_BEFORE = {"start": 0.0, "middle": 0.5, "end": 1.0}  # the share of a word that stands before its position
_FINER = 4  # how many times larger letters are drawn first


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
    """Write a line of text, from a whole pixel on so that equal words look alike; bold ones are thickened."""
    rim = 0 if words.rim is None else max(1, round(words.size / 10))
    letters = _letters(words.text, words.size, words.central, 0)
    step = max(1, round(words.size / 20)) if words.bold else 0
    x = round(words.at[0] - _BEFORE[words.anchor] * letters.width) - step // 2
    y = round(words.at[1])
    if words.rim is not None:
        _put(picture, _letters(words.text, words.size, words.central, rim), x + step // 2, y, words.rim)
    for shift in {0, step}:
        _put(picture, letters, x + shift, y, words.ink)


@dataclass(frozen=True, eq=False)
class _Letters:
    """A line of text.

    Attributes:
        mask: How much of each pixel it covers.
        at: The first of these pixels, from where the text begins.
        width: How wide the text is.
    """

    mask: Image.Image
    at: tuple[int, int]
    width: float


@lru_cache(maxsize=4096)  # most words of a film stand in many of its frames
def _letters(text: str, size: float, central: bool, rim: int) -> _Letters:
    """Return a line of text, with a rim of some pixels.

    It is drawn large and made small: small letters begin at whole pixels, where a point merges with a digit.
    """
    image, draw = need_extra("PIL.Image", "plot"), need_extra("PIL.ImageDraw", "plot")
    font, anchor = font_for(text, size * _FINER), "lm" if central else "ls"
    box = np.array(font.getbbox(text, anchor=anchor, stroke_width=rim * _FINER)) / _FINER
    (left, top), (right, bottom) = np.floor(box[:2]).astype(int), np.ceil(box[2:]).astype(int)
    large = image.new("L", (int(right - left) * _FINER, int(bottom - top) * _FINER))
    begin = (-int(left) * _FINER, -int(top) * _FINER)
    draw.Draw(large).text(begin, text, fill=255, font=font, anchor=anchor, stroke_width=rim * _FINER)
    return _Letters(large.reduce(_FINER), (int(left), int(top)), font.getlength(text) / _FINER)


def _put(picture: Image.Image, letters: _Letters, x: int, y: int, ink: RGB) -> None:
    picture.paste(ink, (x + letters.at[0], y + letters.at[1]), letters.mask)
