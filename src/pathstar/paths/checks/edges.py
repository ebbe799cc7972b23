"""How edge rules change the cost of a step: the checker's part for slopes and drifts."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

from pathstar.maps.edge_rules import Slope
from pathstar.spaces.trianglegrid import TriangleGrid

Cell = tuple[int, ...]


def ruled_cost(space: Any, start: Cell, end: Cell, by: Cell, cost: float) -> float:
    """Return the cost of a step by the rules of its space; infinity or NaN if it is not possible.

    Args:
        space: A `Grid`, a `HexGrid`, a `TriangleGrid` or a `VoxelGrid`.
        start, end: The cells.
        by: The step, in rows and columns of the map, across joined borders too.
        cost: The cost of the step without rules.
    """
    edges = space.links.edges
    if edges is None:
        return cost
    here, there = (iter(edges.core.numbers_at(space.node_of(cell))) for cell in (start, end))
    climbs = 0.0
    for rule in edges.rules:
        if isinstance(rule, Slope):
            climbs += _climb(rule, next(there) - next(here))
        else:
            drift = [(next(here) + next(there)) / 2 for _ in rule.fields]
            cost = _carried(cost, _push(space, start, by, drift))
    return cost + climbs


def _carried(cost: float, push: float) -> float:
    return cost / (1 + push) if push > -1 else math.inf


def _climb(rule: Slope, rise: float) -> float:
    if rise > rule.most_up or -rise > rule.most_down:
        return math.inf
    return rule.up * rise if rise >= 0 else -rule.down * rise


def _push(space: Any, start: Cell, by: Cell, drift: list[float]) -> float:
    """Return the component of a drift along a step."""
    ends = (start, tuple(at + d for at, d in zip(start, by, strict=True)))
    centre = _middle if isinstance(space, TriangleGrid) else partial(_centre, space)
    here, there = map(centre, ends)
    way = [end - begin for begin, end in zip(here, there, strict=True)]
    return sum(along * push for along, push in zip(way, drift, strict=False)) / math.hypot(*way)


def _centre(space: Any, cell: Cell) -> tuple[float, ...]:
    """Return the centre of a cell; centres of adjacent hexagons are 1 apart."""
    if len(cell) == 3:
        return tuple(at * side for at, side in zip(cell, space.spacing, strict=True))
    layout = getattr(space, "layout", "")
    x, y = cell
    odd = layout.startswith("odd")
    if layout.endswith("r"):
        return x + 0.5 * ((y % 2 == 1) == odd), y * math.sqrt(0.75)
    if layout.endswith("q"):
        return x * math.sqrt(0.75), y + 0.5 * ((x % 2 == 1) == odd)
    return x, y


def _middle(cell: Cell) -> tuple[float, ...]:
    """Return the centre of a triangle; centres of neighbours are 1 apart, and rows 1.5 high.

    A triangle that points up has its base below, and its centre a third of its height above the base.
    """
    x, y = cell
    points_up = (x + y) % 2 == 0
    return x * math.sqrt(0.75), 1.5 * y + (1.0 if points_up else 0.5)
