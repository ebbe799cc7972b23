"""What a step of a unit of several squares sweeps and costs: the checker's rules for `Sized`.

It moves the unit as a square over the ground's public arrays, and finds each cell that the square overlaps.
It shares no code with the search.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

from pathstar.spaces.layers.sized import Sized

Cell = tuple[int, ...]


def body_problem(space: Sized, place: Cell) -> str:
    """Return what is wrong with a unit at a place."""
    return _first_problem(space, swept(space.side, place, (0, 0)))


def sweep_problem(space: Sized, place: Cell, by: Cell) -> str:
    """Return what is wrong with a step of a unit."""
    problem = _first_problem(space, swept(space.side, place, by))
    return f"sweeps a square that {problem}" if problem else ""


def body_cost(space: Sized, place: Cell) -> float:
    """Return the mean cost of the squares under a unit."""
    cost = space.ground.cost
    assert cost is not None
    cells = list(swept(space.side, place, (0, 0)))
    return math.fsum(float(cost[y, x]) for x, y in cells) / len(cells)


def _first_problem(space: Sized, cells: Iterator[tuple[int, int]]) -> str:
    height, width = space.ground.shape
    for x, y in cells:
        if not (0 <= x < width and 0 <= y < height):
            return f"lies outside, at ({x}, {y})"
        if not space.ground.walkable[y, x]:
            return f"is not walkable, at ({x}, {y})"
    return ""


def swept(side: int, place: Cell, by: Cell) -> Iterator[tuple[int, int]]:
    """Yield the cells whose interior meets the interior of a square that moves along a straight line."""
    (x, y), (dx, dy) = place, by
    for cy in range(y + min(0, dy), y + max(0, dy) + side):
        for cx in range(x + min(0, dx), x + max(0, dx) + side):
            first, last = zip(_overlap(x, dx, side, cx), _overlap(y, dy, side, cy), strict=True)
            if max(first) < min(last):
                yield cx, cy


def _overlap(start: int, by: int, side: int, cell: int) -> tuple[Fraction, Fraction]:
    """Return the times, within a step from 0 to 1, between which a moving interval overlaps a cell's."""
    if by == 0:
        meets = start < cell + 1 and cell < start + side
        return (Fraction(0), Fraction(1)) if meets else (Fraction(1), Fraction(0))
    ends = sorted((Fraction(cell - side - start, by), Fraction(cell + 1 - start, by)))
    return max(ends[0], Fraction(0)), min(ends[1], Fraction(1))
