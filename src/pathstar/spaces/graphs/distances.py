"""Straight distances between the positions of nodes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

EARTH_RADIUS = 6371008.8  # metres, the mean radius of the International Union of Geodesy and Geophysics


def distances_between(
    here: NDArray[np.float64], there: NDArray[np.float64], metric: str | None
) -> NDArray[np.float64]:
    """Return the distances from one position ``(d,)`` to others ``(n, d)``, float64 ``(n,)``.

    Example:
        >>> distances_between(np.array([0.0, 0.0]), np.array([[3.0, 4.0]]), "euclidean").tolist()
        [5.0]
    """
    distances: NDArray[np.float64]
    if metric != "great_circle":
        distances = np.linalg.norm(there - here, axis=1)
        return distances
    one, other = np.radians(here), np.radians(there)
    across, up = np.sin((other - one) / 2).T ** 2
    chord = up + np.cos(one[1]) * np.cos(other[:, 1]) * across
    distances = 2 * EARTH_RADIUS * np.arcsin(np.sqrt(np.minimum(chord, 1.0)))
    return distances
