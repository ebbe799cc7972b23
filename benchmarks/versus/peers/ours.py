"""pathstar itself, through its public names only."""

from __future__ import annotations

from functools import partial
from typing import Any

import pathstar as ps

from .base import NO_CUT, Costs, Peer, Place, Points, passable


class Pathstar:
    """find_path with one algorithm on one grid; the points are asked for while the clock runs."""

    def __init__(self, costs: Costs, algorithm: str) -> None:
        free = passable(costs)
        uniform = bool((costs[free] == 1.0).all())
        self._grid = ps.Grid(free) if uniform else ps.Grid(free, cost=costs)
        self._algorithm = algorithm

    def find(self, start: Place, goal: Place) -> Any:
        """Answer one query as (points, cost)."""
        path = ps.find_path(self._grid, start, goal, algorithm=self._algorithm)
        return path.points, path.cost

    def read(self, found: Any) -> tuple[Points, float | None]:
        """Return the points and the stated cost."""
        points: Points = found[0]
        return points, float(found[1])


def ours(algorithm: str) -> Peer:
    """Return the row for one of pathstar's algorithms.

    Raises:
        OptionError: there is no such algorithm.
    """
    exact = ps.Planner(ps.Grid([[1, 1]]), algorithm).method.bound == 1.0
    make = partial(Pathstar, algorithm=algorithm)
    return Peer(f"pathstar-{algorithm}", "pathstar", NO_CUT, make, exact=exact)
