"""The function of pyastar2d.

It differs in two points: a start on a wall has no path, and the array may be of any type.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.compat.squares import costs_of, grid_of, path_on, place_of, truth_of
from pathstar.errors import CostError, OptionError, PlaceError
from pathstar.maps.arguments import as_whole


class Heuristic(IntEnum):
    """The heuristics of pyastar2d; the path is the cheapest with each of them."""

    DEFAULT = 0
    ORTHOGONAL_X = 1
    ORTHOGONAL_Y = 2


def astar_path(
    weights: Any,
    start: tuple[int, int],
    goal: tuple[int, int],
    allow_diagonal: bool = False,
    heuristic_override: Heuristic = Heuristic.DEFAULT,
) -> NDArray[np.int32] | None:
    """Return the cheapest path over an array of costs.

    Args:
        weights: Numbers ``[h, w]`` from 1: the cost of entering each cell; infinity is a wall.
        start: Row and column.
        goal: Row and column.
        allow_diagonal: Whether diagonal steps are allowed, at the cost of a straight step.
        heuristic_override: Does not change the cost of the path.

    Returns:
        int32 ``(n, 2)``, rows and columns from start to goal; None if there is no path.

    Raises:
        ArrayError, ArrayTypeError: The weights are not rows and columns of numbers.
        CostError: A cost is below 1.
        OptionError: The heuristic is not a `Heuristic`, or ``allow_diagonal`` is neither True nor False.
        PlaceError, PlaceTypeError: Start or goal lies outside, or is not a row and a column.

    Example:
        >>> astar_path(np.array([[1, 9, 1], [1, 1, 1]], np.float32), (0, 0), (0, 2)).tolist()
        [[0, 0], [1, 0], [1, 1], [1, 2], [0, 2]]
    """
    if as_whole(heuristic_override) not in tuple(Heuristic):
        raise OptionError(f"heuristic_override is {heuristic_override!r}; allowed: a Heuristic")
    costs = costs_of(weights, "weights")
    if costs.size and costs.min() < 1:
        raise CostError(f"the minimum cost to move must be 1, but one is {costs.min():g}")
    grid = grid_of(
        costs, np.isfinite(costs), diagonal=1.0 if truth_of("allow_diagonal", allow_diagonal) else None
    )
    for name, cell in (("start", start), ("goal", goal)):
        column, row = place_of(cell)
        if not (0 <= row < costs.shape[0] and 0 <= column < costs.shape[1]):
            raise PlaceError(f"{name} ({row}, {column}) lies outside of {costs.shape} rows and columns")
    path = path_on(grid, place_of(start), place_of(goal))
    return np.ascontiguousarray(path.points[:, ::-1]) if path else None
