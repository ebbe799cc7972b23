"""The independent checker of polylines over boxes: is one legal, and what does it cost?

It cuts each line at the boxes near it, slab by slab, in exact fractions. It shares no code with the search,
which walks along the line.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product

import numpy as np
from numpy.typing import NDArray

from pathstar.paths.checks.verdict import Verdict
from pathstar.spaces.voxels import VoxelGrid

Box = tuple[int, ...]
Part = tuple[Fraction, Fraction]
_HALF = Fraction(1, 2)


def box_line_problem(voxels: VoxelGrid, points: NDArray[np.float64]) -> Verdict:
    """Return what is wrong with a line through centres of boxes, the number of the wrong part, and its cost.

    A part costs its length times the cost of the boxes that it passes.
    """
    if points.ndim != 2 or points.shape[1] != 3 or not np.isfinite(points).all():
        return "its points are not rows (x, y, z) of finite numbers", 0, math.inf
    if (lacks := voxels.unsupported_lines()) is not None:
        return f"lines need {lacks}", 0, math.inf
    cost = 0.0
    for step, row in enumerate(points):
        if (row % 1 != 0).any() or ((row < 0) | (row >= voxels.shape[::-1])).any():
            return f"{tuple(row.tolist())} is not a centre of a box", max(step - 1, 0), math.inf
    centres = [tuple(map(int, row)) for row in points.tolist()]
    if not all(voxels.walkable[box[::-1]] for box in centres):
        return "it turns at a box that is not walkable", 0, math.inf
    for step, (a, b) in enumerate(pairwise(centres)):
        touched = dict(_touched(a, b))
        if problem := _problem(voxels, touched, a, b):
            return f"{a} to {b} {problem}", step, math.inf
        cost += _cost(voxels, touched, a, b)
    return "", 0, cost


def _touched(a: Box, b: Box) -> Iterator[tuple[Box, Part]]:
    """Yield the boxes that a line touches, each with the begin and end of the contact, from 0 to 1."""
    ways = [q - p for p, q in zip(a, b, strict=True)]
    longest = max(range(3), key=lambda axis: abs(ways[axis]))
    if not ways[longest]:
        yield a, (Fraction(0), Fraction(1))
        return
    towards = 1 if ways[longest] > 0 else -1
    for number in range(abs(ways[longest]) + 1):
        slab = a[longest] + towards * number
        ends = [(Fraction(slab) + side - a[longest]) / ways[longest] for side in (-_HALF, _HALF)]
        low, high = max(min(ends), Fraction(0)), min(max(ends), Fraction(1))
        near = [
            [slab] if axis == longest else _near(a[axis] + ways[axis] * low, a[axis] + ways[axis] * high)
            for axis in range(3)
        ]
        for box in product(*near):
            part = _inside(box, a, ways)
            if part is not None:
                yield box, part


def _near(begin: Fraction, end: Fraction) -> range:
    """Return which boxes touch a stretch of an axis."""
    low, high = min(begin, end), max(begin, end)
    return range(math.ceil(low - _HALF), math.floor(high + _HALF) + 1)


def _inside(box: Box, a: Box, ways: list[int]) -> Part | None:
    low, high = Fraction(0), Fraction(1)
    for at, start, way in zip(box, a, ways, strict=True):
        if way == 0:
            if at != start:
                return None
            continue
        ends = [(at + side - start) / way for side in (-_HALF, _HALF)]
        low, high = max(low, min(ends)), min(high, max(ends))
    return (low, high) if low <= high else None


def _problem(voxels: VoxelGrid, touched: dict[Box, Part], a: Box, b: Box) -> str:
    blocked = {
        box
        for box in touched
        if any(not 0 <= at < side for at, side in zip(box, voxels.shape[::-1], strict=True))
        or not voxels.walkable[box[::-1]]
    }
    if any(touched[box][0] < touched[box][1] for box in blocked) or a in blocked or b in blocked:
        return "crosses a wall"
    if not blocked or voxels.corners == "free":
        return ""
    if voxels.corners == "no_cut":
        return "cuts a corner"
    crossed = [box for box, (low, high) in touched.items() if low < high]
    around = defaultdict(set)  # the free boxes at each place where the line touches an edge or a corner
    for box in touched:
        if touched[box][0] == touched[box][1] and box not in blocked:
            around[touched[box][0]].add(box)
    for where in {touched[box][0] for box in blocked}:
        before = next(box for box in crossed if touched[box][1] == where)
        behind = next(box for box in crossed if touched[box][0] == where)
        if not _leads(before, behind, around[where] | {behind}):
            return "cuts a corner"
    return ""


def _leads(before: Box, behind: Box, free: set[Box]) -> bool:
    """Return whether straight steps over free boxes lead from one to another."""
    reached, left = {before}, [before]
    while left:
        at = left.pop()
        for box in free - reached:
            if sum(abs(p - q) for p, q in zip(at, box, strict=True)) == 1:
                reached.add(box)
                left.append(box)
    return behind in reached


def _cost(voxels: VoxelGrid, touched: dict[Box, Part], a: Box, b: Box) -> float:
    length = math.dist(*(np.multiply(end, voxels.spacing) for end in (a, b)))
    if voxels.cost is None:
        return length
    costs = voxels.cost
    mean = math.fsum(float(high - low) * float(costs[box[::-1]]) for box, (low, high) in touched.items())
    return length * mean
