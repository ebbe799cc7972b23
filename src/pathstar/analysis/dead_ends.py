"""Dead ends: the areas that lead nowhere."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pathstar import _core
from pathstar.spaces.grid import Grid, squares_of


@dataclass(frozen=True, eq=False)
class DeadEnds:
    """The dead ends of a grid, numbered from 1 in the order of their first cells, row by row.

    Attributes:
        labels: int32 ``[h, w]``: 0 outside any dead end (and where not walkable), else the number of the
            dead end.
        sizes: int64 ``(count + 1,)``: cells of each dead end; ``sizes[0]`` counts all other cells.

    Example:
        >>> import pathstar as ps
        >>> found = ps.dead_ends(ps.Grid([[1, 1, 0], [1, 1, 1]]))
        >>> found.count, found.mask.tolist()
        (1, [[False, False, False], [False, False, True]])
    """

    labels: NDArray[np.int32]
    sizes: NDArray[np.int64]

    @property
    def count(self) -> int:
        """The number of dead ends."""
        return len(self.sizes) - 1

    @property
    def mask(self) -> NDArray[np.bool_]:
        """Which cells lie in a dead end, bool ``[h, w]``."""
        inside: NDArray[np.bool_] = self.labels > 0
        return inside


def dead_ends(grid: Grid) -> DeadEnds:
    """Find the areas of a grid that are attached to the rest by a single cell and lead nowhere else.

    The body of an island is its largest part that no single cell cuts in two. Everything attached to the body
    by one of its cells is a dead end. Only a path that starts or ends in a dead end need enter it. With
    ``skip_dead_ends=True`` a search skips all others; this function lets you look at them.

    Args:
        grid: The grid; each call finds the dead ends again, in time proportional to the number of cells.

    Raises:
        SpaceError: The grid has 16 directions, joined borders, portals or one-way rules.

    Returns:
        A `DeadEnds`.

    Example:
        >>> import pathstar as ps
        >>> ps.dead_ends(ps.Grid([[1, 1, 1, 1], [1, 1, 0, 0]])).labels.tolist()
        [[0, 0, 1, 1], [0, 0, 0, 0]]
    """
    labels, sizes = _core.dead_end_labels(squares_of(grid, "dead_ends"))
    return DeadEnds(labels.reshape(grid.shape), sizes)
