"""One path made of legs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from pathstar.paths.path import Path
from pathstar.spaces.base import Space


def joined(legs: Sequence[Path], space: Space) -> tuple[NDArray[np.uint32], float]:
    """Return the nodes ``(n,)`` and the cost of successive legs, without loops.

    Legs that were found before and after an edit may lead into a dead end and out again. The nodes between
    two visits of a node are left out.

    Example:
        >>> import pathstar as ps
        >>> grid = ps.Grid([[1, 1, 1, 1], [1, 0, 0, 0]])
        >>> into, out = ps.find_path(grid, (1, 0), (3, 0)), ps.find_path(grid, (3, 0), (0, 1))
        >>> nodes, cost = joined([into, out], grid)
        >>> nodes.tolist(), cost
        ([1, 0, 4], 2.0)
    """
    nodes = np.concatenate([legs[0].nodes, *(leg.nodes[1:] for leg in legs[1:])])
    last = {node: at for at, node in enumerate(nodes.tolist())}
    if len(last) == len(nodes):
        return nodes, sum(leg.cost for leg in legs)
    kept, at = [0], 0
    while (at := last[int(nodes[at])]) + 1 < len(nodes):
        at += 1
        kept.append(at)
    steps = np.zeros(len(nodes), np.bool_)  # the step that leads to each node is kept
    steps[kept[1:]] = True
    return nodes[kept], _cost(legs, nodes, steps, space)


def _cost(legs: Sequence[Path], nodes: NDArray[np.uint32], steps: NDArray[np.bool_], space: Space) -> float:
    """Return the cost of some of the steps of legs; a whole leg states its own cost."""
    cost, begin = 0.0, 0
    for leg in legs:
        end = begin + len(leg.nodes) - 1
        kept = steps[begin + 1 : end + 1]
        if kept.all():
            cost += leg.cost
        else:
            for at in (begin + 1 + np.flatnonzero(kept)).tolist():
                cost += _step_cost(space, int(nodes[at - 1]), int(nodes[at]))
        begin = end
    return cost


def _step_cost(space: Space, source: int, target: int) -> float:
    targets, costs = space.node_steps_from(source)
    return float(costs[targets == target].min(initial=np.inf))
