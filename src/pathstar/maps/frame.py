"""Where the cells of a map lie in the world."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar.errors import ArrayError, ArrayTypeError, OptionError
from pathstar.maps.arguments import as_number, checked_number, checked_whole
from pathstar.maps.layers import as_array

_MOST_ROWS = 2**32

ALMOST = 1e-9  # the relative error up to which two lengths are equal


@dataclass(frozen=True, slots=True)
class Frame:
    """How the cells of a map lie in a plane: in metres of a robot's map, in a projection, in pixels.

    The corner ``(x, y)`` of a cell lies at ``(a * x + b * y + c, d * x + e * y + f)``, and its centre half a
    cell further in x and y.

    Args:
        transform: The six numbers ``(a, b, c, d, e, f)``, in the order of rasterio's ``Affine``.
        crs: The coordinate reference system, such as ``"EPSG:25833"``; "" if there is none.

    Raises:
        OptionError: The transform is not six finite numbers, or maps all cells to one line; or ``crs`` is not
            text.

    Example:
        >>> frame = Frame((0.5, 0, 10, 0, -0.5, 20))
        >>> frame.to_world((2, 0)), frame.to_cell((11.2, 19.9))
        ((11.25, 19.75), (2, 0))
    """

    transform: tuple[float, float, float, float, float, float]
    crs: str = ""

    def __post_init__(self) -> None:
        try:
            numbers = [as_number(number) for number in self.transform]
        except TypeError:
            numbers = []
        given = [number for number in numbers if number is not None and math.isfinite(number)]
        if len(numbers) != 6 or len(given) != 6:
            raise OptionError(
                f"transform is {self.transform!r}; allowed: six finite numbers (a, b, c, d, e, f)"
            )
        a, b, c, d, e, f = given
        if a * e - b * d == 0 or not math.isfinite(a * e - b * d):
            raise OptionError(f"transform is {self.transform!r}; it maps all cells to one line")
        if not isinstance(self.crs, str):
            raise OptionError(f"crs is {self.crs!r}; allowed: a text such as 'EPSG:25833'")
        object.__setattr__(self, "transform", (a, b, c, d, e, f))

    @classmethod
    def from_pose(cls, resolution: float, origin: Sequence[float], height: int) -> Frame:
        """Make the frame of a robot's map.

        Args:
            resolution: The side of a cell, in metres.
            origin: The position of the lower left corner of the map: ``(x, y)``, or ``(x, y, yaw)`` with the
                angle in radians by which the map is turned counterclockwise.
            height: The number of rows of the map.

        Raises:
            OptionError: The resolution is not above 0, the origin is not two or three finite numbers, or the
                height is not a whole number from 0.

        Example:
            >>> Frame.from_pose(0.05, (-10, -5, 0), height=80).to_cell((-9.88, -1.12))
            (2, 2)
        """
        side = checked_number("resolution", resolution, above=0, of="metres")
        rows = checked_whole("height", height, 0, _MOST_ROWS)
        try:
            place = [as_number(number) for number in origin]
        except TypeError:
            place = []
        known = [number for number in place if number is not None and math.isfinite(number)]
        if len(place) not in (2, 3) or len(known) != len(place):
            raise OptionError(f"origin is {origin!r}; allowed: two or three finite numbers (x, y, yaw)")
        x, y, yaw = (*known, 0.0)[:3]
        across, up = side * math.cos(yaw), side * math.sin(yaw)
        return cls((across, up, x - rows * up, up, -across, y + rows * across))

    def pose(self, height: int) -> tuple[float, tuple[float, float, float]]:
        """Return resolution and origin ``(x, y, yaw)`` of a map of some height: the inverse of `from_pose`.

        Raises:
            OptionError: The cells are not squares whose rows begin at the top, or the height is not a whole
                number from 0.

        Example:
            >>> Frame.from_pose(0.05, (-10, -5, 0), height=80).pose(80)
            (0.05, (-10.0, -5.0, 0.0))
        """
        a, b, c, d, e, f = self.transform
        side = math.hypot(a, d)
        if max(abs(b - d), abs(e + a)) > ALMOST * side:
            raise OptionError(
                f"the frame {self.transform} has no pose: its cells are not squares with the top row first"
            )
        rows = checked_whole("height", height, 0, _MOST_ROWS)
        corner = (c + rows * b, f + rows * e)
        # less than a nanometre is only rounding
        x, y, resolution = (round(number, 9) + 0.0 for number in (*corner, side))
        return resolution, (x, y, math.atan2(d, a))

    def to_world(self, places: ArrayLike) -> Any:
        """Return the centres of cells in the world.

        Args:
            places: One place ``(x, y)``, or an array ``(n, 2)``.

        Returns:
            A pair of floats, or float64 ``(n, 2)``.

        Raises:
            ArrayError, ArrayTypeError: They are not such places.
        """
        a, b, c, d, e, f = self.transform
        x, y = (checked_pairs(places, "places") + 0.5).T
        return as_given(places, np.stack([a * x + b * y + c, d * x + e * y + f], axis=-1))

    def to_cell(self, points: ArrayLike) -> Any:
        """Return the cells in which points lie; they may be outside the map.

        Args:
            points: One point ``(x, y)`` of the world, or an array ``(n, 2)``.

        Returns:
            A pair of ints, or int64 ``(n, 2)``.

        Raises:
            ArrayError, ArrayTypeError: They are not such points, or too far away.
        """
        return as_given(points, np.floor(self.positions(points)).astype(np.int64))

    def positions(self, points: ArrayLike) -> NDArray[np.float64]:
        """Return how many columns and rows points lie from the corner of the first cell.

        Args:
            points: One point ``(x, y)`` of the world, or an array ``(n, 2)``.

        Returns:
            float64 ``(n, 2)``.

        Raises:
            ArrayError, ArrayTypeError: They are not such points, or too far away.

        Example:
            >>> Frame((0.5, 0, 10, 0, -0.5, 20)).positions((11.2, 19.75)).round(9).tolist()
            [[2.4, 0.5]]
        """
        a, b, c, d, e, f = self.transform
        pairs = checked_pairs(points, "points")
        with np.errstate(over="ignore", invalid="ignore"):  # checked below
            x, y = pairs.T - np.array([[c], [f]])
            if abs(a) < abs(d):  # the larger is the pivot: on upright cells one division, as in nav2
                (a, b), (d, e), (x, y) = (d, e), (a, b), (y, x)
            row = (y - d / a * x) / (e - d / a * b)
            positions: NDArray[np.float64] = np.stack([(x - b * row) / a, row], axis=-1)
        if not (np.abs(positions) < 2**62).all():
            raise ArrayError("points must be finite numbers, less than 2**62 cells away")
        return positions


def checked_pairs(values: ArrayLike, name: str) -> NDArray[np.float64]:
    """Return one pair or many as float64 ``(n, 2)``.

    Raises:
        ArrayError: They have another shape, or are not finite.
        ArrayTypeError: They are not numbers.
    """
    array = as_array(values, name)
    if array.dtype.kind not in "iuf":
        raise ArrayTypeError(f"{name} must hold numbers, not {array.dtype}")
    if array.ndim not in (1, 2) or array.shape[-1] != 2:
        raise ArrayError(f"{name} must be a pair (x, y) or an array (n, 2), not of shape {array.shape}")
    if not np.isfinite(array).all():
        raise ArrayError(f"{name} must be finite numbers")
    return np.atleast_2d(array).astype(np.float64)


def as_given(given: ArrayLike, rows: NDArray[Any]) -> Any:
    """Return a tuple if one pair was given."""
    return tuple(rows[0].tolist()) if np.ndim(given) == 1 else rows
