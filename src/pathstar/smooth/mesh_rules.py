"""The rules for lines on a navigation mesh, with arrays of points."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import OptionError
from pathstar.paths.path import Path
from pathstar.spaces.mesh.plane import mesh_of

Points = NDArray[np.float64]

_LEGS = 64  # the number whose distances from all walls are found at a time


class MeshRules:
    """The rules for straight lines on a `NavMesh`.

    Args:
        path: The path to smooth; only its mesh counts.

    Raises:
        OptionError: It takes a link, which is not a line over ground.
    """

    def __init__(self, path: Path) -> None:
        mesh = mesh_of(path.space)
        if (mesh.links_along(path) >= 0).any():
            raise OptionError(
                "this path takes links of the mesh, and smoothing draws lines over ground alone; smooth the "
                "parts between links, each found by itself"
            )
        self._core = mesh.core
        points, corners, offsets = self._core.polygons()
        after = np.arange(1, len(corners) + 1)
        after[offsets[1:] - 1] = offsets[:-1]
        wall = self._core.neighbours() < 0
        self._walls = np.stack([points[corners[wall]], points[corners[after[wall]]]], axis=1)

    def snapped(self, points: Points) -> Points:
        """Return points on a path after rounding: points moved off the mesh go to its nearest point."""
        at = map(tuple, points.tolist())
        return np.array([place if self._core.faces_at(place) else self._core.nearest(place) for place in at])

    def free(self, points: Points) -> NDArray[np.bool_]:
        """Return which parts of a polyline of n points stay on the mesh: bool ``(n - 1,)``."""
        free: NDArray[np.bool_] = np.isfinite(self.costs(points))
        return free

    def costs(self, points: Points) -> NDArray[np.float64]:
        """Return the costs of the parts, float64 ``(n - 1,)``; infinity where a part leaves the mesh."""
        legs = pairwise(map(tuple, points.tolist()))
        return np.array([self._core.line_cost(a, b) for a, b in legs], np.float64)

    def clearance(self, points: Points, most: float = np.inf) -> float:
        """Return the distance of a polyline from walls, at most ``most``; 0 if it leaves the mesh."""
        if not self.free(points).all():
            return 0.0
        begins, ends = points[:-1], points[1:]
        least = most
        for first in range(0, len(begins), _LEGS):
            a, b = begins[first : first + _LEGS, None], ends[first : first + _LEGS, None]
            c, d = self._walls[None, :, 0], self._walls[None, :, 1]
            for apart in (_distances(a, c, d), _distances(b, c, d), _distances(c, a, b), _distances(d, a, b)):
                least = float(apart.min(initial=least))
        return least


def _distances(places: Points, a: Points, b: Points) -> NDArray[np.float64]:
    """Return the distances of places from segments, with broadcasting."""
    along = b - a
    square = (along**2).sum(axis=-1)
    inner = ((places - a) * along).sum(axis=-1)
    share = np.divide(inner, square, out=np.zeros(inner.shape), where=square > 0).clip(0, 1)
    distances: NDArray[np.float64] = np.linalg.norm(places - a - share[..., None] * along, axis=-1)
    return distances
