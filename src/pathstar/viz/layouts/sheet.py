"""The size of a picture and the thickness of its lines: the same for every kind of space and renderer."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import OptionError
from pathstar.maps.arguments import checked_whole
from pathstar.viz.layouts.lattice import Points
from pathstar.viz.layouts.layout import Layout
from pathstar.viz.look import LOOK

AIM = 1024  # pixels of the longer side that a picture aims at, unless its cells would get too large
MOST = 2048  # pixels of the longer side that it exceeds only on request
LARGEST_CELL = 64
MOST_PIXELS = 100_000_000
MOST_OUTLINED = 20_000  # cells; more are drawn as a raster
_SMALLEST_OUTLINED = 5  # pixels


@dataclass(frozen=True, eq=False)
class Sheet:
    """A layout at a size.

    Attributes:
        layout: The layout.
        scale: Pixels per unit.
    """

    layout: Layout
    scale: float

    @property
    def width(self) -> int:
        """Width in pixels."""
        return self._pixels(0)

    @property
    def height(self) -> int:
        """Height in pixels."""
        return self._pixels(1)

    def _pixels(self, axis: int) -> int:
        side = self.layout.size[axis] * self.scale
        return max(1, math.ceil(side) if self.scale < 1 else round(side))

    @property
    def raster(self) -> tuple[int, int]:
        """Rows and columns of pixels where cells are too small to be drawn one by one."""
        return self.height, self.width

    @property
    def signed(self) -> bool:
        """Whether a renderer writes signs, so that rasters say what their pixels show."""
        return False

    @property
    def unit(self) -> float:
        """The diameter of the disc that fits into a cell, in pixels."""
        return self.layout.room * self.scale

    @property
    def outlined(self) -> bool:
        """Whether cells may be drawn one by one, rather than as a raster."""
        enough = self.unit >= _SMALLEST_OUTLINED - 0.5
        return enough and (self.layout.upright or int(self.layout.shown.sum()) <= MOST_OUTLINED)

    @property
    def detailed(self) -> bool:
        """Whether open and closed cells are outlined rather than tinted."""
        return self.outlined and self._at_least("detailed_from")

    @property
    def pointed(self) -> bool:
        """Whether there is room for pointers to parents."""
        return self.detailed and self._at_least("pointers_from")

    @property
    def wordy(self) -> bool:
        """Whether numbers fit into the cells."""
        return self.outlined and self._at_least("numbers_from")

    @property
    def keyed(self) -> bool:
        """Whether F fits into the cells, alone."""
        return self.outlined and self._at_least("key_from") and not self.layout.network

    def _at_least(self, name: str) -> bool:
        least: float = LOOK[name]
        return round(self.unit) >= least

    @property
    def frame(self) -> float:
        """Thickness of the outline of an open or closed cell."""
        return float(max(1, round(self.unit * LOOK["frame"])))

    @property
    def line(self) -> float:
        """Thickness of the path's line."""
        look = LOOK["path"]
        if self.detailed:
            return float(max(look["least"], self.unit * look["line"]))
        return float(max(look["least"], min(look["most_small"], self.unit * look["small"])))

    @property
    def dot(self) -> float:
        """Radius of the path's dot on each cell; 0 if the line alone is clearer."""
        return self.unit * float(LOOK["path"]["dot"]) if self.detailed else 0.0

    @property
    def halo(self) -> float:
        """Thickness of the rim around path, start and goal."""
        return max(float(LOOK["path"]["least_halo"]), self.unit * float(LOOK["path"]["halo"]))

    def marker(self, *, numbers: bool = False) -> float:
        """Return the radius of the start's disc; smaller if there are numbers beside it."""
        look = LOOK["marker"]
        share = look["with_numbers"] if numbers else look["size"] if self.detailed else look["small"]
        return float(max(look["least"], self.unit * share))

    def polygons(self, cells: NDArray[np.integer], shrink: float = 0.0) -> Points:
        """Return the outlines of cells in pixels, ``(n, k, 2)``, shrunk by some pixels on all sides."""
        if self.layout.shapes is not None:
            shapes: Points = self.layout.shapes[cells] * self.scale
            return shapes
        share = max(0.1, 1 - 2 * shrink / self.unit)
        corners = self.layout.corners(cells, share)
        points: Points = corners[np.isfinite(corners[:, 0, 0])] * self.scale
        return points

    def points(self, cells: NDArray[np.integer]) -> Points:
        """Return the centres of cells in pixels ``(n, 2)``, without hidden ones."""
        at = self.layout.at(cells)
        points: Points = at[np.isfinite(at[:, 0])] * self.scale
        return points


def sheet_of(layout: Layout, cell: int | None = None) -> Sheet:
    """Choose the size of a picture.

    Args:
        layout: The layout.
        cell: Pixels per unit, from 1; by default the picture is about a thousand pixels large, and at most
            2048: a larger board is scaled down.

    Raises:
        OptionError: The size is not a whole number from 1, or gives more than a hundred million pixels.
    """
    longest = max(layout.size)
    if cell is None:
        scale = min(LARGEST_CELL / layout.room, AIM / longest)
        return Sheet(layout, float(int(scale)) if scale >= 1 else 1.0 / math.ceil(longest / MOST))
    cell = checked_whole("cell", cell, 1, MOST_PIXELS, of="pixels per cell")
    width, height = (round(side * cell) for side in layout.size)
    if width * height > MOST_PIXELS:
        raise OptionError(
            f"cell is {cell}: a picture of {width} x {height} pixels; at most {MOST_PIXELS} are drawn"
        )
    return Sheet(layout, float(cell))
