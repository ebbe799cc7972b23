"""The nearest of many places, and the paths to them."""

from __future__ import annotations

import bisect
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar import _core
from pathstar._core import PathResult
from pathstar.engine.options import checked_limit, checked_max_cost, checked_seconds, finder_of, spend
from pathstar.errors import PlaceError
from pathstar.goals.base import Goal
from pathstar.goals.places import nodes_of_set
from pathstar.paths.path import Method, Path
from pathstar.planners.fitting import exact_settings
from pathstar.planners.k_paths import checked_count
from pathstar.planners.queries import QUERIES
from pathstar.spaces.base import Place, Space, check_space, place_of

PathOf = Callable[[PathResult, int], Path]


def find_nearest(
    space: Space,
    start: Place,
    targets: Any,
    k: int = 1,
    *,
    max_cost: float | None = None,
    max_expansions: int | None = None,
    max_seconds: float | None = None,
) -> list[Path]:
    """Find the cheapest paths to the nearest few of many places.

    One search goes on until it has closed as many targets as are wanted. Over a `Turning`, where one place
    may be reached with several headings, and in spaces that cannot look for several goals at once (`Timed`,
    `Waypoints`), there is one search for each target.

    Args:
        space: Where to search.
        start: Where the paths start.
        targets: Places, at least one: ``(n, 2)`` on a grid, names in a graph. Duplicates count once, and
            blocked places are left out. Or a value of `pathstar.goals` that is a set of places: ``any_of``,
            ``area``, or ``within`` a straight distance.
        k: The number of paths, from 1 to a million.
        max_cost: Leave out paths that cost more.
        max_expansions: Stop after this many expansions; the paths found until then are returned.
        max_seconds: Stop after working this long; the paths found until then are returned.

    Returns:
        The paths, nearest first; paths of equal cost in any order. There are fewer than k if fewer targets
        can be reached.

    Raises:
        SpaceError: The first argument is not a space.
        PlaceError: A place lies outside the space, or there are no targets.
        PlaceTypeError: An argument is not a place.
        OptionError: k is not a whole number from 1 to a million, a limit is wrong, or a goal is not a set of
            places.

    Example:
        >>> import pathstar as ps
        >>> grid = ps.Grid([[1, 1, 1, 1, 0, 1]])
        >>> for path in ps.find_nearest(grid, (1, 0), [(3, 0), (0, 0), (5, 0)], k=3):
        ...     print(path.goal, path.cost)
        (0, 0) 1.0
        (3, 0) 2.0
    """
    check_space(space)
    count = checked_count(k)
    here = space.node_of(start)
    if isinstance(targets, Goal):
        nodes = np.unique(nodes_of_set(space, targets, "targets"))
    else:
        nodes = np.unique(space.nodes_of(targets, "targets"))
    if len(nodes) == 0:
        raise PlaceError("there are no targets; give at least one place")
    settings = exact_settings(space, "heap")
    settings.max_cost = checked_max_cost(max_cost)
    settings.max_expansions = checked_limit(max_expansions)
    settings.max_seconds = checked_seconds(max_seconds)
    method = Method(QUERIES["nearest"].name, space.default_heuristic(), 1.0, "heap", 1.0)

    def path_of(result: PathResult, node: int) -> Path:
        return Path(result, space, start, place_of(space, node), method)

    can = space.capabilities
    search = _together if can.goal_sets and not can.headings else _one_by_one
    paths = search(finder_of(space), here, nodes, count, settings, path_of)
    return sorted(paths, key=lambda path: path.cost)[:count]


def _together(
    finder: _core.Finder,
    start: int,
    nodes: NDArray[np.uint32],
    count: int,
    settings: _core.Settings,
    path_of: PathOf,
) -> list[Path]:
    settings.goals = _core.GoalSet(nodes)
    _, results = finder.find_nearest(start, min(count, len(nodes)), settings)
    return [path_of(result, int(result.corners()[-1])) for result in results]


def _one_by_one(
    finder: _core.Finder,
    start: int,
    nodes: NDArray[np.uint32],
    count: int,
    settings: _core.Settings,
    path_of: PathOf,
) -> list[Path]:
    """Search for each target, none of them farther than the nearest `count` so far, within the limits."""
    paths: list[Path] = []
    nearest: list[float] = []  # costs, ascending
    for node in nodes.tolist():
        begun = time.perf_counter()
        path = path_of(finder.find(start, node, settings), node)
        if path:
            paths.append(path)
            bisect.insort(nearest, path.cost)
            del nearest[count:]
        if len(nearest) == count:
            settings.max_cost = min(settings.max_cost, nearest[-1])
        if not spend(settings, path.stats.expanded, time.perf_counter() - begun):
            break
    return paths
