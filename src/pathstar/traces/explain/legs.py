"""A search through several places: which leg begins, and the path that the legs make."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pathstar.traces.explain.facts import Fact, fact, place_words
from pathstar.traces.legs import leg_at

if TYPE_CHECKING:
    from pathstar.traces.trace import Trace


def facts(trace: Trace, step: int) -> Iterator[Fact]:
    """Yield that a leg begins, if a step is its first."""
    number, within = leg_at(trace, step)
    if within:
        return
    path = trace.legs[number].path
    if path.reason is not None:  # it is a field, which says what it is for
        yield Fact(path.reason, (path.start,))
        return
    ends = {"start": place_words(path.start), "target": place_words(path.goal)}
    places = () if trace.space.capabilities.plane else (path.start, path.goal)
    before = sum(leg.path.reason is not None for leg in trace.legs)
    yield fact("leg", places, number=number + 1 - before, **ends)


def facts_of_end(trace: Trace) -> Iterator[Fact]:
    """Yield the path that the legs make."""
    count = sum(leg.path.reason is None for leg in trace.legs)
    yield fact("path.legs", count=count, cost=trace.path.cost)
