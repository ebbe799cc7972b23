"""Where one may go and what it costs: grids, their moves and the estimates that fit them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pathstar.lazy import lazy_names

if TYPE_CHECKING:
    from pathstar.errors import ConflictError
    from pathstar.spaces import examples as examples
    from pathstar.spaces import hexes as hexes
    from pathstar.spaces import isometric as isometric
    from pathstar.spaces.base import Space
    from pathstar.spaces.conflict import Conflict
    from pathstar.spaces.custom import Custom
    from pathstar.spaces.graph import Graph
    from pathstar.spaces.grid import Grid
    from pathstar.spaces.heuristics import HEURISTICS, Heuristic
    from pathstar.spaces.hexgrid import HexGrid
    from pathstar.spaces.kinds import KINDS, Capabilities, Kind
    from pathstar.spaces.layers.round import Round
    from pathstar.spaces.layers.sized import Sized
    from pathstar.spaces.mesh.coordinates import to_grid, to_plane
    from pathstar.spaces.mesh.navmesh import NavMesh
    from pathstar.spaces.moves import Moves
    from pathstar.spaces.reservations import Reservations
    from pathstar.spaces.timed import Timed
    from pathstar.spaces.trianglegrid import TriangleGrid
    from pathstar.spaces.turning import Turning
    from pathstar.spaces.voxels import VoxelGrid
    from pathstar.spaces.waypoints import Waypoints

__all__ = [
    "HEURISTICS",
    "KINDS",
    "Capabilities",
    "Conflict",
    "ConflictError",
    "Custom",
    "Graph",
    "Grid",
    "Heuristic",
    "HexGrid",
    "Kind",
    "Moves",
    "NavMesh",
    "Reservations",
    "Round",
    "Sized",
    "Space",
    "Timed",
    "TriangleGrid",
    "Turning",
    "VoxelGrid",
    "Waypoints",
    "to_grid",
    "to_plane",
]

__getattr__, __dir__ = lazy_names(
    __name__,
    {
        "Space": "pathstar.spaces.base",
        "Conflict": "pathstar.spaces.conflict",
        "ConflictError": "pathstar.errors",
        "Custom": "pathstar.spaces.custom",
        "Graph": "pathstar.spaces.graph",
        "Grid": "pathstar.spaces.grid",
        "HEURISTICS": "pathstar.spaces.heuristics",
        "Heuristic": "pathstar.spaces.heuristics",
        "HexGrid": "pathstar.spaces.hexgrid",
        "KINDS": "pathstar.spaces.kinds",
        "Capabilities": "pathstar.spaces.kinds",
        "Kind": "pathstar.spaces.kinds",
        "Moves": "pathstar.spaces.moves",
        "NavMesh": "pathstar.spaces.mesh.navmesh",
        "Reservations": "pathstar.spaces.reservations",
        "Round": "pathstar.spaces.layers.round",
        "Sized": "pathstar.spaces.layers.sized",
        "Timed": "pathstar.spaces.timed",
        "TriangleGrid": "pathstar.spaces.trianglegrid",
        "Turning": "pathstar.spaces.turning",
        "VoxelGrid": "pathstar.spaces.voxels",
        "Waypoints": "pathstar.spaces.waypoints",
        "to_grid": "pathstar.spaces.mesh.coordinates",
        "to_plane": "pathstar.spaces.mesh.coordinates",
    },
    modules=["examples", "hexes", "isometric"],
)
