"""The answer to one query."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from pathstar import _core
from pathstar._core import Status
from pathstar.doors import open_door
from pathstar.spaces.base import Place, Space, place_list

_REASONS = {
    Status.RUNNING: "the search has not finished",
    Status.NO_PATH: "no path exists",
    Status.BLOCKED_START: "the start is not walkable",
    Status.BLOCKED_GOAL: "the goal is not walkable",
    Status.LIMIT: "stopped by a limit",
}


@dataclass(frozen=True, slots=True)
class Method:
    """How a path was looked for.

    Attributes:
        algorithm: A name of the algorithm table.
        heuristic: The estimate used.
        weight: The factor of the estimate.
        open_list: The kind of open list used.
        bound: The path costs at most this times the optimum; 1 means optimal, infinity no promise.
    """

    algorithm: str
    heuristic: str
    weight: float
    open_list: str
    bound: float


@dataclass(frozen=True, slots=True)
class Stats:
    """What a search did.

    Attributes:
        algorithm: A name of the algorithm table.
        heuristic: The estimate used.
        open_list: The kind of open list used.
        expanded: Nodes closed. 0 where the answer was known without a search.
        generated: Nodes put on the open list.
        updated: Times that a better way to an open node was found.
        seconds: Time in native code, wall clock.
    """

    algorithm: str
    heuristic: str
    open_list: str
    expanded: int
    generated: int
    updated: int
    seconds: float


class Result(Protocol):
    """What native code knows of one query."""

    @property
    def status(self) -> Status:
        """What became of the search."""

    @property
    def cost(self) -> float:
        """What the path costs."""

    @property
    def expanded(self) -> int:
        """Nodes closed."""

    @property
    def generated(self) -> int:
        """Nodes put on the open list."""

    @property
    def updated(self) -> int:
        """Times that a better way was found."""

    @property
    def seconds(self) -> float:
        """Time in native code, wall clock."""

    def __len__(self) -> int: ...

    @property
    def corner_rule(self) -> tuple[int, bool]:
        """The grid's width, 0 in another space, and whether there are diagonal steps."""

    def corners(self) -> NDArray[np.uint32]:
        """The nodes at which the path may turn: between two lies one diagonal run, then one straight run."""

    def nodes(self) -> NDArray[np.uint32]:
        """The nodes from start to goal."""

    def points(self) -> NDArray[np.int32] | None:
        """The places from start to goal; None in a space that is no grid, which knows them itself."""

    def times(self) -> NDArray[np.float64]:
        """When it is at each node; empty in a space without time."""


class Path:
    """A way from start to goal, or the reason why there is none.

    It is true where a path was found, and false otherwise. Iterating gives the places from start to goal.

    Attributes:
        space: The space it leads through.
        start: Where it starts.
        goal: Where it should lead.

    Example:
        >>> import pathstar as ps
        >>> path = ps.find_path(ps.Grid([[1, 1, 1]]), (0, 0), (2, 0))
        >>> list(path), path.cost, len(path)
        ([(0, 0), (1, 0), (2, 0)], 2.0, 3)
        >>> path.status
        Status.FOUND
    """

    # Kept by hand: functools.cached_property takes longer than writing the path does.
    _nodes: NDArray[np.uint32] | None = None
    _points: NDArray[Any] | None = None

    def __init__(self, space: Space, start: Place, goal: Place, method: Method, result: Result) -> None:
        self.space = space
        self.start = start
        self.goal = goal
        self._method = method
        self._result = result

    @property
    def status(self) -> Status:
        """What became of the search."""
        return self._result.status

    @property
    def cost(self) -> float:
        """What the path costs; infinity where there is none."""
        return self._result.cost

    @property
    def bound(self) -> float:
        """The cost is at most this times the optimum: 1 means optimal, infinity that nothing is promised."""
        return self._method.bound

    @property
    def nodes(self) -> NDArray[np.uint32]:
        """The nodes from start to goal, ``(n,)``; empty where there is no path."""
        if self._nodes is None:
            self._nodes = self._result.nodes()
        return self._nodes

    @property
    def points(self) -> NDArray[Any]:
        """The places from start to goal, int32 ``(n, 2)``, columns x and y; empty where there is no path.

        In a graph these are the names of the nodes ``(n,)``.
        """
        if self._points is None:
            points = self._result.points()
            self._points = self.space.places_of(self.nodes) if points is None else points
        return self._points

    @property
    def times(self) -> NDArray[np.float64]:
        """When it is at each of its points, float64 ``(n,)``; empty where the space is no `Timed`.

        Between two points it makes a step, or waits where they are the same:
        ``np.interp(now, path.times, path.points[:, 0])`` is its x at a time in between.
        """
        return self._result.times()

    @property
    def indices(self) -> tuple[NDArray[Any], ...]:
        """The path as index arrays: ``array[path.indices]`` reads an array ``[h, w]`` along the path.

        In a graph it reads an array ``[n]`` of something for each node.
        """
        if self.points.ndim == 1:
            return (self.nodes,)
        return tuple(np.ascontiguousarray(column) for column in self.points.T[::-1])

    @property
    def stats(self) -> Stats:
        """What the search did."""
        result, method = self._result, self._method
        return Stats(
            method.algorithm,
            method.heuristic,
            method.open_list,
            result.expanded,
            result.generated,
            result.updated,
            result.seconds,
        )

    def __bool__(self) -> bool:
        return len(self._result) > 0

    def __len__(self) -> int:
        return len(self._result)

    def __iter__(self) -> Iterator[Place]:
        return iter(place_list(self.points))

    def __repr__(self) -> str:
        ends = f"{self.start} to {self.goal}"
        if not self:
            return f"Path({ends}: {_REASONS[self.status]})"
        return f"Path({ends}: {len(self)} places, cost {self.cost:.6g})"

    def show(self, **options: Any) -> None:
        """Print the path on its map in the terminal, scaled to the window."""
        open_door("Path.show")(self, **options)

    def _repr_html_(self) -> str:
        html: str = open_door("Path.html")(self)
        return html

    def __reduce__(self) -> tuple[Any, ...]:
        result = self._result
        counts = (result.expanded, result.generated, result.updated)
        kept = StoredResult(
            result.status,
            result.cost,
            result.corners(),
            len(result),
            result.corner_rule,
            counts,
            result.seconds,
            result.times(),
        )
        return Path, (self.space, self.start, self.goal, self._method, kept)


@dataclass(frozen=True, slots=True)
class StoredResult:
    """A result kept in Python: a row of a batch, or one that was pickled."""

    status: Status
    cost: float
    turns: NDArray[np.uint32]
    length: int
    corner_rule: tuple[int, bool]
    counts: tuple[int, int, int]
    seconds: float
    moments: NDArray[np.float64] = field(default_factory=lambda: np.empty(0))

    @property
    def expanded(self) -> int:
        """Nodes closed."""
        return self.counts[0]

    @property
    def generated(self) -> int:
        """Nodes put on the open list."""
        return self.counts[1]

    @property
    def updated(self) -> int:
        """Times that a better way was found."""
        return self.counts[2]

    def __len__(self) -> int:
        return self.length

    def corners(self) -> NDArray[np.uint32]:
        """The nodes at which the path may turn."""
        return self.turns

    def nodes(self) -> NDArray[np.uint32]:
        """The nodes from start to goal."""
        return _core.trail_nodes(*self._trail, *self.corner_rule)

    def points(self) -> NDArray[np.int32] | None:
        """The places from start to goal; None in a space that is no grid."""
        if self.corner_rule[0] == 0:
            return None
        return _core.trail_points(*self._trail, *self.corner_rule)

    def times(self) -> NDArray[np.float64]:
        """When it is at each node; empty in a space without time."""
        return self.moments

    @property
    def _trail(self) -> tuple[NDArray[np.uint32], NDArray[np.int64], NDArray[np.int64]]:
        return self.turns, np.array([0, len(self.turns)]), np.array([0, self.length])


def stored_path(
    space: Space,
    ends: tuple[Place, Place],
    status: Status,
    cost: float,
    turns: NDArray[np.uint32],
    length: int,
    corner_rule: tuple[int, bool],
    counts: tuple[int, int, int],
) -> Path:
    """Return a path that another program found; nothing is promised of its cost.

    Args:
        space: The space it leads through.
        ends: Start and goal.
        status, cost, turns, length, corner_rule, counts: As `StoredResult`.
    """
    method = Method("imported", "unknown", 1.0, "unknown", float("inf"))
    return Path(space, *ends, method, StoredResult(status, cost, turns, length, corner_rule, counts, 0.0))
