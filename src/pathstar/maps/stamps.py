"""Shapes to stamp into a layer of a map: discs, rectangles, polygons, and any array."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar.errors import ArrayError, OptionError
from pathstar.maps.arguments import as_number, checked_name, checked_number, checked_whole
from pathstar.maps.falloffs import Falloff, fallen
from pathstar.maps.layers import as_values, numbers_of, values_of
from pathstar.maps.polygon_depth import depths_inside

if TYPE_CHECKING:
    from pathstar.maps.layered import LayeredCells

_MOST_CELLS = 2**26

STAMPING: dict[str, Callable[[NDArray[Any], NDArray[np.float64]], NDArray[Any]]] = {
    "sum": np.add,
    "max": np.maximum,
    "set": lambda old, new: new,
}
"""The new value of a cell, from its old value and the value of the stamp."""


@dataclass(frozen=True, eq=False)
class Stamp:
    """A shape with a factor for each of its cells; `disc`, `rectangle`, `polygon` and `array` make one.

    Attributes:
        factors: float64 ``[h, w]``; NaN where a cell does not belong to the shape.
        offset: ``(x, y)`` of its upper left cell, relative to the place at which it is stamped.
    """

    factors: NDArray[np.float64]
    offset: tuple[int, int] = (0, 0)


def disc(radius: float, falloff: str | Falloff = "flat") -> Stamp:
    """Return the cells whose centres lie within a radius of the place's centre.

    Args:
        radius: In cells; not negative.
        falloff: A name of `FALLOFFS`, or a function of the distance as a share of the radius.

    Raises:
        OptionError: The radius is not such a number, or the falloff has no such name.

    Example:
        >>> disc(1).factors
        array([[nan,  1., nan],
               [ 1.,  1.,  1.],
               [nan,  1., nan]])
    """
    reach = checked_radius(radius)
    span = math.floor(reach)
    steps = np.arange(-span, span + 1)
    distances = np.hypot(steps[:, None], steps)
    return _shape(distances <= reach, distances / max(reach, 1), falloff, (-span, -span))


def rectangle(width: int, height: int, falloff: str | Falloff = "flat") -> Stamp:
    """Return a rectangle whose upper left cell is the place.

    Args:
        width: In cells, from 1.
        height: In cells, from 1.
        falloff: A name of `FALLOFFS`, or a function of the distance from the middle as a share of the
            distance of the border.

    Raises:
        OptionError: A side is not such a number, or the falloff has no such name.

    Example:
        >>> rectangle(3, 1, "linear").factors.round(2).tolist()
        [[0.33, 1.0, 0.33]]
    """
    shares = [np.abs(np.arange(n) - (n - 1) / 2) / (n / 2) for n in (_side(height), _side(width))]
    share = np.maximum(shares[0][:, None], shares[1])
    return _shape(np.ones(share.shape, bool), share, falloff, (0, 0))


def polygon(points: ArrayLike, falloff: str | Falloff = "flat") -> Stamp:
    """Return the cells whose centres lie inside a polygon.

    Args:
        points: Its corners in order, ``(n, 2)``, columns x and y, relative to the place at which it is
            stamped; whole numbers are centres of cells. Stamped at (0, 0), they are places of the map. Where
            the border crosses itself, an area that it encloses twice is outside.
        falloff: A name of `FALLOFFS`, or a function of a number from 0, where a cell lies deepest inside, to
            1 at the border.

    Raises:
        ArrayError: The points are not at least three pairs of finite numbers, or span too many cells.
        OptionError: The falloff has no such name.

    Example:
        >>> polygon([(-0.5, -0.5), (2.5, -0.5), (-0.5, 2.5)]).factors
        array([[ 1.,  1., nan],
               [ 1., nan, nan],
               [nan, nan, nan]])
    """
    corners = values_of(numbers_of(points, "points"))
    if corners.ndim != 2 or corners.shape[1] != 2 or len(corners) < 3 or not np.isfinite(corners).all():
        raise ArrayError(
            f"points must be at least three pairs of numbers, (n, 2), not of shape {corners.shape}"
        )
    left, top = np.ceil(corners.min(axis=0)).tolist()
    right, bottom = np.floor(corners.max(axis=0)).tolist()
    if (right - left + 1) * (bottom - top + 1) > _MOST_CELLS:
        raise ArrayError(f"points span more than {_MOST_CELLS:,} cells")
    x, y = np.arange(left, right + 1), np.arange(top, bottom + 1)
    inside = np.zeros((len(y), len(x)), bool)
    for (ax, ay), (bx, by) in zip(corners.tolist(), np.roll(corners, -1, axis=0).tolist(), strict=True):
        rows = slice(*np.searchsorted(y, sorted([ay, by])))  # that the side crosses
        if ay != by:
            inside[rows] ^= x < (bx - ax) * (y[rows, None] - ay) / (by - ay) + ax
    shares = np.zeros(inside.shape)
    if falloff != "flat":
        depth = depths_inside(x, y, inside, corners)
        shares[inside] = np.clip(1 - depth / (float(depth.max(initial=0.0)) or 1.0), 0, 1)
    return _shape(inside, shares, falloff, (int(left), int(top)))


def array(factors: ArrayLike, offset: tuple[int, int] = (0, 0)) -> Stamp:
    """Return any array as a shape.

    Args:
        factors: Array ``[h, w]`` of any numbers, which is copied; NaN and masked entries leave a cell alone.
        offset: ``(x, y)`` of its upper left cell, relative to the place at which it is stamped.

    Raises:
        ArrayError, ArrayTypeError: It is not an array of two dimensions, or holds no numbers.
        OptionError: The offset is not a pair of whole numbers.

    Example:
        >>> array([[1, 0.5]]).factors
        array([[1. , 0.5]])
    """
    return Stamp(np.array(as_values(factors, "factors")), checked_offset("offset", offset))


def stamp_cells(
    map: LayeredCells,
    layer: str,
    shape: Any,
    at: Any,
    strength: Any,
    compose: str,
    rise: float,
) -> tuple[NDArray[np.uint32], NDArray[np.float64]]:
    """Return the cells that a stamp covers, and their new values; see `Map.stamp`.

    Args:
        map: The map; it is not changed.
        layer: Name of a layer that the map has.
        shape: A `Stamp`, or an array of factors.
        at: The place of the shape.
        strength: The value that multiplies the factors.
        compose: A name of `STAMPING`.
        rise: The factor by which all values of the layer are too large, if it fades.

    Raises:
        PathstarError: As `Map.stamp`.
    """
    checked_name("composition", compose, STAMPING)
    if layer in ("passable", "terrain") and compose != "set":
        raise OptionError(f"compose is {compose!r}; allowed for {layer}, whose values do not add up: 'set'")
    stamp = shape if isinstance(shape, Stamp) else array(shape)
    x, y = checked_offset("at", at)
    power = checked_number("strength", strength)
    left, top = x + stamp.offset[0], y + stamp.offset[1]
    rows, inner_rows = _overlap(top, stamp.factors.shape[0], map.height)
    columns, inner_columns = _overlap(left, stamp.factors.shape[1], map.width)
    values = power * rise * stamp.factors[inner_rows, inner_columns]
    inside = ~np.isnan(values)
    numbers = np.arange(rows.start, rows.stop)[:, None] * map.width + np.arange(columns.start, columns.stop)
    new = STAMPING[compose](map.layers[layer][rows, columns][inside], values[inside])
    return numbers[inside].astype(np.uint32), np.asarray(new, np.float64)


def _overlap(first: int, length: int, most: int) -> tuple[slice, slice]:
    """Return the part of a run of cells inside the map, in cells of the map and of the run."""
    begin, end = min(max(first, 0), most), max(min(first + length, most), 0)
    begin, end = (begin, end) if begin < end else (0, 0)
    offset = first if begin < end else 0
    return slice(begin, end), slice(begin - offset, end - offset)


def checked_radius(radius: object) -> float:
    """Return a radius.

    Raises:
        OptionError: It is not a number from 0 up, or so large that its square has too many cells.
    """
    number = as_number(radius)
    if number is None or not number >= 0 or (2 * number + 1) ** 2 > _MOST_CELLS:
        most = (math.isqrt(_MOST_CELLS) - 1) // 2
        raise OptionError(f"radius is {radius!r}; allowed: a number of cells from 0 to {most}")
    return number


def checked_offset(name: str, pair: Any) -> tuple[int, int]:
    """Return two whole numbers, which may be negative.

    Raises:
        OptionError: It is something else.
    """
    is_pair = isinstance(pair, (tuple, list)) or (isinstance(pair, np.ndarray) and pair.shape == (2,))
    numbers = tuple(pair) if is_pair else ()
    if len(numbers) != 2 or not all(isinstance(n, (int, np.integer)) for n in numbers):
        raise OptionError(f"{name} is {pair!r}; allowed: two whole numbers (x, y)")
    return int(numbers[0]), int(numbers[1])


def _side(side: object) -> int:
    return checked_whole("a side of the rectangle", side, 1, math.isqrt(_MOST_CELLS))


def _shape(
    inside: NDArray[np.bool_],
    shares: NDArray[np.float64],
    falloff: str | Falloff,
    offset: tuple[int, int],
) -> Stamp:
    return Stamp(np.where(inside, fallen(falloff, shares), np.nan), offset)
