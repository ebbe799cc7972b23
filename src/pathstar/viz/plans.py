"""The table of plans: which kind of space is drawn how."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from pathstar.errors import OptionError, unknown_name
from pathstar.spaces.graph import Graph
from pathstar.spaces.grid import Grid
from pathstar.spaces.hexgrid import HexGrid
from pathstar.viz.ground import FLOOR, Ground, Shading, cost_ground, plain_ground
from pathstar.viz.plan import Plan
from pathstar.viz.plan_cells import diamond_plan, hex_plan
from pathstar.viz.plan_graph import graph_plan

PROJECTIONS = ("square", "isometric")

Lay = Callable[[Any, "Wish"], Plan | None]


class Wish:
    """How a caller wants a space drawn.

    Args:
        projection: A name of `PROJECTIONS`: how the squares of a map or a grid are drawn.
        start: The node at which the search begins, where there is one.

    Raises:
        OptionError: An unknown projection.
    """

    __slots__ = ("projection", "start")

    def __init__(self, projection: str = "square", start: int | None = None) -> None:
        if not isinstance(projection, str) or projection not in PROJECTIONS:
            raise unknown_name("projection", projection, PROJECTIONS)
        self.projection = projection
        self.start = start


def _squares(grid: Grid, wish: Wish) -> Plan | None:
    return None if wish.projection == "square" else diamond_plan(grid.height, grid.width)


def _hexagons(space: HexGrid, wish: Wish) -> Plan:
    _only_squares(wish, "a HexGrid")
    return hex_plan(space)


def _graph(graph: Graph, wish: Wish) -> Plan:
    _only_squares(wish, "a Graph")
    return graph_plan(graph, wish.start)


def _only_squares(wish: Wish, what: str) -> None:
    if wish.projection != "square":
        raise OptionError(f"projection is {wish.projection!r}; {what} has no squares to project")


PLANS: dict[type, Lay] = {Grid: _squares, HexGrid: _hexagons, Graph: _graph}


def ground_of(space: Any) -> tuple[Ground, Shading | None]:
    """Return the ground of a space as rows and columns; nodes of a graph are floor, in one row."""
    if isinstance(space, Graph):
        return np.full((1, space.size), FLOOR, np.uint8), None
    free = space.walkable.reshape(-1, space.width)
    return (
        (plain_ground(free), None)
        if space.cost is None
        else cost_ground(free, space.cost.reshape(free.shape))
    )
