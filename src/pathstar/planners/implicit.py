"""A search over a caller's functions, in one call."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Hashable, Iterable
from typing import Any

from pathstar.errors import HeuristicWarning
from pathstar.paths.path import Path
from pathstar.planners.algorithms import AUTO
from pathstar.planners.planner import Planner
from pathstar.spaces.base import place_list
from pathstar.spaces.custom import Custom


def search(
    start: Hashable,
    goal: Any,
    neighbors: Callable[[Any], Iterable[tuple[Hashable, float]]],
    heuristic: Callable[[Any], float] | None = None,
    *,
    algorithm: str = AUTO,
    weight: float | None = None,
    max_expansions: int | None = None,
    max_cost: float | None = None,
    max_seconds: float | None = None,
) -> Path:
    """Find the cheapest path between hashable nodes, given only functions over them.

    Args:
        start: Where to start.
        goal: Where to end; or a function that is called with a node and says whether it is a goal.
        neighbors: Called with a node; returns pairs ``(node, cost)``, with costs from 0; infinity for no way.
        heuristic: Called with a node; returns an estimate of the cost from there to the goal. The path is the
            cheapest if the estimate never exceeds the true cost. None means no estimate (Dijkstra's
            algorithm).
        algorithm: A name of `ALGORITHMS` that fits; ``"auto"`` is A*, ``"ida-star"`` is for puzzles.
        weight: The factor of the estimate; over 1 finds a path sooner, which may cost up to that factor more.
        max_expansions: Give up after this many expansions, with status LIMIT.
        max_cost: Ignore paths that cost more; if there is no other, the status is LIMIT.
        max_seconds: Give up after this long, with status LIMIT.

    Returns:
        A `Path` over nodes. Without limits, a search among infinitely many nodes may never end; Ctrl+C stops
        it.

    Raises:
        PlaceTypeError: A node is not hashable.
        CostError: A cost is negative or NaN, or an estimate is NaN.
        OptionError: ``neighbors`` returns something other than pairs, or over a million pairs for one node;
            or a limit is wrong.
        Exception: Whatever the functions raise.

    Warns:
        HeuristicWarning: The estimate at the start exceeds the cost of the path found, so the path need not
            be the cheapest.

    Example:
        >>> path = search(1, 10, lambda n: [(n + 1, 1.0), (2 * n, 1.5)])
        >>> list(path), path.cost
        ([1, 2, 4, 5, 10], 5.0)
        >>> search(1, lambda n: n % 7 == 0, lambda n: [(n + 1, 1.0), (2 * n, 1.5)]).goal
        7
    """
    is_goal = goal if callable(goal) else None
    space = Custom.with_estimate(neighbors, heuristic, is_goal, max_cost)
    planner = Planner(space, algorithm, weight=weight, max_expansions=max_expansions, max_seconds=max_seconds)
    path = planner.find(start, goal)
    if path and is_goal is not None:
        path = Path(path.core, path.space, path.start, place_list(path.points)[-1], path.method)
    if path and planner.method.heuristic == "given" and heuristic is not None:
        _check_estimate(heuristic(start), path)
    return path


def _check_estimate(estimate: float, path: Path) -> None:
    if estimate > path.cost * (1 + 1e-9):
        warnings.warn(
            f"the heuristic of the start {path.start!r} is {estimate:g}, but the path found costs only "
            f"{path.cost:g}: it overestimates, so there may be a cheaper path",
            HeuristicWarning,
            stacklevel=3,
        )
