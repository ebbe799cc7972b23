"""w9-pathfinding: C++ behind Cython, the fastest peer that honours no_cut. Walls are the weight -1."""

from __future__ import annotations

from typing import Any

import numpy as np

from .base import NO_CUT, Costs, Peer, Place, Points, as_points, load


class W9:
    """One of w9's finders on its own grid."""

    def __init__(self, costs: Costs, finder: str) -> None:
        moves = load("w9_pathfinding.diagonal_movement").DiagonalMovement
        grid = load("w9_pathfinding.envs").Grid(
            np.where(np.isfinite(costs), costs, -1.0).tolist(),
            diagonal_movement=moves.only_when_no_obstacle,
            diagonal_movement_cost_multiplier=NO_CUT.diagonal,
        )
        self._find = getattr(load("w9_pathfinding.pf"), finder)(grid).find_path

    def find(self, start: Place, goal: Place) -> Any:
        """Answer one query as a list of (x, y)."""
        return self._find(start, goal)

    def read(self, found: Any) -> tuple[Points, float | None]:
        """Return the points; the package states no cost."""
        return as_points(found), None


W9_ASTAR = Peer("w9-astar", "w9-pathfinding", NO_CUT, lambda costs: W9(costs, "AStar"))
W9_DIJKSTRA = Peer("w9-dijkstra", "w9-pathfinding", NO_CUT, lambda costs: W9(costs, "Dijkstra"))
