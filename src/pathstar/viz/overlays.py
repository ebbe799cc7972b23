"""What lies over the ground of a picture: lines as cells, times, claimed cells, masks."""

from __future__ import annotations

from itertools import groupby, pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar.analysis.clusters import Clusters
from pathstar.errors import ArrayError, OptionError
from pathstar.maps.layers import as_array
from pathstar.paths.path import Path
from pathstar.spaces.places import checked_places
from pathstar.viz.layouts.layout import Layout

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


def overlays_of(path: Path, reserved: NDArray[np.float64] | None) -> dict[str, Any]:
    """Return the overlays of a path over headings or times, by their names in a scene."""
    can = path.space.capabilities
    if not can.timed:
        return {"headed": can.headings}
    space: Any = path.space
    rows = space.reserved if reserved is None else reserved
    return {"claimed": claimed_cells(rows, space.width, path), "labels": time_labels(path)}


def line_overlays(path: Path) -> dict[str, Any]:
    """Return the content of a polyline, by the names in a scene: its cells and, on one floor, the line."""
    along = cells_along(path.points)
    if along.shape[1] == 2:
        return {"route": along, "line": path.points}
    return {"route": cells_of(path.space.nodes_of(along), path.space.shape[-1])}


def cells_along(points: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the columns, rows and floors of the cells that a line crosses, from two samples per cell.

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


def chosen_cells(cells: Any, shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """Return cells as bool ``[h, w]``: from a mask, node numbers ``(n,)`` or places ``(n, 2)``.

    Raises:
        ArrayError, PlaceError: They do not fit the shape.
    """
    array = as_array(cells, "squares")
    if array.dtype == np.bool_:
        if array.shape != shape:
            raise ArrayError(f"a mask of squares has the map's shape {shape}, not {array.shape}")
        return array
    chosen = np.zeros(shape, np.bool_)
    height, width = shape
    if array.ndim == 1 and array.dtype.kind in "iu":
        array = np.stack([array % width, array // width], axis=-1)
    x, y = checked_places(array, "squares", width, height).T
    chosen[y, x] = True
    return chosen


def checked_mask(dimmed: Any, shape: tuple[int, ...]) -> NDArray[np.bool_] | None:
    """Return the cells to draw under a veil, bool ``[h, w]``, or None.

    Raises:
        ArrayError: It is not a bool array of this shape.
    """
    if dimmed is None:
        return None
    mask = as_array(dimmed, "dimmed")
    if mask.dtype != np.bool_ or mask.shape != shape:
        raise ArrayError(f"dimmed is {mask.dtype} {mask.shape}; allowed: a bool array of the shape {shape}")
    return mask


def checked_clusters(clusters: Any, layout: Layout) -> Clusters | None:
    """Return the clusters to draw on a board, or None.

    Raises:
        OptionError: They are not `Clusters`, or the board has neither squares nor hexagons.
        ArrayError: They belong to a map of another shape.
    """
    if clusters is None:
        return None
    if not isinstance(clusters, Clusters):
        raise OptionError(f"clusters is {clusters!r}; allowed: the clusters of an index, or None")
    if layout.lattice is None or len(layout.outlines) > 1:
        raise OptionError(f"clusters need a board of squares or hexagons; this one is of {layout.noun}s")
    if clusters.shape != layout.shape:
        raise ArrayError(f"the clusters belong to a map of the shape {clusters.shape}, not {layout.shape}")
    return clusters
