"""The cost of one step over cells, straight from the rules: the checker for all cells but plain squares.

It reads only a space's public arrays and shares no code with the search.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, permutations, product
from typing import Any

from pathstar.paths.checks.bodies import body_cost, body_problem, sweep_problem
from pathstar.paths.checks.edges import ruled_cost
from pathstar.paths.checks.rounds import passing_problem, round_cost, round_problem
from pathstar.spaces.cell_grid import CellGrid
from pathstar.spaces.grid import Grid
from pathstar.spaces.hexgrid import HexGrid
from pathstar.spaces.layers.round import Round
from pathstar.spaces.layers.sized import Sized
from pathstar.spaces.trianglegrid import TriangleGrid
from pathstar.spaces.voxels import VoxelGrid

Cell = tuple[int, ...]
Cells = CellGrid | VoxelGrid
KINDS_OF_CELLS = (Grid, HexGrid, TriangleGrid, VoxelGrid)

# The six neighbours of a hexagon (dx, dy), in the order of its directions: first in a line that is not
# shifted, then in a shifted one. The lines are rows or columns.
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
        number: Its index among the directions.
        by: ``(dx, dy)`` or ``(dx, dy, dz)`` in columns, rows and floors.
        length: Its cost on plain ground.
    """

    number: int
    by: Cell
    length: float


PORTAL = -1  # in place of a step's number


def cheapest_step(space: Cells, start: Cell, end: Cell) -> tuple[float, str]:
    """Return the cost of the cheapest step from one cell to another, or the problem."""
    costs, problem = steps_between(space, start, end)
    return (min(costs.values()), "") if costs else (math.inf, problem)


def steps_between(space: Cells, start: Cell, end: Cell) -> tuple[dict[int, float], str]:
    """Return the cost of each step from one cell to another, by number, or the problem if there is none."""
    portals = [cost for first, last, cost in space.links.portals if (first, last) == (start, end)]
    found = {PORTAL: min(portals)} if portals else {}
    problem = ""
    for step in _steps_from(space, start):
        if _landing(space, start, step.by) != end:
            continue
        wrong = _problem(space, start, end, step)
        if wrong:
            problem = problem or wrong
        else:
            cost = ruled_cost(space, start, end, step.by, step.length * _factor(space, start, end, step.by))
            if cost < math.inf:
                found[step.number] = cost
            else:
                problem = problem or "is too steep, or against too strong a drift"
    return found, problem or "is not one step"


def place_problem(space: Cells, place: Cell) -> str:
    """Return why a unit cannot stand at a cell, or an empty string."""
    if isinstance(space, Sized):
        return body_problem(space, place)
    if isinstance(space, Round):
        return round_problem(space, place)
    if not all(0 <= at < side for at, side in zip(place, reversed(space.shape), strict=True)):
        return "lies outside"
    return "" if space.walkable[place[::-1]] else "is not walkable"


def _steps_from(space: Cells, start: Cell) -> Iterator[Step]:
    if isinstance(space, HexGrid):
        yield from _hex_steps(space, start)
    elif isinstance(space, TriangleGrid):
        over_base = (0, 1) if sum(start) % 2 == 0 else (0, -1)
        for number, over_edge in enumerate(((-1, 0), (1, 0), over_base)):
            yield Step(number, over_edge, 1.0)
    elif isinstance(space, VoxelGrid):
        for number, by in enumerate(space.directions):
            ways = [d * side for d, side in zip(by, space.spacing, strict=True)]
            yield Step(number, by, math.sqrt(sum(way**2 for way in ways)))
    elif isinstance(space, Grid):
        straight, diagonal = space.moves.step_costs
        for number, by in enumerate(space.directions):
            knight = space.moves.knight or math.inf
            length = {1: straight, 2: diagonal, 3: knight}[abs(by[0]) + abs(by[1])]
            yield Step(number, by, length)


def _hex_steps(hexes: HexGrid, start: Cell) -> Iterator[Step]:
    x, y = start
    odd = hexes.layout.startswith("odd")
    line, table = (y, _NEXT_IN_ROWS) if hexes.layout.endswith("r") else (x, _NEXT_IN_COLUMNS)
    shoved = (line % 2 == 1) == odd
    for number, by in enumerate(table[shoved]):
        yield Step(number, by, 1.0)


def _landing(space: Any, start: Cell, by: Cell) -> Cell:
    """Return the cell that a step leads to, across joined borders too; it may lie outside."""
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
        return "leaves a cell by an exit that is closed"
    if (end, start) in links.one_way:
        return "goes against a one-way step"
    if isinstance(space, Sized):
        return sweep_problem(space, start, step.by)
    if isinstance(space, Round):
        return passing_problem(space, start, step.by)
    no_corners = isinstance(space, (HexGrid, TriangleGrid))
    return "" if no_corners or _may_pass(space, start, step.by) else "cuts a corner"


def _may_pass(space: Grid | VoxelGrid, start: Cell, by: Cell) -> bool:
    """Return whether the corner rule allows a step."""
    corners = space.moves.corners if isinstance(space, Grid) else space.corners

    def free(offset: Cell) -> bool:
        return not place_problem(space, _landing(space, start, offset))

    crossed = _crossed(by)
    if corners == "free":
        return not crossed or any(map(free, crossed))
    if corners == "no_squeeze":
        units = [
            tuple(int(math.copysign(1, d)) * (i == axis) for i in range(len(by)))
            for axis, d in enumerate(by)
            for _ in range(abs(d))
        ]
        return any(all(map(free, accumulate(order, _plus))) for order in permutations(units))
    if crossed:
        return all(map(free, crossed))
    return all(map(free, product(*((0, d) if d else (0,) for d in by))))


def _plus(a: Cell, b: Cell) -> Cell:
    return tuple(i + j for i, j in zip(a, b, strict=True))


def _crossed(by: Cell) -> tuple[Cell, ...]:
    """Return the two adjacent cells between which a knight's move passes; none for any other step."""
    if max(map(abs, by)) < 2:
        return ()
    dx, dy = by
    return ((dx // 2, 0), (dx // 2, dy)) if abs(dx) == 2 else ((0, dy // 2), (dx, dy // 2))


def _factor(space: Any, start: Cell, end: Cell, by: Cell) -> float:
    """Return the mean cost of the cells that a step pays for, leaving out blocked ones."""
    if space.cost is None:
        return 1.0
    if isinstance(space, (Sized, Round)):
        ends = [end] if space.cost_model == "enter" else [start, end]
        below = [body_cost(space, at) if isinstance(space, Sized) else round_cost(space, at) for at in ends]
        return sum(below) / len(ends)
    through = [_landing(space, start, offset) for offset in _crossed(by)]
    cells = [end, *(cell for cell in through if not place_problem(space, cell))]
    if space.cost_model == "mean":
        cells.append(start)
    return sum(float(space.cost[cell[::-1]]) for cell in cells) / len(cells)
