"""What lies over the ground of a picture: lines as cells, times, claimed cells, masks."""

from __future__ import annotations

from itertools import groupby, pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar.errors import ArrayError
from pathstar.maps.layers import as_array
from pathstar.paths.path import Path

_MOST_LABELS = 400


def claimed_cells(rows: NDArray[np.float64], width: int, path: Path | None = None) -> NDArray[np.int64]:
    """Return the cells that are claimed, during a path or at any time, ``(n,)``.

    Args:
        rows: The reservations, ``(n, 4)``: x, y, from and until.
        width: The number of columns.
        path: The path whose time counts, or None.
    """
    if path is not None and len(path.times):
        rows = rows[(rows[:, 2] <= path.times[-1]) & (rows[:, 3] >= path.times[0])]
    whole = rows[(rows[:, :2] % 1 == 0).all(axis=1), :2].astype(np.int64)
    cells: NDArray[np.int64] = np.unique(whole[:, 1] * width + whole[:, 0])
    return cells


def time_labels(path: Path) -> tuple[tuple[int, str], ...]:
    """Return the cells of a path in time with the time at each, or the interval of a wait."""
    if not 0 < len(path.times) <= _MOST_LABELS:
        return ()
    cells = path.space.cells_of(path.nodes).tolist()
    labels = []
    for cell, visit in groupby(zip(cells, path.times.tolist(), strict=True), key=lambda pair: pair[0]):
        times = [time for _, time in visit]
        words = f"{times[0]:.4g}" if times[0] == times[-1] else f"{times[0]:.4g}-{times[-1]:.4g}"
        labels.append((int(cell), words))
    return tuple(labels)


def cells_along(points: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the columns and rows of the cells that a line crosses, from two samples per cell.

    Example:
        >>> cells_along(np.array([[0.0, 0.0], [2.0, 1.0]])).tolist()
        [[0, 0], [1, 0], [1, 1], [2, 1]]
    """
    parts = [points[:1]]
    for a, b in pairwise(points):
        count = max(int(np.ceil(2 * np.abs(b - a).max())), 1)
        parts.append(a + (b - a) * (np.arange(1, count + 1) / count)[:, None])
    cells = np.floor(np.concatenate(parts) + 0.5).astype(np.int64)
    keep = np.append(True, (np.diff(cells, axis=0) != 0).any(axis=1))
    along: NDArray[np.int64] = cells[keep]
    return along


def cells_of(nodes: ArrayLike, columns: int) -> NDArray[np.int64]:
    """Return the columns and rows of nodes in the layers, int64 ``(n, 2)``."""
    row, column = np.divmod(np.asarray(nodes, np.int64), columns)
    return np.stack([column, row], axis=-1)


def checked_mask(dimmed: Any, shape: tuple[int, ...]) -> NDArray[np.bool_] | None:
    """Return the cells to draw faint, bool ``[h, w]``, or None.

    Raises:
        ArrayError: It is no bool array of this shape.
    """
    if dimmed is None:
        return None
    mask = as_array(dimmed, "dimmed")
    if mask.dtype != np.bool_ or mask.shape != shape:
        raise ArrayError(f"dimmed is {mask.dtype} {mask.shape}; allowed: a bool array of the shape {shape}")
    return mask
