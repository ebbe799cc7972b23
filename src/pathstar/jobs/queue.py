"""A queue of path requests that spends a fixed budget on each frame."""

from __future__ import annotations

import heapq
import itertools
import math
import operator
import threading
import time
from collections import deque
from dataclasses import dataclass
from typing import Any

import numpy as np

from pathstar.errors import OptionError
from pathstar.jobs.tickets import Ticket
from pathstar.jobs.turns import OVERDUE, Turns
from pathstar.jobs.work import Alone, ByLegs, Job, Shared
from pathstar.maps.arguments import as_number
from pathstar.planners.field_search import FieldSearch
from pathstar.planners.planner import Planner
from pathstar.spaces.base import Place, Space

_SECONDS = 0.002  # the budget, if none is given
_SLICE = 512  # expansions between two looks at the clock, at most
_SHORTEST = 16
_QUANTUM = 2000  # expansions that weigh as much as waiting for one update
_MOST_PUT_OFF = 16  # searches that do not fit the rest of an update
_FOR_LEGS = 0.5  # of the budget, so that searches go on however many requests are new


@dataclass(frozen=True, slots=True)
class Statistics:
    """What a queue has done.

    Attributes:
        updates: How often it was updated.
        waiting: Requests that wait.
        under_way: Searches that have begun and are not over; few at a time, as each holds memory.
        bytes: About how much memory they may hold.
        finished: Requests that were answered.
        cancelled: Requests that were given up.
        late: Answers that came after their deadline.
        shared: Answers that came from a field shared by several requests.
        work: Expansions, and one for each look at a request of a shared field.
        longest_update: Seconds that the longest update took.
        mean_update: Seconds that an update took on average.
    """

    updates: int = 0
    waiting: int = 0
    under_way: int = 0
    bytes: int = 0
    finished: int = 0
    cancelled: int = 0
    late: int = 0
    shared: int = 0
    work: int = 0
    longest_update: float = 0.0
    mean_update: float = 0.0


class PathQueue:
    """Finds paths for many requests, a little on each frame of a game.

    The request of the highest priority goes first; among equals, the oldest. Each update that
    a request waits counts as one step of priority, and so does, against it, the work already spent on it: so
    none waits for ever, and a short search need not wait for a long one. A request whose deadline has come
    goes before all others. Requests with the same goal share one field once there are several.

    Edits of the space touch only searches that have looked at what was edited; these begin again by
    themselves. With a budget of expansions the answers and their order are the same on every run.

    Args:
        space: Where to search; or a `Planner`, whose algorithm and options the searches have. One with an
            index of the kind ``"hierarchy"`` gives first legs at once that belong to the path.
        budget_seconds: How long an update may take; by default 0.002.
        budget_expansions: How much an update may do instead, so only one of the two is given. What one does
            too much, by at most 64 or the length of a leg, the next one makes up for.
        leg_expansions: How many nodes a greedy search may expand for a first leg, with which a unit can set
            off before its path is found. New requests get theirs before any search goes on, for at most half
            of the budget. 0 for no legs.
        share_from: From how many waiting requests with the same goal on they share a field.
        keep_fields: How many fields are kept for later requests once nobody waits for them.
        ageing: How much priority a request gains with each update that it waits.
        most_bytes: About how much memory the searches under way may hold together: 16 bytes for each node of
            the space and search. One is under way in any case.

    Attributes:
        planner: What finds the paths.

    Raises:
        SpaceError: The first argument is neither a space nor a planner.
        OptionError: A budget or number that cannot be used, or two budgets.

    Example:
        >>> import numpy as np
        >>> import pathstar as ps
        >>> queue = PathQueue(ps.Grid(np.ones((64, 64))), budget_expansions=1000)
        >>> ticket = queue.request((0, 0), (63, 63), priority=2)
        >>> while not ticket.done:
        ...     finished = queue.update()
        >>> round(ticket.path.cost, 3), finished == [ticket], queue.statistics.waiting
        (89.095, True, 0)
    """

    def __init__(
        self,
        space: Space | Planner,
        *,
        budget_seconds: float | None = None,
        budget_expansions: int | None = None,
        leg_expansions: int = 200,
        share_from: int = 4,
        keep_fields: int = 4,
        ageing: float = 1.0,
        most_bytes: int = 1 << 29,
    ) -> None:
        self.planner = space if isinstance(space, Planner) else Planner(space)
        if budget_seconds is not None and budget_expansions is not None:
            raise OptionError(
                f"budget_seconds is {budget_seconds!r} and budget_expansions is {budget_expansions!r}; "
                "allowed: one of them"
            )
        self._seconds = _checked(
            "budget_seconds", _SECONDS if budget_seconds is None else budget_seconds, 0.0
        )
        self._expansions = (
            None if budget_expansions is None else _whole("budget_expansions", budget_expansions, 1)
        )
        self._share_from = _whole("share_from", share_from, 1)
        self._keep_fields = _whole("keep_fields", keep_fields, 0)
        self._ageing = _checked("ageing", ageing)
        legs = _whole("leg_expansions", leg_expansions, 0)
        space = self.planner.space
        partial = not space.capabilities.plane  # lines over a mesh have no closed places to lead to
        self._legs = Planner(space, "greedy", max_expansions=legs, partial=partial) if legs else None
        self._new: deque[Ticket] = deque()
        self._lock = threading.RLock()
        self._numbers = itertools.count()
        self._turns = Turns(_whole("most_bytes", most_bytes, 0))
        self._deadlines: list[tuple[int, int, Ticket]] = []
        self._jobs: dict[Ticket, Job] = {}
        self._alone: dict[int, list[Ticket]] = {}
        self._fields: dict[int, Shared] = {}
        self._frame = self._debt = 0
        self._pace = 1e-6  # seconds for a unit of work
        # Seconds of a fresh step, by the kind of search and whether it has begun.
        self._beginnings: dict[tuple[type[Job], bool], float] = {}
        self._put_off: tuple[float, Job] | None = None  # it comes first in the next update
        self._counts = dict.fromkeys(("finished", "cancelled", "late", "shared", "work"), 0)
        self._spent = self._longest = 0.0

    def request(
        self, start: Place, goal: Place, *, priority: float = 0.0, deadline: int | None = None
    ) -> Ticket:
        """Ask for a path.

        Args:
            start: Where it starts.
            goal: Where it ends.
            priority: Higher goes first.
            deadline: After how many updates the path is wanted at the latest.

        Returns:
            A `Ticket`.

        Raises:
            PlaceError, PlaceTypeError: As `find_path`.
            OptionError: The priority is not a finite number, or the deadline not a whole number from 1.
        """
        space = self.planner.space
        space.node_of(start)
        node = space.node_of(goal)
        urgency = _checked("priority", priority)
        with self._lock:
            due = None if deadline is None else self._frame + _whole("deadline", deadline, 1)
            turn = self._ageing * self._frame - urgency
            ticket = Ticket(start, goal, urgency, due, turn, self._drop)
            if due is not None:
                heapq.heappush(self._deadlines, (due, next(self._numbers), ticket))
            known = node in self._fields and self._fields[node].search.complete
            if self._legs is not None and not known:
                self._new.append(ticket)
            self._place(ticket, node)
        return ticket

    def update(self) -> list[Ticket]:
        """Work on the requests for one frame, and return those that were answered."""
        began = time.perf_counter()
        finished: list[Ticket] = []
        with self._lock:
            self._frame += 1
            self._hurry()
            spent = self._debt
            turn, self._put_off = self._put_off, None
            if turn is not None:
                spent += self._advance(*turn, _SHORTEST, began, finished)
            spent += self._set_off(began, spent)
            spent += self._go_on(began, spent, finished)
            self._drop_fields()
            self._counts["work"] += spent - self._debt
            self._debt = max(0, spent - self._expansions) if self._expansions is not None else 0
            took = time.perf_counter() - began
            self._spent, self._longest = self._spent + took, max(self._longest, took)
        return finished

    @property
    def statistics(self) -> Statistics:
        """What it has done so far."""
        with self._lock:
            mean = self._spent / self._frame if self._frame else 0.0
            return Statistics(
                updates=self._frame,
                waiting=len(self._jobs),
                under_way=self._turns.under_way,
                bytes=self._turns.bytes,
                longest_update=self._longest,
                mean_update=mean,
                **self._counts,
            )

    def __len__(self) -> int:
        return len(self._jobs)

    def __repr__(self) -> str:
        return f"PathQueue({len(self)} waiting, {self._counts['finished']} finished)"

    def _go_on(self, began: float, spent: int, finished: list[Ticket]) -> int:
        """Let searches go on in turn for the rest of the budget, and return how much work it was."""
        work = 0
        put_off: list[tuple[float, Job]] = []
        while len(put_off) < _MOST_PUT_OFF and (budget := self._left(began, spent + work)) > 0:
            turn = self._turns.pop()
            if turn is None:
                break
            if self._fits(turn[1], began):
                work += self._advance(*turn, budget, began, finished)
            else:
                put_off.append(turn)
        self._put_off = put_off[0] if put_off else None
        for turn in put_off[1:]:
            self._turns.push(*turn)
        return work

    def _advance(self, key: float, job: Job, budget: int, began: float, finished: list[Ticket]) -> int:
        """Let a search go on, hand out what it has found, and return how much work it was.

        One that is put off may have been cancelled since.
        """
        if not job.tickets:
            self._turns.drop(job)
            return 0
        fresh, kind, started = job.fresh, (type(job), job.begun), time.perf_counter()
        work = job.advance(budget)
        finished += self._answer(job, began)
        took = time.perf_counter() - started
        if fresh:
            self._beginnings[kind] = max(took, 0.9 * self._beginnings.get(kind, 0.0))
        else:
            self._pace = 0.9 * self._pace + 0.1 * took / work
        if job.tickets:
            self._turns.push(key + work / _QUANTUM, job)
        else:
            self._turns.drop(job)
        return work

    def _fits(self, job: Job, began: float) -> bool:
        """Return whether the next step of a search ends in time, as far as earlier ones tell."""
        if self._expansions is not None or not job.fresh:
            return True
        longest = self._beginnings.get((type(job), job.begun), 0.0)
        return time.perf_counter() - began + longest <= self._seconds

    def _set_off(self, began: float, spent: int) -> int:
        """Find first legs for new requests, for half of the budget at most, and return how much it was."""
        work = 0
        if self._legs is None:
            return 0
        work = 0
        while self._new and self._left(began, spent + work, _FOR_LEGS) > 0:
            ticket = self._new.popleft()
            job = self._jobs.get(ticket)
            if isinstance(job, ByLegs):
                work += job.advance(1)
            elif job is not None:
                leg = self._legs.find(ticket.start, ticket.goal)
                ticket.path = leg if len(leg) > 1 else None
                work += 1 + leg.stats.expanded
        return work

    def _left(self, began: float, spent: int, share: float = 1.0) -> int:
        """Return how much of a share of the budget may be used before the next look at what is left."""
        if self._expansions is not None:
            return min(int(share * self._expansions) - spent, _SLICE)
        seconds = share * self._seconds - (time.perf_counter() - began)
        if seconds <= 0:
            return 0
        return min(max(int(seconds / (2 * self._pace)), _SHORTEST), _SLICE)

    def _place(self, ticket: Ticket, goal: int) -> None:
        """Give a request to the field of its goal, or a search of its own."""
        if goal in self._fields:
            return self._join(ticket, self._fields[goal])
        same = self._alone.setdefault(goal, [])
        same.append(ticket)
        if len(same) < self._share_from or not self._may_share(goal):
            self._jobs[ticket] = self._job(ticket)
            return self._turns.push(ticket.turn, self._jobs[ticket])
        self._fields[goal] = Shared(FieldSearch(self.planner.space, [ticket.goal]))
        for other in self._alone.pop(goal):
            if other is not ticket:
                self._jobs[other].tickets.clear()
            self._join(other, self._fields[goal])
        return None

    def _job(self, ticket: Ticket) -> Job:
        index = self.planner.index
        if index is not None and index.kind.legs:
            return ByLegs(ticket, self.planner)
        return Alone(ticket, self.planner)

    def _join(self, ticket: Ticket, shared: Shared) -> None:
        first = min((other.turn for other in shared.tickets), default=math.inf)
        shared.tickets.append(ticket)
        self._jobs[ticket] = shared
        if ticket.turn < first:
            self._turns.push(ticket.turn, shared)

    def _may_share(self, goal: int) -> bool:
        """Return whether a field answers as the planner would."""
        space, able = self.planner.space, self.planner.space.capabilities
        free = bool(space.is_free(np.array([goal], np.uint32))[0])
        return able.one_to_all and not able.headings and self.planner.method.bound == 1 and free

    def _hurry(self) -> None:
        """Put the searches of overdue requests before all others."""
        while self._deadlines and self._deadlines[0][0] <= self._frame:
            _, _, ticket = heapq.heappop(self._deadlines)
            if (job := self._jobs.get(ticket)) is not None:
                self._turns.push(OVERDUE, job)

    def _answer(self, job: Job, began: float) -> list[Ticket]:
        """Hand out what a search has found, as far as the time of this update lasts."""
        answered, shared = [], job.shared
        for ticket, path in job.answers():
            late = ticket.deadline is not None and self._frame > ticket.deadline
            ticket.finish(path, late=late, shared=shared)
            self._leave(ticket)
            self._counts["finished"] += 1
            self._counts["late"] += late
            self._counts["shared"] += shared
            answered.append(ticket)
            if self._expansions is None and time.perf_counter() - began > self._seconds:
                break
        return answered

    def _drop(self, ticket: Ticket) -> None:
        with self._lock:
            job = self._jobs[ticket]
            job.tickets.remove(ticket)
            self._leave(ticket)
            self._counts["cancelled"] += 1

    def _leave(self, ticket: Ticket) -> None:
        del self._jobs[ticket]
        goal = self.planner.space.node_of(ticket.goal)
        if ticket in self._alone.get(goal, ()):
            self._alone[goal].remove(ticket)
            if not self._alone[goal]:
                del self._alone[goal]

    def _drop_fields(self) -> None:
        """Drop the oldest fields that nobody waits for, but for a few."""
        idle = [goal for goal, field in self._fields.items() if not field.tickets]
        for goal in idle[: max(0, len(idle) - self._keep_fields)]:
            del self._fields[goal]


def _checked(name: str, value: Any, above: float = -math.inf) -> float:
    number = as_number(value)
    if number is None or not math.isfinite(number) or not number > above:
        what = f"a finite number above {above:g}" if above > -math.inf else "a finite number"
        raise OptionError(f"{name} is {value!r}; allowed: {what}")
    return number


def _whole(name: str, value: Any, least: int) -> int:
    try:
        number = operator.index(value)
    except TypeError:
        number = least - 1
    if isinstance(value, bool) or number < least:
        raise OptionError(f"{name} is {value!r}; allowed: a whole number from {least}")
    return number
