"""Units in a file: a page, a film, one moment, a diagram of a corridor, or the curve of a plan's costs."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path as FilePath
from typing import Any

import numpy as np

from pathstar.atomic import atomic_write, atomic_write_bytes
from pathstar.errors import OptionError, unknown_name
from pathstar.maps.arguments import as_whole, checked_file, checked_iterable, checked_text, checked_whole
from pathstar.maps.map import Map
from pathstar.maps.regions import checked_place
from pathstar.progress import Tell
from pathstar.spaces.base import Space
from pathstar.viz.display_list.picture import Picture
from pathstar.viz.render.png import drawn
from pathstar.viz.render.svg import document
from pathstar.viz.theme import Theme, theme_named
from pathstar.viz.units.corridor import corridor_picture
from pathstar.viz.units.film import write_film
from pathstar.viz.units.moments import Stage
from pathstar.viz.units.page import write_page
from pathstar.viz.units.sums import Sums, sums_picture
from pathstar.viz.units.tracks import Tracks
from pathstar.words import language_named


def _write_moment(
    tracks: Tracks,
    file: FilePath,
    tell: Tell,
    *,
    theme: str | Theme = "light",
    cell: int | None = None,
    follow: int | None = None,
    moment: int = -1,
    lang: str = "en",
) -> None:
    """Save one moment; negative numbers count from the end."""
    colours = theme_named(theme)
    count = len(tracks.times)
    number = checked_whole("moment", moment, -count, count - 1)
    stage = Stage(tracks, colours, cell, follow)
    picture = stage.picture(number % count)
    _write(stage.map, picture, file, colours, lang)
    tell(1.0)


def _write(ground: Map | Space, picture: Picture, file: FilePath, theme: Theme, lang: str) -> None:
    if file.suffix.lower() == ".svg":
        atomic_write_bytes(file, (document(ground, picture, theme, lang=lang) + "\n").encode())
    else:
        image = drawn(picture, theme.page)
        with atomic_write(file) as out:
            image.save(out, "PNG", compress_level=3)


_MOMENT = ("theme", "cell", "follow", "moment", "lang")
# How each kind of file is written, and the options that it takes.
_WRITERS: dict[str, tuple[Callable[..., None], tuple[str, ...]]] = {
    ".html": (write_page, ("theme", "title", "follow", "lang")),
    ".gif": (write_film, ("theme", "cell", "follow", "seconds", "lang")),
    ".png": (_write_moment, _MOMENT),
    ".svg": (_write_moment, _MOMENT),
}


def save(tracks: Tracks, file: str | os.PathLike[str], tell: Tell, **options: Any) -> FilePath:
    """Save units as a film or a picture; see `pathstar.fleet.Recording.save`."""
    target = checked_file("file", file)
    write, allowed = _WRITERS[_suffix(target, _WRITERS)]
    _check_options(options, allowed, target.suffix)
    units = tracks.positions.shape[1]
    follow = options.get("follow")
    if follow is not None and ((unit := as_whole(follow)) is None or not 0 <= unit < units):
        raise OptionError(f"follow is {follow!r}; allowed: the number of a unit, 0 to {units - 1}, or None")
    if options.get("lang") is not None or target.suffix.lower() != ".html":
        language_named(options.get("lang", "en"))
    write(tracks, target, tell, **options)
    return target


def save_corridor(
    tracks: Tracks, file: str | os.PathLike[str], places: Sequence[tuple[int, int]], **options: Any
) -> FilePath:
    """Save a space-time diagram; see `pathstar.fleet.Recording.save_corridor`."""
    target = checked_file("file", file)
    _suffix(target, (".png", ".svg"))
    _check_options(options, ("theme", "title", "lang"), target.suffix)
    height, width = tracks.map.shape
    rows = [checked_place(place, width, height) for place in checked_iterable("places", places, "places")]
    if len(rows) < 2:
        raise OptionError(f"a corridor has at least two places; given: {rows!r}")
    colours = theme_named(options.get("theme", "light"))
    title = checked_text("title", options.get("title", ""))
    lang = language_named(options.get("lang", "en"))
    _write(tracks.map, corridor_picture(tracks, np.array(rows), colours, title), target, colours, lang)
    return target


def save_sums(plan: Sums, file: str | os.PathLike[str], **options: Any) -> FilePath:
    """Save how the sum of costs of a plan fell; see `pathstar.fleet.Plan.save_sums`."""
    target = checked_file("file", file)
    _suffix(target, (".png", ".svg"))
    _check_options(options, ("theme", "lang"), target.suffix)
    if not len(plan.history):
        raise OptionError("no plan was found, so there is no sum of costs to draw")
    colours = theme_named(options.get("theme", "light"))
    lang = language_named(options.get("lang", "en"))
    _write(plan.space, sums_picture(plan, colours, lang), target, colours, lang)
    return target


def _suffix(file: FilePath, allowed: Any) -> str:
    suffix = file.suffix.lower()
    if suffix not in allowed:
        raise unknown_name("format of units", suffix or os.fspath(file), allowed)
    return suffix


def _check_options(options: dict[str, Any], allowed: tuple[str, ...], suffix: str) -> None:
    for name in options:
        if name not in allowed:
            raise OptionError(f"{suffix} has no option {name!r}; allowed: {', '.join(allowed)}")
