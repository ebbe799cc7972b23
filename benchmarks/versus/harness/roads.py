"""A generated road network: a bent lattice of crossings; some roads are missing, none is quite straight."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

KEPT = 0.7
WINDING = 0.3


@dataclass(frozen=True)
class Roads:
    """Every road in both directions, sorted by source.

    Args:
        sources: int64 [m].
        targets: int64 [m].
        costs: float64 [m], lengths.
        places: float64 [n, 2].
    """

    sources: npt.NDArray[np.int64]
    targets: npt.NDArray[np.int64]
    costs: npt.NDArray[np.float64]
    places: npt.NDArray[np.float64]

    @property
    def size(self) -> int:
        """How many crossings there are."""
        return len(self.places)


def make_roads(side: int, seed: int = 1) -> Roads:
    """Return a network of side x side crossings, the same for the same seed.

    Each crossing is off its lattice point by up to 0.4 of the spacing, 70 % of the roads to the four
    neighbours exist, and each is up to 30 % longer than the straight line.
    """
    random = np.random.default_rng(seed)
    order = local_order(side, random)
    numbers = order.reshape(side, side)
    places = np.empty((side * side, 2))
    y, x = np.mgrid[:side, :side]
    places[order, 0] = x.ravel() + random.uniform(-0.4, 0.4, side * side)
    places[order, 1] = y.ravel() + random.uniform(-0.4, 0.4, side * side)
    begins = np.concatenate([numbers[:, :-1].ravel(), numbers[:-1].ravel()])
    ends = np.concatenate([numbers[:, 1:].ravel(), numbers[1:].ravel()])
    kept = random.random(len(begins)) < KEPT
    begins, ends = begins[kept], ends[kept]
    lengths = np.hypot(*(places[begins] - places[ends]).T) * random.uniform(1, 1 + WINDING, len(begins))
    sources, targets = np.concatenate([begins, ends]), np.concatenate([ends, begins])
    by_source = np.argsort(sources, kind="stable")
    costs = np.concatenate([lengths, lengths])
    return Roads(sources[by_source], targets[by_source], costs[by_source], places)


def local_order(side: int, random: np.random.Generator) -> npt.NDArray[np.int64]:
    """Return a number for each crossing: blocks of 32 x 32 in shuffled order, shuffled inside, as by county.

    The numbers of a real network are near each other within a county, and random beyond that.
    """
    y, x = np.mgrid[:side, :side]
    block = (y // 32) * (side // 32 + 1) + x // 32
    rank = random.permutation(block.max() + 1)[block].ravel()
    by_block = np.lexsort((random.random(side * side), rank))
    numbers = np.empty(side * side, np.int64)
    numbers[by_block] = np.arange(side * side)
    return numbers
