"""Arrays of numbers as maps: the rules that ``.npy`` and ``.csv`` files share.

The option ``values`` says what the numbers mean:

- ``"auto"``: 0, NaN and infinity are blocked, other numbers are costs; if they are all 1 there are no costs.
- ``"walkable"``: 0 and NaN are blocked, everything else is walkable; no costs.
- ``"costs"``: every number is a cost and 0 is free; NaN and infinity are blocked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import OptionError
from pathstar.io.meanings import costs_of_cells, refuse_loss
from pathstar.maps.arguments import checked_name
from pathstar.maps.frame import Frame
from pathstar.maps.layers import nonzero_of
from pathstar.maps.map import Map

VALUES = ("auto", "walkable", "costs")
Wrong = Callable[[int, int, float], Exception]


def check_values(values: str) -> None:
    """Raise OptionError if there is no such rule."""
    checked_name("kind of values", values, VALUES)


def map_of(numbers: NDArray[Any], values: str, name: str, negative: Wrong, frame: Frame | None = None) -> Map:
    """Make a map of numbers ``[h, w]``.

    Args:
        numbers: Bools, integers or floats.
        values: What they mean; see above.
        name: The name of the map.
        negative: Returns the error for a negative cost from its x, y and value.
        frame: The frame of the cells.
    """
    if values == "walkable" or numbers.dtype.kind == "b":
        return Map(nonzero_of(numbers), name=name, frame=frame)
    with np.errstate(over="ignore"):
        costs = numbers.astype(np.float64)
    if (costs < 0).any():
        y, x = divmod(int(np.argmax(costs < 0)), costs.shape[1])
        raise negative(x, y, float(costs[y, x]))
    walkable = np.isfinite(costs)
    if values == "auto":
        walkable &= costs > 0
    costs[~walkable] = 1.0
    return Map(walkable, cost=None if (costs == 1).all() else costs, name=name, frame=frame)


def numbers_of_map(
    map: Map, values: str, suffix: str, lossy: bool
) -> NDArray[np.bool_] | NDArray[np.float64]:
    """Return the numbers that represent a map; bools if it has no costs.

    Raises:
        OptionError: Costs or layers would be lost, or a cell of cost 0 would read back as blocked.
    """
    check_values(values)
    costs = costs_of_cells(map)
    plain = bool((costs == 1).all())
    refuse_loss(map, suffix, lossy, costs_kept=plain or values != "walkable")
    if values == "walkable" or (values == "auto" and plain):
        return map.passable
    free = map.passable & (costs == 0)
    if values == "auto" and free.any():
        place = map.place_at(int(np.argmax(free)))
        raise OptionError(
            f"the cell {place} has the cost 0, which would read back as blocked; "
            "write and read the file with values='costs'"
        )
    blocked = 0.0 if values == "auto" else np.inf
    return np.where(map.passable, costs, blocked)
