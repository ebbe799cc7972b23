"""Masks: which places one planner may enter."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar import _core
from pathstar._core import fixed_place
from pathstar.errors import ArrayError, OptionError
from pathstar.maps.layers import as_array
from pathstar.spaces.base import Space


def mask_of(space: Space, avoid: Any, only: Any) -> _core.CellMask | None:
    """Return the mask of a planner; None without one.

    Args:
        space: Where to search.
        avoid: Places not to enter: a bool array in the shape of the space, or a list of places.
        only: The only places to enter, in the same form.

    Raises:
        OptionError: The space does not support masks.
        ArrayError: A bool array has a wrong shape or masked entries.
        PlaceError, PlaceTypeError: An entry of a list is not a place of the space.
    """
    if avoid is None and only is None:
        return None
    if not space.capabilities.one_to_all:
        raise OptionError(
            f"avoid and only need a space whose places are all known beforehand, not a {space.kind.name}"
        )
    ground = space.ground
    allowed = np.ones(ground.size, np.uint8)
    if avoid is not None:
        allowed &= ~_chosen(ground, "avoid", avoid)
    if only is not None:
        allowed &= _chosen(ground, "only", only)
    return _core.CellMask(allowed)


def kept_places(name: str, places: Any) -> Any:
    """Return a copy of ``avoid`` or ``only``, which stays as it is if the caller changes the original."""
    if places is None:
        return None
    if hasattr(places, "__array__") or hasattr(places, "__dlpack__"):
        return np.array(as_array(places, name))
    return list(map(fixed_place, places))


def _chosen(space: Space, name: str, places: Any) -> NDArray[np.bool_]:
    array = as_array(places, name)
    shape = getattr(space, "shape", (space.size,))
    if array.dtype == np.bool_:
        if array.shape != shape:
            raise ArrayError(f"{name} has the shape {array.shape}, the space {shape}; they must be equal")
        return array.ravel()
    chosen = np.zeros(space.size, bool)
    if array.size:
        chosen[space.nodes_of(places, name)] = True
    return chosen
