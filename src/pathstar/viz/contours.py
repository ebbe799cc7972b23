"""Lines along which a field of numbers has the same value."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from pathstar.viz.scene import Scene

MOST_CONTOURS = 10_000

# The corners of a square of four centres, as rows and columns; its sides join each to the next.
_CORNERS = ((0, 0), (0, 1), (1, 1), (1, 0))


def with_lines(scene: Scene, segments: NDArray[np.float64], levels: NDArray[np.float64]) -> Scene:
    """Return a scene with contour lines, which its colour bar also marks.

    Args:
        scene: The scene.
        segments: The parts of the lines, as from `contour_segments`.
        levels: Their values.
    """
    shading = scene.shading and replace(scene.shading, lines=tuple(levels.tolist()))
    return replace(scene, contours=segments, shading=shading)


def contour_segments(values: NDArray[np.float64], levels: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the parts of contour lines between the centres of cells, by marching squares.

    Args:
        values: float64 ``[h, w]``; where a value is not finite no line passes.
        levels: The values to draw lines at.

    Returns:
        float64 ``(n, 2, 2)``: two ends each, columns and rows.

    Example:
        >>> contour_segments(np.array([[0.0, 2.0], [0.0, 2.0]]), np.array([1.0])).tolist()
        [[[0.5, 0.0], [0.5, 1.0]]]
    """
    height, width = values.shape
    corners = np.stack([values[y : height - 1 + y, x : width - 1 + x] for y, x in _CORNERS], axis=-1).reshape(
        -1, 4
    )
    whole = np.flatnonzero(np.isfinite(corners).all(axis=1))
    corners = corners[whole]
    origin = np.stack([whole % max(width - 1, 1), whole // max(width - 1, 1)], axis=-1)
    low, high = corners.min(axis=1, initial=np.inf), corners.max(axis=1, initial=-np.inf)
    parts = [np.empty((0, 2, 2))]
    for level in levels.tolist():
        crossed = (low < level) & (high >= level)
        parts.append(_segments(corners[crossed], origin[crossed], level))
    return np.concatenate(parts)


def levels_of(values: NDArray[np.float64], count: int) -> NDArray[np.float64]:
    """Return values evenly spread between the lowest and the highest finite value, without these two.

    Example:
        >>> levels_of(np.array([[0.0, np.inf, 4.0]]), 3).tolist()
        [1.0, 2.0, 3.0]
    """
    known = values[np.isfinite(values)]
    if not len(known) or count < 1:
        return np.empty(0)
    levels: NDArray[np.float64] = np.linspace(known.min(), known.max(), count + 2)[1:-1]
    return levels


def _segments(corners: NDArray[np.float64], origin: NDArray[np.int64], level: float) -> NDArray[np.float64]:
    """Join the points at which a level crosses the sides of each square, two by two."""
    there = np.roll(corners, -1, axis=1)
    crossed = (corners < level) != (there < level)
    share = np.divide(level - corners, there - corners, out=np.zeros_like(corners), where=crossed)
    at = np.array([(x, y) for y, x in _CORNERS], float)
    points = origin[:, None, :] + at + share[..., None] * (np.roll(at, -1, axis=0) - at)
    square, side = np.nonzero(crossed)
    segments: NDArray[np.float64] = points[square, side].reshape(-1, 2, 2)
    return segments
