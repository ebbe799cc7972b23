"""Checks for the options of generators."""

from __future__ import annotations

from typing import Any

from pathstar.maps.arguments import checked_number, checked_whole
from pathstar.maps.generate.dice import Dice
from pathstar.maps.limits import CELL_LIMIT, check_cells


def checked_start(width: Any, height: Any, seed: Any, *, least: int = 1) -> tuple[int, int, Dice]:
    """Return the arguments that every generator takes, checked: width, height, and dice in place of the seed.

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
    return width, height, Dice(checked_whole("seed", seed, 0))


def share(name: str, value: Any) -> float:
    """Return a number from 0 to 1, or raise OptionError."""
    return checked_number(name, value, 0, 1)
