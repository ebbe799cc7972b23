"""What one step over cells costs, straight from the rules: the checker's part for hexagons and their like.

It reads a space's public arrays only and shares no code with the search.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pathstar.spaces.hexgrid import HexGrid

Cell = tuple[int, ...]

# The six neighbours of a hexagon (dx, dy), in the order of its directions: in a line that is not shoved, and
# in one that is. The lines are rows, or columns.
_NEXT_IN_ROWS = (
    ((1, 0), (0, -1), (-1, -1), (-1, 0), (-1, 1), (0, 1)),
    ((1, 0), (1, -1), (0, -1), (-1, 0), (0, 1), (1, 1)),
)
_NEXT_IN_COLUMNS = (
    ((1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (0, 1)),
    ((1, 1), (1, 0), (0, -1), (-1, 0), (-1, 1), (0, 1)),
)


@dataclass(frozen=True, slots=True)
class Step:
    """One step from a cell.

    Attributes:
        number: Its place among the directions.
        by: ``(dx, dy)`` in columns and rows.
        length: What it costs on plain ground.
    """

    number: int
    by: Cell
    length: float


def cheapest_step(space: HexGrid, start: Cell, end: Cell) -> tuple[float, str]:
    """Return what the cheapest step from one cell to another costs, and the problem where there is none."""
    found = [cost for first, last, cost in space.links.portals if (first, last) == (start, end)]
    problems = []
    for step in _steps_from(space, start):
        if _landing(space, start, step.by) != end:
            continue
        problem = _problem(space, start, end, step)
        if problem:
            problems.append(problem)
        else:
            found.append(step.length * _factor(space, start, end))
    if found:
        return min(found), ""
    return math.inf, problems[0] if problems else "is not one step"


def place_problem(space: HexGrid, place: Cell) -> str:
    """Return what is wrong with standing at a cell."""
    if not all(0 <= at < side for at, side in zip(place, reversed(space.shape), strict=True)):
        return "lies outside"
    return "" if space.walkable[place[::-1]] else "is not walkable"


def _steps_from(space: HexGrid, start: Cell) -> Iterator[Step]:
    yield from _hex_steps(space, start)


def _hex_steps(hexes: HexGrid, start: Cell) -> Iterator[Step]:
    x, y = start
    odd = hexes.layout.startswith("odd")
    line, table = (y, _NEXT_IN_ROWS) if hexes.layout.endswith("r") else (x, _NEXT_IN_COLUMNS)
    shoved = (line % 2 == 1) == odd
    for number, by in enumerate(table[shoved]):
        yield Step(number, by, 1.0)


def _landing(space: Any, start: Cell, by: Cell) -> Cell:
    """The cell a step leads to, over joined borders too; it may lie outside."""
    cell = [at + d for at, d in zip(start, by, strict=True)]
    for axis, name in enumerate("xy"):
        if name in space.links.wrap:
            cell[axis] %= space.shape[-1 - axis]
    return tuple(cell)


def _problem(space: Any, start: Cell, end: Cell, step: Step) -> str:
    links = space.links
    if start == end:
        return "is not one step"
    if links.exits is not None and not int(links.exits[start[::-1]]) >> step.number & 1:
        return "leaves a cell by a way that it does not allow"
    if (end, start) in links.one_way:
        return "goes against a one-way step"
    return ""


def _factor(space: Any, start: Cell, end: Cell) -> float:
    if space.cost is None:
        return 1.0
    here, there = float(space.cost[start[::-1]]), float(space.cost[end[::-1]])
    return there if space.cost_model == "enter" else (here + there) / 2
