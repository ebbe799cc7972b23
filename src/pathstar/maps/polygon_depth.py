"""How deep cells lie inside a polygon: their distance from its nearest side.

Blocks of cells are divided, and each part keeps only the sides that may be nearest to one of its cells. Even
with many corners that leaves few sides for each cell.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_BLOCK = 16  # cells: shorter blocks are not divided
_FEW = 4  # sides: a block with no more is measured at once, whatever its size
_AT_ONCE = 2**18  # distances in one array
_ROUNDING = 1 + 1e-9

Span = tuple[int, int]
"""The first row or column of a block, and the one after its last."""


def depths_inside(
    x: NDArray[np.float64], y: NDArray[np.float64], inside: NDArray[np.bool_], corners: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the distances of the cells inside from the nearest side of a polygon, ``(n,)``, row by row.

    Args:
        x: The columns of the cells, ``(w,)``.
        y: Their rows, ``(h,)``.
        inside: Which cells to measure, bool ``[h, w]``.
        corners: The polygon's corners in order, ``(n, 2)``.

    Example:
        >>> square = np.array([(0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0)])
        >>> depths_inside(np.array([1.0, 2.0]), np.array([2.0]), np.ones((1, 2), bool), square)
        array([1., 2.])
    """
    depth = np.full(inside.shape, np.inf)
    blocks = [((0, len(y)), (0, len(x)), np.hstack([corners, np.roll(corners, -1, axis=0)]))]
    while blocks:
        rows, columns, sides = blocks.pop()
        block = slice(*rows), slice(*columns)
        cells = np.nonzero(inside[block])
        if not len(cells[0]):
            continue
        sides = _near(x[block[1]], y[block[0]], sides)
        if len(sides) <= _FEW or max(rows[1] - rows[0], columns[1] - columns[0]) <= _BLOCK:
            depth[block][cells] = _least(x[block[1]][cells[1]], y[block[0]][cells[0]], sides)
        else:
            blocks += [(down, across, sides) for down in _halves(rows) for across in _halves(columns)]
    measured: NDArray[np.float64] = depth[inside]
    return measured


def _halves(span: Span) -> list[Span]:
    first, end = span
    if end - first <= _BLOCK:
        return [span]
    middle = (first + end) // 2
    return [(first, middle), (middle, end)]


def _near(x: NDArray[np.float64], y: NDArray[np.float64], sides: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the sides that may be nearest to some cell of a block.

    From the middle of the block, no such side is farther than the nearest one by more than the block's
    diagonal.
    """
    middle = np.array([(x[0] + x[-1]) / 2]), np.array([(y[0] + y[-1]) / 2])
    diagonal = np.hypot(x[-1] - x[0], y[-1] - y[0])
    distances = _distances(*middle, sides)[:, 0]
    near: NDArray[np.float64] = sides[distances <= (distances.min() + diagonal) * _ROUNDING]
    return near


def _least(x: NDArray[np.float64], y: NDArray[np.float64], sides: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the distance of each point from the nearest of some sides."""
    least = np.full(len(x), np.inf)
    step = max(1, _AT_ONCE // len(x))
    for first in range(0, len(sides), step):
        np.minimum(least, _distances(x, y, sides[first : first + step]).min(axis=0), out=least)
    return least


def _distances(
    x: NDArray[np.float64], y: NDArray[np.float64], sides: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the distance of each point from the nearest point of each side, ``(sides, points)``."""
    ax, ay, bx, by = sides.T[:, :, None]
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy
    from_x, from_y = x - ax, y - ay
    along = np.clip((from_x * dx + from_y * dy) / np.where(length > 0, length, 1), 0, 1)
    distances: NDArray[np.float64] = np.hypot(from_x - along * dx, from_y - along * dy)
    return distances
