"""The fields that requests of a queue share."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from pathstar.errors import PathstarError
from pathstar.jobs.tickets import Ticket
from pathstar.jobs.work import Job, Shared
from pathstar.planners.planner import Planner

_LIMITS = ("max_cost", "max_expansions", "max_seconds")  # each search has its own, but a field serves all


class SharedFields:
    """The fields of a queue by goal, and the requests that have searches of their own so far.

    Args:
        planner: The planner whose answers those of a field must match.
        share_from: The number of requests with the same goal from which they share a field.
        keep: How many fields are kept once no request waits for them.
    """

    def __init__(self, planner: Planner, share_from: int, keep: int) -> None:
        self._planner = planner
        self._share_from = share_from
        self._keep = keep
        self._fields: dict[Hashable, Shared] = {}
        self._alone: dict[Hashable, dict[Ticket, None]] = {}

    def of(self, key: Hashable) -> Shared | None:
        """Return the field of a goal, if there is one."""
        return self._fields.get(key)

    def knows(self, key: Hashable) -> bool:
        """Return whether the whole field of a goal is known."""
        field = self._fields.get(key)
        return field is not None and field.search.complete

    def gather(self, ticket: Ticket, key: Hashable) -> tuple[Shared | None, Iterable[Ticket]]:
        """Note a request; return a field, once one pays, and the requests that join it."""
        same = self._alone.setdefault(key, {})
        same[ticket] = None
        if len(same) < self._share_from or not self._answers_like_the_planner():
            return None, same
        masks = {name: self._planner.options[name] for name in ("avoid", "only")}
        try:
            field = Shared(self._planner.space, ticket.goal, masks)
        except PathstarError:  # no place of the goal can be entered; the search of each request says why
            return None, same
        self._fields[key] = field
        return field, self._alone.pop(key)

    def leave(self, ticket: Ticket, key: Hashable) -> None:
        """Forget a request that is over."""
        same = self._alone.get(key, {})
        if ticket in same:
            del same[ticket]
            if not same:
                del self._alone[key]

    def discard(self, job: Job) -> None:
        """Drop the field of a search that failed, if it has one."""
        self._fields = {key: field for key, field in self._fields.items() if field is not job}

    def drop_idle(self) -> None:
        """Drop the oldest fields that no request waits for, except a few."""
        idle = [key for key, field in self._fields.items() if not field.tickets]
        for key in idle[: max(0, len(idle) - self._keep)]:
            del self._fields[key]

    def _answers_like_the_planner(self) -> bool:
        planner, able = self._planner, self._planner.space.capabilities
        return (
            able.one_to_all
            and not able.headings
            and planner.method.bound == 1
            and not planner.choice.row.any_angle
            and all(planner.options[name] is None for name in _LIMITS)
        )
