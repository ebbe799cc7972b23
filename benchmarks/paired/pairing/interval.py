"""How many times slower the second of two versions is, and how certain that is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

RESAMPLES = 4000
LIMIT = 1.05  # a case fails if even the lower end of its interval is above this


@dataclass(frozen=True)
class Ratio:
    """After over before, with the two ends of its 95 % interval."""

    middle: float
    low: float
    high: float

    @property
    def verdict(self) -> str:
        """Return ``slower``, ``faster`` or ``same``."""
        if self.low > LIMIT:
            return "slower"
        return "faster" if self.high < 1 / LIMIT else "same"


def ratio_of(before: Sequence[float], after: Sequence[float]) -> Ratio:
    """Return the median ratio of pairs of batches, and its interval by the bootstrap (Efron 1979).

    Batch i of both versions ran the same work at nearly the same moment, so effects of the machine cancel out
    in their ratio; the median ignores moments that hit only one of the two. The resampling has a fixed seed:
    the same figures give the same interval.

    Args:
        before: A figure above 0 for each batch.
        after: The other version's, in the same order.
    """
    ratios = np.asarray(after, np.float64) / np.asarray(before, np.float64)
    picked = np.random.default_rng(1).integers(0, len(ratios), (RESAMPLES, len(ratios)))
    medians = np.median(ratios[picked], axis=1)
    low, high = np.percentile(medians, [2.5, 97.5]).tolist()
    return Ratio(float(np.median(ratios)), low, high)
