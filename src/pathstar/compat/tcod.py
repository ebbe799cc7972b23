"""The path functions of tcod: `AStar`, `Dijkstra`, `SimpleGraph` with `Pathfinder`, `path2d`, `dijkstra2d`...

Places are indices of the array of costs, whatever they mean to the caller. Costs of 0 and less are walls.
"""

from __future__ import annotations

from collections.abc import Sequence
from types import EllipsisType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from pathstar.compat.squares import Cell, cells_of, grid_of, path_on, place_of, truth_of
from pathstar.errors import ArrayError, OptionError, PathstarError, PlaceError
from pathstar.maps.arguments import checked_list, checked_number
from pathstar.maps.layers import data_of
from pathstar.paths.field import Field
from pathstar.planners.fields import distance_field, free_nodes
from pathstar.spaces.grid import Grid

_FAR = np.iinfo(np.int32).max
# In tcod's order: of equally low cells, hillclimb2d takes the first.
_STRAIGHT = (-1, 0), (1, 0), (0, -1), (0, 1)
_DIAGONAL = (-1, -1), (1, -1), (-1, 1), (1, 1)


class _Squares:
    """Squares over an array of costs, which are made again once the caller has changed the array.

    Args:
        cost: As `SimpleGraph`.
        cardinal: The cost of a straight step.
        diagonal: The cost of a diagonal step; 0 or None for none.
    """

    def __init__(self, cost: ArrayLike, cardinal: Any, diagonal: Any) -> None:
        self.cost = _costs_of(cost)
        self._steps = _steps_of(cardinal, diagonal)
        self._make()

    def _make(self) -> None:
        self._seen = self.cost.tobytes()
        self._grid = _grid_of(self.cost, *self._steps)

    @property
    def grid(self) -> Grid:
        """The squares, with the costs that the array holds now."""
        if self.cost.tobytes() != self._seen:
            self._make()
        return self._grid


class AStar:
    """The older A* of tcod.

    Args:
        cost: Numbers ``[n, m]``: the cost of entering each cell.
        diagonal: The factor of a cell's cost for a diagonal step; 0 for none.

    Example:
        >>> AStar([[1, 0], [1, 1], [1, 0]]).get_path(0, 0, 2, 0)
        [(1, 0), (2, 0)]
    """

    def __init__(self, cost: ArrayLike, diagonal: float = 1.41) -> None:
        self._squares = _Squares(cost, 1.0, diagonal)
        self.cost, self.diagonal = self._squares.cost, diagonal

    def get_path(self, start_x: int, start_y: int, goal_x: int, goal_y: int) -> list[Cell]:
        """Return the steps to the goal, without the start; an empty list if there is no path."""
        start, goal = place_of((start_x, start_y)), place_of((goal_x, goal_y))
        if not all(_is_inside(place[::-1], self.cost.shape) for place in (start, goal)):
            return []
        return cells_of(path_on(self._squares.grid, start, goal).points)[1:]


class Dijkstra:
    """The older Dijkstra of tcod: all paths from one place.

    Args:
        cost: As `AStar`.
        diagonal: As `AStar`.

    Example:
        >>> paths = Dijkstra([[1, 0], [1, 1], [1, 0]])
        >>> paths.set_goal(0, 0)
        >>> paths.get_path(2, 0)
        [(1, 0), (2, 0)]
    """

    def __init__(self, cost: ArrayLike, diagonal: float = 1.41) -> None:
        self._squares = _Squares(cost, 1.0, diagonal)
        self.cost, self.diagonal = self._squares.cost, diagonal
        self._grid = self._squares.grid
        self._root: Cell | None = None
        self._asked = False
        self._field: Field | None = None

    def set_goal(self, x: int, y: int) -> None:
        """Begin from a place, with the costs as they are now.

        The first path after it is searched for alone, the second one together with all others.

        Raises:
            PlaceError: It lies outside, or is a wall.
        """
        root, grid = place_of((x, y)), self._squares.grid
        free_nodes(grid, [root], "goals")
        self._grid, self._root, self._asked, self._field = grid, root, False, None

    def get_path(self, x: int, y: int) -> list[Cell]:
        """Return the steps from that place to another one, without the first; an empty list without a path.

        Raises:
            PathstarError: `set_goal` was not called.
        """
        if self._root is None:
            raise PathstarError("there is no search yet; call set_goal first")
        target = place_of((x, y))
        if not self._asked:  # A* looks at fewer cells than a search of all
            self._asked = True
            return cells_of(path_on(self._grid, self._root, target).points)[1:]
        if self._field is None:
            self._field = distance_field(self._grid, [self._root], outward=True)
        return [(row, column) for column, row in self._field.path_to(target)[1:]]


class SimpleGraph:
    """The squares of tcod: an array of costs, and the costs of straight and diagonal steps.

    Args:
        cost: Numbers ``[n, m]``: the cost of entering each cell, times ``cardinal`` or ``diagonal``.
        cardinal: The cost of a straight step, above 0.
        diagonal: The cost of a diagonal step; 0 for none.
        greed: A number above 0; it does not change the path.

    Raises:
        OptionError: The cost is not an array of numbers, or ``cardinal`` or ``greed`` is not above 0.
    """

    def __init__(self, *, cost: ArrayLike, cardinal: int, diagonal: int, greed: int = 1) -> None:
        checked_number("greed", greed, above=0)
        self._squares = _Squares(cost, cardinal, diagonal)
        self.cost = self._squares.cost
        self.shape = self.cost.shape

    @property
    def grid(self) -> Grid:
        """The grid of pathstar, with the costs that the array holds now."""
        return self._squares.grid


class Pathfinder:
    """Paths between roots and other places of a `SimpleGraph`.

    Args:
        graph: The graph.

    Raises:
        OptionError: It is not a `SimpleGraph`.

    Example:
        >>> finder = Pathfinder(SimpleGraph(cost=[[1, 0], [1, 1]], cardinal=2, diagonal=3))
        >>> finder.add_root((0, 0))
        >>> finder.path_to((1, 0)).tolist(), finder.distance.tolist()
        ([[0, 0], [1, 0]], [[0, 2147483647], [2, 3]])
    """

    def __init__(self, graph: SimpleGraph) -> None:
        if not isinstance(graph, SimpleGraph):
            raise OptionError(f"graph is {graph!r}; allowed: a SimpleGraph of pathstar.compat.tcod")
        self._graph = graph
        self._roots: dict[Cell, int] = {}
        self._field: Field | None = None

    def clear(self) -> None:
        """Forget the roots."""
        self._roots.clear()
        self._field = None

    def add_root(self, index: tuple[int, ...], value: int = 0) -> None:
        """Add a place to begin from, at a cost; of a place that is added again, the lowest cost counts.

        Raises:
            OptionError: The value is not a number.
            PlaceError, PlaceTypeError: The index lies outside, is a wall, or is not a row and a column.
        """
        checked_number("value", value)
        cell = self._checked(index)
        if not self._graph.cost[cell] > 0:
            raise PlaceError(f"the index {cell} is a wall; no path begins there")
        self._roots[cell] = min(value, self._roots.get(cell, value))
        self._field = None

    def resolve(self, goal: tuple[int, ...] | None = None) -> None:
        """Search now, not at the first use of the result."""
        if self._roots:
            self._all()

    @property
    def distance(self) -> NDArray[np.int32]:
        """The cost of each cell from the nearest root, int32; its largest number where no path leads.

        That number also stands for costs as high as it.
        """
        distances = np.full(self._graph.shape, _FAR, np.int32)
        if not self._roots:
            return distances
        costs = self._all().costs.round()
        known = costs < _FAR
        distances[known] = costs[known]
        return distances

    def path_from(self, index: tuple[int, ...]) -> NDArray[np.intc]:
        """Return the path from a place to the nearest root, ``(n, 2)``; the place alone without a path."""
        return self.path_to(index)[::-1]

    def path_to(self, index: tuple[int, ...]) -> NDArray[np.intc]:
        """Return the path from the nearest root to a place, ``(n, 2)``; the place alone without a path."""
        target = place_of(self._checked(index))
        if not self._roots:
            found = np.empty((0, 2), np.intc)
        elif len(self._roots) == 1 and self._field is None:  # A* looks at fewer cells than a search of all
            path = path_on(self._graph.grid, place_of(next(iter(self._roots))), target)
            found = path.points
        else:
            found = np.array(self._all().path_to(target)).reshape(-1, 2)
        return np.ascontiguousarray((found if len(found) else np.array([target]))[:, ::-1], np.intc)

    def _checked(self, index: tuple[int, ...]) -> Cell:
        column, row = place_of(index)
        if not _is_inside((row, column), self._graph.shape):
            raise PlaceError(
                f"the index {(row, column)} lies outside of an array of shape {self._graph.shape}"
            )
        return row, column

    def _all(self) -> Field:
        if self._field is None:
            places = [place_of(root) for root in self._roots]
            starts = list(self._roots.values())
            self._field = distance_field(self._graph.grid, places, outward=True, start_costs=starts)
        return self._field


def path2d(
    cost: ArrayLike,
    *,
    start_points: Sequence[Cell],
    end_points: Sequence[Cell],
    cardinal: int,
    diagonal: int | None = None,
    check_bounds: bool = True,
) -> NDArray[np.intc]:
    """Return the shortest path between any of some places and any of others.

    Args:
        cost: As `SimpleGraph`.
        start_points: Where it may start, even if the cost is 0.
        end_points: Where it may end, even if the cost is 0.
        cardinal: As `SimpleGraph`.
        diagonal: As `SimpleGraph`; None for none.
        check_bounds: Whether a place outside raises IndexError; otherwise it is left out.

    Returns:
        Indices ``(n, 2)`` from start to end; none if there is no path.

    Raises:
        ArrayError: The cost does not have two dimensions.
        IndexError: A place lies outside.
        OptionError: The cost is not an array of numbers, or the cost of a step is not a number.
        PlaceTypeError: A place is not a row and a column.

    Example:
        >>> path2d([[1, 0, 1], [1, 1, 1]], start_points=[(0, 0)], end_points=[(0, 2)], cardinal=1).tolist()
        [[0, 0], [1, 0], [1, 1], [1, 2], [0, 2]]
    """
    costs = np.array(_costs_of(cost))
    check = truth_of("check_bounds", check_bounds)
    starts, ends = (
        _inside(checked_list(f"{name}_points", points, "places"), name.title(), costs.shape, check)
        for name, points in (("start", start_points), ("end", end_points))
    )
    if not starts or not ends:
        return np.zeros((0, 2), np.intc)
    turned = len(ends) == 1 < len(starts)
    roots, targets = (starts, ends) if turned else (ends, starts)
    for cell in targets:
        costs[cell] = 1
    for cell in roots:
        costs[cell] = max(costs[cell], 1)
    across = 0 if diagonal is None else diagonal
    finder = Pathfinder(SimpleGraph(cost=costs, cardinal=cardinal, diagonal=across))
    for cell in roots:
        finder.add_root(cell)
    best = targets[0]
    if len(targets) > 1:
        distance = finder.distance
        best = min(targets, key=lambda cell: (distance[cell], cell))
    path = finder.path_to(best)
    if len(path) == 1 and best not in roots:
        return np.zeros((0, 2), np.intc)
    return path if turned else path[::-1]


def maxarray(shape: tuple[int, ...], dtype: DTypeLike = np.int32, order: str = "C") -> NDArray[Any]:
    """Return an array of the largest number of a type: distances for `dijkstra2d` before any is known.

    Args:
        shape: The shape of the array.
        dtype: A type of whole numbers.
        order: ``"C"`` or ``"F"``.

    Raises:
        ArrayError: There is no such array.

    Example:
        >>> maxarray((1, 2), np.int8).tolist()
        [[127, 127]]
    """
    try:
        return np.full(shape, np.iinfo(np.dtype(dtype)).max, dtype, "F" if order == "F" else "C")
    except (OverflowError, TypeError, ValueError) as error:
        raise ArrayError(
            f"no array has the shape {shape!r}, the type {dtype!r} and the order {order!r}: {error}; "
            "allowed: whole numbers from 0, a type of whole numbers, and C or F"
        ) from error


def dijkstra2d(
    distance: ArrayLike,
    cost: ArrayLike,
    cardinal: int | None = None,
    diagonal: int | None = None,
    *,
    edge_map: None = None,
    out: NDArray[np.integer[Any]] | EllipsisType | None = ...,
) -> NDArray[np.integer[Any]]:
    """Return the distance of all cells from the cells that have one.

    Args:
        distance: Whole numbers ``[n, m]``: the initial distances; the largest number of the type means none,
            also in the result.
        cost: As `SimpleGraph`.
        cardinal: As `SimpleGraph`.
        diagonal: As `SimpleGraph`; None for none.
        edge_map: Not supported.
        out: The array to fill; None for a new one. By default it is ``distance`` itself.

    Raises:
        ArrayError: The arrays are not rows and columns of the same shape, or ``out`` cannot be filled.
        OptionError: An ``edge_map`` is given, the arrays do not hold such numbers, or the cost of a step is
            not a number.

    Example:
        >>> far = np.full((1, 4), 99, np.uint8)
        >>> far[:] = 255
        >>> far[0, 0] = 3
        >>> dijkstra2d(far, [[1, 1, 0, 1]], 2, out=None).tolist()
        [[3, 5, 255, 255]]
    """
    _refuse_edge_map(edge_map)
    given, costs = _rows_of(distance, "distance", "iu"), _costs_of(cost)
    if given.shape != costs.shape:
        raise ArrayError(f"distance has the shape {given.shape}; that of cost is {costs.shape}")
    steps = _steps_of(0 if cardinal is None else cardinal, diagonal)
    far = np.iinfo(given.dtype).max
    known = (given < far) & (costs > 0)
    found = np.array(given)
    if known.any():
        sources = np.argwhere(known)[:, ::-1]
        grid = _grid_of(costs, *steps)
        reached = distance_field(grid, sources, outward=True, start_costs=given[known]).costs.round()
        near = reached < far
        found[near] = reached[near]
    if out is None:
        return found
    target = given if isinstance(out, EllipsisType) else out
    _check_fillable(target, found.shape)
    target[...] = found
    return target


def hillclimb2d(
    distance: ArrayLike,
    start: Cell,
    cardinal: bool | None = None,
    diagonal: bool | None = None,
    *,
    edge_map: None = None,
) -> NDArray[np.intc]:
    """Return the cells from a start down to where no neighbour is lower.

    Args:
        distance: Numbers ``[n, m]``, as `dijkstra2d` returns them.
        start: The indices of the first cell.
        cardinal: Whether to look along the axes.
        diagonal: Whether to look along the diagonals.
        edge_map: Not supported.

    Returns:
        Indices ``(k, 2)``: the start, then each time the lowest neighbour.

    Raises:
        ArrayError: The distance does not have two dimensions.
        IndexError: The start lies outside.
        OptionError: An ``edge_map`` is given, or the distance is not an array of numbers.
        PlaceTypeError: The start is not a row and a column.

    Example:
        >>> hillclimb2d([[3, 5, 2], [1, 0, 9]], (0, 2), True, True).tolist()
        [[0, 2], [1, 1]]
    """
    _refuse_edge_map(edge_map)
    heights = _rows_of(distance, "distance", "biuf")
    [cell] = _inside([start], "Starting", heights.shape, check=True)
    steps = (_STRAIGHT if truth_of("cardinal", cardinal) else ()) + (
        _DIAGONAL if truth_of("diagonal", diagonal) else ()
    )
    path = [cell]
    while True:
        beside = [(path[-1][0] + down, path[-1][1] + right) for down, right in steps]
        inside = [near for near in beside if _is_inside(near, heights.shape)]
        lowest = min(inside, key=heights.item, default=cell)
        if not heights[lowest] < heights[path[-1]]:  # NaN is not lower
            return np.array(path, np.intc)
        path.append(lowest)


def _refuse_edge_map(edge_map: Any) -> None:
    if edge_map is not None:
        raise OptionError("edge_map is not supported; a Graph of pathstar holds any steps")


def _check_fillable(out: Any, shape: tuple[int, ...]) -> None:
    fits = isinstance(out, np.ndarray) and out.dtype.kind in "iuf" and out.shape == shape
    if not fits or not out.flags.writeable:
        raise ArrayError(f"out is {out!r}; allowed: an array of numbers of the shape {shape}, not read-only")


def _costs_of(cost: Any) -> NDArray[Any]:
    return _rows_of(cost, "cost", "biuf")


def _rows_of(values: Any, name: str, kinds: str) -> NDArray[Any]:
    """Return rows and columns of numbers of some kinds of NumPy.

    Raises:
        ArrayError: They do not have two dimensions.
        OptionError: They are not such numbers.
    """
    array = data_of(values, name)
    if array.dtype.kind not in kinds:
        numbers = "whole numbers" if kinds == "iu" else "numbers"
        raise OptionError(f"{name} is {type(values).__name__}; an array of {numbers} is needed")
    if array.ndim != 2:
        raise ArrayError(f"{name} has the shape {array.shape}; it must have rows and columns")
    return array


def _steps_of(cardinal: Any, diagonal: Any) -> tuple[float, float]:
    """Return the costs of straight and of diagonal steps; True is 1, and None is 0: no such steps.

    Raises:
        OptionError: They are not numbers, above 0 along the axes.
    """
    costs = {"cardinal": cardinal, "diagonal": 0 if diagonal is None else diagonal}
    straight, across = (
        checked_number(name, int(cost) if isinstance(cost, (bool, np.bool_)) else cost, 0)
        for name, cost in costs.items()
    )
    if not straight:
        raise OptionError(f"cardinal is {cardinal!r}; steps along the axes need a cost above 0")
    return straight, across


def _grid_of(costs: NDArray[Any], cardinal: float, diagonal: float) -> Grid:
    return grid_of(costs, costs > 0, straight=cardinal, diagonal=diagonal or None)


def _is_inside(cell: Any, shape: tuple[int, ...]) -> bool:
    return bool(0 <= cell[0] < shape[0] and 0 <= cell[1] < shape[1])


def _inside(points: Sequence[Cell], name: str, shape: tuple[int, ...], check: bool) -> list[Cell]:
    cells = [place_of(point)[::-1] for point in points]
    inside = [cell for cell in cells if _is_inside(cell, shape)]
    if check and len(inside) < len(cells):
        outside = next(cell for cell in cells if not _is_inside(cell, shape))
        raise PlaceError(f"{name} point {outside!r} is out-of-bounds of cost shape {shape!r}")
    return inside
