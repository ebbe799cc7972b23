"""The table of peers: one small file for each package, one row for each way to use it."""

from __future__ import annotations

from .base import NO_CUT, Costs, Finder, Peer, Place, Points, Rule
from .dijkstra_3d import DIJKSTRA3D, DIJKSTRA3D_FREE, DIJKSTRA3D_KING
from .ours import ours
from .pathfinding_pure import PATHFINDING
from .pyastar import PYASTAR2D
from .scipy_csr import SCIPY
from .tcod_paths import TCOD_ASTAR, TCOD_GRAPH
from .w9 import W9_ASTAR, W9_DIJKSTRA

REFERENCE = W9_ASTAR

PEERS: dict[str, Peer] = {
    peer.name: peer
    for peer in (
        W9_ASTAR,
        W9_DIJKSTRA,
        TCOD_GRAPH,
        DIJKSTRA3D,
        SCIPY,
        PATHFINDING,
        TCOD_ASTAR,
        DIJKSTRA3D_FREE,
        PYASTAR2D,
        DIJKSTRA3D_KING,
    )
}

__all__ = ["NO_CUT", "PEERS", "REFERENCE", "Costs", "Finder", "Peer", "Place", "Points", "Rule", "ours"]
