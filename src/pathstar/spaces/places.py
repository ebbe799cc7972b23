"""Checks of the places that callers give, before any of them reaches native code."""

from __future__ import annotations

import operator
from contextlib import suppress
from typing import Any, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar.errors import ArrayError, PlaceError, PlaceTypeError
from pathstar.maps.layers import check_unmasked, data_of
from pathstar.maps.regions import UNORDERED, outside_words

Value = TypeVar("Value", bound=np.generic)


def checked_places(places: ArrayLike, name: str, width: int, height: int) -> NDArray[np.int64]:
    """Return many places as an int64 array (n, 2).

    Raises:
        ArrayError: The array is not (n, 2).
        PlaceTypeError: The array does not hold whole numbers.
        PlaceError: A place lies outside; the message names its row.
    """
    array = whole_rows(places, name, "(x, y)", 2)
    outside = np.flatnonzero((array < 0).any(1) | (array[:, 0] >= width) | (array[:, 1] >= height))
    if outside.size:
        row = int(outside[0])
        x, y = array[row].tolist()
        raise PlaceError(outside_words(f"{name}[{row}] =", x, y, width, height))
    return array.astype(np.int64)


def checked_nodes(nodes: ArrayLike, size: int) -> NDArray[np.int64]:
    """Return the numbers of nodes as an int64 array, each below the number of nodes.

    Raises:
        PlaceTypeError: They are not whole numbers.
        PlaceError: One of them is not the number of a node.

    Example:
        >>> checked_nodes([0, 6], 6)
        Traceback (most recent call last):
            ...
        pathstar.errors.PlaceError: there is no node 6; allowed: 0 to 5
    """
    array = whole_nodes(nodes)
    if array.size == 0:
        return array.astype(np.int64)
    least = 0 if array.dtype.kind == "u" else int(array.min())
    most = int(array.max())
    if least < 0 or most >= size:
        raise PlaceError(f"there is no node {min(least, 0) or most}; allowed: 0 to {size - 1}")
    return array.astype(np.int64, copy=False)


def values_at(values: NDArray[Value], nodes: ArrayLike) -> NDArray[Value]:
    """Return the values ``(size,)`` of all nodes at some of them.

    Raises:
        PlaceTypeError: The nodes are not whole numbers.
        PlaceError: One of them is not the number of a node.
    """
    if isinstance(nodes, np.ndarray) and nodes.dtype.kind == "u":  # NumPy finds what lies beyond the end
        with suppress(IndexError):
            return values[nodes]
    return values[checked_nodes(nodes, len(values))]


def whole_nodes(nodes: ArrayLike) -> NDArray[Any]:
    """Return the numbers of nodes as an array of whole numbers; an empty array may have any type.

    Raises:
        PlaceTypeError: They are not whole numbers.
    """
    try:
        array = np.asarray(nodes)
    except ValueError:
        raise PlaceTypeError("nodes must be whole numbers; the rows given differ in length") from None
    if array.size and array.dtype.kind not in "iu":
        raise PlaceTypeError(f"nodes must be whole numbers, not {array.dtype}")
    return array


def checked_triple(place: Any, shape: tuple[int, int, int]) -> tuple[int, int, int]:
    """Return a place (x, y, z) as three ints that lie inside a box of shape (depth, height, width).

    Raises:
        PlaceTypeError: It is not three whole numbers, or has no order, such as a set.
        PlaceError: It lies outside.
    """
    try:
        x, y, z = place
        if isinstance(place, UNORDERED) or any(isinstance(at, (bool, np.bool_)) for at in (x, y, z)):
            raise TypeError
        x, y, z = operator.index(x), operator.index(y), operator.index(z)
    except (TypeError, ValueError):
        raise PlaceTypeError(f"place must be three whole numbers (x, y, z), not {place!r}") from None
    depth, height, width = shape
    if not (0 <= x < width and 0 <= y < height and 0 <= z < depth):
        raise PlaceError(_outside_box(f"place ({x}, {y}, {z})", shape))
    return x, y, z


def checked_boxes(places: ArrayLike, name: str, shape: tuple[int, int, int]) -> NDArray[np.int64]:
    """Return many places in a box of shape (depth, height, width) as an int64 array (n, 3).

    Raises:
        ArrayError: The array is not (n, 3).
        PlaceTypeError: The array does not hold whole numbers.
        PlaceError: A place lies outside; the message names its row.
    """
    array = whole_rows(places, name, "(x, y, z)", 3)
    outside = np.flatnonzero(((array < 0) | (array >= shape[::-1])).any(axis=1))
    if outside.size:
        row = int(outside[0])
        raise PlaceError(_outside_box(f"{name}[{row}] = {tuple(array[row].tolist())}", shape))
    return array.astype(np.int64)


def whole_rows(places: ArrayLike, name: str, what: str, *columns: int) -> NDArray[Any]:
    """Return places as an array ``(n, c)`` of whole numbers, with one of the allowed numbers of columns c.

    Raises:
        ArrayError: The array is of another shape.
        PlaceTypeError: The array does not hold whole numbers.
    """
    shapes = " or ".join(f"(n, {count})" for count in columns)
    check_unmasked(places, name)
    try:
        array = data_of(places, name)
    except ValueError:
        raise ArrayError(
            f"{name} must be an array {shapes} of places {what}; the rows given differ in length"
        ) from None
    if array.size == 0:
        return np.empty((0, columns[0]), np.int64)
    if array.dtype.kind not in "iu":
        mask = "; the places of a mask are np.argwhere(mask)[:, ::-1]" if array.dtype.kind == "b" else ""
        raise PlaceTypeError(f"{name} must hold whole numbers {what}, not {array.dtype}{mask}")
    if array.ndim != 2 or array.shape[1] not in columns:
        raise ArrayError(f"{name} must be an array {shapes} of places {what}, not of shape {array.shape}")
    return array


def _outside_box(what: str, shape: tuple[int, int, int]) -> str:
    sides = " x ".join(str(side) for side in reversed(shape))
    limits = ", ".join(
        f"{axis} goes from 0 to {side - 1}" for axis, side in zip("xyz", reversed(shape), strict=True)
    )
    return f"{what} lies outside the map of {sides}: {limits}"
