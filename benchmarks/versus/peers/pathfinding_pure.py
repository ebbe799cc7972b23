"""pathfinding: the best-known package in pure Python; 0 is a wall, weights multiply the length of a step."""

from __future__ import annotations

from typing import Any

import numpy as np

from .base import NO_CUT, Costs, Peer, Place, Points, as_points, load


class Pathfinding:
    """A* with its octile heuristic on its own grid of node objects."""

    def __init__(self, costs: Costs) -> None:
        self._grid = load("pathfinding.core.grid").Grid(
            matrix=np.where(np.isfinite(costs), costs, 0.0).tolist()
        )
        rule = load("pathfinding.core.diagonal_movement").DiagonalMovement.only_when_no_obstacle
        octile = load("pathfinding.core.heuristic").octile
        finder = load("pathfinding.finder.a_star").AStarFinder
        self._find = finder(heuristic=octile, diagonal_movement=rule).find_path

    def find(self, start: Place, goal: Place) -> Any:
        """Run one query; return a list of node objects."""
        return self._find(self._grid.node(*start), self._grid.node(*goal), self._grid)[0]

    def read(self, found: Any) -> tuple[Points, float | None]:
        """Return the points; the path does not state its cost."""
        return as_points([(node.x, node.y) for node in found]), None


PATHFINDING = Peer("pathfinding", "pathfinding", NO_CUT, Pathfinding)
