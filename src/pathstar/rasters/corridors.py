"""Corridors: the cost of the best path through each cell."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar.errors import OptionError
from pathstar.maps.arguments import as_number
from pathstar.maps.parts import bands_of
from pathstar.rasters.distance import cost_distance
from pathstar.rasters.raster import Costs, Raster, raster_of
from pathstar.rasters.series import series_of
from pathstar.rasters.sources import sources_of
from pathstar.rasters.tiles.raw import unmapped

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from pathstar.rasters.raster import Ground
    from pathstar.rasters.tiles.plan import Tiles

KEPT = 2  # rasters of costs in a store, besides those of a run


@dataclass(frozen=True, eq=False)
class Corridor:
    """The cost of the best path through each cell, from some places to others.

    Attributes:
        through: float64 ``[h, w]``; infinity where no path leads.
        cost: The cost of the best path of all.
    """

    through: NDArray[np.float64]
    cost: float

    def within(self, share: float) -> NDArray[np.bool_]:
        """Return the cells through which a path costs at most `share` more than the best: 0.05 is 5 %.

        Returns:
            bool ``[h, w]``.

        Raises:
            OptionError: The share is not a number from 0 up.
        """
        more = checked_share(share)
        # Both halves are rounded separately, so the cells of the best path differ in the last digits.
        return np.asarray((self.through <= self.cost * (1 + more) * (1 + 1e-12)) & (self.through < math.inf))


def checked_share(share: float) -> float:
    """Return the share by which a path may cost more than the best.

    Raises:
        OptionError: It is not a number from 0 up.
    """
    more = as_number(share)
    if more is None or not more >= 0:
        raise OptionError(f"share is {share!r}; allowed: a number from 0 up, such as 0.05")
    return more


def corridor(
    cost: Costs | Raster,
    starts: ArrayLike,
    goals: ArrayLike,
    *,
    tiles: Tiles | None = None,
    **ground: Unpack[Ground],
) -> Corridor:
    """Return the cost of the best path from some places to others through each cell.

    Args:
        cost: ``[h, w]``: cost per unit of length; or a `Raster`.
        starts: Places ``(n, 2)``, a mask or labels, as sources of `cost_distance`.
        goals: The same.
        tiles: How to work in tiles, such as with a store; see `Tiles`. The result is the same.
        ground: The options of `Raster`.

    Raises:
        PathstarError: As `cost_distance`.

    Example:
        >>> found = corridor([[1, 1, 1], [1, 5, 1], [1, 1, 1]], [(0, 1)], [(2, 1)])
        >>> found.within(0.05).astype(int)
        array([[0, 1, 0],
               [1, 0, 1],
               [0, 1, 0]])
    """
    raster = raster_of(cost, **ground)
    ends = [
        sources_of(raster, places, noun=noun).cells for noun, places in (("start", starts), ("goal", goals))
    ]
    with series_of(raster, tiles, "corridor", ends, runs=2, kept=KEPT) as runs:
        there = runs.costs("starts", partial(cost_distance, sources=starts, outputs=("cost",)))
        back = partial(cost_distance, sources=goals, outward=False, outputs=("cost",))
        through = runs.total("through", there, runs.costs("goals", back))
    values = unmapped(through)
    return Corridor(through, min(float(values[rows, :].min()) for rows in bands_of(raster.shape)))
