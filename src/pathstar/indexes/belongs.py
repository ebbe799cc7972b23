"""Which space an index belongs to: what its file says about it, and a checksum."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from pathstar import _core
from pathstar.errors import SpaceError
from pathstar.spaces.base import Space
from pathstar.spaces.graph import Graph
from pathstar.spaces.grid import Grid
from pathstar.spaces.hexgrid import HexGrid
from pathstar.spaces.voxels import VoxelGrid

Cells = Grid | HexGrid | VoxelGrid


def checked_ground(space: object) -> Cells | Graph:
    """Return a space of the kinds that indexes are for.

    Raises:
        SpaceError: It is of another kind, or no space at all.
    """
    if isinstance(space, (Grid, HexGrid, VoxelGrid, Graph)):
        return space
    raise SpaceError(f"a grid or a Graph is needed, not {type(space).__name__}")


def traits(space: Space) -> dict[str, str]:
    """Return what tells spaces apart at a glance, in words.

    Raises:
        SpaceError: A space of a kind that has no indexes.

    Example:
        >>> traits(Graph.from_edges([("a", "b")]))
        {'space': 'Graph', 'nodes': '2', 'edges': '1'}
    """
    ground = checked_ground(space)
    if isinstance(ground, Graph):
        return {"space": "Graph", "nodes": f"{ground.size:,}", "edges": f"{ground.edges:,}"}
    told = {"space": type(ground).__name__, "size": " x ".join(map(str, reversed(ground.shape)))}
    told |= _rules(ground)
    if ground.core.has_cost:
        told["cost"] = ground.cost_model
    if not ground.links.none:
        told["links"] = ground.links.words.removeprefix(", ")
    return told


def _rules(ground: Cells) -> dict[str, str]:
    if isinstance(ground, HexGrid):
        return {"layout": ground.layout}
    if isinstance(ground, VoxelGrid):
        return {"corner rule": ground.corners, "directions": str(len(ground.directions))}
    return {"corner rule": ground.moves.corners, "directions": str(ground.moves.directions)}


def core_of(space: Space) -> _core.Grid | _core.Graph | _core.Lattice:
    """Return the native space, of the kinds that indexes are for.

    Raises:
        SpaceError: It is of another kind.
    """
    return checked_ground(space).core


def fingerprint(space: Space) -> str:
    """Return a checksum of a space: equal for spaces on which all paths are the same.

    Raises:
        SpaceError: A space of a kind that has no indexes.

    Example:
        >>> fingerprint(Grid([[1, 1]])) == fingerprint(Grid([[1, 0]]))
        False
    """
    digest = hashlib.blake2b(digest_size=16)
    ground = checked_ground(space)
    if isinstance(ground, Graph):
        for array in (ground.offsets, ground.targets, ground.costs):
            digest.update(array.data)
        return digest.hexdigest()
    digest.update(_words(ground).encode())
    digest.update(np.packbits(ground.walkable).tobytes())
    if isinstance(ground.core, _core.Grid):
        digest.update(ground.core.legal().tobytes())
    if ground.links.exits is not None:
        digest.update(ground.links.exits.tobytes())
    if ground.cost is not None:
        digest.update(ground.cost_model.encode())
        digest.update(ground.cost.tobytes())
    return digest.hexdigest()


def _words(ground: Cells) -> str:
    """Return all that small values say about how one may step."""
    links: tuple[Any, ...] = ()
    if not ground.links.none:
        links = (ground.links.wrap, ground.links.portals, ground.links.one_way)
    if isinstance(ground, HexGrid):
        return repr((ground.shape, ground.layout, *links))
    if isinstance(ground, VoxelGrid):
        return repr((ground.shape, len(ground.directions), ground.corners, ground.spacing, *links))
    if ground.moves.directions == 16:  # an index of version 0.1, whose knight's moves leapt, must not fit
        links = ("knights pass between", *links)
    return repr((ground.shape, ground.moves.directions, ground.moves.corners, ground.moves.lengths, *links))
