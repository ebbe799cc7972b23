"""Checks for the arguments of a queue."""

from __future__ import annotations

import math
from typing import Any

from pathstar.errors import OptionError
from pathstar.maps.arguments import as_number


def checked_finite(name: str, value: Any, least: float = -math.inf, *, or_equal: bool = False) -> float:
    """Return a finite number above the least, or equal to it where that is allowed.

    Raises:
        OptionError: It is not such a number.
    """
    number = as_number(value)
    if number is None or not math.isfinite(number) or number < least or (number == least and not or_equal):
        above = "" if least == -math.inf else f" from {least:g}" if or_equal else f" above {least:g}"
        raise OptionError(f"{name} is {value!r}; allowed: a finite number{above}")
    return number
