"""Numbers in sentences: the same in every language, in Python and in ``words.js``."""

from __future__ import annotations

import math
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from functools import lru_cache

from pathstar.errors import OptionError

_ROUNDING = 8 * 2.0**-52
_TWO_DIGITS = Decimal("0.01")


def same(a: float, b: float) -> bool:
    """Return whether two costs are equal up to the rounding of native units to floats."""
    return abs(a - b) <= _ROUNDING * max(abs(a), abs(b))


def number(value: float) -> str:
    """Format a cost: two digits after the point, or four significant ones if it is small or very large.

    A half is rounded away from zero.

    Raises:
        OptionError: The value is not a number.

    Example:
        >>> number(14.0), number(14.142135), number(0.00012344), number(2.5e9), number(0.125)
        ('14', '14.14', '0.0001234', '2.5e+09', '0.13')
    """
    try:
        return _number(value)
    except (OverflowError, TypeError, ValueError):
        raise OptionError(f"value is {value!r}; allowed: a number") from None


@lru_cache(4096)  # those of one search recur
def _number(value: float) -> str:
    if value == 0 or not math.isfinite(value):
        return str(value) if value else "0"
    exact = Decimal(float(value))
    if 0.1 <= abs(value) < 1e6:
        return _without_zeros(f"{exact.quantize(_TWO_DIGITS, ROUND_HALF_UP):f}")
    digits = exact.adjusted()
    rounded = exact.quantize(Decimal(1).scaleb(digits - 3), ROUND_HALF_UP)
    if 1e-4 <= abs(value) < 1e6:
        return _without_zeros(f"{rounded:f}")
    power = rounded.adjusted()
    return f"{_without_zeros(f'{rounded.scaleb(-power):f}')}e{power:+03d}"


def rest(f: float, g: float) -> float:
    """Return the H that belongs to an F and a G, so that the three add up as `number` shows them.

    Example:
        >>> number(2.414), number(1.0), number(rest(2.414, 1.0)), number(rest(21.2132, 10.1421))
        ('2.41', '1', '1.41', '11.07')
    """
    return float(Decimal(number(f)) - Decimal(number(g)))


@lru_cache(4096)
def shown(text: str) -> Fraction:
    """Return the exact value of a number as it is shown."""
    return Fraction(text)


def equals(value: Fraction, total: str) -> str:
    """Return the sign between a sum of rounded numbers and its rounded total: ``"≈"`` if they differ.

    Args:
        value: The sum of the numbers as they are shown.
        total: The total as it is shown.

    Example:
        >>> equals(Fraction("14") + Fraction("10"), number(24.0))
        '='
        >>> equals(Fraction("1.41") + Fraction("1.41"), number(2 * 2**0.5))
        '≈'
    """
    return "=" if value == shown(total) else "≈"


def _without_zeros(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text


def numbers(a: float, b: float) -> tuple[str, str]:
    """Format two costs so that they look different if they differ.

    Example:
        >>> numbers(20.0, 14.0), numbers(1.00001, 1.00002)
        (('20', '14'), ('1.00001', '1.00002'))
    """
    if ((short := (number(a), number(b))) and short[0] != short[1]) or a == b:
        return short
    for digits in range(3, 17):
        longer = f"{a:.{digits}g}", f"{b:.{digits}g}"
        if longer[0] != longer[1]:
            return longer
    return repr(a), repr(b)
