"""Space-time diagrams: places of a corridor from left to right, time from top to bottom."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from pathstar.viz.display_list.picture import Picture
from pathstar.viz.display_list.shapes import Points, Shape, Strokes, Words
from pathstar.viz.theme import Theme
from pathstar.viz.units.tracks import SIDES, Tracks, ink_of, sides_of

_NEAR = 0.75  # squares from the middle of a place within which a unit is at it
_LEFT, _TOP, _RIGHT = 64, 72, 20  # pixels
_WIDEST, _HIGHEST = 900, 1200
_LARGEST = 48  # pixels for a place, and for a unit of time
_SIZE = 13.0  # of the text

_At = Callable[[float, float], tuple[float, float]]


def corridor_picture(tracks: Tracks, places: NDArray[np.int64], theme: Theme, title: str) -> Picture:
    """Return the diagram.

    Args:
        tracks: The units.
        places: int64 ``(k, 2)``: the squares of the corridor, in order.
        theme: The colours.
        title: The text above.
    """
    lasts = max(float(tracks.times[-1] - tracks.times[0]), 1e-9)
    across = min(_LARGEST, _WIDEST / len(places))
    down = min(_LARGEST, _HIGHEST / lasts)
    scale = np.array([across, down])

    def at(column: float, time: float) -> tuple[float, float]:
        return _LEFT + (column + 0.5) * across, _TOP + (time - float(tracks.times[0])) * down

    width = round(_LEFT + len(places) * across + _RIGHT)
    height = round(_TOP + lasts * down + _RIGHT)
    shapes: list[Shape] = [*_axes(tracks, places, theme, at, height)]
    sides = sides_of(tracks)
    for unit in range(tracks.positions.shape[1]):
        lines = [
            np.array([_LEFT + across / 2, _TOP]) + line * scale for line in _lines_of(tracks, unit, places)
        ]
        if not lines:
            continue
        ink = ink_of(theme, int(sides[unit]) % len(SIDES))
        shapes.append(Strokes("unit", lines, ink, 3.0))
        x, y = lines[0][0].tolist()
        shapes.append(Words((x, y - 4), str(unit), _SIZE, ink, theme.halo, "middle", bold=True))
    if title:
        shapes.append(Words((12, 16), title, _SIZE + 2, theme.text, central=True, bold=True))
    return Picture(shapes, width, height)


def _lines_of(tracks: Tracks, unit: int, places: NDArray[np.int64]) -> list[Points]:
    """Return the parts of a unit's line: number of the place and time; it is interrupted where it leaves."""
    here = tracks.positions[:, unit]
    apart = np.hypot(*(here[:, None] - places[None]).transpose(2, 0, 1))
    apart = np.where(np.isnan(apart), np.inf, apart)
    nearest = apart.argmin(axis=1)
    inside = apart.min(axis=1) <= _NEAR
    times = tracks.times - tracks.times[0]
    lines = []
    begins = np.flatnonzero(inside & ~np.concatenate([[False], inside[:-1]]))
    ends = np.flatnonzero(inside & ~np.concatenate([inside[1:], [False]]))
    for begin, end in zip(begins.tolist(), ends.tolist(), strict=True):
        rows = np.arange(begin, end + 1)
        along = _between(here[rows], places, nearest[rows])
        lines.append(np.stack([along, times[rows]], axis=-1))
    return lines


def _between(
    here: NDArray[np.float64], places: NDArray[np.int64], nearest: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return the positions of points along the corridor, also between two of its places."""
    ahead = places[np.minimum(nearest + 1, len(places) - 1)] - places[np.maximum(nearest - 1, 0)]
    lengths = np.maximum((ahead**2).sum(axis=1), 1)
    spans = np.minimum(nearest + 1, len(places) - 1) - np.maximum(nearest - 1, 0)
    along: NDArray[np.float64] = nearest + ((here - places[nearest]) * ahead).sum(axis=1) / lengths * spans
    return along


def _axes(tracks: Tracks, places: NDArray[np.int64], theme: Theme, at: _At, height: int) -> Iterator[Shape]:
    columns = [np.array([(at(k, 0)[0], _TOP), (at(k, 0)[0], height - _RIGHT)]) for k in range(len(places))]
    yield Strokes("line", columns, theme.line, 1.0)
    first, last = float(tracks.times[0]), float(tracks.times[-1])
    each = round_step((last - first) / 12)
    ticks = np.arange(np.ceil(first / each) * each, last + each / 2, each)
    for time in ticks[ticks <= last].tolist():
        y = at(0, time)[1]
        yield Strokes(
            "line", [np.array([(_LEFT - 6.0, y), (at(len(places) - 0.5, 0)[0], y)])], theme.line, 1.0
        )
        yield Words((_LEFT - 10, y), f"{time:g}", _SIZE, theme.muted, anchor="end", central=True)
    for k in (0, len(places) - 1):
        x, y = places[k].tolist()
        yield Words((at(k, 0)[0], _TOP - 18), f"({x}, {y})", _SIZE, theme.muted, anchor="middle")


def round_step(least: float) -> float:
    """Return the smallest of 1, 2, 5, 10, 20... (or tenths of them) that is not below a number.

    Example:
        >>> round_step(3.2), round_step(0.03)
        (5.0, 0.05)
    """
    power = 10.0 ** np.floor(np.log10(max(least, 1e-6)))
    return float(next(round(step * power, 9) for step in (1, 2, 5, 10) if step * power >= least * (1 - 1e-9)))
