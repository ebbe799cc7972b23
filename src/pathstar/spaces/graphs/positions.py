"""The positions of a graph's nodes, and the cost of a unit of distance: checks and warnings."""

from __future__ import annotations

import math
import warnings

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar.errors import ArrayError, HeuristicWarning, OptionError
from pathstar.maps.arguments import checked_number
from pathstar.maps.layers import check_unmasked
from pathstar.spaces.graphs.rows import Rows


def checked_positions(positions: ArrayLike, size: int, metric: str) -> NDArray[np.float64]:
    """Return positions as a new array ``(n, d)``, contiguous.

    Raises:
        ArrayError: They have another shape, or are not numbers; or a row, which the message names, is not a
            place.
    """
    check_unmasked(positions, "positions")
    try:
        given = np.asarray(positions)
        if given.dtype.kind not in "biufO":  # NumPy would read text, and drop imaginary parts
            raise TypeError
        array = np.array(given, dtype=np.float64, order="C")
    except (TypeError, ValueError, OverflowError):
        raise ArrayError("positions must be an array (n, d) of numbers, one row for each node") from None
    if array.ndim != 2 or len(array) != size or array.shape[1] < 1:
        raise ArrayError(
            f"positions has the shape {array.shape}; it must be ({size}, d), one row for each node"
        )
    if metric == "great_circle" and array.shape[1] != 2:
        raise ArrayError(
            f"positions has {array.shape[1]} columns; the great circle takes longitude and latitude"
        )
    bad = ~np.isfinite(array).all(axis=1)
    if metric == "great_circle":
        bad |= np.abs(array[:, 1]) > 90
    if bad.any():
        row = int(np.flatnonzero(bad)[0])
        allowed = "finite numbers" + (", the latitude from -90 to 90" if metric == "great_circle" else "")
        raise ArrayError(f"positions[{row}] is {array[row].tolist()}; allowed: {allowed}")
    return array


def checked_rate(rate: float | None, positions: ArrayLike | None) -> float:
    """Return the cost of a unit of distance; NaN lets the native graph choose.

    Raises:
        OptionError: It is not a number from 0 up, or there are no positions.
    """
    if rate is None:
        return math.nan
    if positions is None:
        raise OptionError(f"cost_per_distance is {rate!r}, but there are no positions to measure from")
    return checked_number("cost_per_distance", rate, 0, otherwise=", or None")


def warn_of_rate(graph: Rows) -> None:
    """Warn that the cost per distance overestimates an edge, and name the worst.

    Warns:
        HeuristicWarning: Always.
    """
    source, target, cost = graph.core.least_consistent_edge
    ends = graph.places_of([source, target]).tolist()
    falls = f"falls {graph.core.consistency_factor:.4g} times as much over it"
    warnings.warn(
        f"cost_per_distance {graph.core.cost_per_distance:g} is too much for the edge from {ends[0]!r} to "
        f"{ends[1]!r}, which costs {cost:g}: the estimate {falls}, so a path may cost that "
        "many times the optimum",
        HeuristicWarning,
        stacklevel=3,
    )
