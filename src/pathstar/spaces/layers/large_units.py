"""The common part of grids for units that take up several squares."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pathstar import _core
from pathstar.spaces.base import Cache
from pathstar.spaces.grid import Grid, squares_of
from pathstar.spaces.links import Links

if TYPE_CHECKING:
    from pathstar.maps.change import Change


class LargeUnits(Grid):
    """A grid of plain squares as it is for units that take up several of them, over the grid itself."""

    __slots__ = ("ground",)

    core: _core.Grid
    ground: Grid

    def _lie_over(self, ground: Grid, side: int, radius: float) -> None:
        """Lie over a grid that was checked, for squares of a side, or with a radius above 0 for discs."""
        self.ground = ground
        self.moves = replace(ground.moves, corners="no_cut")
        self.cost_model = ground.cost_model
        self.cache = Cache()
        self.links = Links()
        self.is_plain = True
        self.source = None
        self._height, self._width = ground.shape
        self.core = _core.Grid.sized(squares_of(ground, self.kind.name), side, radius)

    def update(self, change: Change) -> None:
        """Take over an edit of the map that the grid was made from; see `Grid.update`."""
        self.ground.update(change)
