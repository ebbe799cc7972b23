"""Overlays of a path in time: the times at its cells, and the cells that others have claimed."""

from __future__ import annotations

from itertools import groupby

import numpy as np
from numpy.typing import NDArray

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
