"""Maps of larger squares."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pathstar.maps.arguments import checked_name, checked_whole
from pathstar.maps.frame import Frame
from pathstar.maps.map import Map

FREE = ("any", "all")
COSTS = ("min", "mean")


def coarsened(map: Map, k: int, free: str = "any", cost: str = "mean") -> Map:
    """Return a map whose squares stand for k x k squares of another; see `Map.coarsened`."""
    k = checked_whole("k", k, 1, max(map.shape))
    checked_name("free", free, FREE)
    checked_name("cost", cost, COSTS)
    costs = map.cost_field()
    walkable = map.passable if costs is None else map.passable & np.isfinite(costs)
    counts = _sums(walkable, k)
    whole = _sums(np.ones_like(walkable), k)
    passable = counts == whole if free == "all" else counts > 0
    name = map.name and f"{map.name}, {k} x {k}"
    frame = map.frame and _larger(map.frame, k)
    if costs is None:
        return Map(passable, name=name, frame=frame)
    if cost == "min":
        rows = np.minimum.reduceat(np.where(walkable, costs, np.inf), np.arange(0, map.height, k))
        made = np.minimum.reduceat(rows, np.arange(0, map.width, k), 1)
    else:
        made = _sums(np.where(walkable, costs, 0.0), k) / np.maximum(counts, 1)
    return Map(passable, cost=np.where(passable, made, 1.0), name=name, frame=frame)


def _larger(frame: Frame, k: int) -> Frame:
    """Return the frame of cells that are k times as long, with the same corner."""
    a, b, c, d, e, f = frame.transform
    return Frame((a * k, b * k, c, d * k, e * k, f), frame.crs)


def _sums(values: NDArray[np.generic], k: int) -> NDArray[np.float64]:
    """Return the sum of each block of k x k values; those at the right and the bottom may be smaller."""
    height, width = values.shape
    rows = np.add.reduceat(values, np.arange(0, height, k), 0, dtype=np.float64)
    sums: NDArray[np.float64] = np.add.reduceat(rows, np.arange(0, width, k), 1)
    return sums
