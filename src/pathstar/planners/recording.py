"""A planner's searches that are recorded step by step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pathstar import _core
from pathstar.engine.search import Search
from pathstar.goals.base import Goal
from pathstar.paths.path import Path
from pathstar.planners.checks import checked_events
from pathstar.planners.goals.tour import find_tour
from pathstar.spaces.base import Place

if TYPE_CHECKING:
    from pathstar.planners.planner import Planner
    from pathstar.traces.trace import Trace


def recorded(
    planner: Planner, start: Place, goal: Place, max_events: int, stop: Callable[[], bool] | None
) -> Trace:
    """Return the trace of a search; see `Planner.trace`."""
    if isinstance(goal, Goal) and goal.plan == "tour" and not planner.space.capabilities.plane:
        return _recorded_tour(planner, start, goal, max_events, stop)
    begin, end, settings = planner.query(start, goal)
    return _recorded(planner, Query(start, goal, begin, end, settings), max_events, stop)


@dataclass(frozen=True, slots=True)
class Query:
    """What to search for.

    Attributes:
        start, goal: The ends, as the caller named them.
        begin, end: Their nodes.
        settings: The settings of the search.
    """

    start: Place
    goal: Place
    begin: int
    end: int
    settings: _core.Settings


def _recorded(planner: Planner, query: Query, max_events: int, stop: Callable[[], bool] | None) -> Trace:
    from pathstar.traces.timeline import EVENT, INTERVAL
    from pathstar.traces.trace import Trace  # its explanations take long to load

    choice, finder = planner.choice, planner.finder
    ends = query.begin, query.end, query.settings
    recorder: _core.Recorder
    if choice.row.intervals:
        recorder = table = _core.IntervalRecorder(checked_events(max_events))
        native = _core.record_intervals(finder, *ends, table)
    else:
        recorder, table = _core.Recorder(checked_events(max_events)), None
        native = finder.record(*ends, recorder)
    path = Search(planner.space, query.start, query.goal, choice.under_way, native, finder).run(stop)
    intervals = None if table is None else table.intervals().view(INTERVAL).ravel()
    events = recorder.events().view(EVENT).ravel()
    return Trace(planner.space, path, events, choice.rules, max_events, intervals)


def _recorded_tour(
    planner: Planner, start: Place, goal: Goal, max_events: int, stop: Callable[[], bool] | None
) -> Trace:
    """Return the trace of a search leg by leg; `max_events` limits all legs together."""
    from pathstar.traces.trace import Trace

    legs: list[Trace] = []

    def leg(here: Place, there: Place, settings: _core.Settings) -> Path:
        left = max(1, checked_events(max_events) - sum(len(leg.events) for leg in legs))
        begin, end = planner.space.node_of(here), planner.space.node_of(there)
        legs.append(_recorded(planner, Query(here, there, begin, end, settings.copy()), left, stop))
        return legs[-1].path

    path = find_tour(planner, start, goal, leg)
    return Trace.of_legs(path, legs, max_events)
