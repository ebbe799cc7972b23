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
    index = planner.index
    bounded = planner.options["weight"] is not None  # nothing is proven of a path before its last leg
    if index is None or not index.kind.legs or bounded or isinstance(goal, Goal):
        return iter([planner.find(start, goal)])
    space = planner.space
    return _legs(planner, _core.legs_of(index.finder(), space.node_of(start), space.node_of(goal)))


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
