"""Checks for the options of generators."""

from __future__ import annotations

import math
import operator
from numbers import Real
from typing import Any

from pathstar.errors import OptionError
from pathstar.maps.generate.dice import Dice
from pathstar.maps.limits import CELL_LIMIT, check_cells


def checked_start(width: Any, height: Any, seed: Any, *, least: int = 1) -> Dice:
    """Check the arguments that every generator takes, and return its dice.

    Args:
        width: Cells from left to right.
        height: Cells from top to bottom.
        seed: Whole number from 0 up.
        least: The smallest width and height that the generator can fill.

    Raises:
        OptionError: A size or the seed is not a whole number, or is too small.
        MapLimitError: There would be more cells than `pathstar.maps.CELL_LIMIT`.
    """
    width, height = whole("width", width, least), whole("height", height, least)
    check_cells(width, height, CELL_LIMIT, "the map to generate", way_out="")
    return Dice(whole("seed", seed, 0))


def whole(name: str, value: Any, low: int, high: int | None = None) -> int:
    """Return a whole number within bounds, or raise OptionError."""
    wanted = f"a whole number from {low} up" if high is None else f"a whole number from {low} to {high}"
    try:
        number = operator.index(value)
    except TypeError:
        raise OptionError(f"{name} is {value!r}; it must be {wanted}") from None
    if isinstance(value, bool) or number < low or (high is not None and number > high):
        raise OptionError(f"{name} is {value!r}; it must be {wanted}")
    return number


def share(name: str, value: Any) -> float:
    """Return a number from 0 to 1, or raise OptionError."""
    if not 0 <= _number(value) <= 1:
        raise OptionError(f"{name} is {value!r}; it must be a number from 0 to 1")
    return _number(value)


def positive(name: str, value: Any) -> float:
    """Return a finite number above 0, or raise OptionError."""
    if not 0 < _number(value) < math.inf:
        raise OptionError(f"{name} is {value!r}; it must be a number above 0")
    return _number(value)


def _number(value: Any) -> float:
    return float(value) if isinstance(value, Real) and not isinstance(value, bool) else math.nan
