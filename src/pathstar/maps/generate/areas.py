"""Finding the largest connected area of a map in the making."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def largest_area(walkable: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Keep the largest area that is connected by straight steps, and close the rest.

    Args:
        walkable: bool ``[h, w]``.

    Returns:
        bool ``[h, w]``; of areas equally large, the one met first from the top left.

    Example:
        >>> largest_area(np.array([[True, False, True], [False, True, True]])).astype(int)
        array([[0, 0, 1],
               [0, 1, 1]])
    """
    if not walkable.any():
        return np.zeros_like(walkable)
    run_of = _runs(walkable)
    upper, lower = run_of[:-1], run_of[1:]
    touch = (upper >= 0) & (lower >= 0)
    area_of = _linked(int(run_of.max()) + 1, upper[touch], lower[touch])
    areas = area_of[run_of[walkable]]
    kept = np.zeros_like(walkable)
    kept[walkable] = areas == np.bincount(areas).argmax()
    return kept


def _runs(walkable: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Number the runs of walkable cells in the rows; -1 elsewhere."""
    begins = walkable.copy()
    begins[:, 1:] &= ~walkable[:, :-1]
    numbers = np.cumsum(begins.ravel(), dtype=np.int64).reshape(walkable.shape)
    return np.where(walkable, numbers - 1, -1)


def _linked(count: int, first: NDArray[np.int64], second: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return for each of ``count`` things the least number among all that are linked to it."""
    root = np.arange(count)
    while True:
        a, b = root[first], root[second]
        apart = a != b
        if not apart.any():
            return root
        first, second, a, b = first[apart], second[apart], a[apart], b[apart]
        # hang the larger root below the smaller, then let everything hang directly below its root
        np.minimum.at(root, np.maximum(a, b), np.minimum(a, b))
        while True:
            above = root[root]
            if (above == root).all():
                break
            root = above
