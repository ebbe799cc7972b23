"""What planners do with a value of `pathstar.goals`.

Most goals come down to a set of nodes where a path may end: one search finds the cheapest path to the set. A
planner that cannot look for several goals at once searches for one after another.
"""

from __future__ import annotations

import math
import time
from dataclasses import replace
from typing import TYPE_CHECKING, cast

import numpy as np
from numpy.typing import NDArray

from pathstar import _core
from pathstar._core import PathResult, Status
from pathstar.engine.options import spend
from pathstar.errors import OptionError, PlaceError
from pathstar.goals.base import Goal
from pathstar.goals.flight import AwayFrom
from pathstar.paths.path import Path, path_to_goal
from pathstar.planners.goals.flight import flight_from
from pathstar.planners.goals.nodes import NODES
from pathstar.planners.goals.tour import find_legs, find_tour
from pathstar.spaces.base import Place, Space, is_free_at, place_list

if TYPE_CHECKING:
    from pathstar.paths.paths import Paths
    from pathstar.planners.batch import Batch
    from pathstar.planners.planner import Planner

MOST_SEPARATE = 1_000  # goals that are searched for one by one
Nodes = NDArray[np.uint32]
_BLOCKED = {Status.BLOCKED_GOAL: 0, Status.NO_PATH: 1, Status.LIMIT: 2}  # higher: says more


def find_goal(planner: Planner, start: Place, goal: Goal) -> Path:
    """Find a path to a goal that is not one place; see `Planner.find`."""
    if goal.plan == "tour":
        return find_tour(planner, start, goal)
    asked = _planner_for(planner, goal)
    if asked is not planner:
        return asked.find(start, goal)
    node = planner.space.node_of(start)
    if goal.plan == "flight" and is_free_at(planner.space, node):
        flight, fled = flight_from(planner, node, goal), cast("AwayFrom", goal)
        nodes, goal = np.array(flight.nodes, np.uint32), replace(fled, ahead=flight.ahead)
        if len(nodes) > 1:
            return find_legs(planner, start, place_list(planner.space.places_of(nodes)), goal)
    else:
        nodes = _nodes_of(planner, node, goal)
    if len(nodes) == 0:
        return Path(_empty(planner.space, node), planner.space, start, goal, planner.method)
    if not planner.takes_sets:
        return planner.straightened(_find_separately(planner, start, node, nodes, goal))
    result = planner.finder.find(node, int(nodes[0]), planner.settings_to(_core.GoalSet(nodes)))
    method = planner.method_at(result.revision)
    return planner.straightened(path_to_goal(result, planner.space, start, goal, method))


def query_of(planner: Planner, start: Place, goal: Goal) -> tuple[int, int, _core.Settings]:
    """Return the start, one goal and the settings of a search that is stepped or recorded.

    Raises:
        OptionError: No search by this planner can end at any of several places.
        PlaceError: No place of the space fits the goal.
    """
    _check_sets(planner)
    node = planner.space.node_of(start)
    nodes = _nodes_of(planner, node, goal)
    if len(nodes) == 0:
        raise PlaceError(f"no place is {goal!r}, so there is no search to step; find says so with its status")
    return node, int(nodes[0]), planner.settings_to(_core.GoalSet(nodes))


def find_many_to_goal(planner: Planner, starts: Nodes, goal: Goal, batch: Batch) -> Paths:
    """Find paths from many starts to one goal; see `Planner.find_many`.

    Raises:
        OptionError: The goal depends on the start, or no search by this planner can end at any of several
            places.
        PlaceError: No place of the space fits the goal.
    """
    asked = planner.for_sets
    _check_sets(asked)
    if goal.plan not in ("set", "near_by_cost"):
        raise OptionError(f"{goal!r} is another set of places for each start; find the paths one by one")
    nodes = NODES[goal.plan](asked, 0, goal)
    if len(nodes) == 0:
        raise PlaceError(f"no place is {goal!r}")
    firsts = np.full(len(starts), nodes[0], np.uint32)
    paths = asked.find_rows(starts, firsts, _core.GoalSet(nodes), batch)
    found = np.flatnonzero(paths.statuses == Status.FOUND.value)
    if len(found) and not batch.costs_only:
        firsts[found] = paths.corners[paths.corner_offsets[found + 1] - 1]
    return paths


def _planner_for(planner: Planner, goal: Goal) -> Planner:
    """Return the planner for a goal: an optimal one for a flight, which is safe only on cheapest paths."""
    if goal.plan == "flight" and planner.method.bound != 1:
        return planner.optimal
    return planner.for_sets


def _nodes_of(planner: Planner, start: int, goal: Goal) -> Nodes:
    return NODES[goal.plan](planner, start, goal)


def _check_sets(planner: Planner) -> None:
    if not planner.takes_sets:
        kind, other = planner.space.kind.name, "'astar', or find" if _others_take_sets(planner) else "find"
        raise OptionError(
            f"{planner.method.algorithm} on a {kind} looks for one goal at a time, so it cannot be stepped, "
            f"recorded or run in a batch for a goal of several places; use {other}"
        )


def _others_take_sets(planner: Planner) -> bool:
    """Return whether A* in the space of a planner looks for several goals at once."""
    return planner.space.capabilities.goal_sets


def _empty(space: Space, start: int) -> PathResult:
    revision = space.revision
    status = Status.BLOCKED_GOAL if is_free_at(space, start) else Status.BLOCKED_START
    return no_path(space, status, revision)


def no_path(space: Space, status: Status, revision: int) -> PathResult:
    """Return a result without a path, at a revision of the space."""
    return PathResult(status, math.inf, np.empty(0, np.uint32), space.corner_rule, revision=revision)


def _find_separately(planner: Planner, start: Place, node: int, nodes: Nodes, goal: Goal) -> Path:
    """Search for one goal after another, none farther than the best so far; the limits cover all searches."""
    if len(nodes) > MOST_SEPARATE:
        other = ", or use 'astar'" if _others_take_sets(planner) else ""
        raise OptionError(
            f"{planner.method.algorithm} on a {planner.space.kind.name} looks for one goal at a time, and "
            f"{goal!r} is {len(nodes):,} places; allowed: {MOST_SEPARATE:,}{other}"
        )
    settings, best, worst = planner.settings.copy(), None, Status.BLOCKED_GOAL
    cut = spent = False
    for each in nodes.tolist():
        if spent:
            worst, cut = Status.LIMIT, True
            break
        begun = time.perf_counter()
        result = planner.finder.find(node, each, settings)
        path = Path(result, planner.space, start, goal, planner.method)
        if path.status is Status.BLOCKED_START:
            return path
        if path.status is Status.FOUND and (best is None or path.cost < best.cost):
            best, settings.max_cost = path, path.cost
        elif path.status is not Status.FOUND:
            worst = max(worst, path.status, key=_BLOCKED.__getitem__)
            cut = cut or (path.status is Status.LIMIT and _was_cut(settings, path))
        spent = not spend(settings, path.stats.expanded, time.perf_counter() - begun)
    if best is None:
        return Path(no_path(planner.space, worst, path.revision), planner.space, start, goal, planner.method)
    method = planner.method_at(best.revision)
    method = replace(method, bound=math.inf) if cut else method
    return path_to_goal(best.core, planner.space, start, goal, method)


def _was_cut(settings: _core.Settings, path: Path) -> bool:
    """Return whether a limit other than max_cost ended a search."""
    return path.stats.expanded >= settings.max_expansions or math.isfinite(settings.max_seconds)
