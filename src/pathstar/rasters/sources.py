"""Where paths begin: places, a mask or a labelled raster, with costs at the start."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar.errors import ArrayError, CostError, OptionError, PlaceError, PlaceTypeError
from pathstar.maps.layers import as_array, is_masked_array, numbers_of
from pathstar.rasters.raster import Raster

NO_LABEL = 2**32 - 1  # of a cell that no source has reached


@dataclass(frozen=True)
class Sources:
    """Cells at which paths begin.

    Attributes:
        cells: int64 ``(n,)``: row times width plus column.
        numbers: uint32 ``(n,)``: the number of each cell's source.
        starts: float64 ``(n,)``: the cost of being there.
        multipliers: float64 ``(n,)``: the factor by which the steps of its paths cost more.
    """

    cells: NDArray[np.int64]
    numbers: NDArray[np.uint32]
    starts: NDArray[np.float64]
    multipliers: NDArray[np.float64]

    def only(self, chosen: NDArray[np.bool_]) -> Sources:
        """Return some of them."""
        return Sources(
            self.cells[chosen], self.numbers[chosen], self.starts[chosen], self.multipliers[chosen]
        )


def sources_of(
    raster: Raster,
    given: ArrayLike,
    start_costs: ArrayLike | None = None,
    multipliers: ArrayLike | None = None,
    noun: str = "source",
) -> Sources:
    """Return sources after checking that they lie on the raster.

    Args:
        raster: The raster on which they lie.
        given: Places ``(n, 2)``, columns x and y; or a raster of the same shape: a mask, or labels from 1,
            where 0 and masked entries are not sources. Places and cells of a mask are numbered from 0, a mask
            row by row; a label is its own number.
        start_costs: One for each source, for labels in rising order, or one for all. None stands for 0.
        multipliers: The same. None stands for 1.
        noun: The noun for a source, for errors.

    Raises:
        ArrayError, PlaceError, PlaceTypeError, OptionError, CostError: The sources or their numbers are not
            allowed.
    """
    values = by_cell_or_places(given, f"{noun}s")
    if is_by_cell(values, raster.shape):
        cells, numbers = _from_raster(values)
    else:
        cells = cells_of(raster, values, noun)
        numbers = np.arange(len(cells), dtype=np.uint32)
    if len(cells) == 0:
        raise OptionError(f"there is no {noun}; allowed: one or more")
    check_open(raster, cells, noun, numbers)
    starts = _for_each("start_costs", start_costs, 0.0, cells, numbers)
    factors = _for_each("multipliers", multipliers, 1.0, cells, numbers)
    if not (factors > 0).all():
        raise CostError("multipliers must be over 0")
    return Sources(cells, numbers, starts, factors)


def by_cell_or_places(given: Any, name: str) -> NDArray[Any]:
    """Return sources as an array; masked entries, such as in a band of a file, are not sources.

    Raises:
        ArrayError: They cannot be turned into an array.
    """
    return as_array(np.ma.filled(given, 0) if is_masked_array(given) else given, name)


def cells_of(raster: Raster, places: ArrayLike, noun: str) -> NDArray[np.int64]:
    """Return the numbers of the cells at places ``(n, 2)`` or one place ``(2,)``.

    Raises:
        PlaceTypeError: They are not pairs of whole numbers.
        PlaceError: One lies outside; the message names it.
    """
    points = as_array(places, f"{noun}s")
    points = points[None] if points.shape == (2,) else points
    whole = points.dtype.kind in "iu" or (points.dtype.kind == "f" and (points == np.floor(points)).all())
    if points.ndim != 2 or points.shape[1] != 2 or not whole:
        raise PlaceTypeError(
            f"{noun}s are {places!r:.80}; allowed: places (x, y), whole numbers: column and row"
        )
    rows, columns = raster.shape
    outside = (points < 0).any(axis=1) | (points[:, 0] >= columns) | (points[:, 1] >= rows)
    if outside.any():
        number = int(np.argmax(outside))
        raise PlaceError(
            f"{noun} {number}, {tuple(points[number].tolist())}, lies outside the raster of {columns:,} "
            f"columns and {rows:,} rows"
        )
    x, y = points.astype(np.int64).T
    return np.asarray(y * columns + x, np.int64)


def is_by_cell(values: NDArray[Any], shape: tuple[int, ...]) -> bool:
    """Return whether sources are given cell by cell, as a mask or labels.

    Numbers in an array ``(n, 2)`` are places, even if the raster has that shape.
    """
    return values.shape == shape and (
        values.dtype.kind == "b" or (values.dtype.kind in "iuf" and shape[1] != 2)
    )


def _from_raster(values: NDArray[Any]) -> tuple[NDArray[np.int64], NDArray[np.uint32]]:
    if values.dtype.kind == "b":
        cells = np.flatnonzero(values)
        return cells, np.arange(len(cells), dtype=np.uint32)
    if values.dtype.kind == "f":
        values = np.nan_to_num(values, nan=0.0)
        if (values != np.floor(values)).any():
            raise ArrayError(
                "a raster of sources holds numbers that are not whole; allowed: a mask, or labels"
            )
    if values.min() < 0 or values.max() >= 2**31:
        raise ArrayError("the labels of sources must lie between 0, no source, and 2,147,483,647")
    cells = np.flatnonzero(values)
    return cells, values.reshape(-1)[cells].astype(np.uint32)


def check_open(
    raster: Raster, cells: NDArray[np.int64], noun: str, numbers: NDArray[np.uint32] | None = None
) -> None:
    """Check that cells can be entered.

    Args:
        raster: The raster on which they lie.
        cells: Row times width plus column.
        noun: The noun for a cell, for errors.
        numbers: The numbers of the cells; None numbers them from 0.

    Raises:
        PlaceError: A cell lies on no data; the message names it.
    """
    cost = raster.at(raster.cost, cells)
    closed = ~(np.isfinite(cost) & (cost != raster.nodata))
    if raster.height is not None:
        closed |= np.isnan(raster.at(raster.height, cells))
    if closed.any():
        i = int(np.argmax(closed))
        number = i if numbers is None else numbers[i]
        place = raster.place_of(int(cells[i]))
        raise PlaceError(f"{noun} {number} at {place}: no data there, so the cell cannot be entered")


def _for_each(
    name: str,
    given: ArrayLike | None,
    default: float,
    cells: NDArray[np.int64],
    numbers: NDArray[np.uint32],
) -> NDArray[np.float64]:
    """Return one value for each cell: given for all, for each label in rising order, or for each cell."""
    if given is None:
        return np.full(len(cells), default)
    values = numbers_of(given, name).astype(np.float64)
    if not ((values >= 0) & (values < math.inf)).all():
        raise CostError(f"{name} is {given!r:.80}; allowed: finite numbers from 0 up")
    if values.ndim == 0:
        return np.full(len(cells), float(values))
    labels, places = np.unique(numbers, return_inverse=True)
    if values.shape == labels.shape:
        return values[places.reshape(-1)]
    if values.shape == cells.shape:
        return values
    raise ArrayError(
        f"{name} has the shape {values.shape}; allowed: one number, or one for each of {len(labels)} sources"
    )
