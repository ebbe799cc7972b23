"""Several searches that count as one: each begins where the one before ended."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pathstar._core import EventType
from pathstar.traces.timeline import EVENT, NO_PARENT

if TYPE_CHECKING:
    from pathstar.traces.trace import Trace


def joined_events(legs: Sequence[Trace]) -> NDArray[np.void]:
    """Return the events of all legs; before each but the first, a RESTART for every node known until then.

    Nodes of searches over intervals count through all legs, as `joined_intervals` does.
    """
    parts: list[NDArray[np.void]] = []
    before = 0
    for number, leg in enumerate(legs):
        if number:
            parts.append(_restarts(parts[-1]))
        events = leg.events.copy()
        events["node"] += np.uint32(before)
        events["parent"][events["parent"] != NO_PARENT] += np.uint32(before)
        parts.append(events)
        before += 0 if leg.intervals is None else len(leg.intervals)
    return np.concatenate(parts)


def joined_intervals(legs: Sequence[Trace]) -> NDArray[np.void] | None:
    """Return the intervals of all legs; None for searches over places."""
    parts, before = [], 0
    for leg in legs:
        if leg.intervals is None:
            return None
        intervals = leg.intervals.copy()
        intervals["before"][intervals["before"] >= 0] += before
        parts.append(intervals)
        before += len(intervals)
    return np.concatenate(parts)


def joined_scans(legs: Sequence[Trace]) -> NDArray[np.uint32]:
    """Return the scans of all legs that found nothing; their steps count through all legs."""
    parts, before = [], 0
    for leg in legs:
        parts.append(leg.failed_scans + np.array([before, 0, 0], np.uint32))
        before += len(leg)
    scans: NDArray[np.uint32] = np.concatenate(parts).astype(np.uint32)
    return scans


def leg_at(trace: Trace, step: int) -> tuple[int, int]:
    """Return the number of the leg to which a step belongs, and the number of the step in it.

    Args:
        trace: A trace with legs.
        step: The step, from 0.
    """
    for number, leg in enumerate(trace.legs):
        if step < len(leg):
            return number, step
        step -= len(leg)
    raise IndexError(f"the legs have no step {step} more")


def _restarts(events: NDArray[np.void]) -> NDArray[np.void]:
    """Return the events that forget every node of a leg, in each of its searches."""
    known = np.unique(events[["node", "from_goal"]])
    restarts = np.zeros(len(known), EVENT)
    for name in ("node", "from_goal"):
        restarts[name] = known[name]
    restarts["parent"] = NO_PARENT
    restarts["type"] = EventType.RESTART.value
    return restarts
