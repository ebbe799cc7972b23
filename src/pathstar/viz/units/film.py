"""Films of units as GIF."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path as FilePath
from typing import TYPE_CHECKING

import numpy as np

from pathstar.atomic import atomic_write
from pathstar.errors import need_extra
from pathstar.progress import Tell
from pathstar.viz.export.gif import captioned
from pathstar.viz.export.moments import checked_seconds
from pathstar.viz.render.png import drawn
from pathstar.viz.theme import Theme, theme_named
from pathstar.viz.units.moments import Stage
from pathstar.viz.units.tracks import Tracks
from pathstar.words import Say, catalogue

if TYPE_CHECKING:
    from PIL import Image

_WIDEST = 720  # pixels of the longer side, unless a size is given
_MOST_FRAMES = 300
_HOLD = 2000  # milliseconds for the last picture


def write_film(
    tracks: Tracks,
    file: FilePath,
    tell: Tell,
    *,
    theme: str | Theme = "light",
    cell: int | None = None,
    follow: int | None = None,
    seconds: float | None = None,
    lang: str = "en",
) -> None:
    """Save units as a GIF that loops.

    Args:
        tracks: The units.
        file: The file to write.
        tell: Called with the fraction of pictures drawn.
        theme: ``"light"``, ``"dark"`` or a `Theme`.
        cell: Pixels per square; by default the picture is about 720 pixels large.
        follow: A unit whose claims are shaded.
        seconds: Its duration without the last picture; by default a second for each unit of time.
        lang: The language of the captions, a name in `pathstar.words.LANGUAGES`.

    Raises:
        MissingExtraError: Pillow is not installed.
        OptionError: The length is not a number above 0.
    """
    height, width = tracks.map.shape
    size = max(2, min(48, _WIDEST // max(height, width))) if cell is None else cell
    stage = Stage(tracks, theme_named(theme), size, follow)
    count = len(tracks.times)
    chosen = np.unique(np.linspace(0, count - 1, min(count, _MOST_FRAMES)).round().astype(int)).tolist()
    lasts = checked_seconds(seconds, max(float(tracks.times[-1] - tracks.times[0]), 1.0))
    each = max(20, round(1000 * lasts / len(chosen)))
    palette = _palette(stage, chosen, lang)
    pictures = _pictures(stage, chosen, palette, lang, tell)
    first = next(pictures)
    with atomic_write(file) as out:
        durations = [each] * (len(chosen) - 1) + [_HOLD]
        first.save(out, "GIF", save_all=True, append_images=pictures, duration=durations, loop=0)


def _palette(stage: Stage, moments: list[int], lang: str) -> Image.Image:
    """Return the colours of the whole film, from its beginning, its middle and its end."""
    image = need_extra("PIL.Image", "plot")
    some = [_drawn(stage, moments[k], lang) for k in sorted({0, len(moments) // 2, len(moments) - 1})]
    whole = image.fromarray(np.concatenate([np.asarray(picture.convert("RGB")) for picture in some]))
    palette: Image.Image = whole.quantize(256)
    return palette


def _pictures(
    stage: Stage, moments: list[int], palette: Image.Image, lang: str, tell: Tell
) -> Iterator[Image.Image]:
    image = need_extra("PIL.Image", "plot")
    for done, moment in enumerate(moments, 1):
        picture = _drawn(stage, moment, lang).quantize(palette=palette, dither=image.Dither.NONE)
        tell(done / len(moments))
        yield picture


def _drawn(stage: Stage, moment: int, lang: str) -> Image.Image:
    picture = drawn(stage.picture(moment), stage.theme.page)
    time = f"{stage.tracks.times[moment]:.1f}"
    return captioned(picture, catalogue(lang).text(Say("units.time", {"time": time})), stage.theme)
