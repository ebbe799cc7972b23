"""A grid of squares."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar import _core
from pathstar.errors import OptionError, SpaceError
from pathstar.maps.arguments import checked_switch
from pathstar.maps.edge_rules import EdgeRule
from pathstar.spaces.base import Cache, cell_figures, space_hint
from pathstar.spaces.cell_grid import CellGrid
from pathstar.spaces.cells import check_lent, checked_cells, within_memory
from pathstar.spaces.edges import Edges, edges_of_maps
from pathstar.spaces.kinds import KINDS, Capabilities
from pathstar.spaces.links import (
    PairsLike,
    Place,
    PortalsLike,
    checked_links,
    step_leads,
)
from pathstar.spaces.moves import PLAIN_DIRECTIONS, Moves, checked_moves
from pathstar.spaces.neighbours import Neighbour, squares_around
from pathstar.spaces.source import check_of_map, follow_maps, reduced

if TYPE_CHECKING:
    from pathstar.maps.costs import CostModel
    from pathstar.maps.map import Map

GRID_HEURISTICS = ("zero", "manhattan", "octile", "euclidean", "chebyshev")
_SQUARES = replace(KINDS["Grid"].capabilities, squares=True)
_OCTILE = replace(_SQUARES, octile=True)
PLAIN = "a grid of 4 or 8 directions without joined borders, portals, one-way and edge rules"


class Grid(CellGrid):
    """Squares with steps between them, and the costs of the steps.

    Args:
        walkable: Array ``[h, w]`` of any bool, integer or float type: 0 and NaN mean not walkable, one other
            value means walkable, such as 1 or 255. Costs go into ``cost``.
        cost: Array ``[h, w]`` of cell costs, or None if only the steps' lengths count. Below 1 is cheaper
            than plain ground (a road), 0 is free, NaN and infinity are not walkable.
        moves: Directions, corner rule and step costs.
        cost_model: The factor of a step's length in its cost: ``"enter"`` the cost of the cell entered,
            ``"mean"`` the mean of both cells' costs. A knight's move also counts the two cells that it passes
            between: ``"enter"`` is the mean of the three cells after the first, ``"mean"`` of all four.
            Blocked cells are left out.
        wrap: Which borders are joined: ``"x"`` left and right, ``"y"`` top and bottom, ``"xy"`` both.
        portals: ``(from, to)`` or ``(from, to, cost)`` each: a step from one place to another, one way, at a
            fixed cost, by default that of a straight step.
        exits: Array ``[h, w]`` of whole numbers: bit k means that the cell may be left by step k of
            `directions`; by default every cell may be left by every step.
        one_way: Pairs ``(from, to)`` of neighbours: only that way is allowed between them.
        linkable: Whether portals and one-way pairs may be added later; they always may if there are some.
            Jump points and everything else that needs plain squares do not work on such a grid.
        edges: Rules that make a step cost more one way than back: `Slope` and `Drift` with arrays ``[h, w]``.
            A grid made from a map takes them from its cost model.
        copy: Whether it copies the costs. With False, it reads the array given for ``cost`` in place, and
            keeps it alive, until the first edit. If the array changes meanwhile, paths may be wrong.

    Attributes:
        is_plain: Whether it has 4 or 8 directions, and no joined border, portal, one-way or edge rule, now or
            later.

    Raises:
        ArrayError: A wrong shape, or ``walkable`` looks like costs or like an occupancy grid.
        MapLimitError: More than 2**31 - 1 cells, or more than fit into memory.
        ArrayTypeError: A type that is not supported, such as complex or text; or, with ``copy=False``, costs
            that are not a C-contiguous float64 array.
        SpaceError: ``copy=False``, and the squares are not plain.
        CostError: A negative cost, or a finite one over 1e100.
        PlaceError, PlaceTypeError: A portal or pair has an end that is not a place of the grid.
        OptionError: An unknown cost model or wrap, or a pair that is not one step.

    Example:
        >>> import pathstar as ps
        >>> grid = ps.Grid([[1, 1, 1], [1, 0, 1], [1, 1, 1]])
        >>> grid
        Grid(3 x 3, 8 walkable, 8 directions, no_cut)
        >>> ps.find_path(grid, (0, 0), (2, 2)).cost
        4.0
    """

    __slots__ = ("is_plain", "moves")

    kind = KINDS["Grid"]
    from_map = "Map.grid()"

    @within_memory
    def __init__(
        self,
        walkable: ArrayLike,
        *,
        cost: ArrayLike | None = None,
        moves: Moves | None = None,
        cost_model: str = "enter",
        wrap: str = "",
        portals: PortalsLike = (),
        exits: ArrayLike | None = None,
        one_way: PairsLike = (),
        linkable: bool = False,
        edges: Iterable[EdgeRule] | Edges = (),
        copy: bool = True,
    ) -> None:
        if not checked_switch("copy", copy):
            check_lent(cost)
        free, costs = checked_cells(walkable, cost, cost_model)
        linkable = checked_switch("linkable", linkable)
        self.moves = checked_moves(moves)
        self.cost_model = cost_model
        self.cache = Cache()
        self._height, self._width = free.shape
        self.source = None
        self.links = checked_links(self, wrap, portals, exits, one_way, edges)
        self.is_plain = self.links.none and not linkable and self.moves.directions in PLAIN_DIRECTIONS
        self.core = self._core_of(free, costs, copy)

    def _core_of(
        self, free: NDArray[np.bool_], costs: NDArray[np.float64] | None, copy: bool
    ) -> _core.Grid | _core.RegularGrid:
        """Make the native space: if possible the one for plain squares, which is faster."""
        if self.is_plain:
            rule = _core.CostRule[self.cost_model]
            cells, prices = free.view(np.uint8).ravel(), None if costs is None else costs.ravel()
            return _core.Grid(self._width, self._height, cells, prices, self.moves.core, rule, not copy)
        if not copy:
            raise SpaceError(f"copy=False needs {PLAIN}; leave it out")
        steps = [(*by, 0, cost) for by, cost in zip(self.moves.steps, self.moves.lengths, strict=True)]
        return self._regular_grid(free, costs, _core.Tiling.square, steps, corners=self.moves.corners)

    @property
    def directions(self) -> tuple[tuple[int, ...], ...]:
        """The steps ``(dx, dy)`` of its moves; the bits of ``exits`` follow their order."""
        return self.moves.steps

    @property
    def may_squeeze(self) -> bool:
        """Whether a step may pass between two blocked cells, as the corner rule ``"free"`` allows."""
        return self.moves.corners == "free"

    @property
    def lengths(self) -> tuple[float, ...]:
        """The lengths of the steps, as `Moves` has them."""
        return self.moves.lengths

    @property
    def portal_cost(self) -> float:
        """The cost of a portal that names none: that of a straight step."""
        return self.moves.straight

    @property
    def capabilities(self) -> Capabilities:
        """The capabilities of this grid: more if its squares are plain."""
        if not self.is_plain:
            return self.kind.capabilities
        return _OCTILE if self.moves.directions == 8 else _SQUARES

    @property
    def corner_rule(self) -> tuple[int, bool]:
        """The width and whether there are 8 directions; ``(0, False)`` if the squares are not plain."""
        return self.core.corner_rule if isinstance(self.core, _core.Grid) else (0, False)

    def around(self, place: Place) -> list[Neighbour] | None:
        """Return the squares around a square, in the order of the search; None if they are not plain.

        Example:
            >>> import pathstar as ps
            >>> [around.obstacle for around in ps.Grid([[1, 0], [1, 1]]).around((0, 0))]
            ['outside', 'outside', 'wall', '', 'outside', 'outside', 'outside', 'cut']
        """
        return squares_around(self, place) if self.is_plain else None

    def sized(self, side: int | None = None, *, radius: float | None = None) -> Grid:
        """Return this grid for larger units; see `pathstar.spaces.Sized` and `pathstar.spaces.Round`.

        Edits of this grid show in the result. For a unit of one square, that is the grid itself.

        Args:
            side: Units are squares of ``side x side`` cells; their place is that of the upper left cell.
            radius: Units are discs around the centre of their place.

        Raises:
            SpaceError: The grid has 16 directions, joined borders, portals or one-way rules, or is already a
                layer of units.
            OptionError: The side is not a whole number from 1 to the shorter side of the grid, or the radius
                is not a number above 0 and up to half of that; or both are given, or none.
            MapLimitError: The layer does not fit into memory.

        Example:
            >>> import pathstar as ps
            >>> grid = ps.Grid([[1, 1, 1], [1, 1, 1], [1, 0, 1]])
            >>> ps.find_path(grid.sized(2), (0, 0), (1, 0)).cost
            1.0
            >>> int(grid.sized(radius=0.7).walkable.sum())
            0
        """
        from pathstar.spaces.layers.sized import sized  # which imports this module

        return sized(self, side, radius)

    def visible_from(self, place: Place, *, walls: bool = False) -> NDArray[np.bool_]:
        """Return the cells that a place sees: those with a free straight line between the centres.

        Where a line passes exactly between two cells at a corner, the corner rule decides, as for a step.
        Sight is mutual. From a wall nothing is seen.

        Args:
            place: The place.
            walls: Whether a blocked cell counts as seen if it would be seen when free.

        Returns:
            bool ``[h, w]``.

        Raises:
            SpaceError: The grid has 16 directions, joined borders, portals, or one-way or edge rules.
            PlaceError, PlaceTypeError: It is not a place of the grid.
            OptionError: walls is neither True nor False.

        Example:
            >>> import pathstar as ps
            >>> grid = ps.Grid([[1, 1, 1], [1, 0, 1], [1, 1, 1]])
            >>> grid.visible_from((0, 0)).astype(int).tolist()
            [[1, 1, 1], [1, 0, 0], [1, 0, 0]]
            >>> grid.visible_from((0, 0), walls=True).astype(int).tolist()
            [[1, 1, 1], [1, 1, 0], [1, 0, 0]]
        """
        core = squares_of(self, "visible_from")
        seen = core.visible_from(self.node_of(place), checked_switch("walls", walls))
        return seen.view(np.bool_).reshape(self.shape)

    def unsupported_jumps(self) -> str | None:
        """Return why jump points do not fit: they need plain squares, one cost, and a fitting diagonal step.

        Then there are canonical paths among the cheapest.
        """
        if not isinstance(self.core, _core.Grid):
            return PLAIN
        if self.core.has_cost:
            return "a grid without costs, where steps cost the same everywhere"
        straight, diagonal = self.moves.step_costs
        if self.moves.directions == 8 and not straight <= diagonal <= 2 * straight:
            return f"a diagonal step that costs from 1 to 2 straight ones, not {diagonal / straight:g}"
        return None if self.core.jumps_fit else "a smaller grid, whose sides in bits add up to 32 at most"

    def bearings(self) -> NDArray[np.float64]:
        """Return its directions as vectors, float64 ``(k, 2)``."""
        return np.array(self.directions, np.float64)

    def unsupported_lines(self) -> str | None:
        """Return why lines in any direction do not fit: they need plain squares."""
        return None if self.is_plain else PLAIN

    def unsupported_plane(self) -> str | None:
        """Return why exact lines in the plane do not fit: they need points, no costs, and no_squeeze."""
        if not self.is_plain:
            return PLAIN
        if self.body != (0.0, 1):
            return "a unit without a size"
        if self.core.has_cost:
            return "a grid without costs, where a straight line is the cheapest"
        if self.moves.corners != "no_squeeze":
            return (
                "the corner rule 'no_squeeze', under which lines may touch walls, not "
                f"Moves(corners={self.moves.corners!r})"
            )
        return None

    def line_finder(self, kind: _core.AnyAngle) -> _core.Finder:
        """Return the native finder of lines in any direction, for a unit of this grid."""
        radius, side = self.body
        name = kind.name.replace("_", "-")
        return _core.any_angle_finder(
            squares_of(self.ground, name), squares_of(self, name), radius, side, kind
        )

    def longest_detour(self) -> float:
        """Return the maximum length of steps along a free line over centres, as a multiple of the line's.

        The steps follow the cells that the line crosses. If diagonal steps may pass one blocked cell, they
        differ from the line by at most half of 45 degrees; otherwise there may be only straight steps.
        Infinity on ground with costs, and where lines lead between blocked cells but steps do not.
        """
        straight_only = self.moves.directions == 4
        if not self.is_plain or self.core.has_cost or (straight_only and self.moves.corners == "free"):
            return math.inf
        diagonal = not straight_only and self.moves.corners != "no_cut"
        return 1 / math.cos(math.pi / 8) if diagonal else math.sqrt(2)

    def unsupported_dead_ends(self) -> str | None:
        """Return why dead ends cannot be left out: that needs plain squares."""
        return None if self.is_plain else PLAIN

    def figures(self) -> list[tuple[str, str]]:
        """Return size, walkable squares and moves."""
        moves = f"{self.moves.directions} directions, {self.moves.corners}"
        return cell_figures(self.shape, self.walkable, ("moves", moves))

    @property
    def heuristics(self) -> tuple[str, ...]:
        """The names of the estimates that fit."""
        return GRID_HEURISTICS

    def default_heuristic(self) -> str:
        """Return ``"octile"``, or ``"manhattan"`` without diagonal steps."""
        return "manhattan" if self.moves.directions == 4 else "octile"

    def consistency_factor(self, heuristic: str) -> float:
        """Return how much a heuristic falls, at most, per unit of a step's cost."""
        if isinstance(self.core, _core.RegularGrid):
            return super().consistency_factor(heuristic)
        return _core.consistency_factor(_core.HeuristicKind[heuristic], self.moves.core)

    def is_step(self, start: Place, end: Place, wrap: str = "") -> bool:
        """Return whether one of the directions leads from one place to another, over joined borders too."""
        return step_leads(self.directions, start, end, self.shape, wrap)

    def __repr__(self) -> str:
        model = f", cost {self.cost_model}" if self.core.has_cost else ""
        free = int(self.walkable.sum())
        moves = f"{self.moves.directions} directions, {self.moves.corners}"
        return f"Grid({self.width} x {self.height}, {free} walkable, {moves}{model}{self.links.words})"

    def __reduce__(self) -> tuple[Any, ...]:
        return reduced(self, moves=self.moves, linkable=not self.is_plain)


def squares_of(grid: object, what: str) -> _core.Grid:
    """Return the native grid of plain squares, for a function that works on no other.

    Raises:
        SpaceError: It is not a grid, or not a plain one; the message says what needs one.
    """
    if not isinstance(grid, Grid):
        raise SpaceError(f"{what} needs {PLAIN}, not a {type(grid).__name__}{space_hint(grid)}")
    if not isinstance(grid.core, _core.Grid):
        raise SpaceError(f"{what} needs {PLAIN}")
    return grid.core


def sight_between(grid: object, what: str) -> Callable[[int, int], bool]:
    """Return a function of two nodes: whether a straight line between their centres is free.

    Raises:
        SpaceError: As `squares_of`.
    """
    no_points = np.empty(0, np.uint32)
    return _core.Waypoints(squares_of(grid, what), no_points, 1).sees


def grid_of_map(
    map: Map,
    moves: Moves | None = None,
    cost_model: str = "enter",
    costs: CostModel | None = None,
    *,
    follow: bool = True,
    **links: Any,
) -> Grid:
    """Make the grid of a map, with its cost layers folded into one cost per cell.

    Raises:
        OptionError: The cells of the map are hexagons, or the map determines an argument.
    """
    check_of_map("Map.grid", links)
    if map.hexagons is not None:
        raise OptionError(f"the cells of this map are hexagons, {map.hexagons}; use map.hexgrid()")
    cost, edges = map.cost_field(costs), edges_of_maps([map], costs, map.shape)
    grid = Grid(map.passable, cost=cost, moves=moves, cost_model=cost_model, edges=edges, **links)
    follow_maps(grid, [map], costs, follow)
    return grid
