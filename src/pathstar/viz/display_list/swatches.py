"""The symbols beside the words of a legend: each thing as it looks on the board."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from pathstar.viz.display_list.shapes import Discs, Patches, Points, Shape, Strokes, Words, diamonds
from pathstar.viz.legend import RAMPS, SEARCH, Entry
from pathstar.viz.look import LOOK
from pathstar.viz.theme import RGB, Theme

_SIDE = 16.0  # pixels
_SHADES = 24  # patches of a colour bar
_NUMBER = 11.0  # pixels, the size of the numbers below it
_TICK = 3.0  # pixels


def swatch(entry: Entry, theme: Theme, top: float, *, detailed: bool) -> Iterator[Shape]:
    """Yield the shapes of the symbol of an entry.

    Args:
        entry: The entry.
        theme: The colours.
        top: The top of its row, in pixels.
        detailed: Whether the board outlines open and closed cells; otherwise it tints them.
    """
    middle = np.array([[entry.left + _SIDE / 2, top + _SIDE / 2]])
    ink = getattr(theme, entry.role, theme.text)
    if entry.role in RAMPS:
        yield from _bar(entry, theme, top)
    elif entry.role == "start":
        yield Discs("key", middle, _SIDE / 2, ink)
    elif entry.role in ("goal", "via"):
        yield Patches("key", diamonds(middle, _SIDE * 0.6), theme.goal)
    elif entry.role == "side":
        yield Patches("key", diamonds(middle, _SIDE * 0.3), theme.goal)
    elif entry.role == "path":
        ends = np.array([(entry.left, top + _SIDE / 2), (entry.left + _SIDE, top + _SIDE / 2)])
        yield Strokes("key", [ends], ink, 3.0)
        yield Discs("key", middle, 4.0, ink)
    elif entry.role == "claimed":
        lines = [
            np.array([(entry.left + x, top + 14), (entry.left + x + 6, top + 2)]) for x in (0.0, 5.0, 10.0)
        ]
        yield Strokes("key", lines, theme.goal, 1.5)
    elif entry.role == "cluster":
        ends = np.array([(entry.left, top + _SIDE / 2), (entry.left + _SIDE, top + _SIDE / 2)])
        yield Strokes("key", [ends], theme.text, LOOK["cluster"]["border"])
    elif entry.role == "link":
        ends = np.array([(entry.left, top + _SIDE / 2), (entry.left + _SIDE, top + _SIDE / 2)])
        yield Strokes("key", [ends], theme.text, 2.0, (4.0, 3.0))
    elif entry.role == "gate":
        yield Discs("key", middle, _SIDE / 4, theme.current, theme.text, LOOK["cluster"]["rim"])
    elif entry.role in SEARCH and detailed:
        yield _outlined(entry.role, middle, theme)
    else:
        yield Patches("key", _box(entry.left, top, _SIDE, _SIDE), entry.colour(theme), 1.0, theme.line, 1.0)


def _box(left: float, top: float, width: float, height: float) -> Points:
    box: Points = np.array([[(0, 0), (width, 0), (width, height), (0, height)]]) + np.array([left, top])
    return box


def _outlined(role: str, middle: Points, theme: Theme) -> Patches:
    ink = getattr(theme, role)
    ((x, y),) = middle.tolist()
    box = _box(x - _SIDE / 2 + 1, y - _SIDE / 2 + 1, _SIDE - 2, _SIDE - 2)
    rim: RGB = theme.text if role == "current" else ink
    return Patches("key", box, ink, LOOK["wash"][role], rim, 2.0, (4.0, 2.0) if role == "open" else None)


def _bar(entry: Entry, theme: Theme, top: float) -> Iterator[Shape]:
    """Draw a colour bar from the lowest value to the highest, with round numbers and contour lines."""
    ramp = theme.ramp(_SHADES) if entry.role == "shades" else theme.field_ramp(_SHADES)
    wide = entry.swatch_width / _SHADES
    for part, (red, green, blue) in enumerate(ramp.tolist()):
        yield Patches("key", _box(entry.left + part * wide, top, wide, _SIDE), (red, green, blue))
    if entry.scale is None:
        return
    low = top + _SIDE
    for value in entry.scale.ticks():
        x = _along(entry, value)
        yield Strokes("key", [np.array([(x, low), (x, low + _TICK)])], theme.text, 1.0)
        yield Words((x, low + _TICK + _NUMBER - 1), f"{value:.7g}", _NUMBER, theme.text, anchor="middle")
    if entry.lines:
        crossing = [np.array([(x, top), (x, low)]) for x in (_along(entry, value) for value in entry.lines)]
        yield Strokes("key", crossing, theme.text, 1.0)


def _along(entry: Entry, value: float) -> float:
    """Return where a value lies on a colour bar, in pixels from the left."""
    assert entry.scale is not None
    return entry.left + entry.scale.share(value) * entry.swatch_width
