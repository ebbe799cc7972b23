"""A grid of squares."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar import _core
from pathstar.doors import open_door
from pathstar.errors import ArrayError, CostError, MapLimitError, OptionError, StaleError, unknown_name
from pathstar.maps.layers import as_costs, as_walkable
from pathstar.maps.regions import checked_place
from pathstar.spaces.moves import Moves
from pathstar.spaces.places import checked_places

if TYPE_CHECKING:
    from pathstar.maps.change import Change
    from pathstar.maps.costs import CostModel
    from pathstar.maps.map import Map

COST_MODELS = ("enter", "mean")
GRID_HEURISTICS = ("zero", "manhattan", "octile", "euclidean", "chebyshev")
_LARGEST_COST = 1e100
_MOST_CELLS = 2**31 - 1


class Grid:
    """Squares that one may step between, and what the steps cost.

    Args:
        walkable: Array ``[h, w]`` of any bool, integer or float type; not zero means walkable, NaN means not.
        cost: Array ``[h, w]`` of what a cell costs, or None where only the steps' lengths count. Below 1 is
            cheaper than plain ground (a road), 0 is free, NaN and infinity are not walkable.
        moves: Directions, corner rule and step costs.
        cost_model: What a step costs, times its length: ``"enter"`` the cost of the cell entered,
            ``"mean"`` the mean of both cells' costs.

    Raises:
        ArrayError: A wrong shape.
        MapLimitError: More than 2**31 - 1 cells.
        ArrayTypeError: A type that cannot be used, such as complex or text.
        CostError: A negative cost, or a finite one over 1e100.
        OptionError: An unknown cost model.

    Example:
        >>> import pathstar as ps
        >>> grid = ps.Grid([[1, 1, 1], [1, 0, 1], [1, 1, 1]])
        >>> grid
        Grid(3 x 3, 8 walkable, 8 directions, no_cut)
        >>> ps.find_path(grid, (0, 0), (2, 2)).cost
        4.0
    """

    __slots__ = ("__weakref__", "_height", "_source", "_width", "core", "cost_model", "kept", "moves")

    def __init__(
        self,
        walkable: ArrayLike,
        *,
        cost: ArrayLike | None = None,
        moves: Moves | None = None,
        cost_model: str = "enter",
    ) -> None:
        _check_size(walkable)
        free = as_walkable(walkable)
        costs = None if cost is None else as_costs(cost)
        self.moves = _checked_moves(moves)
        if cost_model not in COST_MODELS:
            raise unknown_name("cost model", cost_model, COST_MODELS)
        if costs is not None and costs.shape != free.shape:
            raise ArrayError(f"cost has the shape {costs.shape}, walkable {free.shape}; they must be equal")
        if costs is not None:
            _check_largest(costs)
        self.cost_model = cost_model
        self.kept: dict[Any, Any] = {}
        self._height: int = free.shape[0]
        self._width: int = free.shape[1]
        self._source: tuple[str, int, CostModel | None] | None = None
        self.core = _core.Grid(
            self._width,
            self._height,
            free.view(np.uint8).ravel(),
            None if costs is None else costs.ravel(),
            self.moves.core,
            _core.CostRule[cost_model],
        )

    @property
    def width(self) -> int:
        """Cells from left to right."""
        return self._width

    @property
    def height(self) -> int:
        """Cells from top to bottom."""
        return self._height

    @property
    def shape(self) -> tuple[int, int]:
        """``(height, width)``, as NumPy has it."""
        return self._height, self._width

    @property
    def size(self) -> int:
        """How many cells there are."""
        return self._height * self._width

    @property
    def revision(self) -> int:
        """How often the grid was edited."""
        return self.core.revision

    @property
    def walkable(self) -> NDArray[np.bool_]:
        """Which cells one may enter: a read-only view ``bool[h, w]`` that follows edits."""
        return self.core.walkable().view(np.bool_)

    @property
    def cost(self) -> NDArray[np.float64] | None:
        """What the cells cost: a read-only view ``float64[h, w]`` that follows edits, or None."""
        return self.core.cost() if self.core.has_cost else None

    def node_of(self, place: Any) -> int:
        """Return the number of a cell, ``y * width + x``.

        Raises:
            PlaceError: The place lies outside.
            PlaceTypeError: It is not a pair of whole numbers.
        """
        try:
            x, y = place
            if type(x) is int and type(y) is int and 0 <= x < self._width and 0 <= y < self._height:
                return y * self._width + x
        except (TypeError, ValueError):
            pass  # worded below, like every other wrong place
        x, y = checked_place(place, self._width, self._height)
        return y * self._width + x

    def nodes_of(self, places: ArrayLike, name: str = "places") -> NDArray[np.uint32]:
        """Return the numbers of many cells ``(n, 2)``; errors name the argument and the row."""
        x, y = checked_places(places, name, self._width, self._height).T
        nodes: NDArray[np.uint32] = (y * self._width + x).astype(np.uint32)
        return nodes

    def is_free(self, nodes: NDArray[np.uint32]) -> NDArray[np.bool_]:
        """Return which of these cells are walkable."""
        free: NDArray[np.bool_] = self.walkable.ravel()[nodes]
        return free

    def places_of(self, nodes: ArrayLike) -> NDArray[np.int32]:
        """Return the places of many cells: int32 ``(n, 2)``, columns x and y."""
        y, x = np.divmod(np.asarray(nodes, np.int64), self._width)
        return np.stack([x, y], axis=-1).astype(np.int32)

    @property
    def heuristics(self) -> tuple[str, ...]:
        """The names of the estimates that fit."""
        return GRID_HEURISTICS

    def default_heuristic(self) -> str:
        """Return ``"octile"``, or ``"manhattan"`` where there are no diagonal steps."""
        return "octile" if self.moves.directions == 8 else "manhattan"

    def steepness(self, heuristic: str) -> float:
        """Return how fast a heuristic falls, at most, per unit of a step's cost."""
        return _core.lipschitz(_core.HeuristicKind[heuristic], self.moves.core)

    def step_range(self) -> tuple[float, float]:
        """Return bounds of what one step costs: the least and the most."""
        straight, diagonal = self.moves.step_costs
        steps = (straight, diagonal) if self.moves.directions == 8 else (straight, straight)
        return min(steps) * self.core.cheapest, max(steps) * self.core.dearest

    def update(self, change: Change) -> None:
        """Take over an edit of the map that this grid was made from; work is in proportion to its cells.

        Searches that run in other threads are waited for. A search that is stepped by hand is stale
        afterwards and raises `StaleError` at its next step.

        Args:
            change: What `Map.edit` answered. Changes are taken over in order, each once.

        Raises:
            StaleError: The change does not follow on the revision that this grid stands at.
            OptionError: The grid was not made by `Map.grid`.

        Example:
            >>> import pathstar as ps
            >>> map = ps.Map([[1, 1, 1]])
            >>> grid = map.grid()
            >>> grid.update(map.edit("passable", (1, 0), False))
            >>> bool(ps.find_path(grid, (0, 0), (2, 0)))
            False
        """
        if self._source is None:
            raise OptionError(
                "this grid was made from arrays; only a grid made by Map.grid() takes changes of its map"
            )
        identity, revision, model = self._source
        if (change.map_id, change.before) != (identity, revision):
            raise StaleError(
                f"the grid stands at revision {revision} of its map; "
                f"the change leads from {change.before} to {change.after}"
                + ("" if change.map_id == identity else " of another map")
            )
        costs = change.cost_field(model)
        if costs is not None and not self.core.has_cost:
            raise StaleError("the map has costs since this edit, the grid has none; make a new grid")
        walkable = np.ascontiguousarray(change.layers["passable"], np.uint8)
        self.core.update(
            self.nodes_of(change.cells), walkable, np.ones(len(change)) if costs is None else costs
        )
        self._source = identity, change.after, model

    def show(self, **options: Any) -> None:
        """Print the grid in the terminal, scaled to the window."""
        open_door("Grid.show")(self, **options)

    def _repr_html_(self) -> str:
        html: str = open_door("Grid.html")(self)
        return html

    def __repr__(self) -> str:
        model = f", cost {self.cost_model}" if self.core.has_cost else ""
        free = int(self.walkable.sum())
        moves = f"{self.moves.directions} directions, {self.moves.corners}"
        return f"Grid({self.width} x {self.height}, {free} walkable, {moves}{model})"

    def __reduce__(self) -> tuple[Any, ...]:
        cost = None if self.cost is None else np.array(self.cost)
        return _rebuilt, (np.array(self.walkable), cost, self.moves, self.cost_model, self._source)


def _rebuilt(
    walkable: NDArray[np.bool_],
    cost: NDArray[np.float64] | None,
    moves: Moves,
    cost_model: str,
    source: tuple[str, int, CostModel | None] | None,
) -> Grid:
    grid = Grid(walkable, cost=cost, moves=moves, cost_model=cost_model)
    grid._source = source
    return grid


def _check_size(walkable: ArrayLike) -> None:
    """Refuse what cannot be numbered before anything of its size is made."""
    shape = getattr(walkable, "shape", ())
    if math.prod(shape) > _MOST_CELLS:
        raise MapLimitError(f"walkable has the shape {shape}; a grid has at most {_MOST_CELLS} cells")


def _checked_moves(moves: Moves | None) -> Moves:
    if moves is None:
        return Moves()
    if not isinstance(moves, Moves):
        raise OptionError(f"moves is {moves!r}; allowed: a Moves, such as Moves(directions=4)")
    return moves


def _check_largest(costs: NDArray[np.float64]) -> None:
    too_large = np.isfinite(costs) & (costs > _LARGEST_COST)
    if too_large.any():
        y, x = np.argwhere(too_large)[0]
        raise CostError(
            f"the cost at ({x}, {y}) is {costs[y, x]!r}; a cost is at most {_LARGEST_COST:g}, or infinite"
        )


def grid_of_map(
    map: Map, moves: Moves | None = None, cost_model: str = "enter", costs: CostModel | None = None
) -> Grid:
    """Make the grid of a map, with its cost layers folded into one cost per cell."""
    grid = Grid(map.passable, cost=map.cost_field(costs), moves=moves, cost_model=cost_model)
    grid._source = map.id, map.revision, costs
    return grid
