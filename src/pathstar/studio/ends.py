"""Start and goal for a board that names none, and the goal of a search for several targets."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pathstar.analysis.islands import islands
from pathstar.goals.base import Goal
from pathstar.goals.places import any_of
from pathstar.spaces.base import Place
from pathstar.spaces.cell_grid import CellGrid

_FROM, _TO = (0.08, 0.12), (0.92, 0.88)  # shares of width and height near which they lie

Ends = tuple[list[int], list[int]]


def ends_of(grid: CellGrid) -> Ends | None:
    """Return two places far apart on the largest island of a grid; None if it has no two walkable cells.

    Example:
        >>> import pathstar as ps
        >>> ends_of(ps.HexGrid([[1, 0, 1, 1, 1]]))
        ([2, 0], [4, 0])
    """
    areas = islands(grid)
    if areas.count == 0 or areas.sizes[areas.largest] < 2:
        return None
    ys, xs = np.nonzero(areas.labels == areas.largest)
    start = _nearest(xs, ys, grid, _FROM)
    goal = _nearest(xs, ys, grid, _TO)
    if start == goal:
        goal = next([x, y] for x, y in zip(xs.tolist(), ys.tolist(), strict=True) if [x, y] != start)
    return start, goal


def _nearest(
    xs: NDArray[np.int64], ys: NDArray[np.int64], grid: CellGrid, share: tuple[float, float]
) -> list[int]:
    far = (xs - share[0] * grid.width) ** 2 + (ys - share[1] * grid.height) ** 2
    nearest = int(far.argmin())
    return [int(xs[nearest]), int(ys[nearest])]


def goal_of(places: Sequence[Place]) -> Place | Goal:
    """Return the only one of some places, or a goal that is any of them.

    Example:
        >>> goal_of([(1, 2)]), goal_of([(1, 2), (3, 4)])
        ((1, 2), any_of([(1, 2), (3, 4)]))
    """
    return places[0] if len(places) == 1 else any_of(places)
