"""How far a visit may run ahead of waiting tiles."""

from __future__ import annotations

import math

import numpy as np

from pathstar.rasters.tiles.visits import Visited


class Horizon:
    """The cost at which a visit leaves the rest of its tile for later.

    A visit that runs to the end of its tile expands cells whose costs other tiles may still lower, and these
    are expanded again. On smooth ground that is rare. Elsewhere a visit stops some way ahead of the least
    waiting cost: half of the cost of crossing a tile, as a recent average. Less would save expansions, but
    take many more visits.

    Args:
        workers: The number of visits that may be under way. They run ahead of each other anyway, and the
            cells that are expanded again for that reason cost less than the visits it would take to spare
            them.
    """

    OFTEN = 0.01  # cells that are expanded again, as a share of those reached
    TOGETHER = 0.1  # what each worker beyond the first may add to that
    SHARE = 0.5  # of the cost of crossing a tile
    LATE = 1 / 8  # weight of the last tile that was crossed

    def __init__(self, workers: int) -> None:
        self._often = 1 + self.OFTEN + self.TOGETHER * (workers - 1)
        self._settled = self._reached = 0
        self._crossing = math.nan

    def of(self, least: float) -> float:
        """Return the horizon of a visit: infinity while cells are seldom expanded twice.

        Args:
            least: The lowest cost with which any tile waits, or at which visits under way began.
        """
        if math.isnan(self._crossing) or self._settled <= self._often * self._reached:
            return math.inf
        return least + self.SHARE * self._crossing

    def learn(self, visited: Visited) -> None:
        """Take in the result of a visit."""
        self._settled += visited.settled
        self._reached += visited.reached
        if len(visited.left):
            return
        known = visited.frame[visited.frame < math.inf]
        if len(known) == 0:
            return
        crossed = float(np.ptp(known))
        self._crossing = (
            crossed if math.isnan(self._crossing) else self._crossing + self.LATE * (crossed - self._crossing)
        )
