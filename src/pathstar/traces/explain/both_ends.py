"""Two searches, from the start and from the goal: whose turn it is, where they met, what was left out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pathstar._core import EventType
from pathstar.spaces.base import Place, place_list, place_of
from pathstar.traces.explain.facts import Fact, fact, named, place_words
from pathstar.traces.state import State

if TYPE_CHECKING:
    from pathstar.traces.trace import Trace


def facts(trace: Trace, step: int) -> Iterator[Fact]:
    """Yield what happened before a step, and which search makes it."""
    yield from _before(trace, trace.events_before(step), int(trace.step_starts[step]))
    yield fact("side.goal" if trace.events["from_goal"][trace.step_starts[step]] else "side.start")


def facts_of_end(trace: Trace) -> Iterator[Fact]:
    """Yield what came after the last step, and why a search that found a path need not go on."""
    last = int(trace.step_starts[-1]) + len(trace.events_of(len(trace) - 1)) if len(trace) else 0
    yield from _before(trace, trace.events[last:], len(trace.events))
    if trace.path:
        yield fact("ended", cost=trace.path.cost)


def meeting_of(trace: Trace) -> Place | None:
    """Return where the halves of the path meet; None if there is no path."""
    meets = trace.events[trace.of_type(EventType.MEET)]
    return place_of(trace.space, meets["node"][-1]) if len(meets) else None


def have_met(before: State) -> bool:
    """Return whether the searches had met, and so leave out squares that lead to no cheaper path."""
    return bool((before.trace.events["type"][: before.count] == EventType.MEET.value).any())


def left_out(before: State, places: list[Place]) -> Fact:
    """State that neighbours were not opened, because the known path is as good as any over them."""
    cost = _best(before.trace, before.count)
    return fact("left_out", places, places, places=named(places), count=len(places), cost=cost)


def _best(trace: Trace, count: int) -> float:
    """Return the cost of the best path known after a number of events."""
    meets = np.flatnonzero(trace.events["type"][:count] == EventType.MEET.value)
    return float(trace.events["g"][meets[-1]])


def _before(trace: Trace, events: NDArray[np.void], count: int) -> Iterator[Fact]:
    """Yield what events between two steps say; `count` events have happened then."""
    kinds = events["type"]
    pruned = place_list(trace.space.places_of(events["node"][kinds == EventType.PRUNE.value]))
    for event in events[kinds == EventType.MEET.value]:
        place = place_of(trace.space, event["node"])
        yield fact("meeting", [place], place=place_words(place), cost=float(event["g"]))
    if pruned:
        cost = _best(trace, count)
        yield fact("pruned", pruned, places=named(pruned), count=len(pruned), cost=cost)
