"""pyastar2d: C++ A* in which a diagonal step costs as much as a straight one and corners may be cut."""

from __future__ import annotations

from typing import Any

import numpy as np

from .base import KING, Costs, Peer, Place, Points, as_points, load


class PyAstar2d:
    """astar_path over float32 weights; places are (row, column)."""

    def __init__(self, costs: Costs) -> None:
        self._weights = np.ascontiguousarray(costs, dtype=np.float32)
        self._search = load("pyastar2d").astar_path

    def find(self, start: Place, goal: Place) -> Any:
        """Run one query; return an array [n, 2] of (row, column), or None."""
        return self._search(self._weights, start[::-1], goal[::-1], allow_diagonal=True)

    def read(self, found: Any) -> tuple[Points, float | None]:
        """Return the points as (x, y); the package states no cost."""
        return (as_points([]) if found is None else as_points(found)[:, ::-1]), None


PYASTAR2D = Peer("pyastar2d", "pyastar2d", KING, PyAstar2d, tolerance=1e-5)
