"""Films as GIF: for any document, slide or message."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path as FilePath
from typing import TYPE_CHECKING

import numpy as np

from pathstar.analysis.clusters import Clusters
from pathstar.atomic import atomic_write
from pathstar.errors import OptionError, need_extra
from pathstar.maps.map import Map
from pathstar.progress import Tell
from pathstar.traces.state import State
from pathstar.traces.trace import Trace
from pathstar.viz.drawables import bare_scene
from pathstar.viz.export.moments import caption, checked_seconds, moments
from pathstar.viz.frame import Board, image_of
from pathstar.viz.layouts.table import Projection
from pathstar.viz.render.fonts import font_for
from pathstar.viz.scene import Scene
from pathstar.viz.theme import Theme

if TYPE_CHECKING:
    from PIL import Image

_WIDEST = 720  # pixels of the longer side, unless a size is given
_LARGEST_CELL = 64
_HOLD = 3000  # milliseconds for the last picture
_QUICKEST, _SLOWEST = 30, 900  # milliseconds for the others, unless a length is given
_STRIP = 26  # pixels of the caption


def write_gif(
    trace: Trace,
    file: FilePath,
    *,
    progress: Tell,
    theme: str | Theme = "light",
    cell: int | None = None,
    style: str = "auto",
    projection: Projection = "square",
    floor: int | None = None,
    on: Map | None = None,
    clusters: Clusters | None = None,
    lang: str = "en",
    seconds: float | None = None,
    most_frames: int = 200,
    captions: bool = True,
) -> None:
    """Save a search as a GIF that loops.

    Args:
        trace: The search.
        file: The file to write.
        progress: Called before the first picture and after each one.
        theme, cell, style, projection, floor, on, clusters: As for `Frame`; the picture is at most 720 pixels
            large unless a cell size is given.
        seconds: Its duration without the last picture; by default one that suits its number of pictures.
        most_frames: The maximum number of pictures; a longer search leaves out steps evenly.
        captions: Whether a line below names the step.
        lang: The language of that line.

    Raises:
        MissingExtraError: Pillow is not installed.
        OptionError: An option has a value that is not allowed.
    """
    if most_frames == 1:
        raise OptionError("most_frames is 1; a film has at least 2")
    size = cell or fitting(bare_scene(trace, projection=projection, floor=floor), _WIDEST)
    board = Board.of(
        trace,
        theme=theme,
        cell=size,
        style=style,
        projection=projection,
        floor=floor,
        on=on,
        clusters=clusters,
    )
    trace = board.trace
    states = moments(trace, most_frames)
    default = min(max(12_000 / len(states), _QUICKEST), _SLOWEST) * len(states) / 1000
    each = max(20, round(1000 * checked_seconds(seconds, default) / len(states)))
    palette = _palette(board, states)
    progress(0.0)
    pictures = _pictures(board, states, palette, progress, lang if captions else None)
    first = next(pictures)
    durations = [each] * (len(states) - 1) + [_HOLD]
    with atomic_write(file) as out:
        first.save(
            out,
            "GIF",
            save_all=True,
            append_images=pictures,
            duration=durations,
            loop=0,
            optimize=False,
            disposal=1,
        )


def fitting(scene: Scene, widest: int, across: int = 1) -> int | None:
    """Return the size of a cell for pictures of a fitting size; None for a map that is scaled down anyway.

    Args:
        scene: The content.
        widest: Pixels of the longer side.
        across: The number of pictures side by side.
    """
    largest = int(_LARGEST_CELL / scene.layout.room)
    return min(largest, int(widest / (across * max(scene.layout.size)))) or None


def _pictures(
    board: Board, states: list[State], palette: Image.Image, progress: Tell, captions_in: str | None
) -> Iterator[Image.Image]:
    image = need_extra("PIL.Image", "plot")
    for number, state in enumerate(states):
        picture = _drawn(board, state)
        if captions_in is not None:
            picture = captioned(picture, caption(state, captions_in), board.theme)
        yield picture.quantize(palette=palette, dither=image.Dither.NONE)
        progress((number + 1) / len(states))


def _drawn(board: Board, state: State) -> Image.Image:
    """Draw a state small enough for a film.

    It draws a copy of the state: a state keeps its arrays, and those of all states of a large map would fill
    the memory.
    """
    picture = image_of(board, replace(state))
    factor = -(-max(picture.size) // (2 * _WIDEST))
    return picture.reduce(factor) if factor > 1 else picture


def _palette(board: Board, states: list[State]) -> Image.Image:
    """Return 256 colours for all pictures, so that nothing flickers."""
    image = need_extra("PIL.Image", "plot")
    samples = [_drawn(board, states[at]) for at in sorted({0, len(states) // 2, len(states) - 1})]
    theme = board.theme
    inks = [
        theme.page,
        theme.text,
        theme.current,
        theme.open,
        theme.closed,
        theme.path,
        theme.start,
        theme.goal,
    ]
    swatches = np.array(inks, np.uint8).repeat(64, axis=0)[None].repeat(64, axis=0)
    parts = [*samples, image.fromarray(swatches)]
    whole = image.new(
        "RGB", (max(part.width for part in parts), sum(part.height for part in parts)), theme.page
    )
    top = 0
    for part in parts:
        whole.paste(part, (0, top))
        top += part.height
    palette: Image.Image = whole.quantize(256, method=image.Quantize.MEDIANCUT, dither=image.Dither.NONE)
    return palette


def captioned(picture: Image.Image, words: str, theme: Theme) -> Image.Image:
    """Return a picture with a line of text below."""
    image, canvas = need_extra("PIL.Image", "plot"), need_extra("PIL.ImageDraw", "plot")
    font = font_for(words, 14)
    whole: Image.Image = image.new("RGB", (picture.width, picture.height + _STRIP), theme.page)
    whole.paste(picture, (0, 0))
    drawing = canvas.Draw(whole)
    while drawing.textlength(words, font=font) > picture.width - 12 and len(words) > 4:
        words = words.rstrip(".")[:-1].rstrip() + "..."
    drawing.text((6, picture.height + _STRIP / 2), words, fill=theme.text, font=font, anchor="lm")
    return whole
