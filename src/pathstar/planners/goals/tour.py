"""A path through several places, in the given order or in the best one."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pathstar import _core
from pathstar._core import PathResult, Status
from pathstar.engine.options import NO_LIMIT
from pathstar.errors import OptionError
from pathstar.paths.path import Path
from pathstar.spaces.base import Place, Space

if TYPE_CHECKING:
    from pathstar.planners.planner import Planner


LegFinder = Callable[[Place, Place, _core.Settings], Path]


def find_tour(planner: Planner, start: Place, goal: Any, find: LegFinder | None = None) -> Path:
    """Find a path that comes to all places of a goal; the limits hold for the whole of it.

    Args:
        planner: The planner of its legs.
        start: Where it starts.
        goal: A value of `pathstar.goals.through`.
        find: Finds one leg from its ends and its settings; by default as the planner does.

    Raises:
        OptionError: A space whose paths cannot be joined: where time or headings decide how to go on.
    """
    space = planner.space
    if space.capabilities.timed or space.capabilities.headings:
        raise OptionError(
            f"through over a {space.kind.name} would forget the time or heading at each place; find a path "
            "to one place after another"
        )
    places = list(goal.places)
    nodes = space.nodes_of(places, "through").tolist()
    if goal.order == "best":
        costs = _costs_between(planner, [space.node_of(start), *nodes])
        places = [places[row] for row in best_order(costs)]
    return find_legs(planner, start, places, goal, find)


def best_order(costs: NDArray[np.float64]) -> list[int]:
    """Return the order in which to visit places so that the path costs least.

    Exact, by dynamic programming over sets of places (Held and Karp 1962, A dynamic programming approach to
    sequencing problems). Where there is no way to visit all, the order is the given one.

    Args:
        costs: ``(n + 1, n + 1)``: what it costs from each place to each other; row 0 is the start.

    Returns:
        The places, from 0 to n - 1.

    Example:
        >>> best_order(np.array([[0, 9, 1.0], [9, 0, 2], [1, 2, 0]]))
        [1, 0]
    """
    count = len(costs) - 1
    between = costs[1:, 1:]
    least = np.full((1 << count, count), math.inf)
    before = np.zeros((1 << count, count), np.int64)
    for last in range(count):
        least[1 << last, last] = costs[0, last + 1]
    for visited in range(1, 1 << count):
        by_last = least[visited][:, None] + between
        for following in range(count):
            if visited >> following & 1:
                continue
            more, last = visited | 1 << following, int(by_last[:, following].argmin())
            if by_last[last, following] < least[more, following]:
                least[more, following] = by_last[last, following]
                before[more, following] = last
    visited, order = (1 << count) - 1, []
    if not np.isfinite(least[visited]).any():
        return list(range(count))
    last = int(least[visited].argmin())
    while visited:
        order.append(last)
        visited, last = visited & ~(1 << last), int(before[visited, last])
    return order[::-1]


def _costs_between(planner: Planner, nodes: list[int]) -> NDArray[np.float64]:
    rows = np.array(nodes, np.uint32)
    costs: NDArray[np.float64] = planner.optimal.cost_rows(rows, rows, 1).reshape(len(rows), len(rows))
    return costs


def find_legs(
    planner: Planner, start: Place, places: list[Place], goal: Any, find: LegFinder | None = None
) -> Path:
    """Find a path from each place to the next, and join them; a leg that was not found ends the path."""
    space, settings = planner.space, planner.settings.copy()

    def found(here: Place, there: Place, settings: _core.Settings) -> Path:
        ends = space.node_of(here), space.node_of(there)
        return Path(planner.finder.find(*ends, settings), space, here, there, planner.method)

    legs: list[Path] = []
    here, left = start, settings.max_cost
    for place in places:
        settings.max_cost = left - sum(leg.cost for leg in legs)
        leg = (find or found)(here, place, settings)
        legs.append(leg)
        if leg.status is not Status.FOUND:
            break
        here = place
        if settings.max_expansions != NO_LIMIT:
            settings.max_expansions -= min(settings.max_expansions, leg.stats.expanded)
        settings.max_seconds = max(0.0, settings.max_seconds - leg.stats.seconds)
    return _path_of(space, start, legs, places, goal, planner)


def _path_of(
    space: Space, start: Place, legs: list[Path], places: list[Place], goal: Any, planner: Planner
) -> Path:
    status = legs[-1].status
    shown = [leg for leg in legs if len(leg)] if status in (Status.FOUND, Status.LIMIT) else []
    keeps = status is Status.FOUND or planner.settings.partial
    parts = [leg._result.corners() for leg in shown] if keeps else []
    lines = [leg._result.line() for leg in shown] if keeps else []
    columns = legs[0]._result.columns
    counts = np.array([leg._result.counts for leg in legs]).sum(axis=0).tolist()
    result = PathResult(
        status,
        sum(leg.cost for leg in shown) if parts else math.inf,
        np.concatenate([parts[0], *(part[1:] for part in parts[1:])]) if parts else np.empty(0, np.uint32),
        space.corner_rule,
        (int(counts[0]), int(counts[1]), int(counts[2])),
        sum(leg.stats.seconds for leg in legs),
        np.empty(0),
        legs[-1].revision,
        0,
        np.concatenate([lines[0], *(line[columns:] for line in lines[1:])]) if lines else np.empty(0),
        columns=columns,
    )
    reached = status is Status.FOUND
    method = replace(planner.method, why=goal.why(places[-1])) if reached else planner.method
    return Path(result, space, start, places[-1] if reached else legs[-1].goal, method)
