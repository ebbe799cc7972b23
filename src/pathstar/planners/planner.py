"""The facade: one space, one algorithm, its options, any number of queries."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from numpy.typing import ArrayLike

from pathstar import _core
from pathstar.engine.options import checked_limit, checked_weight, finder_of, open_list_kind, ties_rule
from pathstar.engine.search import Search
from pathstar.errors import ArrayError, OptionError
from pathstar.indexes.index import Index
from pathstar.paths.path import Method, Path
from pathstar.paths.paths import Paths
from pathstar.planners.algorithms import AUTO, Algorithm, algorithm_named
from pathstar.planners.checks import check_space, checked_switch, checked_threads
from pathstar.spaces.base import Place, Space
from pathstar.spaces.grid import PLAIN, Grid
from pathstar.spaces.heuristics import heuristic_named
from pathstar.traces.rules import Rules
from pathstar.traces.trace import EVENT, Trace

if TYPE_CHECKING:
    from pathstar.maps.change import Change

DEFAULT_MOST_EVENTS = 20_000_000


class Planner:
    """Finds paths on one space by one algorithm.

    It may be used from many threads at once, and pickled.

    Args:
        space: Where to search.
        algorithm: A name of the algorithm table, or ``"auto"`` for the best exact method that fits the space.
        heuristic: A name of `HEURISTICS`; by default the best estimate that never exceeds the true cost.
        weight: The factor of the estimate; over 1 finds a path sooner that may cost up to that factor more.
        open_list: A name of `OPEN_LISTS`; by default the fastest that fits.
        ties: Which of two equal F goes first, a name of `TIES`.
        max_expansions: A search stops after so many, with status LIMIT. None means no limit but that which
            the algorithm's row has, ``most_expansions``.
        skip_dead_ends: Look at no dead end but those of the start and the goal; see `dead_ends`. It pays in
            mazes of narrow passages; on other maps it costs a little.
        index: What was computed ahead for this space by `build_index`; queries look things up in it instead
            of searching. It goes with no other option.

    Raises:
        SpaceError: The first argument is not a space.
        OptionError: An unknown name, an option that the algorithm does not have, an index of another space.

    Example:
        >>> import pathstar as ps
        >>> planner = ps.Planner(ps.Grid([[1, 1, 1], [1, 0, 1], [1, 1, 1]]), "dijkstra")
        >>> planner.find((0, 0), (2, 0)).cost
        2.0
    """

    def __init__(
        self,
        space: Space,
        algorithm: str = AUTO,
        *,
        heuristic: str | None = None,
        weight: float | None = None,
        open_list: str | None = None,
        ties: str | None = None,
        max_expansions: int | None = None,
        skip_dead_ends: bool = False,
        index: Index | None = None,
    ) -> None:
        check_space(space)
        self.space = space
        self.index = index
        self.options: dict[str, Any] = {
            "algorithm": algorithm,
            "heuristic": heuristic,
            "weight": weight,
            "open_list": open_list,
            "ties": ties,
            "max_expansions": max_expansions,
            "skip_dead_ends": skip_dead_ends,
            "index": index,
        }
        self._index = None if index is None else _checked_index(index, space, self.options)
        row = algorithm_named(algorithm, space, weighs=heuristic is not None or weight is not None)
        _check_fitting(row, space, heuristic, weight, skip_dead_ends)
        _check_order(row, open_list, ties)
        estimate = _checked_heuristic(heuristic, space)
        factor = row.weight if weight is None else checked_weight(weight)
        self.settings = _core.Settings(
            loop=_core.Loop[row.loop],
            use_g=row.use_g,
            weight=factor,
            heuristic=_core.HeuristicKind[estimate],
            open=open_list_kind(open_list, ties, row.open_list),
            ties=ties_rule(ties),
            jumps=row.jumps,
            skip_dead_ends=checked_switch("skip_dead_ends", skip_dead_ends),
            improve=row.improve,
            max_expansions=checked_limit(row.most_expansions if max_expansions is None else max_expansions),
        )
        self._finder = finder_of(space)
        self.method = Method(
            algorithm=row.name,
            heuristic=estimate if factor > 0 else "zero",
            weight=factor,
            open_list=self._finder.open_kind(self.settings).name,
            bound=row.bound(space, factor, estimate),
        )
        if index is not None:
            self.method = Method(index.kind.name, "zero", 0.0, "automatic", 1.0)
        self._traces = row.traces
        self._rules = Rules(
            algorithm=row.name,
            title=row.title,
            use_g=row.use_g,
            weight=factor,
            heuristic=self.method.heuristic,
            open_list=self.method.open_list,
            ties=ties or "larger_g",
            improve=row.improve,
            jumps=row.jumps,
        )

    def find(self, start: Place, goal: Place) -> Path:
        """Find a path.

        Args:
            start: Where it starts, ``(x, y)``.
            goal: Where it ends, ``(x, y)``.

        Returns:
            A `Path`; falsy where there is none.

        Raises:
            PlaceError: A place lies outside the space.
            PlaceTypeError: A place is not made of whole numbers.
        """
        index = self._index
        result = (
            self._finder.find_between(start, goal, self.settings)
            if index is None
            else index.find_between(start, goal)
        )
        if result is None:  # these places are not two tuples of ints within a plain grid
            ends = self.space.node_of(start), self.space.node_of(goal)
            result = self._finder.find(*ends, self.settings) if index is None else index.find(*ends)
        return Path(self.space, start, goal, self.method, result)

    def find_many(
        self,
        starts: ArrayLike,
        goals: ArrayLike,
        *,
        threads: int | None = None,
        costs_only: bool = False,
    ) -> Paths:
        """Find many paths in one native call; the answers do not depend on the number of threads.

        Args:
            starts: Places ``(n, 2)``.
            goals: Places ``(n, 2)``.
            threads: How many to use, 1 to 1024; None means one per processor.
            costs_only: Keep costs, statuses and lengths, but no paths: saves their memory, and with an index
                that knows the cost first, making them.

        Returns:
            A `Paths` of n rows.

        Raises:
            ArrayError: The arrays have the wrong shape or differ in length.
            PlaceError: A place lies outside; the message names its row.
            PlaceTypeError: An array does not hold whole numbers.
            OptionError: A wrong number of threads.
        """
        workers = checked_threads(threads)
        checked_switch("costs_only", costs_only)
        start_nodes, goal_nodes = self.space.nodes_of(starts, "starts"), self.space.nodes_of(goals, "goals")
        if len(start_nodes) != len(goal_nodes):
            raise ArrayError(
                f"there are {len(start_nodes)} starts and {len(goal_nodes)} goals; there must be as many"
            )
        costs, statuses, counts, seconds, offsets, corner_offsets, corners = (
            _core.find_many(self._finder, start_nodes, goal_nodes, self.settings, costs_only, workers)
            if self._index is None
            else _core.find_many_by_index(self._index, start_nodes, goal_nodes, costs_only, workers)
        )
        return Paths(
            space=self.space,
            starts=start_nodes,
            goals=goal_nodes,
            costs=costs,
            statuses=statuses,
            counts=counts,
            seconds=seconds,
            offsets=offsets,
            corner_offsets=corner_offsets,
            corners=corners,
            method=self.method,
            costs_only=costs_only,
        )

    def search(self, start: Place, goal: Place) -> Search:
        """Begin a search to be stepped by hand; arguments and errors as `find`.

        Raises:
            OptionError: This planner has an index: there is no search to step.
        """
        self._check_searches()
        native = self._finder.search(self.space.node_of(start), self.space.node_of(goal), self.settings)
        return Search(self.space, start, goal, self.method, native)

    def trace(
        self,
        start: Place,
        goal: Place,
        *,
        max_events: int = DEFAULT_MOST_EVENTS,
        stop: Callable[[], bool] | None = None,
    ) -> Trace:
        """Search and write down every step.

        Unreachable goals are searched for, so that one sees the open list run dry.

        Args:
            start: Where to start.
            goal: Where to end.
            max_events: The search stops with status LIMIT after about so many; an event takes 32 bytes.
            stop: As `Search.run`.

        Returns:
            A `Trace`.

        Raises:
            PlaceError, PlaceTypeError: As `find`.
            OptionError: max_events is not a whole number from 1, this planner has an index, or its algorithm
                leaves no trace.
        """
        self._check_searches()
        if not self._traces:
            raise OptionError(
                f"{self.method.algorithm} leaves no trace: it is not one search that closes each node once; "
                "trace 'astar'"
            )
        if isinstance(max_events, bool) or not isinstance(max_events, int) or max_events < 1:
            raise OptionError(f"max_events is {max_events!r}; allowed: a whole number from 1")
        recorder = _core.Recorder(max_events)
        native = self._finder.record(
            self.space.node_of(start), self.space.node_of(goal), self.settings, recorder
        )
        path = Search(self.space, start, goal, self.method, native).run(stop)
        return Trace(self.space, path, recorder.events().view(EVENT).ravel(), self._rules, max_events)

    def update(self, change: Change) -> None:
        """Take over an edit of the map that the space was made from; see `Grid.update`."""
        self.space.update(change)

    def _check_searches(self) -> None:
        if self.index is not None:
            raise OptionError("a planner with an index looks paths up, it does not search; make one without")

    def __repr__(self) -> str:
        if self.index is not None:
            return f"Planner({self.space!r}, index={self.index!r})"
        how = self.method
        return (
            f"Planner({self.space!r}, {how.algorithm}, heuristic {how.heuristic}, open list {how.open_list})"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, (self.space, self.options)


def _rebuilt(space: Space, options: dict[str, Any]) -> Planner:
    return Planner(space, **options)


def _checked_index(index: Index, space: Space, options: dict[str, Any]) -> _core.Index:
    if not isinstance(index, Index):
        raise OptionError(f"index is {index!r}; allowed: what build_index or load_index answers, or None")
    if index.space is not space:
        raise OptionError("this index was built for another space object; load or build it for this one")
    for option, value in options.items():
        if option != "index" and value not in (None, AUTO, False):
            raise OptionError(f"a planner with an index takes no {option}; given: {value!r}")
    return index.core


def _check_fitting(
    row: Algorithm,
    space: Space,
    heuristic: str | None,
    weight: float | None,
    skip_dead_ends: bool,
) -> None:
    misfit = row.misfit(space)
    if misfit is not None:
        raise OptionError(f"{row.name} needs {misfit}; use 'astar', or 'auto' for the best that fits")
    for option, value in (("heuristic", heuristic), ("weight", weight)):
        if value is not None and not row.may_weigh:
            why = "uses no estimate" if row.weight == 0 else "has an estimate of its own"
            raise OptionError(f"{row.name} {why}, so it takes no {option}; given: {value!r}")
    if skip_dead_ends and not isinstance(space, Grid):
        raise OptionError(f"skip_dead_ends needs a Grid, not a {type(space).__name__}")
    if skip_dead_ends and isinstance(space, Grid) and not space.is_plain:
        raise OptionError(f"skip_dead_ends needs {PLAIN}")


def _check_order(row: Algorithm, open_list: str | None, ties: str | None) -> None:
    for option, value in (("open_list", open_list), ("ties", ties)):
        if value is not None and row.open_list == "none":
            raise OptionError(f"{row.name} keeps no open list, so it takes no {option}; given: {value!r}")
    if open_list is not None and row.open_list not in (None, open_list):
        raise OptionError(f"{row.name} needs the open list {row.open_list!r}; given: {open_list!r}")
    if open_list == "fifo" and row.open_list != "fifo":
        raise OptionError("open list 'fifo' does not look at F; only bfs uses it")


def _checked_heuristic(heuristic: str | None, space: Space) -> str:
    if heuristic is None:
        return space.default_heuristic()
    name = heuristic_named(heuristic).name
    if name not in space.heuristics:
        kind = type(space).__name__
        raise OptionError(
            f"heuristic {name!r} does not fit this {kind}; allowed: {', '.join(space.heuristics)}"
        )
    return name


def planner_of(
    space: Space,
    algorithm: str = AUTO,
    heuristic: str | None = None,
    weight: float | None = None,
    open_list: str | None = None,
    ties: str | None = None,
    max_expansions: int | None = None,
    skip_dead_ends: bool = False,
) -> Planner:
    """Return the planner for these options that the space keeps, so that repeated calls cost no set-up."""
    try:
        kept: dict[Any, Planner] = space.kept
        return kept[algorithm, heuristic, weight, open_list, ties, max_expansions, skip_dead_ends]
    except (AttributeError, KeyError, TypeError):
        pass
    planner = Planner(
        space,
        algorithm,
        heuristic=heuristic,
        weight=weight,
        open_list=open_list,
        ties=ties,
        max_expansions=max_expansions,
        skip_dead_ends=skip_dead_ends,
    )
    if len(space.kept) < 64:
        space.kept[algorithm, heuristic, weight, open_list, ties, max_expansions, skip_dead_ends] = planner
    return planner


def find_path(
    space: Space,
    start: Place,
    goal: Place,
    *,
    algorithm: str = AUTO,
    heuristic: str | None = None,
    weight: float | None = None,
    open_list: str | None = None,
    ties: str | None = None,
    max_expansions: int | None = None,
    skip_dead_ends: bool = False,
) -> Path:
    """Find the cheapest path from start to goal.

    Args:
        space: Where to search, such as a `Grid`.
        start: Where to start, ``(x, y)``: x to the right, y down, both from 0.
        goal: Where to end.
        algorithm: A name of `ALGORITHMS`, or ``"auto"`` for the best exact method that fits the space.
        heuristic: A name of `HEURISTICS`; by default the best estimate that never exceeds the true cost.
        weight: The factor of the estimate; over 1 finds a path sooner that may cost up to that factor more.
        open_list: A name of `OPEN_LISTS`; by default the fastest that fits.
        ties: Which of two equal F goes first, a name of `TIES`.
        max_expansions: Give up after so many, with status LIMIT.
        skip_dead_ends: Look at no dead end but those of the start and the goal. It pays in mazes of narrow
            passages.

    Returns:
        A `Path`. It is falsy where there is none, and its ``status`` says why.

    Raises:
        SpaceError: The first argument is not a space.
        PlaceError: A place lies outside the space.
        PlaceTypeError: A place is not made of whole numbers.
        OptionError: An unknown name, or an option that the algorithm does not have.

    Example:
        >>> import pathstar as ps
        >>> grid = ps.Grid([[1, 0, 1], [1, 1, 1]], moves=ps.Moves(straight=10, diagonal=14))
        >>> path = find_path(grid, (0, 0), (2, 0))
        >>> path.cost, path.points.tolist()
        (40.0, [[0, 0], [0, 1], [1, 1], [2, 1], [2, 0]])
    """
    options = (algorithm, heuristic, weight, open_list, ties, max_expansions, skip_dead_ends)
    try:  # what planner_of does first, without the call
        planner = space.kept[options]
    except (AttributeError, KeyError, TypeError):
        planner = planner_of(space, *options)
    return planner.find(start, goal)  # type: ignore[no-any-return]


def find_paths(
    space: Space | Planner,
    starts: ArrayLike,
    goals: ArrayLike,
    *,
    threads: int | None = None,
    costs_only: bool = False,
    algorithm: str = AUTO,
    heuristic: str | None = None,
    weight: float | None = None,
    open_list: str | None = None,
    ties: str | None = None,
    max_expansions: int | None = None,
    skip_dead_ends: bool = False,
) -> Paths:
    """Find many paths in one call: row i leads from ``starts[i]`` to ``goals[i]``.

    Args:
        space: Where to search, or a `Planner`, which brings its own options.
        starts: Places ``(n, 2)``, columns x and y.
        goals: Places ``(n, 2)``.
        threads: How many to use; None means one per processor. The answers do not depend on it.
        costs_only: Keep costs, statuses and lengths, but no paths. That saves their memory, 4 bytes for each
            turn and then 8 for each point that is asked for, and not the search; a `Planner` with an index
            that knows the cost first does not make the paths. See `cost_matrix` where each start goes with
            each goal.
        algorithm, heuristic, weight, open_list, ties, max_expansions, skip_dead_ends: As `find_path`.

    Returns:
        A `Paths`: costs, statuses, and the points of all paths in flat arrays.

    Raises:
        PathstarError: As `find_path`; a wrong place is named by its row.

    Example:
        >>> import pathstar as ps
        >>> find_paths(ps.Grid([[1, 1, 1]]), [(0, 0), (2, 0)], [(2, 0), (0, 0)]).costs.tolist()
        [2.0, 2.0]
    """
    options = (algorithm, heuristic, weight, open_list, ties, max_expansions, skip_dead_ends)
    if isinstance(space, Planner):
        if options != (AUTO, None, None, None, None, None, False):
            raise OptionError(
                "a Planner brings its own options; give them to the Planner, or give its space here"
            )
        return space.find_many(starts, goals, threads=threads, costs_only=costs_only)
    return planner_of(space, *options).find_many(starts, goals, threads=threads, costs_only=costs_only)


def trace(
    space: Space,
    start: Place,
    goal: Place,
    *,
    algorithm: str = "astar",
    heuristic: str | None = None,
    weight: float | None = None,
    open_list: str | None = None,
    ties: str | None = None,
    max_expansions: int | None = None,
    skip_dead_ends: bool = False,
    max_events: int = DEFAULT_MOST_EVENTS,
) -> Trace:
    """Search and write down every step, by the same engine that `find_path` runs.

    Args:
        space, start, goal, heuristic, weight, ties, max_expansions, skip_dead_ends: As `find_path`.
        algorithm: As `find_path`, but by default ``"astar"``, which goes square by square.
        open_list: As `find_path`, but by default ``"heap"``, which takes the lowest F at every step.
        max_events: The search stops with status LIMIT after about so many events of 32 bytes.

    Returns:
        A `Trace`.

    Raises:
        PathstarError: As `find_path`.

    Example:
        >>> import pathstar as ps
        >>> trace(ps.Grid([[1, 1, 1]]), (0, 0), (2, 0)).path.cost
        2.0
    """
    if open_list is None and algorithm_named(algorithm).open_list is None:
        open_list = "heap"
    planner = planner_of(space, algorithm, heuristic, weight, open_list, ties, max_expansions, skip_dead_ends)
    return planner.trace(start, goal, max_events=max_events)
