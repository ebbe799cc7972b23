"""Paths through time, as callers give them to a layer of time."""

from __future__ import annotations

from typing import Any, Protocol, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar.errors import ArrayError, OptionError
from pathstar.spaces.durations import Ground
from pathstar.spaces.reservations import checked_rows, nodes_of_rows
from pathstar.spaces.turning import Turning


class Journey(Protocol):
    """A path through time: where something is, and when."""

    @property
    def points(self) -> NDArray[Any]:
        """The places, ``(n, 2)``, or ``(n, 3)`` with a heading or a floor."""

    @property
    def times(self) -> NDArray[np.float64]:
        """The times, ``(n,)``."""

    def __bool__(self) -> bool: ...

    def __len__(self) -> int: ...


def journey_on(ground: Ground, path: Journey | ArrayLike) -> tuple[NDArray[np.uint32], NDArray[np.float64]]:
    """Return the nodes and times of a path.

    Args:
        ground: The space of the nodes.
        path: A path with times, or rows of the place and the time.

    Raises:
        OptionError: The path was not found, or has no times.
        ArrayError: Rows of another shape, or times that fall or are not finite.
        ArrayTypeError, PlaceError, PlaceTypeError: The rows do not hold places.
    """
    if hasattr(path, "times"):
        journey = _checked_journey(cast("Journey", path))
        nodes, times = ground.nodes_of(journey.points, "path"), journey.times
    else:
        rows = checked_rows(path, "path", *_layouts(ground))
        nodes, times = nodes_of_rows(ground, rows[:, :-1], "path"), np.ascontiguousarray(rows[:, -1])
    if not np.isfinite(times).all() or (np.diff(times) < 0).any():
        raise ArrayError("the times of a path must be finite, and none before the one in the row above")
    return nodes, times


def _layouts(ground: Ground) -> tuple[tuple[str, ...], ...]:
    """Return the columns that rows of places and times may have."""
    if isinstance(ground, Turning):
        return ("x", "y", "heading", "time"), ("x", "y", "time")
    return ((*("x", "y", "z")[: len(ground.shape)], "time"),)


def _checked_journey(path: Journey) -> Journey:
    """Return a path, after checking that it was found and has times."""
    if not path:
        raise OptionError(f"there is no path to claim: {path!r}")
    if len(path.times) != len(path):
        raise OptionError("this path has no times; find it on a Timed, or give rows of places and times")
    return path
