"""Shortest paths in the plane by visibility graphs, in exact fractions: slow, plain and without a mesh.

A path goes from corner to corner along lines of sight. It may touch walls, but not slip between two that
touch in a point.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from itertools import pairwise

import numpy as np

Point = tuple[float, float]
Exact = tuple[Fraction, Fraction]
Cell = tuple[int, int]


Corner = tuple[Point, frozenset[Cell]]  # a point, and the squares on one side of the walls that meet there


def shortest(start: Corner, goal: Corner, corners: Iterable[Corner], sees: Callable[..., bool]) -> float:
    """The length of a shortest path over corners, by A*; infinity if there is none."""
    left = {goal, *corners} - {start}
    best = {start: 0.0}
    queue = [(math.dist(start[0], goal[0]), 0, start)]
    done = set()
    while queue:
        _, _, here = heapq.heappop(queue)
        if here == goal:
            return best[goal]
        if here in done:
            continue
        done.add(here)
        for there in left - done:
            cost = best[here] + math.dist(here[0], there[0])
            if cost < best.get(there, math.inf) and sees(here, there):
                best[there] = cost
                heapq.heappush(queue, (cost + math.dist(there[0], goal[0]), len(best) + len(queue), there))
    return math.inf


class Cells:
    """The free squares of a grid: square (x, y) is [x, x + 1] x [y, y + 1]."""

    def __init__(self, walkable: np.ndarray) -> None:
        height, width = walkable.shape
        self.free = {(x, y) for y in range(height) for x in range(width) if walkable[y, x]}
        # Every query uses the same corners.
        self.corners = cache(self._corners)
        self.passes = cache(self._passes)

    def holds(self, place: Point) -> bool:
        return bool(self.around(*exact(place)))

    def shortest(self, start: Point, goal: Point) -> float:
        if not self.holds(start) or not self.holds(goal):
            return math.inf
        return shortest(self.everywhere(start), self.everywhere(goal), self.corners(), self.passes)

    def everywhere(self, place: Point) -> Corner:
        """A point with all squares that hold it."""
        return place, frozenset(self.around(*exact(place)))

    def _corners(self) -> set[Corner]:
        """The points with free and blocked squares around, once for each side of their walls."""
        points = {(x + i, y + j) for x, y in self.free for i in (0, 1) for j in (0, 1)}
        return {
            ((float(x), float(y)), frozenset(_reached({cell}, around)))
            for x, y in points
            if len(around := self.around(Fraction(x), Fraction(y))) < 4
            for cell in around
        }

    def around(self, x: Fraction, y: Fraction) -> set[Cell]:
        """The free squares that hold a point, inside or on their border."""
        columns = {math.floor(x), math.ceil(x) - 1}
        rows = {math.floor(y), math.ceil(y) - 1}
        return {(i, j) for i in columns for j in rows} & self.free

    def sees(self, a: Point, b: Point) -> bool:
        return self.passes(self.everywhere(a), self.everywhere(b))

    def _passes(self, start: Corner, goal: Corner) -> bool:
        """Whether a straight line leads from one side of walls at a point to one at another."""
        (x, y), (to_x, to_y) = exact(start[0]), exact(goal[0])
        if start[0] == goal[0]:
            return bool(start[1] & goal[1])

        def at(t: Fraction) -> Exact:
            return x + t * (to_x - x), y + t * (to_y - y)

        times = sorted({Fraction(0), Fraction(1), *_whole(x, to_x), *_whole(y, to_y)})
        spans = [self.around(*at((before + after) / 2)) for before, after in pairwise(times)]
        if not all(spans) or not spans[0] & start[1] or not spans[-1] & goal[1]:
            return False
        return all(
            _reached(before, self.around(*at(time))) & after
            for time, (before, after) in zip(times[1:-1], pairwise(spans), strict=True)
        )


def exact(place: Point) -> Exact:
    return Fraction(place[0]), Fraction(place[1])


def _whole(a: Fraction, b: Fraction) -> list[Fraction]:
    """The times strictly between 0 and 1 at which a number that goes from a to b is whole."""
    if a == b:
        return []
    low, high = min(a, b), max(a, b)
    return [(whole - a) / (b - a) for whole in range(math.floor(low) + 1, math.ceil(high))]


def _reached(squares: set[Cell], around: set[Cell]) -> set[Cell]:
    """The squares around a point that can be reached from some of them through their sides."""
    reached, waiting = set(), list(squares)
    while waiting:
        x, y = waiting.pop()
        if (x, y) not in reached:
            reached.add((x, y))
            waiting += {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & around
    return reached


class Rings:
    """An area with holes, given by rings that do not touch each other."""

    def __init__(self, outline: list[Point], holes: list[list[Point]]) -> None:
        self.rings = [[exact(point) for point in ring] for ring in (outline, *holes)]
        self.sees = cache(self._sees)  # every query uses the same corners

    def shortest(self, start: Point, goal: Point) -> float:
        if not self.holds(exact(start)) or not self.holds(exact(goal)):
            return math.inf
        corners = {((float(x), float(y)), frozenset()) for ring in self.rings for x, y in ring}
        ends = (start, frozenset[Cell]()), (goal, frozenset[Cell]())
        return shortest(*ends, corners, lambda a, b: self.sees(a[0], b[0]))

    def sides(self) -> Iterable[tuple[Exact, Exact]]:
        for ring in self.rings:
            yield from zip(ring, ring[1:] + ring[:1], strict=True)

    def holds(self, place: Exact) -> bool:
        """Whether the area holds a point, by counting the sides to its right."""
        x, y = place
        inside = False
        for (ax, ay), (bx, by) in self.sides():
            turn = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
            if turn == 0 and min(ax, bx) <= x <= max(ax, bx) and min(ay, by) <= y <= max(ay, by):
                return True
            if (ay > y) != (by > y) and (turn > 0) == (by > ay):
                inside = not inside
        return inside

    def _sees(self, a: Point, b: Point) -> bool:
        """Cut the line wherever it meets a side: the midpoint of each part must be in the area."""
        (x, y), (to_x, to_y) = exact(a), exact(b)
        dx, dy = to_x - x, to_y - y
        times = {Fraction(0), Fraction(1)}
        for (ax, ay), (bx, by) in self.sides():
            across_a, across_b = dx * (ay - y) - dy * (ax - x), dx * (by - y) - dy * (bx - x)
            if across_a == across_b:
                ends = [(ax, ay), (bx, by)] if across_a == 0 else []
            elif min(across_a, across_b) <= 0 <= max(across_a, across_b):
                share = across_a / (across_a - across_b)
                ends = [(ax + share * (bx - ax), ay + share * (by - ay))]
            else:
                ends = []
            times |= {((px - x) / dx if dx else (py - y) / dy) for px, py in ends}
        inner = sorted(time for time in times if 0 <= time <= 1)
        return all(
            self.holds((x + (before + after) / 2 * dx, y + (before + after) / 2 * dy))
            for before, after in pairwise(inner)
        )
