"""How a search ended."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pathstar._core import Status
from pathstar.paths.field import Everywhere
from pathstar.spaces.base import Place, place_list
from pathstar.traces.sentences import Sentence
from pathstar.traces.words import counted, number, place_words

if TYPE_CHECKING:
    from pathstar.traces.trace import Trace

_NAMED = 12  # a longer path is named by its ends


def sentences(trace: Trace) -> Iterator[Sentence]:
    """Say what became of the search."""
    status = trace.path.status
    if status is Status.FOUND:
        yield _read_back(trace)
        yield _promise(trace)
    elif status is Status.NO_PATH and isinstance(trace.path.goal, Everywhere):
        yield Sentence("all_known", "The open list is empty: every cost is known.")
        yield _figures(trace)
    elif status is Status.NO_PATH:
        yield Sentence(
            "no_path",
            "The open list is empty, and the target was never reached: there is no path.",
            _goal(trace),
        )
        yield _figures(trace)
    elif status is Status.BLOCKED_START:
        yield Sentence(
            "blocked",
            "The start is not walkable, so there is nothing to search.",
            (place_list(trace.space.places_of([trace.space.node_of(trace.path.start)]))[0],),
        )
    elif status is Status.BLOCKED_GOAL:
        yield Sentence("blocked", "The target is not walkable, so there is nothing to search.", _goal(trace))
    else:
        yield _limit(trace)
        yield _figures(trace)


def _goal(trace: Trace) -> tuple[Place, ...]:
    return () if trace.goal is None else (trace.goal,)


def _read_back(trace: Trace) -> Sentence:
    """Name the path's places from the target back to the start."""
    places = list(trace.path)[::-1]
    noun = trace.space.noun
    named = [place_words(place) for place in places]
    if len(named) > _NAMED:
        named = [*named[: _NAMED // 2], "...", *named[-_NAMED // 2 :]]
    through = "its jump points and what lies between them" if trace.rules.jumps else f"each {noun}'s parent"
    back = f"The path is read back from the target through {through}: {', '.join(named)}."
    return Sentence(
        "path",
        f"{back} It has {counted(len(places), noun)} and costs {number(trace.path.cost)}.",
        tuple(places),
    )


def _promise(trace: Trace) -> Sentence:
    """Say what is known of the path's cost."""
    bound = trace.path.bound
    if bound == 1:
        text = "No path is cheaper."
    elif not math.isfinite(bound):
        text = "Another path may be cheaper: this search promises nothing about the cost."
    else:
        text = f"The path costs at most {number(bound)} times the lowest possible; no more is promised"
        text += ", as the estimate can exceed the true cost." if trace.rules.weight == 1 else "."
    return Sentence("promise", text)


def _limit(trace: Trace) -> Sentence:
    if trace.full:
        text = (
            f"The trace is full: max_events={trace.max_events} was reached, so the search was stopped "
            "before its end. Ask for more with ps.trace(..., max_events=...); an event takes 32 bytes."
        )
    elif trace.path.status is Status.RUNNING:
        text = "The search was stopped from outside before its end."
    else:
        text = "The search was stopped by its limit, max_expansions, before its end."
    return Sentence("limit", text)


def _figures(trace: Trace) -> Sentence:
    state = trace[-1] if len(trace) else trace.beginning
    closed = int(state.is_closed.sum())
    waiting = len(state.nodes) - closed
    text = f"{counted(closed, trace.space.noun)} {'was' if closed == 1 else 'were'} closed"
    if waiting:
        text += f"; {waiting} {'is' if waiting == 1 else 'are'} still open"
    return Sentence("figures", text + ".")
