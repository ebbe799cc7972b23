"""The two tiers of a board: its clusters with their gates, and a path that is found leg by leg."""

from __future__ import annotations

from dataclasses import dataclass

from pathstar.analysis.clusters import Clusters
from pathstar.goals.base import Goal
from pathstar.indexes.build import build_index
from pathstar.paths.path import Path
from pathstar.planners.find import find_path
from pathstar.planners.planner import Planner
from pathstar.spaces.base import Place, Space
from pathstar.studio.runs import Stop

KIND = "hierarchy"


@dataclass(frozen=True, slots=True)
class TwoTiers:
    """The clusters of a board and a path over them.

    Attributes:
        clusters: The clusters.
        legs: The legs of the path; none if there is no path.
        best: The cost of a cheapest path; infinity if there is none.
    """

    clusters: Clusters
    legs: list[Path]
    best: float

    @property
    def cost(self) -> float:
        """The cost of all legs together."""
        return sum(leg.cost for leg in self.legs)


def two_tiers(space: Space, start: Place, goal: Place | Goal, stop: Stop) -> TwoTiers:
    """Divide a board into clusters, and find a path over them.

    Args:
        space: Where the path lies.
        start: Where it begins.
        goal: Where it ends; of several targets, the one that a cheapest path reaches.
        stop: Returns whether to end early; then the later legs are left out.

    Raises:
        SpaceError: There is no such index for this kind of space.

    Example:
        >>> import pathstar as ps
        >>> from pathstar.studio.runs import Stop
        >>> found = two_tiers(ps.Grid([[1] * 96] * 64), (0, 0), (90, 60), Stop(9.0, lambda: False))
        >>> found.clusters.count, len(found.legs), found.cost >= found.best
        (6, 3, True)
    """
    index = build_index(space, KIND)
    best = find_path(space, start, goal)
    legs: list[Path] = []
    if best:
        for leg in Planner(space, index=index).legs(start, list(best)[-1]):
            if stop():
                break
            legs.append(leg)
    return TwoTiers(index.clusters, legs, best.cost)
