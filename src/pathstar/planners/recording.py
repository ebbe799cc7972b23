"""Recording a planner's searches step by step."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pathstar import _core
from pathstar.engine.search import Search
from pathstar.goals.base import Goal
from pathstar.paths.path import Path
from pathstar.planners.checks import checked_events
from pathstar.planners.fields import distance_field, trace_field
from pathstar.planners.goals.flight import flight_from
from pathstar.planners.goals.tour import find_legs, find_tour
from pathstar.spaces.base import Place, is_free_at, place_list, place_of
from pathstar.words import Say, Value

if TYPE_CHECKING:
    from pathstar.planners.planner import Planner
    from pathstar.traces.trace import Trace


def recorded(
    planner: Planner, start: Place, goal: Place, max_events: int, stop: Callable[[], bool] | None
) -> Trace:
    """Return the trace of a search; see `Planner.trace`."""
    if isinstance(goal, Goal) and goal.plan == "tour" and not planner.space.capabilities.plane:
        return _recorded_tour(planner, start, goal, max_events, stop)
    if isinstance(goal, Goal) and goal.plan == "flight" and _shows_flights(planner, start):
        return _recorded_flight(planner, start, goal, max_events, stop)
    begin, end, settings = planner.query(start, goal)
    return _recorded(planner, Query(start, goal, begin, end, settings), max_events, stop)


@dataclass(frozen=True, slots=True)
class Query:
    """One search to record.

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


class _Legs:
    """Searches that are recorded one after another; `max_events` limits all of them together."""

    def __init__(self, planner: Planner, max_events: int, stop: Callable[[], bool] | None) -> None:
        self._planner = planner
        self._max_events = checked_events(max_events)
        self._stop = stop
        self.traces: list[Trace] = []

    @property
    def left(self) -> int:
        """How many events are left, at least 1."""
        return max(1, self._max_events - sum(len(leg.events) for leg in self.traces))

    def find(self, here: Place, there: Place, settings: _core.Settings) -> Path:
        """Record the search for one leg, and return its path."""
        begin, end = self._planner.space.node_of(here), self._planner.space.node_of(there)
        query = Query(here, there, begin, end, settings.copy())
        self.traces.append(_recorded(self._planner, query, self.left, self._stop))
        return self.traces[-1].path


def _recorded_tour(
    planner: Planner, start: Place, goal: Goal, max_events: int, stop: Callable[[], bool] | None
) -> Trace:
    """Return the trace of a search leg by leg."""
    from pathstar.traces.trace import Trace

    legs = _Legs(planner, max_events, stop)
    path = find_tour(planner, start, goal, legs.find)
    return Trace.of_legs(path, legs.traces, max_events)


def _shows_flights(planner: Planner, start: Place) -> bool:
    """Return whether the fields that decide a flight, and the search for its path, can be recorded."""
    capabilities = planner.space.capabilities
    layered = capabilities.headings or capabilities.timed or capabilities.plane
    return not layered and planner.takes_sets and is_free_at(planner.space, planner.space.node_of(start))


def _recorded_flight(
    planner: Planner, start: Place, goal: Any, max_events: int, stop: Callable[[], bool] | None
) -> Trace:
    """Return the trace of a flight: the fields of the pursuers and of the unit, then the search for its path.

    The search for the path is recorded first, so it fits however many events the fields take.
    """
    from pathstar.traces.explain.facts import place_words
    from pathstar.traces.trace import Trace

    space = planner.space
    flight = flight_from(planner, space.node_of(start), goal)
    goal = replace(goal, ahead=flight.ahead)
    legs = _Legs(planner, max_events, stop)
    places = place_list(space.places_of(flight.nodes))
    path = find_legs(planner, start, places, goal, legs.find)
    budget: dict[str, Value] = {"budget": goal.budget}
    hunt, chosen = flight.pursued, Say("step.leg.own.none", budget)
    if flight.last is not None:
        last, end = float(hunt.costs.ravel()[flight.last]), place_of(space, flight.last)
        hunt = distance_field(space, list(goal.places), outward=True, max_cost=last)
        values: dict[str, Value] = {**budget, "count": flight.safe, "place": place_words(end), "cost": last}
        case = "ahead" if flight.ahead else "never" if math.isinf(last) else "last"
        chosen = Say(f"step.leg.own.{case}", values | {"first": place_words(places[0])})
    for number, (field, said) in enumerate(((hunt, Say("step.leg.pursuers", {})), (flight.own, chosen))):
        trace = trace_field(field, legs.left)
        whole = trace.path
        method = replace(whole.method, why=said)
        trace.path = Path(whole.core, space, whole.start, whole.goal, method)
        legs.traces.insert(number, trace)
    return Trace.of_legs(path, legs.traces, max_events)
