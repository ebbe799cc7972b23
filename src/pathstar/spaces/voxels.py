"""A grid of voxels: boxes in columns, rows and floors."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar import _core
from pathstar.errors import OptionError
from pathstar.lazy import load_lazily
from pathstar.maps.arguments import as_number, as_whole, checked_list, checked_name
from pathstar.maps.edge_rules import EdgeRule
from pathstar.spaces.base import Cache, cell_figures
from pathstar.spaces.cells import checked_floors, within_memory
from pathstar.spaces.edges import Edges, edges_of_maps
from pathstar.spaces.kinds import KINDS
from pathstar.spaces.linked import LinkedCells
from pathstar.spaces.links import (
    PairsLike,
    Place,
    PortalsLike,
    checked_links,
    checked_stairs,
    step_leads,
)
from pathstar.spaces.moves import CORNERS
from pathstar.spaces.places import checked_boxes, checked_nodes, checked_triple, values_at
from pathstar.spaces.source import (
    Source,
    check_of_map,
    fields_of,
    floors_of,
    follow_maps,
    reduced,
    take_over,
)

if TYPE_CHECKING:
    from pathstar.maps.change import Change
    from pathstar.maps.costs import CostModel
    from pathstar.maps.map import Map

VOXEL_DIRECTIONS = (4, 6, 8, 18, 26)
VOXEL_HEURISTICS = ("zero", "manhattan", "octile", "euclidean", "chebyshev")
_LARGEST_RATIO = 1000.0


class VoxelGrid(LinkedCells):
    """Boxes in columns, rows and floors with steps between them, and the costs of the steps.

    Args:
        walkable: Array ``[d, h, w]`` of any bool, integer or float type: 0 and NaN mean not walkable, one
            other value means walkable, such as 1 or 255. Costs go into ``cost``.
        directions: 26 (all boxes around), 18 (without those that touch only at a point), 6 (those that share
            a side). 8 and 4 stay on their floor: only stairs and portals lead to another.
        corners: When a step to a box that shares no side is allowed. ``"no_cut"``: all boxes that the
            straight line touches must be free, which are those of the box that the step spans.
            ``"no_squeeze"``: straight steps inside that box must lead there too. ``"free"``: they do not
            matter.
        spacing: Sides of a box ``(sx, sy, sz)``; a step is as long as the straight line between the centres.
        cost: Array ``[d, h, w]`` of box costs, or None; as `Grid`.
        cost_model: The factor of a step's length in its cost: ``"enter"`` the cost of the box entered,
            ``"mean"`` the mean of both.
        stairs: ``(place, place)`` or ``(place, place, cost)`` each: both ways between two places, at a fixed
            cost, by default the straight line's length.
        wrap: Which borders are joined: ``"x"``, ``"y"`` or ``"xy"``.
        portals: ``(from, to)`` or ``(from, to, cost)`` each: one way, by default at the cost of the shortest
            step.
        exits: Array ``[d, h, w]`` of whole numbers: bit k means that the box may be left by step k of
            `directions`.
        one_way: Pairs ``(from, to)`` of neighbours: only that way is allowed between them.
        edges: Rules that make a step and the step back differ in cost: `Slope` and `Drift` with arrays ``[d,
            h, w]``. A grid made from maps with the arrays as layers takes them from its cost model.

    Raises:
        ArrayError: A wrong shape, or ``walkable`` looks like costs or like an occupancy grid.
        ArrayTypeError: A type that is not supported.
        MapLimitError: More than 2**31 - 1 boxes, or more than fit into memory.
        CostError: A negative cost, or a finite one over 1e100.
        PlaceError, PlaceTypeError: A stair, portal or pair has an end that is not a place of the grid.
        OptionError: An unknown number of directions, corner rule, cost model or wrap, a spacing that is not
            three positive numbers, or a pair that is not one step.

    Example:
        >>> import numpy as np, pathstar as ps
        >>> voxels = ps.VoxelGrid(np.ones((3, 4, 5)), spacing=(1, 1, 2))
        >>> voxels
        VoxelGrid(5 x 4 x 3, 60 walkable, 26 directions, no_cut)
        >>> ps.find_path(voxels, (0, 0, 0), (2, 0, 1)).points.tolist()
        [[0, 0, 0], [1, 0, 1], [2, 0, 1]]
    """

    __slots__ = (
        "_directions",
        "_shape",
        "core",
        "corners",
        "cost_model",
        "source",
        "spacing",
    )

    kind = KINDS["VoxelGrid"]
    from_map: ClassVar[str] = "VoxelGrid.from_maps()"
    core: _core.RegularGrid

    @within_memory
    def __init__(
        self,
        walkable: ArrayLike,
        *,
        directions: int = 26,
        corners: str = "no_cut",
        spacing: Sequence[float] = (1.0, 1.0, 1.0),
        cost: ArrayLike | None = None,
        cost_model: str = "enter",
        stairs: PortalsLike = (),
        wrap: str = "",
        portals: PortalsLike = (),
        exits: ArrayLike | None = None,
        one_way: PairsLike = (),
        edges: Iterable[EdgeRule] | Edges = (),
    ) -> None:
        free, costs = checked_floors(walkable, cost, cost_model)
        self._directions = steps_of(directions)
        self.corners = checked_name("corner rule", corners, CORNERS)
        self.spacing = _checked_spacing(spacing)
        self.cost_model = cost_model
        self.cache = Cache()
        self.source: Source | None = None
        self._shape: tuple[int, int, int] = free.shape
        joined = checked_stairs(self, stairs, self._length_between)
        self.links = checked_links(self, wrap, portals, exits, one_way, edges).joined(joined)
        steps = np.column_stack([self.directions, self.lengths])
        self.core = self._regular_grid(
            free, costs, _core.Tiling.square, steps, corners=corners, spacing=self.spacing
        )

    @classmethod
    def from_maps(
        cls, maps: Iterable[Map], *, costs: CostModel | str | None = None, follow: bool = True, **options: Any
    ) -> VoxelGrid:
        """Make the grid of a building from one map for each floor.

        Args:
            maps: One for each floor, the lowest first, all of one shape. One map may serve as several floors,
                which then are edited together.
            costs: How the layers of a map make one cost, or the name of a profile of the first map; see
                `Map.cost_field`. If only some maps have costs, the cells of the others cost 1. Rules for
                edges read the layers of all maps.
            follow: Whether to follow edits of the maps at the next use; otherwise only `update` does.
            **options: Arguments of `VoxelGrid` other than ``walkable`` and ``cost``.

        Raises:
            OptionError: There is no map, an entry is not a map, or the maps determine an argument.
            ArrayError: The maps differ in shape.
            PathstarError: As `VoxelGrid` and `Map.cost_field`.

        Example:
            >>> import pathstar as ps
            >>> cellar, hall = ps.Map([[1, 0, 1]]), ps.Map([[1, 1, 1]])
            >>> steps = [((0, 0, 0), (0, 0, 1)), ((2, 0, 0), (2, 0, 1))]
            >>> house = ps.VoxelGrid.from_maps([cellar, hall], directions=4, stairs=steps)
            >>> ps.find_path(house, (0, 0, 0), (2, 0, 0)).cost
            4.0
            >>> change = hall.edit("passable", (1, 0), False)
            >>> bool(ps.find_path(house, (0, 0, 0), (2, 0, 0)))
            False
        """
        check_of_map("VoxelGrid.from_maps", options)
        floors = floors_of(maps)
        model = floors[0].cost_model(costs)
        walkable, cost = fields_of(floors, model)
        made: dict[str, Any] = {"edges": edges_of_maps(floors, model, walkable.shape), **options}
        voxels = cls(walkable, cost=cost, **made)
        follow_maps(voxels, floors, model, follow)
        return voxels

    @property
    def width(self) -> int:
        """Boxes along x."""
        return self._shape[2]

    @property
    def height(self) -> int:
        """Boxes along y."""
        return self._shape[1]

    @property
    def depth(self) -> int:
        """Boxes along z: the number of floors."""
        return self._shape[0]

    @property
    def shape(self) -> tuple[int, int, int]:
        """``(depth, height, width)``, as in NumPy."""
        return self._shape

    @property
    def size(self) -> int:
        """The number of boxes."""
        return math.prod(self._shape)

    @property
    def directions(self) -> tuple[tuple[int, ...], ...]:
        """The steps ``(dx, dy, dz)``, the straight ones first; the bits of ``exits`` follow their order."""
        return self._directions

    def bearings(self) -> NDArray[np.float64]:
        """Return its directions as vectors, float64 ``(k, 3)``, in units of length."""
        return np.array(self.directions, np.float64) * self.spacing

    @property
    def lengths(self) -> tuple[float, ...]:
        """The lengths of the steps, in the order of `directions`."""
        return tuple(self._length_between((0, 0, 0), by) for by in self.directions)

    @property
    def revision(self) -> int:
        """How often the grid was edited."""
        return self.core.revision

    @property
    def walkable(self) -> NDArray[np.bool_]:
        """Which boxes may be entered: a read-only view ``bool[d, h, w]`` that follows edits."""
        free: NDArray[np.bool_] = self.core.walkable().view(np.bool_)
        return free

    @property
    def cost(self) -> NDArray[np.float64] | None:
        """The costs of the boxes: a read-only view ``float64[d, h, w]`` that follows edits, or None."""
        return self.core.cost() if self.core.has_cost else None

    def node_of(self, place: Any) -> int:
        """Return the number of a box, ``(z * height + y) * width + x``.

        Raises:
            PlaceError: The place lies outside.
            PlaceTypeError: It is not three whole numbers.
        """
        x, y, z = checked_triple(place, self._shape)
        return (z * self.height + y) * self.width + x

    def nodes_of(self, places: ArrayLike, name: str = "places") -> NDArray[np.uint32]:
        """Return the numbers of many boxes ``(n, 3)``; errors name the argument and the row."""
        x, y, z = checked_boxes(places, name, self._shape).T
        nodes: NDArray[np.uint32] = ((z * self.height + y) * self.width + x).astype(np.uint32)
        return nodes

    def is_free(self, nodes: NDArray[np.uint32]) -> NDArray[np.bool_]:
        """Return which of these boxes are walkable.

        Raises:
            PlaceError, PlaceTypeError: One of them is not the number of a node.
        """
        return values_at(self.walkable.ravel(), nodes)

    def places_of(self, nodes: ArrayLike) -> NDArray[np.int32]:
        """Return the places of many boxes: int32 ``(n, 3)``, columns x, y and z."""
        z, y, x = np.unravel_index(checked_nodes(nodes, self.size), self._shape)
        return np.stack([x, y, z], axis=-1).astype(np.int32)

    def is_step(self, start: Place, end: Place, wrap: str = "") -> bool:
        """Return whether one of the directions leads from one place to another, over joined borders too."""
        return step_leads(self.directions, start, end, self._shape, wrap)

    def figures(self) -> list[tuple[str, str]]:
        """Return size, walkable boxes and moves."""
        moves = f"{len(self.directions)} directions, {self.corners}"
        return cell_figures(self.shape, self.walkable, ("moves", moves))

    def straight_distances(self, place: Place, nodes: NDArray[np.uint32]) -> NDArray[np.float64]:
        """Return the distances between the centres of boxes, by their spacing; see `Space`."""
        apart = self.places_of(nodes) - self.places_of([self.node_of(place)])
        distances: NDArray[np.float64] = np.linalg.norm(apart * np.array(self.spacing), axis=1)
        return distances

    @property
    def heuristics(self) -> tuple[str, ...]:
        """The names of the estimates that fit."""
        return VOXEL_HEURISTICS

    def default_heuristic(self) -> str:
        """Return ``"octile"``: the cost on open ground."""
        return "octile"

    def unsupported_lines(self) -> str | None:
        """Return why lines in any direction do not fit: they need steps between floors, and no links."""
        if len(self.directions) in (4, 8):
            return "a VoxelGrid with steps from floor to floor, of 6, 18 or 26 directions"
        if not self.links.none:
            return (
                "a VoxelGrid without joined borders, stairs, portals, exits, one-way and edge rules, which "
                "lines do not follow"
            )
        return None

    def line_finder(self, kind: _core.AnyAngle) -> _core.Finder:
        """Return the native finder of lines in any direction."""
        return _core.any_angle_box_finder(self.core, kind)

    def longest_detour(self) -> float:
        """Return the maximum length of steps along a free line over centres, as a multiple of the line's.

        The steps follow the boxes that the line crosses. With 26 directions and a rule that lets diagonal
        steps pass blocked boxes, one step leads to each next box along the line's longest axis. Otherwise
        there may be only straight steps. Infinity on ground with costs, and where lines lead between blocked
        boxes but steps do not.
        """
        fewer = len(self.directions) != 26
        if self.core.has_cost or (fewer and self.corners == "free"):
            return math.inf
        if fewer or self.corners == "no_cut":
            return math.sqrt(3)
        return max(
            math.hypot(1, *(math.tan(math.atan2(side, along) / 2) for side in others))
            for along, *others in (self.spacing[axis:] + self.spacing[:axis] for axis in range(3))
        )

    def update(self, change: Change) -> None:
        """Take over an edit of one of the maps that the floors were made from, as `Grid.update`.

        Args:
            change: The result of `Map.edit`, which knows its map and so its floor.

        Raises:
            StaleError: The change does not follow on the revision that this floor is at.
            OptionError: The grid was not made by `from_maps`; or this is not a change.
        """
        take_over(self, change)

    def show(self, **options: Any) -> None:
        """Print the floors in the terminal, scaled to the window."""
        load_lazily("VoxelGrid.show")(self, **options)

    def _repr_html_(self) -> str:
        html: str = load_lazily("VoxelGrid.html")(self)
        return html

    def _length_between(self, start: Place, end: Place) -> float:
        return math.hypot(*((b - a) * side for a, b, side in zip(start, end, self.spacing, strict=True)))

    def __repr__(self) -> str:
        model = f", cost {self.cost_model}" if self.core.has_cost else ""
        sides = f"{self.width} x {self.height} x {self.depth}"
        moves = f"{len(self.directions)} directions, {self.corners}"
        return f"VoxelGrid({sides}, {int(self.walkable.sum())} walkable, {moves}{model}{self.links.words})"

    def __reduce__(self) -> tuple[Any, ...]:
        return reduced(self, directions=len(self.directions), corners=self.corners, spacing=self.spacing)


def steps_of(directions: int) -> tuple[tuple[int, ...], ...]:
    """Return the steps ``(dx, dy, dz)`` of a number of directions, the straight ones first.

    Raises:
        OptionError: There is no such number.

    Example:
        >>> steps_of(4)
        ((0, -1, 0), (-1, 0, 0), (1, 0, 0), (0, 1, 0))
        >>> len(steps_of(18))
        18
    """
    count = as_whole(directions)
    if count not in VOXEL_DIRECTIONS:
        raise OptionError(f"directions is {directions!r}; allowed: {', '.join(map(str, VOXEL_DIRECTIONS))}")
    axes = {4: 1, 6: 1, 8: 2, 18: 2, 26: 3}[count]
    floors = (0,) if count in (4, 8) else (-1, 0, 1)
    around = [(dx, dy, dz) for dz in floors for dy in (-1, 0, 1) for dx in (-1, 0, 1)]
    steps = [by for by in around if 1 <= sum(map(abs, by)) <= axes]
    return tuple(sorted(steps, key=lambda by: sum(map(abs, by))))


def _checked_spacing(spacing: Sequence[float]) -> tuple[float, float, float]:
    given = [as_number(side) for side in checked_list("spacing", spacing, "three positive numbers")]
    sides = [side for side in given if side is not None and 1e-100 <= side <= 1e100]
    if (len(sides), len(given)) != (3, 3):
        raise OptionError(f"spacing is {spacing!r}; allowed: three positive numbers, from 1e-100 to 1e100")
    if max(sides) / min(sides) > _LARGEST_RATIO:
        raise OptionError(f"spacing is {spacing!r}; one side may be at most {_LARGEST_RATIO:g} times another")
    return sides[0], sides[1], sides[2]
