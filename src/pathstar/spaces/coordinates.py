"""Coordinates of one place or of many, to convert between ways to count them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar.errors import ArrayError, PlaceTypeError
from pathstar.maps.layers import check_unmasked


def coordinate_columns(values: ArrayLike, count: int, name: str, *, whole: bool = True) -> NDArray[Any]:
    """Return coordinates as columns ``(count, n)``: int64, or float64 if they are not whole numbers.

    Args:
        values: One place ``(count,)``, or many ``(n, count)``.
        count: The number of coordinates of a place.
        name: What errors call them.
        whole: Whether they must be whole numbers.

    Raises:
        ArrayError: They have another shape, or masked entries.
        PlaceTypeError: They are not such numbers.

    Example:
        >>> coordinate_columns([[1, 2], [3, 4]], 2, "places").tolist()
        [[1, 3], [2, 4]]
    """
    check_unmasked(values, name)
    try:
        array = np.asarray(values)
    except ValueError:
        array = np.empty(())
    kind = "whole numbers" if whole else "numbers"
    if array.ndim not in (1, 2) or array.shape[-1] != count:
        raise ArrayError(f"{name} must be {count} {kind} or an array (n, {count}), not {values!r}")
    if array.dtype.kind not in ("iu" if whole else "iuf"):
        raise PlaceTypeError(f"{name} must hold {kind}, not {array.dtype}")
    columns: NDArray[Any] = np.atleast_2d(array).T
    return columns.astype(np.int64 if array.dtype.kind in "iu" else np.float64)


def in_form_of(given: ArrayLike, *columns: NDArray[Any]) -> Any:
    """Return columns as rows of an array, or as one tuple of Python's numbers if one place was given.

    Example:
        >>> x, y = np.array([7]), np.array([8])
        >>> in_form_of((1, 2), x, y), in_form_of([[1, 2]], x, y)
        ((7, 8), array([[7, 8]]))
    """
    if np.ndim(given) == 1:
        return tuple(column[0].item() for column in columns)
    return np.stack(columns, axis=-1)
