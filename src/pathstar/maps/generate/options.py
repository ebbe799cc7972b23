"""Checks for the options of generators."""

from __future__ import annotations

import math
from typing import Any

from pathstar.errors import OptionError
from pathstar.maps.arguments import as_number, checked_whole
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
    width, height = checked_whole("width", width, least), checked_whole("height", height, least)
    check_cells(width, height, CELL_LIMIT, "the map to generate", way_out="")
    return Dice(checked_whole("seed", seed, 0))


def share(name: str, value: Any) -> float:
    """Return a number from 0 to 1, or raise OptionError."""
    number = as_number(value)
    if number is None or not 0 <= number <= 1:
        raise OptionError(f"{name} is {value!r}; allowed: a number from 0 to 1")
    return number


def positive(name: str, value: Any) -> float:
    """Return a finite number above 0, or raise OptionError."""
    number = as_number(value)
    if number is None or not 0 < number < math.inf:
        raise OptionError(f"{name} is {value!r}; allowed: a number above 0")
    return number
