"""The surroundings of a place, from the public arrays alone: one function for each kind of space."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pathstar.spaces.hexes import AXIAL_DIRECTIONS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from pathstar.spaces.base import Place
    from pathstar.spaces.cell_grid import CellGrid
    from pathstar.spaces.graphs.rows import Rows
    from pathstar.spaces.grid import Grid
    from pathstar.spaces.hexgrid import HexGrid
    from pathstar.spaces.trianglegrid import TriangleGrid

Cell = tuple[int, int]

# In the order of the engine: straight ones first.
_STRAIGHT = ((0, -1), (-1, 0), (1, 0), (0, 1))
_DIAGONAL = ((-1, -1), (1, -1), (-1, 1), (1, 1))

# How many of the two squares beside a diagonal step may be blocked, and what a step with more would do.
_CORNERS = {"no_cut": (0, "cut"), "no_squeeze": (1, "squeeze"), "free": (2, "")}


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A place next to another, and whether a step leads there.

    Attributes:
        place: Where it is; it may lie outside the map.
        obstacle: ``"outside"``, ``"wall"`` or ``"one_way"``; for a diagonal step ``"cut"`` if it would cut a
            corner, ``"squeeze"`` if it would squeeze between two; empty if the step is allowed.
        corners: The blocked squares beside a diagonal step.
        length: The length of the step.
        cost: The cost of the step; 0 if it is not allowed.
        factors: The costs of the cells whose mean multiplies the length; empty if there are none.
    """

    place: Place
    obstacle: str = ""
    corners: tuple[Cell, ...] = ()
    length: float = 0.0
    cost: float = 0.0
    factors: tuple[float, ...] = ()


def nodes_around(graph: Rows, place: Place) -> list[Neighbour]:
    """Return the nodes to which edges lead, each once, at the least cost of its edges."""
    node = graph.node_of(place)
    edges = slice(int(graph.offsets[node]), int(graph.offsets[node + 1]))
    cheapest: dict[int, float] = {}
    for target, cost in zip(graph.targets[edges].tolist(), graph.costs[edges].tolist(), strict=True):
        cheapest[target] = min(cost, cheapest.get(target, cost))
    cheapest.pop(node, None)
    names = graph.places_of(list(cheapest)).tolist() if cheapest else []
    around = zip(names, cheapest.values(), strict=True)
    return [Neighbour(name, length=cost, cost=cost) for name, cost in around]


def squares_around(grid: Grid, place: Place) -> list[Neighbour]:
    """Return the squares around a plain square, straight ones first: 4 or 8, depending on the moves."""
    cell = _cell(grid, place)
    directions = _STRAIGHT + (_DIAGONAL if grid.moves.directions == 8 else ())
    walkable = grid.walkable
    return [_square(grid, walkable, cell, dx, dy) for dx, dy in directions]


def hexagons_around(hexes: HexGrid, place: Place) -> list[Neighbour]:
    """Return the six hexagons around a hexagon, then those to which portals lead."""
    cell = _cell(hexes, place)
    q, r = hexes.to_axial(cell)
    around = [
        _beside(hexes, cell, hexes.from_axial((q + dq, r + dr)), bit)
        for bit, (dq, dr) in enumerate(AXIAL_DIRECTIONS)
    ]
    return _each_once(cell, around + _over_portals(hexes, cell))


def triangles_around(triangles: TriangleGrid, place: Place) -> list[Neighbour]:
    """Return the three triangles around one, that over the base last, then those to which portals lead."""
    cell = x, y = _cell(triangles, place)
    left, right, base = triangles.directions
    over = base if triangles.points_up(cell) else (base[0], -base[1])
    around = [
        _beside(triangles, cell, (x + dx, y + dy), bit) for bit, (dx, dy) in enumerate((left, right, over))
    ]
    return _each_once(cell, around + _over_portals(triangles, cell))


def _cell(space: CellGrid, place: Place) -> Cell:
    y, x = divmod(space.node_of(place), space.width)
    return x, y


def _square(grid: Grid, walkable: NDArray[np.bool_], place: Cell, dx: int, dy: int) -> Neighbour:
    x, y = place
    there = (x + dx, y + dy)
    if not (0 <= there[0] < grid.width and 0 <= there[1] < grid.height):
        return Neighbour(there, "outside")
    if not walkable[there[1], there[0]]:
        return Neighbour(there, "wall")
    beside = ((x + dx, y), (x, y + dy)) if dx and dy else ()
    blocked = tuple((cx, cy) for cx, cy in beside if not walkable[cy, cx])
    most, does = _CORNERS[grid.moves.corners]
    if len(blocked) > most:
        return Neighbour(there, does, blocked)
    straight, diagonal = grid.moves.step_costs
    return _allowed(grid, place, there, diagonal if dx and dy else straight, blocked)


def _over_portals(space: HexGrid | TriangleGrid, place: Cell) -> list[Neighbour]:
    return [
        Neighbour(tuple(end), length=cost, cost=cost)
        for start, end, cost in space.links.portals
        if tuple(start) == place and space.walkable[end[1], end[0]]
    ]


def _beside(space: HexGrid | TriangleGrid, place: Cell, there: Cell, bit: int) -> Neighbour:
    x, y = there
    x = x % space.width if "x" in space.links.wrap else x
    y = y % space.height if "y" in space.links.wrap else y
    if not (0 <= x < space.width and 0 <= y < space.height):
        return Neighbour((x, y), "outside")
    if not space.walkable[y, x]:
        return Neighbour((x, y), "wall")
    exits = space.links.exits
    if ((x, y), place) in space.links.one_way or (
        exits is not None and not exits[place[1], place[0]] >> bit & 1
    ):
        return Neighbour((x, y), "one_way")
    return _allowed(space, place, (x, y), 1.0)


def _each_once(place: Place, around: list[Neighbour]) -> list[Neighbour]:
    """Return each place once, with the cheapest allowed step if several lead there."""
    best: dict[Place, Neighbour] = {}
    for each in around:
        known = best.get(each.place)
        if known is None or (not each.obstacle and (known.obstacle or each.cost < known.cost)):
            best[each.place] = each
    best.pop(place, None)
    return list(best.values())


def _allowed(
    grid: Grid | HexGrid | TriangleGrid,
    place: Cell,
    there: Cell,
    length: float,
    blocked: tuple[Cell, ...] = (),
) -> Neighbour:
    """Return a neighbour to which a step leads, with its cost and the parts of the cost."""
    if grid.cost is None:
        return Neighbour(there, "", blocked, length, length)
    here, following = float(grid.cost[place[1], place[0]]), float(grid.cost[there[1], there[0]])
    if grid.cost_model == "enter":
        return Neighbour(there, "", blocked, length, length * following, (following,))
    return Neighbour(there, "", blocked, length, length * 0.5 * (here + following), (here, following))
