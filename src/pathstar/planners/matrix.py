"""The costs from each of some places to each of others."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar.engine.options import checked_max_cost, checked_threads
from pathstar.errors import MapLimitError
from pathstar.maps.arguments import checked_whole
from pathstar.planners.find import planner_of
from pathstar.planners.planner import Planner
from pathstar.progress import Progress, reporting, tell_of
from pathstar.spaces.base import Space, place_list

DEFAULT_MOST_BYTES = 2**31
_REPORTS = 100  # of progress, at the most


def cost_matrix(
    space: Space | Planner,
    starts: ArrayLike,
    goals: ArrayLike | None = None,
    *,
    threads: int | None = None,
    max_cost: float | None = None,
    max_bytes: int = DEFAULT_MOST_BYTES,
    progress: Progress = None,
) -> NDArray[np.float64]:
    """Return the cost of the cheapest path from each start to each goal.

    Without an index that takes one search for each start, which ends when all goals are reached: far fewer
    than one for each pair. For up to 64 goals, each is searched for directly, as long as the searches from
    one start look at less than a sixteenth of the space. On a `NavMesh`, and over `Turning`, `Timed`,
    `Waypoints` and `Custom` spaces, there is one search for each pair. With a `Planner` that has an index,
    each pair is looked up, and no path is made. Ctrl+C stops it.

    Args:
        space: Where to search, or a `Planner`, whose space, index, ``avoid`` and ``only`` count; its other
            options do not, because costs are optimal.
        starts: Places ``(n, 2)``, columns x and y; in a graph names ``(n,)``.
        goals: Places ``(m, 2)``; None stands for the starts.
        threads: The number of threads, 1 to 1024; None means one per processor. The result does not depend on
            it.
        max_cost: Costs over it become infinity.
        max_bytes: The maximum size of the result, which takes 8 bytes for each pair.
        progress: Called with the fraction done, from 0.0 to 1.0, after each hundredth of the starts; True
            shows a bar on the terminal. An exception in it stops the call.

    Returns:
        float64 ``(n, m)``: row i, column j is the cost from ``starts[i]`` to ``goals[j]``, infinity where
            there is no path or an end is not walkable.

    Raises:
        SpaceError: The first argument is neither a space nor a `Planner`.
        ArrayError, PlaceError, PlaceTypeError: As `find_paths`; a wrong place is named by its row.
        OptionError: A wrong number of threads or bytes, or a wrong limit.
        MapLimitError: The result would take more than max_bytes.

    Example:
        >>> import pathstar as ps
        >>> grid = ps.Grid([[1, 1, 1], [0, 0, 1], [1, 0, 1]])
        >>> cost_matrix(grid, [(0, 0), (2, 2)], [(0, 0), (2, 0), (0, 2)])
        array([[ 0.,  2., inf],
               [ 4.,  2., inf]])
    """
    max_bytes = checked_whole("max_bytes", max_bytes, 0)
    planner = space if isinstance(space, Planner) else planner_of(space)
    workers = checked_threads(threads)
    start_nodes = planner.ends_of(starts, "starts")
    goal_nodes = start_nodes if goals is None else planner.ends_of(goals, "goals")
    shape = (len(start_nodes), len(goal_nodes))
    if (size := 8 * shape[0] * shape[1]) > max_bytes:
        raise MapLimitError(
            f"the costs from {shape[0]:,} starts to {shape[1]:,} goals take {size:,} bytes; allowed are "
            f"{max_bytes:,}; ask for fewer at a time, or give a larger max_bytes"
        )
    most = checked_max_cost(max_cost) * (1 + 1e-9)
    costs = np.empty(shape)
    with reporting(progress, "costs from each start") as tell:
        block = max(shape[0] if tell is None else shape[0] // _REPORTS, 1)
        for first in range(0, shape[0], block):
            rows = slice(first, first + block)
            costs[rows] = _rows(planner, start_nodes[rows], goal_nodes, workers)
            tell_of(tell, min(first + block, shape[0]) / shape[0])
    costs[costs > most] = np.inf
    return costs


def _rows(
    planner: Planner, starts: NDArray[np.uint32], goals: NDArray[np.uint32], threads: int
) -> NDArray[np.float64]:
    """Return the costs from some starts, float64 ``(n, m)``."""
    if planner.space.capabilities.many_goals:
        found = planner.optimal.cost_rows(starts, goals, threads)
    else:
        found = _pair_by_pair(planner.optimal, starts, goals, threads)
    return found.reshape(len(starts), len(goals))


def _pair_by_pair(
    planner: Planner, starts: NDArray[Any], goals: NDArray[Any], threads: int
) -> NDArray[np.float64]:
    """Search once for each pair, if steps depend on the goal or not all nodes are known."""
    space = planner.space
    plane = space.capabilities.plane
    sources, targets = (place_list(each if plane else space.places_of(each)) for each in (starts, goals))
    froms = [source for source in sources for _ in targets]
    return planner.find_many(froms, targets * len(sources), threads=threads, costs_only=True).costs
