"""What a search knew at one moment."""

from __future__ import annotations

import operator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pathstar._core import EventType
from pathstar.errors import OptionError, PlaceError, PlaceTypeError
from pathstar.maps.arguments import checked_name, checked_switch, checked_whole
from pathstar.spaces.base import Place, place_list, place_of
from pathstar.traces.timeline import NO_PARENT, standing, table_of

if TYPE_CHECKING:
    from pathstar.traces.trace import Trace

UNSEEN, OPEN, CLOSED = 0, 1, 2
_LAYERS = ("status", "f", "g", "h")
_CLOSES = table_of(EventType.EXPAND, EventType.PRUNE, EventType.KNOWN)


@dataclass(frozen=True, slots=True)
class Square:
    """What a search knew about one square.

    Attributes:
        place: Its place.
        closed: Whether it is on the closed list; otherwise it is on the open list.
        f: The key of the search.
        g: The cost of the best known path from the start.
        h: The estimate of the remaining cost, with its weight, as in F.
        parent: The place it is reached from; None for the start.
        from_goal: Whether the search from the goal knows it, if there are two searches. Then G is the cost to
            the goal, and H the estimate of the cost from the start.
    """

    place: Place
    closed: bool
    f: float
    g: float
    h: float
    parent: Place | None
    from_goal: bool = False


@dataclass(frozen=True, eq=False)
class State:
    """What a search knew after one of its steps. It does not change.

    The arrays have one row for each square seen so far, open and closed, in the order in which the search
    last touched them; so among the open ones the last row is the one added last. They are made on first use.
    A square that two searches have seen, from the start and from the goal, has a row for each.

    Attributes:
        trace: The trace it belongs to.
        step: The last step done, from 0; -1 before the first.
        count: The number of events so far.

    Example:
        >>> import pathstar as ps
        >>> state = ps.trace(ps.Grid([[1, 1, 1]]), (0, 0), (2, 0))[0]
        >>> state.place, state.open.tolist(), state.closed.tolist()
        ((0, 0), [1], [0])
        >>> state.square((1, 0))
        Square(place=(1, 0), closed=False, f=2.0, g=1.0, h=1.0, parent=(0, 0), from_goal=False)
    """

    trace: Trace
    step: int
    count: int

    def _column(self, name: str) -> NDArray[Any]:
        column = self.trace.events[name][self.order]
        column.flags.writeable = False
        return column

    @cached_property
    def order(self) -> NDArray[np.int64]:
        """The number of the last event that determines each seen square, ascending, ``(n,)``."""
        return standing(self.trace.successors, self.count)

    @cached_property
    def nodes(self) -> NDArray[np.uint32]:
        """The squares seen, as node numbers, ``(n,)``."""
        return self._column("node")

    @cached_property
    def intervals(self) -> NDArray[np.void]:
        """The intervals seen, rows of `Trace.intervals`, ``(n,)``.

        Raises:
            OptionError: The search is one over places.
        """
        if self.trace.intervals is None:
            raise OptionError(f"{self.trace.rules.algorithm} searches places, not intervals")
        return self.trace.intervals[self.nodes]

    @cached_property
    def places(self) -> NDArray[Any]:
        """The squares seen, as places, ``(n, 2)``; in a graph as names ``(n,)``.

        Raises:
            OptionError: The search is one over `intervals`, as for all that follows from places.
        """
        self._check_places()
        return self.trace.space.places_of(self.nodes)

    @cached_property
    def cells(self) -> NDArray[np.uint32]:
        """The numbers of their places in the space, ``(n,)``; on a `Timed` a cell may occur many times."""
        self._check_places()
        return self.trace.space.place_nodes(self.nodes)

    def _check_places(self) -> None:
        if self.trace.intervals is not None:
            raise OptionError(
                f"{self.trace.rules.algorithm} searches intervals, not places; read state.intervals"
            )

    @cached_property
    def is_closed(self) -> NDArray[np.bool_]:
        """Which of them are on the closed list, bool ``(n,)``; the others are on the open list."""
        closed: NDArray[np.bool_] = _CLOSES[self._column("type")]
        return closed

    @cached_property
    def from_goal(self) -> NDArray[np.bool_]:
        """Which of them the search from the goal knows, bool ``(n,)``; none where there is one search."""
        return self._column("from_goal")

    @cached_property
    def g(self) -> NDArray[np.float64]:
        """The cost of the best known path from the start, ``(n,)``."""
        return self._column("g")

    @cached_property
    def h(self) -> NDArray[np.float64]:
        """The estimate of the remaining cost, with its weight, as in F, ``(n,)``."""
        return self._column("h")

    @cached_property
    def f(self) -> NDArray[np.float64]:
        """The key of the search, ``(n,)``."""
        return self.trace.rules.keys(self.g, self.h)

    @cached_property
    def parents(self) -> NDArray[np.uint32]:
        """The nodes they are reached from, ``(n,)``; `NO_PARENT` for the start."""
        return self._column("parent")

    @property
    def open(self) -> NDArray[np.uint32]:
        """The nodes of the open list, in the order in which they were added."""
        return self.nodes[~self.is_closed]

    @property
    def closed(self) -> NDArray[np.uint32]:
        """The nodes of the closed list, in the order in which they were closed."""
        return self.nodes[self.is_closed]

    @property
    def current(self) -> int | None:
        """The node that this step closed; None before the first step."""
        return None if self.step < 0 else int(self.trace.events["node"][self.trace.step_starts[self.step]])

    @property
    def place(self) -> Place | None:
        """The place of the node that this step closed."""
        return None if self.current is None else self._place(self.current)

    @property
    def changes(self) -> NDArray[np.void]:
        """The events of this step: the square closed, then those opened and improved."""
        return self.trace.events_of(self.step) if self.step >= 0 else self.trace.events[:0]

    @property
    def opened(self) -> NDArray[np.uint32]:
        """The nodes that this step put on the open list for the first time."""
        return self._changed(EventType.GENERATE)

    @property
    def improved(self) -> NDArray[np.uint32]:
        """The nodes to which this step found a better path."""
        return self._changed(EventType.UPDATE)

    def _changed(self, kind: EventType) -> NDArray[np.uint32]:
        changes = self.changes
        return np.ascontiguousarray(changes["node"][changes["type"] == kind.value])

    def _place(self, node: int) -> Place:
        self._check_places()
        return place_of(self.trace.space, node)

    def square(self, place: Any, *, from_goal: bool | None = None) -> Square | None:
        """Return what was known about a square; None if it had not been seen.

        A square may be seen more than once: on a `Timed` in each interval in which it is free, and from both
        ends by two searches. The one touched last counts.

        Args:
            place: The square.
            from_goal: Which of two searches to ask: True for the one from the goal. None asks both.

        Raises:
            OptionError: ``from_goal`` is neither True, False nor None.
            PlaceError: The place lies outside the space.
        """
        row = self.row_of(place, from_goal=from_goal)
        return None if row is None else self._square(row)

    def row_of(self, place: Any, *, from_goal: bool | None = None) -> int | None:
        """Return the row of a square in the arrays, as `square` chooses it; None if it had not been seen.

        Raises:
            OptionError: ``from_goal`` is neither True, False nor None.
            PlaceError: The place lies outside the space.
        """
        found = np.flatnonzero(self.cells == self.trace.space.node_of(place))
        if from_goal is not None:
            found = found[self.from_goal[found] == checked_switch("from_goal", from_goal)]
        return int(found[-1]) if len(found) else None

    def square_of(self, node: int, *, from_goal: bool = False) -> Square | None:
        """Return what was known about a node of the search; None if it had not been seen.

        Args:
            node: Its number.
            from_goal: Whether to ask the search from the goal, where there are two.

        Raises:
            OptionError: The node is not a whole number, or ``from_goal`` neither True nor False.
        """
        node, from_goal = checked_whole("node", node), checked_switch("from_goal", from_goal)
        found = np.flatnonzero((self.nodes == node) & (self.from_goal == from_goal))
        return self._square(int(found[0])) if len(found) else None

    def _square(self, row: int) -> Square:
        parent = int(self.parents[row])
        return Square(
            self._place(int(self.nodes[row])),
            bool(self.is_closed[row]),
            float(self.f[row]),
            float(self.g[row]),
            float(self.h[row]),
            None if parent == NO_PARENT else self._place(parent),
            bool(self.from_goal[row]),
        )

    def way_to(self, place: Any) -> list[Place]:
        """Return the path from the start to a seen square, read back through the parents.

        Where the search from the goal touched the square last, it is the way from the goal.

        Args:
            place: Where to begin reading; every parent is followed.

        Raises:
            OptionError: The square had not been seen.

        Example:
            >>> import pathstar as ps
            >>> ps.trace(ps.Grid([[1, 1, 1]]), (0, 0), (2, 0))[1].way_to((2, 0))
            [(0, 0), (1, 0), (2, 0)]
        """
        row = self.row_of(place)
        if row is None:
            raise OptionError(f"{place} had not been seen after step {self.step}; no way to it was known")
        node = int(self.nodes[row])
        mine = self.from_goal == self.from_goal[row]
        parents = dict(zip(self.nodes[mine].tolist(), self.parents[mine].tolist(), strict=True))
        way = []
        while node != NO_PARENT:
            way.append(node)
            node = parents[node]
        return place_list(self.trace.space.places_of(way[::-1]))

    def layer(self, name: str) -> NDArray[Any]:
        """Return one quantity over the whole map as an array.

        Args:
            name: ``"status"`` (0 unseen, 1 open, 2 closed; uint8), ``"f"``, ``"g"`` or ``"h"`` (float64, NaN
                where unseen).

        Returns:
            An array ``[h, w]``, in the shape of the space: ``[n]`` for a graph.

        Raises:
            OptionError: An unknown name.

        Example:
            >>> import pathstar as ps
            >>> ps.trace(ps.Grid([[1, 1, 1]]), (0, 0), (2, 0))[0].layer("g").tolist()
            [[0.0, 1.0, nan]]
        """
        checked_name("layer", name, _LAYERS)
        layer: NDArray[Any]
        if name == "status":
            layer = np.zeros(self.trace.space.size, np.uint8)
            layer[self.cells] = np.where(self.is_closed, CLOSED, OPEN)
        else:
            layer = np.full(self.trace.space.size, np.nan)
            layer[self.cells] = getattr(self, name)
        return layer.reshape(self.trace.space.shape)

    def __repr__(self) -> str:
        closed = int(self.is_closed.sum())
        waiting = len(self.nodes) - closed
        now = self.place if self.trace.intervals is None else f"interval {self.current}"
        return f"State(step {self.step}, {now} closed now, {waiting} open, {closed} closed)"


def checked_step(step: Any, steps: int, reason: str) -> int:
    """Return the number of a step, counted from the end if it is negative.

    Args:
        step: The caller's argument.
        steps: The number of steps.
        reason: Why there are none, if the trace has none.

    Raises:
        PlaceTypeError: It is not a whole number. Slices are refused because each state is as large as the
            search.
        PlaceError: There is no such step.
    """
    if isinstance(step, slice):
        raise PlaceTypeError(
            "a trace cannot be sliced; take its states one by one: (trace[k] for k in range(start, stop))"
        )
    try:
        number = operator.index(step)
    except TypeError:
        raise PlaceTypeError(f"{step!r} is not a step; allowed: a whole number") from None
    if not -steps <= number < steps:
        if not steps:
            raise PlaceError(f"this trace has no steps: {reason}")
        raise PlaceError(f"there are {steps} steps, from 0 to {steps - 1}; there is no step {number}")
    return number % steps
