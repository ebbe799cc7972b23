"""The independent checker of lines over a mesh, in exact fractions.

It cuts a line at every polygon near it. The line is legal if one can follow it from start to end, from
polygon to polygon through shared sides; each part of it costs what the cheapest polygon there costs. A link
leads from one point to another, whatever lies between. The checker shares no code with the search.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.paths.checks.verdict import Verdict

Exact = tuple[Fraction, Fraction]
Span = tuple[Fraction, Fraction]  # begin and end, if the line goes from time 0 to time 1


def mesh_line_problem(mesh: Any, points: NDArray[np.float64]) -> Verdict:
    """Return what is wrong with a polyline, the number of the wrong step, and what it costs.

    Args:
        mesh: A `NavMesh`.
        points: The corners of the line ``(n, 2)``.
    """
    sides = _Sides(mesh)
    links = _link_costs(mesh)
    reached = sides.holding(points[0])
    if not reached:
        return f"{tuple(points[0].tolist())} lies off the mesh", None, math.inf
    total = 0.0
    for step, (a, b) in enumerate(pairwise(points)):
        reached, cost = sides.followed(reached, a, b)
        by_link = links.get((*a.tolist(), *b.tolist()), math.inf)
        if by_link < cost and (around := sides.holding(b)):
            reached, cost = around, by_link
        if not reached:
            ends = f"{tuple(a.tolist())} to {tuple(b.tolist())}"
            return f"{ends} leaves the mesh", step, math.inf
        total += cost
    return "", None, total


def _link_costs(mesh: Any) -> dict[tuple[float, ...], float]:
    """Return the cost of the cheapest link from one point to another, by the coordinates of both."""
    costs: dict[tuple[float, ...], float] = {}
    for start, end, cost, both_ways in mesh.links.values():
        for ends in ((*start, *end), (*end, *start))[: 1 + both_ways]:
            costs[ends] = min(cost, costs.get(ends, math.inf))
    return costs


class _Sides:
    """The polygons of a mesh, with their sides in exact fractions."""

    def __init__(self, mesh: Any) -> None:
        self.vertices, self.polygons, self.neighbours = mesh.vertices, mesh.polygons, mesh.neighbours
        self.costs = mesh.costs.tolist()
        boxes = [(self.vertices[each].min(axis=0), self.vertices[each].max(axis=0)) for each in self.polygons]
        self.low, self.high = np.array(boxes).reshape(-1, 2, 2).transpose(1, 0, 2)

    def near(self, a: NDArray[np.float64], b: NDArray[np.float64]) -> list[int]:
        """Return the polygons whose bounding boxes meet that of a line."""
        apart = (self.low > np.maximum(a, b)) | (self.high < np.minimum(a, b))
        found: list[int] = np.flatnonzero(~apart.any(axis=1)).tolist()
        return found

    def holding(self, place: NDArray[np.float64]) -> set[int]:
        """Return the polygons that hold a point."""
        ends = _exact([place], [place])
        return {face for face in self.near(place, place) if self.span(face, *ends) is not None}

    def of(self, face: int) -> Iterator[tuple[Exact, Exact, int]]:
        """Yield the ends of each side of a polygon, and the polygon beside it or -1."""
        corners = [(Fraction(x), Fraction(y)) for x, y in self.vertices[self.polygons[face]].tolist()]
        return zip(corners, corners[1:] + corners[:1], self.neighbours[face].tolist(), strict=True)

    def span(self, face: int, a: Exact, b: Exact) -> Span | None:
        """Return the span in which a line lies in a polygon or on its border."""
        low, high = Fraction(0), Fraction(1)
        for p, q, _ in self.of(face):
            begin, end = _turn(p, q, a), _turn(p, q, b)
            if begin < 0 and end < 0:
                return None
            if begin < 0 or end < 0:
                crossed = begin / (begin - end)
                low, high = (max(low, crossed), high) if begin < 0 else (low, min(high, crossed))
            if low > high:
                return None
        return low, high

    def followed(
        self, starts: set[int], a: NDArray[np.float64], b: NDArray[np.float64]
    ) -> tuple[set[int], float]:
        """Return the polygons at the end of a line that can be reached along it, and the cost of the line.

        Args:
            starts: The polygons at its start.
            a: Its start.
            b: Its end.
        """
        near, ends = set(self.near(a, b)), _exact([a], [b])
        spans = {face: span for face in near if (span := self.span(face, *ends)) is not None}
        reached, waiting = set(), list(starts)
        while waiting:
            face = waiting.pop()
            if face in reached:
                continue
            reached.add(face)
            waiting += [beside for p, q, beside in self.of(face) if beside in spans and _meets(p, q, *ends)]
        ended = {face for face in reached if face in spans and spans[face][1] == 1}
        if not ended:
            return ended, math.inf
        times = sorted({time for face in reached & spans.keys() for time in spans[face]})
        cost = 0.0
        for begin, end in pairwise(times):
            inside = [self.costs[face] for face in reached & spans.keys() if _covers(spans[face], begin, end)]
            cost += float(end - begin) * min(inside, default=math.inf)
        return ended, cost * math.dist(a, b)


def _covers(span: Span, begin: Fraction, end: Fraction) -> bool:
    return span[0] <= begin and end <= span[1]


def _exact(a: Any, b: Any) -> tuple[Exact, Exact]:
    (x, y), (to_x, to_y) = a[0], b[0]
    return (Fraction(float(x)), Fraction(float(y))), (Fraction(float(to_x)), Fraction(float(to_y)))


def _turn(p: Exact, q: Exact, place: Exact) -> Fraction:
    """Twice the area of a triangle: positive if it goes counterclockwise with y up."""
    return (q[0] - p[0]) * (place[1] - p[1]) - (q[1] - p[1]) * (place[0] - p[0])


def _meets(p: Exact, q: Exact, a: Exact, b: Exact) -> bool:
    """Return whether a line, which may be a point, meets a side."""
    if min(p[0], q[0]) > max(a[0], b[0]) or max(p[0], q[0]) < min(a[0], b[0]):
        return False
    if min(p[1], q[1]) > max(a[1], b[1]) or max(p[1], q[1]) < min(a[1], b[1]):
        return False
    return _turn(p, q, a) * _turn(p, q, b) <= 0 and _turn(a, b, p) * _turn(a, b, q) <= 0
