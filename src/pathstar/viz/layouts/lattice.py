"""Lattices: layouts of rows and columns, defined by a few numbers that both Python and the pages read.

The centre of the cell in column x and row y is ``origin + x * across + y * down``, plus ``shove`` if it is
shifted: with its row, with its column, or with every second cell of both. Shifted cells may have an outline
of their own. The origin is chosen so that the whole board begins at (0, 0).
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
        outlines: The corners of a cell around its centre, float64 ``(k, 2)``. If there are two, shifted cells
            have the second one.
        across: The offset from a column to the next one.
        down: The offset from a row to the next one.
        shoved: Which cells are shifted: ``"none"``, those of ``"odd rows"`` or for example
            ``"even columns"``, or ``"odd cells"``, whose column and row have an odd sum.
        shove: How far they are shifted.
        pitch: The smallest distances of two columns and two rows of centres, for the terminal.
        numbers: For each outline the positions of F, G and H: x and y from the centre, and the anchor.
    """

    name: str
    noun: str
    outlines: tuple[Points, ...]
    across: tuple[float, float]
    down: tuple[float, float]
    shoved: str
    shove: tuple[float, float]
    pitch: tuple[float, float]
    numbers: tuple[tuple[Spot, ...], ...]

    @property
    def upright(self) -> bool:
        """Whether the cells are arranged like the pixels of a picture."""
        return (self.across, self.down, self.shoved) == ((1, 0), (0, 1), "none")

    def at(self, x: NDArray[Any], y: NDArray[Any]) -> Points:
        """Return the centres of cells, without the origin, float64 ``(n, 2)``."""
        centres: Points = np.multiply.outer(x, np.array(self.across, float))
        centres += np.multiply.outer(y, np.array(self.down, float))
        if self.shoved != "none":
            centres += np.multiply.outer(self._is_shifted(x, y), np.array(self.shove, float))
        return centres

    def between(self, x: NDArray[Any], y: NDArray[Any]) -> Points:
        """Return the positions of points in fractions of columns and rows, without the origin, ``(n, 2)``.

        A point between two neighbours in a row or a column lies on the line that joins their centres.
        """
        if self.shoved == "none":
            return self.at(x, y)
        left, top = np.floor(x), np.floor(y)
        positions = np.zeros((len(x), 2))
        for column, across in ((left, 1 - (x - left)), (left + 1, x - left)):
            for row, down in ((top, 1 - (y - top)), (top + 1, y - top)):
                positions += (across * down)[:, None] * self.at(column, row)
        return positions

    def forms(self, x: NDArray[Any], y: NDArray[Any]) -> NDArray[np.int64]:
        """Return which of the outlines cells have, int64 ``(n,)``."""
        if len(self.outlines) == 1:
            return np.zeros(len(x), np.int64)
        return self._is_shifted(x, y).astype(np.int64)

    def _is_shifted(self, x: NDArray[Any], y: NDArray[Any]) -> NDArray[np.bool_]:
        parity, lines = self.shoved.split()
        line = {"rows": y, "columns": x, "cells": x + y}[lines]
        shifted: NDArray[np.bool_] = line % 2 == (parity == "odd")
        return shifted

    def extent(self, width: int, height: int) -> tuple[Points, tuple[float, float]]:
        """Return the origin ``(2,)`` and the size of a board of `width` columns and `height` rows.

        Example:
            >>> origin, size = LATTICES["isometric"].extent(3, 2)
            >>> origin.tolist(), size
            ([1.0, 0.25], (2.5, 1.25))
        """
        lines = [{0, min(1, side - 1), max(0, side - 2), side - 1} for side in (width, height)]
        x, y = np.array(list(product(*lines)), np.int64).T
        outlines = np.stack(self.outlines)[self.forms(x, y)]
        corners = (self.at(x, y)[:, None, :] + outlines).reshape(-1, 2)
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
            outlines=tuple(np.array(outline, np.float64) for outline in row["outlines"]),
            across=tuple(row["across"]),
            down=tuple(row["down"]),
            shoved=row["shoved"],
            shove=tuple(row["shove"]),
            pitch=tuple(row["pitch"]),
            numbers=tuple(tuple(map(tuple, spots)) for spots in row["numbers"]),
        )
        for name, row in rows.items()
    }


LATTICES: dict[str, Lattice] = _read()
