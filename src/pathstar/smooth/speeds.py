"""The speeds at which a unit may follow a line."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pathstar.smooth.rules import Points, checked_distance


def speeds_along(
    points: Points, curvature: NDArray[np.float64], top: float, sideways: float, along: float
) -> NDArray[np.float64]:
    """Return the highest speeds at the points of a line, from rest to rest; see `SmoothPath.speeds`."""
    limits = {"top": top, "sideways": sideways, "along": along}
    fastest, across, forward = (checked_distance(name, limit) for name, limit in limits.items())
    bend = np.abs(curvature)
    in_curves = np.sqrt(across / np.where(bend > 0, bend, 1))
    speeds = np.where(bend > 0, np.minimum(fastest, in_curves), fastest)
    steps = np.hypot(*np.diff(points, axis=0).T)
    speeds[:1] = speeds[-1:] = 0.0
    for row, step in enumerate(steps.tolist()):
        speeds[row + 1] = min(speeds[row + 1], (speeds[row] ** 2 + 2 * forward * step) ** 0.5)
    for row, step in reversed(list(enumerate(steps.tolist()))):
        speeds[row] = min(speeds[row], (speeds[row + 1] ** 2 + 2 * forward * step) ** 0.5)
    return speeds
