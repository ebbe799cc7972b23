"""The facade: one space, one algorithm, its options, any number of queries."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar import _core
from pathstar.engine.options import (
    checked_limit,
    checked_weight,
    open_list_kind,
    ties_rule,
)
from pathstar.engine.search import Search
from pathstar.errors import ArrayError, OptionError
from pathstar.indexes.index import Index
from pathstar.maps.arguments import checked_switch
from pathstar.paths.path import Method, Path
from pathstar.paths.paths import Paths
from pathstar.planners.algorithms import AUTO
from pathstar.planners.checks import check_space, checked_events, checked_threads
from pathstar.planners.fitting import check_order
from pathstar.planners.ground import ground_of
from pathstar.planners.masks import mask_of
from pathstar.spaces.base import Place, Space
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
        index: What was computed ahead for this space by `build_index`. Its row says which algorithms run over
            it; where none does, queries look paths up in it, and no other option goes with it.
        avoid: Places not to enter: a bool array in the shape of the space, or a list of places. Corner rules
            stay as they are, and the start may lie on one.
        only: The only places to enter, in the same form.

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
        avoid: Any = None,
        only: Any = None,
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
            "avoid": avoid,
            "only": only,
        }
        self._skips = checked_switch("skip_dead_ends", skip_dead_ends)
        self._mask = mask_of(space, avoid, only)
        self._ground = ground_of(space, index)
        self._choose()

    def _choose(self) -> None:
        """Work out what the options mean in the space as it is now."""
        space, ground, options = self.space, self._ground, self.options
        open_list, ties, most = options["open_list"], options["ties"], options["max_expansions"]
        self._chosen_at = space.revision
        self._optimal: Planner | None = None
        row = ground.row(options)
        check_order(row, open_list, ties)
        estimate = ground.heuristic(options["heuristic"])
        weight = options["weight"]
        factor = row.weight if weight is None else checked_weight(weight)
        settings = _core.Settings(
            loop=_core.Loop[row.loop],
            use_g=row.use_g,
            weight=factor,
            heuristic=_core.HeuristicKind[estimate],
            open=open_list_kind(open_list, ties, row.open_list),
            ties=ties_rule(ties),
            jumps=row.jumps,
            skip_dead_ends=self._skips,
            improve=row.improve,
            max_expansions=checked_limit(row.most_expansions if most is None else most),
        )
        settings.mask = self._mask
        self.method = Method(
            algorithm=ground.name(row),
            heuristic=estimate if factor > 0 else "zero",
            weight=factor,
            open_list=self._ground.finder.open_kind(settings).name,
            bound=ground.bound(row, factor, estimate),
        )
        self._maker = _core.PathMaker(Path, space, self.method)
        self._traces = row.traces
        self._rules = Rules(
            algorithm=row.name,
            title=row.title,
            use_g=row.use_g,
            weight=factor,
            heuristic=self.method.heuristic,
            open_list=self._ground.finder.open_order(settings).name,
            ties=ties or "larger_g",
            improve=row.improve,
            jumps=row.jumps,
        )
        self.settings = settings
        self._chooses_again = ground.changes_with_edits(row)

    def _follow_edits(self) -> None:
        """Choose again where an edit may have changed what fits, or what is promised."""
        if self._chooses_again and self.space.revision != self._chosen_at:
            self._choose()

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
        if self._chooses_again:
            self._follow_edits()
        path = self._ground.finder.find_between(start, goal, self.settings, self._maker)
        if path is None:  # these places are not two tuples of ints within a plain grid
            ends = self.space.node_of(start), self.space.node_of(goal)
            result = self._ground.finder.find(*ends, self.settings)
            path = Path(result, self.space, start, goal, self.method)
        return path

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
        self._follow_edits()
        costs, statuses, counts, seconds, offsets, corner_offsets, corners, times = _core.find_many(
            self._ground.finder, start_nodes, goal_nodes, self.settings, costs_only, workers
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
            times=times,
            method=self.method,
            costs_only=costs_only,
        )

    def search(self, start: Place, goal: Place) -> Search:
        """Begin a search to be stepped by hand; arguments and errors as `find`.

        Raises:
            OptionError: This planner has an index that looks paths up: there is no search to step.
        """
        self._ground.check_steps()
        self._follow_edits()
        finder, ends = self._ground.finder, (self.space.node_of(start), self.space.node_of(goal))
        return Search(self.space, start, goal, self.method, finder.search(*ends, self.settings), finder)

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
            OptionError: max_events is not a whole number from 1, this planner has an index that looks paths
                up, or its algorithm leaves no trace.
        """
        self._ground.check_steps()
        self._follow_edits()
        if not self._traces:
            raise OptionError(
                f"{self.method.algorithm} leaves no trace: it is not one search that closes each node once; "
                "trace 'astar'"
            )
        recorder = _core.Recorder(checked_events(max_events))
        finder, ends = self._ground.finder, (self.space.node_of(start), self.space.node_of(goal))
        native = finder.record(*ends, self.settings, recorder)
        path = Search(self.space, start, goal, self.method, native, finder).run(stop)
        return Trace(self.space, path, recorder.events().view(EVENT).ravel(), self._rules, max_events)

    def cost_rows(
        self, starts: NDArray[np.uint32], goals: NDArray[np.uint32], threads: int
    ) -> NDArray[np.float64]:
        """Return the costs from each start node to each goal node, row by row; see `cost_matrix`."""
        self._follow_edits()
        return _core.cost_matrix(self._ground.finder, starts, goals, self.settings, threads)

    def update(self, change: Change) -> None:
        """Take over an edit of the map that the space was made from; see `Grid.update`."""
        self.space.update(change)

    @property
    def optimal(self) -> Planner:
        """The planner on the same space, with the same index, whose costs are optimal."""
        self._follow_edits()
        if self._optimal is None:
            self._optimal = Planner(self.space, weight=self._ground.optimal_weight, index=self.index)
        return self._optimal

    def __repr__(self) -> str:
        how = self.method
        return (
            f"Planner({self.space!r}, {how.algorithm}, heuristic {how.heuristic}, open list {how.open_list})"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, (self.space, self.options)


def _rebuilt(space: Space, options: dict[str, Any]) -> Planner:
    return Planner(space, **options)
