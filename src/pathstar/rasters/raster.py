"""A raster that is ready for searches: costs, heights, and the rule for step costs."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypedDict

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar import _core
from pathstar.errors import ArrayError, ArrayTypeError, CostError, OptionError
from pathstar.maps.arguments import as_number, checked_name, checked_switch
from pathstar.maps.layers import as_array, is_masked_array, numbers_of
from pathstar.maps.map import Map
from pathstar.maps.parts import bands_of
from pathstar.rasters.georeference import Georeference
from pathstar.rasters.lengths import ellipsoid_lengths, planar_lengths
from pathstar.rasters.map_layers import costs_of, layer_of, place_of
from pathstar.rasters.paces import checked_pace
from pathstar.rasters.tiles.copies import TileCopy

if TYPE_CHECKING:
    from typing_extensions import Unpack

DIRECTIONS = (4, 8, 16, 32)
CORNERS = ("free", "no_squeeze", "no_cut")
COMBINE = ("multiply", "add")
NO_MARGINS = (0, 0, 0, 0)
_BLOCK = 512  # rows and columns; single cells of a layer within such a block are read together


class Layer(Protocol):
    """Rows and columns of numbers: an array, or an object that reads parts, such as a Zarr or Dask array."""

    @property
    def shape(self) -> tuple[int, ...]:
        """Rows and columns."""

    @property
    def dtype(self) -> Any:
        """The type of the numbers."""

    def __getitem__(self, part: Any, /) -> Any:
        """Return a part, given by slices, in a form that NumPy accepts."""


Costs = ArrayLike | Layer | Map | None
"""The costs of a `Raster`; None stands for 1 everywhere."""

Native = _core.RasterGround32 | _core.RasterGround64


class Ground(TypedDict, total=False):
    """The arguments of `Raster` besides the costs."""

    directions: int
    corners: str
    cell_size: float | Sequence[float] | None
    latitudes: ArrayLike | None
    wrap: bool | None
    nodata: float | None
    height: ArrayLike | Layer | str | None
    pace: str | Sequence[ArrayLike]
    combine: str


class Raster:
    """Costs of cells, and the costs of steps between them.

    A step costs its length times the mean cost of the cells that it crosses, weighted by their shares of its
    line: both ends of a step to a neighbour, four cells of a knight's step. If one of them is nodata, the
    step is closed; so a thin barrier holds in any direction. Steps cut corners, as in GIS programs, unless
    `corners` says otherwise.

    With `height`, a step up or down a slope also costs a pace: with ``combine="multiply"`` its length times
    mean cost times pace, with ``"add"`` its length times the sum of mean cost and pace. The slope is measured
    from end to end.

    Args:
        cost: ``[h, w]`` of any integer, float or bool dtype: cost per unit of length, from 0. NaN, infinity
            and nodata cannot be entered. None stands for 1 everywhere, and needs a height. Or a `Map`, whose
            cost field counts; its frame gives the size of cells, and tells whether they are degrees. Arrays
            of float32 and float64 are read in place by each run, so do not change them meanwhile.
        directions: 4, 8, 16 (with knight's steps) or 32.
        corners: When a step's line, such as that of a diagonal step, may pass through a corner of cells.
            ``"free"``: always; ``"no_squeeze"``: if at least one of the two cells beside the corner is open;
            ``"no_cut"``: if both are.
        cell_size: The width and the height of a cell, or one number for both. By default 1; with latitudes
            it must be given, in degrees.
        latitudes: float ``(h,)``: the latitudes of the rows' centres, for a raster in degrees: they rise or
            fall from row to row. Lengths are then metres on the WGS84 ellipsoid.
        wrap: Whether the last column lies beside the first, as at 180 degrees.
        nodata: A cost that stands for no data.
        height: ``[h, w]``: the height of each cell, in the unit of lengths. NaN cannot be entered. For a
            `Map`, the name of a layer.
        pace: A name of `PACES`, or a table of slopes and paces; see `pace_on`. It needs a height.
        combine: ``"multiply"`` or ``"add"``.

    Raises:
        ArrayError, ArrayTypeError: An array has the wrong shape or type.
        CostError: A cost is negative and not nodata. Layers read part by part, such as a Dask array or a
            file, are checked when a run begins, before its work.
        OptionError: An option is not allowed, or latitudes are given without a cell_size.

    Example:
        >>> Raster([[1, 2], [3, -9999]], nodata=-9999, cell_size=(30, 20))
        Raster(2 rows, 2 columns, 8 directions)
    """

    def __init__(
        self,
        cost: Costs,
        *,
        directions: int = 8,
        corners: str = "free",
        cell_size: float | Sequence[float] | None = None,
        latitudes: ArrayLike | None = None,
        wrap: bool | None = None,
        nodata: float | None = None,
        height: ArrayLike | Layer | str | None = None,
        pace: str | Sequence[ArrayLike] = "tobler",
        combine: str = "multiply",
    ) -> None:
        if not isinstance(directions, (int, np.integer)) or directions not in DIRECTIONS:
            raise OptionError(f"directions is {directions!r}; allowed: {', '.join(map(str, DIRECTIONS))}")
        if cost is None and height is None:
            raise OptionError("cost is None, which needs a height: without both every step costs its length")
        self.add = checked_name("combination", combine, COMBINE) == "add"
        if height is None and (self.add or not (isinstance(pace, str) and pace == "tobler")):
            raise OptionError(
                f"pace is {pace!r:.80} and combine {combine!r}, which need a height; none is given"
            )
        place: dict[str, Any] = {}
        if isinstance(cost, Map):
            height = layer_of(cost, height) if isinstance(height, str) else height
            place = place_of(cost)
            cost = costs_of(cost)
        latitudes = place.get("latitudes") if latitudes is None else latitudes
        cell_size = place.get("cell_size") if cell_size is None else cell_size
        self.directions = int(directions)
        self.corners = checked_name("corner rule", corners, CORNERS)
        self.wrap = checked_switch("wrap", place.get("wrap", False) if wrap is None else wrap)
        self.height: Layer | None = None if height is None else _layer("height", height)
        self.cost: Layer = np.ones(_shape(self.height), np.float32) if cost is None else _layer("cost", cost)
        self.dtype = self._common_type()
        self.nodata = math.nan if nodata is None else self._as_stored(_number("nodata", nodata))
        if isinstance(self.cost, np.ndarray):
            self.cost = self.converted(self.cost)
        if isinstance(self.height, np.ndarray):
            self.height = self.converted(self.height)
        no_pace = (_core.Pace.none, (np.empty(0), np.empty(0)))
        self.pace, self.table = no_pace if height is None else checked_pace(pace)
        self.lengths = self._lengths(cell_size, latitudes)
        self.georeference: Georeference | None = None  # set if its place on a map is known
        if self.wrap and self.shape[1] < 8:
            raise ArrayError(f"a raster that wraps has {self.shape[1]} columns; allowed: 8 or more")
        if isinstance(self.cost, np.ndarray):
            for rows in bands_of(self.shape):
                check_costs(self.cost[rows], self.nodata, rows.start)

    def __repr__(self) -> str:
        rows, columns = self.shape
        return f"Raster({rows:,} rows, {columns:,} columns, {self.directions} directions)"

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return _shape(self.cost)

    @property
    def in_memory(self) -> bool:
        """Whether its layers are arrays, not read part by part."""
        return isinstance(self.cost, np.ndarray) and (
            self.height is None or isinstance(self.height, np.ndarray)
        )

    def layers(self) -> dict[str, Layer]:
        """Return the costs and, if there are any, the heights, by name."""
        return {"cost": self.cost} if self.height is None else {"cost": self.cost, "height": self.height}

    def copied_layers(self, shared: bool) -> list[str]:
        """Return the names of the layers that a run in tiles copies into files: those not in arrays.

        The values in a `TileCopy` were checked when it was made.

        Args:
            shared: Whether arrays are copied too, so that other processes can read them.
        """
        layers = {name: layer for name, layer in self.layers().items() if not isinstance(layer, TileCopy)}
        return [name for name, layer in layers.items() if shared or not isinstance(layer, np.ndarray)]

    def at(self, layer: Layer, cells: NDArray[np.int64]) -> NDArray[Any]:
        """Return the values of a layer at cells, row times width plus column."""
        rows, columns = np.divmod(cells, self.shape[1])
        if isinstance(layer, np.ndarray):
            return np.asarray(layer[rows, columns])
        found = np.empty(len(cells), self.dtype)
        blocks = np.column_stack([rows // _BLOCK, columns // _BLOCK])
        for block in np.unique(blocks, axis=0):
            here = (blocks == block).all(axis=1)
            y, x = rows[here], columns[here]
            top, left = int(y.min()), int(x.min())
            part = self.converted(layer[top : int(y.max()) + 1, left : int(x.max()) + 1])
            found[here] = part[y - top, x - left]
        return found

    def place_of(self, cell: int) -> str:
        """Return column and row of a cell as text, with the map coordinates of its centre if it has any."""
        y, x = divmod(cell, self.shape[1])
        if self.georeference is None:
            return f"{(x, y)}"
        east, north = self.georeference.centre(x, y)
        return f"{(x, y)}, in map coordinates {east:.10g},{north:.10g}"

    def rule(self, outward: bool, scale: float = 1.0, rows: slice = slice(None)) -> _core.StepRule:
        """Return the native rule for steps of some rows; all steps cost `scale` times as much."""
        lengths = self.lengths if len(self.lengths) == 1 else self.lengths[rows]
        slopes, paces = self.table
        return _core.StepRule(
            self.directions,
            _core.Corners[self.corners],
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

        def window(layer: Layer) -> NDArray[Any]:
            if last - first + 1 == len(columns):
                return self.converted(layer[down, first : last + 1])
            # The window wraps round, so its columns come in parts.
            parts = np.split(columns, np.flatnonzero(np.diff(columns) != 1) + 1)
            read = [self.converted(layer[down, int(part[0]) : int(part[-1]) + 1]) for part in parts]
            return np.concatenate(read, axis=1)

        return window(self.cost), None if self.height is None else window(self.height)

    def options_digest(self) -> bytes:
        """Return a digest of the options, without the costs and the heights."""
        digest = hashlib.sha256(repr((self.directions, self.wrap, self.nodata, self.add)).encode())
        digest.update(repr((self.corners, self.pace, self.shape, self.dtype)).encode())
        for array in (*self.table, self.lengths):
            digest.update(array.tobytes())
        return digest.digest()

    def native(self) -> Native:
        """Return the whole raster as a native region."""
        cost, height = self.read(np.arange(self.shape[0]), np.arange(self.shape[1]))
        return native_ground(cost, height, self.nodata, NO_MARGINS, self.wrap)

    def _common_type(self) -> np.dtype[Any]:
        """Return the type in which costs and heights are exact: float32 or float64."""
        layers = [layer for layer in (self.cost, self.height) if layer is not None]
        if len({_shape(layer) for layer in layers}) > 1:
            raise ArrayError(
                f"cost has the shape {_shape(layers[0])}, height {_shape(layers[1])}; they must agree"
            )
        exact = all(layer.dtype.itemsize <= 2 or layer.dtype == np.float32 for layer in layers)
        return np.dtype(np.float32 if exact else np.float64)

    def _as_stored(self, nodata: float) -> float:
        """Return nodata in the type of the costs: float32 cannot hold 1e20, only a number near it."""
        kind = self.cost.dtype if self.cost.dtype.kind == "f" else self.dtype
        with np.errstate(over="ignore"):
            return float(np.float64(nodata).astype(kind))

    def converted(self, part: Any) -> NDArray[Any]:
        """Return a part of a layer in the form for native code, without a copy if it has that form already.

        Masked values become NaN.
        """
        values: NDArray[Any] = np.asanyarray(part)
        if is_masked_array(values):
            values = np.ma.filled(values.astype(self.dtype), np.nan)
        values = values.astype(self.dtype, copy=False)
        return values if values.strides[-1:] == (self.dtype.itemsize,) else np.ascontiguousarray(values)

    def _lengths(
        self, cell_size: float | Sequence[float] | None, latitudes: ArrayLike | None
    ) -> NDArray[np.float64]:
        if cell_size is None and latitudes is not None:
            raise OptionError("latitudes need a cell_size: the width and the height of a cell in degrees")
        width, height = checked_cell_size(1.0 if cell_size is None else cell_size)
        if latitudes is None:
            return planar_lengths(width, height)
        rows = numbers_of(latitudes, "latitudes").astype(np.float64)
        if rows.shape != self.shape[:1]:
            raise ArrayError(
                f"latitudes has the shape {rows.shape}; allowed: one for each of {self.shape[0]} rows"
            )
        if not (np.abs(rows) <= 90).all():
            raise ArrayError("latitudes must lie between -90 and 90 degrees")
        apart = np.diff(rows)
        if not ((apart < 0).all() or (apart > 0).all()):
            raise ArrayError("latitudes must rise or fall from row to row")
        return ellipsoid_lengths(rows, width, height)


def raster_of(cost: Costs | Raster, **ground: Unpack[Ground]) -> Raster:
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
    """Return a native region over arrays, which the caller must keep."""
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


def check_costs(values: NDArray[Any], nodata: float, top: int, left: int = 0) -> None:
    """Raise an error for the first cost of a part that is negative and not nodata; the part begins at a cell.

    Raises:
        CostError: There is such a cost.
    """
    bad = values < 0
    if not math.isnan(nodata):
        bad &= values != nodata
    if bad.any():
        y, x = np.argwhere(bad)[0]
        raise CostError(
            f"the cost in row {top + y}, column {left + x} is {values[y, x]:g}; allowed: 0 and more, NaN, "
            "infinity; if it means no data, say so with nodata="
        )


def _number(name: str, value: object) -> float:
    number = as_number(value)
    if number is None:
        raise OptionError(f"{name} is {value!r}; allowed: a number")
    return number


def _layer(name: str, given: Any) -> Layer:
    """Return a layer: an array, or an object that returns its parts as arrays."""
    layer: Layer = given
    if not (hasattr(given, "shape") and hasattr(given, "dtype") and hasattr(given, "__getitem__")):
        layer = as_array(given, name)
    if layer.dtype.kind not in "biuf":
        raise ArrayTypeError(f"{name} holds {layer.dtype}; allowed: bool, integers, floats")
    if len(layer.shape) != 2 or 0 in layer.shape:
        raise ArrayError(
            f"{name} has the shape {layer.shape}; allowed: rows and columns, one or more of each"
        )
    return layer


def _shape(layer: Layer | None) -> tuple[int, int]:
    assert layer is not None
    return int(layer.shape[0]), int(layer.shape[1])
