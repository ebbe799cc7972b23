"""The cells seen from a cell, as rows and columns."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from pathstar.spaces.grid import Grid
from pathstar.spaces.moves import Moves

Cells = tuple[NDArray[np.intp], NDArray[np.intp]]  # rows and columns


def cells_within(shape: tuple[int, int], place: tuple[int, int], radius: float) -> Cells:
    """Return the cells whose centres are at most this far away.

    Example:
        >>> rows, columns = cells_within((3, 3), (0, 0), 1)
        >>> list(zip(columns.tolist(), rows.tolist()))
        [(0, 0), (1, 0), (0, 1)]
    """
    rows, columns = _box(shape, place, radius)
    box = (rows.stop - rows.start, columns.stop - columns.start)
    down, along = _disc(box, _in_box(place, rows, columns), radius)
    return down + rows.start, along + columns.start


def seen_from(
    walkable: NDArray[np.bool_], moves: Moves, place: tuple[int, int], radius: float | None
) -> Cells:
    """Return the cells, walls too, to which a line of sight is free apart from the cell itself.

    Args:
        walkable: Which cells let light through, ``[h, w]``.
        moves: Has the corner rule.
        place: Where to look from, ``(x, y)``.
        radius: How far; None for as far as the lines reach.
    """
    far = math.hypot(*walkable.shape) if radius is None else radius
    rows, columns = _box(walkable.shape, place, far)
    part = np.ascontiguousarray(walkable[rows, columns])
    here = _in_box(place, rows, columns)
    seen = Grid(part, moves=moves).visible_from(here, walls=True)
    seen[here[1], here[0]] = True
    down, along = np.nonzero(seen & _near(part.shape, here, far))
    return down + rows.start, along + columns.start


def _box(shape: tuple[int, ...], place: tuple[int, int], radius: float) -> tuple[slice, slice]:
    """Return the rows and columns within the radius."""
    reach = int(min(radius, max(shape)))
    x, y = place
    return (
        slice(max(0, y - reach), min(shape[0], y + reach + 1)),
        slice(max(0, x - reach), min(shape[1], x + reach + 1)),
    )


def _in_box(place: tuple[int, int], rows: slice, columns: slice) -> tuple[int, int]:
    return place[0] - columns.start, place[1] - rows.start


@lru_cache(maxsize=16)  # the same at every place away from the borders
def _disc(shape: tuple[int, int], place: tuple[int, int], radius: float) -> Cells:
    down, along = np.nonzero(_near(shape, place, radius))
    return down, along


def _near(shape: tuple[int, ...], place: tuple[int, int], radius: float) -> NDArray[np.bool_]:
    y, x = np.ogrid[: shape[0], : shape[1]]
    near: NDArray[np.bool_] = (x - place[0]) ** 2 + (y - place[1]) ** 2 <= radius * radius
    return near
