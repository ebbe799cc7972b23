"""Checks of arguments that plans and units without end share."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import OptionError
from pathstar.maps.arguments import checked_number
from pathstar.spaces.base import Space, place_of

MOST_SEED = 2**64 - 1


def checked_limit(limit: Any) -> float:
    """Return the time limit of a solver in seconds.

    Raises:
        OptionError: It is not a finite number from 0.
    """
    return checked_number("time_limit", limit, 0, of="seconds")


def checked_within(within: Any) -> float:
    """Return the factor by which a plan may exceed its bound.

    Raises:
        OptionError: It is not a finite number from 1.
    """
    return checked_number("within", within, 1)


def checked_seed(seed: Any) -> int:
    """Return a seed.

    Raises:
        OptionError: It is not a whole number that fits.
    """
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or not 0 <= seed <= MOST_SEED:
        raise OptionError(f"seed is {seed!r}; allowed: a whole number from 0 to 2**64 - 1")
    return int(seed)


def check_walkable(space: Space, name: str, nodes: NDArray[np.uint32]) -> None:
    """Check that units can stand at nodes.

    Raises:
        OptionError: A node is not walkable.
    """
    free = space.is_free(nodes)
    if not all(free.tolist()):  # of a few nodes quicker than NumPy
        row = int(np.argmin(free))
        raise OptionError(f"{name}[{row}] is {place_of(space, nodes[row])}, which is not walkable")


def check_different(space: Space, name: str, nodes: NDArray[np.uint32]) -> None:
    """Check that no node occurs twice.

    Raises:
        OptionError: One does.
    """
    numbers = nodes.tolist()
    if len(set(numbers)) == len(numbers):
        return
    order = np.argsort(nodes, kind="stable")
    same = np.flatnonzero(nodes[order][1:] == nodes[order][:-1])
    one, other = sorted(order[same[0] : same[0] + 2].tolist())
    place = place_of(space, nodes[one])
    raise OptionError(f"{name}[{one}] and {name}[{other}] are both {place}; they must differ")
