"""The kinds of unit in the page's menu: what each pays for terrain, by its name."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from pathstar.influence.influence import Influence
from pathstar.maps.costs import CostModel
from pathstar.maps.map import Map

GROUND = "ground"  # ground without a name
DANGER_RADIUS = 4.0
Danger = tuple[int, int, float]

PROFILES: Mapping[str, CostModel] = {
    "walker": CostModel(),
    "wagon": CostModel(
        terrain={"road": 0.5, "grass": 1.5, "sand": 4, "hills": 6, "forest": math.inf, "swamp": math.inf}
    ),
    "boat": CostModel(
        terrain={
            "water": 1,
            "swamp": 3,
            **dict.fromkeys((GROUND, "road", "grass", "sand", "forest", "hills"), math.inf),
        }
    ),
    "hover": CostModel(
        terrain={"water": 1, "swamp": 1, "sand": 1, "grass": 1, "road": 1, "hills": 2, "forest": math.inf}
    ),
}


def paid(profile: str | None, name: str, cost: float | None) -> float:
    """Return the cost for a unit to enter ground; infinity if it cannot.

    Args:
        profile: A name of `PROFILES`; None pays what the ground costs.
        name: The name of the ground, or "".
        cost: The cost of the ground; None for a wall.

    Example:
        >>> paid("boat", "water", None), paid("boat", "", 1.0), paid(None, "water", 9.0)
        (1.0, inf, 9.0)
    """
    usual = math.inf if cost is None else cost
    if profile is None or (cost is None and not name):
        return usual
    return PROFILES[profile].terrain.get(name or GROUND, usual)


def danger_layer(free: NDArray[np.bool_], sources: Sequence[Danger]) -> NDArray[np.float64]:
    """Return the cost that danger adds to each square, float64 ``[h, w]``.

    It falls off evenly over `DANGER_RADIUS`; of several sources the strongest counts.

    Args:
        free: The walkable squares, ``[h, w]``.
        sources: ``(x, y, strength)`` of each.

    Example:
        >>> danger_layer(np.ones((1, 6), bool), [(0, 0, 8.0)]).tolist()
        [[8.0, 6.0, 4.0, 2.0, 0.0, 0.0]]
    """
    map = Map(free)
    influence = Influence(map, "danger", compose="max")
    for x, y, strength in sources:
        influence.add((x, y), strength, DANGER_RADIUS)
    influence.update()
    layer: NDArray[np.float64] = np.array(map.layers["danger"], np.float64)
    return layer
