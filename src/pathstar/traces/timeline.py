"""The last event that determines each node, after any number of events."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pathstar._core import EventType

# One event, in the layout of native code. `h` includes the weight, as in the key. `from_goal` marks the
# events of the search from the goal, if there are two.
EVENT = np.dtype(
    [("g", "f8"), ("h", "f8"), ("node", "u4"), ("parent", "u4"), ("type", "u1"), ("from_goal", "?")],
    align=True,
)

# The search node of a search over intervals, in the layout of native code: a part of a line seen from a
# root, as points of the plane; the row of cells or the polygon beyond it, or one of the numbers below; and
# the number of the interval whose root comes before its own on the way, or -1.
INTERVAL = np.dtype(
    [("left", "f8", 2), ("right", "f8", 2), ("root", "f8", 2), ("into", "f8"), ("before", "f8")]
)

INTO_GOAL = -1  # the interval is the goal
INTO_NOTHING = -2  # there is a root, but no interval: a corner on the way, or the end of a link


def table_of(*kinds: EventType) -> NDArray[np.bool_]:
    """Return a table that says of each number of a type whether it is one of these, bool ``(256,)``."""
    return np.isin(np.arange(256), [kind.value for kind in kinds])


_OF_NO_NODE = table_of(
    EventType.DESTINATION, EventType.END, EventType.RESTART, EventType.MEET, EventType.DEEPEN
)
_LOOKS = (EventType.EXPAND, EventType.GENERATE, EventType.UPDATE, EventType.KNOWN, EventType.RAISE)
LOOKS = table_of(*_LOOKS)
_LOOKS_OR_FORGETS = table_of(*_LOOKS, EventType.FORGET)

NO_PARENT = np.uint32(0xFFFFFFFF)


def successors_in_time(events: NDArray[np.void]) -> NDArray[np.uint32]:
    """Return for each event the number of the next event of the same node, ``(n,)``.

    The last event of a node gets n; a node that two searches know counts once for each. Events that do not
    affect a node's state (DESTINATION, END, RESTART, MEET and DEEPEN) get 0, as does FORGET, after which a
    node has no state, and events before a restart end with it. So the events in force after the first `count`
    events are those among them whose successor is not among them: one comparison, forwards and backwards
    alike, without a replay.

    Example:
        >>> events = np.zeros(4, EVENT)
        >>> events["node"], events["type"] = [7, 9, 7, 9], EventType.GENERATE.value
        >>> successors_in_time(events).tolist()
        [2, 3, 4, 4]
    """
    count = len(events)
    kinds = events["type"]
    rows = np.flatnonzero(~_OF_NO_NODE[kinds])
    # Node and search in the upper half, the number in the lower: sorting this is faster than a stable sort of
    # the nodes.
    nodes = events["node"][rows].astype(np.uint64) << np.uint64(1) | events["from_goal"][rows]
    keys = nodes << np.uint64(31) | rows.astype(np.uint64)
    keys.sort()
    numbers = (keys & np.uint64(0x7FFFFFFF)).astype(np.uint32)
    nodes = keys >> np.uint64(31)
    successors = np.zeros(count, np.uint32)
    successors[numbers[:-1]] = np.where(nodes[1:] == nodes[:-1], numbers[1:], np.uint32(count))
    successors[numbers[-1:]] = count
    successors[kinds == EventType.FORGET.value] = 0
    restarts = np.flatnonzero(kinds == EventType.RESTART.value)
    if len(restarts):
        following = np.append(restarts, count)[np.searchsorted(restarts, np.arange(count), side="right")]
        np.minimum(successors, following.astype(np.uint32), out=successors)
    return successors


def standing(successors: NDArray[np.uint32], count: int) -> NDArray[np.int64]:
    """Return the numbers of the events in force after the first `count`, one for each node, ascending."""
    return np.flatnonzero(successors[:count] >= count)


def step_ends(kinds: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return for each step, an expansion and its look around, the number of the event after it, ``(n,)``.

    Events between that and the next expansion belong to the next step, to which they lead. Events after the
    last expansion, or after the last one before a restart, belong to that step. Iterative deepening forgets
    nodes between its steps, a repair within them.

    Example:
        >>> kinds = (EventType.EXPAND, EventType.GENERATE, EventType.PRUNE)
        >>> expand, opened, prune = (kind.value for kind in kinds)
        >>> step_ends(np.array([expand, opened, prune, expand, prune], np.uint8)).tolist()
        [2, 5]
    """
    starts = np.flatnonzero(kinds == EventType.EXPAND.value)
    if not len(starts):
        return starts
    within = LOOKS if EventType.DEEPEN.value in kinds else _LOOKS_OR_FORGETS
    looks = np.maximum.accumulate(np.where(within[kinds], np.arange(len(kinds)), -1))
    ends = np.append(looks[starts[1:] - 1] + 1, len(kinds))
    restarts = np.append(np.flatnonzero(kinds == EventType.RESTART.value), len(kinds))
    following = restarts[np.searchsorted(restarts, starts)]
    return np.where(following < np.append(starts[1:], 0), following, ends)


def current_events(events: NDArray[np.void]) -> NDArray[np.void]:
    """Return events in the present form; version 0.1 had no search from the goal.

    Example:
        >>> old = np.zeros(2, [(name, EVENT[name]) for name in EVENT.names if name != "from_goal"])
        >>> current_events(old).dtype == EVENT
        True
    """
    if events.dtype == EVENT:
        return events
    found = np.zeros(len(events), EVENT)
    for name in events.dtype.names or ():
        found[name] = events[name]
    found.flags.writeable = False
    return found
