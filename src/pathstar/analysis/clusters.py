"""The clusters into which a map is divided, and the cells at which paths pass from one to the next."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Clusters:
    """The clusters of a map on several levels, and their gates; see `Index.clusters`.

    Attributes:
        shape: The shape of the map, rows and columns.
        sides: The number of rows and columns in a cluster of each level, the smallest first.
        gates: For each level, the nodes from or to which a step crosses a border, int64 ``(n,)``, ascending.

    Example:
        >>> import pathstar as ps
        >>> index = ps.build_index(ps.Grid([[1] * 70] * 40), "hierarchy")
        >>> index.clusters
        Clusters(6 of 32 x 32 cells, 44 gates)
    """

    shape: tuple[int, int]
    sides: tuple[int, ...]
    gates: tuple[NDArray[np.int64], ...]

    @property
    def count(self) -> int:
        """The number of clusters of the lowest level."""
        rows, columns = (-(-length // self.sides[0]) for length in self.shape)
        return rows * columns

    def __repr__(self) -> str:
        side = self.sides[0]
        return f"Clusters({self.count:,} of {side} x {side} cells, {len(self.gates[0]):,} gates)"
