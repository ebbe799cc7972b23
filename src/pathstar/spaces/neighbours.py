"""What lies around a place, worked out from the public data alone: one function for each kind of space."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pathstar.spaces.base import Place, Space
from pathstar.spaces.graph import Graph
from pathstar.spaces.grid import Grid
from pathstar.spaces.hexes import AXIAL_DIRECTIONS
from pathstar.spaces.hexgrid import HexGrid
from pathstar.spaces.moves import Moves
from pathstar.traces.words import number

Cell = tuple[int, int]

# In the order in which the engine looks at them: straight ones first.
_STRAIGHT = ((0, -1), (-1, 0), (1, 0), (0, 1))
_DIAGONAL = ((-1, -1), (1, -1), (-1, 1), (1, 1))

# How many of the two squares beside a diagonal step may be blocked.
_MAY_BE_BLOCKED = {"no_cut": 0, "no_squeeze": 1, "free": 2}


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A place next to another, and whether one may step there.

    Attributes:
        place: Where it is; it may lie outside the map.
        obstacle: ``"outside"``, ``"wall"``, ``"corner"``, ``"one_way"``, or empty where the step is allowed.
        corners: The blocked squares beside a diagonal step.
        length: The length of the step.
        cost: What the step costs; 0 where it is not allowed.
        cost_words: How the cost comes about, such as ``"14 x 3"``.
    """

    place: Place
    obstacle: str = ""
    corners: tuple[Cell, ...] = ()
    length: float = 0.0
    cost: float = 0.0
    cost_words: str = ""


def neighbours_of(space: Space, place: Place) -> list[Neighbour] | None:
    """Return what lies around a place; None in a space of which that is not known, such as one with portals.

    Example:
        >>> import pathstar as ps
        >>> [around.obstacle for around in neighbours_of(ps.Grid([[1, 0], [1, 1]]), (0, 0))]
        ['outside', 'outside', 'wall', '', 'outside', 'outside', 'outside', 'corner']
    """
    if isinstance(space, Grid) and not space.is_plain:
        return None
    around = _AROUND.get(type(space))
    return None if around is None else around(space, place)


def _on_graph(graph: Graph, place: Place) -> list[Neighbour]:
    """The nodes to which edges lead, each once, at the least cost of its edges."""
    node = graph.node_of(place)
    edges = slice(int(graph.offsets[node]), int(graph.offsets[node + 1]))
    cheapest: dict[int, float] = {}
    for target, cost in zip(graph.targets[edges].tolist(), graph.costs[edges].tolist(), strict=True):
        cheapest[target] = min(cost, cheapest.get(target, cost))
    cheapest.pop(node, None)
    names = graph.places_of(list(cheapest)).tolist() if cheapest else []
    around = zip(names, cheapest.values(), strict=True)
    return [Neighbour(name, "", (), cost, cost, number(cost)) for name, cost in around]


def _on_grid(grid: Grid, place: Cell) -> list[Neighbour]:
    """The squares around one, straight ones first: 4 or 8 of them, as the grid's moves have it."""
    directions = _STRAIGHT + (_DIAGONAL if grid.moves.directions == 8 else ())
    return [_neighbour(grid, place, dx, dy) for dx, dy in directions]


def _on_hexes(hexes: HexGrid, place: Cell) -> list[Neighbour]:
    """The six hexagons around one, then those to which portals lead."""
    q, r = hexes.to_axial(place)
    around = [
        _hexagon(hexes, place, hexes.from_axial((q + dq, r + dr)), bit)
        for bit, (dq, dr) in enumerate(AXIAL_DIRECTIONS)
    ]
    for start, end, cost in hexes.links.portals:
        if tuple(start) == place and hexes.walkable[end[1], end[0]]:
            around.append(Neighbour(tuple(end), "", (), cost, cost, number(cost)))
    return _each_once(place, around)


def _hexagon(hexes: HexGrid, place: Cell, there: Cell, bit: int) -> Neighbour:
    x, y = there
    x = x % hexes.width if "x" in hexes.links.wrap else x
    y = y % hexes.height if "y" in hexes.links.wrap else y
    if not (0 <= x < hexes.width and 0 <= y < hexes.height):
        return Neighbour((x, y), "outside")
    if not hexes.walkable[y, x]:
        return Neighbour((x, y), "wall")
    exits = hexes.links.exits
    if ((x, y), place) in hexes.links.one_way or (
        exits is not None and not exits[place[1], place[0]] >> bit & 1
    ):
        return Neighbour((x, y), "one_way")
    cost, words = _cost(hexes, place, (x, y), 1.0)
    return Neighbour((x, y), "", (), 1.0, cost, words)


def _each_once(place: Place, around: list[Neighbour]) -> list[Neighbour]:
    """Return each place to which several steps lead once, by the cheapest step that is allowed."""
    best: dict[Place, Neighbour] = {}
    for each in around:
        known = best.get(each.place)
        if known is None or (not each.obstacle and (known.obstacle or each.cost < known.cost)):
            best[each.place] = each
    best.pop(place, None)
    return list(best.values())


_AROUND: dict[type, Callable[[Any, Any], list[Neighbour]]] = {
    Grid: _on_grid,
    HexGrid: _on_hexes,
    Graph: _on_graph,
}


def _neighbour(grid: Grid, place: Cell, dx: int, dy: int) -> Neighbour:
    x, y = place
    there = (x + dx, y + dy)
    if not (0 <= there[0] < grid.width and 0 <= there[1] < grid.height):
        return Neighbour(there, "outside")
    if not grid.walkable[there[1], there[0]]:
        return Neighbour(there, "wall")
    beside = ((x + dx, y), (x, y + dy)) if dx and dy else ()
    blocked = tuple((cx, cy) for cx, cy in beside if not grid.walkable[cy, cx])
    if len(blocked) > _MAY_BE_BLOCKED[grid.moves.corners]:
        return Neighbour(there, "corner", blocked)
    length = _length(grid.moves, dx, dy)
    cost, words = _cost(grid, place, there, length)
    return Neighbour(there, "", blocked, length, cost, words)


def _length(moves: Moves, dx: int, dy: int) -> float:
    straight, diagonal = moves.step_costs
    return diagonal if dx and dy else straight


def _cost(grid: Grid | HexGrid, place: Cell, there: Cell, length: float) -> tuple[float, str]:
    """Return what a step costs, and how that comes about."""
    if grid.cost is None:
        return length, number(length)
    here, next_ = float(grid.cost[place[1], place[0]]), float(grid.cost[there[1], there[0]])
    if grid.cost_model == "enter":
        return length * next_, f"{number(length)} x {number(next_)}"
    return length * 0.5 * (here + next_), f"{number(length)} x ({number(here)} + {number(next_)}) / 2"
