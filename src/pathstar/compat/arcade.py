"""The path function of arcade; its `AStarBarrierList` stays as it is.

It differs in one point: arcade gives up after 500 squares, while this finds the path.
"""

from __future__ import annotations

import math
from typing import Any

from pathstar.compat.squares import points_on, truth_of
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
    field = astar_barrier_list
    try:
        size, blocked = field.grid_size, field.barrier_list
        columns, rows = range(field.left, field.right + 1), range(field.bottom, field.top + 1)
        if not 0 < size < math.inf:
            raise ValueError("its squares have no size")
    except (AttributeError, TypeError, ValueError) as error:
        raise _no_field(field, f": {error}") from error
    (x, y), (to_x, to_y) = _square("start_point", start_point, size), _square("end_point", end_point, size)
    if to_x not in columns or to_y not in rows:
        return None
    diagonal = diagonal_movement is True or truth_of("diagonal_movement", diagonal_movement)
    moves = _EIGHT if diagonal else _FOUR
    try:
        if x not in columns or y not in rows:  # from beside the field a sprite steps in
            wide, high = _reaching(columns, x), _reaching(rows, y)
            if len(wide) > len(columns) + 1 or len(high) > len(rows) + 1:
                return None
            beside = [(i, j) for i in wide for j in high if i not in columns or j not in rows]
            blocked, columns, rows = [*blocked, *beside], wide, high
        # A sprite may stand where it collides.
        board = blocked, (columns[0], rows[0]), (columns[-1], rows[-1])
        return points_on(*board, moves, (x, y), (to_x, to_y), size) or None
    except (OverflowError, ValueError) as error:
        raise _no_field(field, f": {error}") from error
    except TypeError as error:  # the error of the native code speaks of its own arguments
        raise _no_field(field, "") from error


def _no_field(given: Any, reason: str) -> OptionError:
    return OptionError(
        f"astar_barrier_list is {given!r}{reason}; allowed: an object with grid_size, a number above 0, the "
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
