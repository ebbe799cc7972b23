"""What algorithms guarantee: the factor by which the cost of a path may exceed the optimum."""

from __future__ import annotations

import math

from pathstar.engine.options import bound_of
from pathstar.spaces.base import Space

_KEPT_REGIONS_WEIGHT = 1.001  # kKeptWeight of native/core/engine/regions/bisection.hpp


def regions_bound(space: Space, weight: float, heuristic: str) -> float:
    """Return the weight, or the least bound always kept; a path may be proven to keep a lower one."""
    return max(weight, _KEPT_REGIONS_WEIGHT)


def estimate_bound(space: Space, weight: float, heuristic: str) -> float:
    """Return the bound of a search whose estimate may be weighted."""
    return bound_of(weight, space.consistency_factor(heuristic))


def steps_bound(space: Space, weight: float, heuristic: str) -> float:
    """Return the bound of a path with the fewest steps: the ratio of the costliest step to the cheapest."""
    least, most = space.step_range()
    return most / least if least > 0 else math.inf


def lines_bound(space: Space, weight: float, heuristic: str) -> float:
    """Return how many times as long as the shortest line over centres a path of steps can be."""
    return space.longest_detour()


def optimal(space: Space, weight: float, heuristic: str) -> float:
    """Return 1."""
    return 1.0


def nothing(space: Space, weight: float, heuristic: str) -> float:
    """Return infinity: the algorithm promises nothing."""
    return math.inf
