"""Running searches for the page, with a time limit, cancellation by the page, and a limit of events."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from pathstar._core import Status
from pathstar.errors import OptionError
from pathstar.goals.base import Goal
from pathstar.paths.path import Path
from pathstar.planners.algorithms import algorithm_named, open_list_for_trace
from pathstar.planners.planner import Planner
from pathstar.spaces.base import Place, Space
from pathstar.spaces.moves import Moves
from pathstar.studio.limits import Limits
from pathstar.studio.profiles import Danger
from pathstar.studio.refusals import StudioError
from pathstar.traces.trace import Trace
from pathstar.words import Say

MOVES = ("directions", "corners", "straight", "diagonal")
ENTERED = "entered"
"""The option of a search that enters the dead ends painted on its board."""
_SOON = 0.4


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a search, by their names in `Planner` and `Moves`, and of its unit.

    None means the default, or that the board has no such option. `profile` is a name of `PROFILES`, and
    `danger` what the brush has painted, see `danger_layer`. A unit is a square of `size` by `size` squares.
    A search leaves out the `dead_ends` of its board unless they are `ENTERED`.
    """

    algorithm: str = "astar"
    heuristic: str | None = None
    weight: float | None = None
    open_list: str | None = None
    ties: str | None = None
    stop_at: str | None = None
    directions: int | None = None
    corners: str | None = None
    straight: float | None = None
    diagonal: float | None = None
    cost_model: str | None = None
    profile: str | None = None
    danger: tuple[Danger, ...] = ()
    size: int | None = None
    dead_ends: str | None = None

    @property
    def moves(self) -> Moves:
        """Return the moves."""
        chosen = {name: getattr(self, name) for name in MOVES}
        return Moves(**{name: value for name, value in chosen.items() if value is not None})

    def refuse(self, names: Iterable[str], what: str) -> None:
        """Raise OptionError if one of these options, which such a board does not have, is set."""
        for name in names:
            value = getattr(self, name)
            if value not in (None, ()):
                raise OptionError(f"{name} is {value!r}; {what} takes no {name}")

    def with_list(self, open_list: str) -> Options:
        """Return the same options with another open list, and a tie rule that fits all open lists."""
        return replace(self, open_list=open_list, ties=None)

    def planner(self, space: Space, *, traced: bool = False, avoid: Any = None) -> Planner:
        """Return a planner; for a trace it always expands the lowest F unless an open list is named."""
        open_list = open_list_for_trace(self.algorithm, self.open_list) if traced else self.open_list
        return Planner(
            space,
            self.algorithm,
            heuristic=self.heuristic,
            weight=self.weight,
            open_list=open_list,
            ties=self.ties,
            stop_at=self.stop_at or "closed",
            avoid=avoid,
        )


class MethodError(StudioError):
    """An algorithm does not fit the board of a search, its rules of moving, or its targets.

    Args:
        key: The key of the message.
        algorithm: The name of the algorithm.
        reason: The same in English, if there is more to say.
    """

    def __init__(self, key: str, algorithm: str, reason: str | None = None) -> None:
        super().__init__(Say(key, {"algorithm": Say(f"algorithm.{algorithm}.title")}), reason)


def check_method(algorithm: str, space: Space) -> None:
    """Raise MethodError for an algorithm that cannot search a space.

    Example:
        >>> import pathstar as ps
        >>> check_method("jps", ps.Grid([[1, 1, 1]], cost=[[1, 2, 1]]))
        Traceback (most recent call last):
        pathstar.studio.runs.MethodError: jps needs a grid without costs, where steps cost the same everywhere
    """
    row = algorithm_named(algorithm, space)
    lacks = row.unsupported_reason(space)
    if lacks is not None:
        raise MethodError("studio.refused.method", row.name, f"{row.name} needs {lacks}")


class Stop:
    """Tells running work whether to end: at its time limit, or when no request waits for it any more.

    Args:
        seconds: The time limit, from now.
        outer: Returns whether to end the work before that.
    """

    def __init__(self, seconds: float, outer: Callable[[], bool]) -> None:
        self._end = time.monotonic() + seconds
        self._outer = outer

    def __call__(self) -> bool:
        """Return whether to end."""
        return time.monotonic() > self._end or self._outer()


def path_of(planner: Planner, start: Place, goal: Place | Goal, stop: Stop) -> tuple[Path, float]:
    """Find a path; a stopped one has the status RUNNING.

    Returns:
        The path, and the seconds that it took.
    """
    begin = time.perf_counter()
    path = planner.search(start, goal).run(stop)
    return path, time.perf_counter() - begin


def trace_of(
    planner: Planner, start: Place, goal: Place | Goal, stop: Stop, limits: Limits
) -> tuple[Trace, float]:
    """Record a search; a stopped one has a path of status RUNNING.

    Returns:
        The trace, and the seconds that the search takes without recording; for a long one, with recording.
    """
    begin = time.perf_counter()
    trace = planner.trace(start, goal, max_events=limits.events, stop=stop)
    took = time.perf_counter() - begin
    return trace, planner.find(start, goal).stats.seconds if trace.path and took < _SOON else took


@dataclass(frozen=True, slots=True)
class Measure:
    """The time of one open list.

    Attributes:
        seconds: Median of the runs, in native code.
        runs: The number of runs.
        expanded: The number of closed squares.
        cost: The cost of the path.
        finished: Whether the search finished in time.
    """

    seconds: float
    runs: int
    expanded: int
    cost: float
    finished: bool


def measured(planner: Planner, start: Place, goal: Place | Goal, stop: Stop) -> Measure:
    """Measure a search a few times, for about half a second."""
    end = time.monotonic() + _SOON
    path, took = path_of(planner, start, goal, stop)
    if path.status is Status.RUNNING:
        return Measure(took, 1, path.stats.expanded, path.cost, finished=False)
    seconds = [took]
    while len(seconds) < 9 and time.monotonic() + took < end:
        seconds.append(planner.find(start, goal).stats.seconds)
    native = seconds[1:] or seconds
    return Measure(statistics.median(native), len(native), path.stats.expanded, path.cost, finished=True)
