"""Many queries in one call."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from pathstar import _core
from pathstar.errors import ArrayError, OptionError, counted
from pathstar.goals.base import Goal
from pathstar.paths.paths import Paths
from pathstar.progress import Tell

if TYPE_CHECKING:
    from pathstar.planners.planner import Planner


class Batch(NamedTuple):
    """How to find the paths of one call, in the order of the native functions' parameters.

    Args:
        costs_only: Keep no paths.
        threads: The number of threads, at least 1.
        tell: Called with the fraction of the paths found; None for no reports.
    """

    costs_only: bool
    threads: int
    tell: Tell | None


def find_lines(planner: Planner, starts: ArrayLike, goals: ArrayLike | Goal, batch: Batch) -> Paths:
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
        given = f"{counted(len(ends[0]), 'start')} and {counted(len(ends[1]), 'goal')} were given"
        raise ArrayError(f"{given}; give as many of each")
    finder: Any = planner.finder
    costs, statuses, counts, seconds, bounds, revisions, offsets, line = _core.find_lines(
        finder, ends[0], ends[1], planner.settings, *batch
    )
    return Paths(
        space=planner.space,
        starts=ends[0],
        goals=ends[1],
        costs=costs,
        statuses=statuses,
        counts=counts,
        seconds=seconds,
        bounds=bounds,
        revisions=revisions,
        offsets=offsets,
        corner_offsets=np.zeros_like(offsets),
        corners=np.empty(0, np.uint32),
        times=np.empty(0),
        line=line,
        method=planner.method,
        costs_only=batch.costs_only,
    )
