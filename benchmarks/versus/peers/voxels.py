"""The packages that search voxels: costs to all of them from one, and paths through their sides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

import pathstar as ps

from .base import load
from .w9 import weights

Place = tuple[int, int, int]
Costs = npt.NDArray[np.float64]
# Relative error of sums in single precision.
SINGLE = 2e-5


@dataclass(frozen=True)
class Ground:
    """A box of voxels.

    Args:
        name: The name in the tables.
        costs: float64 [d, h, w], whole numbers from 1 to 9: the cost of entering a voxel.
        directions: How many neighbours a voxel has, 6 or 26.
    """

    name: str
    costs: Costs
    directions: int

    @property
    def uniform(self) -> bool:
        """Whether all voxels cost 1."""
        return bool((self.costs == 1.0).all())


@dataclass(frozen=True)
class FieldPeer:
    """One way to get the costs to all voxels from a package.

    Args:
        name: The name in the tables.
        package: The distribution whose version is recorded.
        make: Sets it up for a ground; returns a function of the source.
        read: Converts a result to costs [d, h, w].
        lengths: Whether a step costs its length times the cost of the voxel entered, or only that cost.
        inward: Whether the paths lead to the source.
        weighs: Whether it takes costs.
        directions: The numbers of neighbours that it can search.
        tolerance: Relative error that its arithmetic allows.
        way: Reads from a result the path between the source and a voxel, as places from the source on.
    """

    name: str
    package: str
    make: Callable[[Ground], Callable[[Place], Any]]
    read: Callable[[Any], npt.NDArray[Any]]
    lengths: bool
    inward: bool = False
    weighs: bool = True
    directions: tuple[int, ...] = (6, 26)
    tolerance: float = 1e-9
    way: Callable[[Any, Place], npt.NDArray[np.int32]] | None = None

    def fits(self, ground: Ground) -> bool:
        """Return whether it can be used."""
        return ground.directions in self.directions and (self.weighs or ground.uniform)

    def question(self, ground: Ground) -> str:
        """Name what it computes; equal names must have equal costs."""
        steps = "all steps alike" if ground.directions == 6 or not self.lengths else "steps by length"
        return f"inward, {steps}" if self.inward and not ground.uniform else f"outward, {steps}"


@dataclass(frozen=True)
class PathPeer:
    """One way to get a path through sides from a package.

    Args:
        name: The name in the tables.
        package: The distribution whose version is recorded.
        make: Sets it up for a ground; returns a function from start and goal to places (x, y, z).
    """

    name: str
    package: str
    make: Callable[[Ground], Callable[[Place, Place], Any]]


def ours(ground: Ground) -> ps.VoxelGrid:
    """Return pathstar's voxels."""
    free = np.ones(ground.costs.shape, np.bool_)
    cost = None if ground.uniform else ground.costs
    return ps.VoxelGrid(free, directions=ground.directions, corners="free", cost=cost)


def bytes_of(ground: Ground) -> npt.NDArray[np.uint8]:
    """Return the costs as bytes [x, y, z] without a gap, the form that dijkstra3d need not copy."""
    turned: npt.NDArray[np.uint8] = np.ascontiguousarray(ground.costs, np.uint8).T
    return turned


def turn_back(field: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Turn [x, y, z] into [z, y, x]."""
    return field.T


def _field(ground: Ground) -> Callable[[Place], Any]:
    data, search = bytes_of(ground), load("dijkstra3d").distance_field
    return lambda source: search(data, source, connectivity=ground.directions)


def _euclidean(ground: Ground) -> Callable[[Place], Any]:
    data, search = bytes_of(ground), load("dijkstra3d").euclidean_distance_field
    return lambda source: search(data, source)


def _pathstar_field(outward: bool) -> Callable[[Ground], Callable[[Place], ps.Field]]:
    def make(ground: Ground) -> Callable[[Place], ps.Field]:
        voxels = ours(ground)
        return lambda source: ps.distance_field(voxels, [source], outward=outward)

    return make


def _costs(field: ps.Field) -> Costs:
    costs: Costs = field.costs
    return costs


def _way_out(field: ps.Field, place: Place) -> npt.NDArray[np.int32]:
    return np.array(field.path_to(place), np.int32)


def _way_in(field: ps.Field, place: Place) -> npt.NDArray[np.int32]:
    return np.array(field.path_from(place)[::-1], np.int32)


FIELD_PEERS = (
    FieldPeer("dijkstra3d", "dijkstra3d", _field, turn_back, lengths=False, tolerance=SINGLE),
    FieldPeer(
        "dijkstra3d-euclidean",
        "dijkstra3d",
        _euclidean,
        turn_back,
        lengths=True,
        weighs=False,
        directions=(26,),
        tolerance=SINGLE,
    ),
    FieldPeer("pathstar-outward", "pathstar", _pathstar_field(True), _costs, lengths=True, way=_way_out),
    FieldPeer(
        "pathstar-inward", "pathstar", _pathstar_field(False), _costs, lengths=True, inward=True, way=_way_in
    ),
)


def _w9(finder: str) -> Callable[[Ground], Callable[[Place, Place], Any]]:
    def make(ground: Ground) -> Callable[[Place, Place], Any]:
        grid = load("w9_pathfinding.envs").Grid3D(weights(ground.costs))
        find: Callable[[Place, Place], Any] = getattr(load("w9_pathfinding.pf"), finder)(grid).find_path
        return find

    return make


def _dijkstra3d(ground: Ground) -> Callable[[Place, Place], Any]:
    data, search = bytes_of(ground), load("dijkstra3d").dijkstra
    return lambda start, goal: search(data, start, goal, connectivity=ground.directions)


def _pathstar(algorithm: str) -> Callable[[Ground], Callable[[Place, Place], Any]]:
    def make(ground: Ground) -> Callable[[Place, Place], Any]:
        voxels = ours(ground)
        return lambda start, goal: ps.find_path(voxels, start, goal, algorithm=algorithm).points

    return make


PATH_PEERS = (
    PathPeer("w9-astar", "w9-pathfinding", _w9("AStar")),
    PathPeer("w9-dijkstra", "w9-pathfinding", _w9("Dijkstra")),
    PathPeer("dijkstra3d", "dijkstra3d", _dijkstra3d),
    PathPeer("pathstar-astar", "pathstar", _pathstar("astar")),
    PathPeer("pathstar-dijkstra", "pathstar", _pathstar("dijkstra")),
    PathPeer("pathstar-auto", "pathstar", _pathstar("auto")),
)
