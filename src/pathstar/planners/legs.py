"""Paths that are found leg by leg."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from pathstar import _core
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
    """Return whether a path is found in several legs; else one leg is the whole path."""
    bounded = planner.options["weight"] is not None  # nothing is proven of a path before its last leg
    index = planner.index
    return index is not None and index.kind.legs and not bounded and not isinstance(goal, Goal)


def _legs(planner: Planner, walk: _core.PathLegs) -> Iterator[Path]:
    space = planner.space
    arrived = False
    while not arrived:
        before = walk.place
        result = walk.next()
        start, stop = place_list(space.places_of(np.array([before, walk.place], np.uint32)))
        leg = Path(result, space, start, stop, planner.method)
        arrived = walk.arrived or not leg
        yield leg
