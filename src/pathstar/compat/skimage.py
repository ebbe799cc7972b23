"""The minimum-cost paths of scikit-image: `route_through_array`, `MCP` and `MCP_Geometric`.

It differs in one point: a path does not begin on a blocked cell.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import product
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar.compat.squares import cells_of, costs_of, grid_of, path_on, place_of, truth_of
from pathstar.errors import ArrayError, ArrayTypeError, OptionError, PathstarError, PlaceError, PlaceTypeError
from pathstar.maps.arguments import as_number, checked_iterable, checked_list, checked_number
from pathstar.paths.field import Field
from pathstar.planners.fields import distance_field
from pathstar.spaces.graph import Graph
from pathstar.spaces.grid import Grid

Index = tuple[int, ...]
_UNREACHED, _START = -2, -1
_LONGEST = 2**31  # no step is as long


def route_through_array(
    array: ArrayLike,
    start: Sequence[int],
    end: Sequence[int],
    fully_connected: bool = True,
    geometric: bool = True,
) -> tuple[list[Index], float]:
    """Return the cheapest route between two cells of an array of costs, and its cost.

    Args:
        array: Numbers of any shape; negative and infinite ones are walls.
        start: The index of the first cell; negative numbers count from the end.
        end: The index of the last cell.
        fully_connected: Whether diagonal steps are allowed.
        geometric: Whether a step costs the mean of both cells times its length. Otherwise a path costs the
            sum of its cells, including the first.

    Raises:
        ValueError: There is no such route.
        PlaceError: Start or end lies outside.

    Example:
        >>> route, cost = route_through_array(np.array([[1.0, 9.0, 1.0], [1.0, 1.0, 1.0]]), (0, 0), (0, 2))
        >>> route, round(cost, 3)
        ([(0, 0), (1, 1), (0, 2)], 2.828)
    """
    kind = MCP_Geometric if truth_of("geometric", geometric) else MCP
    return kind(array, fully_connected=fully_connected).route(start, end)


class MCP:
    """Cheapest paths over an array: a path costs the sum of its cells, including the first.

    Args:
        costs: Numbers of any shape; negative and infinite ones are walls.
        offsets: Steps, a list of index offsets; by default those to the neighbours.
        fully_connected: Whether the neighbours include diagonal ones.
        sampling: The size of a cell along each axis; `MCP_Geometric` takes it into account.

    Attributes:
        offsets: The steps, whole numbers ``(n, d)``.

    Raises:
        OptionError: There are no offsets, or they or the sampling do not fit the costs.

    Example:
        >>> costs, steps = MCP([[1, 5], [1, 1]], fully_connected=False).find_costs([(0, 0)])
        >>> costs.tolist()
        [[1.0, 6.0], [2.0, 3.0]]
    """

    _geometric = False

    def __init__(
        self,
        costs: ArrayLike,
        offsets: Iterable[Sequence[int]] | None = None,
        fully_connected: bool = True,
        sampling: Sequence[float] | None = None,
    ) -> None:
        self._costs = np.array(costs_of(costs, "costs"), np.float64)
        self._free = (self._costs >= 0) & np.isfinite(self._costs)
        self._standard = offsets is None and sampling is None and self._costs.ndim == 2
        self._fully_connected = truth_of("fully_connected", fully_connected)
        axes = self._costs.ndim
        self.offsets = _offsets(
            _neighbours(axes, self._fully_connected) if offsets is None else offsets, axes
        )
        self._sampling = (1.0,) * axes if sampling is None else _sizes(sampling, axes)
        self._use(None)

    def _use(self, max_step_cost: float | None) -> None:
        """Make the space of the searches, without steps into cells that cost more."""
        self._most = max_step_cost
        self._plain = self._standard and max_step_cost is None
        self._space: Grid | Graph = self._grid() if self._plain else self._graph()
        self._field: Field | None = None

    def _reset(self) -> None:
        """Forget the last search."""
        self._field = None

    def _grid(self) -> Grid:
        diagonal = (math.sqrt(2) if self._geometric else 1.0) if self._fully_connected else None
        model = "mean" if self._geometric else "enter"
        return grid_of(self._costs, self._free, diagonal=diagonal, cost_model=model)

    def _graph(self) -> Graph:
        """Make the steps offset by offset, for all cells that have a neighbour there."""
        numbers = np.arange(self._costs.size).reshape(self._costs.shape)
        parts = [self._edges(numbers, offset) for offset in self.offsets.tolist()]
        sources, targets, costs = (np.concatenate(column) for column in zip(*parts, strict=True))
        return Graph.from_arrays(sources, targets, costs, size=numbers.size)

    def _edges(
        self, numbers: NDArray[np.intp], offset: Sequence[int]
    ) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.float64]]:
        begins, ends = numbers[_shifted(offset, -1)].ravel(), numbers[_shifted(offset, 1)].ravel()
        free, costs = self._free.ravel(), self._costs.ravel()
        both = free[begins] & free[ends]
        begins, ends = begins[both], ends[both]
        length = math.hypot(*(step * size for step, size in zip(offset, self._sampling, strict=True)))
        steps = (costs[begins] + costs[ends]) / 2 * length if self._geometric else costs[ends]
        allowed = slice(None) if self._most is None else costs[ends] <= self._most
        return begins[allowed], ends[allowed], steps[allowed]

    def find_costs(
        self,
        starts: Iterable[Sequence[int]],
        ends: Iterable[Sequence[int]] | None = None,
        find_all_ends: bool = True,
        *,
        max_step_cost: float | None = None,
        max_cost: float | None = None,
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Find the cheapest cost of each cell from the nearest start.

        Args:
            starts: Indices of cells that are not blocked.
            ends: Indices of cells: the search may stop when their costs are known.
            find_all_ends: Accepted, but not used: the costs of all ends are always known.
            max_step_cost: Cells that cost more are barriers.
            max_cost: The former name of ``max_step_cost``.

        Returns:
            The costs in the shape of the array, infinity where none is known; and the number of the offset by
                which each cell is entered: -1 at a start, -2 where no path leads.

        Raises:
            OptionError: ``max_step_cost`` is not a number.
            PlaceError: A start or end lies outside, or a start is blocked.
        """
        most = max_cost if max_step_cost is None else max_step_cost
        if most is not None and as_number(most) is None:
            raise OptionError(f"max_step_cost is {most!r}; allowed: a number, None for none")
        if most != self._most:
            self._use(most)
        begins = [self._checked(start) for start in checked_iterable("starts", starts, "indices")]
        for begin in begins:
            if not self._free[begin]:
                raise PlaceError(f"the index {begin} is a wall; no path begins there")
        stops = (
            None
            if ends is None
            else [self._checked(end) for end in checked_iterable("ends", ends, "indices")]
        )
        if stops and not all(self._free[stop] for stop in stops):
            stops = None  # a search for an unreachable end covers everything
        field = distance_field(
            self._space,
            self._places(begins),
            outward=True,
            start_costs=None if self._geometric else [self._costs[begin] for begin in begins],
            stop_at=None if stops is None else self._places(stops),
        )
        self._field = field
        return np.array(field.costs).reshape(self._costs.shape), self._steps(field)

    def _steps(self, field: Field) -> NDArray[np.int64]:
        shape = self._costs.shape
        steps = np.full(self._costs.size, _UNREACHED)
        steps[np.isfinite(field.costs.ravel())] = _START
        cells = np.flatnonzero((steps == _START) & (field.parents < self._costs.size))
        here, there = np.unravel_index(cells, shape), np.unravel_index(field.parents[cells], shape)
        moved = np.stack(here, axis=1) - np.stack(there, axis=1)
        for number, offset in enumerate(self.offsets):
            steps[cells[(moved == offset).all(axis=1)]] = number
        return steps.reshape(shape)

    def traceback(self, end: Sequence[int]) -> list[Index]:
        """Return the indices of the path from a start to a cell, after `find_costs`.

        Raises:
            ValueError: No path leads there.
            PathstarError: `find_costs` was not called.
        """
        if self._field is None:
            raise PathstarError("there are no costs yet; call find_costs first")
        path = self._field.path_to(self._places([self._checked(end)])[0])
        if not path:
            raise ValueError(_NO_ROUTE)
        return self._indices(path)

    def route(self, start: Sequence[int], end: Sequence[int]) -> tuple[list[Index], float]:
        """Return the cheapest path between two cells, and its cost; see `route_through_array`."""
        begin, goal = self._checked(start), self._checked(end)
        path = path_on(self._space, *self._places([begin, goal]))
        if not path or not self._free[begin]:  # a Graph has no walls: there a wall is a node without edges
            raise ValueError(_NO_ROUTE)
        first = 0.0 if self._geometric else float(self._costs[begin])
        if self._plain:
            return cells_of(path.points), path.cost + first  # type: ignore[return-value]
        return self._indices(path.nodes), path.cost + first

    def _checked(self, index: Sequence[int]) -> Index:
        shape = self._costs.shape
        try:
            numbers = tuple(index)
        except TypeError:
            raise PlaceTypeError(
                f"the index is {index!r}; allowed: a whole number for each dimension"
            ) from None
        if not all(isinstance(number, Real) for number in numbers):
            raise PlaceTypeError(f"the index is {index!r}; allowed: a whole number for each dimension")
        if len(numbers) != len(shape):
            raise ArrayError(f"the index {numbers} does not fit an array of shape {shape}")
        if not all(-size <= number < size for number, size in zip(numbers, shape, strict=True)):
            raise PlaceError(f"the index {numbers} lies outside of an array of shape {shape}")
        return tuple(int(number) % size for number, size in zip(numbers, shape, strict=True))

    def _places(self, indices: list[Index]) -> list[Any]:
        if self._plain:
            return [place_of(index) for index in indices]
        return [int(np.ravel_multi_index(index, self._costs.shape)) for index in indices]

    def _indices(self, places: Any) -> list[Index]:
        if self._plain:
            return [(y, x) for x, y in places]
        columns = np.unravel_index(np.asarray(places, np.intp), self._costs.shape)
        return list(zip(*(column.tolist() for column in columns), strict=True))


class MCP_Geometric(MCP):  # noqa: N801  # its name there
    """Cheapest paths over an array: a step costs the mean of both cells, times its length.

    Args:
        costs, offsets, fully_connected, sampling: As `MCP`.

    Example:
        >>> finder = MCP_Geometric([[1, 5], [1, 1]])
        >>> costs, steps = finder.find_costs([(0, 0)])
        >>> costs.round(3).tolist(), finder.traceback((0, 1))
        ([[0.0, 3.0], [1.0, 1.414]], [(0, 0), (0, 1)])
    """

    _geometric = True


_NO_ROUTE = "no minimum-cost path was found to the specified end point"


def _neighbours(dimensions: int, fully_connected: bool) -> list[Index]:
    every = [offset for offset in product((-1, 0, 1), repeat=dimensions) if any(offset)]
    return every if fully_connected else [offset for offset in every if sum(map(abs, offset)) == 1]


def _offsets(given: Any, axes: int) -> NDArray[np.int64]:
    """Return steps as an array ``(n, axes)``.

    Raises:
        OptionError: There is none, or they are something else.
    """
    steps = checked_list("offsets", given, "steps")
    if not steps:
        raise OptionError("offsets is empty; a search needs one step or more")
    try:
        numbers = costs_of(steps, "offsets").astype(np.float64).reshape(-1, axes)
        whole = bool((np.abs(numbers) < _LONGEST).all() and (numbers == np.rint(numbers)).all())
    except (ArrayError, ArrayTypeError, ValueError):
        whole = False
    if not whole:
        raise OptionError(f"offsets is {given!r}; allowed: steps of {axes} whole numbers each")
    return numbers.astype(np.int64)


def _sizes(sampling: Any, axes: int) -> tuple[float, ...]:
    """Return the size of a cell along each axis.

    Raises:
        OptionError: It has another number of sizes, or one of them is not a number from 0.
    """
    sizes = checked_list("sampling", sampling, "numbers")
    if len(sizes) != axes:
        raise OptionError(f"sampling is {sampling!r}; allowed: a number for each of {axes} dimensions")
    return tuple(checked_number(f"sampling[{axis}]", size, 0) for axis, size in enumerate(sizes))


def _shifted(offset: Sequence[int], sign: int) -> tuple[slice, ...]:
    """Return the slices of the cells that have a neighbour at the offset (-1), or are one (1)."""
    steps = (sign * step for step in offset)
    return tuple(slice(max(step, 0), min(step, 0) or None) for step in steps)
