"""The grid and the finders of the package pathfinding: `Grid`, `DiagonalMovement`, `AStarFinder` and others.

Finders that promise a shortest path all run the same search; the path is the cheapest with each of them.
Afterwards nodes have no ``g``, ``h``, ``f`` and ``parent``; `pathstar.trace` shows what a search does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.compat.squares import costs_of, grid_of, path_on, truth_of
from pathstar.errors import ArrayError, CostError, OptionError, PlaceError, PlaceTypeError
from pathstar.maps.arguments import as_number, as_whole, checked_whole
from pathstar.maps.limits import CELL_LIMIT, check_cells
from pathstar.spaces import grid as squares


class DiagonalMovement:
    """When a diagonal step is allowed."""

    always = 1
    never = 2
    if_at_most_one_obstacle = 3
    only_when_no_obstacle = 4


_CORNERS = {1: "free", 2: "no_cut", 3: "no_squeeze", 4: "no_cut"}


class GridNode:
    """A cell of a `Grid`: ``x``, ``y``, and views of whether it is walkable and what it weighs."""

    __slots__ = ("_grid", "x", "y")

    def __init__(self, grid: Grid, x: int, y: int) -> None:
        self._grid, self.x, self.y = grid, x, y

    @property
    def walkable(self) -> bool:
        """Whether a path may enter it."""
        return bool(self._grid.free[self.y, self.x])

    @walkable.setter
    def walkable(self, walkable: bool) -> None:
        self._grid.update_node(self.x, self.y, walkable=walkable)

    @property
    def weight(self) -> float:
        """The cost of entering it, times the step's length."""
        return float(self._grid.weights[self.y, self.x])

    @weight.setter
    def weight(self, weight: float) -> None:
        self._grid.update_node(self.x, self.y, weight=weight)

    def __iter__(self) -> Iterator[int]:
        return iter((self.x, self.y))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GridNode):
            return NotImplemented
        return (self._grid, self.x, self.y) == (other._grid, other.x, other.y)

    def __hash__(self) -> int:
        return hash((id(self._grid), self.x, self.y))

    def __repr__(self) -> str:
        return f"<GridNode({self.x}:{self.y})>"


class Grid:
    """A grid of cells that are walkable or not, and have weights.

    Args:
        width, height: The size of a grid without walls, if there is no matrix.
        matrix: Numbers ``[h][w]``: the cost of entering each cell; 0 and less are walls.
        grid_id: Stored, but not used.
        inverse: Whether 0 and less are free instead, and everything else walls.

    Raises:
        ArrayError, ArrayTypeError: The matrix is not rows of numbers.
        MapLimitError: More than 2**28 cells without a matrix.
        OptionError: Width or height is not a whole number from 0, or ``inverse`` is neither True nor False.

    Example:
        >>> grid = Grid(matrix=[[1, 0, 1], [1, 1, 1]])
        >>> grid.node(1, 0).walkable, grid.node(2, 1).weight
        (False, 1.0)
    """

    def __init__(
        self, width: int = 0, height: int = 0, matrix: Any = None, grid_id: Any = None, inverse: bool = False
    ) -> None:
        shape = checked_whole("height", height, 0), checked_whole("width", width, 0)
        check_cells(*shape[::-1], CELL_LIMIT, "the grid", "")
        given = np.ones(shape) if matrix is None else costs_of(matrix, "matrix")
        self.weights = np.ones(shape) if given.shape == (0,) else np.array(given, np.float64)
        if self.weights.ndim != 2:
            raise ArrayError(f"matrix has the shape {self.weights.shape}; it must be rows of equal length")
        self.free: NDArray[np.bool_] = self.weights > 0
        if truth_of("inverse", inverse):
            self.free = self.weights <= 0
            self.weights[:] = 1
        self.height, self.width = self.weights.shape
        self.grid_id = grid_id
        self.passable_left_right_border = self.passable_up_down_border = False
        self._made: dict[int, squares.Grid] = {}

    def set_passable_left_right_border(self) -> None:
        """Join the left and the right border."""
        self.passable_left_right_border = True
        self._made.clear()

    def set_passable_up_down_border(self) -> None:
        """Join the upper and the lower border."""
        self.passable_up_down_border = True
        self._made.clear()

    def node(self, x: int, y: int) -> GridNode:
        """Return a cell.

        Raises:
            PlaceError, PlaceTypeError: It lies outside, or is not a column and a row.
        """
        self._check_inside(x, y)
        return GridNode(self, x, y)

    def inside(self, x: int, y: int) -> bool:
        """Return whether there is such a cell.

        Raises:
            PlaceTypeError: It is not a column and a row.
        """
        column, row = as_whole(x), as_whole(y)
        if column is None or row is None:
            raise PlaceTypeError(f"the place is {(x, y)}; allowed: a column and a row, whole numbers")
        return bool(0 <= column < self.width and 0 <= row < self.height)

    def walkable(self, x: int, y: int) -> bool:
        """Return whether there is such a cell, and a path may enter it.

        Raises:
            PlaceTypeError: It is not a column and a row.
        """
        return self.inside(x, y) and bool(self.free[y, x])

    def _check_inside(self, x: int, y: int) -> None:
        if not self.inside(x, y):
            raise PlaceError(f"({x}, {y}) lies outside of a grid of {self.width} x {self.height}")

    def update_node(
        self, x: int, y: int, *, weight: float | None = None, walkable: bool | None = None
    ) -> None:
        """Change what a cell weighs, or whether it is walkable.

        Raises:
            PlaceError, PlaceTypeError: It lies outside, or is not a column and a row.
            CostError: The weight of a walkable cell would not be a positive number.
            OptionError: ``walkable`` is neither True nor False.
        """
        self._check_inside(x, y)
        weight = self.weights[y, x] if weight is None else weight
        free = truth_of("walkable", self.free[y, x] if walkable is None else walkable)
        number = as_number(float(weight) if isinstance(weight, (bool, np.bool_)) else weight)
        if number is None or (free and not number > 0):
            raise CostError(f"({x}, {y}) weighs {weight!s}; the weight of a walkable node must be positive")
        self.weights[y, x], self.free[y, x] = number, free
        self._made.clear()

    def cleanup(self) -> None:
        """Do nothing: searches leave nothing behind."""

    def squares(self, diagonal_movement: int) -> squares.Grid:
        """Return the grid of pathstar; it is kept until a cell is changed.

        Raises:
            OptionError: An unknown value of `DiagonalMovement`.
        """
        movement = as_whole(diagonal_movement)
        if movement not in _CORNERS:
            raise OptionError(f"diagonal_movement is {diagonal_movement!r}; allowed: 1, 2, 3, 4")
        if movement not in self._made:
            self._made[movement] = grid_of(
                self.weights,
                self.free,
                diagonal=None if movement == DiagonalMovement.never else 2**0.5,
                corners=_CORNERS[movement],
                wrap="x" * self.passable_left_right_border + "y" * self.passable_up_down_border,
            )
        return self._made[movement]

    def __repr__(self) -> str:
        return f"<Grid width={self.width} height={self.height}>"


class AStarFinder:
    """Finds cheapest paths on a `Grid`.

    Args:
        heuristic, weight, time_limit, max_runs: Accepted, but not used: the path is always the cheapest.
        diagonal_movement: A value of `DiagonalMovement`.

    Example:
        >>> grid = Grid(matrix=[[1, 0, 1], [1, 1, 1]])
        >>> path, runs = AStarFinder().find_path(grid.node(0, 0), grid.node(2, 0), grid)
        >>> [(node.x, node.y) for node in path]
        [(0, 0), (0, 1), (1, 1), (2, 1), (2, 0)]
    """

    def __init__(
        self,
        heuristic: Callable[[float, float], float] | None = None,
        weight: float = 1,
        diagonal_movement: int = DiagonalMovement.never,
        time_limit: float = float("inf"),
        max_runs: float = float("inf"),
    ) -> None:
        self.diagonal_movement = diagonal_movement

    def find_path(self, start: GridNode, end: GridNode, grid: Grid) -> tuple[list[GridNode], int]:
        """Return the nodes from start to end, none if there is no path; and the number of cells looked at.

        Raises:
            OptionError: An unknown value of `DiagonalMovement`, or not a `Grid`.
            PlaceTypeError: An end is not a `GridNode`.
        """
        squares_of = getattr(grid, "squares", None)
        if squares_of is None:
            raise OptionError(f"grid is {grid!r}; allowed: a Grid of pathstar.compat.pathfinding")
        for name, node in (("start", start), ("end", end)):
            if not isinstance(node, GridNode):
                raise PlaceTypeError(f"{name} is {node!r}; allowed: a node, such as grid.node(0, 0)")
        path = path_on(squares_of(self.diagonal_movement), (start.x, start.y), (end.x, end.y))
        return [GridNode(grid, x, y) for x, y in path.points.tolist()], path.stats.expanded


class DijkstraFinder(AStarFinder):
    """As `AStarFinder`."""


class BiAStarFinder(AStarFinder):
    """As `AStarFinder`; that of pathfinding does not always find the cheapest path."""
