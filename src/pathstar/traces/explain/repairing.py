"""A search that is repaired: what was known, what no longer holds, and what takes its place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pathstar._core import EventType
from pathstar.spaces.base import Place, place_list, place_of
from pathstar.traces.explain import neighbours
from pathstar.traces.explain.facts import Fact, fact, named, place_words
from pathstar.traces.explain.selection import key_of, state_before
from pathstar.traces.timeline import NO_PARENT

if TYPE_CHECKING:
    from pathstar.traces.trace import Trace


def facts(trace: Trace, step: int) -> Iterator[Fact]:
    """Yield what a repair begins with, why this square is looked at, and the consequences for others."""
    if step == 0:
        yield from _begin(trace)
    start = int(trace.step_starts[step])
    event, place = trace.events[start], place_of(trace.space, trace.events["node"][start])
    g, h = float(event["g"]), float(event["h"])
    if not raises(trace, step):
        key = key_of(trace.rules, g, h)
        ends = {"place": place_words(place), "letter": trace.rules.key_letter}
        yield fact("chosen.lowest", [place], f=g + h, key=key, **ends)
        yield from neighbours.changes_alone(neighbours.Look.of(trace, step, state_before(trace, step)))
        return
    yield fact("repair.raised", [place], place=place_words(place), f=g + h, g=g)
    yield from _others(trace, place, trace.events[start + 1 : trace.step_ends[step]])


def raises(trace: Trace, step: int) -> bool:
    """Return whether a step found that the way to its square is gone, instead of closing the square."""
    start, end = int(trace.step_starts[step]), int(trace.step_ends[step])
    after = trace.events[start + 1 : end][:1]
    gone = np.isin(after["type"], (EventType.RAISE.value, EventType.FORGET.value))
    return bool((gone & (after["node"] == trace.events["node"][start])).any())


def path_met(trace: Trace) -> Place | None:
    """Return where a search met a path that an earlier search found; None if it reached its goal."""
    if not trace.rules.reuses_paths or not len(trace):
        return None
    place = place_of(trace.space, trace.events["node"][trace.step_starts[-1]])
    return None if place == trace.goal else place


def _begin(trace: Trace) -> Iterator[Fact]:
    """Yield what is known before the first step, and where the search has begun."""
    if trace.rules.repairs_from == "goal":
        yield fact("repair.from_goal")
    if trace.rules.reuses_paths:
        yield fact("repair.learned")
    kinds = trace.events["type"][: trace.step_starts[0]]
    known = int((kinds == EventType.KNOWN.value).sum())
    waiting = int((kinds == EventType.GENERATE.value).sum())
    if known or waiting:
        yield fact("repair.known", known=known, count=waiting)


def _others(trace: Trace, place: Place, events: NDArray[np.void]) -> Iterator[Fact]:
    """Yield what happens to a square whose way is gone, and to squares that were reached over it."""
    own = events[0]
    if own["type"] == EventType.FORGET.value:
        yield fact("repair.lost", [place], place=place_words(place))
    elif own["parent"] == NO_PARENT:
        yield fact("repair.begins", [place], place=place_words(place), g=float(own["g"]))
    else:
        parent = place_of(trace.space, own["parent"])
        ends = {"place": place_words(place), "parent": place_words(parent)}
        yield fact("repair.open_again", [place, parent], g=float(own["g"]), **ends)
    for kind, case in (
        (EventType.RAISE, "children"),
        (EventType.FORGET, "children_lost"),
        (EventType.KNOWN, "children_kept"),
    ):
        nodes = events["node"][1:][events["type"][1:] == kind.value]
        there = list(dict.fromkeys(place_list(trace.space.places_of(nodes))))
        if there:
            yield fact(
                f"repair.{case}",
                there,
                there,
                places=named(there),
                count=len(there),
                parent=place_words(place),
            )
