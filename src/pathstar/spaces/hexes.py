"""The coordinates of hexagons: offset, axial and cube.

Offset coordinates ``(x, y)`` are column and row of the array. Axial coordinates ``(q, r)`` go along the rows
and along a slanted axis, so that every step has the same offset everywhere; cube coordinates ``(q, r, s)``
add s = -q - r.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar.errors import PlaceError
from pathstar.maps.arguments import checked_name
from pathstar.maps.layouts import HEX_LAYOUTS
from pathstar.spaces.coordinates import coordinate_columns, in_form_of

LAYOUTS = HEX_LAYOUTS

AXIAL_DIRECTIONS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
"""The six steps (q, r), anticlockwise on a screen with y down, the first one to the right."""


def checked_layout(layout: object) -> str:
    """Return a layout's name.

    Raises:
        OptionError: It is not a layout.
    """
    return checked_name("layout", layout, LAYOUTS)


def to_axial(places: ArrayLike, layout: str) -> Any:
    """Return the axial coordinates (q, r) of offset coordinates (x, y).

    Args:
        places: One place ``(x, y)`` or an array ``(n, 2)`` of whole numbers.
        layout: A name of `LAYOUTS`.

    Returns:
        A pair, or an int64 array ``(n, 2)``.

    Raises:
        OptionError: An unknown layout.
        ArrayError, PlaceTypeError: Places of a wrong shape or type.

    Example:
        >>> to_axial((2, 3), "odd-r"), to_axial([[0, 0], [2, 3]], "odd-r").tolist()
        ((1, 3), [[0, 0], [1, 3]])
    """
    x, y = coordinate_columns(places, 2, "places")
    if checked_layout(layout).endswith("r"):
        return in_form_of(places, x - _shove(y, layout), y)
    return in_form_of(places, x, y - _shove(x, layout))


def from_axial(axial: ArrayLike, layout: str) -> Any:
    """Return the offset coordinates (x, y) of axial coordinates (q, r), the inverse of `to_axial`.

    Args:
        axial: One pair ``(q, r)`` or an array ``(n, 2)`` of whole numbers.
        layout: A name of `LAYOUTS`.

    Returns:
        A pair, or an int64 array ``(n, 2)``. It need not lie on any map.

    Raises:
        OptionError, ArrayError, PlaceTypeError: As `to_axial`.

    Example:
        >>> from_axial((1, 3), "odd-r")
        (2, 3)
    """
    q, r = coordinate_columns(axial, 2, "axial")
    if checked_layout(layout).endswith("r"):
        return in_form_of(axial, q + _shove(r, layout), r)
    return in_form_of(axial, q, r + _shove(q, layout))


def to_cube(places: ArrayLike, layout: str) -> Any:
    """Return the cube coordinates (q, r, s) of offset coordinates; their sum is 0.

    Args:
        places: One place ``(x, y)`` or an array ``(n, 2)`` of whole numbers.
        layout: A name of `LAYOUTS`.

    Returns:
        Three numbers, or an int64 array ``(n, 3)``.

    Raises:
        OptionError, ArrayError, PlaceTypeError: As `to_axial`.

    Example:
        >>> to_cube((2, 3), "odd-r")
        (1, 3, -4)
    """
    q, r = coordinate_columns(to_axial(places, layout), 2, "places")
    return in_form_of(places, q, r, -q - r)


def from_cube(cube: ArrayLike, layout: str) -> Any:
    """Return the offset coordinates (x, y) of cube coordinates (q, r, s).

    Args:
        cube: Three numbers ``(q, r, s)`` or an array ``(n, 3)`` of whole numbers, whose sum is 0.
        layout: A name of `LAYOUTS`.

    Returns:
        A pair, or an int64 array ``(n, 2)``.

    Raises:
        PlaceError: The sum is not 0.
        OptionError, ArrayError, PlaceTypeError: As `to_axial`.

    Example:
        >>> from_cube((1, 3, -4), "odd-r")
        (2, 3)
    """
    q, r, s = coordinate_columns(cube, 3, "cube")
    wrong = np.flatnonzero(q + r + s)
    if wrong.size:
        row = int(wrong[0])
        raise PlaceError(f"cube coordinates ({q[row]}, {r[row]}, {s[row]}) must have the sum 0")
    return from_axial(in_form_of(cube, q, r), layout)


def hex_distance(a: ArrayLike, b: ArrayLike, layout: str | None = None) -> Any:
    """Return the number of steps between hexagons on open ground.

    Places ``(x, y)`` of a grid are not axial coordinates: for them, give the grid's layout, or the number is
    wrong.

    Args:
        a: Axial coordinates ``(q, r)``, or an array ``(n, 2)``; with a layout, offset coordinates ``(x, y)``.
        b: The same; one pair goes with every row of an array.
        layout: The layout of the places' grid, a name of `LAYOUTS`; None means axial coordinates.

    Returns:
        A number, or an int64 array ``(n,)``.

    Raises:
        OptionError, ArrayError, PlaceTypeError: As `to_axial`.

    Example:
        >>> hex_distance((0, 0), (2, -1)), hex_distance([[0, 0], [3, 3]], (0, 0)).tolist()
        (2, [0, 6])
        >>> hex_distance((0, 0), (3, 3), layout="odd-r")
        5
    """
    if layout is not None:
        a, b = to_axial(a, layout), to_axial(b, layout)
    (aq, ar), (bq, br) = coordinate_columns(a, 2, "a"), coordinate_columns(b, 2, "b")
    dq, dr = aq - bq, ar - br
    steps: NDArray[np.int64] = np.maximum(np.maximum(abs(dq), abs(dr)), abs(dq + dr))
    return int(steps[0]) if np.ndim(a) == 1 and np.ndim(b) == 1 else steps


def _shove(line: NDArray[np.int64], layout: str) -> NDArray[np.int64]:
    """Return how far a row or column is shifted against the slanted axis."""
    shove: NDArray[np.int64] = (line + (line & 1) * (-1 if layout.startswith("odd") else 1)) // 2
    return shove
