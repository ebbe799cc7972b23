"""How large a picture is, and how thick its lines are: the same for PNG and SVG."""

from __future__ import annotations

import math
from dataclasses import dataclass

from pathstar.errors import OptionError

AIM = 1024  # pixels of the longer side that a picture grows to, if its cells do not get too large
MOST = 2048  # pixels of the longer side that it never exceeds unless asked for
LARGEST_CELL = 64
MOST_PIXELS = 100_000_000
_DETAIL_FROM = 10  # pixels per cell from which cells are outlined one by one
_WORDS_FROM = 44  # pixels per cell from which numbers fit into a cell


@dataclass(frozen=True, slots=True)
class Layout:
    """The measures of one picture, in pixels unless said otherwise.

    Attributes:
        columns: Blocks drawn from left to right; fewer than cells where a large map is made small.
        rows: Blocks drawn from top to bottom.
        cell: Side of a block.
    """

    columns: int
    rows: int
    cell: int

    @property
    def width(self) -> int:
        """Width of the map's picture."""
        return self.columns * self.cell

    @property
    def height(self) -> int:
        """Height of the map's picture."""
        return self.rows * self.cell

    @property
    def detailed(self) -> bool:
        """Whether squares are outlined one by one, as in the guide, rather than tinted."""
        return self.cell >= _DETAIL_FROM

    @property
    def wordy(self) -> bool:
        """Whether numbers fit into the squares."""
        return self.cell >= _WORDS_FROM

    @property
    def frame(self) -> int:
        """Thickness of the outline of an open or closed square."""
        return max(1, round(self.cell * 0.075))

    @property
    def line(self) -> float:
        """Thickness of the path's line."""
        return self.cell * 0.09 if self.detailed else max(2.5, min(4.0, self.cell * 0.6))

    @property
    def dot(self) -> float:
        """Radius of the path's dot on each square; 0 where the line alone is clearer."""
        return self.cell * 0.14 if self.detailed else 0.0

    @property
    def halo(self) -> float:
        """Thickness of the rim around path, start and goal."""
        return self.cell * 0.035 if self.detailed else 1.25

    @property
    def marker(self) -> float:
        """Half the size of the start's disc and the goal's diamond."""
        return self.cell * 0.34 if self.detailed else max(6.5, self.cell * 0.8)


def layout_of(width: int, height: int, cell: int | None = None) -> Layout:
    """Choose the measures of a picture.

    Args:
        width: Cells from left to right.
        height: Cells from top to bottom.
        cell: Pixels per cell, from 1; by default so many that the picture is about a thousand pixels large,
            and at most 2048: a larger map is made small.

    Raises:
        OptionError: Not a whole number from 1, or a picture of more than a hundred million pixels.

    Example:
        >>> layout_of(7, 5)
        Layout(columns=7, rows=5, cell=64)
        >>> layout_of(4096, 1000)
        Layout(columns=2048, rows=500, cell=1)
    """
    longest = max(width, height)
    if cell is None:
        shrink = math.ceil(longest / MOST)
        size = max(1, min(LARGEST_CELL, AIM // longest))
        return Layout(math.ceil(width / shrink), math.ceil(height / shrink), size)
    if isinstance(cell, bool) or not isinstance(cell, int) or cell < 1:
        raise OptionError(f"cell is {cell!r}; allowed: a whole number of pixels per cell, from 1")
    if width * height * cell * cell > MOST_PIXELS:
        raise OptionError(
            f"cell is {cell}: a picture of {width * cell} x {height * cell} pixels; "
            f"at most {MOST_PIXELS} are drawn"
        )
    return Layout(width, height, cell)
