"""dijkstra3d: C++ Dijkstra on voxels; no_cut by a hand-built voxel graph, sqrt 2 by its anisotropy."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from .base import (
    FREE,
    KING,
    NO_CUT,
    STEPS,
    Costs,
    Peer,
    Place,
    Points,
    Rule,
    as_points,
    load,
    may_step,
    passable,
)

# The bit of the voxel graph for each of STEPS, in their order.
BITS = (0, 1, 2, 3, 6, 7, 8, 9)


def voxel_graph(costs: Costs, rule: Rule) -> npt.NDArray[np.uint32]:
    """Return the legal steps of every cell as a bit field [w, h]."""
    free = passable(costs)
    field = np.zeros(costs.shape, dtype=np.uint32)
    for bit, (dx, dy) in zip(BITS, STEPS, strict=True):
        field[may_step(free, dx, dy, rule)] |= np.uint32(1 << bit)
    turned: npt.NDArray[np.uint32] = field.T
    return turned


class Dijkstra3d:
    """Its dijkstra over float32 costs [x, y] under one rule."""

    def __init__(self, costs: Costs, rule: Rule) -> None:
        self._field = np.ascontiguousarray(costs, dtype=np.float32).T
        self._search = load("dijkstra3d").dijkstra
        self._options: dict[str, Any] = {"connectivity": 8}
        if rule is KING:
            self._options["compass"] = True
        else:
            self._options["anisotropy"] = (1.0, 1.0)
        if rule is NO_CUT and not passable(costs).all():
            self._options["voxel_graph"] = voxel_graph(costs, rule)

    def find(self, start: Place, goal: Place) -> Any:
        """Run one query; return an array [n, 2] of (x, y)."""
        return self._search(self._field, start, goal, **self._options)

    def read(self, found: Any) -> tuple[Points, float | None]:
        """Return the points; the package states no cost."""
        return as_points(found), None


def row(name: str, rule: Rule) -> Peer:
    """Return the row for one rule."""
    # With anisotropy it misses the optimum on 1 of 20 random 40 x 40 cost arrays, by up to 0.3 %.
    return Peer(name, "dijkstra3d", rule, partial(Dijkstra3d, rule=rule), tolerance=2e-5, exact=rule is KING)


DIJKSTRA3D = row("dijkstra3d", NO_CUT)
DIJKSTRA3D_FREE = row("dijkstra3d-free", FREE)
DIJKSTRA3D_KING = row("dijkstra3d-king", KING)
