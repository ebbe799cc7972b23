"""Units as one interactive page, which works offline and as an attachment."""

from __future__ import annotations

import json
import re
from pathlib import Path as FilePath
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar import web
from pathstar.atomic import atomic_write_bytes
from pathstar.errors import OptionError
from pathstar.maps.arguments import checked_text
from pathstar.progress import Tell
from pathstar.viz.export.bundle import in_base64, languages, script_of, text_in_base64
from pathstar.viz.export.page import theme_css
from pathstar.viz.ground import colours
from pathstar.viz.render.markup import escape
from pathstar.viz.theme import THEMES, Theme, hex_of, theme_named
from pathstar.viz.units.tracks import SIDES, Tracks, ground_moments, scene_at, sides_of
from pathstar.words import Say, as_json, catalogue, language_named

MOST_POSITIONS = 20_000_000
_SCRIPT = "saved/units.js"
_PARTS = ("language", "list", "page", "player", "units")
_GRAIN = 64  # the parts of a square to which positions are rounded
_ABSENT = -(2**15)


def write_page(
    tracks: Tracks,
    file: FilePath,
    tell: Tell,
    *,
    theme: str | Theme | None = None,
    title: str = "",
    follow: int | None = None,
    lang: str | None = None,
) -> None:
    """Save units as a page with a time slider; a click follows a unit and shades its claims.

    Args:
        tracks: The units.
        file: The file to write.
        tell: Called with the fraction of the ground's changes that are drawn.
        theme: ``"light"`` or ``"dark"``; by default the reader's system decides.
        title: The text above the board.
        follow: The unit that is followed at first.
        lang: The initial language, a name in `pathstar.words.LANGUAGES`; by default the browser decides.

    Raises:
        OptionError: There are more than 20 million positions, or the map is too large for a page.
    """
    moments, units = tracks.positions.shape[:2]
    if moments * units > MOST_POSITIONS or max(tracks.map.shape) * _GRAIN > -_ABSENT:
        raise OptionError(
            f"{units:,} units at {moments:,} moments on {tracks.map!r}; a page holds {MOST_POSITIONS:,} "
            f"positions, on a map up to {-_ABSENT // _GRAIN} squares wide and high. Save a .gif instead"
        )
    words = catalogue("en" if lang is None else language_named(lang))
    shown = np.flatnonzero(~np.isnan(tracks.positions[..., 0]).all(axis=0))
    named = checked_text("title", title) or Say("units.title", {"count": len(shown)})
    about = {"title": as_json(named), "language": lang, "tooOld": words.text(Say("page.too_old"))}
    data = json.dumps(_data(tracks, shown, follow, tell) | about, separators=(",", ":"))
    parts = {
        "look": "" if theme is None else f'data-theme="{theme_named(theme).name}"',
        "title": escape(words.text(named)),
        "lang": words.language,
        "noscript": escape(words.text(Say("page.no_script"))),
        "theme": theme_css(),
        "css": web.text("saved/units.css"),
        "script": script_of(_SCRIPT),
        "data": data.replace("<", "\\u003c"),
    }
    page = re.sub("@(\\w+)@", lambda found: parts[found[1]], web.text("saved/units.html"))
    atomic_write_bytes(file, page.encode())
    tell(1.0)


def _data(tracks: Tracks, shown: NDArray[np.intp], follow: int | None, tell: Tell) -> dict[str, Any]:
    """Return the data of the page, only for units that are present at some moment."""
    height, width = tracks.map.shape
    positions = tracks.positions[:, shown]
    absent = np.isnan(positions)
    grains = np.where(absent, _ABSENT, np.round(np.where(absent, 0, positions) * _GRAIN))
    place_of = {unit: place for place, unit in enumerate(shown.tolist())}
    routes = [(moment, place_of[unit], nodes) for moment, unit, nodes in tracks.routes if unit in place_of]
    offsets = np.cumsum([0, *(len(nodes) for _, _, nodes in routes)])
    nodes = np.concatenate([nodes for _, _, nodes in routes]) if routes else np.empty(0)
    return {
        "width": width,
        "height": height,
        "follow": -1 if follow is None else place_of.get(follow, -1),
        "languages": text_in_base64(languages(_PARTS)),
        "colours": list(SIDES),
        "numbers": shown.tolist(),
        "sides": sides_of(tracks)[shown].tolist(),
        "radii": tracks.radii[shown].tolist(),
        "times": [round(time, 6) for time in tracks.times.tolist()],
        **_ground(tracks, tell),
        "positions": _packed(grains, "<i2"),
        "waiting": _packed(tracks.waiting[:, shown], "|u1"),
        "left": _packed(tracks.left[:, shown], "<i4"),
        "found": [[moment, place] for moment, place, _ in routes],
        "offsets": offsets.tolist(),
        "nodes": _packed(nodes, "<i4"),
    }


def _ground(tracks: Tracks, tell: Tell) -> dict[str, Any]:
    """Return the first moment's ground, and its later changes, as numbers of colours of both themes."""
    moments, changed, inks = ground_moments(tracks), [], []
    first = last = scene_at(tracks, 0)[1].inks.ravel()
    for done, moment in enumerate(moments[1:], 1):
        tell(done / len(moments))
        now = scene_at(tracks, moment)[1].inks.ravel()
        changed.append(np.flatnonzero(now != last))
        inks.append(now[changed[-1]])
        last = now
    used, codes = np.unique(np.concatenate([first, *inks]), return_inverse=True)
    palettes = {name: colours(theme)[used].tolist() for name, theme in THEMES.items()}
    return {
        "palettes": {name: list(map(hex_of, inks)) for name, inks in palettes.items()},
        "ground": _packed(codes[: len(first)], "|u1"),
        "changes": moments[1:],
        "changeOffsets": np.cumsum([0, *map(len, changed)]).tolist(),
        "changed": _packed(np.concatenate([np.empty(0), *changed]), "<i4"),
        "changedTo": _packed(codes[len(first) :], "|u1"),
    }


def _packed(array: NDArray[Any], kind: str) -> str:
    return in_base64(np.ascontiguousarray(array.astype(kind)).tobytes())
