"""The calls that most callers need: one path, many paths, or a trace of a search."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, cast

from numpy.typing import ArrayLike

from pathstar.errors import OptionError
from pathstar.goals.base import Goal
from pathstar.paths.path import Path
from pathstar.paths.paths import Paths
from pathstar.planners.algorithms import AUTO, algorithm_for_trace, open_list_for_trace
from pathstar.planners.checks import DEFAULT_MOST_EVENTS
from pathstar.planners.planner import Planner
from pathstar.progress import Progress
from pathstar.spaces.base import Place, Space

if TYPE_CHECKING:
    from pathstar.traces.trace import Trace

P = ParamSpec("P")
_OPTIONS = (
    *("algorithm", "heuristic", "weight", "open_list", "ties", "max_expansions", "skip_dead_ends"),
    *("max_cost", "max_seconds", "partial", "stop_at", "avoid", "only"),
    "prefer",
)
_PLAIN = (None, None, None)  # no avoid, only and prefer
_DEFAULTS = (AUTO, None, None, None, None, None, False, None, None, False, "closed", *_PLAIN)
_WITH_TYPES = (*_DEFAULTS, *map(type, _DEFAULTS))
_DEFAULTS_BY_NAME = dict(zip(_OPTIONS, _DEFAULTS, strict=True))


def planner_of(space: Space, options: tuple[Any, ...] = _DEFAULTS) -> Planner:
    """Return the planner that the space keeps for these options; so repeated calls need no set-up.

    Args:
        space: Where to search.
        options: The arguments of `find_path`, from ``algorithm`` on, in their order.
    """
    key = _with_types(options)
    try:
        return space.cache.planners[key]  # type: ignore[return-value]  # it holds only planners
    except (AttributeError, KeyError, TypeError):
        pass
    given = dict(zip(_OPTIONS, options, strict=True))
    planner = Planner(space, **given)
    if given["avoid"] is None and given["only"] is None:  # places may change while their hash stays
        with suppress(TypeError):  # an option without a hash, such as an array without axes, is no key
            space.cache.keep(key, planner)
    return planner


def _with_types(options: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return options with their types, because of equal ones, such as 1 and True, only one may be allowed."""
    return (*options, *map(type, options))


def _by_options_given(find: Callable[P, Path]) -> Callable[P, Path]:
    """Return a function that first looks for the planner that an earlier call with the same options used.

    Python would look up the default of every option that a call does not give, which takes as long as a short
    search. Most calls give none but the algorithm.
    """

    @wraps(find)
    def found(space: Any, start: Any, goal: Any, *, algorithm: str = AUTO, **given: Any) -> Path:
        asked = (algorithm, *given.items(), *map(type, given.values())) if given else algorithm
        try:
            planner = space.cache.asked[asked]
        except (AttributeError, KeyError, TypeError):
            planner = None
        if planner is not None:
            return planner.find(start, goal)  # type: ignore[no-any-return]
        path = find(space, start, goal, algorithm=algorithm, **given)  # type: ignore[arg-type]
        options = {**_DEFAULTS_BY_NAME, "algorithm": algorithm, **given}
        with suppress(KeyError, TypeError):  # no planner is kept for these options
            kept = space.cache.planners[_with_types(tuple(options.values()))]
            space.cache.keep_as_asked(asked, kept)
        return path

    return cast("Callable[P, Path]", found)


@_by_options_given
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
    max_cost: float | None = None,
    max_seconds: float | None = None,
    partial: bool = False,
    stop_at: str = "closed",
    avoid: Any = None,
    only: Any = None,
    prefer: str | None = None,
) -> Path:
    """Find the cheapest path from start to goal.

    Args:
        space: Where to search, such as a `Grid`.
        start: Where to start, ``(x, y)``: x to the right, y down, both from 0.
        goal: Where to end; a place, or a value of `pathstar.goals`.
        algorithm: A name of `ALGORITHMS`, or ``"auto"`` for the best exact method that fits the space.
        heuristic: A name of `HEURISTICS`; by default the best estimate that never exceeds the true cost.
        weight: The factor of the estimate; over 1 finds a path sooner, which may cost up to that factor more.
        open_list: A name of `OPEN_LISTS`; by default the fastest that fits.
        ties: Which of two equal F goes first, a name of `TIES`.
        max_expansions: Give up after this many expansions, with status LIMIT.
        skip_dead_ends: Skip all dead ends but those of the start and the goal. It pays in mazes of narrow
            passages.
        max_cost: Ignore paths that cost more; if there is no other, the status is LIMIT.
        max_seconds: Give up after working this long, with status LIMIT.
        partial: Whether a search ended by a limit returns the path to its closest place; see `Planner`.
        stop_at: ``"closed"``, or ``"opened"`` to end as soon as the goal is opened; see `Planner`.
        avoid: Places that this query does not enter: a bool array in the shape of the space, or a list of
            places. Corner rules stay as they are, and the start may lie on one.
        only: The only places that this query enters, in the same form.
        prefer: ``"straight"`` for the cheapest path that turns least; None for any cheapest path.

    Returns:
        A `Path`. It is falsy if there is none, and its ``status`` says why.

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
    options = (
        algorithm,
        heuristic,
        weight,
        open_list,
        ties,
        max_expansions,
        skip_dead_ends,
        max_cost,
        max_seconds,
        partial,
        stop_at,
        avoid,
        only,
        prefer,
    )
    return planner_of(space, options).find(start, goal)


def find_paths(
    space: Space | Planner,
    starts: ArrayLike,
    goals: ArrayLike | Goal,
    *,
    threads: int | None = None,
    costs_only: bool = False,
    progress: Progress = None,
    algorithm: str = AUTO,
    heuristic: str | None = None,
    weight: float | None = None,
    open_list: str | None = None,
    ties: str | None = None,
    max_expansions: int | None = None,
    skip_dead_ends: bool = False,
    max_cost: float | None = None,
    max_seconds: float | None = None,
    partial: bool = False,
    stop_at: str = "closed",
    avoid: Any = None,
    only: Any = None,
) -> Paths:
    """Find many paths in one call: row i leads from ``starts[i]`` to ``goals[i]``.

    Args:
        space: Where to search, or a `Planner`, which brings its own options.
        starts: Places ``(n, 2)``, columns x and y.
        goals: Places ``(n, 2)``; or one value of `pathstar.goals`, for all starts.
        threads: The number of threads; None means one per processor. The results do not depend on it.
        costs_only: Keep costs, statuses and lengths, but no paths. That saves memory, 4 bytes for each turn
            and later 8 for each point asked for, but no search; a `Planner` with an index that knows the cost
            first does not make the paths. See `cost_matrix` for the costs from each start to each goal.
        progress: Called now and then with the fraction of the paths found, from 0.0 to 1.0; True shows a bar
            on the terminal. An exception in it stops the call.
        algorithm, heuristic, weight, open_list, ties, max_expansions, skip_dead_ends, max_cost, max_seconds,
            partial, stop_at, avoid, only: As `find_path`.

    Returns:
        A `Paths`: costs, statuses, and the points of all paths in flat arrays.

    Raises:
        PathstarError: As `find_path`; a wrong place is named by its row.

    Example:
        >>> import pathstar as ps
        >>> find_paths(ps.Grid([[1, 1, 1]]), [(0, 0), (2, 0)], [(2, 0), (0, 0)]).costs.tolist()
        [2.0, 2.0]
    """
    options = (
        *(algorithm, heuristic, weight, open_list, ties, max_expansions, skip_dead_ends),
        *(max_cost, max_seconds, partial, stop_at, avoid, only, None),
    )
    if isinstance(space, Planner):
        if avoid is not None or only is not None or _with_types(options) != _WITH_TYPES:
            raise OptionError(
                "a Planner brings its own options; give them to the Planner, or give its space here"
            )
        planner = space
    else:
        planner = planner_of(space, options)
    return planner.find_many(starts, goals, threads=threads, costs_only=costs_only, progress=progress)


def trace(
    space: Space,
    start: Place,
    goal: Place,
    *,
    algorithm: str | None = None,
    heuristic: str | None = None,
    weight: float | None = None,
    open_list: str | None = None,
    ties: str | None = None,
    max_expansions: int | None = None,
    skip_dead_ends: bool = False,
    max_cost: float | None = None,
    max_seconds: float | None = None,
    partial: bool = False,
    stop_at: str = "closed",
    avoid: Any = None,
    only: Any = None,
    max_events: int = DEFAULT_MOST_EVENTS,
) -> Trace:
    """Search and record every step, with the engine that `find_path` runs.

    Args:
        space, start, goal, heuristic, weight, ties, max_expansions, skip_dead_ends, max_cost, max_seconds,
            partial, stop_at, avoid, only: As `find_path`.
        algorithm: As `find_path`, but by default ``"astar"``, which goes square by square, or on a mesh the
            algorithm that fits it.
        open_list: As `find_path`, but by default ``"heap"``, which takes the lowest F at every step.
        max_events: The search stops with status LIMIT after about this many events of 32 bytes.

    Returns:
        A `Trace`.

    Raises:
        PathstarError: As `find_path`.

    Example:
        >>> import pathstar as ps
        >>> trace(ps.Grid([[1, 1, 1]]), (0, 0), (2, 0)).path.cost
        2.0
    """
    named = algorithm_for_trace(space, algorithm)
    open_list = open_list_for_trace(named, open_list)
    chosen = (named, heuristic, weight, open_list, ties, max_expansions, skip_dead_ends)
    planner = planner_of(space, (*chosen, max_cost, max_seconds, partial, stop_at, avoid, only, None))
    return planner.trace(start, goal, max_events=max_events)
