"""The independent checker of straight lines: which cells does a segment touch, and are they free?

It looks at every cell of the box around the segment, and shares no code with the search, which walks along.
"""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from pathstar.spaces.waypoints import Waypoints

_MOST_BLOCKED = {"no_cut": 0, "no_squeeze": 1, "free": 2}


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
    # Twice the area between the line and the cell's centre, against what reaches to the cell's corners.
    away = 2 * np.abs(dx * (y - a[1]) - dy * (x - a[0]))
    reach = abs(dx) + abs(dy)
    if (box & (away < reach)).any() or box[tuple(a - low)[::-1]] or box[tuple(b - low)[::-1]]:
        return "crosses a wall"
    beside = away == reach
    # The two cells beside a corner lie across the line from each other.
    blocked = np.zeros(np.add(box.shape, 2), np.int64)
    blocked[1:-1, 1:-1] = box & beside
    right, below = (1 if dx > 0 else -1), (-1 if dy > 0 else 1)
    there = np.roll(blocked, (-below, -right), (0, 1))
    most = (blocked + there)[blocked > 0].max(initial=0)
    return "cuts a corner" if most > _MOST_BLOCKED[corners] else ""


def lines_problem(space: Waypoints, points: NDArray[np.int64]) -> tuple[str, int, float]:
    """Return what is wrong with a path over waypoints, at which step, and what its lines cost."""
    joints = {tuple(point) for point in space.points.tolist()}
    cost = 0.0
    for step, (a, b) in enumerate(pairwise(points)):
        ends = f"{tuple(a.tolist())} to {tuple(b.tolist())}"
        if step and tuple(a.tolist()) not in joints:
            return f"{tuple(a.tolist())} is no waypoint", step, math.inf
        problem = line_problem(space.grid.walkable, space.grid.moves.corners, a, b)
        if problem:
            return f"{ends} {problem}", step, math.inf
        cost += space.grid.moves.straight * math.dist(a, b)
    return "", 0, cost
