"""Where to flee, from pursuers that know where the unit goes, and from pursuers that see each step.

Two fields tell which places the unit reaches before its pursuers, and to which of these they come last. The
first step is also examined as a game in which the unit and its pursuers take turns: a far dead end is worse
than a loop in which one can run for ever, but two pursuers close a loop from both sides.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pathstar import _core
from pathstar.paths.field import Field
from pathstar.planners.fields import distance_field, free_nodes
from pathstar.spaces.base import Space, place_list, place_of

if TYPE_CHECKING:
    from pathstar.planners.planner import Planner

_ROUNDING = 1 + 1e-9
_MOST_NODES = 400  # of the part of the space on which the game is played
_TEAM_NODES = {2: 64, 3: 22}  # the same for a team of pursuers, by its size
_MOST_TICKS = 8  # that one step of the game may take
_BEYOND = 2**32 - 1
Nodes = NDArray[np.uint32]
Costs = NDArray[np.float64]


@dataclass(frozen=True, eq=False, slots=True)
class Flight:
    """Where to flee, and why there.

    Attributes:
        nodes: The nodes to walk over: the end of the flight, perhaps after a first step.
        pursued: The costs from the pursuers to each place.
        own: The costs from the fleeing unit to each place, within its budget.
        safe: The number of places that it reaches first.
        last: The node among these that the pursuers come to last; None if there is none.
        ahead: Whether the first step is one that looking ahead favours.
    """

    nodes: list[int]
    pursued: Field
    own: Field
    safe: int
    last: int | None
    ahead: bool = False


def flight_from(planner: Planner, start: int, goal: Any) -> Flight:
    """Return where to flee from a free node.

    A unit that comes first to a place also comes first to every place on a cheapest path to it: a pursuer
    that reached one of them in time could follow the path from there. So two fields tell where it is safe.
    """
    space = planner.space
    free_nodes(space, list(goal.places), "away_from")
    cells = space.ground.size if space.capabilities.headings else space.size  # caught with any heading
    hunt = distance_field(space, list(goal.places), outward=True)
    reach = _field_from(planner, start, goal.budget)
    pursued, own = hunt.costs.ravel()[:cells], reach.costs.ravel()
    safe = _safe(own[:cells], pursued, goal.budget)
    end = _last_safe(own[:cells], pursued, safe)

    def flight(nodes: list[int], ahead: bool = False) -> Flight:
        return Flight(nodes, hunt, reach, len(safe), end, ahead)

    if end is None or (end == start and math.isinf(pursued[end])):
        return flight([start])
    capabilities = space.capabilities
    if capabilities.headings or capabilities.timed:
        return flight([end])
    steps = _good_first_steps(space, start, goal, own, pursued)
    if not steps:
        return flight([end])
    first = start if end == start else space.node_of(reach.path_to(place_of(space, end))[1])
    if first in steps:
        return flight([first, end] if end != first else [end])
    return flight(_best_after(planner, start, goal, steps, pursued), ahead=True)


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


def _safe(own: Costs, pursued: Costs, most: float) -> NDArray[np.intp]:
    """Return the places that can be reached first."""
    return np.flatnonzero((own < pursued) & (own <= most * _ROUNDING))


def _last_safe(own: Costs, pursued: Costs, safe: NDArray[np.intp]) -> int | None:
    """Return the place that pursuers come to last, or the nearest of several; None if there are no places."""
    return int(safe[np.lexsort((own[safe], -pursued[safe]))[0]]) if len(safe) else None


def _best_after(
    planner: Planner, start: int, goal: Any, steps: dict[int, float], pursued: Costs
) -> list[int]:
    """Return the nodes of the longest flight that begins with one of some steps."""
    best, ways = [(pursued[start], 0.0)] if start in steps else [], [[start]] if start in steps else []
    for first, cost in steps.items():
        if first == start or not cost < pursued[first] or cost > goal.budget * _ROUNDING:
            continue
        reached = cost + _field_from(planner, first, goal.budget - cost).costs.ravel()
        end = _last_safe(reached, pursued, _safe(reached, pursued, goal.budget))
        if end is not None:
            best.append((pursued[end], -reached[end]))
            ways.append([first, end] if end != first else [first])
    return ways[max(range(len(ways)), key=best.__getitem__)] if ways else [start]


def _good_first_steps(space: Space, start: int, goal: Any, own: Costs, pursued: Costs) -> dict[int, float]:
    """Return the first steps after which one is caught last, with their costs; empty if all are as good.

    Waiting is a step to the place where one is. On a large part each pursuer plays alone; on a small part,
    where all steps take equally long, the nearest few play together.
    """
    near = np.argsort(np.minimum(own, pursued), kind="stable")
    pursuers = space.nodes_of(goal.places)
    part = _Part(space, near[:_MOST_NODES], pursuers, start)
    if len(part.options) == 1:
        return {}
    caught = _core.ticks_until_caught(*part.ground, part.rows(pursuers))
    team = _nearest_pursuers(space, start, pursuers)
    if len(team) > 1:
        small = _Part(space, near[: _TEAM_NODES[len(team)]], team, start)
        if (small.ticks == 1).all():
            caught = np.minimum(caught, _core.turns_until_caught(*small.ground, small.rows(team)))
    if (caught == caught[0]).all():
        return {}
    good = caught == caught.max()
    return {
        node: cost
        for (node, cost), keeps in zip(part.options, good.tolist(), strict=True)
        if keeps and own[node] < math.inf
    }


def _nearest_pursuers(space: Space, start: int, pursuers: Nodes) -> Nodes:
    """Return the pursuers that come to a place first, up to the size of a team."""
    distinct = np.unique(pursuers)
    far = distance_field(space, place_list(space.places_of([start]))).costs.ravel()[distinct]
    coming = distinct[np.argsort(far, kind="stable")][: int(np.isfinite(far).sum())]
    return coming[: max(_TEAM_NODES)]


class _Part:
    """The part of a space on which a game is played: some nodes, with the steps between them.

    Attributes:
        options: The steps from the place of the fleeing unit, with their costs; waiting comes last.
        ticks: The duration of each step.
    """

    def __init__(self, space: Space, near: NDArray[np.intp], pursuers: Nodes, fleeing: int) -> None:
        self._nodes = np.unique(np.concatenate([near, pursuers, [fleeing]])).astype(np.uint32)
        ends, costs = zip(*(space.node_steps_from(node) for node in self._nodes.tolist()), strict=True)
        self._row = int(np.searchsorted(self._nodes, fleeing))
        self._begins = np.concatenate([[0], np.cumsum([len(each) for each in ends])]).astype(np.uint32)
        self._ends = self.rows(np.concatenate(ends))
        self.ticks = _ticks(np.concatenate(costs)) if len(self._ends) else np.empty(0, np.uint8)
        self.options = [
            *zip(ends[self._row].tolist(), costs[self._row].tolist(), strict=True),
            (fleeing, 0.0),
        ]

    @property
    def ground(self) -> tuple[Nodes, Nodes, NDArray[np.uint8], int]:
        """The steps as native code wants them, and the row of the fleeing unit."""
        return self._begins, self._ends, self.ticks, self._row

    def rows(self, nodes: Nodes) -> Nodes:
        """Return the rows of nodes in the part, `_BEYOND` for those outside."""
        rows = np.minimum(np.searchsorted(self._nodes, nodes), len(self._nodes) - 1)
        inside: Nodes = np.where(self._nodes[rows] == nodes, rows, _BEYOND).astype(np.uint32)
        return inside


def _ticks(costs: Costs) -> NDArray[np.uint8]:
    """Return the ticks that steps take in the game: one for the cheapest, the others in proportion."""
    least, most = float(costs.min()), float(costs.max())
    tick = max(least, most / _MOST_TICKS)
    return np.maximum(np.round(costs / tick), 1).astype(np.uint8) if most else np.ones(len(costs), np.uint8)
