"""Random numbers that are the same on every platform and with every version of NumPy.

It uses only the raw 64-bit output of PCG64, which NumPy guarantees not to change; NumPy's distributions have
no such guarantee.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from pathstar.maps.parts import bands_of, parts_of


class Dice:
    """Random numbers from a seed.

    Args:
        seed: A whole number from 0 up.

    Example:
        >>> Dice(1).below(6, 5).tolist() == Dice(1).below(6, 5).tolist()
        True
    """

    def __init__(self, seed: int) -> None:
        self._bits = np.random.PCG64(seed)

    def shares(self, *shape: int) -> NDArray[np.float64]:
        """Return an array of numbers from 0 to 1, without 1."""
        shares = np.empty(math.prod(shape))
        for (part,) in parts_of(shares.shape):
            raw: NDArray[np.uint64] = self._bits.random_raw(len(shares[part]))
            shares[part] = (raw >> np.uint64(11)) * 2.0**-53
        return shares.reshape(shape)

    def happens(self, chance: float, height: int, width: int) -> NDArray[np.bool_]:
        """Return for each cell whether an event of this probability happens."""
        found = np.empty((height, width), bool)
        for band in bands_of(found.shape):
            found[band] = self.shares(*found[band].shape) < chance
        return found

    def below(self, end: int, count: int) -> NDArray[np.int64]:
        """Return ``count`` whole numbers from 0 to ``end``, without ``end``."""
        return (self.shares(count) * end).astype(np.int64)

    def share(self) -> float:
        """Return one number from 0 to 1, without 1."""
        return float(self.shares(1)[0])

    def within(self, low: int, high: int) -> int:
        """Return one whole number from ``low`` to ``high``, both included."""
        return low + int(self.share() * (high - low + 1))
