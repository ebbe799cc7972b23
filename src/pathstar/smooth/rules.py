"""The lines that a unit may follow on a space, and their costs: the native rules, with arrays of points."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar import _core
from pathstar.errors import OptionError, SpaceError
from pathstar.maps.arguments import checked_number
from pathstar.spaces.base import Space
from pathstar.spaces.grid import squares_of

Points = NDArray[np.float64]


class LineRules:
    """The rules for straight lines on a grid of squares, or of units with a size on one.

    Args:
        space: A `Grid` of plain squares, `Grid.sized` of one included.
        clearance: The least distance of a line from walls, in cells; 0 leaves it to the corner rule.

    Raises:
        SpaceError: It is not such a grid.
        OptionError: A clearance that is not a number from 0, or a clearance for a unit of several squares.
    """

    def __init__(self, space: Space, clearance: float = 0.0) -> None:
        if space.capabilities.plane:
            raise SpaceError(
                f"a path on a {space.kind.name} goes straight from corner to corner already; curve, arcs and "
                "resample take it"
            )
        native = squares_of(space, "smoothing")
        grid: Any = space
        radius, self.side = grid.body
        distance = checked_distance("clearance", clearance, least=0.0)
        if self.side > 1 and distance:
            raise OptionError("a unit of several squares takes no clearance: its own squares keep off walls")
        self.radius = max(distance, radius)
        self._native = _core.LineRule(grid.ground.core, native, self.radius, self.side)

    def free(self, points: Points) -> NDArray[np.bool_]:
        """Return which parts of a polyline of n points the unit may follow: bool ``(n - 1,)``."""
        return self._native.free(_flat(points)).view(np.bool_)

    def costs(self, points: Points) -> NDArray[np.float64]:
        """Return the costs of the parts, the integrals of the cells' costs: float64 ``(n - 1,)``."""
        return self._native.costs(_flat(points))

    def clearance(self, points: Points, most: float = np.inf) -> float:
        """Return the distance of the unit's centre from walls and the border, in cells, at most ``most``."""
        return self._native.clearance(_flat(points + (self.side - 1) / 2), most)

    def snapped(self, points: Points) -> Points:
        """Return points on a path after rounding: on a grid, rounding moves none out of its cell."""
        return points

    def pull(self, points: Points, dearer: bool) -> NDArray[np.uint32]:
        """Return the numbers of the points on the cheapest, or the shortest, line over some of them."""
        return self._native.pull(_flat(points), dearer)


def checked_distance(name: str, value: object, *, least: float | None = None) -> float:
    """Return a distance in cells.

    Args:
        name: The argument's name, for the message.
        value: The argument.
        least: The minimum; None means anything above 0.

    Raises:
        OptionError: It is not such a number.
    """
    above = 0 if least is None else None
    return checked_number(name, value, least, above=above, otherwise=", in cells")


def _flat(points: Points) -> Points:
    return np.ascontiguousarray(points, np.float64).ravel()
