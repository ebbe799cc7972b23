"""Working out what an edit would do, without doing it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import ArrayError, CostError
from pathstar.maps.arguments import checked_name
from pathstar.maps.layers import PlaceAt, codes_of, costs_of, numbers_of, values_of, walkable_of
from pathstar.maps.legend import check_codes, open_codes
from pathstar.maps.regions import cells_of

if TYPE_CHECKING:
    from pathstar.maps.map import Map

Edited = tuple[NDArray[np.int64], NDArray[Any], NDArray[np.bool_]]


def edited(map: Map, layer: str, region: Any, value: Any) -> Edited:
    """Return which cells an edit truly changes, and what their layer and ``passable`` hold afterwards.

    Args:
        map: The map; it is not changed.
        layer: Name of a layer that the map has.
        region: Which cells; see `cells_of`.
        value: One value, or an array that NumPy could assign to the region.

    Returns:
        Numbers of the cells, int64 ``(n,)`` row by row; their new values; whether they are passable then.

    Raises:
        PathstarError: As `Map.edit` says.
    """
    checked_name("layer", layer, map.layers)
    cells, shape = cells_of(region, map.shape)

    def place_at(index: int) -> tuple[int, int]:
        return map.place_at(int(cells[index]))

    values = _new_values(map, layer, _fitted(layer, value, shape), place_at)
    passable = _new_passable(map, layer, values, cells, place_at)
    changed = differs(map.layers[layer].ravel()[cells], values)
    changed |= map.passable.ravel()[cells] != passable
    return cells[changed], values[changed], passable[changed]


def differs(old: NDArray[Any], new: NDArray[Any]) -> NDArray[np.bool_]:
    """Return where two arrays differ; NaN equals NaN."""
    different: NDArray[np.bool_] = old != new
    if old.dtype.kind == "f":
        different &= ~(np.isnan(old) & np.isnan(new))
    return different


def _fitted(layer: str, value: Any, shape: tuple[int, ...]) -> NDArray[Any]:
    numbers = numbers_of(value, f"the new {layer}")
    try:
        return np.broadcast_to(numbers, shape).ravel()
    except ValueError:
        raise ArrayError(
            f"the new {layer} has the shape {numbers.shape}, which does not fit a region of shape {shape}"
        ) from None


def _new_values(map: Map, layer: str, numbers: NDArray[Any], place_at: PlaceAt) -> NDArray[Any]:
    if layer == "passable":
        return walkable_of(numbers, "the new passable")
    if layer == "cost":
        return costs_of(numbers, place_at, "the new cost")
    if layer == "terrain":
        codes = codes_of(numbers, place_at, "the new terrain")
        check_codes(codes, map.legend, place_at)
        return codes
    return values_of(numbers)


def _new_passable(
    map: Map, layer: str, values: NDArray[Any], cells: NDArray[np.int64], place_at: PlaceAt
) -> NDArray[np.bool_]:
    passable: NDArray[np.bool_] = map.passable.ravel()[cells]
    finite = np.ones(len(cells), bool) if map.cost is None else np.isfinite(map.cost.ravel()[cells])
    if layer == "passable":
        contradiction = values & ~finite
        if contradiction.any():
            raise CostError(
                f"the cost at {place_at(int(np.argmax(contradiction)))} is not finite, "
                "so the cell cannot be passable; edit its cost first"
            )
        passable = values
    elif layer == "cost":
        # a cell closed by its cost opens with it; a wall stays a wall
        passable = (passable | ~finite) & np.isfinite(values)
    elif layer == "terrain" and map.legend:
        passable = open_codes(map.legend)[values] & finite
    return passable
