"""The base class of all spaces."""

from __future__ import annotations

import math
import warnings
from abc import ABC, abstractmethod
from collections.abc import Hashable
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar import _core
from pathstar.errors import OptionError, PlaceError, PlaceTypeError, SpaceError
from pathstar.maps.arguments import as_whole
from pathstar.spaces.conflict import Conflict
from pathstar.spaces.kinds import Capabilities, Kind

if TYPE_CHECKING:
    from pathstar.maps.change import Change
    from pathstar.spaces.neighbours import Neighbour

# The largest finite cost of a step: kLargestCost of native/core/spaces/cells/map_source.cpp.
LARGEST_COST = 1e100
Place = Any  # (x, y) on a grid, (x, y, z) among voxels, a node's name in a graph
Steps = tuple[NDArray[np.uint32], NDArray[np.float64]]
Core = (
    _core.Grid
    | _core.Graph
    | _core.RegularGrid
    | _core.Waypoints
    | _core.Turning
    | _core.Timed
    | _core.Custom
    | _core.Mesh
)


class Finds(Protocol):
    """The part of a planner that a space caches."""

    def find(self, start: Place, goal: Place) -> Any:
        """Find a path."""


class Cache:
    """What the engine and the planners cache with a space between queries, as long as it lives.

    Attributes:
        finder: The native finder, once there is one: its workspaces and labels serve all queries.
        mesh_finder: The same for a mesh, with the revision that it is for.
        fleet_ground: Its steps in the form for the solvers for many units, with their revision.
        jump_point_density: The density of jump points, with the revision that it is for.
        planners: Planners by their options and the types of these, at most `MOST_PLANNERS`.
        asked: The same planners by the arguments of `find_path`: the algorithm, alone or with options and
            their types.
    """

    MOST_PLANNERS: ClassVar[int] = 64

    __slots__ = ("asked", "finder", "fleet_ground", "jump_point_density", "mesh_finder", "planners")

    def __init__(self) -> None:
        self.finder: _core.Finder | None = None
        self.mesh_finder: tuple[_core.MeshFinder, int] | None = None
        self.fleet_ground: tuple[_core.FleetGround, int] | None = None
        self.jump_point_density: tuple[float, int] | None = None
        self.planners: dict[tuple[object, ...], Finds] = {}
        self.asked: dict[Hashable, Finds] = {}

    def keep(self, options: tuple[object, ...], planner: Finds) -> None:
        """Keep a planner for these options, unless there are too many."""
        if len(self.planners) < self.MOST_PLANNERS:
            self.planners[options] = planner

    def keep_as_asked(self, asked: Hashable, planner: Finds) -> None:
        """Keep a planner for a caller's arguments, unless there are too many."""
        if len(self.asked) < self.MOST_PLANNERS:
            self.asked[asked] = planner


class Space(ABC):
    """A set of nodes, numbered from 0, with successors and costs, over which searches run.

    A place is a caller's name for a node: ``(x, y)`` on a grid, any hashable name in a graph.

    Attributes:
        kind: The row of its kind in `KINDS`.
        cache: What the engine and the planners cache with it.
    """

    __slots__ = ("__weakref__", "cache")

    kind: ClassVar[Kind]
    cache: Cache

    @property
    @abstractmethod
    def size(self) -> int:
        """The number of nodes."""

    @property
    @abstractmethod
    def shape(self) -> tuple[int, ...]:
        """The shape of an array with one number for each node, in the order of the nodes."""

    @property
    @abstractmethod
    def revision(self) -> int:
        """How often the space was edited."""

    @property
    def has_areas(self) -> bool:
        """Whether lines over some ground cost more or less than their length; possible only on a plane."""
        return False

    def check_edits(self) -> None:  # noqa: B027  # most take any edit
        """Raise the constructor's error if an edit has turned the space into one that it would refuse."""

    @property
    @abstractmethod
    def core(self) -> Core:
        """The native space."""

    @abstractmethod
    def node_of(self, place: Any) -> int:
        """Return the node at a place."""

    @abstractmethod
    def nodes_of(self, places: ArrayLike, name: str = "places") -> NDArray[np.uint32]:
        """Return the nodes at many places; errors name the argument and the row."""

    @abstractmethod
    def is_free(self, nodes: NDArray[np.uint32]) -> NDArray[np.bool_]:
        """Return which of these nodes are walkable."""

    @abstractmethod
    def places_of(self, nodes: ArrayLike) -> NDArray[Any]:
        """Return the places of many nodes, one row each; an array of names if places are names."""

    @abstractmethod
    def update(self, change: Change) -> None:
        """Take over an edit of the map that this space was made from."""

    @property
    @abstractmethod
    def heuristics(self) -> tuple[str, ...]:
        """The names of the estimates that fit."""

    @abstractmethod
    def default_heuristic(self) -> str:
        """Return the name of the estimate closest to the true cost that never exceeds it."""

    @abstractmethod
    def consistency_factor(self, heuristic: str) -> float:
        """Return how much an estimate falls, at most, per unit of a step's cost; over 1 it overestimates."""

    def steepness(self, heuristic: str) -> float:
        """Return the same as `consistency_factor`: its name in version 0.1."""
        warnings.warn("steepness is now consistency_factor", DeprecationWarning, stacklevel=2)
        return self.consistency_factor(heuristic)

    @abstractmethod
    def step_range(self) -> tuple[float, float]:
        """Return bounds for the cost of one step: the least and the most."""

    @property
    def capabilities(self) -> Capabilities:
        """What this space can do."""
        return self.kind.capabilities

    @property
    def noun(self) -> str:
        """What a place is called: ``"square"``, ``"hexagon"``, ``"box"`` or ``"node"``."""
        return self.kind.noun

    @property
    def ground(self) -> Space:
        """The space under a layer such as `Turning` or `Timed`; any other space is its own ground."""
        return self

    @property
    def corner_rule(self) -> tuple[int, bool]:
        """How a path's nodes follow from its corners: the width of plain squares, and if it has diagonals.

        A width of 0 means that each node of a path is a corner.
        """
        return 0, False

    @property
    def body(self) -> tuple[float, int]:
        """The unit that walks on it: the radius of a disc, 0 for a point, and the side of a square."""
        return 0.0, 1

    def untouched(self, nodes: NDArray[np.uint32], revision: int) -> int:
        """Return how many of the first of these nodes have no edit near them since a revision.

        All steps between them are as they were. It is 0 if the space no longer knows what was edited, or if
        very much was.
        """
        return len(nodes) if revision == self.revision else 0

    def cells_of(self, nodes: NDArray[np.uint32]) -> NDArray[np.uint32]:
        """Return the nodes of the ground that nodes of a search lie over."""
        return nodes

    def place_nodes(self, nodes: NDArray[np.uint32]) -> NDArray[np.uint32]:
        """Return the nodes, as `node_of` numbers them, of the places of nodes of a search."""
        return nodes

    def straight_distances(self, place: Place, nodes: NDArray[np.uint32]) -> NDArray[np.float64]:
        """Return the straight distances from a place to nodes of the ground, float64 ``(n,)``.

        They are measured between centres: in cells on a grid, in steps among hexagons, in the units of the
        positions in a graph. Obstacles in between do not matter.

        Raises:
            PlaceError, PlaceTypeError: As `node_of`.
            OptionError: The space knows no distances.
        """
        ground = self.ground
        here = self.cells_of(np.array([self.node_of(place)], np.uint32))
        apart = ground.places_of(nodes).astype(np.float64) - ground.places_of(here)
        distances: NDArray[np.float64] = np.linalg.norm(apart, axis=1)
        return distances

    def steps_from(self, place: Place) -> list[tuple[Place, float]]:
        """Return every step that a search may make from a place: its end and its cost.

        Portals, one-way rules and joined borders count. Parallel edges are all listed. A place that is not
        walkable has no steps.

        Raises:
            PlaceError, PlaceTypeError: As `node_of`.

        Example:
            >>> import pathstar as ps
            >>> ps.Grid([[1, 1, 0], [1, 0, 1]]).steps_from((0, 0))
            [((1, 0), 1.0), ((0, 1), 1.0)]
        """
        return self._listed(*self.node_steps_from(self.node_of(place)))

    def steps_to(self, place: Place) -> list[tuple[Place, float]]:
        """Return every step that leads to a place: its beginning and its cost.

        Raises:
            PlaceError, PlaceTypeError: As `node_of`.
            OptionError: Steps of this space cannot be followed back; see `capabilities`.

        Example:
            >>> import pathstar as ps
            >>> ps.Graph.from_edges([("a", "c", 2.0), ("b", "c", 3.0)]).steps_to("c")
            [('a', 2.0), ('b', 3.0)]
        """
        return self._listed(*self.node_steps_to(self.node_of(place)))

    def node_steps_from(self, node: int) -> Steps:
        """Return the same as `steps_from` by numbers: nodes uint32 ``(k,)`` and costs float64 ``(k,)``.

        Raises:
            PlaceError, PlaceTypeError: There is no such node.
        """
        core: Any = self.core
        steps: Steps = core.steps_from(self._checked_node(node))
        return steps

    def node_steps_to(self, node: int) -> Steps:
        """Return the same as `steps_to` by numbers: nodes uint32 ``(k,)`` and costs float64 ``(k,)``.

        Raises:
            PlaceError, PlaceTypeError: There is no such node.
            OptionError: Steps of this space cannot be followed back.
        """
        if not self.capabilities.reversible:
            why = self.kind.lacks["reversible"]
            raise OptionError(f"steps_to needs steps that can be followed back, not {why}")
        core: Any = self.core
        steps: Steps = core.steps_to(self._checked_node(node))
        return steps

    def _checked_node(self, node: int) -> int:
        number = as_whole(node)
        if number is None:
            raise PlaceTypeError(f"a node is a whole number, not {node!r}")
        if not 0 <= number < self.size:
            raise PlaceError(f"there is no node {number}; allowed: 0 to {self.size - 1}")
        return number

    def _listed(self, nodes: NDArray[np.uint32], costs: NDArray[np.float64]) -> list[tuple[Place, float]]:
        return list(zip(place_list(self.places_of(nodes)), costs.tolist(), strict=True))

    def around(self, place: Place) -> list[Neighbour] | None:
        """Return what lies around a place, even where no step leads, worked out from the public arrays.

        None if that cannot be listed, such as on a grid with portals. `steps_from` lists the steps that
        exist.

        Raises:
            PlaceError, PlaceTypeError: There is no such place, and what lies around places can be listed.
        """
        return None

    def conflicts(self, path: Any) -> tuple[Conflict, ...]:
        """Return the parts of a path that others have reserved; none in a space without time."""
        return ()

    def entered(self, costs: NDArray[np.float64]) -> tuple[NDArray[np.uint32] | None, NDArray[np.float64]]:
        """Return the nodes where paths to each place end (None if at the places themselves), and the costs.

        Args:
            costs: The cost of getting to each node, ``(n,)``.
        """
        return None, costs

    def ends_of(self, nodes: NDArray[np.uint32]) -> NDArray[np.uint32]:
        """Return the nodes where a path to each of some nodes may end, a row for each."""
        return nodes[:, None]

    def unsupported_jumps(self) -> str | None:
        """Return why jump points and subgoals do not fit, in words; None if they work."""
        return "a grid of squares"

    def bearings(self) -> NDArray[np.float64] | None:
        """Return its directions as vectors ``(k, 2)`` or ``(k, 3)``; None if it has none."""
        return None

    def unsupported_lines(self) -> str | None:
        """Return why lines in any direction do not fit, in words; None if they work."""
        return "a grid of plain squares, or a VoxelGrid without links"

    def unsupported_plane(self) -> str | None:
        """Return why exact lines in the plane do not fit, in words; None if they work."""
        return "a grid of plain squares"

    def line_finder(self, kind: _core.AnyAngle) -> _core.Finder:
        """Return the native finder of lines in any direction, for a space that supports them."""
        raise OptionError(f"lines in any direction need {self.unsupported_lines()}")

    def longest_detour(self) -> float:
        """Return the maximum length of steps along a free line over centres, as a multiple of the line's."""
        return math.inf

    def unsupported_dead_ends(self) -> str | None:
        """Return why searches cannot leave out dead ends, in words; None if they can."""
        return f"a Grid, not a {self.kind.name}"

    def unsupported_k_paths(self) -> str | None:
        """Return why k paths that visit no place twice cannot be guaranteed; None if they can."""
        return None

    def sized(self, side: int | None = None, *, radius: float | None = None) -> Space:
        """Return the space as it is for larger units; see `Grid.sized`.

        Raises:
            SpaceError: It is not a `Grid`: only squares have units with a size.
        """
        from pathstar.spaces.layers.stacks import checked_ground  # its rows name the kinds of space

        return checked_ground("Sized" if radius is None else "Round", self)

    def figures(self) -> list[tuple[str, str]]:
        """Return the figures to show beside a picture, as pairs of name and value, the size first."""
        return [("kind", self.kind.name)]


def check_space(space: object) -> None:
    """Check that an argument is a space; the error says how to get one, if possible.

    Raises:
        SpaceError: It is not a space.
    """
    if not isinstance(space, Space):
        raise SpaceError(f"a space is needed, such as a Grid, not {type(space).__name__}{space_hint(space)}")


def space_hint(given: object) -> str:
    """Return how to make a space from another argument, for the end of an error message.

    Example:
        >>> space_hint(np.ones((2, 2))), space_hint(7)
        ('; make a grid of it: Grid(array)', '')
    """
    from pathstar.maps.map import Map  # loaded already if there is a Map

    if isinstance(given, Map):
        return "; ask it for one: map.grid()"
    is_array = hasattr(given, "__array__") or isinstance(given, list)
    return "; make a grid of it: Grid(array)" if is_array else ""


def place_list(places: NDArray[Any]) -> list[Place]:
    """Return an array of places as a list, in the form that callers use.

    Example:
        >>> place_list(np.array([[1, 2], [3, 4]])), place_list(np.array(["a", "b"]))
        ([(1, 2), (3, 4)], ['a', 'b'])
    """
    rows: list[Place] = places.tolist()
    return rows if places.ndim == 1 else list(map(tuple, rows))


def place_of(space: Space, node: int | np.integer[Any]) -> Place:
    """Return the place of a node, in the form that callers use."""
    return place_list(space.places_of(np.array([node], np.uint32)))[0]


def is_free_at(space: Space, node: int) -> bool:
    """Return whether a node is walkable."""
    return bool(space.is_free(np.array([node], np.uint32))[0])


def cell_figures(
    shape: tuple[int, ...], walkable: NDArray[np.bool_], *others: tuple[str, str]
) -> list[tuple[str, str]]:
    """Return the figures of cells: the number along each side, the number that are walkable, and others."""
    free = int(walkable.sum())
    sides = " x ".join(map(str, reversed(shape)))
    return [("size", sides), ("walkable", f"{free:,} ({100 * free / walkable.size:.3g} %)"), *others]
