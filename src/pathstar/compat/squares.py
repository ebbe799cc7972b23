"""Grids as the other packages see them: an array of costs, places by row and column, often for one path."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pathstar import _core
from pathstar.errors import ArrayError, OptionError, PlaceTypeError
from pathstar.maps.layers import data_of, numbers_of
from pathstar.paths.path import Path
from pathstar.planners.find import find_path
from pathstar.planners.planner import Planner
from pathstar.spaces.base import Place, Space
from pathstar.spaces.grid import Grid
from pathstar.spaces.moves import Moves

Cell = tuple[int, int]


def costs_of(costs: Any, name: str) -> NDArray[Any]:
    """Return costs as an array of numbers; a mask does not count, as in the other packages.

    Raises:
        ArrayError: The rows differ in length.
        ArrayTypeError: It holds something other than numbers.
    """
    return numbers_of(data_of(costs, name), name)


def grid_of(
    costs: NDArray[Any],
    free: NDArray[np.bool_],
    *,
    straight: float = 1.0,
    diagonal: float | None,
    corners: str = "free",
    cost_model: str = "enter",
    wrap: str = "",
) -> Grid:
    """Return a grid over an array of costs.

    Args:
        costs: Numbers ``[h, w]``; those of blocked cells do not count.
        free: Bools ``[h, w]``: where one may walk.
        straight: The factor of a cell's cost for a straight step.
        diagonal: The factor of a cell's cost for a diagonal step; None means that there are none.
        corners, cost_model, wrap: As `Grid` and `Moves`.

    Raises:
        ArrayError: The array does not have two dimensions, or holds nothing.
    """
    if costs.ndim != 2 or not costs.size:
        raise ArrayError(f"the array has the shape {costs.shape}; it must have rows and columns")
    first = costs.flat[free.argmax()] if free.any() else 0
    same = bool(first > 0 and ((costs == first) | ~free).all())
    each = float(first) if same else 1.0  # if all squares cost the same, lengths alone make a faster search
    moves = Moves(
        4 if diagonal is None else 8,
        corners,
        straight * each,
        None if diagonal is None else diagonal * each,
    )
    if not same and not costs.min() >= 0:  # a blocked cell may hold anything
        costs = np.where(free, costs, np.inf)
    return Grid(free, cost=None if same else costs, moves=moves, cost_model=cost_model, wrap=wrap)


def path_on(space: Space, start: Place, goal: Place) -> Path:
    """Find a cheapest path on a space that may be new in each call.

    The first search of a space computes nothing that pays only for later ones.
    """
    if space.cache.finder is not None:
        return find_path(space, start, goal)
    planner = Planner(space, "astar")
    planner.settings.once = True
    return planner.find(start, goal)


class _Once(NamedTuple):
    """The native settings of a first search of squares without costs, whatever the size of the board."""

    moves: _core.Moves
    settings: _core.Settings


@cache
def _once(moves: Moves) -> _Once:
    planner = Planner(Grid(np.ones((1, 1), bool), moves=moves), "astar")
    planner.settings.once = True
    return _Once(moves.core, planner.settings)


def points_on(
    blocked: Iterable[Cell],
    first: Cell,
    last: Cell,
    moves: Moves,
    start: Cell,
    goal: Cell,
    scale: float = 1.0,
) -> list[Cell]:
    """Find a shortest path on a board without costs that is new in each call.

    On a board of a few hundred cells, a `Grid`, its `Planner` and the arrays of a `Path` take several times
    as long to make as the search runs; this makes none of them.

    Args:
        blocked: The places ``(x, y)`` where one may not walk; places outside the board are ignored.
        first, last: Two corners of the board, the least x and y and the largest.
        moves: Directions, corner rule and step costs.
        start, goal: Two places on the board. The start may be blocked.
        scale: The factor of the places in the path.

    Returns:
        The places ``(x, y)`` from start to goal, times the scale and without the fraction; none if there is
            no path.

    Raises:
        TypeError, ValueError: A blocked place is not a pair of whole numbers.
        ValueError: The board has 2**32 - 1 squares or more.

    Example:
        >>> points_on([(0, 1)], (0, 0), (1, 1), Moves(4), (0, 0), (1, 1), scale=32)
        [(0, 0), (32, 0), (32, 32)]
    """
    once = _once(moves)
    return _core.find_points(blocked, first, last, once.moves, start, goal, once.settings, scale)


def truth_of(name: str, value: Any) -> bool:
    """Return whether a switch is on; as in the other packages, 1 is True and None is False.

    Raises:
        OptionError: The value is neither, such as an array of several elements.
    """
    try:
        return bool(value)
    except (TypeError, ValueError):
        raise OptionError(f"{name} is {value!r}; allowed: True, False") from None


def place_of(cell: Any) -> Cell:
    """Return the place of a row and column: x, then y.

    Raises:
        PlaceTypeError: It is not a pair of numbers.
    """
    try:
        row, column = cell
        return int(column), int(row)
    except (TypeError, ValueError, OverflowError):
        raise PlaceTypeError(f"the place is {cell!r}; allowed: a row and a column") from None


def cells_of(points: NDArray[Any]) -> list[Cell]:
    """Return places ``(n, 2)`` as rows and columns.

    Example:
        >>> cells_of(np.array([[0, 2], [1, 2]]))
        [(2, 0), (2, 1)]
    """
    return list(map(tuple, points[:, ::-1].tolist()))
