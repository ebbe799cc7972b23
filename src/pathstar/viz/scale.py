"""How numbers become shades, and the round numbers to write beside them."""

from __future__ import annotations

import math
from dataclasses import dataclass

_LOG_FROM = 30.0  # from this ratio of highest to lowest, shades follow the logarithm
_MOST_TICKS = 5
_DIGITS = 1e-6  # numbers that differ by less, relative to their size, look the same
_LEAST = 1e-290


@dataclass(frozen=True, slots=True)
class Scale:
    """The scale from the lowest number to the highest.

    Attributes:
        low: The number of the first shade.
        high: The number of the last shade.

    Example:
        >>> Scale(0.0, 72.2).ticks()
        [0.0, 20.0, 40.0, 60.0]
        >>> Scale(1.0, 4000.0).ticks()
        [1.0, 10.0, 100.0, 1000.0]
        >>> Scale(1.0, 100.0).share(10.0)
        0.5
    """

    low: float
    high: float

    @property
    def logarithmic(self) -> bool:
        """Whether the shades follow the logarithm, because the numbers lie so far apart."""
        return self.low > 0 and self.high / self.low > _LOG_FROM

    def share(self, value: float) -> float:
        """Return how far along the shades a number lies, from 0 to 1."""
        if self.logarithmic:
            bottom = math.log(self.low)
            return (math.log(value) - bottom) / (math.log(self.high) - bottom)
        return (value - self.low) / (self.high - self.low)

    def ticks(self) -> list[float]:
        """Return a few round numbers from the lowest to the highest; none if these two are nearly equal."""
        width, largest = self.high - self.low, max(abs(self.low), abs(self.high), _LEAST)
        if not _DIGITS * largest < width < math.inf:
            return []
        return self._powers() if self.logarithmic else self._multiples()

    def _multiples(self) -> list[float]:
        """Return the multiples of 1, 2 or 5 times a power of ten, the smallest that gives few of them."""
        power = 10.0 ** math.floor(math.log10((self.high - self.low) / _MOST_TICKS))
        for step in (power, 2 * power, 5 * power, 10 * power):
            first, last = math.ceil(self.low / step), math.floor(self.high / step)
            if last - first < _MOST_TICKS:
                return [float(f"{number * step:.12g}") for number in range(first, last + 1)]
        return []

    def _powers(self) -> list[float]:
        """Return powers of ten, as many as there is room for, or also twice and five times these."""
        first, last = math.floor(math.log10(self.low)), math.floor(math.log10(self.high))
        fine = [float(f"{m}e{e}") for e in range(first, last + 1) for m in (1, 2, 5)]
        within = [value for value in fine if self.low <= value <= self.high]
        whole = [value for value in within if f"{value:e}".startswith("1.0")]
        chosen = within if len(within) <= _MOST_TICKS else whole
        return chosen[:: -(-len(chosen) // _MOST_TICKS)]
