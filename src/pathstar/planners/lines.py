"""Many queries between points of the plane."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from pathstar import _core
from pathstar.errors import ArrayError, OptionError
from pathstar.goals.base import Goal
from pathstar.paths.paths import Paths

if TYPE_CHECKING:
    from pathstar.planners.planner import Planner


def find_lines(
    planner: Planner, starts: ArrayLike, goals: ArrayLike | Goal, workers: int, costs_only: bool
) -> Paths:
    """Find many paths on a mesh; see `Planner.find_many`.

    Raises:
        ArrayError: The arrays have the wrong shape or differ in length.
        PlaceError, PlaceTypeError: A place is not a pair of finite numbers; the message names its row.
        OptionError: The goal is a value of `pathstar.goals`.
    """
    if isinstance(goals, Goal):
        raise OptionError(f"a {planner.space.kind.name} takes points as its goals, not {goals!r}")
    ends = planner.ends_of(starts, "starts"), planner.ends_of(goals, "goals")
    if len(ends[0]) != len(ends[1]):
        raise ArrayError(f"there are {len(ends[0])} starts and {len(ends[1])} goals; there must be as many")
    finder: Any = planner.finder
    costs, statuses, counts, seconds, offsets, line = _core.find_lines(
        finder, *ends, planner.settings, costs_only, workers
    )
    return Paths(
        space=planner.space,
        starts=ends[0],
        goals=ends[1],
        costs=costs,
        statuses=statuses,
        counts=counts,
        seconds=seconds,
        offsets=offsets,
        corner_offsets=np.zeros_like(offsets),
        corners=np.empty(0, np.uint32),
        times=np.empty(0),
        line=line,
        method=planner.method,
        costs_only=costs_only,
    )
