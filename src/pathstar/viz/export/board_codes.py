"""Boards in the form of the pages: a small number for each cell, and a palette of their meanings."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

MOST_CODES = 2**16
_ROUNDED_TO = 4096


@dataclass(frozen=True, eq=False)
class BoardCodes:
    """The codes of a board.

    Attributes:
        codes: uint16, of the board's shape, indexes into the palette.
        palette: For each code the cost, None for a wall, and the kind of ground. 0 is plain ground and 1 a
            wall, so every page can paint them.
        rounded: Whether costs were rounded because there were not enough codes.
    """

    codes: NDArray[np.uint16]
    palette: tuple[tuple[float | None, int], ...]
    rounded: bool

    def packed(self) -> bytes:
        """Return the codes, one byte each if the palette has at most 256 entries, otherwise two."""
        return self.codes.astype("u1" if len(self.palette) <= 256 else "<u2").tobytes()


def board_codes(values: NDArray[np.float64], kinds: NDArray[np.integer] | None = None) -> BoardCodes:
    """Return the codes of a board.

    Args:
        values: The cost of each cell, infinity for walls.
        kinds: The kind of ground of each cell, from 0 to 255, of the same shape; None if all are of kind 0.

    Example:
        >>> found = board_codes(np.array([[1.0, 3.0, np.inf]]))
        >>> found.codes.tolist(), found.palette
        ([[0, 2, 1]], ((1.0, 0), (None, 0), (3.0, 0)))
    """
    known, index = np.unique(values, return_inverse=True)
    rounded = len(known) * 256 > MOST_CODES and len(known) > _ROUNDED_TO
    if rounded:
        known, index = _rounded(values)
    ground = np.zeros(values.shape, np.int64) if kinds is None else kinds.astype(np.int64)
    pairs, codes = np.unique(index.reshape(values.shape).astype(np.int64) * 256 + ground, return_inverse=True)
    costs = [float(cost) if np.isfinite(cost) else None for cost in known[pairs // 256].tolist()]
    palette = list(zip(costs, (pairs % 256).tolist(), strict=True))
    order = _basics_first(palette)
    places = {row: code for code, row in enumerate(order)}
    shift = np.array([places[row] for row in palette], np.uint16)
    return BoardCodes(shift[codes.reshape(values.shape)], tuple(order), rounded)


def _basics_first(palette: list[tuple[float | None, int]]) -> list[tuple[float | None, int]]:
    """Return the palette with plain ground and a wall first, whether the board has them or not."""
    plain = next((row for row in palette if row[0] == 1.0), (1.0, 0))
    wall = next((row for row in palette if row[0] is None), (None, 0))
    return [plain, wall, *(row for row in palette if row not in (plain, wall))]


def _rounded(values: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
    """Return fewer costs, spread evenly from the lowest to the highest, and the index of each cell's cost."""
    free = np.isfinite(values)
    low, high = values[free].min(), values[free].max()
    steps = np.linspace(low, high, _ROUNDED_TO)
    nearest = np.searchsorted((steps[1:] + steps[:-1]) / 2, np.where(free, values, low))
    return np.append(steps, np.inf), np.where(free, nearest, _ROUNDED_TO)
