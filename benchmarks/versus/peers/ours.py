"""pathstar itself, through its public names only."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

import pathstar as ps

from .base import HEXAGONS, NO_CUT, Costs, Peer, Place, Points, Rule, passable


def grid_of(costs: Costs) -> ps.Grid:
    """Return the grid for an array of costs; without costs if all are 1."""
    free = passable(costs)
    uniform = bool((costs[free] == 1.0).all())
    return ps.Grid(free) if uniform else ps.Grid(free, cost=costs)


def hexagons_of(costs: Costs) -> ps.HexGrid:
    """Return the hexagons for an array of costs; odd rows are shifted half a cell to the right."""
    free = passable(costs)
    uniform = bool((costs[free] == 1.0).all())
    return ps.HexGrid(free, layout="odd-r", cost=None if uniform else costs)


class Searching:
    """find_path with one algorithm on one grid; reading the points is timed, too."""

    def __init__(self, costs: Costs, algorithm: str, space: Callable[[Costs], ps.Grid | ps.HexGrid]) -> None:
        self._grid = space(costs)
        self._algorithm = algorithm

    def find(self, start: Place, goal: Place) -> Any:
        """Run one query; return (points, cost)."""
        path = ps.find_path(self._grid, start, goal, algorithm=self._algorithm)
        return path.points, path.cost

    def read(self, found: Any) -> tuple[Points, float | None]:
        """Return the points and the stated cost."""
        points: Points = found[0]
        return points, float(found[1])


class LookingUp(Searching):
    """A planner with an index of one kind; building it counts as set-up."""

    def __init__(self, costs: Costs, algorithm: str, space: Callable[[Costs], ps.Grid | ps.HexGrid]) -> None:
        super().__init__(costs, algorithm, space)
        self._planner = ps.Planner(self._grid, index=ps.build_index(self._grid, algorithm))

    def find(self, start: Place, goal: Place) -> Any:
        """Run one query; return (points, cost)."""
        path = self._planner.find(start, goal)
        return path.points, path.cost


def ours(name: str, rule: Rule = NO_CUT) -> Peer:
    """Return the row for one of pathstar's algorithms or kinds of index, on squares or on hexagons.

    Raises:
        OptionError: there is none of that name, or an index does not fit the map.
    """
    indexed = name in ps.INDEXES
    space = hexagons_of if rule is HEXAGONS else grid_of
    exact = indexed or ps.Planner(space(np.ones((1, 2))), name).method.bound == 1.0
    row = ps.INDEXES.get(name) or ps.ALGORITHMS.get(name)
    weighs = row is None or row.unsupported_reason(space(np.array([[1.0, 2.0]]))) is None
    make = partial(LookingUp if indexed else Searching, algorithm=name, space=space)
    return Peer(f"pathstar-{name}", "pathstar", rule, make, exact=exact, weighs=weighs)
