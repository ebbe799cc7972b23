"""Cells with a heading, and the costs of turns."""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar import _core
from pathstar.errors import (
    ArrayError,
    CostError,
    MapLimitError,
    OptionError,
    PlaceError,
    PlaceTypeError,
)
from pathstar.lazy import load_lazily
from pathstar.maps.arguments import as_number, checked_list
from pathstar.maps.layers import numbers_of
from pathstar.maps.regions import UNORDERED, checked_place
from pathstar.spaces.base import LARGEST_COST, Cache
from pathstar.spaces.grid import Grid
from pathstar.spaces.hexgrid import HexGrid
from pathstar.spaces.kinds import KINDS
from pathstar.spaces.layers.node_layer import NodeLayer
from pathstar.spaces.layers.stacks import checked_ground
from pathstar.spaces.places import checked_nodes, checked_places, whole_nodes, whole_rows

_MOST_NODES = 2**32 - 1
_ROUNDING = 1e-9


class Turning(NodeLayer):
    """A grid on which turns cost: for units that steer, and for paths with few bends.

    A unit on a cell also has a heading: the direction of its last step. A turn is made before a step and paid
    for with it. A place is ``(x, y, heading)``. Heading k from 1 faces along ``directions[k - 1]`` of the
    grid. Heading 0 stands for any: a unit may set off from such a start in every direction at no cost, and
    enter such a goal from every direction. Callers may leave it out: ``(x, y)`` is ``(x, y, 0)``. After a
    portal a unit faces any way, including that of a goal.

    Args:
        ground: A `Grid` of 4 or 8 directions, `Grid.sized` of one, or a `HexGrid`. Its edits are followed.
        cost: The cost of the smallest turn: 90 degrees among 4 directions, 45 among 8, 60 among hexagons;
            larger turns cost proportionally more. Or one number for each turn: the first for going straight
            on, the last for turning about. Infinity forbids a turn.

    Attributes:
        ground: The grid.
        turn_costs: One number for each turn, from straight on to about.

    Raises:
        SpaceError: The ground is not such a grid; the message says why it is refused.
        CostError: A cost is negative or not a number, or a finite one is over 1e100.
        OptionError: The wrong number of costs.
        MapLimitError: More than 2**32 - 1 cells times headings.

    Example:
        >>> import pathstar as ps
        >>> floor = ps.Turning(ps.Grid([[1, 1, 1], [1, 1, 1]], moves=ps.Moves(directions=4)), cost=5)
        >>> path = ps.find_path(floor, (0, 0), (2, 1))
        >>> path.cost, path.points.tolist()
        (8.0, [[0, 0, 0], [1, 0, 3], [2, 0, 3], [2, 1, 0]])
        >>> ps.find_path(floor, (0, 0, 3), (2, 1, 3)).cost
        13.0
    """

    __slots__ = ("core", "ground", "turn_costs")

    kind = KINDS["Turning"]
    core: _core.Turning
    ground: Grid | HexGrid

    def __init__(self, ground: Grid | HexGrid, cost: float | Sequence[float] = 1.0) -> None:
        checked_ground("Turning", ground)
        headings = len(ground.directions)
        if (nodes := ground.size * (headings + 1)) > _MOST_NODES:
            raise MapLimitError(
                f"{ground.size:,} cells with {headings} headings and none make {nodes:,} nodes; "
                f"allowed: {_MOST_NODES:,}"
            )
        self.ground = ground
        self.turn_costs = _checked_turns(cost, headings // 2 + 1)
        self.cache = Cache()
        turns = np.array(self.turn_costs)[_turns_between(ground)]
        self.core = _core.Turning(ground.core, np.ascontiguousarray(turns.ravel(), np.float64))

    @property
    def width(self) -> int:
        """Cells from left to right."""
        return self.ground.width

    @property
    def height(self) -> int:
        """Cells from top to bottom."""
        return self.ground.height

    @property
    def directions(self) -> tuple[tuple[int, ...], ...]:
        """The steps of the grid: heading k faces along number k - 1."""
        return self.ground.directions

    @property
    def shape(self) -> tuple[int, int, int]:
        """``(number of headings + 1, height, width)``, as in NumPy."""
        return len(self.directions) + 1, self.height, self.width

    @property
    def size(self) -> int:
        """The number of nodes: each cell with every heading, and with none."""
        return math.prod(self.shape)

    @property
    def revision(self) -> int:
        """How often the grid was edited."""
        return self.core.revision

    def node_of(self, place: Any) -> int:
        """Return the number of a cell with a heading, ``(heading * height + y) * width + x``.

        Raises:
            PlaceError: The place lies outside, or there is no such heading.
            PlaceTypeError: It is not two or three whole numbers.
        """
        x, y, *named = _parts(place)
        x, y = checked_place((x, y), self.width, self.height)
        heading = self._checked_heading(named[0], f"place {place!r}") if named else 0
        return (heading * self.height + y) * self.width + x

    def nodes_of(self, places: ArrayLike, name: str = "places") -> NDArray[np.uint32]:
        """Return the numbers of many, ``(n, 2)`` or ``(n, 3)``; errors name the argument and the row."""
        rows, headings = whole_rows(places, name, "(x, y) or (x, y, heading)", 2, 3), np.zeros(0, np.int64)
        if rows.shape[1] == 3:
            rows, headings = rows[:, :2], rows[:, 2].astype(np.int64)
        x, y = checked_places(rows, name, self.width, self.height).T
        if not len(headings):
            headings = np.zeros_like(x)
        wrong = np.flatnonzero((headings < 0) | (headings > len(self.directions)))
        if wrong.size:
            self._checked_heading(int(headings[wrong[0]]), f"{name}[{wrong[0]}]")
        nodes: NDArray[np.uint32] = ((headings * self.height + y) * self.width + x).astype(np.uint32)
        return nodes

    @property
    def body(self) -> tuple[float, int]:
        """The unit that walks on it: that of the ground."""
        return self.ground.body

    def cells_of(self, nodes: NDArray[np.uint32]) -> NDArray[np.uint32]:
        """Return the cells of nodes: those of the ground.

        Raises:
            PlaceTypeError: The nodes are not whole numbers.
        """
        cells: NDArray[np.uint32] = whole_nodes(nodes) % np.uint32(self.ground.size)
        return cells

    def entered(self, costs: NDArray[np.float64]) -> tuple[NDArray[np.uint32], NDArray[np.float64]]:
        """Return the nodes where paths to each place end, and their costs.

        A place without a heading is entered in the cheapest way; so is a place with a heading after a portal,
        where a unit faces any way.

        Args:
            costs: The cost of getting to each node, ``(n,)``.

        Returns:
            Nodes ``(n,)`` and costs ``(n,)``.

        Raises:
            ArrayError, ArrayTypeError: They are not as many numbers as there are nodes.
        """
        costs = numbers_of(costs, "costs")
        if costs.size != self.size:
            raise ArrayError(
                f"costs has the shape {costs.shape}; allowed: a cost for each of {self.size} nodes"
            )
        rows = costs.reshape(len(self.directions) + 1, -1)
        best = np.where(rows[0] < rows, 0, np.arange(len(rows))[:, None])
        best[0] = rows.argmin(axis=0)
        ends = best * rows.shape[1] + np.arange(rows.shape[1])
        return ends.astype(np.uint32).ravel(), costs[ends.ravel()]

    def ends_of(self, nodes: NDArray[np.uint32]) -> NDArray[np.uint32]:
        """Return the nodes where a path to each of some nodes may end, as `entered`.

        Raises:
            PlaceError, PlaceTypeError: One of them is not the number of a node.

        Example:
            >>> import pathstar as ps
            >>> turning = ps.Turning(ps.Grid([[1, 1]], moves=ps.Moves(directions=4)))
            >>> nodes = [turning.node_of((1, 0)), turning.node_of((1, 0, 2))]
            >>> turning.ends_of(np.array(nodes, np.uint32)).tolist()
            [[1, 3, 5, 7, 9], [1, 5, 5, 5, 5]]
        """
        nodes = checked_nodes(nodes, self.size).astype(np.uint32).ravel()
        cells = self.width * self.height
        whole = nodes[:, None] % cells + np.arange(len(self.directions) + 1, dtype=np.uint32) * np.uint32(
            cells
        )
        any_heading = (nodes < cells)[:, None] | (whole < cells)
        ends: NDArray[np.uint32] = np.where(any_heading, whole, nodes[:, None])
        return ends

    def places_of(self, nodes: ArrayLike) -> NDArray[np.int32]:
        """Return the places of many nodes: int32 ``(n, 3)``, columns x, y and heading."""
        row, x = np.divmod(checked_nodes(nodes, self.size), self.width)
        heading, y = np.divmod(row, self.height)
        return np.stack([x, y, heading], axis=-1).astype(np.int32)

    def _checked_heading(self, heading: Any, what: str) -> int:
        last = len(self.directions)
        try:
            if isinstance(heading, (bool, np.bool_)):
                raise TypeError
            number = operator.index(heading)
        except TypeError:
            raise PlaceTypeError(f"{what}: a heading is a whole number, not {heading!r}") from None
        if not 0 <= number <= last:
            raise PlaceError(f"{what}: heading {heading!r}; allowed: 0 (any) to {last}")
        return number

    def step_range(self) -> tuple[float, float]:
        """Return bounds for the cost of one step with its turn: the least and the most."""
        least, most = self.ground.step_range()
        return least, most + self.core.max_turn_cost

    def unsupported_k_paths(self) -> str | None:
        """Return why a loop back to a cell may be cheaper than a turn there; None if it cannot."""
        links = self.ground.links
        sides = dict(zip("yx", self.shape[1:], strict=True))
        if links.portals:
            return "its grid has portals, behind which one faces any way"
        if any(sides[name] < 3 for name in links.wrap):
            return (
                "its grid has joined borders less than 3 cells apart, so that two steps lead to the same cell"
            )
        return _cheaper_in_two(self.turn_costs, len(self.directions))

    def figures(self) -> list[tuple[str, str]]:
        """Return the figures to show beside a picture, as pairs of name and value, the size first."""
        return [*self.ground.figures(), ("turns cost", ", ".join(f"{cost:g}" for cost in self.turn_costs))]

    def _repr_html_(self) -> str:
        html: str = load_lazily("Turning.html")(self)
        return html

    def __repr__(self) -> str:
        costs = ", ".join(f"{cost:g}" for cost in self.turn_costs)
        return f"Turning({self.ground!r}, turns at {costs})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Turning, (self.ground, self.turn_costs)


def _parts(place: Any) -> tuple[Any, ...]:
    try:
        parts = () if isinstance(place, UNORDERED) else tuple(place)
    except TypeError:
        parts = ()
    if len(parts) not in (2, 3):
        raise PlaceTypeError(
            f"place must be two or three whole numbers, (x, y) or (x, y, heading), not {place!r}"
        )
    return parts


def _cheaper_in_two(costs: tuple[float, ...], around: int) -> str | None:
    """Return the turn that is cheaper in two parts, in words."""
    numbers = range(len(costs))
    for first, second in product(numbers, numbers):
        parts = costs[first] + costs[second]
        for whole in (abs(first - second), min(first + second, around - first - second)):
            if not costs[whole] <= parts * (1 + _ROUNDING):
                return f"turn {whole} costs {costs[whole]:g}, turns {first} and {second} {parts:g}"
    return None


def _turns_between(ground: Grid | HexGrid) -> NDArray[np.int64]:
    """Return the number of turns from each direction to each other, ``(d, d)``."""
    count = len(ground.directions)
    across, down = np.array(ground.directions, np.float64).T
    if isinstance(ground, HexGrid):  # axial coordinates: one axis is slanted
        across, down = across + down / 2, down * math.sqrt(3) / 2
    around = np.round(np.arctan2(down, across) / (2 * math.pi / count)).astype(int) % count
    apart = abs(around[:, None] - around[None, :])
    turns: NDArray[np.int64] = np.minimum(apart, count - apart)
    return turns


def _checked_turns(cost: float | Sequence[float], count: int) -> tuple[float, ...]:
    smallest = as_number(cost)
    if smallest is not None:
        costs = [0.0, *(smallest * turns for turns in range(1, count))]
    else:
        given = [as_number(turn) for turn in checked_list("cost", cost, f"{count} numbers, or one number")]
        costs = [turn for turn in given if turn is not None]
        if len(costs) != len(given) or not costs:
            raise OptionError(f"cost is {cost!r}; allowed: a number, or {count} of them")
        if len(costs) != count:
            raise OptionError(
                f"cost has {len(costs)} numbers; allowed: one, or {count}, from straight on to about"
            )
    for turns, turn in enumerate(costs):
        if not turn >= 0 or LARGEST_COST < turn < math.inf:
            raise CostError(
                f"turn {turns} costs {turn!r}; allowed: 0 to {LARGEST_COST:g}, or infinity to forbid it"
            )
    return tuple(costs)
