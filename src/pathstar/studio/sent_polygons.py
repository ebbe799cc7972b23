"""The polygons that a page shows, and their changes by an edit."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from pathstar.spaces.mesh.arrays import joined
from pathstar.spaces.mesh.tiles import Costs


@dataclass(frozen=True, eq=False)
class Polygons:
    """Polygons, and the cost of a unit of length in each.

    Attributes:
        points: The points among which the corners are, float64 ``(n, 2)``.
        corners: The corners of all polygons in turn, uint32.
        offsets: Where the corners of each polygon begin, and the end of the last, int64.
        costs: The cost of each, float64.
    """

    points: NDArray[np.float64]
    corners: NDArray[np.uint32]
    offsets: NDArray[np.int64]
    costs: Costs

    def __len__(self) -> int:
        return len(self.costs)

    def keys(self) -> list[tuple[bytes, float]]:
        """Return a key for each polygon, equal only for equal polygons."""
        places = self.points[self.corners].tobytes()
        ends = (2 * self.points.itemsize * self.offsets).tolist()
        return [(places[i:j], cost) for (i, j), cost in zip(pairwise(ends), self.costs.tolist(), strict=True)]

    def some(self, numbers: list[int]) -> Polygons:
        """Return some of the polygons."""
        rings = [self.corners[self.offsets[i] : self.offsets[i + 1]].astype(np.int64) for i in numbers]
        return Polygons(*joined(self.points, rings), self.costs[numbers])


@dataclass(frozen=True, eq=False)
class Changes:
    """How polygons differ from others, in any order.

    Attributes:
        gone: The numbers of polygons that no longer exist, uint32.
        added: The new polygons.
    """

    gone: NDArray[np.uint32]
    added: Polygons


class SentPolygons:
    """Polygons that were sent whole.

    Args:
        shape: The id of the shape whose polygons they are.
        polygons: The polygons.
    """

    def __init__(self, shape: str, polygons: Polygons) -> None:
        self.shape = shape
        self._numbers = {key: number for number, key in enumerate(polygons.keys())}

    def changes(self, polygons: Polygons) -> Changes | None:
        """Return how other polygons differ; None if that takes as much as sending them whole.

        Example:
            >>> square = np.array([(0.0, 0), (1, 0), (1, 1), (0, 1)])
            >>> corners = np.array([0, 1, 2, 0, 2, 3], np.uint32)
            >>> mesh = Polygons(square, corners, np.array([0, 3, 6]), np.ones(2))
            >>> dearer = Polygons(mesh.points, mesh.corners, mesh.offsets, np.array([1.0, 3]))
            >>> found = SentPolygons("plain", mesh).changes(dearer)
            >>> found.gone.tolist(), found.added.corners.tolist(), found.added.costs.tolist()
            ([1], [0, 2, 1], [3.0])
        """
        keys = polygons.keys()
        added = [number for number, key in enumerate(keys) if key not in self._numbers]
        if 2 * len(added) > len(polygons):
            return None
        gone = sorted(self._numbers[key] for key in self._numbers.keys() - set(keys))
        return Changes(np.array(gone, np.uint32), polygons.some(added))
