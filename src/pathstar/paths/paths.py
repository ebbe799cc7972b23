"""The results of many queries, in flat arrays."""

from __future__ import annotations

import operator
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from pathstar import _core
from pathstar._core import PathResult, Status
from pathstar.errors import OptionError, PlaceError, PlaceTypeError, counted
from pathstar.lazy import load_lazily
from pathstar.paths.path import Method, Path
from pathstar.spaces.base import Space, place_list

_STATUSES = {status.value: status for status in Status}


@dataclass(frozen=True, eq=False)
class Paths:
    """Many paths in flat arrays: row ``i`` is the result of query ``i``.

    Attributes:
        space: The space of the searches.
        starts: Start nodes ``(n,)``; on a mesh the points ``(n, 2)``.
        goals: Goal nodes ``(n,)``, or points.
        costs: float64 ``(n,)``; infinity if there is no path.
        statuses: uint8 ``(n,)``, values of `Status`.
        counts: uint64 ``(n, 3)``: nodes expanded, generated, updated.
        seconds: float64 ``(n,)``: time of each query in native code, wall clock.
        bounds: float64 ``(n,)``: what each search has proven for its own path, which costs at most this times
            the optimum; infinity where only the method says so.
        revisions: uint64 ``(n,)``: the revision of the space for which each path was found.
        offsets: int64 ``(n + 1,)``: path i is ``points[offsets[i]:offsets[i + 1]]``.
        corner_offsets: int64 ``(n + 1,)``: path i has the corners
            ``corners[corner_offsets[i]:corner_offsets[i + 1]]``.
        corners: uint32 ``(k,)``: the nodes where the paths may turn. Between two corners of a path lie one
            diagonal run and then one straight run; with 4 directions one vertical run and then one horizontal
            run.
        times: float64 ``(m,)``: the time of each path at each of its points; empty if the space is not a
            `Timed`.
        line: The points of all paths on a mesh, float64 ``(m, 2)``; else None.
        method: How the searches looked for them.
        costs_only: Whether only costs, statuses and lengths were kept, but no paths; then points, nodes and
            rows raise `OptionError`.
        threads: The number of threads that write the points and the nodes, which does not change them.

    Example:
        >>> import pathstar as ps
        >>> paths = ps.find_paths(ps.Grid([[1, 1, 0, 1]]), [(0, 0), (0, 0)], [(1, 0), (3, 0)])
        >>> len(paths), paths.costs.tolist(), [bool(path) for path in paths]
        (2, [1.0, inf], [True, False])
    """

    space: Space
    starts: NDArray[Any]
    goals: NDArray[Any]
    costs: NDArray[np.float64]
    statuses: NDArray[np.uint8]
    counts: NDArray[np.uint64]
    seconds: NDArray[np.float64]
    bounds: NDArray[np.float64]
    revisions: NDArray[np.uint64]
    offsets: NDArray[np.int64]
    corner_offsets: NDArray[np.int64]
    corners: NDArray[np.uint32]
    times: NDArray[np.float64]
    method: Method
    costs_only: bool = False
    threads: int = 1
    line: NDArray[np.float64] | None = None

    @cached_property
    def points(self) -> NDArray[Any]:
        """The places of all paths, int32 ``(m, 2)`` with columns x and y; in a graph names ``(m,)``."""
        self._check_kept()
        if self.line is not None:
            return self.line
        if self.space.corner_rule[0] == 0:
            return self.space.places_of(self.nodes)
        points = np.empty((int(self.offsets[-1]), 2), np.int32)
        _core.write_points(*self._by_corner, self.threads, points)
        return points

    @cached_property
    def nodes(self) -> NDArray[np.uint32]:
        """The nodes of all paths, uint32 ``(m,)``.

        Raises:
            OptionError: Only costs were kept.
            PlaceTypeError: The paths are lines on a mesh, whose points are not nodes.
        """
        self._check_kept()
        if self.line is not None:
            raise PlaceTypeError(
                f"paths on a {self.space.kind.name} are lines of points, which are not nodes"
            )
        nodes = np.empty(int(self.offsets[-1]), np.uint32)
        _core.write_nodes(*self._by_corner, self.threads, nodes)
        return nodes

    @property
    def _by_corner(self) -> tuple[NDArray[np.uint32], NDArray[np.int64], NDArray[np.int64], int, bool]:
        return self.corners, self.corner_offsets, self.offsets, *self.space.corner_rule

    @property
    def expanded(self) -> NDArray[np.uint64]:
        """The number of nodes that each query expanded, uint64 ``(n,)``."""
        return self.counts[:, 0]

    def __setstate__(self, state: dict[str, Any]) -> None:
        rows = len(state["costs"])
        later = {"bounds": np.full(rows, np.inf), "revisions": np.zeros(rows, np.uint64)}
        vars(self).update({**later, **state})  # paths pickled by 0.1 have neither

    def __len__(self) -> int:
        return len(self.costs)

    def _check_kept(self) -> None:
        if self.costs_only:
            raise OptionError("costs_only=True kept no paths; find them without it")

    def __getitem__(self, index: SupportsIndex) -> Path:
        """Return the path of a query by its row, from 0 or backwards from -1.

        Raises:
            PlaceError: There is no such row.
            PlaceTypeError: The row is not a whole number.
            OptionError: Only costs were kept.
        """
        self._check_kept()
        try:
            row = range(len(self))[operator.index(index)]
        except IndexError:
            raise PlaceError(f"there is no path {index!r}; there are {counted(len(self), 'path')}") from None
        except TypeError:
            raise PlaceTypeError(f"{index!r} is not the row of a path; allowed: a whole number") from None
        ends = np.stack([self.starts[row], self.goals[row]])
        span = slice(self.offsets[row], self.offsets[row + 1])
        start, goal = place_list(ends if self.line is not None else self.space.places_of(ends))
        expanded, generated, updated = self.counts[row].tolist()
        result = PathResult(
            _STATUSES[int(self.statuses[row])],
            float(self.costs[row]),
            self.corners[self.corner_offsets[row] : self.corner_offsets[row + 1]],
            self.space.corner_rule,
            counts=(expanded, generated, updated),
            seconds=float(self.seconds[row]),
            times=self.times[span],
            revision=int(self.revisions[row]),
            line=None if self.line is None else self.line[span].ravel(),
            bound=float(self.bounds[row]),
        )
        return Path(result, self.space, start, goal, self.method)

    def __iter__(self) -> Iterator[Path]:
        return (self[row] for row in range(len(self)))

    def _repr_html_(self) -> str:
        html: str = load_lazily("Paths.html")(self)
        return html

    def __repr__(self) -> str:
        found = int(np.count_nonzero(self.statuses == Status.FOUND.value))
        return f"Paths({len(self)} queries, {found} found)"
