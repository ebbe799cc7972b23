"""A search through several places that its caller steps."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from pathstar._core import Status, fixed_place
from pathstar.engine.search import Search
from pathstar.paths.path import Path
from pathstar.planners.goals.tour import Tour, ordered_places
from pathstar.spaces.base import Place

if TYPE_CHECKING:
    from pathstar.planners.planner import Planner


class TourSearch(Search):
    """A search for each leg, one after another, stepped as one.

    The best order is worked out when the search begins, by searches that are not stepped. When the space is
    edited, the first leg goes on or starts over as any search does. The whole search starts over if a leg was
    found already, or if the best order was worked out.

    Args:
        planner: The planner of its legs.
        start: Where it starts.
        goal: A value of `pathstar.goals.through`.
    """

    def __init__(self, planner: Planner, start: Place, goal: Any) -> None:
        self._planner = planner
        self._begun_again = 0
        self.space, self.start, self.goal = planner.space, fixed_place(start), goal
        self._begin()

    @property
    def status(self) -> Status:
        """RUNNING, or how the search ended."""
        return self._tour.status

    @property
    def path(self) -> Path:
        """The result so far; with ``partial=True`` it leads as far as the leg under way has come."""
        return self._tour.path(None if self._tour.is_over else self._leg.path, self._begun_again)

    def stop(self) -> None:
        """End a running search with status LIMIT."""
        while self.status is Status.RUNNING:
            self._leg.stop()
            self._end_leg()

    def _begin(self) -> None:
        self._revision = self.space.revision
        places = ordered_places(self._planner, self.start, self.goal)
        self._tour = Tour(self._planner, self.start, places, self.goal)
        self._begin_leg()

    def _begin_leg(self) -> None:
        planner, (here, there) = self._planner, self._tour.next_ends
        finder, ends = planner.finder, (self.space.node_of(here), self.space.node_of(there))
        native = finder.search(*ends, self._tour.settings())
        self._leg = Search(
            self.space, here, there, planner.choice.under_way, native, finder, planner.method_now
        )
        self._seconds = 0.0

    def _end_leg(self) -> None:
        self._tour.add(self._leg.path, self._seconds)
        if not self._tour.is_over:
            self._begin_leg()

    def _step(self, expansions: int) -> Status:
        if self._must_begin_again:
            if (method_now := self._planner.method_now) is not None:
                method_now()  # the planner takes note of the edit
            self._begun_again += 1
            self._begin()
        while self.status is Status.RUNNING and expansions > 0:
            before, begun = self._leg.path.stats.expanded, time.perf_counter()
            status = self._leg.step(expansions)
            self._seconds += time.perf_counter() - begun
            if status is Status.RUNNING:
                break
            expansions -= max(0, self._leg.path.stats.expanded - before)
            self._end_leg()
        return self.status

    @property
    def _must_begin_again(self) -> bool:
        """Whether an edit may have changed a leg that is over, or the best order."""
        running = self.status is Status.RUNNING and self.space.revision != self._revision
        leg_is_over = self._tour.has_legs or self._leg.status is not Status.RUNNING
        return running and (leg_is_over or self.goal.order == "best")
