"""The scans of jump point search that find nothing, for pictures; events show only the others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pathstar import _core
from pathstar._core import EventType
from pathstar.goals.base import names_place

if TYPE_CHECKING:
    from pathstar.traces.trace import Trace

NO_SCANS = np.empty((0, 3), np.uint32)


def failed_scans(trace: Trace) -> NDArray[np.uint32]:
    """Return the scans that end at a wall or a border, uint32 ``(n, 3)``: step, node expanded, last node.

    A scan along a diagonal fails if neither it nor a scan to a side of it meets a jump point or the goal.

    Args:
        trace: A search. Only jump point search for one goal scans.

    Example:
        >>> import pathstar as ps
        >>> trace = ps.trace(ps.Grid([[1, 1, 1]]), (1, 0), (2, 0), algorithm="jps")
        >>> failed_scans(trace)[0].tolist()  # the first step also looks to the left
        [0, 1, 0]
    """
    if not trace.rules.jumps or trace.stale or not names_place(trace.path.goal):
        return NO_SCANS
    grid: Any = trace.space  # nothing else is searched by jumps
    steps = trace.events[trace.of_type(EventType.EXPAND)]
    nodes, parents = (np.ascontiguousarray(steps[name]) for name in ("node", "parent"))
    goal = trace.space.node_of(trace.path.goal)
    found = _core.failed_jump_scans(grid.core, nodes, parents, goal)
    return np.stack([found[:, 0], nodes[found[:, 0]], found[:, 1]], axis=-1)
