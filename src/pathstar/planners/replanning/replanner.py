"""A unit that keeps its path a cheapest one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pathstar import _core
from pathstar._core import Status
from pathstar.errors import OptionError, unknown_name
from pathstar.paths.path import Method, Path
from pathstar.planners.algorithm import plain_name
from pathstar.planners.algorithms import ALGORITHMS, AUTO, row_named
from pathstar.planners.checks import DEFAULT_MOST_EVENTS, checked_events
from pathstar.planners.jump_points import jumps_pay
from pathstar.planners.planner import Planner
from pathstar.planners.replanning.repairs import REPAIRS, repair_named, unsupported_repair
from pathstar.spaces.base import Place, Space, check_space, place_of

if TYPE_CHECKING:
    from pathstar.traces.trace import Trace

_NO_NODE = 2**32 - 1


@dataclass(frozen=True, slots=True)
class ReplanStats:
    """What a `Replanner` has done so far.

    Attributes:
        searches: The number of searches from the beginning.
        repairs: The number of repairs of what the last search knew.
        kept: How often a path was still a cheapest one after an edit.
        restarts: How often a repair began again, because its root moved or there were too many edits.
        expanded: The number of nodes expanded in all.
    """

    searches: int
    repairs: int
    kept: int
    restarts: int
    expanded: int


class Replanner:
    """One unit on its way to a goal, while the unit moves, the goal moves, and the space is edited.

    Edits need not be announced: the unit always sees the space as it is now. Every path is a cheapest one.

    Args:
        space: Where the unit moves: any space whose steps are known and can be followed back.
        start: Where the unit is.
        goal: Where it goes.
        algorithm: A row of `REPAIRS`, by its name or title; a row of `ALGORITHMS` whose paths consist of
            steps, to search from the beginning each time; or ``"auto"``: keep the path as long as no edit can
            have made another one cheaper, else plan in the way expected to bring the unit to its goal with
            the least work: MPGAA*, a repair, or a search from the beginning. A goal that moves only a little
            is chased.
        max_expansions: A plan stops after this many expansions, with status LIMIT. The next call goes on
            where a repair stopped.
        max_seconds: The same for working time.
        on_change: Called with the unit after its path changed other than by its own steps.

    Attributes:
        space: The space.
        algorithm: The name of its row, or ``"auto"``.

    Raises:
        OptionError: No such algorithm, or one that finds lines; a wrong limit; on_change is not a function;
            or a space whose steps cannot be followed back.
        PlaceError, PlaceTypeError: Start or goal is not a place of the space.

    Example:
        >>> import pathstar as ps
        >>> map = ps.Map([[1] * 5] * 3)
        >>> unit = ps.Replanner(map.grid(), (0, 1), (4, 1))
        >>> unit.move(unit.next_step())
        >>> unit.start, unit.path.cost
        ((1, 1), 3.0)
        >>> map.edit("passable", (2, 1), False)
        Change(passable, 1 cell, revision 0 to 1)
        >>> round(unit.path.cost, 3)
        4.414
    """

    def __init__(
        self,
        space: Space,
        start: Place,
        goal: Place,
        algorithm: str = AUTO,
        *,
        max_expansions: int | None = None,
        max_seconds: float | None = None,
        on_change: Callable[[Replanner], None] | None = None,
    ) -> None:
        check_space(space)
        if on_change is not None and not callable(on_change):
            raise OptionError(f"on_change is {on_change!r}; allowed: a function of the unit, or None")
        self.space = space
        self.algorithm = algorithm = _row_name(algorithm, space)
        self.on_change = on_change
        self._limits: dict[str, Any] = {"max_expansions": max_expansions, "max_seconds": max_seconds}
        row = REPAIRS.get(algorithm)
        afresh = Planner(space, _searching(algorithm, space) if row is None else AUTO, **self._limits)
        self._afresh = afresh.method
        self._row = row
        self._repair = Method(
            algorithm=AUTO if row is None else row.name,
            heuristic=space.default_heuristic(),
            weight=1.0,
            open_list="heap",
            bound=1.0,
        )
        core: Any = space.core
        self._native = _core.Replanner(
            core,
            afresh.finder,
            afresh.settings,
            _core.Replanning["repair" if row is not None else "automatic" if algorithm == AUTO else "afresh"],
            _core.Root["goal" if row is None else row.root],
            space.node_of(start),
            space.node_of(goal),
        )
        self._goal = _core.fixed_place(goal)
        self._start: tuple[int, Place] = (self._native.start, _core.fixed_place(start))
        self._known: tuple[int, int] | None = None
        self._path: Path | None = None

    @property
    def start(self) -> Place:
        """Where the unit is."""
        return self._start[1]

    @property
    def goal(self) -> Place:
        """Where the unit goes; may be set.

        Raises:
            PlaceError, PlaceTypeError: It is not a place of the space.
        """
        return self._goal

    @goal.setter
    def goal(self, place: Place) -> None:
        self._native.aim(self.space.node_of(place))
        self._goal = _core.fixed_place(place)

    def move(self, place: Place) -> None:
        """Set where the unit is now: the next place of its path, or any other.

        Over a `Turning`, a unit that goes on to the next cell without a heading takes the heading of its
        path.

        Raises:
            PlaceError, PlaceTypeError: It is not a place of the space.
        """
        node = self.space.node_of(place)
        self._native.move(node)
        now = self._native.start
        self._start = (
            now,
            _core.fixed_place(place) if now == node else place_of(self.space, now),
        )

    @property
    def path(self) -> Path:
        """The cheapest path from where the unit is, in the space as it is now; falsy if there is none."""
        known = (self._native.update(), self._native.start)
        if self._path is None or known != self._known or self._path.revision != self.space.revision:
            self._take(known)
        assert self._path is not None
        return self._path

    def next_step(self) -> Place | None:
        """Return the next place of the path; None at the goal, and where there is no path."""
        version = self._native.update()
        node = self._native.next()
        if self._known is not None and version != self._known[0]:
            self._take((version, self._native.start))
        if node == _NO_NODE:
            return None
        return place_of(self.space, node)

    def trace(self, *, max_events: int = DEFAULT_MOST_EVENTS) -> Trace:
        """Repair the path, as reading `path` does, and record every step.

        The trace begins with what is known from the last plan: the first trace shows a whole search, and
        later ones only what an edit or a move has changed. ``d-star-lite`` searches from the goal, so its G
        is the cost to the goal, and its H the estimate of the cost from the unit.

        Args:
            max_events: The repair stops with status LIMIT after about this many events of 32 bytes. The next
                call goes on from there.

        Raises:
            OptionError: The algorithm is not a row of `REPAIRS`, or max_events is not a whole number from 1.

        Example:
            >>> import pathstar as ps
            >>> map = ps.Map([[1] * 7] * 5)
            >>> unit = ps.Replanner(map.grid(), (0, 2), (6, 2), "lpa-star")
            >>> len(unit.trace())
            6
            >>> _ = map.edit("passable", (3, 2), False)
            >>> print(unit.trace().explain(0).sentences[-1])
            No other way to (3, 2) is known yet.
        """
        from pathstar.traces.rules import Rules  # explanations take long to load
        from pathstar.traces.trace import EVENT, Trace

        if self._row is None:
            raise OptionError(
                f"only repairs are traced here, and {self.algorithm!r} may search from the beginning; "
                f"choose one of {', '.join(REPAIRS)}, or trace a search with ps.trace"
            )
        recorder = _core.Recorder(checked_events(max_events))
        self._take((self._native.record(recorder), self._native.start))
        assert self._path is not None
        rules = Rules(
            self._row.name,
            self._row.title,
            heuristic=self._repair.heuristic,
            ties="larger_g" if self._row.reuses_paths else "smaller_g",
            repairs_from="goal" if self._row.root == "goal" else "start",
            reuses_paths=self._row.reuses_paths,
        )
        return Trace(self.space, self._path, recorder.events().view(EVENT).ravel(), rules, max_events)

    @property
    def arrived(self) -> bool:
        """Whether the unit is at its goal."""
        path = self.path
        return bool(path) and len(path) == 1

    @property
    def stats(self) -> ReplanStats:
        """What it has done so far."""
        return ReplanStats(*self._native.counts)

    def _take(self, known: tuple[int, int]) -> None:
        before, self._known = self._path, known
        method = self._repair if self._native.repaired else self._afresh
        self._path = Path(self._native.path(), self.space, self.start, self._goal, method)
        if self.on_change is not None and before is not None and not _goes_on(before, self._path):
            self.on_change(self)

    def __repr__(self) -> str:
        return f"Replanner({self.space!r}, {self.start} to {self.goal}, {self.algorithm})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, (self.space, self.start, self.goal, self.algorithm, self._limits)


def _rebuilt(space: Space, start: Place, goal: Place, algorithm: str, limits: dict[str, Any]) -> Replanner:
    return Replanner(space, start, goal, algorithm, **limits)


def _searching(algorithm: str, space: Space) -> str:
    """Return the algorithm of searches from the beginning; for ``"auto"`` A* where jump points are many."""
    return "astar" if algorithm == AUTO and not jumps_pay(space, edited=True) else algorithm


def _goes_on(before: Path, after: Path) -> bool:
    """Return whether a path is the end of another one."""
    if before.status is not after.status:
        return False
    count = len(after)
    return after.status is not Status.FOUND or before.nodes[-count:].tolist() == after.nodes.tolist()


def _row_name(algorithm: object, space: Space) -> str:
    """Return the name of the requested row, or ``"auto"``.

    Raises:
        OptionError: There is no such algorithm, or the space does not fit.
    """
    if lacks := unsupported_repair(space):
        raise OptionError(f"a Replanner needs {lacks}")
    name = plain_name(algorithm) if isinstance(algorithm, str) else ""
    if name == AUTO:
        return AUTO
    if repair := repair_named(name):
        return repair.name
    row = row_named(name)
    if row is None:
        raise unknown_name("algorithm", algorithm, [AUTO, *REPAIRS, *ALGORITHMS])
    if row.any_angle:
        raise OptionError(
            f"{row.name} finds lines, and a Replanner goes from place to place; use 'auto', and smooth its "
            "paths with pathstar.smooth"
        )
    return row.name
