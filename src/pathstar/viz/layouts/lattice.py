"""Lattices: layouts of rows and columns, given by a few numbers that Python and the pages both read.

The cell in column x and row y stands at ``origin + x * across + y * down``, plus ``shove`` if its row or
column is one of those that are shoved. The origin is such that the whole board begins at (0, 0).
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
    """The shape of one tiling, in units of which one is about a cell wide.

    Attributes:
        name: A name of `LATTICES`.
        noun: What a cell is called.
        outline: The corners of a cell around its centre, float64 ``(k, 2)``.
        across: The way from a column to the next one.
        down: The way from a row to the next one.
        shoved: Which lines are shoved: ``"none"``, or such as ``"odd rows"`` or ``"even columns"``.
        shove: How far.
        pitch: The least distances of two columns and two rows of centres, as a terminal lays them out.
        numbers: Where F, G and H stand: x and y from the centre, and the anchor.
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
        """Whether the cells lie as the pixels of a picture do."""
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
        """Return the origin ``(2,)`` and the size of a board of so many columns and rows.

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
    rows = json.loads(web.text("lib/layouts.json"))
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
