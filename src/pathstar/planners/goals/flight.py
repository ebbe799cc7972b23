"""Where to flee, from pursuers who know where one goes, and from those who see each step.

Two fields say which place the pursuers come to last, of those that can be reached before them. The first step
is also looked at as a game of two that move in turn: a far dead end is worse than a loop in which one can run
for ever.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pathstar import _core
from pathstar.paths.field import Field
from pathstar.planners.fields import distance_field
from pathstar.spaces.base import Space, place_list

if TYPE_CHECKING:
    from pathstar.planners.planner import Planner

_ROUNDING = 1 + 1e-9
_MOST_NODES = 400  # of the part of the space that the game is played on
_MOST_TICKS = 8  # that a step of the game takes
_BEYOND = 2**32 - 1
Nodes = NDArray[np.uint32]
Costs = NDArray[np.float64]


def flight_nodes(planner: Planner, start: int, goal: Any) -> list[int]:
    """Return the nodes to walk over from a free node: the end of a flight, perhaps after a first step.

    Where a unit comes first to a place, it comes first to every place of a cheapest path to it: a pursuer
    that got to one of them in time could follow the path from there. So two fields say where it is safe.
    """
    space = planner.space
    pursued = distance_field(space, list(goal.places), outward=True).costs.ravel()
    own = _field_from(planner, start, goal.budget)
    end = _last_safe(own.costs.ravel(), pursued, goal.budget)
    if end is None or (end == start and math.isinf(pursued[start])):
        return [start]
    capabilities = space.capabilities
    if capabilities.headings or capabilities.timed:
        return [end]
    steps = _good_first_steps(space, start, goal, own.costs.ravel(), pursued)
    if not steps:
        return [end]
    first = start if end == start else space.node_of(own.path_to(place_list(space.places_of([end]))[0])[1])
    if first in steps:
        return [first, end] if end != first else [end]
    return _best_after(planner, start, goal, steps, pursued)


def _field_from(planner: Planner, node: int, most: float) -> Field:
    space, options = planner.space, planner.options
    return distance_field(
        space,
        place_list(space.places_of([node])),
        outward=True,
        max_cost=most * _ROUNDING,
        avoid=options["avoid"],
        only=options["only"],
    )


def _last_safe(own: Costs, pursued: Costs, most: float) -> int | None:
    """Return the place that pursuers come to last of those that can be reached first; None for none."""
    safe = np.flatnonzero((own < pursued) & (own <= most * _ROUNDING))
    return int(safe[np.lexsort((own[safe], -pursued[safe]))[0]]) if len(safe) else None


def _best_after(
    planner: Planner, start: int, goal: Any, steps: dict[int, float], pursued: Costs
) -> list[int]:
    """Return the nodes of the flight that lasts longest, of those that begin with one of some steps."""
    best, ways = [(pursued[start], 0.0)] if start in steps else [], [[start]] if start in steps else []
    for first, cost in steps.items():
        if first == start or not cost < pursued[first] or cost > goal.budget * _ROUNDING:
            continue
        reached = cost + _field_from(planner, first, goal.budget - cost).costs.ravel()
        end = _last_safe(reached, pursued, goal.budget)
        if end is not None:
            best.append((pursued[end], -reached[end]))
            ways.append([first, end] if end != first else [first])
    return ways[max(range(len(ways)), key=best.__getitem__)] if ways else [start]


def _good_first_steps(space: Space, start: int, goal: Any, own: Costs, pursued: Costs) -> dict[int, float]:
    """Return the first steps after which one is caught last, with their costs, or nothing if all are as good.

    To wait is a step to where one is.
    """
    pursuers = space.nodes_of(goal.places)
    near = np.argsort(np.minimum(own, pursued), kind="stable")[:_MOST_NODES]
    part = np.unique(np.concatenate([near, pursuers, [start]])).astype(np.uint32)
    ends, costs = zip(*(space.node_steps_from(node) for node in part.tolist()), strict=True)
    every = np.concatenate(costs)
    if not len(every) or not len(costs[int(np.searchsorted(part, start))]):
        return {}
    begins = np.concatenate([[0], np.cumsum([len(each) for each in ends])]).astype(np.uint32)
    fleeing = int(np.searchsorted(part, start))
    caught = _core.ticks_until_caught(
        begins, _rows(part, np.concatenate(ends)), _ticks(every), fleeing, _rows(part, pursuers)
    )
    if (caught == caught[0]).all():
        return {}
    options = [*zip(ends[fleeing].tolist(), costs[fleeing].tolist(), strict=True), (start, 0.0)]
    good = caught == caught.max()
    return {
        node: cost
        for (node, cost), keeps in zip(options, good.tolist(), strict=True)
        if keeps and own[node] < math.inf
    }


def _rows(part: Nodes, nodes: Nodes) -> Nodes:
    """Return the rows of nodes in a part of a space, `_BEYOND` for those outside."""
    rows = np.minimum(np.searchsorted(part, nodes), len(part) - 1)
    inside: Nodes = np.where(part[rows] == nodes, rows, _BEYOND).astype(np.uint32)
    return inside


def _ticks(costs: Costs) -> NDArray[np.uint8]:
    """Return how many ticks of the game steps take: the cheapest one, the others in proportion."""
    least, most = float(costs.min()), float(costs.max())
    tick = max(least, most / _MOST_TICKS)
    return np.maximum(np.round(costs / tick), 1).astype(np.uint8) if most else np.ones(len(costs), np.uint8)
