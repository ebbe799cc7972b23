"""Many places at once on one field, for crowds."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar import _core
from pathstar.errors import ArrayError, OptionError, PlaceError
from pathstar.maps.layers import as_array, numbers_of
from pathstar.paths.known import NOWHERE, Known
from pathstar.spaces.base import Space


def are_many(space: Space, places: Any) -> bool:
    """Return whether an argument is a list or an array of places, not one place."""
    if isinstance(places, tuple) or not isinstance(places, (list, np.ndarray)):
        return False
    if not (space.capabilities.cells or space.capabilities.plane):
        return True
    try:
        axes = np.ndim(places)
    except ValueError:  # rows of different lengths
        return True
    return axes == 2 or (axes == 1 and len(places) == 0)


def next_places(space: Space, known: Known, places: Any) -> NDArray[Any]:
    """Return the next place of each, or the place itself where there is none.

    Raises:
        ArrayError, PlaceError, PlaceTypeError: As `Space.nodes_of`.
    """
    if not space.capabilities.cells or space.capabilities.headings:
        nodes = space.nodes_of(places)
        parents = known.parents[nodes]
        return space.places_of(np.where(parents == NOWHERE, nodes, parents))
    rows = as_array(places, "places")
    axes = len(space.shape)
    if rows.ndim != 2 or rows.shape[1] != axes or rows.dtype.kind not in "iu":
        space.nodes_of(places)
        return np.empty((0, axes), np.int32)
    wide = np.int32 if rows.dtype == np.int32 else np.int64
    following, inside = _steps(space, known).next(np.ascontiguousarray(rows, wide))
    if inside < len(rows):
        space.nodes_of(places)
    return following


def directions_of(space: Space, known: Known, *, outward: bool) -> NDArray[np.uint8]:
    """Return the numbers of the steps; see `Field.directions`."""
    if known.directions is None:
        core: Any = space.core
        numbers = _core.step_numbers(core, known.parents, outward)
        numbers.flags.writeable = False
        known.directions = numbers.reshape(space.shape)
    return known.directions


def flow_at(space: Space, known: Known, points: ArrayLike | None) -> NDArray[np.float64]:
    """Return directions; see `Field.flow`."""
    if not space.capabilities.squares:
        raise OptionError("flow needs a grid of plain squares, with 4 or 8 directions and no joined borders")
    height, width = space.shape
    if points is None:
        at = np.stack(np.meshgrid(np.arange(width), np.arange(height)), axis=-1).reshape(-1, 2)
        return flow_at(space, known, at).reshape(height, width, 2)
    rows = np.ascontiguousarray(numbers_of(points, "points"), np.float64)
    if rows.ndim != 2 or rows.shape[1] != 2:
        raise ArrayError(f"points must be an array (n, 2) of x and y, not of shape {rows.shape}")
    directions, inside = _flow(space, known).directions(rows)
    if inside < len(rows):
        x, y = rows[inside].tolist()
        raise PlaceError(
            f"points[{inside}] = ({x:g}, {y:g}) lies outside the map: x goes from -0.5 to {width - 0.5:g}, "
            f"y from -0.5 to {height - 0.5:g}"
        )
    return directions


def _flow(space: Space, known: Known) -> _core.Flow:
    if known.flow is None:
        core: Any = space.core
        known.flow = _core.Flow(core, directions_of(space, known, outward=False).ravel(), known.costs.ravel())
    return known.flow


def _steps(space: Space, known: Known) -> _core.CellSteps:
    if known.steps is None:
        core: Any = space.core
        known.steps = _core.CellSteps(core, known.parents)
    return known.steps
