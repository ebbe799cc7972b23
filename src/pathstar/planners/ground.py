"""The ground of a planner's searches: a space, alone or with an index."""

from __future__ import annotations

import math
from collections.abc import Mapping, Set
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar import _core
from pathstar.engine.options import bound_of, checked_weight, finder_of, mesh_finder_of
from pathstar.errors import OptionError, PlaceTypeError
from pathstar.goals.base import Goal
from pathstar.indexes.index import Index
from pathstar.indexes.kinds import IndexKind
from pathstar.planners.algorithm import Algorithm
from pathstar.planners.algorithms import ALGORITHMS, AUTO, algorithm_named
from pathstar.planners.fitting import check_fitting, checked_heuristic
from pathstar.spaces.base import Place, Space
from pathstar.spaces.mesh.arrays import checked_point, checked_points

_STEERS = ("open_list", "ties", "max_expansions", "max_seconds", "partial", "stop_at")  # of every search


# The index pays for paths over this many columns or rows; for shorter ones a search is as fast.
LEAST_LOOKED_UP = 96


def _is_unset(value: object) -> bool:
    return value is None or value is False or (isinstance(value, str) and value in (AUTO, "closed"))


def check_taken(kind: IndexKind, options: Mapping[str, Any], taken: Set[str]) -> None:
    """Raise OptionError if an option is set that a planner with an index of this kind does not take."""
    for option, value in options.items():
        if option not in taken and not _is_unset(value):
            raise OptionError(
                f"a planner with an index of the kind {kind.name} takes no {option}; given: {value!r}"
            )


class Holder(Protocol):
    """What has the native finder of the next query, which may be another one after an edit or an update."""

    @property
    def core(self) -> Any:
        """The native finder."""


class OneFinder:
    """Holds a finder that stays the same.

    Args:
        core: The finder.
    """

    __slots__ = ("core",)

    def __init__(self, core: _core.Finder) -> None:
        self.core = core


class Ground:
    """A space without an index.

    Args:
        space: Where to search.

    Attributes:
        holder: Has the native finder as an attribute, which takes less time to read than a call.
    """

    holder: Holder

    def __init__(self, space: Space) -> None:
        self.space = space
        self.holder = OneFinder(finder_of(space))

    @property
    def finder(self) -> Any:
        """The native finder of the next query."""
        return self.holder.core

    def row(self, options: Mapping[str, Any]) -> Algorithm:
        """Return the row of the algorithm that the options of a planner ask for.

        Raises:
            OptionError: An unknown name, or one that does not fit the space or the other options.
        """
        heuristic, weight = options["heuristic"], options["weight"]
        masked = options.get("avoid") is not None or options.get("only") is not None
        closes_all = masked or options.get("partial") is True  # jump points are too far apart for these
        plain = heuristic is None and weight is None and not closes_all
        row = algorithm_named(options["algorithm"], self.space, weighs=not plain)
        if masked and (row.jumps or row.any_angle):
            raise OptionError(f"{row.name} passes over places, so it takes no avoid or only; use 'astar'")
        if row.any_angle and options["skip_dead_ends"]:
            raise OptionError(f"{row.name} finds lines, so it takes no skip_dead_ends; use 'astar'")
        check_fitting(row, self.space, heuristic, weight, options["skip_dead_ends"])
        return row

    def heuristic(self, name: str | None) -> str:
        """Return the name of the estimate.

        Raises:
            OptionError: There is no estimate of that name, or it does not fit.
        """
        return checked_heuristic(name, self.space)

    def bound(self, row: Algorithm, weight: float, heuristic: str) -> float:
        """Return the factor by which a path may cost more than the optimum."""
        return row.bound(self.space, weight, heuristic)

    def changes_with_edits(self, row: Algorithm) -> bool:
        """Return whether an edit may change the estimate that fits, the guarantee, or whether a row fits."""
        return self.space.capabilities.timed or self.bound_changes(row)

    def bound_changes(self, row: Algorithm) -> bool:
        """Return whether an edit may change the guarantee of a search that follows it."""
        return self.space.capabilities.edge_rows or row.bound_follows_costs

    def name(self, row: Algorithm) -> str:
        """Return the name that a path gives as its method."""
        return row.name

    @property
    def optimal_options(self) -> dict[str, Any]:
        """The options of a planner whose costs are optimal."""
        consistency_factor = self.space.consistency_factor(self.space.default_heuristic())
        return {"weight": 1.0 / consistency_factor} if consistency_factor > 1.0 else {}

    def takes_sets(self, row: Algorithm) -> bool:
        """Return whether one search by this algorithm can end at any of several goals."""
        return row.one_way and self.space.capabilities.goal_sets

    def keeps_closed(self, row: Algorithm) -> bool:
        """Return whether a search by this algorithm can say which closed place is closest to the goal."""
        return row.loop == "best_first" and not row.any_angle

    def for_row(self, row: Algorithm) -> Ground:
        """Return the ground of searches by an algorithm; lines in any direction need another one."""
        return LineGround(self.space, row) if row.any_angle else self

    def check_steps(self) -> None:
        """Raise OptionError if there is no search that can be stepped."""

    def ends(self, start: Place, goal: Place) -> tuple[Any, Any]:
        """Return start and goal as the finder takes them.

        Raises:
            PlaceError, PlaceTypeError: As the space's `node_of`.
        """
        begin = self.space.node_of(start)
        try:
            return begin, self.space.node_of(goal)
        except PlaceTypeError as error:
            if not _are_places(goal):
                raise
            raise PlaceTypeError(f"{error}; for any of several places give ps.goals.any_of(places)") from None

    def ends_of(self, places: ArrayLike, name: str) -> NDArray[Any]:
        """Return many starts or goals as the finder takes them; errors name the argument and the row."""
        return self.space.nodes_of(places, name)


def _are_places(goal: Any) -> bool:
    """Return whether an argument for one place holds several."""
    if isinstance(goal, np.ndarray):
        return goal.ndim > 1 and len(goal) > 0
    several = isinstance(goal, (list, tuple, set)) and len(goal) > 0
    return several and all(isinstance(place, (list, tuple, np.ndarray)) for place in goal)


class PlaneGround(Ground):
    """A space whose places are points of the plane.

    Args:
        space: Where to search.
    """

    def __init__(self, space: Space) -> None:
        self.space = space
        self.holder = self

    @property
    def core(self) -> Any:
        """The native finder of the mesh, a new one after each edit."""
        return mesh_finder_of(self.space)

    def row(self, options: Mapping[str, Any]) -> Algorithm:
        """Return the row of the algorithm that the options ask for.

        Raises:
            OptionError: An unknown name, or an option that a search over intervals does not have.
        """
        row = super().row(options)
        if options["ties"] is not None:
            raise OptionError(f"{row.name} has an order of its own, so it takes no ties")
        return row

    def ends(self, start: Place, goal: Place) -> tuple[Any, Any]:
        """Return start and goal as pairs of floats.

        Raises:
            PlaceError, PlaceTypeError: A place is not a pair of finite numbers.
            OptionError: The goal is a value of `pathstar.goals`.
        """
        if isinstance(goal, Goal):
            raise OptionError(f"a {self.space.kind.name} takes one point as its goal, not {goal!r}")
        return checked_point(start), checked_point(goal)

    def ends_of(self, places: ArrayLike, name: str) -> NDArray[Any]:
        """Return many starts or goals as float64 ``(n, 2)``; errors name the argument and the row."""
        return checked_points(places, name)

    def changes_with_edits(self, row: Algorithm) -> bool:
        """Return True: after an edit with areas that cost more, another algorithm may fit."""
        return True

    def bound_changes(self, row: Algorithm) -> bool:
        """Return False: a search finishes on the mesh as it was."""
        return False

    def keeps_closed(self, row: Algorithm) -> bool:
        """Return False: a search over intervals closes no places."""
        return False


class LineGround(Ground):
    """A space in which searches follow lines in any direction.

    Args:
        space: A space that supports them; see `Space.unsupported_lines`.
        row: The algorithm.
    """

    def __init__(self, space: Space, row: Algorithm) -> None:
        self.space = space
        self.holder = OneFinder(space.line_finder(_core.AnyAngle[row.any_angle]))

    def for_row(self, row: Algorithm) -> Ground:
        """Return this ground: its algorithm stays."""
        return self

    def heuristic(self, name: str | None) -> str:
        """Return the name of the estimate: the straight line."""
        return "euclidean"


class IndexedGround(Ground):
    """A space with an index that brings its own view or estimate, or looks paths up.

    Args:
        space: Where to search.
        index: What was precomputed for it.

    Raises:
        OptionError: It is not an index, or belongs to another space object.
    """

    def __init__(self, space: Space, index: Index) -> None:
        if not isinstance(index, Index):
            raise OptionError(f"index is {index!r}; allowed: what build_index or load_index returns, or None")
        if index.space is not space:
            raise OptionError("this index was built for another space object; load or build it for this one")
        self.space = space
        self.kind = index.kind
        self._index = index
        self.holder = self if index.rebuilds_itself else index

    @property
    def core(self) -> _core.Finder:
        """The native index: a new one after each update."""
        return self._index.finder()

    def row(self, options: Mapping[str, Any]) -> Algorithm:
        """Return the row of an algorithm that runs over the index.

        Raises:
            OptionError: The algorithm does not run over it, or the index does not take an option.
        """
        kind, asked = self.kind, options["algorithm"]
        usual = ALGORITHMS[kind.runs[0] if kind.runs else "astar"]
        row = usual if _is_unset(asked) else algorithm_named(asked)
        if not _is_unset(asked) and row.name not in kind.runs:
            runs = f"runs {' and '.join(kind.runs)}" if kind.runs else "looks paths up"
            raise OptionError(f"an index of the kind {kind.name} {runs}; given: algorithm {asked!r}")
        taken = {"index", "max_cost", "prefer", *(("algorithm", *_STEERS) if kind.runs else ())}
        check_taken(kind, options, taken | ({"weight"} if kind.runs and row.may_weigh else set()))
        return row

    def heuristic(self, name: str | None) -> str:
        """Return the name of the estimate that the index brings."""
        return self.kind.estimate

    def bound(self, row: Algorithm, weight: float, heuristic: str) -> float:
        """Return the factor by which a path may cost more; the estimates of all indexes are consistent."""
        if not self.kind.runs:
            return self._index.bound
        return bound_of(weight, 1.0) if row.use_g else math.inf

    def changes_with_edits(self, row: Algorithm) -> bool:
        """Return False: what an index guarantees does not depend on the costs."""
        return False

    def bound_changes(self, row: Algorithm) -> bool:
        """Return False, as above."""
        return False

    def name(self, row: Algorithm) -> str:
        """Return the name of the kind."""
        return self.kind.name

    def takes_sets(self, row: Algorithm) -> bool:
        """Return whether one search over the index can end at any of several goals."""
        return bool(self.kind.runs) and super().takes_sets(row)

    def keeps_closed(self, row: Algorithm) -> bool:
        """Return whether a search over the index has closed places."""
        return bool(self.kind.runs) and super().keeps_closed(row)

    @property
    def optimal_options(self) -> dict[str, Any]:
        """The options of an optimal planner, which keeps the index where its paths are optimal."""
        return {"index": self._index} if self._index.bound == 1 else super().optimal_options

    def check_steps(self) -> None:
        """Raise OptionError if the index looks paths up, as there is no search to step then.

        Raises:
            OptionError: The index looks paths up.
        """
        if not self.kind.runs:
            raise OptionError(
                f"an index of the kind {self.kind.name} looks paths up, there is no search to step or trace; "
                "make a planner without it"
            )


class LongWayGround(Ground):
    """A space with an index that looks long paths up, for callers who allow a bound.

    A path of the index is returned if it provably keeps to the bound. Any other is searched for.

    Args:
        space: Where to search.
        index: An index whose paths need not be optimal.
    """

    def __init__(self, space: Space, index: Index) -> None:
        super().__init__(space)
        self.kind = index.kind
        self._index = index
        self._searching = self.finder
        self._paired: tuple[_core.Index, _core.Finder] | None = None
        self.holder = self

    @property
    def core(self) -> _core.Finder:
        """The native finder: a new one after each update of the index."""
        core = self._index.finder()
        if self._paired is None or self._paired[0] is not core:
            columns = self.space.shape[1]
            self._paired = core, _core.bounded_look_up(core, self._searching, columns, LEAST_LOOKED_UP)
        return self._paired[1]

    def row(self, options: Mapping[str, Any]) -> Algorithm:
        """Return the row of the algorithm for paths that the index does not give.

        Raises:
            OptionError: An algorithm other than ``"auto"``, or an option that the index does not take.
        """
        check_taken(
            self.kind, options, {"index", "max_cost", "prefer", "weight", *_STEERS} - {"partial", "stop_at"}
        )
        exact = checked_weight(options["weight"]) == 1
        return super().row({**options, "weight": None} if exact else options)

    def name(self, row: Algorithm) -> str:
        """Return the name of the kind."""
        return self.kind.name


def ground_of(space: Space, index: Index | None, weight: float | None) -> Ground:
    """Return the ground for the options of a planner.

    Args:
        space: Where to search.
        index: What was precomputed for it, or None.
        weight: The factor by which a path may cost more than the optimum; None if the caller gives none.

    Raises:
        OptionError: As `IndexedGround`.
    """
    if index is not None:
        indexed = IndexedGround(space, index)
        return LongWayGround(space, index) if indexed.kind.legs and weight is not None else indexed
    return PlaneGround(space) if space.capabilities.plane else Ground(space)
