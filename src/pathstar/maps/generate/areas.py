"""Finding the largest connected area of a map under construction."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from pathstar.maps.parts import bands_of, parts_of


def largest_area(walkable: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Keep the largest area that is connected by straight steps, and close the rest.

    Args:
        walkable: bool ``[h, w]``.

    Returns:
        bool ``[h, w]``; among areas of equal size, the first one from the top left.

    Example:
        >>> largest_area(np.array([[True, False, True], [False, True, True]])).astype(int)
        array([[0, 0, 1],
               [0, 1, 1]])
    """
    sizes, upper, lower = _joined_runs(walkable)
    kept = np.zeros_like(walkable)
    if len(sizes):
        area_of = _linked(len(sizes), upper, lower)
        in_largest = area_of == np.bincount(area_of, sizes).argmax()
        for band, run_of in _runs(walkable):
            kept[band] = walkable[band] & in_largest[run_of]
    return kept


def _runs(walkable: NDArray[np.bool_]) -> Iterator[tuple[slice, NDArray[np.int64]]]:
    """Number the runs of walkable cells in the rows; yield bands of rows, and the run of each cell or -1."""
    count = 0
    for band in bands_of(walkable.shape):
        begins = walkable[band].copy()
        begins[:, 1:] &= ~walkable[band, :-1]
        numbers = np.cumsum(begins.ravel(), dtype=np.int64).reshape(begins.shape) + (count - 1)
        count = int(numbers[-1, -1]) + 1
        yield band, np.where(walkable[band], numbers, -1)


def _joined_runs(
    walkable: NDArray[np.bool_],
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return the number of cells in each run, and the pairs of touching runs, upper and lower."""
    sizes: list[NDArray[np.int64]] = []
    touching: list[NDArray[np.int64]] = []
    above = np.full((1, walkable.shape[1]), -1)
    count = 0
    for band, run_of in _runs(walkable):
        sizes.append(np.bincount(run_of[walkable[band]] - count))
        count += len(sizes[-1])
        touching.append(_touching(np.concatenate([above, run_of])))
        above = run_of[-1:]
    upper, lower = np.concatenate(touching, axis=1)
    return np.concatenate(sizes), upper, lower


def _touching(run_of: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the pairs of runs in adjacent rows that touch: ``(2, n)``."""
    upper, lower = run_of[:-1], run_of[1:]
    touch = (upper >= 0) & (lower >= 0)
    touch[:, 1:] &= (upper[:, 1:] != upper[:, :-1]) | (lower[:, 1:] != lower[:, :-1])  # each pair once
    return np.stack([upper[touch], lower[touch]])


def _linked(count: int, first: NDArray[np.int64], second: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return for each of ``count`` items the lowest number among all items linked to it."""
    root = np.arange(count)
    while True:
        apart = np.empty(len(first), bool)
        for (part,) in parts_of(first.shape):
            apart[part] = root[first[part]] != root[second[part]]
        if not apart.any():
            return root
        first, second = first[apart], second[apart]
        # attach the larger root to the smaller; the next round finds links that were lost where several meet
        for (part,) in parts_of(first.shape):
            a, b = root[first[part]], root[second[part]]
            np.minimum.at(root, np.maximum(a, b), np.minimum(a, b))
        _flatten(root)


def _flatten(root: NDArray[np.int64]) -> None:
    """Attach every item directly to its root."""
    deep = True
    while deep:
        deep = False
        for (part,) in parts_of(root.shape):
            above = root[root[part]]
            deep = deep or not np.array_equal(above, root[part])
            root[part] = above
