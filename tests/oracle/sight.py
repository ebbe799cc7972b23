"""Lines of sight and paths over points, in exact fractions: the segment is cut by each cell."""

from __future__ import annotations

import heapq
import itertools
import math
from fractions import Fraction

import numpy as np
from tests.oracle.plain import MOST_BLOCKED, is_free

Place = tuple[int, ...]


def cut(cell: Place, a: Place, b: Place) -> tuple[Fraction, Fraction] | None:
    """The range, as parts of the segment from a to b, in which it is inside the closed cell."""
    low, high = Fraction(0), Fraction(1)
    for axis in range(len(cell)):
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
            part = None if walkable[y, x] else cut((x, y), a, b)
            if part is None:
                continue
            if part[0] < part[1] or (x, y) in (a, b):
                return False
            at_corner[part[0]] = at_corner.get(part[0], 0) + 1
    return all(blocked <= MOST_BLOCKED[corners] for blocked in at_corner.values())


def sees_box(walkable, corners: str, a: Place, b: Place) -> bool:
    """Whether the centres of two boxes see each other: the segment is cut by every box."""
    touched = {}
    for index in np.ndindex(walkable.shape):
        part = cut(index[::-1], a, b)
        if part is not None:
            touched[index[::-1]] = part
    closed = {box for box in touched if not walkable[box[::-1]]}
    if any(touched[box][0] < touched[box][1] or box in (a, b) for box in closed):
        return False
    if corners == "free" or not closed:
        return True
    if corners == "no_cut":
        return False
    order = sorted((part, box) for box, part in touched.items() if part[0] < part[1])
    return all(has_chain(before, behind, closed) for (_, before), (_, behind) in itertools.pairwise(order))


def has_chain(before: Place, behind: Place, closed: set[Place]) -> bool:
    """Whether straight steps, each nearer, lead from a box to one that touches it, past closed boxes."""
    axes = [axis for axis in range(3) if before[axis] != behind[axis]]
    for turns in itertools.permutations(axes):
        at, way = list(before), set()
        for axis in turns:
            at[axis] = behind[axis]
            way.add(tuple(at))
        if not way & closed:
            return True
    return False


def box_line_cost(voxels, a: Place, b: Place) -> float:
    """The integral of the boxes' costs along the line between two centres."""
    length = math.dist(*([at * side for at, side in zip(end, voxels.spacing, strict=True)] for end in (a, b)))
    if voxels.cost is None or a == b:
        return length
    parts = {index: cut(index[::-1], a, b) for index in np.ndindex(voxels.shape)}
    return length * math.fsum(
        float(part[1] - part[0]) * float(voxels.cost[index]) for index, part in parts.items() if part
    )


def cheapest(space, start: Place, goal: Place) -> float:
    """The shortest path from start to goal by straight lines that turn only at points of the space."""
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
