"""Ground for the benchmarks: costs from 1 to 9, rough or smooth, made window by window."""

from __future__ import annotations

from typing import Any

import numpy as np

OCTAVES = 6
KINDS = ("rough", "smooth")


class Generated:
    """Costs that are computed when they are read, float32: the same in any windows.

    Args:
        kind: "rough": whole numbers at random; "smooth": six octaves of noise.
        side: Rows and columns.
    """

    dtype = np.dtype(np.float32)

    def __init__(self, kind: str, side: int) -> None:
        self.shape = (side, side)
        self._make = {"rough": self._rough, "smooth": self._smooth}[kind]
        random = np.random.default_rng(1)
        self._knots = [random.random((4 * 2**o + 1, 4 * 2**o + 1), np.float32) for o in range(OCTAVES)]

    def __getitem__(self, part: tuple[slice, slice]) -> np.ndarray:
        rows, columns = (
            np.arange(*each.indices(length)) for each, length in zip(part, self.shape, strict=True)
        )
        return self._make(rows, columns)

    def _rough(self, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
        mixed = (rows.astype(np.uint32) * np.uint32(0x9E3779B1))[:, None] ^ (
            columns.astype(np.uint32) * np.uint32(0x85EBCA77)
        )
        for shift, factor in ((15, 0x2C1B3C6D), (12, 0x297A2D39)):
            mixed ^= mixed >> np.uint32(shift)
            mixed *= np.uint32(factor)
        return (1 + (mixed >> np.uint32(16)) % np.uint32(9)).astype(np.float32)

    def _smooth(self, rows: np.ndarray, columns: np.ndarray) -> np.ndarray:
        total = np.zeros((len(rows), len(columns)), np.float32)
        for octave, knots in enumerate(self._knots):
            across = _between(knots.T, columns / (self.shape[1] - 1)).T
            total += _between(across, rows / (self.shape[0] - 1)) * np.float32(0.5**octave)
        return 1 + total * np.float32(8 / (2 - 0.5 ** (OCTAVES - 1)))


def _between(knots: np.ndarray, places: np.ndarray) -> np.ndarray:
    """Return rows between the rows of knots, at positions from 0 to 1."""
    at = places * (len(knots) - 1)
    low = np.minimum(at.astype(int), len(knots) - 2)
    part = (at - low).astype(np.float32)[:, None]
    return knots[low] * (1 - part) + knots[low + 1] * part


def ground(kind: str, side: int) -> Any:
    """Return the whole of it as an array."""
    return Generated(kind, side)[:, :]
