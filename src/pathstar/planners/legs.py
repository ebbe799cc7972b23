"""Paths that are found leg by leg."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from pathstar import _core
from pathstar._core import Status
from pathstar.goals.base import Goal
from pathstar.paths.path import Path
from pathstar.spaces.base import Place, place_list

if TYPE_CHECKING:
    from pathstar.planners.planner import Planner


def legs_of(planner: Planner, start: Place, goal: Place | Goal) -> Iterator[Path]:
    """Return the legs of a path; see `Planner.legs`."""
    index, space = planner.index, planner.space
    if index is None or isinstance(goal, Goal) or not goes_by_legs(planner, goal):
        return iter([planner.find(start, goal)])
    return _legs(planner, _core.legs_of(index.finder(), space.node_of(start), space.node_of(goal)))


def goes_by_legs(planner: Planner, goal: Place | Goal) -> bool:
    """Return whether a path is found in several legs; otherwise one leg is the whole path."""
    # No bound is proven before the last leg, and only a whole path can be the straightest.
    whole = planner.options["weight"] is not None or planner.options["prefer"] is not None
    index = planner.index
    return index is not None and index.kind.legs and not whole and not isinstance(goal, Goal)


class LegSteps:
    """The legs of a path, for a caller that has little time at once.

    A path that has no legs is one leg, found in the first step, however long that takes.

    Args:
        planner: The planner that finds the path.
        start: Where it starts.
        goal: Where it ends.
    """

    def __init__(self, planner: Planner, start: Place, goal: Place | Goal) -> None:
        self._planner, self._start, self._goal = planner, start, goal
        self._walk: _core.PathLegs | None = None
        index, space = planner.index, planner.space
        if index is not None and not isinstance(goal, Goal) and goes_by_legs(planner, goal):
            self._walk = _core.legs_of(index.finder(), space.node_of(start), space.node_of(goal))
        self._over = False

    def step(self, budget: int) -> Path | None:
        """Go on by about `budget` expansions.

        Returns:
            The next leg; as long as it is not known, one with the status ``RUNNING``; None after the last.
        """
        if self._over:
            return None
        if self._walk is None:
            self._over = True
            return self._planner.find(self._start, self._goal)
        before = self._walk.place
        leg = _leg(self._planner, self._walk.step(budget), before, self._walk.place)
        self._over = self._walk.arrived or not (leg or leg.status is Status.RUNNING)
        return leg


def _legs(planner: Planner, walk: _core.PathLegs) -> Iterator[Path]:
    arrived = False
    while not arrived:
        before = walk.place
        leg = _leg(planner, walk.next(), before, walk.place)
        arrived = walk.arrived or not leg
        yield leg


def _leg(planner: Planner, result: _core.PathResult, before: int, after: int) -> Path:
    space = planner.space
    start, stop = place_list(space.places_of(np.array([before, after], np.uint32)))
    return Path(result, space, start, stop, planner.method)
