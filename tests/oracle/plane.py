"""Shortest lines in the plane around blocked squares, by a visibility graph in whole numbers.

Coordinates are doubled: the centre of cell (x, y) is (2x + 1, 2y + 1), and corners of cells are even.
"""

from __future__ import annotations

import heapq
import math

import numpy as np
from numpy.typing import NDArray

Point = tuple[int, int]


def corners_of_walls(walkable: NDArray[np.bool_]) -> list[Point]:
    """Every corner around which a line can turn: one of the four cells around it is blocked."""
    height, width = walkable.shape
    found = []
    for y in range(1, height):
        for x in range(1, width):
            around = [bool(walkable[y + dy, x + dx]) for dy in (-1, 0) for dx in (-1, 0)]
            if sum(around) == 3:
                found.append((2 * x, 2 * y))
    return found


def sees(walkable: NDArray[np.bool_], a: Point, b: Point) -> bool:
    """Whether a line crosses no blocked square and passes between no two that meet at a corner or a side."""
    y, x = np.nonzero(~walkable)
    x, y = 2 * x + 1, 2 * y + 1
    dx, dy = b[0] - a[0], b[1] - a[1]
    across = dx * (y - a[1]) - dy * (x - a[0])
    gap = np.abs(across) - (abs(dx) + abs(dy))
    beside = np.maximum.reduce(
        [
            *(min(a[0], b[0]) - x - 1, x - 1 - max(a[0], b[0])),
            *(min(a[1], b[1]) - y - 1, y - 1 - max(a[1], b[1])),
        ]
    )
    if ((gap < 0) & (beside < 0)).any():
        return False
    touched = (gap <= 0) & (beside <= 0)
    left, right = touched & (across < 0), touched & (across > 0)
    meets = (np.abs(x[left, None] - x[right]) <= 2) & (np.abs(y[left, None] - y[right]) <= 2)
    return not meets.any()


def shortest(walkable: NDArray[np.bool_], start: tuple[int, int], goal: tuple[int, int]) -> float:
    """The length of the shortest line between the centres of two cells; infinity if there is none."""
    ends = [(2 * x + 1, 2 * y + 1) for x, y in (start, goal)]
    points = [*ends, *corners_of_walls(walkable)]
    if not (walkable[start[::-1]] and walkable[goal[::-1]]):
        return math.inf
    best, queue = {ends[0]: 0.0}, [(0.0, ends[0])]
    done: set[Point] = set()
    while queue:
        cost, at = heapq.heappop(queue)
        if at in done:
            continue
        done.add(at)
        if at == ends[1]:
            return cost / 2
        for other in points:
            reached = cost + math.dist(at, other)
            if other not in done and reached < best.get(other, math.inf) and sees(walkable, at, other):
                best[other] = reached
                heapq.heappush(queue, (reached, other))
    return math.inf
