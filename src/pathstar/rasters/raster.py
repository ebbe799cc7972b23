"""A raster that is ready for searches: costs, heights, and what a step costs."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, TypedDict

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar import _core
from pathstar.errors import ArrayError, ArrayTypeError, CostError, OptionError
from pathstar.maps.arguments import as_number, checked_name, checked_switch
from pathstar.maps.parts import bands_of
from pathstar.rasters.lengths import ellipsoid_lengths, planar_lengths
from pathstar.rasters.paces import checked_pace

if TYPE_CHECKING:
    from typing_extensions import Unpack

DIRECTIONS = (4, 8, 16, 32)
COMBINE = ("multiply", "add")
NO_MARGINS = (0, 0, 0, 0)

Native = _core.RasterGround32 | _core.RasterGround64


class Ground(TypedDict, total=False):
    """What `Raster` takes besides the costs."""

    directions: int
    cell_size: float | Sequence[float]
    latitudes: ArrayLike | None
    wrap: bool
    nodata: float | None
    height: ArrayLike | None
    pace: str | Sequence[ArrayLike]
    combine: str


class Raster:
    """Costs on cells, and what a step between them costs.

    A step costs its length times the mean cost of the cells that it crosses, each weighed by its share of the
    step's line: both ends of a step to a neighbour, four cells of a knight's step. If one of them is nodata,
    the step is closed; so a thin barrier holds in any direction. Steps cut corners, as in GIS programs.

    With `height`, a step up or down a slope also costs a pace: with ``combine="multiply"`` its length times
    mean cost times pace, with ``"add"`` its length times the sum of mean cost and pace. The slope is measured
    from end to end.

    Args:
        cost: ``[h, w]`` of any integer, float or bool dtype: cost per unit of length, from 0 up. NaN,
            infinity and nodata cannot be entered. None stands for 1 everywhere; that needs a height.
        directions: 4, 8, 16 (with knight's steps) or 32.
        cell_size: The width and the height of a cell, or one number for both; in degrees if there are
            latitudes.
        latitudes: float ``(h,)``: the latitudes of the rows' centres, of a raster in degrees. Lengths are
            then metres on the WGS84 ellipsoid.
        wrap: Whether the last column lies beside the first, as at 180 degrees.
        nodata: A cost that stands for no data.
        height: ``[h, w]``: the height of each cell, in the unit of lengths. NaN cannot be entered.
        pace: A name of `PACES`, or a table of slopes and paces; see `pace_on`. It needs a height.
        combine: ``"multiply"`` or ``"add"``.

    Raises:
        ArrayError, ArrayTypeError: An array has the wrong shape or type.
        CostError: A cost is negative and not nodata.
        OptionError: An option is not allowed.

    Example:
        >>> Raster([[1, 2], [3, -9999]], nodata=-9999, cell_size=(30, 20))
        Raster(2 rows, 2 columns, 8 directions)
    """

    def __init__(
        self,
        cost: ArrayLike | None,
        *,
        directions: int = 8,
        cell_size: float | Sequence[float] = 1.0,
        latitudes: ArrayLike | None = None,
        wrap: bool = False,
        nodata: float | None = None,
        height: ArrayLike | None = None,
        pace: str | Sequence[ArrayLike] = "tobler",
        combine: str = "multiply",
    ) -> None:
        if directions not in DIRECTIONS:
            raise OptionError(f"directions is {directions!r}; allowed: {', '.join(map(str, DIRECTIONS))}")
        if cost is None and height is None:
            raise OptionError("cost is None, which needs a height: without both every step costs its length")
        self.directions = directions
        self.wrap = checked_switch("wrap", wrap)
        self.nodata = math.nan if nodata is None else _number("nodata", nodata)
        self.add = checked_name("combination", combine, COMBINE) == "add"
        self.height = None if height is None else _values("height", height)
        self.cost = np.ones(self.height.shape, np.float32) if cost is None else _values("cost", cost)  # type: ignore[union-attr]  # one is given
        if self.height is not None:
            self._make_alike()
        no_pace = (_core.Pace.none, (np.empty(0), np.empty(0)))
        self.pace, self.table = no_pace if height is None else checked_pace(pace)
        self.lengths = self._lengths(cell_size, latitudes)
        if wrap and self.cost.shape[1] < 8:
            raise ArrayError(f"a raster that wraps has {self.cost.shape[1]} columns; allowed: 8 or more")
        check_costs(self.cost, self.nodata)

    def __repr__(self) -> str:
        rows, columns = self.shape
        return f"Raster({rows:,} rows, {columns:,} columns, {self.directions} directions)"

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.cost.shape[0], self.cost.shape[1]

    def rule(self, outward: bool, scale: float = 1.0, rows: slice = slice(None)) -> _core.StepRule:
        """Return the native rule for steps, for some rows; all steps cost `scale` times as much."""
        lengths = self.lengths if len(self.lengths) == 1 else self.lengths[rows]
        slopes, paces = self.table
        return _core.StepRule(
            self.directions,
            self.pace,
            self.add,
            not outward,
            np.ascontiguousarray(lengths).reshape(-1),
            scale,
            slopes.tolist(),
            paces.tolist(),
        )

    def read(
        self, rows: NDArray[np.int64], columns: NDArray[np.int64]
    ) -> tuple[NDArray[Any], NDArray[Any] | None]:
        """Return the costs and the heights of a window, rows that follow each other and some columns."""
        down = slice(int(rows[0]), int(rows[-1]) + 1)
        first, last = int(columns[0]), int(columns[-1])

        def window(layer: NDArray[Any]) -> NDArray[Any]:
            if last - first + 1 == len(columns):
                return layer[down, first : last + 1]
            return np.ascontiguousarray(layer[down][:, columns])

        return window(self.cost), None if self.height is None else window(self.height)

    def identity(self) -> bytes:
        """Return a digest of the costs, the heights and the options."""
        digest = hashlib.sha256(repr((self.directions, self.wrap, self.nodata, self.add)).encode())
        digest.update(repr((self.pace, self.shape, self.cost.dtype)).encode())
        for array in (*self.table, self.lengths):
            digest.update(array.tobytes())
        for layer in (self.cost, self.height):
            if layer is not None:
                for rows in bands_of(self.shape):
                    digest.update(layer[rows].tobytes())
        return digest.digest()

    def native(self) -> Native:
        """Return the whole raster as a native region."""
        return native_ground(self.cost, self.height, self.nodata, NO_MARGINS, self.wrap)

    def _make_alike(self) -> None:
        """Give costs and heights one type."""
        assert self.height is not None
        if self.height.shape != self.cost.shape:
            raise ArrayError(
                f"cost has the shape {self.cost.shape}, height {self.height.shape}; they must agree"
            )
        dtype = np.result_type(self.cost, self.height)
        self.cost = self.cost.astype(dtype, copy=False)
        self.height = self.height.astype(dtype, copy=False)

    def _lengths(
        self, cell_size: float | Sequence[float], latitudes: ArrayLike | None
    ) -> NDArray[np.float64]:
        width, height = checked_cell_size(cell_size)
        if latitudes is None:
            return planar_lengths(width, height)
        rows = np.asarray(latitudes, np.float64)
        if rows.shape != self.shape[:1]:
            raise ArrayError(
                f"latitudes has the shape {rows.shape}; allowed: one for each of {self.shape[0]} rows"
            )
        if not (np.abs(rows) <= 90).all():
            raise ArrayError("latitudes must lie between -90 and 90 degrees")
        return ellipsoid_lengths(rows, width, height)


def raster_of(cost: ArrayLike | Raster | None, **ground: Unpack[Ground]) -> Raster:
    """Return a raster as it is, or make one.

    Raises:
        OptionError: Options are given for a raster that has its own.
    """
    if not isinstance(cost, Raster):
        return Raster(cost, **ground)
    if ground:
        raise OptionError(f"{', '.join(ground)} belongs to the Raster; give it when you make that")
    return cost


def native_ground(
    cost: NDArray[Any],
    height: NDArray[Any] | None,
    nodata: float,
    margins: tuple[int, int, int, int],
    wrap: bool,
) -> Native:
    """Return a native region over arrays, which stay the caller's."""
    kind = _core.RasterGround32 if cost.dtype == np.float32 else _core.RasterGround64
    return kind(cost, height, nodata, margins, wrap)


def checked_cell_size(size: float | Sequence[float]) -> tuple[float, float]:
    """Return the width and the height of a cell.

    Raises:
        OptionError: They are not one or two numbers over 0.
    """
    sides = (size, size) if as_number(size) is not None else size
    if isinstance(sides, (tuple, list)) and len(sides) == 2:
        width, height = (as_number(side) for side in sides)
        if width is not None and height is not None and 0 < width < math.inf and 0 < height < math.inf:
            return width, height
    raise OptionError(f"cell_size is {size!r}; allowed: a number over 0, or a width and a height")


def check_costs(cost: NDArray[Any], nodata: float) -> None:
    """Raise an error for the first cost that is negative and not nodata.

    Raises:
        CostError: There is one.
    """
    for rows in bands_of((cost.shape[0], cost.shape[1])):
        band = cost[rows]
        bad = band < 0
        if not math.isnan(nodata):
            bad &= band != nodata
        if bad.any():
            y, x = np.argwhere(bad)[0]
            raise CostError(
                f"the cost in row {rows.start + y}, column {x} is {band[y, x]:g}; allowed: 0 and more, NaN, "
                "infinity; if it means no data, say so with nodata="
            )


def _number(name: str, value: object) -> float:
    number = as_number(value)
    if number is None:
        raise OptionError(f"{name} is {value!r}; allowed: a number")
    return number


def _values(name: str, given: ArrayLike) -> NDArray[Any]:
    """Return a raster as C-ordered float32 or float64, without a copy where it is that already."""
    values: NDArray[Any] = np.asanyarray(given)
    if isinstance(values, np.ma.MaskedArray):
        kind = values.dtype if values.dtype.kind == "f" else np.float64
        values = np.ma.filled(values.astype(kind), np.nan)
    if values.dtype.kind not in "biuf":
        raise ArrayTypeError(f"{name} holds {values.dtype}; allowed: bool, integers, floats")
    if values.ndim != 2 or 0 in values.shape:
        raise ArrayError(
            f"{name} has the shape {values.shape}; allowed: rows and columns, one or more of each"
        )
    exact = values.dtype.itemsize <= 2 or values.dtype == np.float32
    return np.ascontiguousarray(values, np.float32 if exact else np.float64)
