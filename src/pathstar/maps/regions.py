"""The cells of an edit: one place, a rectangle of slices, a mask, or a list or an array of places."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import ArrayError, ArrayTypeError, PlaceError, PlaceTypeError
from pathstar.maps.layers import is_masked_array, numbers_of

_KINDS = (
    "a region is a place (x, y), a pair of slices (y, x), a bool mask [h, w], "
    "or a list or an array of places (n, 2)"
)

UNORDERED = (set, frozenset, dict)
"""Types that are not places, because their numbers have no order."""


def checked_place(place: Any, width: int, height: int, what: str = "place") -> tuple[int, int]:
    """Return a place as two ints inside the map.

    Raises:
        PlaceTypeError: It is not a pair of whole numbers, or has no order, such as a set.
        PlaceError: It lies outside.
    """
    try:
        x, y = place
        if isinstance(place, UNORDERED) or isinstance(x, (bool, np.bool_)) or isinstance(y, (bool, np.bool_)):
            raise TypeError
        x, y = operator.index(x), operator.index(y)
    except (TypeError, ValueError):
        raise PlaceTypeError(f"{what} must be two whole numbers (x, y), not {place!r}") from None
    if not (0 <= x < width and 0 <= y < height):
        raise PlaceError(outside_words(what, x, y, width, height))
    return x, y


def outside_words(what: str, x: int, y: int, width: int, height: int) -> str:
    """Return the message about a place outside a map; it asks if row and column may be swapped.

    Example:
        >>> outside_words("place", 5, 8, 9, 6)
        'place (5, 8) lies outside the map of 9 x 6: x goes from 0 to 8, y from 0 to 5; is (8, 5) meant?'
    """
    swapped = f"; is ({y}, {x}) meant?" if 0 <= y < width and 0 <= x < height else ""
    return (
        f"{what} ({x}, {y}) lies outside the map of {width} x {height}: "
        f"x goes from 0 to {width - 1}, y from 0 to {height - 1}{swapped}"
    )


def cells_of(region: Any, shape: tuple[int, int]) -> tuple[NDArray[np.int64], tuple[int, ...]]:
    """Return the numbers of a region's cells, and the shape of values for it.

    Args:
        region: A place ``(x, y)``, a pair of slices ``(y, x)`` as for the arrays, a bool mask ``[h, w]``, or
            a list or an array of places ``(n, 2)``.
        shape: ``(h, w)`` of the map.

    Returns:
        int64 ``(n,)``, row by row or in the order of the places; and ``()``, ``(rows, columns)`` or ``(n,)``.

    Raises:
        PlaceError: The place lies outside.
        PlaceTypeError: The region is none of these.
        ArrayError: The mask has another shape than the map.

    Example:
        >>> cells_of((2, 1), (3, 4))
        (array([6]), ())
        >>> cells_of((slice(0, 2), slice(3, None)), (3, 4))
        (array([3, 7]), (2, 1))
        >>> cells_of([(2, 1), (0, 0)], (3, 4))
        (array([6, 0]), (2,))
    """
    height, width = shape
    if is_masked_array(region):
        raise PlaceTypeError(f"{_KINDS}; not an array with a mask of its own, which region.filled() removes")
    if isinstance(region, tuple) and len(region) == 2 and all(isinstance(part, slice) for part in region):
        rows, columns = (_of_slice(part, length) for part, length in zip(region, shape, strict=True))
        return (rows[:, None] * width + columns).ravel(), (len(rows), len(columns))
    if isinstance(region, list) and (not region or isinstance(region[0], tuple)):
        places = [checked_place(place, width, height) for place in region]
        region = np.array(places, np.int64).reshape(-1, 2)
    if isinstance(region, np.ndarray) and region.dtype.kind in "iu" and region.ndim == 2:
        return _of_places(region, shape)
    if getattr(region, "dtype", None) == np.bool_ or _is_nested(region):
        return _of_mask(region, shape)
    is_cut = isinstance(region, slice) or (
        isinstance(region, tuple) and any(isinstance(part, slice) for part in region)
    )
    if is_cut or not hasattr(region, "__len__"):
        raise PlaceTypeError(f"{_KINDS}; not {region!r}")
    x, y = checked_place(region, width, height)
    return np.array([y * width + x]), ()


def cell_numbers(cells: Any, size: int) -> NDArray[np.uint32]:
    """Return numbers of cells as an array.

    Args:
        cells: Whole numbers ``(n,)``, each once.
        size: The number of cells.

    Raises:
        ArrayError: They are not an array of one dimension, or a number occurs twice.
        ArrayTypeError: They are not whole numbers.
        PlaceError: There is no such cell.

    Example:
        >>> cell_numbers([3, 0], 4)
        array([3, 0], dtype=uint32)
    """
    numbers = numbers_of(cells, "cells")
    if numbers.ndim != 1:
        raise ArrayError(f"cells must be of one dimension, (n,), not of shape {numbers.shape}")
    if numbers.size and numbers.dtype.kind not in "iu":
        raise ArrayTypeError(f"cells must hold whole numbers, not {numbers.dtype}")
    if numbers.size and not 0 <= numbers.min() <= numbers.max() < size:
        worst = numbers.min() if numbers.min() < 0 else numbers.max()
        raise PlaceError(f"there is no cell {worst}; allowed: 0 to {size - 1}")
    if len(np.unique(numbers)) != len(numbers):
        raise ArrayError("cells holds a number twice; allowed: each once")
    return numbers.astype(np.uint32)


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


def _of_places(places: NDArray[Any], shape: tuple[int, int]) -> tuple[NDArray[np.int64], tuple[int, ...]]:
    if places.shape[1] != 2:
        raise ArrayError(f"an array of places has the shape (n, 2), not {places.shape}")
    height, width = shape
    outside = ((places < 0) | (places >= (width, height))).any(axis=1)
    if outside.any():
        checked_place(places[outside.argmax()].tolist(), width, height)
    x, y = places.astype(np.int64).T
    return y * width + x, (len(places),)


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
