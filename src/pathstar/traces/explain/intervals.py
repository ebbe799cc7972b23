"""A search over intervals: which one is taken, what its root sees beyond it, and where the way turns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pathstar._core import EventType
from pathstar.traces.explain.facts import Fact, fact, point_words
from pathstar.traces.explain.selection import key_of, state_before
from pathstar.words import Say, Value, same

if TYPE_CHECKING:
    from pathstar.traces.trace import Trace

_NAMED = 4  # intervals that one sentence names
_GOAL = -1  # what the interval of the goal leads into


def facts(trace: Trace, step: int) -> Iterator[Fact]:
    """Yield which interval a step took, and what it found beyond."""
    yield from _dropped(trace, step)
    event = trace.events[trace.step_starts[step]]
    interval = _interval(trace, event)
    values: dict[str, Value] = {**_ends(interval), **_sum(trace, event)}
    if interval["into"] == _GOAL:
        yield fact("chosen.target", **values)
        yield fact("goal.found")
        return
    yield fact("chosen.interval", **values)
    if step == 0:
        yield fact("interval.h", root=_point(interval["root"]))
    yield from _tie(trace, step)
    yield from _beyond(trace, step, _point(interval["root"]))


def _interval(trace: Trace, event: np.void) -> np.void:
    assert trace.intervals is not None
    found: np.void = trace.intervals[event["node"]]
    return found


def _point(point: NDArray[np.float64]) -> str:
    return point_words(point.tolist())


def _ends(interval: np.void) -> dict[str, Value]:
    return {name: _point(interval[name]) for name in ("left", "right", "root")}


def _sum(trace: Trace, event: np.void) -> dict[str, Value]:
    g, h = float(event["g"]), float(event["h"])
    return {"f": g + h, "key": key_of(trace.rules, g, h)}


def _dropped(trace: Trace, step: int) -> Iterator[Fact]:
    """Yield how many intervals were dropped since the step before."""
    count = int((trace.events_before(step)["type"] == EventType.PRUNE.value).sum())
    if count:
        yield fact("pruned.interval", count=count)


def _tie(trace: Trace, step: int) -> Iterator[Fact]:
    """Yield that the interval added last was taken, if others have the same F."""
    state = state_before(trace, step)
    chosen = trace.events["node"][trace.step_starts[step]]
    f, nodes = state.f[~state.is_closed], state.open
    mine = float(f[nodes == chosen][0])
    equal = nodes[[same(mine, other) for other in f.tolist()]]
    if len(equal) > 1 and chosen == equal.max():
        yield fact("tie.interval", count=len(equal) - 1)


def _beyond(trace: Trace, step: int, here: str) -> Iterator[Fact]:
    """Yield what the root of an interval sees beyond it, then what is seen from each corner around it."""
    by_root: dict[str, list[np.void]] = {here: []}
    for event in trace.events_of(step)[1:]:
        by_root.setdefault(_point(_interval(trace, event)["root"]), []).append(event)
    for root, events in by_root.items():
        target = [event for event in events if _interval(trace, event)["into"] == _GOAL]
        seen = [event for event in events if _interval(trace, event)["into"] != _GOAL]
        if seen:
            case, g = "seen" if root == here else "turned", float(seen[0]["g"])
            yield fact(f"opened.{case}", root=root, g=g, count=len(seen), intervals=_named(trace, seen))
        for event in target:
            yield fact("opened.target", root=root, **_sum(trace, event))
    if not any(by_root.values()):
        yield fact("interval.nothing")


def _named(trace: Trace, events: list[np.void]) -> tuple[Value, ...]:
    words: list[Value] = []
    for event in events[:_NAMED]:
        ends = _ends(_interval(trace, event))
        words.append(Say("step.interval.named", {**ends, "f": float(event["g"] + event["h"])}))
    if len(events) > _NAMED:
        words.append(Say("list.more", {"count": len(events) - _NAMED}))
    return tuple(words)
