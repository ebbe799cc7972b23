"""Depth first, in rounds: the bound, the way back, and why a square goes on the path."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import compress
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pathstar._core import EventType
from pathstar.spaces.base import Place, place_list, place_of
from pathstar.traces.explain.facts import Fact, fact, named, place_words
from pathstar.traces.explain.selection import key_of
from pathstar.traces.timeline import NO_PARENT
from pathstar.words import Say, same

if TYPE_CHECKING:
    from pathstar.traces.trace import Trace


def facts(trace: Trace, step: int) -> Iterator[Fact]:
    """Yield where the search went back, whether a round began, and why this square comes next."""
    start = int(trace.step_starts[step])
    event, bound = trace.events[start], _bound(trace, start)
    yield from _before(trace, trace.events_before(step), start)
    place = place_of(trace.space, event["node"])
    if event["parent"] == NO_PARENT:
        yield fact("chosen.round", [place], place=place_words(place))
    else:
        parent = place_of(trace.space, event["parent"])
        g, h = float(event["g"]), float(event["h"])
        ends: dict[str, str | Say] = {"place": place_words(place), "parent": place_words(parent)}
        ends["key"] = key_of(trace.rules, g, h)
        yield fact("chosen.within", [place, parent], **ends, f=g + h, bound=bound)
    if place == trace.goal:
        yield fact("goal.within", [place])


def on_path(places: list[Place]) -> Iterator[Fact]:
    """Yield that neighbours were passed over because they lie on the way already."""
    if places:
        yield fact("on_path", places, places, places=named(places), count=len(places))


def rounds_of(trace: Trace) -> int:
    """Return how many rounds a search began."""
    return int(trace.of_type(EventType.DEEPEN).sum())


def _bound(trace: Trace, count: int) -> float:
    """Return the bound after a number of events."""
    rounds = np.flatnonzero(trace.events["type"][:count] == EventType.DEEPEN.value)
    return float(trace.events["g"][rounds[-1]])


def _before(trace: Trace, events: NDArray[np.void], count: int) -> Iterator[Fact]:
    """Yield what was left since the step before, under the bound at that time, and whether a round began."""
    kinds = events["type"]
    begun = int((kinds == EventType.DEEPEN.value).sum())
    left = events[kinds == EventType.FORGET.value]
    if len(left):
        yield from _left(trace, left, _bound(trace, count - len(events)))
    if begun:
        number = int((trace.events["type"][:count] == EventType.DEEPEN.value).sum())
        values = {"round": number, "bound": _bound(trace, count)}
        yield fact("round.first" if number == 1 else "round.next", **values)


def _left(trace: Trace, left: NDArray[np.void], bound: float) -> Iterator[Fact]:
    f = left["g"] + left["h"]
    far = np.array([value > bound and not same(value, bound) for value in f.tolist()])
    places = place_list(trace.space.places_of(left["node"]))
    beyond, back = (list(dict.fromkeys(compress(places, rows))) for rows in (far, ~far))
    if beyond:
        lowest = float(f[far].min())
        yield fact("beyond", beyond, places=named(beyond), count=len(beyond), f=lowest, bound=bound)
    if back:
        yield fact("back", back, places=named(back), count=len(back))
