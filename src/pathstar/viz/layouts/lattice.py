"""Lattices: layouts of rows and columns, defined by a few numbers that both Python and the pages read.

The centre of the cell in column x and row y is ``origin + x * across + y * down``, plus ``shove`` if its row
or column is shifted. The origin is chosen so that the whole board begins at (0, 0).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar import web

Points = NDArray[np.float64]
Spot = tuple[float, float, str]


@dataclass(frozen=True, eq=False)
class Lattice:
    """The shape of one tiling, in units of about the width of a cell.

    Attributes:
        name: A key of `LATTICES`.
        noun: The noun for a cell.
        outline: The corners of a cell around its centre, float64 ``(k, 2)``.
        across: The offset from a column to the next one.
        down: The offset from a row to the next one.
        shoved: Which lines are shifted: ``"none"``, or for example ``"odd rows"`` or ``"even columns"``.
        shove: How far they are shifted.
        pitch: The smallest distances of two columns and two rows of centres, for the terminal.
        numbers: The positions of F, G and H: x and y from the centre, and the anchor.
    """

    name: str
    noun: str
    outline: Points
    across: tuple[float, float]
    down: tuple[float, float]
    shoved: str
    shove: tuple[float, float]
    pitch: tuple[float, float]
    numbers: tuple[Spot, ...]

    @property
    def upright(self) -> bool:
        """Whether the cells are arranged like the pixels of a picture."""
        return (self.across, self.down, self.shoved) == ((1, 0), (0, 1), "none")

    def at(self, x: NDArray[Any], y: NDArray[Any]) -> Points:
        """Return the centres of cells, without the origin, float64 ``(n, 2)``."""
        centres: Points = np.multiply.outer(x, np.array(self.across, float))
        centres += np.multiply.outer(y, np.array(self.down, float))
        if self.shoved != "none":
            parity, lines = self.shoved.split()
            line = y if lines == "rows" else x
            centres += np.multiply.outer(line % 2 == (parity == "odd"), np.array(self.shove, float))
        return centres

    def extent(self, width: int, height: int) -> tuple[Points, tuple[float, float]]:
        """Return the origin ``(2,)`` and the size of a board of `width` columns and `height` rows.

        Example:
            >>> origin, size = LATTICES["isometric"].extent(3, 2)
            >>> origin.tolist(), size
            ([1.0, 0.25], (2.5, 1.25))
        """
        lines = [{0, min(1, side - 1), max(0, side - 2), side - 1} for side in (width, height)]
        x, y = np.array(list(product(*lines)), np.int64).T
        corners = (self.at(x, y)[:, None, :] + self.outline).reshape(-1, 2)
        low, high = corners.min(axis=0), corners.max(axis=0)
        across, down = (high - low).tolist()
        return -low, (across, down)


def room_of(outline: Points) -> float:
    """Return the diameter of the disc that fits into an outline around (0, 0)."""
    sides = np.roll(outline, -1, axis=0) - outline
    distances = np.abs(outline[:, 0] * sides[:, 1] - outline[:, 1] * sides[:, 0]) / np.hypot(*sides.T)
    return float(2 * distances.min())


def _read() -> dict[str, Lattice]:
    rows = json.loads(web.text("lib/board/layouts.json"))
    return {
        name: Lattice(
            name=name,
            noun=row["noun"],
            outline=np.array(row["outline"], np.float64),
            across=tuple(row["across"]),
            down=tuple(row["down"]),
            shoved=row["shoved"],
            shove=tuple(row["shove"]),
            pitch=tuple(row["pitch"]),
            numbers=tuple(map(tuple, row["numbers"])),
        )
        for name, row in rows.items()
    }


LATTICES: dict[str, Lattice] = _read()
