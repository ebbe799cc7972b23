"""The independent checker of polylines: can a unit follow one, and what does it cost?

It looks at every cell of the box around each part. It shares no code with the functions that make polylines.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import cast

import numpy as np
from numpy.typing import NDArray

from pathstar.paths.checks.lines import straight_problem
from pathstar.paths.checks.verdict import Verdict
from pathstar.spaces.grid import Grid
from pathstar.spaces.layers.round import Round
from pathstar.spaces.layers.sized import Sized

Point = NDArray[np.float64]
_TOUCH = 1e-9


def polyline_problem(grid: Grid, points: Point) -> Verdict:
    """Return what is wrong with a line through points, the number of the wrong part, and the line's cost.

    A part costs the cost of a straight step times the cells' costs along it.
    """
    if points.ndim != 2 or points.shape[1] != 2 or not np.isfinite(points).all():
        return "its points are not rows (x, y) of finite numbers", 0, math.inf
    cost = 0.0
    for step, (a, b) in enumerate(pairwise(points)):
        ends = f"{tuple(a.tolist())} to {tuple(b.tolist())}"
        if problem := _unit_problem(grid, a, b):
            return f"{ends} {problem}", step, math.inf
        part = _integral(grid, a, b)
        if math.isinf(part):
            return f"{ends} crosses a square whose cost is not known", step, math.inf
        cost += grid.moves.straight * part
    return "", 0, cost


def _unit_problem(grid: Grid, a: Point, b: Point) -> str:
    if isinstance(grid, Round):
        return _disc_problem(grid.ground.walkable, grid.radius, a, b)
    if isinstance(grid, Sized):
        return _square_problem(grid.ground.walkable, grid.side, a, b)
    return straight_problem(grid.walkable, grid.moves.corners, a, b)


def _disc_problem(walkable: NDArray[np.bool_], radius: float, a: Point, b: Point) -> str:
    """Return what is wrong with a disc's way, which must not overlap blocked squares or leave the map."""
    height, width = walkable.shape
    low, high = np.minimum(a, b), np.maximum(a, b)
    if (low < radius - 0.5 - _TOUCH).any() or (
        high > np.array([width, height]) - 0.5 - radius + _TOUCH
    ).any():
        return "leaves the map"
    x, y = _walls_near(walkable, low - radius, high + radius)
    return "comes too near to a wall" if (_distances(x, y, a, b) < radius - _TOUCH).any() else ""


def _distances(x: Point, y: Point, a: Point, b: Point) -> Point:
    """Return the distances of a segment from squares: the least over its ends and the squares' corners.

    The distance is 0 where the segment crosses a square.
    """
    by = b - a
    length = max(math.hypot(*by), 1e-300)
    across = np.abs(by[0] * (y - a[1]) - by[1] * (x - a[0])) - (abs(by[0]) + abs(by[1])) / 2
    gaps = [
        np.maximum(at - 0.5 - max(ends), min(ends) - at - 0.5)
        for at, ends in ((x, (a[0], b[0])), (y, (a[1], b[1])))
    ]
    apart = np.maximum.reduce([*gaps, across / length])
    nearest = [
        np.hypot(*(np.maximum(np.abs(at - end) - 0.5, 0) for at, end in ((x, p[0]), (y, p[1]))))
        for p in (a, b)
    ]
    for dx in (-0.5, 0.5):
        for dy in (-0.5, 0.5):
            along = np.clip(((x + dx - a[0]) * by[0] + (y + dy - a[1]) * by[1]) / length**2, 0, 1)
            nearest.append(np.hypot(x + dx - a[0] - along * by[0], y + dy - a[1] - along * by[1]))
    distances: Point = np.where(apart <= 0, 0.0, np.minimum.reduce(nearest))
    return distances


def _square_problem(walkable: NDArray[np.bool_], side: int, a: Point, b: Point) -> str:
    """Return what is wrong with the way of a square of cells; the line is that of its upper left cell."""
    height, width = walkable.shape
    low, high = np.minimum(a, b), np.maximum(a, b)
    if (low < -_TOUCH).any() or (high > np.array([width, height]) - side + _TOUCH).any():
        return "leaves the map"
    x, y = _walls_near(walkable, low - 1, high + side)
    # The middle of the unit moves among squares that are enlarged by the unit.
    middle, reach, by = (side - 1) / 2, (side + 1) / 2, b - a
    gaps = [
        np.maximum(at - middle - reach - max(ends), min(ends) - (at - middle + reach))
        for at, ends in ((x, (a[0], b[0])), (y, (a[1], b[1])))
    ]
    across = np.abs(by[0] * (y - middle - a[1]) - by[1] * (x - middle - a[0]))
    gaps.append((across - reach * (abs(by[0]) + abs(by[1]))) / max(math.hypot(*by), 1e-300))
    return "overlaps a wall" if (np.maximum.reduce(gaps) < -_TOUCH).any() else ""


def _walls_near(walkable: NDArray[np.bool_], low: Point, high: Point) -> tuple[Point, Point]:
    left, top = np.maximum(np.floor(low).astype(int) - 1, 0)
    right, bottom = np.ceil(high).astype(int) + 2
    y, x = np.nonzero(~walkable[top:bottom, left:right])
    return (x + left).astype(np.float64), (y + top).astype(np.float64)


def _integral(grid: Grid, a: Point, b: Point) -> float:
    """Return the integral of the cells' costs along a part; infinity where it crosses a blocked cell.

    Each cell that the part touches counts with the length inside it. Along a border it touches the cells on
    both sides, and pays their mean, or the cost of the only walkable one.
    """
    length = math.dist(a, b)
    if grid.cost is None or length <= _TOUCH:
        return length
    low, high = np.minimum(a, b), np.maximum(a, b)
    left, top = np.maximum(np.floor(low + 0.5 - _TOUCH).astype(int), 0)
    right, bottom = np.minimum(np.floor(high + 0.5 + _TOUCH).astype(int), np.array(grid.shape[::-1]) - 1)
    y, x = np.mgrid[top : bottom + 1, left : right + 1]
    begin, end = np.zeros(x.shape), np.ones(x.shape)
    for at, start, by in ((x, a[0], b[0] - a[0]), (y, a[1], b[1] - a[1])):
        if by == 0:
            end = np.where(np.abs(start - at) <= 0.5 + _TOUCH, end, -1)
            continue
        ends = np.stack([(at - 0.5 - start) / by, (at + 0.5 - start) / by])
        begin, end = np.maximum(begin, ends.min(axis=0)), np.minimum(end, ends.max(axis=0))
    inside = np.maximum(end - begin, 0) * length
    inside[inside <= _TOUCH] = 0
    costs = np.where(
        grid.walkable[top : bottom + 1, left : right + 1],
        grid.cost[top : bottom + 1, left : right + 1],
        np.inf,
    )
    for axis, number in ((0, 0), (1, 1)):  # x, y
        border = a[number] + 0.5
        if b[number] == a[number] and abs(border - round(border)) <= _TOUCH:
            both = cast(NDArray[np.float64], costs)
            free = np.isfinite(both)
            count = free.sum(axis=1 - axis)
            mean = np.where(free, both, 0).sum(axis=1 - axis) / np.maximum(count, 1)
            crossed = inside.max(axis=1 - axis)
            return math.inf if (crossed[count == 0] > 0).any() else float((mean * crossed).sum())
    crossed = inside > 0
    return float((costs[crossed] * inside[crossed]).sum())
