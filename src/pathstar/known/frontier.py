"""The frontier: where steps of a space lead from seen cells to cells that were never seen."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pathstar.known.known_map import KnownMap
from pathstar.known.next_cells import cells_before, next_to
from pathstar.spaces.base import Space


class Frontier:
    """The seen cells next to one that was never seen, kept up to date as more is seen.

    Args:
        space: Where units move, over the known map.
        known: The known map.
    """

    def __init__(self, space: Space, known: KnownMap) -> None:
        self._space = space
        self._known = known
        seen = known.seen
        self._cells = set(np.flatnonzero(cells_before(space, ~seen) & seen).tolist())
        self._sighting = known.seen_after(0)[1]

    def cells(self) -> NDArray[np.int64]:
        """Return their numbers, int64 ``(n,)``, in order."""
        news, self._sighting = self._known.seen_after(self._sighting)
        if news.size:
            self._look_again(news)
        cells = np.fromiter(self._cells, np.int64, len(self._cells))
        cells.sort()
        return cells

    def _look_again(self, news: NDArray[np.int64]) -> None:
        """Take in cells that were seen for the first time: they and those before them may have changed."""
        seen = self._known.seen.ravel()
        before = [cells for _, cells in next_to(self._space, news, -1)]
        near = np.unique(np.concatenate([news, *before]))
        near = near[seen[near]]
        on_it = np.zeros(len(near), bool)
        for rows, cells in next_to(self._space, near, 1):
            on_it[rows[~seen[cells]]] = True
        self._cells.difference_update(near[~on_it].tolist())
        self._cells.update(near[on_it].tolist())
