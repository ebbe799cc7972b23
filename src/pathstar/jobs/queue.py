"""A queue of path requests with a fixed budget for each frame."""

from __future__ import annotations

import heapq
import itertools
import threading
from collections.abc import Hashable

from pathstar.errors import NotCopied
from pathstar.goals.base import Goal
from pathstar.jobs.budget import SHORTEST, Budget
from pathstar.jobs.first_legs import FirstLegs
from pathstar.jobs.shared_fields import SharedFields
from pathstar.jobs.statistics import Statistics
from pathstar.jobs.tickets import Ticket
from pathstar.jobs.turns import OVERDUE, Turns
from pathstar.jobs.work import ByLegs, Job, Shared, job_of
from pathstar.maps.arguments import checked_number, checked_whole
from pathstar.planners.fitting import check_alone
from pathstar.planners.planner import Planner
from pathstar.spaces.base import Place, Space

_QUANTUM = 2000  # expansions that count as much as waiting for one update
_MOST_PUT_OFF = 16  # searches that do not fit into the rest of an update
_FOR_LEGS = 0.5  # of the budget: searches go on however many requests are new


class PathQueue(NotCopied):
    """Finds paths for many requests, a little on each frame of a game.

    The request of the highest priority goes first; among equals, the oldest. Each update that a request waits
    counts as one step of priority; the work already spent on it counts against it. So none waits for ever,
    and a short search need not wait for a long one. A request whose deadline has come goes before all others.
    Requests with the same goal share one field once there are several.

    An edit of the space touches only searches that have looked at what was edited; these begin again by
    themselves. Legs of a hierarchy stay up to the first one near an edit; first legs near it are found again
    before those of new requests. With a budget of expansions, the answers and their order are the same on
    every run.

    An exception from a search, such as from a function of a `Custom` space, becomes the ticket's `error`; the
    other requests go on.

    Args:
        space: Where to search; or a `Planner`, whose algorithm and options the searches use. A planner with
            an index of the kind ``"hierarchy"`` gives first legs at once, and they are parts of the path.
        budget_seconds: How long an update may take; by default 0.002.
        budget_expansions: How much an update may do instead; give only one of the two. An update may do up to
            64 expansions, or the cells of two clusters, too many; the next one does that much less.
        leg_expansions: How many nodes a greedy search may expand for a first leg, with which a unit can set
            off before its path is found. New requests get theirs before any search goes on, for at most half
            of the budget. 0 for no legs.
        share_from: The number of waiting requests with the same goal from which they share a field.
        keep_fields: How many fields are kept for later requests once none waits for them.
        ageing: How much priority a request gains with each update that it waits; with 0, one of low priority
            may wait for ever.
        max_bytes: About how much memory the searches under way may hold together: 16 bytes for each node of
            the space and search. There is always one under way.

    Attributes:
        planner: The planner of the paths.

    Raises:
        SpaceError: The first argument is neither a space nor a planner.
        OptionError: A budget or number that is not allowed; two budgets; or a planner with ``prefer``.

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

    _instead = "make another one from its planner, which can be pickled, and ask for the paths there"

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
        max_bytes: int = 1 << 29,
    ) -> None:
        self.planner = space if isinstance(space, Planner) else Planner(space)
        check_alone(self.planner.choice.row, self.planner.options["prefer"], "a queue")
        self._budget = Budget(budget_seconds, budget_expansions)
        at_least = checked_whole("share_from", share_from, 1)
        self._fields = SharedFields(self.planner, at_least, checked_whole("keep_fields", keep_fields, 0))
        self._ageing = checked_number("ageing", ageing, 0)
        self._legs = FirstLegs(self.planner, checked_whole("leg_expansions", leg_expansions, 0))
        self._lock = threading.RLock()
        self._numbers = itertools.count()
        self._turns = Turns(checked_whole("max_bytes", max_bytes, 0))
        self._deadlines: list[tuple[int, int, Ticket]] = []
        self._jobs: dict[Ticket, Job] = {}
        self._keys: dict[Ticket, Hashable] = {}  # equal for equal goals
        self._frame = 0
        self._owed_by_legs = 0.0  # what they took beyond their share of the budget
        self._put_off: tuple[float, Job] | None = None  # it comes first in the next update
        self._counts = dict.fromkeys(("finished", "cancelled", "failed", "late", "shared"), 0)

    def request(
        self, start: Place, goal: Place | Goal, *, priority: float = 0.0, deadline: int | None = None
    ) -> Ticket:
        """Request a path.

        Args:
            start: Where it starts.
            goal: Where it ends, or a value of `pathstar.goals`. A goal that takes several searches, such as
                `away_from`, is found in one go when its turn comes, whatever the budget.
            priority: Higher goes first.
            deadline: The number of updates within which the path is wanted.

        Returns:
            A `Ticket`.

        Raises:
            PlaceError, PlaceTypeError: As `find_path`.
            OptionError: The priority is not a finite number, or the deadline not a whole number from 1.
        """
        space = self.planner.space
        space.node_of(start)
        key = self._key(goal)
        urgency = checked_number("priority", priority)
        with self._lock:
            due = None if deadline is None else self._frame + checked_whole("deadline", deadline, 1)
            turn = self._ageing * self._frame - urgency
            ticket = Ticket(start, goal, urgency, due, turn, self._drop)
            if due is not None:
                heapq.heappush(self._deadlines, (due, next(self._numbers), ticket))
            if not self._fields.knows(key):
                self._legs.want(ticket)
            self._place(ticket, key)
        return ticket

    def update(self) -> list[Ticket]:
        """Work on the requests for one frame, and return those that were answered."""
        finished: list[Ticket] = []
        with self._lock:
            self._budget.begin()
            self._frame += 1
            self._hurry()
            turn, self._put_off = self._put_off, None
            if turn is not None:
                self._advance(*turn, SHORTEST, finished)
            self._legs.follow(self._jobs, lambda: self._budget.left() > 0)
            self._set_off(finished)
            self._go_on(finished)
            self._fields.drop_idle()
            self._budget.end()
        return finished

    @property
    def statistics(self) -> Statistics:
        """What it has done so far."""
        with self._lock:
            return Statistics(
                updates=self._frame,
                waiting=len(self._jobs),
                under_way=self._turns.under_way,
                bytes=self._turns.bytes,
                work=self._budget.work,
                longest_update=self._budget.longest,
                mean_update=self._budget.took / self._frame if self._frame else 0.0,
                **self._counts,
            )

    def __len__(self) -> int:
        return len(self._jobs)

    def __repr__(self) -> str:
        return f"PathQueue({len(self)} waiting, {self._counts['finished']} finished)"

    def _go_on(self, finished: list[Ticket]) -> None:
        """Run searches in turn for the rest of the budget."""
        put_off: list[tuple[float, Job]] = []
        while len(put_off) < _MOST_PUT_OFF and self._budget.left() > 0:
            turn = self._turns.pop()
            if turn is None:
                break
            budget = self._budget.left(type(turn[1]))
            if budget > 0 and self._budget.fits(turn[1]):
                self._advance(*turn, budget, finished)
            else:
                put_off.append(turn)
        self._put_off = put_off[0] if put_off else None
        for turn in put_off[1:]:
            self._turns.push(*turn)

    def _advance(self, key: float, job: Job, budget: int, finished: list[Ticket]) -> None:
        """Run a search a little, and hand out what it has found.

        A search that was put off may have been cancelled since.
        """
        if not job.tickets:
            self._turns.drop(job)
            return
        stop = self._budget.stopwatch(job, budget)
        try:
            work = job.advance(budget)
            finished += self._answer(job)
        except Exception as error:
            finished += self._fail(job, error)
            return
        except BaseException:  # Ctrl+C: it goes on with the next update
            self._turns.push(key, job)
            raise
        stop(work)
        if job.tickets:
            self._turns.push(key + work / _QUANTUM, job)
        else:
            self._turns.drop(job)

    def _set_off(self, finished: list[Ticket]) -> None:
        """Find first legs.

        They get half of the budget. If the last one takes more, later ones get less, so that searches go on
        however many requests are new.
        """
        begun, share = self._budget.used - self._owed_by_legs, _FOR_LEGS * self._budget.whole
        while self._legs and self._budget.used - begun < share and self._budget.left() > 0:
            if not self._first_leg(self._legs.pop(), finished):
                break
        self._owed_by_legs = max(0.0, self._budget.used - begun - share)

    def _first_leg(self, ticket: Ticket, finished: list[Ticket]) -> bool:
        """Find the first leg of a request, and return whether there was time for it."""
        job = self._jobs.get(ticket)
        if job is None:
            return True
        try:
            if isinstance(job, ByLegs):
                return self._steps_to_leg(ticket, job)
            if not self._budget.has_time_for(FirstLegs, always_early=True):
                self._legs.want_still(ticket)
                return False
            started = self._budget.now()
            leg = self._legs.find(ticket)
            self._budget.learn(FirstLegs, started)
        except Exception as error:
            finished += self._fail(job, error)
            return True
        ticket.path = leg if leg is not None and len(leg) > 1 else None
        self._budget.spend(1 if leg is None else 1 + leg.stats.expanded)
        return True

    def _steps_to_leg(self, ticket: Ticket, job: ByLegs) -> bool:
        """Step until the first leg is found; if time runs out, it comes first in the next update."""
        while not job.has_leg:
            budget = self._budget.left(ByLegs)
            if budget <= 0 or not self._budget.fits(job):
                self._legs.want_still(ticket)
                return False
            stop = self._budget.stopwatch(job, budget)
            stop(job.step(budget))
        return True

    def _key(self, goal: Place | Goal) -> Hashable:
        """Return a key that is equal for equal goals, after checking that the space has them."""
        space = self.planner.space
        if not isinstance(goal, Goal) or space.capabilities.plane:
            return space.node_of(goal)
        goal.check(space)
        return goal

    def _place(self, ticket: Ticket, key: Hashable) -> None:
        """Give a request to the field of its goal, or give it a search of its own."""
        self._keys[ticket] = key
        field = self._fields.of(key)
        if field is not None:
            return self._join(ticket, field)
        field, together = self._fields.gather(ticket, key)
        if field is None:
            self._jobs[ticket] = job_of(ticket, self.planner)
            return self._turns.push(ticket.turn, self._jobs[ticket])
        for other in together:
            if other is not ticket:
                self._jobs[other].tickets.clear()
            self._join(other, field)
        return None

    def _join(self, ticket: Ticket, shared: Shared) -> None:
        first = shared.first_turn
        shared.join(ticket)
        self._jobs[ticket] = shared
        overdue = ticket.deadline is not None and ticket.deadline <= self._frame
        if overdue or ticket.turn < first:
            self._turns.push(OVERDUE if overdue else ticket.turn, shared)

    def _hurry(self) -> None:
        """Put the searches of overdue requests before all others."""
        while self._deadlines and self._deadlines[0][0] <= self._frame:
            _, _, ticket = heapq.heappop(self._deadlines)
            if (job := self._jobs.get(ticket)) is not None:
                self._turns.push(OVERDUE, job)

    def _answer(self, job: Job) -> list[Ticket]:
        """Hand out what a search has found, as far as the time of this update allows."""
        answered, shared = [], job.shared
        started = self._budget.now()
        for ticket, path in job.answers():
            late = ticket.deadline is not None and self._frame > ticket.deadline
            ticket.finish(path, late=late, shared=shared)
            self._leave(ticket)
            self._counts["finished"] += 1
            self._counts["late"] += late
            self._counts["shared"] += shared
            answered.append(ticket)
            started = self._budget.learn(Ticket, started)
            if not self._budget.has_time_for(Ticket, always_early=False):
                break
        return answered

    def _fail(self, job: Job, error: Exception) -> list[Ticket]:
        """Give up a search that raised an error, and return its requests."""
        failed = list(job.tickets)
        job.tickets.clear()
        self._turns.drop(job)
        self._fields.discard(job)
        for ticket in failed:
            ticket.fail(error)
            self._leave(ticket)
        self._counts["failed"] += len(failed)
        self._budget.spend(1)
        return failed

    def _drop(self, ticket: Ticket) -> bool:
        """Give a request up, and return whether it was still waiting."""
        with self._lock:
            job = self._jobs.get(ticket)
            if job is None:
                return False
            del job.tickets[ticket]
            self._leave(ticket)
            self._counts["cancelled"] += 1
            return True

    def _leave(self, ticket: Ticket) -> None:
        del self._jobs[ticket]
        self._fields.leave(ticket, self._keys.pop(ticket))
