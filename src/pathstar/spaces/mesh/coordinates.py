"""Conversion between the coordinates of a grid and of the plane of `NavMesh.from_grid`."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from pathstar.spaces.mesh.arrays import Points, checked_point, checked_points

_CENTRE = 0.5  # of the square [x, x + 1] x [y, y + 1] on the plane, which is (x, y) on a grid


def to_plane(places: ArrayLike) -> Points:
    """Return points of a grid as points of the plane of `NavMesh.from_grid`.

    On a `Grid` the cell (x, y) has its centre at (x, y), and corners of cells lie at halves; this holds for
    the places of steps and for the points of lines. On the mesh of the grid the cell is the square [x, x + 1]
    x [y, y + 1].

    Args:
        places: A place ``(2,)`` or many ``(n, 2)``, such as ``path.points``.

    Returns:
        float64 in the same shape.

    Raises:
        ArrayError: An array of another shape.
        PlaceError, PlaceTypeError: It does not hold finite numbers.

    Example:
        >>> import pathstar as ps
        >>> grid = ps.Grid([[1, 1, 1], [1, 0, 1]])
        >>> start, goal = ps.spaces.to_plane([(0, 1), (2, 1)])
        >>> ps.find_path(ps.NavMesh.from_grid(grid), start, goal).points.tolist()
        [[0.5, 1.5], [1.0, 1.0], [2.0, 1.0], [2.5, 1.5]]
    """
    return _moved(places, _CENTRE)


def to_grid(places: ArrayLike) -> Points:
    """Return points of the plane of `NavMesh.from_grid` as points of the grid: the inverse of `to_plane`.

    The cell of a point of the plane is ``np.floor`` of that point.

    Args:
        places: A place ``(2,)`` or many ``(n, 2)``, such as the points of a path on the mesh.

    Returns:
        float64 in the same shape.

    Raises:
        ArrayError, PlaceError, PlaceTypeError: As `to_plane`.

    Example:
        >>> import pathstar as ps
        >>> ps.spaces.to_grid((0.5, 1.5)).tolist()
        [0.0, 1.0]
    """
    return _moved(places, -_CENTRE)


def _moved(places: Any, by: float) -> Points:
    """Return one place or many, moved along both axes."""
    try:
        single = np.ndim(places) == 1 and len(places) > 0
    except ValueError:
        single = False  # rows of different lengths
    return (np.array(checked_point(places)) if single else checked_points(places, "places")) + by
