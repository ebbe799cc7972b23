"""The node of a graph nearest to a point."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from pathstar.spaces.graphs.distances import EARTH_RADIUS, distances_between

_FIRST = 32  # nodes examined on each side to bound the rest


def nearest_nodes(
    points: NDArray[np.float64], positions: NDArray[np.float64], metric: str | None
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the row of the nearest position for each point, and its distance.

    The positions are sorted by their last column, which is the latitude if the metric is the great circle.
    The difference in this column is a lower bound of the distance, so only a band around each point is
    examined.

    Args:
        points: float64 ``(k, d)``.
        positions: float64 ``(n, d)``, at least one.
        metric: As `Graph`.

    Example:
        >>> rows, distances = nearest_nodes(np.array([[1.0, 1.0]]), np.array([[0.0, 0.0], [1.0, 3.0]]), None)
        >>> rows.tolist(), distances.round(3).tolist()
        ([0], [1.414])
    """
    order = np.argsort(positions[:, -1], kind="stable")
    sorted_ = positions[order]
    along = sorted_[:, -1]
    unit = math.radians(1) * EARTH_RADIUS if metric == "great_circle" else 1.0
    rows, distances = np.empty(len(points), np.int64), np.empty(len(points))
    for number, point in enumerate(points):
        at = int(np.searchsorted(along, point[-1]))
        first = slice(max(at - _FIRST, 0), at + _FIRST)
        reach = distances_between(point, sorted_[first], metric).min() / unit
        reach *= 1 + 1e-9  # rounding must not exclude the nearest
        band = slice(
            int(np.searchsorted(along, point[-1] - reach, "left")),
            int(np.searchsorted(along, point[-1] + reach, "right")),
        )
        away = distances_between(point, sorted_[band], metric)
        nearest = int(np.argmin(away))
        rows[number], distances[number] = order[band][nearest], away[nearest]
    return rows, distances
