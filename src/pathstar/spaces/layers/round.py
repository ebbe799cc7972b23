"""Units that are discs of any radius."""

from __future__ import annotations

from typing import Any

from pathstar.errors import OptionError
from pathstar.maps.arguments import as_number
from pathstar.spaces.cells import within_memory
from pathstar.spaces.grid import Grid
from pathstar.spaces.kinds import KINDS
from pathstar.spaces.layers.large_units import LargeUnits
from pathstar.spaces.layers.stacks import checked_ground


class Round(LargeUnits):
    """A grid as it is for round units of one radius; `Grid.sized` makes one.

    A unit is a disc around the centre of the cell that is its place. It fits where no blocked square is
    nearer to the centre than the radius, measured to the square itself; everything outside the grid is
    blocked. A step costs its length times the mean cost of the cells whose centres lie within the radius,
    following the grid's `cost_model`. For a diagonal step, the unit must also fit on both cells beside it, so
    on its way it touches no blocked square.

    Args:
        ground: A `Grid` of 4 or 8 directions without links. Its edits are followed.
        radius: In cells: above 0, at most half the shorter side of the grid. Up to 0.5, a unit fits on every
            walkable cell.

    Attributes:
        ground: The grid.
        radius: As above.
        walkable: Where a unit fits, by its place.
        cost: The mean cost under a unit, infinity where it does not fit; or None.

    Raises:
        SpaceError: The ground is not such a grid.
        OptionError: The radius is not such a number.
        MapLimitError: It does not fit into memory.

    Example:
        >>> import pathstar as ps
        >>> grid = ps.Grid([[1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 0]])
        >>> grid.sized(radius=1).walkable.astype(int).tolist()
        [[0, 0, 0, 0], [0, 1, 1, 0], [0, 1, 0, 0], [0, 0, 0, 0]]
    """

    __slots__ = ("radius",)

    kind = KINDS["Round"]

    @within_memory
    def __init__(self, ground: Grid, radius: float) -> None:
        checked_ground("Round", ground)
        self.radius = checked_radius(radius, ground)
        self._lie_over(ground, 1, self.radius)

    @property
    def body(self) -> tuple[float, int]:
        """The unit that walks on it: a disc of its radius."""
        return self.radius, 1

    def __repr__(self) -> str:
        return f"{self.ground!r}.sized(radius={self.radius!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Round, (self.ground, self.radius)


def checked_radius(radius: object, ground: Grid) -> float:
    """Return a radius that fits into a grid.

    Raises:
        OptionError: It is not a number above 0, or over half the shorter side.
    """
    number, most = as_number(radius), min(ground.shape) / 2
    if number is None or not 0 < number <= most:
        raise OptionError(
            f"radius is {radius!r}; allowed: a number above 0, at most {most:g}, "
            "half the shorter side of the grid"
        )
    return number
