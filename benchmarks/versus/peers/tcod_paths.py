"""tcod: the older A* (cuts corners), and its custom graph with no_cut built by hand from eight masks."""

from __future__ import annotations

from typing import Any

import numpy as np

from .base import FREE, NO_CUT, STEPS, Costs, Peer, Place, Points, as_points, load, may_step, passable

STRAIGHT, DIAGONAL = 10_000, 14_142  # its graphs take integer costs


class TcodAstar:
    """The classic A* over float32 costs, in which 0 is a wall and places are (row, column)."""

    def __init__(self, costs: Costs) -> None:
        weights = np.where(passable(costs), costs, 0.0).astype(np.float32)
        self._search = load("tcod.path").AStar(weights, FREE.diagonal).get_path

    def find(self, start: Place, goal: Place) -> Any:
        """Run one query; return the start and a list of (row, column) without it."""
        return start, self._search(start[1], start[0], goal[1], goal[0])

    def read(self, found: Any) -> tuple[Points, float | None]:
        """Return the points with the start put in front; the package states no cost."""
        start, rest = found
        return (as_points([start[::-1], *rest])[:, ::-1] if rest else as_points([])), None


class TcodGraph:
    """A custom graph with a mask for each direction; a fresh pathfinder for each query, as its API needs."""

    def __init__(self, costs: Costs) -> None:
        path = load("tcod.path")
        free = passable(costs)
        weights = np.where(free, costs, 0).astype(np.int32)
        self._graph = path.CustomGraph(costs.shape, order="C")
        for dx, dy in STEPS:
            allowed = may_step(free, dx, dy, NO_CUT).astype(np.int32)
            length = DIAGONAL if dx and dy else STRAIGHT
            self._graph.add_edge((dy, dx), length, cost=weights, condition=allowed)
        lowest = int(weights[free].min())
        self._graph.set_heuristic(cardinal=STRAIGHT * lowest, diagonal=DIAGONAL * lowest)
        self._pathfinder = path.Pathfinder

    def find(self, start: Place, goal: Place) -> Any:
        """Run one query; return an array [n, 2] of (row, column)."""
        pathfinder = self._pathfinder(self._graph)
        pathfinder.add_root(start[::-1])
        return pathfinder.path_to(goal[::-1]), start

    def read(self, found: Any) -> tuple[Points, float | None]:
        """Return the points; an unreachable goal comes back as a path of one cell that is not the start."""
        points, start = as_points(found[0])[:, ::-1], found[1]
        return (points if tuple(points[0]) == start else as_points([])), None


TCOD_ASTAR = Peer("tcod-astar", "tcod", FREE, TcodAstar, tolerance=2e-5)
TCOD_GRAPH = Peer("tcod-graph", "tcod", NO_CUT, TcodGraph, tolerance=2e-5)
