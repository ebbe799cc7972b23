"""The common part of layers whose nodes are nodes of their ground, seen in some other respect."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from pathstar.spaces.base import Space

if TYPE_CHECKING:
    from pathstar.maps.change import Change


class NodeLayer(Space):
    """A space over another one, its `ground`, whose walls and estimates it shares."""

    __slots__ = ()

    @property
    def noun(self) -> str:
        """The noun for a place, as on the ground."""
        return self.ground.noun

    def is_free(self, nodes: NDArray[np.uint32]) -> NDArray[np.bool_]:
        """Return which of these nodes are over walkable ground."""
        return self.ground.is_free(self.cells_of(nodes))

    @property
    def heuristics(self) -> tuple[str, ...]:
        """The names of the estimates that fit: those of the ground."""
        return self.ground.heuristics

    def default_heuristic(self) -> str:
        """Return the estimate of the ground: what the layer adds only makes a path more expensive."""
        return self.ground.default_heuristic()

    def consistency_factor(self, heuristic: str) -> float:
        """Return how much a heuristic falls, at most, per unit of a step's cost."""
        return self.ground.consistency_factor(heuristic)

    def update(self, change: Change) -> None:
        """Take over an edit of the map that the ground was made from; see `Grid.update`."""
        self.ground.update(change)
