"""A planner's searches that are recorded step by step."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pathstar import _core
from pathstar.engine.search import Search
from pathstar.planners.checks import checked_events
from pathstar.spaces.base import Place

if TYPE_CHECKING:
    from pathstar.planners.planner import Planner
    from pathstar.traces.trace import Trace


def recorded(
    planner: Planner, start: Place, goal: Place, max_events: int, stop: Callable[[], bool] | None
) -> Trace:
    """Return the trace of a search; see `Planner.trace`."""
    from pathstar.traces.timeline import EVENT, INTERVAL
    from pathstar.traces.trace import Trace  # its explanations take long to load

    choice = planner.choice
    finder, (begin, end, settings) = planner.finder, planner.query(start, goal)
    recorder: _core.Recorder
    if choice.row.intervals:
        recorder = table = _core.IntervalRecorder(checked_events(max_events))
        native = _core.record_intervals(finder, begin, end, settings, table)
    else:
        recorder, table = _core.Recorder(checked_events(max_events)), None
        native = finder.record(begin, end, settings, recorder)
    path = Search(planner.space, start, goal, choice.under_way, native, finder).run(stop)
    intervals = None if table is None else table.intervals().view(INTERVAL).ravel()
    events = recorder.events().view(EVENT).ravel()
    return Trace(planner.space, path, events, choice.rules, max_events, intervals)
