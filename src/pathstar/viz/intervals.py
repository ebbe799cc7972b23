"""A search over intervals in pictures: open and closed ones, and a cone from the root of the current one.

Points are columns and rows between the centres of cells, or points of a plane.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.traces.state import State
from pathstar.viz.marks import CLOSED, CURRENT, OPEN

_EDGE = 1e-9  # an end this near to a border between cells counts as on it


@dataclass(frozen=True, eq=False)
class Intervals:
    """Intervals and roots.

    Attributes:
        closed: Both ends of each closed interval, float64 ``(n, 2, 2)``.
        open: The same for open intervals.
        cone: The root and both ends of the current interval, float64 ``(3, 2)``; empty if there is none.
        roots: The start and each corner on the way to the current interval, float64 ``(n, 2)``.
    """

    closed: NDArray[np.float64]
    open: NDArray[np.float64]
    cone: NDArray[np.float64]
    roots: NDArray[np.float64]


def interval_layers(state: State, shape: tuple[int, int], over: bool) -> dict[str, Any]:
    """Return the content of a state, by the names in a scene: its intervals, and the cells behind them.

    The cells are the squares behind each interval, or the polygon.

    Args:
        state: A state of a search over intervals.
        shape: Rows and columns of the picture.
        over: Whether the search is over: then there is no current interval.
    """
    ends = np.stack([state.intervals["left"], state.intervals["right"]], axis=1)
    current = None if over else state.current
    mine = state.nodes == (-1 if current is None else current)
    marks = np.zeros(shape, np.uint8)
    entered = _polygon if state.trace.space.capabilities.plane else _squares
    for mark, rows in ((CLOSED, state.is_closed), (OPEN, ~state.is_closed), (CURRENT, mine)):
        for interval in state.intervals[rows]:
            marks[entered(interval, state)] = mark
    roots = np.empty((0, 2)) if current is None else _roots(state, current)
    cone = np.empty((0, 2)) if current is None else np.concatenate([roots[-1:], *ends[mine]])
    return {
        "search": marks,
        "intervals": Intervals(ends[state.is_closed & ~mine], ends[~state.is_closed], cone, roots),
    }


def _polygon(interval: np.void, state: State) -> tuple[int, int]:
    """Return the polygon that an interval leads into, as its row and its column."""
    known: int | float = interval["into"]
    return 0, int(known) if known >= 0 else state.trace.space.node_of(interval["left"].tolist())


def _squares(interval: np.void, state: State) -> tuple[int, slice]:
    """Return the squares that an interval leads into: their row, and their columns."""
    left, right = interval["left"][0] + 0.5 + _EDGE, interval["right"][0] + 0.5 - _EDGE
    row = interval["into"] if interval["into"] >= 0 else interval["left"][1]
    first = int(np.floor(left))
    return int(row), slice(max(first, 0), max(int(np.ceil(right)), first + 1))


def _roots(state: State, node: int) -> NDArray[np.float64]:
    """Return the roots on the way to an interval, the start first, each once."""
    intervals = state.trace.intervals
    assert intervals is not None
    way = []
    while node >= 0:
        way.append(intervals["root"][node])
        node = int(intervals["before"][node])
    roots: NDArray[np.float64] = np.array(way[::-1])
    kept: NDArray[np.bool_] = np.append(True, (np.diff(roots, axis=0) != 0).any(axis=1))
    return roots[kept]
