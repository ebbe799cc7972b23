"""The path function of arcade; its `AStarBarrierList` stays as it is.

It differs in one point: arcade gives up after 500 squares, while this finds the path.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any, NamedTuple

from pathstar.compat.squares import Cell, points_on, truth_of
from pathstar.errors import OptionError, PlaceTypeError
from pathstar.spaces.moves import Moves

_EIGHT = Moves(8, "free", diagonal=1.42)
_FOUR = Moves(4)


def astar_calculate_path(
    start_point: tuple[float, float],
    end_point: tuple[float, float],
    astar_barrier_list: Any,
    diagonal_movement: bool = True,
) -> list[tuple[int, int]] | None:
    """Return the points of the shortest path, in pixels, or None if there is none.

    Args:
        start_point: Where it starts, in pixels.
        end_point: Where it ends, in pixels.
        astar_barrier_list: An `arcade.AStarBarrierList`, or anything with ``grid_size``, ``left``, ``right``,
            ``bottom``, ``top`` and ``barrier_list``, the blocked squares.
        diagonal_movement: Whether diagonal steps are allowed; they cost 1.42.

    Raises:
        OptionError: The barrier list lacks one of these, or has something else there.
        PlaceTypeError: A point is not two finite numbers.

    Example:
        >>> from types import SimpleNamespace
        >>> field = SimpleNamespace(grid_size=10, left=0, right=2, bottom=0, top=1, barrier_list=[(1, 0)])
        >>> astar_calculate_path((5, 5), (25, 5), field)
        [(0, 0), (10, 10), (20, 0)]
    """
    size, columns, rows, blocked = _field_of(astar_barrier_list)
    (x, y), (to_x, to_y) = _square("start_point", start_point, size), _square("end_point", end_point, size)
    if to_x not in columns or to_y not in rows:
        return None
    if x not in columns or y not in rows:  # from beside the field a sprite steps in
        wide, high = _reaching(columns, x), _reaching(rows, y)
        if len(wide) > len(columns) + 1 or len(high) > len(rows) + 1:
            return None
        beside = [(i, j) for i in wide for j in high if i not in columns or j not in rows]
        blocked, columns, rows = [*blocked, *beside], wide, high
    moves = _EIGHT if truth_of("diagonal_movement", diagonal_movement) else _FOUR
    # A sprite may stand where it collides.
    board = blocked, (columns[0], rows[0]), (columns[-1], rows[-1])
    try:
        return points_on(*board, moves, (x, y), (to_x, to_y), size) or None
    except (TypeError, ValueError) as error:
        raise _no_field(astar_barrier_list, error) from error


class _Field(NamedTuple):
    size: float
    columns: range
    rows: range
    blocked: Iterable[Cell]


def _field_of(given: Any) -> _Field:
    try:
        columns, rows = range(given.left, given.right + 1), range(given.bottom, given.top + 1)
        if not (0 < given.grid_size < math.inf and len(columns) and len(rows)):
            raise ValueError("it has no squares")
        return _Field(given.grid_size, columns, rows, iter(given.barrier_list))
    except (AttributeError, OverflowError, TypeError, ValueError) as error:
        raise _no_field(given, error) from error


def _no_field(given: Any, error: Exception) -> OptionError:
    return OptionError(
        f"astar_barrier_list is {given!r}: {error}; allowed: an object with grid_size, a number above 0, the "
        "whole numbers left, right, bottom and top, and barrier_list, a list of squares (x, y)"
    )


def _reaching(line: range, number: int) -> range:
    """Return a range of whole numbers, continued as far as a number."""
    return range(min(line[0], number), max(line[-1], number) + 1)


def _square(name: str, point: Any, size: float) -> tuple[int, int]:
    try:
        x, y = point
        return int(x // size), int(y // size)
    except (TypeError, ValueError, OverflowError):
        raise PlaceTypeError(f"{name} is {point!r}; allowed: two finite numbers, in pixels") from None
