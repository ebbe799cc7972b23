"""The last event that determines each node, after any number of events."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pathstar._core import EventType

# One event, in the layout of native code. `h` includes the weight, as in the key.
EVENT = np.dtype([("g", "f8"), ("h", "f8"), ("node", "u4"), ("parent", "u4"), ("type", "u1")], align=True)

_OF_NO_NODE = [kind.value for kind in (EventType.DESTINATION, EventType.END, EventType.RESTART)]

NO_PARENT = np.uint32(0xFFFFFFFF)


def successors_in_time(events: NDArray[np.void]) -> NDArray[np.uint32]:
    """Return for each event the number of the next event of the same node, ``(n,)``.

    The last event of a node gets n. Events that do not affect a node's state (DESTINATION, END and RESTART)
    get 0, and events before a restart end with it. So the events in force after the first `count` are those
    among them whose successor is not: one comparison, forwards and backwards alike, without a replay.

    Example:
        >>> events = np.zeros(4, EVENT)
        >>> events["node"], events["type"] = [7, 9, 7, 9], EventType.GENERATE.value
        >>> successors_in_time(events).tolist()
        [2, 3, 4, 4]
    """
    count = len(events)
    kinds = events["type"]
    told = np.flatnonzero(~np.isin(kinds, _OF_NO_NODE))
    # The node in the upper half, the number in the lower: sorting this is faster than a stable sort of the
    # nodes.
    keys = events["node"][told].astype(np.uint64) << np.uint64(32) | told.astype(np.uint64)
    keys.sort()
    numbers = (keys & np.uint64(0xFFFFFFFF)).astype(np.uint32)
    nodes = keys >> np.uint64(32)
    successors = np.zeros(count, np.uint32)
    successors[numbers[:-1]] = np.where(nodes[1:] == nodes[:-1], numbers[1:], np.uint32(count))
    successors[numbers[-1:]] = count
    for restart in np.flatnonzero(kinds == EventType.RESTART.value):
        np.minimum(successors[:restart], restart, out=successors[:restart])
    return successors


def standing(successors: NDArray[np.uint32], count: int) -> NDArray[np.int64]:
    """Return the numbers of the events in force after the first `count`, one for each node, ascending."""
    return np.flatnonzero(successors[:count] >= count)
