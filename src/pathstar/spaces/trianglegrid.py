"""A grid of triangles."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from numpy.typing import ArrayLike

from pathstar import _core
from pathstar.maps.edge_rules import EdgeRule
from pathstar.spaces.base import Cache, cell_figures
from pathstar.spaces.cell_grid import CellGrid
from pathstar.spaces.cells import checked_cells, within_memory
from pathstar.spaces.edges import Edges, edges_of_maps
from pathstar.spaces.kinds import KINDS
from pathstar.spaces.links import PairsLike, Place, PortalsLike, check_even, checked_links, step_leads
from pathstar.spaces.neighbours import Neighbour, triangles_around
from pathstar.spaces.source import check_of_map, floors_of, follow_maps, reduced

if TYPE_CHECKING:
    from pathstar.maps.costs import CostModel
    from pathstar.maps.map import Map

TRIANGLE_HEURISTICS = ("zero", "manhattan", "euclidean")
STEPS = ((-1, 0), (1, 0), (0, 1))
"""To the left, to the right, and over the base: down if the triangle points up, else up."""


class TriangleGrid(CellGrid):
    """Regular triangles with steps over each of their three edges, and the costs of the steps.

    Places are column and row of the arrays. Triangles point up and down in turn, along rows and along
    columns; the one at ``(0, 0)`` points up. A triangle that points up has its base below, which is also the
    base of the triangle in the same column of the next row.

    Args:
        walkable: Array ``[h, w]`` of any bool, integer or float type: 0 and NaN mean not walkable, one other
            value means walkable, such as 1 or 255. Costs go into ``cost``.
        cost: Array ``[h, w]`` of cell costs, or None if every step costs 1; as `Grid`.
        cost_model: The cost of a step: ``"enter"`` that of the cell entered, ``"mean"`` the mean of both.
        wrap: Which borders are joined: ``"x"`` left and right, ``"y"`` top and bottom, ``"xy"`` both. The
            number of columns, or rows, that are joined must be even.
        portals: ``(from, to)`` or ``(from, to, cost)`` each: a step from one place to another, one way, at a
            fixed cost, by default 1.
        exits: Array ``[h, w]`` of whole numbers: bit k means that the cell may be left by step k of
            `directions`; by default every cell may be left by every step.
        one_way: Pairs ``(from, to)`` of neighbours: only that way is allowed between them.
        edges: Rules that make a step and the step back differ in cost: `Slope` and `Drift` with arrays ``[h,
            w]``. A step leads from centre to centre: over a side it also goes up or down by half of its
            length.

    Raises:
        ArrayError: A wrong shape, or ``walkable`` looks like costs or like an occupancy grid.
        ArrayTypeError: A type that is not supported.
        MapLimitError: More than 2**31 - 1 cells, or more than fit into memory.
        CostError: A negative cost, or a finite one over 1e100.
        PlaceError, PlaceTypeError: A portal or pair has an end that is not a place of the grid.
        OptionError: An unknown cost model or wrap, or a pair that is not one step.

    Example:
        >>> import pathstar as ps
        >>> triangles = ps.TriangleGrid([[1, 1, 1, 1], [1, 1, 0, 1]])
        >>> triangles
        TriangleGrid(4 x 2, 7 walkable)
        >>> ps.find_path(triangles, (1, 0), (1, 1)).points.tolist()
        [[1, 0], [0, 0], [0, 1], [1, 1]]
    """

    __slots__ = ()

    kind = KINDS["TriangleGrid"]
    from_map = "TriangleGrid.of()"

    core: _core.RegularGrid

    @within_memory
    def __init__(
        self,
        walkable: ArrayLike,
        *,
        cost: ArrayLike | None = None,
        cost_model: str = "enter",
        wrap: str = "",
        portals: PortalsLike = (),
        exits: ArrayLike | None = None,
        one_way: PairsLike = (),
        edges: Iterable[EdgeRule] | Edges = (),
    ) -> None:
        free, costs = checked_cells(walkable, cost, cost_model)
        self.cost_model = cost_model
        self.cache = Cache()
        self.source = None
        self._height, self._width = free.shape
        self.links = checked_links(self, wrap, portals, exits, one_way, edges)
        # Across the border, triangles must still point up and down in turn.
        check_even(self.links.wrap, {"x": self._width, "y": self._height})
        self.core = self._regular_grid(free, costs, _core.Tiling.triangle, [(*by, 0, 1) for by in STEPS])

    @classmethod
    def of(
        cls,
        map: Map,
        cost_model: str = "enter",
        costs: CostModel | str | None = None,
        *,
        follow: bool = True,
        **links: Any,
    ) -> TriangleGrid:
        """Make triangles from the cells of a map, with its cost layers folded into one cost per cell.

        Args:
            map: The map.
            cost_model: ``"enter"`` or ``"mean"``.
            costs: How the layers make one cost, or the name of a profile; see `Map.cost_field`. Its rules for
                edges read the layers of the map.
            follow: Whether to follow edits at the next use; otherwise only ``update`` does.
            **links: ``wrap``, ``portals``, ``exits`` and ``one_way`` as for a new grid.

        Raises:
            OptionError: It is not a map, or the map determines an argument.
            PathstarError: As for a new grid, and as `Map.cost_field`.

        Example:
            >>> import pathstar as ps
            >>> map = ps.Map([[1, 1], [1, 1]])
            >>> triangles = ps.TriangleGrid.of(map)
            >>> _ = map.edit("passable", (0, 1), False)
            >>> bool(ps.find_path(triangles, (0, 0), (1, 1)))
            False
        """
        check_of_map("TriangleGrid.of", links)
        floors = floors_of([map])
        model = map.cost_model(costs)
        edges = edges_of_maps(floors, model, map.shape)
        cost = map.cost_field(model)
        triangles = cls(map.passable, cost=cost, cost_model=cost_model, edges=edges, **links)
        follow_maps(triangles, floors, model, follow)
        return triangles

    @property
    def directions(self) -> tuple[tuple[int, ...], ...]:
        """The three steps of a triangle that points up; the bits of ``exits`` follow their order.

        The third step, over the base, leads up from a triangle that points down.
        """
        return STEPS

    def points_up(self, place: Place) -> bool:
        """Return whether the triangle at a place points up, with its base below.

        Raises:
            PlaceError, PlaceTypeError: As `node_of`.
        """
        self.node_of(place)
        x, y = place
        return bool((x + y) % 2 == 0)

    def is_step(self, start: Place, end: Place, wrap: str = "") -> bool:
        """Return whether two triangles share an edge, also across joined borders."""
        base = (0, 1 if self.points_up(start) else -1)
        return step_leads([*STEPS[:2], base], start, end, self.shape, wrap)

    def around(self, place: Place) -> list[Neighbour] | None:
        """Return the triangles around a triangle, then the ends of portals; None with rules for edges."""
        return None if self.links.edges else triangles_around(self, place)

    def figures(self) -> list[tuple[str, str]]:
        """Return size and walkable triangles."""
        return cell_figures(self.shape, self.walkable)

    @property
    def heuristics(self) -> tuple[str, ...]:
        """The names of the estimates that fit."""
        return TRIANGLE_HEURISTICS

    def default_heuristic(self) -> str:
        """Return ``"manhattan"``: the number of steps on open ground."""
        return "manhattan"

    def __repr__(self) -> str:
        model = f", cost {self.cost_model}" if self.core.has_cost else ""
        free = int(self.walkable.sum())
        return f"TriangleGrid({self.width} x {self.height}, {free} walkable{model}{self.links.words})"

    def __reduce__(self) -> tuple[Any, ...]:
        return reduced(self)
