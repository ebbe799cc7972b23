"""The lengths of steps: on a plane, and on the ellipsoid row by row."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pathstar import _core

MOVES: NDArray[np.int64] = np.array(_core.raster_moves(), np.int64)
"""int64 ``(32, 2)``: rows down and columns to the right, by direction code minus 1."""

_EQUATOR = 6_378_137.0  # WGS84: the radius in metres, and the flattening
_FLATTENING = 1 / 298.257223563
_ECCENTRICITY_2 = _FLATTENING * (2 - _FLATTENING)


def planar_lengths(width: float, height: float) -> NDArray[np.float64]:
    """Return the lengths of all moves between cells of one size, float64 ``(1, 32)``.

    Example:
        >>> planar_lengths(30, 40)[0, :3]
        array([30., 50., 40.])
    """
    return np.asarray(np.hypot(MOVES[:, 0] * height, MOVES[:, 1] * width), np.float64)[None]


def ellipsoid_lengths(latitudes: NDArray[np.float64], width: float, height: float) -> NDArray[np.float64]:
    """Return the lengths in metres of all moves from each row of a raster in degrees, on WGS84.

    A step north or east is an arc of its meridian or parallel; other steps are the hypotenuse of both, taken
    at the latitude halfway. A step and its reverse have the same length to the last bit.

    Args:
        latitudes: float64 ``(h,)``: the latitudes of the centres of rows, in degrees.
        width: The width of a cell, in degrees.
        height: The height of a cell, in degrees.

    Returns:
        float64 ``(h, 32)``.

    Example:
        >>> import numpy as np
        >>> second = 1 / 3600
        >>> ellipsoid_lengths(np.array([60.0]), second, second)[0, [0, 2]].round(2)
        array([15.5 , 30.95])
    """
    down = -1.0 if len(latitudes) > 1 and latitudes[0] > latitudes[-1] else 1.0
    lengths = np.empty((len(latitudes), len(MOVES)))
    for move, (dy, dx) in enumerate(MOVES.tolist()):
        there = np.full_like(latitudes, np.nan)
        rows = np.arange(len(latitudes)) + dy
        inside = (rows >= 0) & (rows < len(latitudes))
        there[inside] = latitudes[rows[inside]]
        there[~inside] = latitudes[~inside] + down * dy * height
        lengths[:, move] = _step(latitudes, there, abs(dx) * width)
    return lengths


def _step(latitudes: NDArray[np.float64], there: NDArray[np.float64], degrees: float) -> NDArray[np.float64]:
    middle = np.radians((latitudes + there) / 2)
    root = np.sqrt(1 - _ECCENTRICITY_2 * np.sin(middle) ** 2)
    parallel = _EQUATOR / root * np.abs(np.cos(middle)) * np.radians(degrees)
    meridian = _EQUATOR * (1 - _ECCENTRICITY_2) / root**3 * np.radians(np.abs(latitudes - there))
    return np.asarray(np.hypot(parallel, meridian), np.float64)
