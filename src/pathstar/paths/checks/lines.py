"""The independent checker of straight lines: which cells does a segment touch, and are they free?

It looks at every cell of the box around the segment. It shares no code with the search, which walks along
the segment.
"""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from pathstar.paths.checks.verdict import Verdict
from pathstar.spaces.waypoints import Waypoints

_MOST_BLOCKED = {"no_cut": 0, "no_squeeze": 1, "free": 2}
_TOUCH = 1e-9  # cells: anything nearer touches, because the points of a line are rounded


def line_problem(
    walkable: NDArray[np.bool_], corners: str, a: NDArray[np.int64], b: NDArray[np.int64]
) -> str:
    """Return what is wrong with the straight line between two cells, or an empty string.

    Args:
        walkable: Bools ``[h, w]``.
        corners: The corner rule.
        a: ``(x, y)``.
        b: ``(x, y)``.
    """
    low, high = np.minimum(a, b), np.maximum(a, b)
    box = ~walkable[low[1] : high[1] + 1, low[0] : high[0] + 1]
    dx, dy = (b - a).tolist()
    y, x = np.mgrid[low[1] : high[1] + 1, low[0] : high[0] + 1]
    # Twice the area between the line and a cell's centre, compared with that for the cell's corners.
    away = 2 * np.abs(dx * (y - a[1]) - dy * (x - a[0]))
    reach = abs(dx) + abs(dy)
    if (box & (away < reach)).any() or box[tuple(a - low)[::-1]] or box[tuple(b - low)[::-1]]:
        return "crosses a wall"
    beside = away == reach
    # The two cells beside a corner lie on opposite sides of the line.
    blocked = np.zeros(np.add(box.shape, 2), np.int64)
    blocked[1:-1, 1:-1] = box & beside
    right, below = (1 if dx > 0 else -1), (-1 if dy > 0 else 1)
    there = np.roll(blocked, (-below, -right), (0, 1))
    most = (blocked + there)[blocked > 0].max(initial=0)
    return "cuts a corner" if most > _MOST_BLOCKED[corners] else ""


def straight_problem(
    walkable: NDArray[np.bool_], corners: str, a: NDArray[np.float64], b: NDArray[np.float64]
) -> str:
    """Return what is wrong with the straight line between two points, or an empty string.

    A cell is the square of side 1 around its centre. The line must not cross the interior of a blocked cell
    or leave the map. The corner rule says which blocked cells it may touch: none, one at each place, or all.

    Args:
        walkable: Bools ``[h, w]``.
        corners: The corner rule.
        a: ``(x, y)``.
        b: ``(x, y)``.
    """
    height, width = walkable.shape
    low, high = np.minimum(a, b), np.maximum(a, b)
    if (low < -0.5 - _TOUCH).any() or (high > np.array([width, height]) - 0.5 + _TOUCH).any():
        return "leaves the map"
    left, top = np.maximum(np.floor(low).astype(int) - 1, 0)
    right, bottom = np.minimum(np.ceil(high).astype(int) + 1, (width - 1, height - 1))
    y, x = np.mgrid[top : bottom + 1, left : right + 1]
    dx, dy = b - a
    # The distance of the line from each square, along x, along y and across the line: 0 where they touch.
    across = dx * (y - a[1]) - dy * (x - a[0])
    apart = np.maximum.reduce(
        [
            np.maximum(x - 0.5 - high[0], low[0] - (x + 0.5)),
            np.maximum(y - 0.5 - high[1], low[1] - (y + 0.5)),
            (np.abs(across) - (abs(dx) + abs(dy)) / 2) / max(math.hypot(dx, dy), _TOUCH),
        ]
    )
    blocked = ~walkable[top : bottom + 1, left : right + 1]
    if (blocked & (apart < -_TOUCH)).any():
        return "crosses a wall"
    touched = blocked & (np.abs(apart) <= _TOUCH)
    beside = np.pad(touched & (across < 0), 1)
    facing = np.lib.stride_tricks.sliding_window_view(beside, (3, 3)).any(axis=(2, 3))
    # Blocked squares on both sides that meet: the line passes between them.
    most = 2 if (touched & (across > 0) & facing).any() else int(touched.any())
    return "cuts a corner" if most > _MOST_BLOCKED[corners] else ""


def lines_problem(space: Waypoints, points: NDArray[np.int64]) -> Verdict:
    """Return what is wrong with a path over waypoints, the wrong step, and the cost of its lines."""
    joints = {tuple(point) for point in space.points.tolist()}
    cost = 0.0
    for step, (a, b) in enumerate(pairwise(points)):
        ends = f"{tuple(a.tolist())} to {tuple(b.tolist())}"
        if step and tuple(a.tolist()) not in joints:
            return f"{tuple(a.tolist())} is not a waypoint", step, math.inf
        problem = line_problem(space.grid.walkable, space.grid.moves.corners, a, b)
        if problem:
            return f"{ends} {problem}", step, math.inf
        cost += space.grid.moves.straight * math.dist(a, b)
    return "", 0, cost
