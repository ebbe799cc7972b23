"""Units that take up several squares."""

from __future__ import annotations

from typing import Any

from pathstar.errors import OptionError
from pathstar.maps.arguments import checked_whole
from pathstar.spaces.cells import within_memory
from pathstar.spaces.grid import Grid
from pathstar.spaces.kinds import KINDS
from pathstar.spaces.layers.large_units import LargeUnits
from pathstar.spaces.layers.round import Round
from pathstar.spaces.layers.stacks import checked_ground


class Sized(LargeUnits):
    """A grid for units that take up several squares; `Grid.sized` makes one.

    A unit takes up ``side`` squares to the right and down from its place, which is that of its upper left
    square. So places are those of the grid; a unit fits where all its squares are walkable. A step costs its
    length times the mean cost of the squares under the unit, following the grid's `cost_model`. On a diagonal
    step the unit also sweeps the corners beside it, so both must be free, whatever the grid's corner rule.

    Args:
        ground: A `Grid` of 4 or 8 directions without links. Its edits are followed.
        side: The width and height of the unit in squares, from 2 to the shorter side of the grid.

    Attributes:
        ground: The grid.
        side: As above.
        walkable: Where a unit fits, by its place.
        cost: The mean cost of the squares under a unit, infinity where it does not fit; or None.

    Raises:
        SpaceError: The ground is not such a grid.
        OptionError: The side is not a whole number from 2 to the shorter side of the grid.
        MapLimitError: It does not fit into memory.

    Example:
        >>> import pathstar as ps
        >>> grid = ps.Grid([[1, 1, 1, 1], [1, 1, 0, 1], [1, 1, 1, 1], [1, 1, 1, 1]])
        >>> tank = grid.sized(2)
        >>> tank.walkable.astype(int).tolist()
        [[1, 0, 0, 0], [1, 0, 0, 0], [1, 1, 1, 0], [0, 0, 0, 0]]
        >>> ps.find_path(tank, (0, 0), (2, 2)).points.tolist()
        [[0, 0], [0, 1], [0, 2], [1, 2], [2, 2]]
    """

    __slots__ = ("side",)

    kind = KINDS["Sized"]

    @within_memory
    def __init__(self, ground: Grid, side: int) -> None:
        checked_ground("Sized", ground)
        self.side = _checked_side(side, ground, 2)
        self._lie_over(ground, self.side, 0.0)

    @property
    def body(self) -> tuple[float, int]:
        """The unit that walks on it: a square of its side."""
        return 0.0, self.side

    def __repr__(self) -> str:
        return f"{self.ground!r}.sized({self.side})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Sized, (self.ground, self.side)


def sized(grid: Grid, side: Any, radius: Any) -> Grid:
    """Return a grid as it is for units of a size; see `Grid.sized`."""
    if (side is None) == (radius is None):
        given = "neither" if side is None else f"side {side!r} and radius {radius!r}"
        raise OptionError(f"give a side or a radius: a unit is a square or a disc; given: {given}")
    if radius is not None:
        return Round(grid, radius)
    if type(grid) is Grid and _checked_side(side, grid, 1) == 1:
        return grid
    return Sized(grid, side)


def _checked_side(side: Any, ground: Grid, least: int) -> int:
    most = min(ground.shape)
    return checked_whole("side", side, least, most, otherwise=", the shorter side of the grid")
