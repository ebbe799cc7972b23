"""Edits of any region with any values, and the errors for refused ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pathstar import _core
from pathstar.errors import ArrayError, CostError, OptionError, PathstarError
from pathstar.maps.arguments import checked_name
from pathstar.maps.layers import numbers_of, values_of, walkable_of
from pathstar.maps.legend import described
from pathstar.maps.regions import cells_of, rectangle_of

if TYPE_CHECKING:
    from pathstar.maps.layered import LayeredCells

Done = _core.MapChange | tuple[_core.Refusal, int, float]


def edit_anywhere(
    map: LayeredCells, layer: str, region: Any, value: Any, before: Callable[[], object]
) -> Done:
    """Edit a layer of a map, and return the change, or the native refusal.

    Args:
        map: The map; a refused edit changes nothing.
        layer: The name of an existing layer.
        region: The cells; see `cells_of`.
        value: One value, or an array that NumPy could assign to the region.
        before: Called after all checks, before the edit.

    Raises:
        PathstarError: As `Map.edit`, for regions, shapes and types.
    """
    _check_known(map, layer)
    _refuse_derived(map, layer)
    rectangle = rectangle_of(region, map.shape)
    if rectangle is not None:
        first, rows, columns = rectangle
        values = _fitted(layer, value, (rows, columns))
        before()
        return map.core.edit_rectangle(layer, first, rows, columns, values)
    cells, shape = cells_of(region, map.shape)
    values = _fitted(layer, value, shape)
    if isinstance(region, list) or getattr(region, "dtype", np.bool_) != np.bool_:  # places, which may repeat
        cells, values = _last_of_each(cells, values)
    before()
    return map.core.edit_cells(layer, cells.astype(np.uint32), values)


def _check_known(map: LayeredCells, layer: str) -> None:
    """Raise OptionError if the map has no such layer."""
    if isinstance(layer, str) and layer == "cost" and layer not in map.layers:
        raise OptionError("this map has no costs; give them when it is made: Map(..., cost=np.ones(shape))")
    checked_name("layer", layer, map.layers)


def _last_of_each(
    cells: NDArray[np.int64], values: NDArray[np.float64]
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return cells and their values, each cell once; a single value is that of all cells."""
    if not (np.diff(np.sort(cells)) == 0).any():
        return cells, values
    _, last = np.unique(cells[::-1], return_index=True)
    stay = np.sort(len(cells) - 1 - last)
    return cells[stay], values if len(values) == 1 else values[stay]


def edit_cells(map: LayeredCells, layer: str, cells: NDArray[np.uint32], values: NDArray[np.float64]) -> Done:
    """Edit some cells of a layer, each to its own value, and return the change, or the native refusal.

    Raises:
        PathstarError: The layer follows from others, or the values of a walkable layer say more than that.
    """
    _refuse_derived(map, layer)
    return map.core.edit_cells(layer, cells, _meant(layer, values))


def _refuse_derived(map: LayeredCells, layer: str) -> None:
    if layer in map.derived:
        raise OptionError(
            f"layer {layer!r} follows from where walls are; edit passable, or add another layer"
        )


def removed() -> OptionError:
    """Return the error for an edit of a layer that was removed meanwhile."""
    return OptionError("the layer was removed from the map before the edit was made, as by another thread")


def refused(map: LayeredCells, reason: _core.Refusal, cell: int, value: float) -> PathstarError:
    """Return the error for an edit that native code refused at a cell."""
    if reason is _core.Refusal.no_layer:
        return removed()
    place = map.place_at(cell)
    if reason is _core.Refusal.negative_cost:
        return CostError(
            f"the new cost at {place} is {value}; a cost is a number from 0 up "
            "(NaN or infinity: not walkable)"
        )
    if reason is _core.Refusal.opened_without_cost:
        return CostError(
            f"the cost at {place} is not finite, so the cell cannot be passable; edit its cost first"
        )
    if reason is _core.Refusal.no_code:
        return ArrayError(
            f"the new terrain at {place} is {value:g}; a terrain code is a whole number from 0 to 255"
        )
    return ArrayError(
        f"terrain code {value:g} at {place} is not in the legend, which knows {described(map.legend)}"
    )


def differs(old: NDArray[Any], new: NDArray[Any]) -> NDArray[np.bool_]:
    """Return where two arrays differ; NaN equals NaN."""
    different: NDArray[np.bool_] = old != new
    if old.dtype.kind == "f":
        different &= ~(np.isnan(old) & np.isnan(new))
    return different


def _fitted(layer: str, value: Any, shape: tuple[int, ...]) -> NDArray[np.float64]:
    """Return one number, or one for each cell of a region."""
    numbers = numbers_of(value, f"the new {layer}")
    if numbers.size == 1 and numbers.ndim <= len(shape):
        return _meant(layer, numbers).reshape(1)
    try:
        fitting = numbers if numbers.shape == shape else np.broadcast_to(numbers, shape)
    except ValueError:
        raise ArrayError(
            f"the new {layer} has the shape {numbers.shape}, which does not fit a region of shape {shape}"
        ) from None
    return _meant(layer, fitting).ravel()


def _meant(layer: str, numbers: NDArray[Any]) -> NDArray[np.float64]:
    """Return the numbers for a layer; for a walkable layer they may only mean walkable or not."""
    return values_of(walkable_of(numbers, "the new passable") if layer == "passable" else numbers)
