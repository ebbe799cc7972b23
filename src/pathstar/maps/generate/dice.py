"""Chance that falls the same way on every platform and with every version of NumPy.

Only the raw 64-bit output of PCG64 is used, which NumPy promises not to change; its distributions carry no
such promise.
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
        """Return numbers from 0 up to, not including, 1 in an array of this shape."""
        shares = np.empty(math.prod(shape))
        for (part,) in parts_of(shares.shape):
            raw: NDArray[np.uint64] = self._bits.random_raw(len(shares[part]))
            shares[part] = (raw >> np.uint64(11)) * 2.0**-53
        return shares.reshape(shape)

    def happens(self, chance: float, height: int, width: int) -> NDArray[np.bool_]:
        """Return for each cell of an array whether something happens that has this chance."""
        found = np.empty((height, width), bool)
        for band in bands_of(found.shape):
            found[band] = self.shares(*found[band].shape) < chance
        return found

    def below(self, end: int, count: int) -> NDArray[np.int64]:
        """Return ``count`` whole numbers from 0 up to, not including, ``end``."""
        return (self.shares(count) * end).astype(np.int64)

    def share(self) -> float:
        """Return one number from 0 up to, not including, 1."""
        return float(self.shares(1)[0])

    def within(self, low: int, high: int) -> int:
        """Return one whole number from ``low`` to ``high``, both included."""
        return low + int(self.share() * (high - low + 1))
