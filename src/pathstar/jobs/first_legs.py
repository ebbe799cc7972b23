"""First legs, on which units set off before their paths are known."""

from __future__ import annotations

import bisect
import itertools
from collections import deque
from collections.abc import Callable, Collection

import numpy as np

from pathstar.errors import PlaceError
from pathstar.jobs.tickets import Ticket
from pathstar.paths.path import Path
from pathstar.planners.planner import Planner

_BATCH = 16  # legs that are compared with an edit at a time


class FirstLegs:
    """The requests that need first legs: new ones, and those whose legs an edit has touched.

    Args:
        planner: The planner of the answers; legs obey the same masks.
        expansions: How many nodes a greedy search for a leg may expand; 0 for no legs.
    """

    def __init__(self, planner: Planner, expansions: int) -> None:
        self._space = planner.space
        self._finder = _leg_finder(planner, expansions)
        self._wanted: deque[Ticket] = deque()
        self._unchecked: deque[Ticket] = deque()
        self._checked_at = self._seen_at = planner.space.revision

    def __bool__(self) -> bool:
        """Whether any request needs a leg."""
        return bool(self._wanted)

    def want(self, ticket: Ticket) -> None:
        """Note a new request."""
        if self._finder is not None:
            self._wanted.append(ticket)

    def want_still(self, ticket: Ticket) -> None:
        """Put a request back whose leg is not found yet: it comes next."""
        self._wanted.appendleft(ticket)

    def pop(self) -> Ticket:
        """Take the next request that needs a leg."""
        return self._wanted.popleft()

    def find(self, ticket: Ticket) -> Path | None:
        """Return a leg from a short greedy search; None without legs, or if an end was removed."""
        try:
            return None if self._finder is None else self._finder.find(ticket.start, ticket.goal)
        except PlaceError:
            return None

    def follow(self, tickets: Collection[Ticket], may_go_on: Callable[[], bool]) -> None:
        """Ask for new legs in place of those that an edit has touched, before the legs of new requests.

        Args:
            tickets: The waiting requests.
            may_go_on: Returns whether there is time to compare more legs; the next call goes on with the
                rest.
        """
        revision = self._space.revision
        if self._finder is None or (revision == self._seen_at and not self._unchecked):
            return
        if revision != self._seen_at:
            rest = set(self._unchecked)
            self._unchecked += [
                ticket for ticket in tickets if ticket.path is not None and ticket not in rest
            ]
            self._seen_at = revision
        while self._unchecked and may_go_on():
            batch = [self._unchecked.popleft() for _ in range(min(_BATCH, len(self._unchecked)))]
            self._wanted.extendleft(reversed(self._touched(batch)))
        if not self._unchecked:
            self._checked_at = revision

    def _touched(self, tickets: list[Ticket]) -> list[Ticket]:
        """Return the waiting requests with a leg that an edit has touched."""
        old = [
            (ticket, leg.nodes)
            for ticket in tickets
            if not (ticket.done or ticket.cancelled)
            and (leg := ticket.path) is not None
            and leg.revision < self._seen_at
        ]
        if not old:
            return []
        nodes = np.concatenate([steps for _, steps in old])
        ends = list(itertools.accumulate(len(steps) for _, steps in old))
        touched: list[Ticket] = []
        begin = 0
        while begin < len(nodes):
            at = begin + self._space.untouched(nodes[begin:], self._checked_at)
            if at == len(nodes):
                break
            number = bisect.bisect_right(ends, at)
            touched.append(old[number][0])
            begin = ends[number]
        return touched


def _leg_finder(planner: Planner, expansions: int) -> Planner | None:
    """Return the planner of first legs; None without legs, as on a plane, where searches close no places."""
    if not expansions or planner.space.capabilities.plane:
        return None
    kept = {name: planner.options[name] for name in ("max_cost", "avoid", "only")}
    return Planner(planner.space, "greedy", max_expansions=expansions, partial=True, **kept)
