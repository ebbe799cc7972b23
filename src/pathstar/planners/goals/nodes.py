"""The nodes of a space at which a path to a goal may end, by the goal's plan."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pathstar.planners.batch import Batch
from pathstar.planners.fields import distance_field
from pathstar.planners.goals.flight import flight_from
from pathstar.spaces.base import is_free_at

if TYPE_CHECKING:
    from pathstar.planners.planner import Planner

_FIRST_CANDIDATES = 16
_ROUNDING = 1 + 1e-9
Nodes = NDArray[np.uint32]


def _set(planner: Planner, start: int, goal: Any) -> Nodes:
    nodes: Nodes = goal.nodes(planner.space)
    return nodes


def _near_by_cost(planner: Planner, start: int, goal: Any) -> Nodes:
    """Return the places from which the cheapest path to the goal's place costs no more than its distance."""
    space, mask = planner.space, planner.settings.mask
    node = space.node_of(goal.place)
    if not is_free_at(space, node):
        return np.empty(0, np.uint32)
    if not (mask is None or mask.allows(node)):
        return np.array([node], np.uint32)  # no way leads there, but a path may begin there
    walks = {name: planner.options[name] for name in ("avoid", "only")}
    field = distance_field(space, [goal.place], max_cost=goal.distance * _ROUNDING, **walks)
    near = np.flatnonzero(field.costs.ravel() <= goal.distance * _ROUNDING).astype(np.uint32)
    nodes: Nodes = goal.in_sight(space, near)
    return nodes


def _as_near_as_possible(planner: Planner, start: int, goal: Any) -> Nodes:
    """Return the reachable places with the least straight distance to the goal's place.

    It tries the nearest places first, then four times as many, until some of them can be reached.
    """
    space = planner.space
    if not is_free_at(space, start):
        return np.empty(0, np.uint32)
    every = np.arange(space.ground.size, dtype=np.uint32)
    distances = space.straight_distances(goal.place, every)
    free = every[space.ground.is_free(every)]
    asked, count = 0.0, _FIRST_CANDIDATES
    while True:
        count = min(count, len(free))
        last = float(np.partition(distances[free], count - 1)[count - 1]) * _ROUNDING
        near = free[(distances[free] <= last) & (distances[free] >= asked)]
        reached = near[np.isfinite(_costs_to(planner.optimal, start, near))]
        if len(reached):
            nearest: Nodes = reached[distances[reached] <= distances[reached].min() * _ROUNDING]
            return nearest
        if count == len(free):
            return np.empty(0, np.uint32)
        asked, count = last, 4 * count


def _costs_to(planner: Planner, start: int, nodes: Nodes) -> NDArray[np.float64]:
    """Return the costs of the paths from a node to some others."""
    starts = np.array([start], np.uint32)
    if planner.space.capabilities.many_goals:
        return planner.cost_rows(starts, nodes, 1)
    return planner.find_rows(
        starts.repeat(len(nodes)), nodes, None, Batch(costs_only=True, threads=1, tell=None)
    ).costs


def _flight(planner: Planner, start: int, goal: Any) -> Nodes:
    """Return the place where a flight ends."""
    if not is_free_at(planner.space, start):
        return np.empty(0, np.uint32)
    return np.array(flight_from(planner, start, goal).nodes[-1:], np.uint32)


NODES: dict[str, Callable[[Planner, int, Any], Nodes]] = {
    "set": _set,
    "near_by_cost": _near_by_cost,
    "as_near_as_possible": _as_near_as_possible,
    "flight": _flight,
}
