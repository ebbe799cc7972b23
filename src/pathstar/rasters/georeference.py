"""The place of a raster's cells on the map."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import ArrayError
from pathstar.maps.arguments import checked_number
from pathstar.maps.layers import numbers_of

_PLACES = ("x", "y", "xc", "yc", "lon", "lat", "longitude", "latitude")
_FAR = 2.0**62  # columns or rows


@dataclass(frozen=True)
class Georeference:
    """The upper left corner of the first cell, and the steps from cell to cell; y may descend.

    Attributes:
        x0: The corner's x.
        y0: The corner's y.
        dx: The step from one column to the next.
        dy: The step from one row to the next.
    """

    x0: float
    y0: float
    dx: float
    dy: float

    @classmethod
    def of(cls, array: Any) -> Georeference:
        """Return the georeference of a DataArray: from its coordinates, or else from its GeoTransform.

        Without either, coordinates are numbers of columns and rows.

        Raises:
            ArrayError: It is not a DataArray of rows and columns, its coordinates are not evenly spaced, or
                the grid is rotated or curved.
        """
        if not hasattr(array, "coords") or len(getattr(array, "dims", ())) != 2:
            raise ArrayError(f"array is {array!r}; allowed: a DataArray of rows and columns")
        geo = getattr(array.coords.get("spatial_ref"), "attrs", {}).get("GeoTransform", "")
        numbers = [float(number) for number in geo.split()]
        if len(numbers) == 6 and (numbers[2] or numbers[4]):
            raise ArrayError("the raster is rotated against its coordinates; warp it to north-up first")
        if len(numbers) != 6:
            for name, places in array.coords.items():
                if name in _PLACES and places.ndim == 2:
                    raise _not_regular(name)
        x, dx, _, y, _, dy = numbers if len(numbers) == 6 else (0.0, 1.0, 0.0, 0.0, 0.0, 1.0)
        y0, dy = _axis(array, array.dims[0], y, dy)
        x0, dx = _axis(array, array.dims[1], x, dx)
        return cls(x0, y0, dx, dy)

    @classmethod
    def of_transform(cls, transform: Any) -> Georeference:
        """Return the georeference of an affine transform.

        Raises:
            ArrayError: It is rotated, or is not six numbers.
        """
        try:
            a, b, c, d, e, f = (float(number) for number in tuple(transform)[:6])
        except (TypeError, ValueError, OverflowError) as error:
            raise ArrayError(f"transform is {transform!r}; allowed: six numbers, as of an Affine") from error
        if b or d:
            raise ArrayError("the raster is rotated against its coordinates; warp it to north-up first")
        return cls(c, f, a, e)

    @staticmethod
    def crs_of(array: Any) -> str:
        """Return the crs of a DataArray as text; empty if it has none."""
        return str(getattr(array.coords.get("spatial_ref"), "attrs", {}).get("crs_wkt", ""))

    @property
    def transform(self) -> tuple[float, ...]:
        """Six numbers that convert columns and rows to coordinates."""
        return self.dx, 0.0, self.x0, 0.0, self.dy, self.y0

    def centre(self, column: int, row: int) -> tuple[float, float]:
        """Return the coordinates of the centre of a cell.

        Raises:
            OptionError: Column and row are not numbers.

        Example:
            >>> Georeference(500_000, 6_000_000, 30, -20).centre(0, 1)
            (500015.0, 5999970.0)
        """
        x, y = checked_number("column", column) + 0.5, checked_number("row", row) + 0.5
        return self.x0 + x * self.dx, self.y0 + y * self.dy

    def cells(self, points: NDArray[np.float64]) -> NDArray[np.int64]:
        """Return the columns and rows of cells in which points ``(n, 2)`` lie, whether inside or not.

        Coordinates that are NaN, or too far away, lie outside.

        Raises:
            ArrayError, ArrayTypeError: The points are not ``(n, 2)`` numbers.

        Example:
            >>> Georeference(0, 0, 1, 1).cells(np.array([[2.5, 1], [np.nan, np.inf]])).tolist()
            [[2, 1], [-4611686018427387904, 4611686018427387904]]
        """
        points = numbers_of(points, "points")
        if points.ndim != 2 or points.shape[1] != 2:
            raise ArrayError(f"points has the shape {points.shape}; allowed: (n, 2)")
        cells = np.floor((points - (self.x0, self.y0)) / (self.dx, self.dy))
        return np.nan_to_num(cells, nan=-_FAR).clip(-_FAR, _FAR).astype(np.int64)


def once_round(cells: NDArray[np.int64], columns: int) -> NDArray[np.int64]:
    """Return columns and rows on a raster that goes round the earth, where 190 degrees east is 170 west.

    Cells more than a turn away stay outside.

    Example:
        >>> once_round(np.array([[-1, 2], [360, 2], [900, 2]]), 360).tolist()
        [[359, 2], [0, 2], [900, 2]]
    """
    x = cells[:, 0]
    near = (x >= -columns) & (x < 2 * columns)
    return np.column_stack([np.where(near, x % columns, x), cells[:, 1]])


def geographic_options(lies: Georeference, rows: int, columns: int) -> dict[str, Any]:
    """Return the options of a `Raster` in degrees: cell size, latitudes, whether it goes round the earth."""
    return {
        "cell_size": (abs(lies.dx), abs(lies.dy)),
        "latitudes": lies.y0 + (np.arange(rows) + 0.5) * lies.dy,
        "wrap": abs(abs(lies.dx) * columns - 360) < abs(lies.dx) / 2,
    }


def is_geographic(array: Any) -> bool:
    """Return whether a DataArray's coordinates are degrees, by its crs or by units and names."""
    crs = Georeference.crs_of(array)
    if crs:
        return crs.startswith(("GEOG", "BASEGEOG"))
    name = str(array.dims[0])
    units = str(getattr(array.coords.get(name), "attrs", {}).get("units", ""))
    return units.startswith("degree") or name in ("lat", "latitude")


def _not_regular(name: object) -> ArrayError:
    return ArrayError(
        f"the coordinates {name!r} differ along rows and columns, so the grid is rotated or curved; "
        "resample it to a north-up grid first"
    )


def _axis(array: Any, name: Any, begin: float, step: float) -> tuple[float, float]:
    """Return where the first cell of a dimension begins, and the step to the next cell.

    Without coordinates, these are `begin` and `step`; with a single coordinate, the step is `step`.
    """
    if name not in array.coords:
        return begin, step
    places = numbers_of(array.coords[name], f"the coordinates {name!r}").astype(np.float64)
    if places.ndim != 1:
        raise _not_regular(name)
    if len(places) > 1:
        step = float(places[-1] - places[0]) / (len(places) - 1)
        if step == 0 or not (np.abs(np.diff(places) - step) <= 1e-3 * abs(step)).all():
            raise ArrayError(f"the coordinates {name!r} are not evenly spaced; resample the raster first")
    return float(places[0]) - step / 2, step
