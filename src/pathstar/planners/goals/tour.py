"""A path through several places, in the given order or in the best one."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pathstar import _core
from pathstar._core import PathResult, Status
from pathstar.engine.options import spend
from pathstar.errors import OptionError
from pathstar.paths.path import Leg, Path
from pathstar.spaces.base import Place, Space

if TYPE_CHECKING:
    from pathstar.planners.planner import Planner


LegFinder = Callable[[Place, Place, _core.Settings], Path]


def find_tour(planner: Planner, start: Place, goal: Any, find: LegFinder | None = None) -> Path:
    """Find a path that visits all places of a goal; the limits hold for the whole path.

    Args:
        planner: The planner of its legs.
        start: Where it starts.
        goal: A value of `pathstar.goals.through`.
        find: Finds one leg, given its ends and settings; by default the planner's own search.

    Raises:
        OptionError: The paths of the space cannot be joined, because time or headings decide how to go on.
    """
    return find_legs(planner, start, ordered_places(planner, start, goal), goal, find)


def ordered_places(planner: Planner, start: Place, goal: Any) -> list[Place]:
    """Return the places of a goal in the order in which to visit them.

    Raises:
        OptionError: As `find_tour`.
    """
    space = planner.space
    if space.capabilities.timed or space.capabilities.headings:
        raise OptionError(
            f"through over a {space.kind.name} would forget the time or heading at each place; find a path "
            "to one place after another"
        )
    places = list(goal.places)
    nodes = space.nodes_of(places, "through").tolist()
    if goal.order == "best":
        costs = _costs_between(planner, [space.node_of(start), *nodes])
        places = [places[row] for row in best_order(costs)]
    return places


def best_order(costs: NDArray[np.float64]) -> list[int]:
    """Return the order in which to visit places so that the path costs least.

    Exact, by dynamic programming over sets of places (Held and Karp 1962, A dynamic programming approach to
    sequencing problems). If no path visits all, it is the given order.

    Args:
        costs: ``(n + 1, n + 1)``: the cost from each place to each other; row 0 is the start.

    Returns:
        The places, from 0 to n - 1.

    Example:
        >>> best_order(np.array([[0, 9, 1.0], [9, 0, 2], [1, 2, 0]]))
        [1, 0]
    """
    count = len(costs) - 1
    between = costs[1:, 1:]
    least = np.full((1 << count, count), math.inf)
    before = np.zeros((1 << count, count), np.int64)
    for last in range(count):
        least[1 << last, last] = costs[0, last + 1]
    for visited in range(1, 1 << count):
        by_last = least[visited][:, None] + between
        for following in range(count):
            if visited >> following & 1:
                continue
            more, last = visited | 1 << following, int(by_last[:, following].argmin())
            if by_last[last, following] < least[more, following]:
                least[more, following] = by_last[last, following]
                before[more, following] = last
    visited, order = (1 << count) - 1, []
    if not np.isfinite(least[visited]).any():
        return list(range(count))
    last = int(least[visited].argmin())
    while visited:
        order.append(last)
        visited, last = visited & ~(1 << last), int(before[visited, last])
    return order[::-1]


def _costs_between(planner: Planner, nodes: list[int]) -> NDArray[np.float64]:
    rows = np.array(nodes, np.uint32)
    costs: NDArray[np.float64] = planner.optimal.cost_rows(rows, rows, 1).reshape(len(rows), len(rows))
    return costs


def find_legs(
    planner: Planner, start: Place, places: list[Place], goal: Any, find: LegFinder | None = None
) -> Path:
    """Find a path from each place to the next, and join them; a leg that is not found ends the path."""
    space = planner.space

    def found(here: Place, there: Place, settings: _core.Settings) -> Path:
        ends = space.node_of(here), space.node_of(there)
        result = planner.finder.find(*ends, settings)
        return planner.straightened(Path(result, space, here, there, planner.method_at(result.revision)))

    tour = Tour(planner, start, places, goal)
    while not tour.is_over:
        begun = time.perf_counter()
        leg = (find or found)(*tour.next_ends, tour.settings())
        tour.add(leg, time.perf_counter() - begun)
    return tour.path()


class Tour:
    """A path through several places that is found leg by leg; its limits hold for the whole path.

    Args:
        planner: The planner of its legs.
        start: Where it starts.
        places: Where its legs end, at least one.
        goal: The goal that lists these places.
    """

    def __init__(self, planner: Planner, start: Place, places: list[Place], goal: Any) -> None:
        self._planner = planner
        self._ends = [start, *places]
        self._goal = goal
        self._legs: list[Path] = []
        self._seconds = 0.0

    @property
    def is_over(self) -> bool:
        """Whether all legs were found, or one cannot be found."""
        legs = self._legs
        return bool(legs) and (len(legs) == len(self._ends) - 1 or legs[-1].status is not Status.FOUND)

    @property
    def has_legs(self) -> bool:
        """Whether any leg was found."""
        return bool(self._legs)

    @property
    def status(self) -> Status:
        """RUNNING, or how the last leg ended."""
        return self._legs[-1].status if self.is_over else Status.RUNNING

    @property
    def next_ends(self) -> tuple[Place, Place]:
        """The ends of the next leg."""
        number = len(self._legs)
        return self._ends[number], self._ends[number + 1]

    def settings(self) -> _core.Settings:
        """Return the settings of the next leg, with what is left of the limits."""
        settings = self._planner.settings.copy()
        settings.max_cost -= sum(leg.cost for leg in self._legs)
        spend(settings, sum(leg.stats.expanded for leg in self._legs), self._seconds)
        return settings

    def add(self, leg: Path, seconds: float) -> None:
        """Add the next leg and the seconds that it took."""
        self._legs.append(leg)
        self._seconds += seconds

    def path(self, under_way: Path | None = None, restarts: int = 0) -> Path:
        """Return the path so far.

        Args:
            under_way: What is known of the leg that is being searched for.
            restarts: How often the search for the tour has started over.
        """
        planner = self._planner
        legs = self._legs if under_way is None else [*self._legs, under_way]
        status, last = legs[-1].status, self._ends[-1]
        reached = status is Status.FOUND and len(legs) == len(self._ends) - 1
        if status is Status.FOUND and not reached:  # an anytime search goes on after its first path
            status = Status.RUNNING
        partial = planner.settings.partial and status in (Status.LIMIT, Status.RUNNING)
        shown = [leg for leg in legs if (reached or partial) and len(leg)]
        core = _core_of(planner.space, status, legs, shown, restarts)
        method = planner.method if under_way is None else planner.choice.under_way
        if self._goal.plan == "tour":
            found = (leg for leg in legs if leg.status is Status.FOUND)
            method = replace(method, legs=tuple(Leg(leg.goal, leg.cost) for leg in found))
        if reached:
            method = replace(method, why=self._goal.why(last))
        return Path(core, planner.space, self._ends[0], last if reached else legs[-1].goal, method)


def _core_of(space: Space, status: Status, legs: list[Path], shown: list[Path], restarts: int) -> PathResult:
    """Return the result of a tour.

    Args:
        space: Where it leads.
        status: How it ended.
        legs: All legs, at least one.
        shown: The legs whose places and costs make up the path.
        restarts: How often the search for the tour has started over.
    """
    columns = legs[0].core.columns
    expanded, generated, updated = np.array([leg.core.counts for leg in legs]).sum(axis=0).tolist()
    return PathResult(
        status,
        sum(leg.cost for leg in shown) if shown else math.inf,
        _joined([leg.core.corners() for leg in shown], 1, np.uint32),
        space.corner_rule,
        counts=(expanded, generated, updated),
        seconds=sum(leg.stats.seconds for leg in legs),
        revision=min(leg.revision for leg in legs),
        restarts=restarts + sum(leg.stats.restarts for leg in legs),
        line=_joined([leg.core.line() for leg in shown], columns, np.float64),
        bound=max(leg.bound for leg in legs),
        columns=columns,
    )


def _joined(parts: list[NDArray[Any]], shared: int, kind: Any) -> NDArray[Any]:
    """Join parts into one array; each begins with the last numbers of the part before, which count once."""
    return np.concatenate([parts[0], *(part[shared:] for part in parts[1:])]) if parts else np.empty(0, kind)
