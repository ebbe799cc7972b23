"""Lines of sight and ways over points, in exact fractions: cut the segment by each cell, see what is left."""

from __future__ import annotations

import heapq
import math
from fractions import Fraction

from tests.oracle.plain import MOST_BLOCKED, is_free

Place = tuple[int, int]


def cut(cell: Place, a: Place, b: Place) -> tuple[Fraction, Fraction] | None:
    """From where to where, as parts of the way from a to b, the segment lies in the closed cell."""
    low, high = Fraction(0), Fraction(1)
    for axis in (0, 1):
        near, far = Fraction(2 * cell[axis] - 1, 2), Fraction(2 * cell[axis] + 1, 2)
        way = b[axis] - a[axis]
        if way == 0:
            if not near <= a[axis] <= far:
                return None
            continue
        ends = sorted(((near - a[axis]) / way, (far - a[axis]) / way))
        low, high = max(low, ends[0]), min(high, ends[1])
    return (low, high) if low <= high else None


def sees(walkable, corners: str, a: Place, b: Place) -> bool:
    """Whether the centres of two cells see each other."""
    at_corner: dict[Fraction, int] = {}
    for y in range(walkable.shape[0]):
        for x in range(walkable.shape[1]):
            part = cut((x, y), a, b)
            if part is None or walkable[y, x]:
                continue
            if part[0] < part[1] or (x, y) in (a, b):
                return False
            at_corner[part[0]] = at_corner.get(part[0], 0) + 1
    return all(blocked <= MOST_BLOCKED[corners] for blocked in at_corner.values())


def cheapest(space, start: Place, goal: Place) -> float:
    """The shortest way from start to goal by straight lines, turning at points of the space only."""
    grid = space.grid
    places = [start, goal, *map(tuple, space.points.tolist())]
    done: set[Place] = set()
    queue = [(0.0, start)] if is_free(space, start) else []
    while queue:
        cost, place = heapq.heappop(queue)
        if place in done:
            continue
        done.add(place)
        if place == goal:
            return cost
        for following in places:
            if following not in done and sees(grid.walkable, grid.moves.corners, place, following):
                heapq.heappush(queue, (cost + grid.moves.straight * math.dist(place, following), following))
    return math.inf
