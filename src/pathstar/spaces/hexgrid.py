"""A grid of hexagons."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar import _core
from pathstar.maps.edge_rules import EdgeRule
from pathstar.spaces.base import Cache, Place, cell_figures
from pathstar.spaces.cell_grid import CellGrid
from pathstar.spaces.cells import checked_cells, within_memory
from pathstar.spaces.edges import Edges, edges_of_maps
from pathstar.spaces.hexes import AXIAL_DIRECTIONS, checked_layout, from_axial, from_cube, to_axial, to_cube
from pathstar.spaces.kinds import KINDS
from pathstar.spaces.links import PairsLike, PortalsLike, check_even, checked_links
from pathstar.spaces.neighbours import Neighbour, hexagons_around
from pathstar.spaces.source import check_of_map, follow_maps, reduced

if TYPE_CHECKING:
    from pathstar.maps.costs import CostModel
    from pathstar.maps.map import Map

HEX_HEURISTICS = ("zero", "hex", "euclidean")


class HexGrid(CellGrid):
    """Hexagons with steps between them, in six directions, and the costs of the steps.

    Places are offset coordinates ``(x, y)``: column and row of the arrays. `to_axial` and `to_cube` convert
    them.

    Args:
        walkable: Array ``[h, w]`` of any bool, integer or float type: 0 and NaN mean not walkable, one other
            value means walkable, such as 1 or 255. Costs go into ``cost``.
        layout: How the array lies on the hexagons. ``"odd-r"``, ``"even-r"``: hexagons with a point at the
            top; odd or even rows are shifted to the right by half a cell. ``"odd-q"``, ``"even-q"``: hexagons
            with a flat top; odd or even columns are shifted down.
        cost: Array ``[h, w]`` of cell costs, or None if every step costs 1; as `Grid`.
        cost_model: The cost of a step: ``"enter"`` that of the cell entered, ``"mean"`` the mean of both.
        wrap: Which borders are joined: ``"x"`` left and right, ``"y"`` top and bottom, ``"xy"`` both. If the
            shifted rows or columns run along a joined border, their number must be even.
        portals: ``(from, to)`` or ``(from, to, cost)`` each: a step from one place to another, one way, at a
            fixed cost, by default 1.
        exits: Array ``[h, w]`` of whole numbers: bit k means that the cell may be left by step k of
            `directions`; by default every cell may be left by every step.
        one_way: Pairs ``(from, to)`` of neighbours: only that way is allowed between them.
        edges: Rules that make a step and the step back differ in cost: `Slope` and `Drift` with arrays ``[h,
            w]``. A grid made from a map with the arrays as layers takes them from its cost model.

    Raises:
        ArrayError: A wrong shape, or ``walkable`` looks like costs or like an occupancy grid.
        ArrayTypeError: A type that is not supported.
        MapLimitError: More than 2**31 - 1 cells, or more than fit into memory.
        CostError: A negative cost, or a finite one over 1e100.
        PlaceError, PlaceTypeError: A portal or pair has an end that is not a place of the grid.
        OptionError: An unknown layout, cost model or wrap, or a pair that is not one step.

    Example:
        >>> import pathstar as ps
        >>> hexes = ps.HexGrid([[1, 1, 1], [1, 0, 1], [1, 1, 1]], layout="odd-r")
        >>> hexes
        HexGrid(3 x 3, 8 walkable, odd-r)
        >>> ps.find_path(hexes, (0, 0), (2, 2)).points.tolist()
        [[0, 0], [0, 1], [1, 2], [2, 2]]
    """

    __slots__ = ("layout",)

    kind = KINDS["HexGrid"]
    from_map = "Map.hexgrid()"

    core: _core.RegularGrid

    @within_memory
    def __init__(
        self,
        walkable: ArrayLike,
        *,
        layout: str = "odd-r",
        cost: ArrayLike | None = None,
        cost_model: str = "enter",
        wrap: str = "",
        portals: PortalsLike = (),
        exits: ArrayLike | None = None,
        one_way: PairsLike = (),
        edges: Iterable[EdgeRule] | Edges = (),
    ) -> None:
        free, costs = checked_cells(walkable, cost, cost_model)
        self.layout = checked_layout(layout)
        self.cost_model = cost_model
        self.cache = Cache()
        self.source = None
        self._height, self._width = free.shape
        self.links = checked_links(self, wrap, portals, exits, one_way, edges)
        # Across the border, every second row or column must still be shifted.
        sides = {"y": self._height} if layout.endswith("r") else {"x": self._width}
        check_even(self.links.wrap, sides, f"in the layout {layout!r} ")
        steps = [(q, r, 0, 1) for q, r in AXIAL_DIRECTIONS]
        self.core = self._regular_grid(free, costs, _core.Tiling[layout.replace("-", "_")], steps)

    @property
    def directions(self) -> tuple[tuple[int, ...], ...]:
        """The six steps in axial coordinates ``(q, r)``; the bits of ``exits`` follow their order."""
        return AXIAL_DIRECTIONS

    def bearings(self) -> NDArray[np.float64]:
        """Return its directions as vectors of the plane, float64 ``(6, 2)``, as in a layout of rows."""
        along, across = np.array(self.directions, np.float64).T
        return np.stack([along + across / 2, across * math.sqrt(3) / 2], axis=1)

    def to_axial(self, places: ArrayLike) -> Any:
        """Return the axial coordinates ``(q, r)`` of a place, or of an array ``(n, 2)`` of them.

        Raises:
            ArrayError, PlaceTypeError: Places of a wrong shape or type.
        """
        return to_axial(places, self.layout)

    def from_axial(self, axial: ArrayLike) -> Any:
        """Return the place ``(x, y)`` of axial coordinates, or of an array ``(n, 2)`` of them.

        Raises:
            ArrayError, PlaceTypeError: Coordinates of a wrong shape or type.
        """
        return from_axial(axial, self.layout)

    def straight_distances(self, place: Place, nodes: NDArray[np.uint32]) -> NDArray[np.float64]:
        """Return the distances from a place to nodes in steps over open ground; see `Space`."""
        here = self.places_of([self.node_of(place)])
        apart = np.abs(self.to_cube(self.places_of(nodes)) - self.to_cube(here))
        distances: NDArray[np.float64] = apart.max(axis=1).astype(np.float64)
        return distances

    def to_cube(self, places: ArrayLike) -> Any:
        """Return the cube coordinates ``(q, r, s)`` of a place, or of an array ``(n, 2)`` of them.

        Raises:
            ArrayError, PlaceTypeError: Places of a wrong shape or type.
        """
        return to_cube(places, self.layout)

    def from_cube(self, cube: ArrayLike) -> Any:
        """Return the place ``(x, y)`` of cube coordinates, or of an array ``(n, 3)`` of them.

        Raises:
            PlaceError: The sum of three coordinates is not 0.
            ArrayError, PlaceTypeError: Coordinates of a wrong shape or type.
        """
        return from_cube(cube, self.layout)

    def is_step(self, start: Place, end: Place, wrap: str = "") -> bool:
        """Return whether two places are neighbours, also across joined borders."""
        across = (-self._width, 0, self._width) if "x" in wrap else (0,)
        down = (-self._height, 0, self._height) if "y" in wrap else (0,)
        q, r = to_axial(start, self.layout)
        images = [to_axial((end[0] + dx, end[1] + dy), self.layout) for dx in across for dy in down]
        return any((eq - q, er - r) in AXIAL_DIRECTIONS for eq, er in images)

    def around(self, place: Place) -> list[Neighbour] | None:
        """Return the six hexagons around a hexagon, then those to which portals lead."""
        return hexagons_around(self, place)

    def figures(self) -> list[tuple[str, str]]:
        """Return size, walkable hexagons and layout."""
        return cell_figures(self.shape, self.walkable, ("layout", self.layout))

    @property
    def heuristics(self) -> tuple[str, ...]:
        """The names of the estimates that fit."""
        return HEX_HEURISTICS

    def default_heuristic(self) -> str:
        """Return ``"hex"``: the number of steps on open ground."""
        return "hex"

    def __repr__(self) -> str:
        model = f", cost {self.cost_model}" if self.core.has_cost else ""
        free = int(self.walkable.sum())
        rules = f"{self.layout}{model}{self.links.words}"
        return f"HexGrid({self.width} x {self.height}, {free} walkable, {rules})"

    def __reduce__(self) -> tuple[Any, ...]:
        return reduced(self, layout=self.layout)


def hexgrid_of_map(
    map: Map,
    layout: str = "odd-r",
    cost_model: str = "enter",
    costs: CostModel | None = None,
    *,
    follow: bool = True,
    **links: Any,
) -> HexGrid:
    """Make the hexagons from a map, with its cost layers folded into one cost per cell.

    Raises:
        OptionError: The map determines an argument.
    """
    check_of_map("Map.hexgrid", links)
    cost = map.cost_field(costs)
    edges = edges_of_maps([map], costs, map.shape)
    hexes = HexGrid(map.passable, layout=layout, cost=cost, cost_model=cost_model, edges=edges, **links)
    follow_maps(hexes, [map], costs, follow)
    return hexes
