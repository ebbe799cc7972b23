"""How the sum of costs of a plan fell while it was made: a curve over the seconds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from pathstar.spaces.base import Space
from pathstar.viz.display_list.picture import Picture
from pathstar.viz.display_list.shapes import Shape, Strokes, Words
from pathstar.viz.theme import Theme
from pathstar.viz.units.corridor import round_step
from pathstar.words import Say, catalogue

_LEFT, _TOP, _RIGHT, _BOTTOM = 80, 56, 20, 48  # pixels
_WIDTH, _HEIGHT = 640, 360
_SIZE = 13.0  # of the text
_TICKS = 8

_At = Callable[[float, float], tuple[float, float]]


class Sums(Protocol):
    """The part of a plan that became cheaper that is drawn."""

    @property
    def space(self) -> Space:
        """Where the units walk."""

    @property
    def history(self) -> NDArray[np.float64]:
        """float64 ``(k, 2)``: seconds and sum of costs of each plan that was found."""

    @property
    def seconds(self) -> float:
        """The time that planning took."""

    @property
    def proven_bound(self) -> int:
        """No plan has a smaller sum of costs."""


def sums_picture(plan: Sums, theme: Theme, lang: str) -> Picture:
    """Return the curve: the sum of costs of the best plan at each time, above the proven bound."""
    begins, sums = plan.history.T
    last = max(plan.seconds, float(begins[-1]))
    low, high = float(min(plan.proven_bound, sums[-1])), float(sums[0])

    def at(second: float, total: float) -> tuple[float, float]:
        right, down = second / max(last, 1e-9), (high - total) / max(high - low, 1.0)
        return _LEFT + right * (_WIDTH - _LEFT - _RIGHT), _TOP + down * (_HEIGHT - _TOP - _BOTTOM)

    stairs = [at(*corner) for corner in _stairs(begins, sums, last)]
    bound = float(plan.proven_bound)
    text = catalogue(lang).text
    title = text(Say("units.sums", {"first": f"{high:g}", "last": f"{sums[-1]:g}", "bound": f"{bound:g}"}))
    shapes: list[Shape] = [
        *_axes(at, last, (low, high), theme, text(Say("units.sums.seconds"))),
        Strokes("line", [np.array([at(0, bound), at(last, bound)])], theme.muted, 1.5, (6.0, 4.0)),
        Strokes("path", [np.array(stairs)], theme.path, 3.0),
        Words((12, 24), title, _SIZE + 2, theme.text, central=True, bold=True),
    ]
    return Picture(shapes, _WIDTH, _HEIGHT)


def _stairs(
    begins: NDArray[np.float64], sums: NDArray[np.float64], last: float
) -> Iterator[tuple[float, float]]:
    """Yield the corners: each sum holds until the next."""
    for begin, end, total in zip(begins, [*begins[1:], last], sums, strict=True):
        yield float(begin), float(total)
        yield float(end), float(total)


def _axes(at: _At, last: float, span: tuple[float, float], theme: Theme, seconds: str) -> Iterator[Shape]:
    for time in _ticks(0.0, last):
        x, y = at(time, span[0])
        yield Strokes("line", [np.array([(x, _TOP), (x, y + 6.0)])], theme.line, 1.0)
        yield Words((x, y + 20), f"{time:g}", _SIZE, theme.muted, anchor="middle")
    for total in _ticks(*span):
        x, y = at(0, total)
        yield Strokes("line", [np.array([(x - 6.0, y), (at(last, total)[0], y)])], theme.line, 1.0)
        yield Words((x - 10, y), f"{total:g}", _SIZE, theme.muted, anchor="end", central=True)
    yield Words((_WIDTH - _RIGHT, _HEIGHT - 10), seconds, _SIZE, theme.muted, anchor="end")


def _ticks(first: float, last: float) -> list[float]:
    """Return round numbers between two.

    Example:
        >>> _ticks(0.0, 2.0), _ticks(7.0, 7.0)
        ([0.0, 0.5, 1.0, 1.5, 2.0], [7.0])
    """
    if last <= first:
        return [first]
    each = round_step((last - first) / _TICKS)
    ticks = np.arange(np.ceil(first / each) * each, last + each * 1e-6, each)
    return [round(tick, 9) for tick in ticks.tolist()]
