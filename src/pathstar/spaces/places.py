"""Checking the places that callers give, before any of them reaches native code."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar.errors import ArrayError, PlaceError, PlaceTypeError


def checked_places(places: ArrayLike, name: str, width: int, height: int) -> NDArray[np.int64]:
    """Return many places as an int64 array (n, 2).

    Raises:
        ArrayError: The array is not (n, 2).
        PlaceTypeError: The array does not hold whole numbers.
        PlaceError: A place lies outside; the message names its row.
    """
    try:
        array = np.asarray(places)
    except ValueError:
        raise ArrayError(
            f"{name} must be an array (n, 2) of places (x, y); the rows given differ in length"
        ) from None
    if array.size == 0:
        return np.empty((0, 2), np.int64)
    if array.dtype.kind not in "iu":
        raise PlaceTypeError(f"{name} must hold whole numbers (x, y), not {array.dtype}")
    if array.ndim != 2 or array.shape[1] != 2:
        raise ArrayError(f"{name} must be an array (n, 2) of places (x, y), not of shape {array.shape}")
    outside = np.flatnonzero((array < 0).any(1) | (array[:, 0] >= width) | (array[:, 1] >= height))
    if outside.size:
        row = int(outside[0])
        raise PlaceError(_outside(f"{name}[{row}] = ({array[row, 0]}, {array[row, 1]})", width, height))
    return array.astype(np.int64)


def _outside(what: str, width: int, height: int) -> str:
    limits = f"x goes from 0 to {width - 1}, y from 0 to {height - 1}"
    return f"{what} lies outside the map of {width} x {height}: {limits}"
