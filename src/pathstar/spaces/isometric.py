"""Isometric and staggered maps: squares that are drawn differently.

The search sees squares with 4 or 8 neighbours; only their places on the screen differ.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar.errors import ArrayError
from pathstar.maps.arguments import checked_name, checked_number, checked_whole
from pathstar.maps.layers import as_array
from pathstar.spaces.coordinates import coordinate_columns, in_form_of

AXES = ("x", "y")
SHOVED = ("odd", "even")


@dataclass(frozen=True, slots=True)
class Diamond:
    """Squares drawn as diamonds: x goes down and right, y down and left.

    Args:
        tile_width: The width of a diamond on the screen, in pixels.
        tile_height: The height of a diamond, usually half the width.

    Raises:
        OptionError: A side that is not a positive number.

    Example:
        >>> drawn = Diamond(64, 32)
        >>> drawn.to_screen((2, 1)), drawn.from_screen((30.0, 50.0))
        ((32.0, 48.0), (2, 1))
    """

    tile_width: float = 64.0
    tile_height: float = 32.0

    def __post_init__(self) -> None:
        _check_sides(self.tile_width, self.tile_height)

    def to_screen(self, places: ArrayLike) -> Any:
        """Return the centres of squares on the screen, relative to that of (0, 0), with y down.

        Args:
            places: One place ``(x, y)`` or an array ``(n, 2)``.

        Returns:
            A pair of floats, or float64 ``(n, 2)``.

        Raises:
            ArrayError, PlaceTypeError: Places of a wrong shape or type.
        """
        x, y = coordinate_columns(places, 2, "places")
        return in_form_of(places, (x - y) * self.tile_width / 2, (x + y) * self.tile_height / 2)

    def from_screen(self, points: ArrayLike) -> Any:
        """Return the squares at points of the screen.

        Args:
            points: One point ``(x, y)`` or an array ``(n, 2)``, relative to the centre of the square (0, 0).

        Returns:
            A pair of ints, or int64 ``(n, 2)``. They need not lie on any map.

        Raises:
            ArrayError, PlaceTypeError: Points of a wrong shape or type, or not finite.
        """
        sx, sy = coordinate_columns(points, 2, "points", whole=False)
        across, down = sx / self.tile_width, sy / self.tile_height
        return in_form_of(points, _nearest(down + across), _nearest(down - across))


@dataclass(frozen=True, slots=True)
class Staggered:
    """A map of diamonds that fills a rectangle: every second row or column is shifted by half a tile.

    Its places are column and row of the map's array. Two diamonds that share a side are neighbours on a grid
    of squares turned by 45 degrees; `to_square` converts places to it and `from_square` converts back.

    Args:
        width: The number of columns of the map's array.
        height: The number of rows.
        axis: ``"y"`` if rows are shifted, ``"x"`` if columns are.
        shoved: Which of them are shifted: ``"odd"`` or ``"even"``.
        tile_width: The width of a diamond on the screen, in pixels.
        tile_height: The height of a diamond.

    Raises:
        OptionError: An unknown axis or kind of line, or a side that is not a positive number.

    Example:
        >>> import numpy as np, pathstar as ps
        >>> drawn = Staggered(4, 6)
        >>> grid = ps.Grid(drawn.square(np.ones((6, 4), bool)))
        >>> path = ps.find_path(grid, drawn.to_square((0, 0)), drawn.to_square((3, 5)))
        >>> drawn.from_square(path.points).tolist()
        [[0, 0], [0, 1], [1, 1], [2, 2], [2, 3], [3, 4], [3, 5]]
    """

    width: int
    height: int
    axis: str = "y"
    shoved: str = "odd"
    tile_width: float = 64.0
    tile_height: float = 32.0

    def __post_init__(self) -> None:
        _check_sides(self.tile_width, self.tile_height)
        for name, side in (("width", self.width), ("height", self.height)):
            checked_whole(name, side, 1)
        checked_name("axis", self.axis, AXES)
        checked_name("kind of shoved line", self.shoved, SHOVED)

    @property
    def shape(self) -> tuple[int, int]:
        """``(rows, columns)`` of the grid of squares, which holds the map, and corners outside it."""
        x, y = self.to_square(self._rim()).T
        return int(y.max()) + 1, int(x.max()) + 1

    def to_square(self, places: ArrayLike) -> Any:
        """Return the places of the map's diamonds on the grid of squares.

        Args:
            places: One place ``(column, row)`` or an array ``(n, 2)``.

        Returns:
            A pair of ints, or int64 ``(n, 2)``.

        Raises:
            ArrayError, PlaceTypeError: Places of a wrong shape or type.
        """
        across, down = self._halves(*coordinate_columns(places, 2, "places"))
        left, top = self._corner()
        return in_form_of(places, (down + across) // 2 - left, (down - across) // 2 - top)

    def from_square(self, places: ArrayLike) -> Any:
        """Return the places ``(column, row)`` on the map of squares: the inverse of `to_square`.

        Args:
            places: One place ``(x, y)`` of the grid of squares, or an array ``(n, 2)``.

        Returns:
            A pair of ints, or int64 ``(n, 2)``. They lie outside the map if the square is in a corner of the
                grid.

        Raises:
            ArrayError, PlaceTypeError: Places of a wrong shape or type.
        """
        x, y = coordinate_columns(places, 2, "places")
        left, top = self._corner()
        across, down = (x + left) - (y + top), (x + left) + (y + top)
        if self.axis == "y":
            row = down - self._lead
            return in_form_of(places, (across - self._is_shoved(row)) // 2, row)
        column = across - self._lead
        return in_form_of(places, column, (down - self._is_shoved(column)) // 2)

    def square(self, values: ArrayLike, fill: Any = 0) -> NDArray[Any]:
        """Return the map's array ``[height, width]`` as an array of squares; corners outside it hold `fill`.

        Raises:
            ArrayError: The array has another shape, or cannot hold `fill`.
        """
        array = as_array(values, "the array")
        if array.shape != (self.height, self.width):
            raise ArrayError(f"the array has the shape {array.shape}, the map {(self.height, self.width)}")
        rows, columns = np.indices(array.shape)
        x, y = self.to_square(np.stack([columns.ravel(), rows.ravel()], axis=-1)).T
        try:
            squares = np.full(self.shape, fill, array.dtype)
        except (OverflowError, TypeError, ValueError) as error:
            raise ArrayError(f"fill is {fill!r}; allowed: a value of {array.dtype}") from error
        squares[y, x] = array.ravel()
        return squares

    def to_screen(self, places: ArrayLike) -> Any:
        """Return the centres of the map's diamonds, relative to that of an unshifted diamond at (0, 0).

        Raises:
            ArrayError, PlaceTypeError: Places of a wrong shape or type.
        """
        across, down = self._halves(*coordinate_columns(places, 2, "places"))
        if self.axis == "y":
            down = down - self._lead
        else:
            across = across - self._lead
        return in_form_of(places, across * self.tile_width / 2, down * self.tile_height / 2)

    def from_screen(self, points: ArrayLike) -> Any:
        """Return the places ``(column, row)`` of the map's diamonds at points of the screen.

        Raises:
            ArrayError, PlaceTypeError: Points of a wrong shape or type, or not finite.
        """
        sx, sy = coordinate_columns(points, 2, "points", whole=False)
        across, down = 2 * sx / self.tile_width, 2 * sy / self.tile_height
        if self.axis == "y":
            down = down + self._lead
        else:
            across = across + self._lead
        left, top = self._corner()
        x, y = _nearest((down + across) / 2) - left, _nearest((down - across) / 2) - top
        return in_form_of(points, *self.from_square(np.stack([x, y], axis=-1)).T)

    @property
    def _lead(self) -> int:
        """Half tiles between the first line and that of an odd map, which keep the squares' sums even."""
        return 0 if self.shoved == "odd" else 1

    def _is_shoved(self, line: NDArray[np.int64]) -> NDArray[np.int64]:
        return line % 2 if self.shoved == "odd" else 1 - line % 2

    def _halves(self, column: NDArray[np.int64], row: NDArray[np.int64]) -> tuple[NDArray[np.int64], ...]:
        """Steps of half a tile across and down; their sum is even."""
        if self.axis == "y":
            return 2 * column + self._is_shoved(row), row + self._lead
        return column + self._lead, 2 * row + self._is_shoved(column)

    def _corner(self) -> tuple[int, int]:
        """The least coordinates of squares, which become 0."""
        across, down = self._halves(*self._rim().T)
        return int(((down + across) // 2).min()), int(((down - across) // 2).min())

    def _rim(self) -> NDArray[np.int64]:
        """Places that include the farthest ones: the first two and last two lines of both kinds."""
        sides = (self.width, self.height)
        lines = [sorted({0, min(1, side - 1), max(0, side - 2), side - 1}) for side in sides]
        return np.array([(column, row) for column in lines[0] for row in lines[1]], np.int64)


def _check_sides(width: float, height: float) -> None:
    for name, side in (("tile_width", width), ("tile_height", height)):
        checked_number(name, side, above=0, most=1e9)


def _nearest(values: NDArray[np.float64]) -> NDArray[np.int64]:
    if not (np.abs(values) < 2**62).all():
        raise ArrayError("points must be finite numbers, less than 2**62 tiles away")
    nearest: NDArray[np.int64] = np.floor(values + 0.5).astype(np.int64)
    return nearest
