"""A search over intervals: which one is taken, what its root sees beyond it, and where the way turns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pathstar._core import EventType
from pathstar.traces.explain.facts import Fact, fact, point_words
from pathstar.traces.explain.selection import key_of, state_before
from pathstar.traces.timeline import INTO_GOAL, INTO_NOTHING
from pathstar.words import Say, Value, same

if TYPE_CHECKING:
    from pathstar.traces.trace import Trace

_NAMED = 4  # the maximum number of intervals in one sentence


def facts(trace: Trace, step: int) -> Iterator[Fact]:
    """Yield which interval a step took, and what it found beyond."""
    yield from _dropped(trace, step)
    event = trace.events[trace.step_starts[step]]
    interval = _interval(trace, event)
    values: dict[str, Value] = {**_ends(interval), **_sum(trace, event)}
    if interval["into"] == INTO_GOAL:
        yield fact("chosen.target", **values)
        yield fact("goal.found")
        return
    if interval["into"] == INTO_NOTHING:
        yield fact("chosen.link", **values)
    else:
        yield fact("chosen.interval" if _is_lowest(trace, step) else "chosen.only", **values)
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
    """Yield how many intervals were dropped since the step before, by the root from which they are seen."""
    events = trace.events_before(step)
    counts: dict[tuple[str, float], int] = {}
    for event in events[events["type"] == EventType.PRUNE.value]:
        seen_from = _point(_interval(trace, event)["root"]), float(event["g"])
        counts[seen_from] = counts.get(seen_from, 0) + 1
    for (root, g), count in counts.items():
        yield fact("pruned.interval", root=root, g=g, count=count)


def _waiting(trace: Trace, step: int) -> tuple[NDArray[np.uint32], list[float], float]:
    """Return the open intervals that a step chose from, their F, and the F of the chosen one."""
    state = state_before(trace, step)
    chosen = trace.events["node"][trace.step_starts[step]]
    f, nodes = state.f[~state.is_closed], state.open
    return nodes, f.tolist(), float(f[nodes == chosen][0])


def _is_lowest(trace: Trace, step: int) -> bool:
    """Return whether the lowest F was taken: the only interval beyond another one goes before it."""
    _, f, mine = _waiting(trace, step)
    return mine <= min(f) or same(mine, min(f))


def _tie(trace: Trace, step: int) -> Iterator[Fact]:
    """Yield that the interval added last was taken, if others have the same F."""
    nodes, f, mine = _waiting(trace, step)
    equal = nodes[[same(mine, other) for other in f]]
    if len(equal) > 1 and trace.events["node"][trace.step_starts[step]] == equal.max():
        yield fact("tie.interval", count=len(equal) - 1)


def _beyond(trace: Trace, step: int, here: str) -> Iterator[Fact]:
    """Yield what the root of an interval sees beyond it, then what is seen from each corner around it."""
    events = trace.events[trace.step_starts[step] : trace.step_ends[step]]
    dear = events["node"][events["type"] == EventType.FORGET.value]
    by_root: dict[str, list[np.void]] = {here: []}
    for event in trace.events_of(step)[1:]:
        if event["node"] not in dear:
            by_root.setdefault(_point(_interval(trace, event)["root"]), []).append(event)
    for root, found in by_root.items():
        yield from _seen_from(trace, root, found, here)
    if len(dear):
        yield fact("too_dear.interval", count=len(dear))
    elif not any(by_root.values()):
        yield fact("interval.nothing")


def _seen_from(trace: Trace, root: str, events: list[np.void], here: str) -> Iterator[Fact]:
    """Yield what one root sees beyond an interval that is seen from another one, or from the same."""
    into = [_interval(trace, event)["into"] for event in events]
    seen = [event for event, where in zip(events, into, strict=True) if where >= 0]
    if seen:
        case, g = "seen" if root == here else "turned", float(seen[0]["g"])
        yield fact(f"opened.{case}", root=root, g=g, count=len(seen), intervals=_named(trace, seen))
    for event, where in zip(events, into, strict=True):
        if where == INTO_GOAL:
            yield fact("opened.target", root=root, **_sum(trace, event))
        elif where == INTO_NOTHING:
            yield fact("opened.link", root=root, g=float(event["g"]), **_sum(trace, event))


def _named(trace: Trace, events: list[np.void]) -> tuple[Value, ...]:
    words: list[Value] = []
    for event in events[:_NAMED]:
        ends = _ends(_interval(trace, event))
        words.append(Say("step.interval.named", {**ends, "f": float(event["g"] + event["h"])}))
    if len(events) > _NAMED:
        words.append(Say("list.more", {"count": len(events) - _NAMED}))
    return tuple(words)
