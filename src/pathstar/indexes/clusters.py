"""The clusters of an index, read from the arrays that it saves."""

from __future__ import annotations

from itertools import accumulate, pairwise

import numpy as np

from pathstar import _core
from pathstar.analysis.clusters import Clusters

_SIDE = 32  # cells along a side of a cluster of the lowest level
_WIDER = 4  # times as long on each further level


def clusters_of(core: _core.Index, shape: tuple[int, int]) -> Clusters:
    """Return the clusters of a native index on a map of the given shape.

    The index saves the gates cluster by cluster and level by level, so their number tells the number of
    levels.
    """
    sections = dict(core.sections())
    first, gates = (sections[name].view(np.uint32) for name in ("gate_first", "gates"))
    sides, counts = [_SIDE], [_squares(shape, _SIDE)]
    while sum(counts) < len(first) - 1:
        sides.append(sides[-1] * _WIDER)
        counts.append(_squares(shape, sides[-1]))
    ends = first[list(accumulate(counts, initial=0))].tolist()
    levels = (gates[begin:end] for begin, end in pairwise(ends))
    return Clusters(shape, tuple(sides), tuple(np.unique(level).astype(np.int64) for level in levels))


def _squares(shape: tuple[int, int], side: int) -> int:
    return -(-shape[0] // side) * -(-shape[1] // side)
