"""The result of one query."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, SupportsIndex, overload

import numpy as np
from numpy.typing import NDArray

from pathstar import _core
from pathstar._core import PathResult, Status
from pathstar.errors import PlaceError, PlaceTypeError, counted
from pathstar.goals.base import Everywhere, Goal
from pathstar.lazy import load_lazily
from pathstar.spaces.base import Place, Space, place_list
from pathstar.spaces.conflict import Conflict
from pathstar.words import Say

_REASONS = {
    Status.RUNNING: "the search has not finished",
    Status.NO_PATH: "no path exists",
    Status.BLOCKED_START: "the start is not walkable",
    Status.BLOCKED_GOAL: "the goal is not walkable",
    Status.LIMIT: "stopped by a limit",
}
# The parts of a pickled path after the first four, as `PathResult` names them.
_MORE_PARTS = ("counts", "seconds", "times", "revision", "restarts", "line", "bound", "columns")


class Leg(NamedTuple):
    """A part of a path through several places.

    Attributes:
        goal: The place at which it ends.
        cost: Its cost.
    """

    goal: Place
    cost: float


@dataclass(frozen=True, slots=True)
class Method:
    """How a search looked for a path.

    Attributes:
        algorithm: A name in the algorithm table.
        heuristic: The estimate used.
        weight: The factor of the estimate.
        open_list: The kind of open list used.
        bound: The path costs at most this times the optimum; 1 means optimal, infinity no guarantee.
        why: Why the path ends where it does, if the goal is not one place; else None.
        legs: The legs found of a path through several places; else empty.
    """

    algorithm: str
    heuristic: str
    weight: float
    open_list: str
    bound: float
    why: Say | None = None
    legs: tuple[Leg, ...] = ()


@dataclass(frozen=True, slots=True)
class Stats:
    """What a search did.

    Attributes:
        algorithm: A name in the algorithm table.
        heuristic: The estimate used.
        open_list: The kind of open list used.
        expanded: The number of closed nodes; 0 if the result was known without a search.
        generated: The number of nodes put on the open list.
        updated: How often a better path to an open node was found.
        seconds: Wall-clock time in native code; 0 for a stepped or recorded search.
        restarts: How often a stepped search started over because of edits near what it had seen.
    """

    algorithm: str
    heuristic: str
    open_list: str
    expanded: int
    generated: int
    updated: int
    seconds: float
    restarts: int = 0


class Path(_core.AnsweredPath):
    """A path from start to goal, or the reason why there is none.

    It is true if a path was found. With ``partial``, a search ended by a limit returns the path to its
    closest place: that path is false, but has places and a cost; its status is LIMIT. Iterating yields the
    places from start to goal; ``path[0]``, ``path[-1]`` and slices select some of them.

    Attributes:
        space: The space of the search.
        start: The start.
        goal: The goal. For a value of `pathstar.goals`, the place at which the path ends, or the value if
            there is no path.
        status: How the search ended.
        cost: The cost of the path; infinity if there is none.
        points: The places from start to goal, int32 ``(n, 2)``, columns x and y; empty if there is no path.
            In a graph they are the names of the nodes ``(n,)``. For a path in any direction they are float64:
            the corners of a polyline, which need not lie at the centres of cells.
        nodes: The nodes from start to goal, uint32 ``(n,)``; empty if there is no path, or if its points are
            not nodes.
        method: How the search looked for it; `Method`.
        core: The native result.
        times: The time at each of its points, float64 ``(n,)``; empty if the space is not a `Timed`. Between
            two points the unit takes a step, or waits if they are equal: ``np.interp(now, path.times,
            path.points[:, 0])`` is its x at a time in between.

    Example:
        >>> import pathstar as ps
        >>> path = ps.find_path(ps.Grid([[1, 1, 1]]), (0, 0), (2, 0))
        >>> list(path), path.cost, len(path)
        ([(0, 0), (1, 0), (2, 0)], 2.0, 3)
        >>> path[-1], path[1:]
        ((2, 0), [(1, 0), (2, 0)])
        >>> path.status
        Status.FOUND
    """

    __slots__ = ()

    @property
    def bound(self) -> float:
        """The cost is at most this times the optimum: 1 means optimal, infinity no guarantee."""
        if self.status is Status.FOUND and self.cost == 0.0:
            return 1.0  # no path costs less, whatever the method promises
        proven = self.core.bound  # for this path; most algorithms promise the same for all
        if self.status is Status.RUNNING:
            return proven
        return math.inf if self.status is Status.LIMIT else min(self.method.bound, proven)

    @property
    def why(self) -> str:
        """Why the path ends where it does, for a goal that is not one place; else empty."""
        from pathstar.words import catalogue  # few callers read a reason

        return "" if self.reason is None else catalogue().text(self.reason)

    @property
    def reason(self) -> Say | None:
        """The same as a message that can be put in any language; None if the goal is one place."""
        return getattr(self.method, "why", None)  # paths pickled by 0.1 have none

    @property
    def legs(self) -> tuple[Leg, ...]:
        """The legs of a path to `pathstar.goals.through`, in order, each with ``goal`` and ``cost``.

        If a leg was not found, or a limit cut it short, these are the legs before it. Empty for other goals.

        Example:
            >>> import pathstar as ps
            >>> path = ps.find_path(ps.Grid([[1, 1, 1, 1]]), (1, 0), ps.goals.through([(3, 0), (0, 0)]))
            >>> [tuple(leg) for leg in path.legs]
            [((3, 0), 2.0), ((0, 0), 3.0)]
        """
        return getattr(self.method, "legs", ())  # paths pickled by 0.1 have none

    @property
    def via(self) -> list[Place]:
        """The places that a path through several places visits before its goal."""
        return [leg.goal for leg in (self.legs[:-1] if self else self.legs)]

    @property
    def is_line(self) -> bool:
        """Whether its points are the corners of a polyline, not places of the space."""
        return self.core.is_line

    @property
    def route(self) -> NDArray[np.uint32]:
        """The nodes of the path, uint32 ``(n,)``; for a line over cells, the nodes at its corners.

        Example:
            >>> import pathstar as ps
            >>> ps.find_path(ps.Grid([[1] * 4] * 2), (0, 0), (3, 1), algorithm="theta-star").route.tolist()
            [0, 7]
        """
        if not self.is_line:
            return self.nodes
        whole = self.points if self.space.capabilities.plane else np.floor(self.points + 0.5).astype(np.int64)
        return self.space.nodes_of(whole)

    @property
    def indices(self) -> tuple[NDArray[Any], ...]:
        """The path as index arrays: ``array[path.indices]`` reads an array ``[h, w]`` along the path.

        In a graph it reads an array ``[n]`` with an entry for each node. Over a `Turning` the heading comes
        first, as in its fields: ``array[path.indices[1:]]`` reads an array of the cells.

        Raises:
            PlaceTypeError: Its points are the corners of a polyline, not cells.
        """
        if self.is_line:
            raise PlaceTypeError("the points of this path are corners of a polyline, not cells of an array")
        if self.points.ndim == 1:
            return (self.nodes,)
        return tuple(np.ascontiguousarray(column) for column in self.points.T[::-1])

    @property
    def edges(self) -> list[dict[str, Any]]:
        """The edges of a path in a graph, from start to goal.

        Each is a dictionary with its ends, ``from`` and ``to``, its ``cost``, and the graph's other data
        about it, such as the id and name of a street; ``geometry`` is float64 ``(k, 2)``. The cost is the
        present one, after edits.

        Raises:
            PlaceError: An edge is gone, after edits.
            PlaceTypeError: The space is not a graph.

        Example:
            >>> import pathstar as ps
            >>> roads = ps.Graph.from_edges([("a", "b", 3.0)], data=[{"name": "Mill Lane"}])
            >>> ps.find_path(roads, "a", "b").edges
            [{'name': 'Mill Lane', 'from': 'a', 'to': 'b', 'cost': 3.0}]
        """
        if not self.space.kind.capabilities.edge_rows:
            raise PlaceTypeError(f"only paths in a graph have edges, not those in {self.space!r}")
        graph: Any = self.space
        edges: list[dict[str, Any]] = graph.edges_along(self.nodes)
        return edges

    @property
    def headings(self) -> Any:
        """Which way a unit faces at each point; only a `SmoothPath` has headings.

        Raises:
            PlaceTypeError: The path was not smoothed.
        """
        raise _not_smooth("headings")

    @property
    def curvature(self) -> Any:
        """How sharply the path turns at each point; only a `SmoothPath` has a curvature.

        Raises:
            PlaceTypeError: The path was not smoothed.
        """
        raise _not_smooth("a curvature")

    @property
    def speeds(self) -> Any:
        """How fast a unit may be at each point; only a `SmoothPath` has speeds.

        Raises:
            PlaceTypeError: The path was not smoothed.
        """
        raise _not_smooth("speeds")

    @property
    def stats(self) -> Stats:
        """What the search did."""
        core, method = self.core, self.method
        return Stats(
            method.algorithm,
            method.heuristic,
            method.open_list,
            *core.counts,
            core.seconds,
            core.restarts,
        )

    @property
    def revision(self) -> int:
        """The revision of the space for which the path was found."""
        return self.core.revision

    def is_valid(self) -> bool:
        """Return whether every step still exists in the space as it is now, perhaps at another cost.

        Takes time in proportion to the length. A path that was not found is not valid. Over a `Timed`, only
        the steps of the ground count, not reservations: see `claimed_since`.

        Example:
            >>> import pathstar as ps
            >>> map = ps.Map([[1, 1, 1]])
            >>> path = ps.find_path(map.grid(), (0, 0), (2, 0))
            >>> change = map.edit("passable", (1, 0), False)
            >>> path.is_valid()
            False
        """
        valid: bool = load_lazily("Path.is_valid")(self)
        return valid

    @property
    def claimed_since(self) -> tuple[Conflict, ...]:
        """The parts of this path that others have reserved since it was found; empty if it is still free.

        A search over a `Timed` works on the reservations as they were when it began. Once the path is
        claimed, its own reservation is included too.
        """
        return self.space.conflicts(self) if self else ()

    def __iter__(self) -> Iterator[Place]:
        return iter(place_list(self.points))

    @overload
    def __getitem__(self, index: SupportsIndex) -> Place: ...

    @overload
    def __getitem__(self, index: slice) -> list[Place]: ...

    def __getitem__(self, index: SupportsIndex | slice) -> Place | list[Place]:
        """Return a place by its index, from 0 or backwards from -1; or a list of places by a slice.

        Raises:
            PlaceError: The path has no place with that index.
            PlaceTypeError: The index is neither a whole number nor a slice.
        """
        if isinstance(index, slice):
            return place_list(self.points[index])
        try:
            row = range(len(self))[index]
        except IndexError:
            raise PlaceError(
                f"the path has {counted(len(self), 'place')}; there is no number {index!r}"
            ) from None
        except TypeError:
            raise PlaceTypeError(
                f"{index!r} is not an index of a place; allowed: a whole number, or a slice"
            ) from None
        return place_list(self.points[row : row + 1])[0]

    def __repr__(self) -> str:
        ends = f"{self.start} to {self.goal}"
        if not self:
            far = f", {counted(len(self), 'place')}, cost {self.cost:.6g}" if len(self) else ""
            reason = "every cost is known" if knows_everything(self) else _REASONS[self.status]
            return f"Path({ends}: {reason}{far})"
        return f"Path({ends}: {counted(len(self), 'place')}, cost {self.cost:.6g})"

    def show(self, **options: Any) -> None:
        """Print the path on its map in the terminal, scaled to the window."""
        load_lazily("Path.show")(self, **options)

    def _repr_html_(self) -> str:
        html: str = load_lazily("Path.html")(self)
        return html

    def __reduce__(self) -> tuple[Any, ...]:
        core = self.core
        found = (self.status, self.cost, core.corners(), core.corner_rule)
        stats = (core.counts, core.seconds, self.times, core.revision, core.restarts)
        more = (core.line(), core.bound, core.columns)
        return _rebuilt, ((*found, *stats, *more), self.space, self.start, self.goal, self.method)


def _not_smooth(noun: str) -> PlaceTypeError:
    return PlaceTypeError(
        f"only smoothed paths have {noun}: make one with ps.smooth, such as ps.smooth.resample(path, 0.5)"
    )


def knows_everything(path: Path) -> bool:
    """Return whether a path is that of a complete search without a goal; see `Field.trace`."""
    return path.status is Status.NO_PATH and isinstance(path.goal, Everywhere)


def path_to_goal(result: PathResult, space: Space, start: Place, goal: Any, method: Method) -> Path:
    """Return the path of a result; a path to a value of `pathstar.goals` names the place where it ends."""
    path = Path(result, space, start, goal, method)
    if not isinstance(goal, Goal) or path.status is not Status.FOUND:
        return path
    end = tuple(map(int, path[-1])) if path.is_line else path[-1]
    return Path(result, space, start, end, replace(method, why=goal.why(end)))


def _rebuilt(kept: tuple[Any, ...], space: Space, start: Place, goal: Place, method: Method) -> Path:
    """Make one from a pickle; those of version 0.1 hold fewer parts."""
    named = dict(zip(_MORE_PARTS, kept[4:], strict=False))
    return Path(PathResult(*kept[:4], **named), space, start, goal, method)


def effort_of(path: Path) -> dict[str, Any]:
    """Return what finding a path took, and the revision of the space, as arguments of `PathResult`."""
    core = path.core
    return {name: getattr(core, name) for name in ("counts", "seconds", "revision", "restarts")}


def stored_path(
    space: Space,
    ends: tuple[Place, Place],
    status: Status,
    cost: float,
    corners: NDArray[np.uint32],
    corner_rule: tuple[int, bool],
    counts: tuple[int, int, int],
) -> Path:
    """Return a path that another program found, without a guarantee for its cost.

    Args:
        space: The space of the path.
        ends: Start and goal.
        status, cost, corners, corner_rule, counts: As in `PathResult`.
    """
    method = Method("imported", "unknown", 1.0, "unknown", float("inf"))
    return Path(PathResult(status, cost, corners, corner_rule, counts=counts), space, *ends, method)
