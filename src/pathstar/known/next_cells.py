"""Which cells lie next to others: steps to other cells may lead only there, if all cells are free."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.spaces.base import Space

_SIDES = ((0, -1), (-1, 0), (1, 0), (0, 1))
_AROUND = (*_SIDES, (-1, -1), (1, -1), (-1, 1), (1, 1))


def longest_step(space: Space) -> float:
    """Return the reach of a step in cells, at least to a diagonal neighbour; portals do not count."""
    ground: Any = space.ground
    return max(math.hypot(dx, dy) for dx, dy, *_ in (*ground.directions, (1, 1)))


def cells_ahead(space: Space, mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the cells that are next to those of a mask: each may be entered once it is known to be free.

    If the mask holds all that a space can reach, every step to another cell leads to one of these.

    Args:
        space: Where units move, over a map of the mask's shape.
        mask: bool ``[h, w]``.

    Example:
        >>> import pathstar as ps
        >>> grid = ps.Grid(np.ones((2, 4)), portals=[((0, 0), (3, 1))])
        >>> cells_ahead(grid, np.array([[1, 0, 0, 0], [0, 0, 0, 0]], bool)).astype(int).tolist()
        [[0, 1, 0, 0], [1, 0, 0, 1]]
    """
    return _joined(space, mask, 1)


def next_cells(space: Space, cell: tuple[int, int]) -> list[tuple[int, int]]:
    """Return the cells next to a cell, as `cells_ahead` does for a mask of that cell.

    Example:
        >>> import pathstar as ps
        >>> next_cells(ps.Grid(np.ones((2, 4)), wrap="x"), (0, 0))
        [(3, 0), (1, 0), (0, 1)]
    """
    ground: Any = space.ground
    height, width = ground.shape
    x_joined, y_joined = ("x" in ground.links.wrap), ("y" in ground.links.wrap)
    found = []
    for dx, dy in _offsets(ground):
        x, y = cell[0] + dx, cell[1] + dy
        if (x_joined or 0 <= x < width) and (y_joined or 0 <= y < height):
            found.append((x % width, y % height))
    for start, end, _ in ground.links.portals:
        if tuple(start[:2]) == cell:
            found.append((end[0], end[1]))
    return found


def cells_before(space: Space, mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the cells that have a cell of a mask next to them: `cells_ahead` backwards."""
    return _joined(space, mask, -1)


def _joined(space: Space, mask: NDArray[np.bool_], way: int) -> NDArray[np.bool_]:
    ground: Any = space.ground
    result = np.zeros_like(mask)
    for dx, dy in _offsets(ground):
        result |= _shifted(mask, way * dx, way * dy, ground.links.wrap)
    for portal in ground.links.portals:
        (x, y), (u, v) = (place[:2] for place in portal[:2][::way])
        result[v, u] |= mask[y, x]
    return result


def next_to(
    space: Space, cells: NDArray[np.int64], way: int
) -> Iterator[tuple[NDArray[np.intp], NDArray[np.int64]]]:
    """Yield for each direction and portal the rows of some cells from which it leads, and where to."""
    ground: Any = space.ground
    height, width = ground.shape
    x_joined, y_joined = ("x" in ground.links.wrap), ("y" in ground.links.wrap)
    row, column = np.divmod(cells, width)
    for dx, dy in _offsets(ground):
        x, y = column + way * dx, row + way * dy
        inside = np.ones(len(cells), bool)
        if not x_joined:
            inside &= (x >= 0) & (x < width)
        if not y_joined:
            inside &= (y >= 0) & (y < height)
        rows = np.flatnonzero(inside)
        yield rows, y[rows] % height * width + x[rows] % width
    for portal in ground.links.portals:
        (x, y), (u, v) = (place[:2] for place in portal[:2][::way])
        rows = np.flatnonzero(cells == y * width + x)
        yield rows, np.full(len(rows), v * width + u)


def _offsets(ground: Any) -> tuple[tuple[int, int], ...]:
    """Return where the next cells lie: all around a cell, or only at its sides if that is enough.

    It is enough under a corner rule that lets no step pass between two blocked cells: then the end of any
    step shares a side with a cell that straight steps reach.
    """
    links = ground.links
    ruled = links.exits is not None or links.one_way or links.edges
    return _AROUND if ruled or ground.may_squeeze else _SIDES


def _shifted(mask: NDArray[np.bool_], dx: int, dy: int, wrap: str) -> NDArray[np.bool_]:
    """Return a mask moved by some columns and rows, across joined borders."""
    moved = np.roll(mask, (dy, dx), (0, 1))
    if dx and "x" not in wrap:
        moved[:, 0 if dx > 0 else -1] = False
    if dy and "y" not in wrap:
        moved[0 if dy > 0 else -1] = False
    return moved
