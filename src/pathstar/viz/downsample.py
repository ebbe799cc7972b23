"""Scaling a large picture down without losing what matters.

Ground is averaged: fine detail becomes a shade. Marks are pooled by importance: a block shows the most
important mark within it, so a line of single cells stays a line.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def block_starts(cells: int, blocks: int) -> NDArray[np.intp]:
    """Return the first cell of each block when cells are divided evenly.

    Example:
        >>> block_starts(10, 4).tolist()
        [0, 2, 5, 7]
    """
    return np.arange(blocks, dtype=np.intp) * cells // blocks


def block_of(cells: NDArray[np.integer], count: int, blocks: int) -> NDArray[np.intp]:
    """Return the block in which each cell lies.

    Args:
        cells: Numbers of cells along one axis.
        count: Cells along that axis.
        blocks: Blocks along it.

    Example:
        >>> block_of(np.arange(10), 10, 4).tolist()
        [0, 0, 1, 1, 1, 2, 2, 3, 3, 3]
    """
    return np.searchsorted(block_starts(count, blocks), cells, side="right") - 1


def most_important(marks: NDArray[np.uint8], rows: int, columns: int) -> NDArray[np.uint8]:
    """Return the largest mark of each block, uint8 ``[rows, columns]``.

    Example:
        >>> most_important(np.array([[0, 0, 3, 0], [0, 1, 0, 0]], np.uint8), 1, 2).tolist()
        [[1, 3]]
    """
    height, width = marks.shape
    if rows < height:
        marks = np.maximum.reduceat(marks, block_starts(height, rows), axis=0)
    if columns < width:
        marks = np.maximum.reduceat(marks, block_starts(width, columns), axis=1)
    return marks


def averages(values: NDArray[np.uint8], rows: int, columns: int) -> NDArray[np.float32]:
    """Return the mean of each block, float32 ``[rows, columns]``.

    Example:
        >>> averages(np.array([[0, 0, 9, 1], [0, 4, 0, 2]], np.uint8), 1, 2).tolist()
        [[1.0, 3.0]]
    """
    height, width = values.shape
    down, along = block_starts(height, rows), block_starts(width, columns)
    sums = _sums(_sums(values, down, rows), along, columns, axis=1)
    areas = np.multiply.outer(np.diff(down, append=height), np.diff(along, append=width))
    return (sums / areas).astype(np.float32)


def _sums(
    values: NDArray[np.integer], starts: NDArray[np.intp], blocks: int, axis: int = 0
) -> NDArray[np.integer]:
    count = values.shape[axis]
    if count == blocks:
        return values
    if count % blocks == 0 and count // blocks <= 4:  # several times faster than reduceat
        step = count // blocks
        parts = [values[part::step] if axis == 0 else values[:, part::step] for part in range(step)]
        total = parts[0].astype(np.uint32)
        for part in parts[1:]:
            total += part
        return total
    return np.add.reduceat(values, starts, axis=axis, dtype=np.uint32)
