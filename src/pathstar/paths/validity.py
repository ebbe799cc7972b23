"""Whether a path can still be walked."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pathstar.paths.check import check_line, check_path
from pathstar.paths.path import Path


def is_valid(path: Path) -> bool:
    """Return whether every step of a path still exists; see `Path.is_valid`."""
    space, nodes = path.space, path.nodes
    if path.is_line:
        return bool(check_line(path))
    if space.capabilities.timed:
        space, nodes = space.ground, _without_waits(nodes)
    if not path or not (space.capabilities.one_to_all and space.capabilities.reversible):
        return bool(path) and bool(check_path(space, path.points, start=path.start, goal=path.goal))
    if not space.is_free(nodes[-1:])[0]:
        return False
    for node, following in zip(nodes[:-2].tolist(), nodes[1:-1].tolist(), strict=True):
        if following not in space.node_steps_from(node)[0]:
            return False
    last = nodes[-2:]  # over a Turning, any heading at the goal will do
    return len(last) < 2 or space.cells_of(last)[1] in space.cells_of(space.node_steps_from(int(last[0]))[0])


def _without_waits(nodes: NDArray[np.uint32]) -> NDArray[np.uint32]:
    moved = nodes[1:] != nodes[:-1]
    return np.concatenate([nodes[:1], nodes[1:][moved]])
