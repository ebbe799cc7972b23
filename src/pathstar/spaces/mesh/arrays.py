"""Points and polygons as callers give them, checked and converted to arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar.errors import ArrayError, PlaceError, PlaceTypeError
from pathstar.maps.arguments import as_number, checked_list
from pathstar.maps.layers import as_array, check_unmasked, data_of
from pathstar.maps.regions import UNORDERED

Points = NDArray[np.float64]
PolygonArrays = tuple[Points, NDArray[np.uint32], NDArray[np.int64]]

_FARTHEST = 1e100  # the exact tests multiply two coordinates, and must not overflow


def checked_point(place: Any) -> tuple[float, float]:
    """Return a place as two floats.

    Raises:
        PlaceTypeError: It is not a pair of numbers, or has no order, such as a set.
        PlaceError: A number is infinite, NaN or beyond 1e100.

    Example:
        >>> checked_point((1, 2.5))
        (1.0, 2.5)
    """
    try:
        x, y = map(as_number, () if isinstance(place, UNORDERED) else place)
    except (TypeError, ValueError):
        x = y = None
    if x is None or y is None:
        raise PlaceTypeError(f"place must be two numbers (x, y), not {place!r}")
    if not (abs(x) <= _FARTHEST and abs(y) <= _FARTHEST):
        raise PlaceError(f"place ({x:g}, {y:g}) is not on the plane; allowed: from -1e100 to 1e100")
    return x, y


def checked_points(places: ArrayLike, name: str) -> Points:
    """Return many places as float64 ``(n, 2)``, contiguous.

    Raises:
        ArrayError: The array is not ``(n, 2)``.
        PlaceTypeError: It does not hold real numbers.
        PlaceError: A number is infinite, NaN or beyond 1e100; the message names the row.
    """
    check_unmasked(places, name)
    try:
        array = data_of(places, name)
    except ValueError:
        raise ArrayError(f"{name} must be an array (n, 2) of places (x, y); rows differ in length") from None
    if array.size == 0:
        return np.empty((0, 2))
    if array.dtype.kind not in "iuf":
        raise PlaceTypeError(f"{name} must hold numbers (x, y), not {array.dtype}")
    if array.ndim != 2 or array.shape[1] != 2:
        raise ArrayError(f"{name} must be an array (n, 2) of places (x, y), not of shape {array.shape}")
    points = np.ascontiguousarray(array, np.float64)
    wrong = np.flatnonzero(~(np.abs(points) <= _FARTHEST).all(axis=1))
    if wrong.size:
        row = int(wrong[0])
        raise PlaceError(
            f"{name}[{row}] = ({points[row, 0]:g}, {points[row, 1]:g}) is not on the plane; allowed: from "
            "-1e100 to 1e100"
        )
    return points


def checked_polygons(vertices: ArrayLike, polygons: Any) -> PolygonArrays:
    """Return vertices and polygons as arrays; equal vertices become one, and unused ones are left out.

    Args:
        vertices: Points ``(n, 2)``.
        polygons: Lists of numbers of vertices.

    Raises:
        ArrayError: An array has a wrong shape, or a polygon names a vertex that does not exist.
        PlaceError, PlaceTypeError: As `checked_points`.
    """
    points = checked_points(vertices, "vertices")
    lists = checked_list("polygons", polygons, "lists of numbers of vertices")
    rows = [as_array(each, f"polygons[{number}]") for number, each in enumerate(lists)]
    for number, row in enumerate(rows):
        if row.ndim != 1 or row.size == 0 or row.dtype.kind not in "iu":
            raise ArrayError(f"polygons[{number}] is {row.tolist()!r}; it must list numbers of vertices")
        if row.min() < 0 or row.max() >= len(points):
            missing = int(row.min() if row.min() < 0 else row.max())
            raise ArrayError(f"polygons[{number}] names vertex {missing}; there are {len(points)}, from 0")
    return joined(points, [row.astype(np.int64) for row in rows])


def joined(points: Points, polygons: list[NDArray[np.int64]]) -> PolygonArrays:
    """Return points, the corners of all polygons in turn, and where the corners of each polygon begin.

    Points with equal coordinates become one.
    """
    corners = np.concatenate([np.empty(0, np.int64), *polygons])
    offsets = np.cumsum([0, *map(len, polygons)], dtype=np.int64)
    return *unique_points(points[corners]), offsets


def unique_points(points: Points) -> tuple[Points, NDArray[np.uint32]]:
    """Return the different points ordered by x and then y, and the number of each point among them.

    Example:
        >>> unique_points(np.array([(2.0, 0.0), (1.0, 5.0), (2.0, -0.0)]))[1].tolist()
        [1, 0, 1]
    """
    keys = np.ascontiguousarray(points + 0.0).view(np.complex128).ravel()  # -0.0 becomes 0.0
    used, numbers = np.unique(keys, return_inverse=True)
    return used.view(np.float64).reshape(-1, 2), numbers.ravel().astype(np.uint32)
