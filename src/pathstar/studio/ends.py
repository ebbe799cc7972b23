"""Start and goal for a map that names none, and the goal of a search for several targets."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pathstar.analysis.islands import islands
from pathstar.goals.base import Goal
from pathstar.goals.places import any_of
from pathstar.maps.map import Map
from pathstar.spaces.base import Place

_FROM, _TO = (0.08, 0.12), (0.92, 0.88)  # shares of width and height near which they lie

Ends = tuple[list[int], list[int]]


def ends_of(map: Map) -> Ends | None:
    """Return two places far apart on the largest island of a map; None if it has no two walkable cells.

    Example:
        >>> ends_of(Map([[1, 0, 1, 1, 1]]))
        ([2, 0], [4, 0])
    """
    areas = islands(map.grid())
    if areas.count == 0 or areas.sizes[areas.largest] < 2:
        return None
    ys, xs = np.nonzero(areas.labels == areas.largest)
    start = _nearest(xs, ys, map, _FROM)
    goal = _nearest(xs, ys, map, _TO)
    if start == goal:
        goal = next([x, y] for x, y in zip(xs.tolist(), ys.tolist(), strict=True) if [x, y] != start)
    return start, goal


def _nearest(xs: NDArray[np.int64], ys: NDArray[np.int64], map: Map, share: tuple[float, float]) -> list[int]:
    far = (xs - share[0] * map.width) ** 2 + (ys - share[1] * map.height) ** 2
    nearest = int(far.argmin())
    return [int(xs[nearest]), int(ys[nearest])]


def goal_of(places: Sequence[Place]) -> Place | Goal:
    """Return the only one of some places, or a goal that is any of them.

    Example:
        >>> goal_of([(1, 2)]), goal_of([(1, 2), (3, 4)])
        ((1, 2), any_of([(1, 2), (3, 4)]))
    """
    return places[0] if len(places) == 1 else any_of(places)
