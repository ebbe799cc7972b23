"""A search over ground that costs differently: the shortest line first, then rounds over halved intervals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pathstar._core import EventType
from pathstar.traces.explain import intervals
from pathstar.traces.explain.facts import Fact, fact, point_words
from pathstar.traces.timeline import INTO_GOAL, NO_PARENT
from pathstar.words import Say, Value

if TYPE_CHECKING:
    from pathstar.traces.trace import Trace

_NAMED = 4  # the maximum number of intervals in one sentence


def facts(trace: Trace, step: int) -> Iterator[Fact]:
    """Yield what a step of the shortest line did, or of a run over intervals."""
    runs = _runs_before(trace, step)
    if not runs:
        if step == 0:
            yield fact("round.line")
        yield from intervals.facts(trace, step)
        yield from _line(trace, step)
        return
    before = trace.events_before(step)
    yield from _begun(before, runs)
    dropped = int((_pruned(before)["parent"] == NO_PARENT).sum())
    if dropped:
        yield fact("pruned.region", count=dropped)
    yield from _run(trace, step)


def _runs_before(trace: Trace, step: int) -> int:
    """Return how many runs over intervals had begun before a step: from the start and from the target."""
    return int(trace.of_type(EventType.DEEPEN)[: trace.step_starts[step]].sum())


def _pruned(events: NDArray[np.void]) -> NDArray[np.void]:
    found: NDArray[np.void] = events[events["type"] == EventType.PRUNE.value]
    return found


def _after(trace: Trace, step: int) -> NDArray[np.void]:
    """Return all events from a step on, before the next step."""
    end = trace.step_starts[step + 1] if step + 1 < len(trace) else len(trace.events)
    return trace.events[trace.step_starts[step] : end]


def _path_in(events: NDArray[np.void]) -> float | None:
    """Return what a path costs that was found in the events and is the cheapest so far."""
    found = events["g"][events["type"] == EventType.MEET.value]
    return float(found[-1]) if len(found) else None


def _best(trace: Trace, count: int) -> float:
    """Return the cost of the cheapest path known after a number of events."""
    found = _path_in(trace.events[:count])
    assert found is not None  # the shortest line is a path
    return found


def _line(trace: Trace, step: int) -> Iterator[Fact]:
    """Yield the cost of the shortest line, once it is found."""
    cost = _path_in(_after(trace, step))
    if cost is not None:
        yield fact("meeting.line", cost=cost)


def _begun(before: NDArray[np.void], runs: int) -> Iterator[Fact]:
    """Yield that a run began, and between which bounds the least cost lies."""
    for event in before[before["type"] == EventType.DEEPEN.value]:
        if event["from_goal"]:
            yield fact("round.back")
            continue
        values: dict[str, Value] = {"cost": float(event["g"]), "least": float(event["h"])}
        yield fact("round.edges" if runs == 1 else "round.halved", round=(runs + 1) // 2, **values)


def _run(trace: Trace, step: int) -> Iterator[Fact]:
    """Yield what a step of a run took, and what it reached."""
    assert trace.intervals is not None
    event, events = trace.events[trace.step_starts[step]], _after(trace, step)
    interval, g = trace.intervals[event["node"]], float(event["g"])
    back = ".back" if event["from_goal"] else ""
    if interval["into"] >= 0:
        yield fact(f"chosen.region{back}", g=g, **_ends(interval))
        space: Any = trace.space
        yield fact("interval.cost", cost=float(space.costs[int(interval["into"])]))
    else:
        yield fact("chosen.point", place=point_words(interval["left"].tolist()), g=g)
    if interval["into"] == INTO_GOAL and not back:
        yield from _goal(trace, step, g)
    opened = events[events["type"] == EventType.GENERATE.value]
    if len(opened):
        yield fact("opened.regions", count=len(opened), intervals=_named(trace, opened))
    left_out = _pruned(events)
    left_out = left_out[left_out["parent"] == event["node"]]
    yield from _left_out(trace, step, left_out["g"] + left_out["h"])
    if not len(opened) and not len(left_out) and interval["into"] != INTO_GOAL:
        yield fact("interval.nothing")


def _left_out(trace: Trace, step: int, least: NDArray[np.float64]) -> Iterator[Fact]:
    """Yield which intervals are not opened, because a path over each costs too much.

    Args:
        trace: The trace.
        step: The number of the step.
        least: The minimum cost of a path over each; infinity where the run from the start did not arrive.
    """
    known = least[np.isfinite(least)]
    if len(known):
        cost = _best(trace, int(trace.step_starts[step]))
        yield fact("left_out.region", count=len(known), f=float(known.min()), cost=cost)
    if len(known) < len(least):
        yield fact("left_out.unreached", count=len(least) - len(known))


def _goal(trace: Trace, step: int, least: float) -> Iterator[Fact]:
    """Yield what a run from the start proves, and which path it finds."""
    yield fact("goal.bound", least=least)
    cost = _path_in(_after(trace, step))
    if cost is None:
        yield fact("meeting.dearer", cost=_best(trace, int(trace.step_starts[step])))
    else:
        yield fact("meeting.edges", cost=cost)


def _ends(interval: np.void) -> dict[str, Value]:
    return {name: point_words(interval[name].tolist()) for name in ("left", "right")}


def _named(trace: Trace, events: NDArray[np.void]) -> tuple[Value, ...]:
    assert trace.intervals is not None
    words: list[Value] = []
    for event in events[:_NAMED]:
        interval, g = trace.intervals[event["node"]], float(event["g"])
        if interval["into"] >= 0:
            words.append(Say("step.interval.named_g", {**_ends(interval), "g": g}))
        else:
            place = point_words(interval["left"].tolist())
            words.append(Say("step.interval.point", {"place": place, "g": g}))
    if len(events) > _NAMED:
        words.append(Say("list.more", {"count": len(events) - _NAMED}))
    return tuple(words)
