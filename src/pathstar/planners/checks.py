"""Argument checks that the functions of this folder share."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar.engine.options import NO_LIMIT
from pathstar.errors import ArrayError, CostError, OptionError
from pathstar.maps.arguments import checked_whole
from pathstar.maps.layers import numbers_of
from pathstar.spaces.base import Space, check_space

DEFAULT_MOST_EVENTS = 20_000_000


def check_sweeps(space: Space) -> None:
    """Check that one search can find the costs of all places of a space.

    Raises:
        SpaceError: It is not a space.
        OptionError: Not all its nodes are known, or its steps depend on the ends or the time of each query.
    """
    check_space(space)
    if not space.capabilities.one_to_all:
        raise OptionError(space.kind.lacks["one_to_all"])


def checked_events(max_events: int) -> int:
    """Return the maximum number of events, as native code wants it.

    Raises:
        OptionError: It is not a whole number from 1.
    """
    return min(checked_whole("max_events", max_events, 1), NO_LIMIT)


def checked_source_numbers(
    name: str, values: ArrayLike | None, count: int, *, over_zero: bool = False
) -> NDArray[np.float64]:
    """Return a number, at least 0 or over 0, for each source of a field; an empty array stands for None.

    Raises:
        ArrayError: Their number is not that of the sources.
        CostError: One is too low or not finite.
    """
    if values is None:
        return np.empty(0)
    numbers = numbers_of(values, name).astype(np.float64)
    if numbers.shape != (count,):
        raise ArrayError(f"{name} has the shape {numbers.shape}; there are {count} sources, so ({count},)")
    wrong = np.flatnonzero(~(np.isfinite(numbers) & (numbers > 0 if over_zero else numbers >= 0)))
    if wrong.size:
        row, least = int(wrong[0]), "over 0" if over_zero else "from 0"
        raise CostError(f"{name}[{row}] is {numbers[row]:g}; allowed: finite numbers {least}")
    return numbers
