"""The facade: one space, one algorithm, its options, any number of queries."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar import _core
from pathstar.engine.options import checked_threads
from pathstar.engine.search import Search
from pathstar.errors import ArrayError, counted
from pathstar.goals.base import Goal
from pathstar.indexes.index import Index
from pathstar.maps.arguments import checked_switch
from pathstar.paths.path import Method, Path
from pathstar.paths.paths import Paths
from pathstar.planners.algorithms import AUTO
from pathstar.planners.batch import Batch, find_lines
from pathstar.planners.checks import DEFAULT_MOST_EVENTS
from pathstar.planners.choice import choose
from pathstar.planners.fitting import check_alone
from pathstar.planners.ground import ground_of
from pathstar.planners.legs import legs_of
from pathstar.planners.masks import kept_places, mask_of
from pathstar.planners.straightest import straightest_of
from pathstar.progress import Progress, reporting, tell_of
from pathstar.spaces.base import Place, Space, check_space

if TYPE_CHECKING:
    from pathstar.maps.change import Change
    from pathstar.traces.trace import Trace


class Planner:
    """Finds paths on one space by one algorithm.

    It may be used from many threads at once, and pickled.

    Args:
        space: Where to search.
        algorithm: A name of the algorithm table, or ``"auto"`` for the best exact method that fits the space.
        heuristic: A name of `HEURISTICS`; by default the best estimate that never exceeds the true cost.
        weight: The factor of the estimate; over 1 finds a path sooner, which may cost up to that factor more.
        open_list: A name of `OPEN_LISTS`; by default the fastest that fits.
        ties: Which of two equal F goes first, a name of `TIES`.
        max_expansions: A search stops after this many expansions, with status LIMIT. None means no limit,
            except the ``most_expansions`` of the algorithm's row.
        skip_dead_ends: Skip all dead ends but those of the start and the goal; see `dead_ends`. It pays in
            mazes of narrow passages; on other maps it costs a little.
        max_cost: Ignore paths that cost more; if there is no other, the status is LIMIT.
        max_seconds: Give up after working this long, with status LIMIT.
        partial: Whether a search that a limit ends, or that is still under way, returns the path to the
            closed place with the least estimate, or of several to the one with the largest G. Such a path is
            falsy; its cost is true, its bound infinite. ``"auto"`` is A* then.
        stop_at: ``"closed"``, or ``"opened"`` to end as soon as the goal is put on the open list, as simple
            programs do: sooner, but nothing is promised about the cost.
        index: Data computed ahead for this space by `build_index`. Its row says which algorithms run over it.
            If none does, queries look paths up in it, and no other option is allowed, with one exception:
            with a ``weight``, an index of the kind ``"hierarchy"`` gives long paths that provably keep to the
            weight, and a search finds the others.
        avoid: Places not to enter: a bool array in the shape of the space, or a list of places. Corner rules
            stay as they are, and the start may lie on one.
        only: The only places to enter, in the same form.
        prefer: Which of several cheapest paths `find` returns: ``"straight"`` for the one with the least sum
            of turns, then the fewest turns; through several places that holds for each leg. None means any.

    Raises:
        SpaceError: The first argument is not a space.
        OptionError: An unknown name, an option that the algorithm does not have, or another space's index.

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
        max_cost: float | None = None,
        max_seconds: float | None = None,
        partial: bool = False,
        stop_at: str = "closed",
        index: Index | None = None,
        avoid: Any = None,
        only: Any = None,
        prefer: str | None = None,
    ) -> None:
        check_space(space)
        skip_dead_ends = checked_switch("skip_dead_ends", skip_dead_ends)
        self._space = space
        self._index = index
        self.options: dict[str, Any] = {
            "algorithm": algorithm,
            "heuristic": heuristic,
            "weight": weight,
            "open_list": open_list,
            "ties": ties,
            "max_expansions": max_expansions,
            "skip_dead_ends": skip_dead_ends,
            "max_cost": max_cost,
            "max_seconds": max_seconds,
            "partial": partial,
            "stop_at": stop_at,
            "index": index,
            "avoid": avoid,
            "only": only,
            "prefer": prefer,
        }
        self._mask = mask_of(space, avoid, only)
        self.options |= {"avoid": kept_places("avoid", avoid), "only": kept_places("only", only)}
        self._ground = ground_of(space, index, weight)
        self._methods: tuple[tuple[int, Method], ...] = ()  # of the last two choices, by revision
        self._choose()

    @property
    def space(self) -> Space:
        """Where it searches."""
        return self._space

    @property
    def index(self) -> Index | None:
        """The index that it was made with; to use another one, or none, make another planner."""
        return self._index

    def _choose(self) -> None:
        """Decide what the options mean in the space as it is now."""
        revision = self.space.revision
        self.space.check_edits()
        self._chosen_at = revision
        self._optimal: Planner | None = None
        self._for_sets: Planner | None = None
        self.choice = choice = choose(self._ground, self.options, self._mask)
        self.method, self.settings = choice.method, choice.settings
        self._methods = ((revision, self.method), *self._methods[:1])
        self._ground, row = choice.ground, choice.row
        self._holder = choice.ground.holder
        self._maker = _core.PathMaker(Path, self.space, self.method)
        self.takes_sets = choice.ground.takes_sets(row)
        self._chooses_again = choice.ground.changes_with_edits(row)
        self._straightest = straightest_of(self.space, self.method, self.options["prefer"])

    def _follow_edits(self) -> None:
        """Decide again if an edit may have changed what fits or what is guaranteed."""
        if self._chooses_again and self._space.revision != self._chosen_at:
            self._choose()

    def method_at(self, revision: int) -> Method:
        """Return how a path of a revision of the space was found.

        Another thread may have edited the space between the choice and the search. If no choice is of that
        revision, nothing is promised about the cost.
        """
        if not self._chooses_again:
            return self.method
        self._follow_edits()
        for chosen_at, method in self._methods:
            if chosen_at == revision:
                return method
        return replace(self.method, bound=math.inf)

    def find(self, start: Place, goal: Place) -> Path:
        """Find a path.

        Args:
            start: Where it starts, ``(x, y)``.
            goal: Where it ends, ``(x, y)``, or a value of `pathstar.goals`.

        Returns:
            A `Path`; falsy if there is none.

        Raises:
            PlaceError: A place lies outside the space.
            PlaceTypeError: A place is not made of whole numbers.
        """
        if self._chooses_again:
            self._follow_edits()
        finder = self._holder.core
        path = finder.find_between(start, goal, self.settings, self._maker)
        if path is None and isinstance(goal, Goal) and not self.space.capabilities.plane:
            from pathstar.planners.goals.plans import find_goal  # here and below: most goals are places

            return find_goal(self, start, goal)
        if path is None:  # the ends are not two tuples of ints within a plain grid
            ends = self._ground.ends(start, goal)
            result = finder.find(*ends, self.settings)
            path = Path(result, self.space, start, goal, self.method)
        if self._chooses_again and (path.core.revision != self._chosen_at or path.method is not self.method):
            path = Path(path.core, self.space, start, goal, self.method_at(path.revision))
        # This saves a call, which shows in queries of microseconds: few planners have a preference.
        return path if self._straightest is None else self.straightened(path)

    def straightened(self, path: Path) -> Path:
        """Return the path of the same cost that turns least, if this planner prefers that."""
        return path if self._straightest is None else self._straightest(path, self._mask)

    def find_many(
        self,
        starts: ArrayLike,
        goals: ArrayLike | Goal,
        *,
        threads: int | None = None,
        costs_only: bool = False,
        progress: Progress = None,
    ) -> Paths:
        """Find many paths in one native call; the results do not depend on the number of threads.

        Args:
            starts: Places ``(n, 2)``.
            goals: Places ``(n, 2)``; or one value of `pathstar.goals`, for all starts.
            threads: The number of threads, 1 to 1024; None means one per processor.
            costs_only: Keep costs, statuses and lengths, but no paths. That saves their memory and, with an
                index that knows the cost first, the time to make them.
            progress: Called now and then with the fraction of the paths found, from 0.0 to 1.0; True shows a
                bar on the terminal. An exception in it stops the call.

        Returns:
            A `Paths` of n rows.

        Raises:
            ArrayError: The arrays have the wrong shape or differ in length.
            PlaceError: A place lies outside; the message names its row.
            PlaceTypeError: An array does not hold whole numbers.
            OptionError: A wrong number of threads, or progress is something else.
        """
        costs_only = checked_switch("costs_only", costs_only)
        check_alone(self.choice.row, self.options["prefer"], "find_paths", lines=not costs_only)
        workers = checked_threads(threads)
        with reporting(progress, "finding paths") as tell:
            paths = self._find_batch(starts, goals, Batch(costs_only, workers, tell))
            tell_of(tell, 1.0)
        return paths

    def _find_batch(self, starts: ArrayLike, goals: ArrayLike | Goal, batch: Batch) -> Paths:
        if self.space.capabilities.plane:
            self._follow_edits()
            return find_lines(self, starts, goals, batch)
        start_nodes = self.space.nodes_of(starts, "starts")
        if isinstance(goals, Goal):
            from pathstar.planners.goals.plans import find_many_to_goal

            return find_many_to_goal(self, start_nodes, goals, batch)
        goal_nodes = self.space.nodes_of(goals, "goals")
        if len(start_nodes) != len(goal_nodes):
            given = f"{counted(len(start_nodes), 'start')} and {counted(len(goal_nodes), 'goal')} were given"
            raise ArrayError(f"{given}; give as many of each")
        return self.find_rows(start_nodes, goal_nodes, None, batch)

    def ends_of(self, places: ArrayLike, name: str) -> NDArray[Any]:
        """Return many places in the form that searches take: numbers of nodes, or points on a mesh.

        Args:
            places: Places ``(n, 2)``.
            name: What errors call them.
        """
        return self._ground.ends_of(places, name)

    def find_rows(
        self,
        start_nodes: NDArray[np.uint32],
        goal_nodes: NDArray[np.uint32],
        goals: _core.GoalSet | None,
        batch: Batch,
    ) -> Paths:
        """Find many paths between nodes, or from nodes to any of a set; see `find_many`."""
        self._follow_edits()
        settings = self.settings if goals is None else self.settings_to(goals)
        found = _core.find_many(self.finder, start_nodes, goal_nodes, settings, *batch)
        costs, statuses, counts, seconds, bounds, revisions, offsets, corner_offsets, corners, times = found
        return Paths(
            space=self.space,
            starts=start_nodes,
            goals=goal_nodes,
            costs=costs,
            statuses=statuses,
            counts=counts,
            seconds=seconds,
            bounds=bounds,
            revisions=revisions,
            offsets=offsets,
            corner_offsets=corner_offsets,
            corners=corners,
            times=times,
            method=self.method_at(int(revisions[0])) if len(revisions) else self.method,
            costs_only=batch.costs_only,
            threads=batch.threads,
        )

    def legs(self, start: Place, goal: Place) -> Iterator[Path]:
        """Find a path leg by leg, for a unit that sets off before the whole path is known.

        With an index whose row says ``legs``, and neither ``weight`` nor ``prefer``, each leg is found when
        it is asked for, in the space as it is then. Any other planner finds the whole path as one leg.

        Args:
            start: Where it starts, ``(x, y)``.
            goal: Where it ends.

        Returns:
            An iterator over paths, each beginning where the last one ended. If the goal cannot be reached, or
            no longer, the last one is falsy.

        Raises:
            PlaceError, PlaceTypeError: As `find`.

        Example:
            >>> import pathstar as ps
            >>> grid = ps.Grid([[1] * 100] * 100)
            >>> planner = ps.Planner(grid, index=ps.build_index(grid, "hierarchy"))
            >>> legs = planner.legs((0, 0), (99, 50))
            >>> len(next(legs)) < 100
            True
        """
        return legs_of(self, start, goal)

    def search(self, start: Place, goal: Place) -> Search:
        """Begin a search to be stepped by hand; arguments and errors as `find`.

        Raises:
            OptionError: This planner has an index that looks paths up: there is no search to step.
        """
        is_tour = isinstance(goal, Goal) and goal.plan == "tour" and not self.space.capabilities.plane
        if isinstance(goal, Goal) and not is_tour and self.for_sets is not self:
            return self.for_sets.search(start, goal)
        self._ground.check_steps()
        check_alone(self.choice.row, self.options["prefer"], "a search that is stepped or recorded")
        self._follow_edits()
        if is_tour:
            from pathstar.planners.goals.tour_search import TourSearch

            return TourSearch(self, start, goal)
        finder, (begin, end, settings) = self.finder, self.query(start, goal)
        native = finder.search(begin, end, settings)
        return Search(self.space, start, goal, self.choice.under_way, native, finder, self.method_now)

    @property
    def method_now(self) -> Callable[[], Method] | None:
        """What says how a search under way finds its path after an edit; None if edits do not change that."""

        def now() -> Method:
            self._follow_edits()
            return self.choice.under_way

        return now if self._ground.bound_changes(self.choice.row) else None

    def query(self, start: Place, goal: Place) -> tuple[int, int, _core.Settings]:
        """Return the ends of one search, and its settings."""
        if isinstance(goal, Goal) and not self.space.capabilities.plane:
            from pathstar.planners.goals.plans import query_of

            return query_of(self, start, goal)
        return *self._ground.ends(start, goal), self.settings

    def trace(
        self,
        start: Place,
        goal: Place,
        *,
        max_events: int = DEFAULT_MOST_EVENTS,
        stop: Callable[[], bool] | None = None,
    ) -> Trace:
        """Search and record every step.

        Unreachable goals are searched for too, so that the trace shows the open list running empty.

        Args:
            start: Where to start.
            goal: Where to end.
            max_events: The search stops with status LIMIT after about this many events of 32 bytes.
            stop: As `Search.run`.

        Returns:
            A `Trace`.

        Raises:
            PlaceError, PlaceTypeError: As `find`.
            OptionError: max_events is not a whole number from 1, or this planner has an index that looks
                paths up.
        """
        if isinstance(goal, Goal) and goal.plan != "tour" and self.for_sets is not self:
            return self.for_sets.trace(start, goal, max_events=max_events, stop=stop)
        self._ground.check_steps()
        self._follow_edits()
        from pathstar.planners.recording import recorded

        return recorded(self, start, goal, max_events, stop)

    def cost_rows(
        self, starts: NDArray[np.uint32], goals: NDArray[np.uint32], threads: int
    ) -> NDArray[np.float64]:
        """Return the costs from each start node to each goal node, row by row; see `cost_matrix`."""
        self._follow_edits()
        return _core.cost_matrix(self.finder, starts, goals, self.settings, threads)

    def update(self, change: Change) -> None:
        """Take over an edit of the map that the space was made from; see `Grid.update`."""
        self.space.update(change)

    @property
    def optimal(self) -> Planner:
        """A planner on the same space with optimal costs, and with the same index if that is exact."""
        self._follow_edits()
        if self._optimal is None:
            masks = {name: self.options[name] for name in ("avoid", "only")}
            self._optimal = Planner(self.space, **self._ground.optimal_options, **masks)
        return self._optimal

    def settings_to(self, goals: _core.GoalSet) -> _core.Settings:
        """Return the settings of a search that may end at any of several goals."""
        settings = self.settings.copy()
        settings.goals = goals
        return settings

    @property
    def for_sets(self) -> Planner:
        """The planner for goals of several places: A* if ``"auto"`` stands for jump point search."""
        if self.takes_sets or self.options["algorithm"] != AUTO or self.index is not None:
            return self
        if self._for_sets is None:
            self._for_sets = Planner(self.space, **{**self.options, "algorithm": "astar"})
        return self._for_sets

    @property
    def finder(self) -> _core.Finder:
        """The native finder that it asks."""
        finder: _core.Finder = self._holder.core
        return finder

    def __repr__(self) -> str:
        how = self.method
        return (
            f"Planner({self.space!r}, {how.algorithm}, heuristic {how.heuristic}, open list {how.open_list})"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, (self.space, self.options)


def _rebuilt(space: Space, options: dict[str, Any]) -> Planner:
    return Planner(space, **options)
