"""Which space an index belongs to: what its file says about it, and a checksum."""

from __future__ import annotations

import hashlib

import numpy as np

from pathstar import _core
from pathstar.errors import SpaceError
from pathstar.spaces.base import Space
from pathstar.spaces.graph import Graph
from pathstar.spaces.grid import Grid


def traits(space: Space) -> dict[str, str]:
    """Return what tells spaces apart at a glance, in words.

    Raises:
        SpaceError: A space of a kind that has no indexes.

    Example:
        >>> traits(Graph.from_edges([("a", "b")]))
        {'space': 'Graph', 'nodes': '2', 'edges': '1'}
    """
    if isinstance(space, Graph):
        return {"space": "Graph", "nodes": f"{space.size:,}", "edges": f"{space.edges:,}"}
    if isinstance(space, Grid):
        return {
            "space": "Grid",
            "size": f"{space.width} x {space.height}",
            "corner rule": space.moves.corners,
            "directions": str(space.moves.directions),
        }
    raise SpaceError(f"a Grid or a Graph is needed, not {type(space).__name__}")


def core_of(space: Space) -> _core.Grid | _core.Graph:
    """Return the native space, of the kinds that indexes are for.

    Raises:
        SpaceError: It is of another kind.
    """
    if isinstance(space, Grid):
        return space.squares("an index")
    if isinstance(space, Graph):
        return space.core
    raise SpaceError(f"a Grid or a Graph is needed, not {type(space).__name__}")


def fingerprint(space: Space) -> str:
    """Return a checksum of a space: equal for spaces on which all paths are the same.

    Example:
        >>> fingerprint(Grid([[1, 1]])) == fingerprint(Grid([[1, 0]]))
        False
    """
    digest = hashlib.blake2b(digest_size=16)
    if isinstance(space, Graph):
        for array in (space.offsets, space.targets, space.costs):
            digest.update(array.data)
        return digest.hexdigest()
    if not isinstance(space, Grid):
        raise SpaceError(f"a Grid or a Graph is needed, not {type(space).__name__}")
    straight, diagonal = space.moves.step_costs
    words = f"{space.shape} {space.moves.directions} {space.moves.corners} {straight!r} {diagonal!r}"
    digest.update(words.encode())
    digest.update(np.packbits(space.walkable).tobytes())
    digest.update(space.squares("an index").legal().tobytes())
    return digest.hexdigest()
