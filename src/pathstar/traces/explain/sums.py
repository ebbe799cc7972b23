"""Sums as a step shows them: their terms are rounded, so they may miss the rounded total."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from pathstar.words import equals, number
from pathstar.words.number_text import shown


@dataclass(frozen=True, slots=True)
class Sum:
    """Terms of a cost.

    Attributes:
        text: The terms, such as ``"14 + 10 × 3"``.
        value: What the numbers in the text come to, exactly.

    Example:
        >>> (Sum.of(14.0) + Sum.of(10.0) * Sum.of(3.0)).makes("44")
        '14 + 10 × 3 = 44'
        >>> (Sum.of(2**0.5) + Sum.of(2**0.5)).makes("2.83")
        '1.41 + 1.41 ≈ 2.83'
    """

    text: str
    value: Fraction

    @classmethod
    def of(cls, cost: float) -> Sum:
        """Return a sum of one term."""
        text = number(cost)
        return cls(text, shown(text))

    def __add__(self, other: Sum) -> Sum:
        return Sum(f"{self.text} + {other.text}", self.value + other.value)

    def __mul__(self, other: Sum) -> Sum:
        return Sum(f"{self.text} × {other.text}", self.value * other.value)

    def makes(self, total: str) -> str:
        """Return the terms and the total, with the sign that is true of them as they are shown."""
        return f"{self.text} {equals(self.value, total)} {total}"

    def behind(self, total: str) -> str:
        """Return the terms, to follow the total; they are marked if they do not add up to it."""
        return self.text if equals(self.value, total) == "=" else f"≈ {self.text}"


def mean(costs: Sequence[Sum]) -> Sum:
    """Return the mean of several costs as a factor.

    Example:
        >>> mean([Sum.of(1.0), Sum.of(3.0)]).text
        '(1 + 3) / 2'
    """
    total = sum(cost.value for cost in costs)
    return Sum(f"({' + '.join(cost.text for cost in costs)}) / {len(costs)}", Fraction(total, len(costs)))


def weighted(g: float, h: float, weight: float) -> Sum:
    """Return F under a weight of the estimate `h`.

    Example:
        >>> weighted(14.0, 40.0, 2.0).makes("94")
        '14 + 2 × 40 = 94'
    """
    factor = f"{weight:g}"
    return Sum.of(g) + Sum(factor, Fraction(factor)) * Sum.of(h)
