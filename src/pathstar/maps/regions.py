"""The cells of an edit: one place, a rectangle of slices, or a mask."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import ArrayError, PlaceError, PlaceTypeError

_KINDS = "a region is a place (x, y), a pair of slices (y, x), or a bool mask [h, w]"


def checked_place(place: Any, width: int, height: int, what: str = "place") -> tuple[int, int]:
    """Return a place as two ints inside the map.

    Raises:
        PlaceTypeError: It is not a pair of whole numbers.
        PlaceError: It lies outside.
    """
    try:
        x, y = place
        if isinstance(x, (bool, np.bool_)) or isinstance(y, (bool, np.bool_)):
            raise TypeError
        x, y = operator.index(x), operator.index(y)
    except (TypeError, ValueError):
        raise PlaceTypeError(f"{what} must be two whole numbers (x, y), not {place!r}") from None
    if not (0 <= x < width and 0 <= y < height):
        raise PlaceError(
            f"{what} ({x}, {y}) lies outside the map of {width} x {height}: "
            f"x goes from 0 to {width - 1}, y from 0 to {height - 1}"
        )
    return x, y


def cells_of(region: Any, shape: tuple[int, int]) -> tuple[NDArray[np.int64], tuple[int, ...]]:
    """Return the numbers of a region's cells, row by row, and the shape of values for it.

    Args:
        region: A place ``(x, y)``, a pair of slices ``(y, x)`` as for the arrays, or a bool mask ``[h, w]``.
        shape: ``(h, w)`` of the map.

    Returns:
        int64 ``(n,)``; and ``()``, ``(rows, columns)`` or ``(n,)``.

    Raises:
        PlaceError: The place lies outside.
        PlaceTypeError: The region is none of these.
        ArrayError: The mask has another shape than the map.

    Example:
        >>> cells_of((2, 1), (3, 4))
        (array([6]), ())
        >>> cells_of((slice(0, 2), slice(3, None)), (3, 4))
        (array([3, 7]), (2, 1))
    """
    height, width = shape
    if isinstance(region, tuple) and len(region) == 2 and all(isinstance(part, slice) for part in region):
        rows, columns = (_of_slice(part, length) for part, length in zip(region, shape, strict=True))
        return (rows[:, None] * width + columns).ravel(), (len(rows), len(columns))
    if getattr(region, "dtype", None) == np.bool_ or _is_nested(region):
        return _of_mask(region, shape)
    if isinstance(region, slice) or not hasattr(region, "__len__"):
        raise PlaceTypeError(f"{_KINDS}; not {region!r}")
    x, y = checked_place(region, width, height)
    return np.array([y * width + x]), ()


def rectangle_of(region: Any, shape: tuple[int, int]) -> tuple[int, int, int] | None:
    """Return the first cell, rows and columns of two slices without steps; None for any other region.

    Example:
        >>> rectangle_of((slice(0, 2), slice(3, None)), (3, 4))
        (3, 2, 1)
    """
    if (
        not isinstance(region, tuple)
        or len(region) != 2
        or not all(isinstance(part, slice) for part in region)
    ):
        return None
    rows, columns = region
    try:
        top, bottom, down = rows.indices(shape[0])
        left, right, across = columns.indices(shape[1])
    except (TypeError, ValueError):
        return None
    if down != 1 or across != 1 or bottom <= top or right <= left:
        return None
    return top * shape[1] + left, bottom - top, right - left


def _of_slice(part: slice, length: int) -> NDArray[np.int64]:
    try:
        return np.arange(*part.indices(length))
    except (TypeError, ValueError) as error:
        raise PlaceTypeError(f"{part!r} is not a slice of an axis of {length} cells: {error}") from None


def _is_nested(region: Any) -> bool:
    return isinstance(region, list) and bool(region) and isinstance(region[0], list)


def _of_mask(region: Any, shape: tuple[int, int]) -> tuple[NDArray[np.int64], tuple[int, ...]]:
    try:
        mask = np.asarray(region)
    except ValueError:
        raise ArrayError("the mask's rows differ in length") from None
    if mask.dtype != np.bool_:
        raise PlaceTypeError(f"{_KINDS}; a mask holds bools, not {mask.dtype}")
    if mask.shape != shape:
        raise ArrayError(f"the mask has the shape {mask.shape}, the map {shape}; they must be equal")
    cells = np.flatnonzero(mask)
    return cells, (len(cells),)
