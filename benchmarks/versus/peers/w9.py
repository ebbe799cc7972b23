"""w9-pathfinding: C++ behind Cython, the fastest peer that honours no_cut. Walls are the weight -1."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from .base import HEXAGONS, NO_CUT, Costs, Peer, Place, Points, Rule, as_points, load


def weights(costs: npt.NDArray[np.float64]) -> Any:
    """Return costs as nested lists."""
    return np.where(np.isfinite(costs), costs, -1.0).tolist()


def squares(costs: Costs) -> Any:
    """Return its grid of squares under no_cut."""
    moves = load("w9_pathfinding.diagonal_movement").DiagonalMovement
    return load("w9_pathfinding.envs").Grid(
        weights(costs),
        diagonal_movement=moves.only_when_no_obstacle,
        diagonal_movement_cost_multiplier=NO_CUT.diagonal,
    )


def hexagons(costs: Costs) -> Any:
    """Return its grid of hexagons; odd rows are shifted half a cell to the right."""
    layout = load("w9_pathfinding.hex_layout").HexLayout.odd_r
    return load("w9_pathfinding.envs").HexGrid(weights(costs), layout=layout)


class W9:
    """One of w9's finders on one of its grids."""

    def __init__(self, costs: Costs, finder: str, space: Callable[[Costs], Any] = squares) -> None:
        self._find = getattr(load("w9_pathfinding.pf"), finder)(space(costs)).find_path

    def find(self, start: Place, goal: Place) -> Any:
        """Run one query; return a list of (x, y)."""
        return self._find(start, goal)

    def read(self, found: Any) -> tuple[Points, float | None]:
        """Return the points; the package states no cost."""
        return as_points(found), None


def row(name: str, finder: str, rule: Rule = NO_CUT) -> Peer:
    """Return the row for one of its finders."""
    space = hexagons if rule is HEXAGONS else squares
    return Peer(name, "w9-pathfinding", rule, partial(W9, finder=finder, space=space))


W9_ASTAR = row("w9-astar", "AStar")
W9_DIJKSTRA = row("w9-dijkstra", "Dijkstra")
W9_HEXAGONS = (
    row("w9-astar", "AStar", HEXAGONS),
    row("w9-biastar", "BiAStar", HEXAGONS),
    row("w9-dijkstra", "Dijkstra", HEXAGONS),
)
