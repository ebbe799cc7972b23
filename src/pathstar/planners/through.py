"""The cost of the cheapest way from start to goal through each place, to explain why a path avoids it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pathstar.goals.base import names_place
from pathstar.planners.fields import distance_field
from pathstar.traces.trace import Trace


def through(trace: Trace) -> NDArray[np.float64]:
    """Return the cost of the cheapest way through each node; see `pathstar.traces.trace.Trace.through`."""
    path = trace.path
    if trace.legs:
        if not path:
            return np.full(trace.space.size, np.inf)
        detours = [through(leg) - leg.path.cost for leg in trace.legs if names_place(leg.path.goal)]
        best: NDArray[np.float64] = np.min(detours, axis=0) + path.cost
        return best
    there = distance_field(trace.space, [path.start], outward=True)
    back = distance_field(trace.space, [path.goal])
    costs: NDArray[np.float64] = there.costs.ravel() + back.costs.ravel()
    if trace.space.capabilities.headings:  # or a unit could arrive in one direction and go on in another
        rows = costs.reshape(there.costs.shape)
        rows[0] = rows[1:].min(axis=0)
    return costs
