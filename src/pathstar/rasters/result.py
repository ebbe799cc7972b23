"""The result of a cost-distance: costs, directions, nearest sources."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import ArrayTypeError, OptionError, PlaceError
from pathstar.maps.arguments import checked_name
from pathstar.maps.layers import as_array
from pathstar.rasters.lengths import MOVES
from pathstar.rasters.raster import Raster

if TYPE_CHECKING:
    from collections.abc import Callable

SOURCE = 0
NO_DIRECTION = 255
NO_SOURCE = -1
CONVENTIONS = ("codes", "grass", "arcgis", "backlink")


@dataclass(frozen=True, eq=False)
class CostDistance:
    """The least cost from the sources to each cell, or from each cell to them.

    Attributes:
        cost: float64 ``[h, w]``; infinity where no path leads, and over `known_to`.
        direction: uint8 ``[h, w]``: the step towards the nearest source along the path. 0 is a source, 1 to 8
            are neighbours clockwise from east, 9 to 16 knight's steps, 17 to 32 longer ones, and 255 is none;
            None if it was not requested. `directions_as` converts them to degrees.
        nearest: int32 ``[h, w]``: the number or the label of the nearest source, -1 where no path leads; None
            if it was not requested. Of equally near sources it is the least number.
        known_to: Costs up to it are known: `max_cost`, or where the last stop was reached.
        settled: The number of expansions of cells.
        visits: The number of visits to tiles.
        raster: The raster.
        outward: Whether paths lead from the sources.
        followable: Whether directions add up to paths: not if the sources have different multipliers.
    """

    cost: NDArray[np.float64]
    direction: NDArray[np.uint8] | None
    nearest: NDArray[np.int32] | None
    known_to: float
    settled: int
    visits: int
    raster: Raster = field(repr=False)
    outward: bool = True
    followable: bool = True

    def points_from(self, cell: int) -> NDArray[np.int64]:
        """Follow directions from a cell, given by row times width plus column, to the nearest source.

        Returns:
            int64 ``(n, 2)``: columns x and y; empty where no path leads.

        Raises:
            OptionError: Directions were not requested, or do not add up to paths.
            PlaceError: There is no such cell.
        """
        if self.direction is None:
            raise OptionError('following a path needs "direction" among the outputs')
        if not self.followable:
            raise OptionError(
                "the sources have different multipliers, so a path may lead through the zone of another "
                "source, whose directions differ; solve for one source at a time"
            )
        height, width = self.raster.shape
        if not isinstance(cell, (int, np.integer)) or not 0 <= cell < height * width:
            raise PlaceError(f"cell is {cell!r}; allowed: whole numbers from 0 to {height * width - 1}")
        y, x = divmod(int(cell), width)
        points = []
        while (code := int(self.direction[y, x])) != NO_DIRECTION:
            points.append((x, y))
            if code == SOURCE:
                break
            dy, dx = MOVES[code - 1].tolist()
            y, x = y + dy, (x + dx) % width if self.raster.wrap else x + dx
        return np.array(points, np.int64).reshape(-1, 2)


def directions_as(direction: NDArray[np.uint8], convention: str) -> NDArray[Any]:
    """Return directions in the conventions of other programs.

    Args:
        direction: uint8 ``[h, w]``: codes of a `CostDistance`.
        convention: ``"grass"``: degrees counter-clockwise from east, 360 is east; ``"arcgis"``: degrees
            clockwise from north, 360 is north, 0 a source; ``"backlink"``: 1 is right, clockwise to 8, 0 a
            source.

    Returns:
        float32 ``[h, w]``, NaN where there is none (for "grass" also at sources); for "backlink" uint8, 255
            where there is none.

    Raises:
        OptionError: The convention is unknown, or a back link cannot hold the directions.
        ArrayTypeError: The directions are not such codes.

    Example:
        >>> import numpy as np
        >>> codes = np.array([[1, 3, 0]], np.uint8)
        >>> directions_as(codes, "grass"), directions_as(codes, "arcgis")
        (array([[360., 270.,  nan]], dtype=float32), array([[ 90., 180.,   0.]], dtype=float32))
    """
    checked_name("convention", convention, CONVENTIONS)
    codes = as_array(direction, "direction")
    if codes.dtype != np.uint8:
        raise ArrayTypeError(f"direction holds {codes.dtype}; allowed: uint8, the codes of a CostDistance")
    if convention == "backlink" and ((codes > 8) & (codes != NO_DIRECTION)).any():
        raise OptionError("a back link holds 8 directions; these have more")
    if convention in ("codes", "backlink"):
        return codes
    degrees = np.full(256, np.nan, np.float32)
    east, north = MOVES[:, 1], -MOVES[:, 0]
    turned: dict[str, Callable[[], NDArray[Any]]] = {
        "grass": lambda: np.degrees(np.arctan2(north, east)),
        "arcgis": lambda: np.degrees(np.arctan2(east, north)),
    }
    angles = turned[convention]() % 360
    degrees[1 : len(MOVES) + 1] = np.where(angles == 0, 360, angles)
    if convention == "arcgis":
        degrees[SOURCE] = 0
    angle_of_cells: NDArray[np.float32] = degrees[codes]
    return angle_of_cells
