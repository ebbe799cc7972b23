"""A queue of path requests that spends a fixed budget on each frame."""

from __future__ import annotations

import heapq
import itertools
import math
import threading
import time
from collections.abc import Callable, Hashable

from pathstar.engine.options import NO_LIMIT
from pathstar.errors import NotCopied, OptionError
from pathstar.goals.base import Goal
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

_SECONDS = 0.002  # the budget, if none is given
_FIRST_PACE = 1e-6  # seconds for a unit of work, before any is known
_SLICE = 512  # expansions between two looks at the clock, at most
_SHORTEST = 16
_QUANTUM = 2000  # expansions that weigh as much as waiting for one update
_MOST_PUT_OFF = 16  # searches that do not fit the rest of an update
_EARLY = 0.25  # of the budget
_LEAST_RISE = 0.02  # of the budget; more at most doubles what is expected, as other programs delay steps
_MAY_BE_LONG = 0.05  # of the updates may take longer than the budget
_MARGIN_STEP = 0.005  # of the budget
_MOST_MARGIN = 0.1
_FOR_LEGS = 0.5  # of the budget, so that searches go on however many requests are new


class PathQueue(NotCopied):
    """Finds paths for many requests, a little on each frame of a game.

    The request of the highest priority goes first; among equals, the oldest. Each update that a request waits
    counts as one step of priority; the work already spent on it counts against it. So none waits for ever,
    and a short search need not wait for a long one. A request whose deadline has come goes before all others.
    Requests with the same goal share one field once there are several.

    Edits of the space touch only searches that have looked at what was edited; these begin again by
    themselves. Legs of a hierarchy stay up to the first one near an edit; first legs near it are found again
    before those of new requests. With a budget of expansions the answers and their order are the same on
    every run.

    What a search raises, such as an error in a function of a `Custom` space, becomes the ticket's `error`;
    the other requests go on.

    Args:
        space: Where to search; or a `Planner`, whose algorithm and options the searches have. One with an
            index of the kind ``"hierarchy"`` gives first legs at once that belong to the path.
        budget_seconds: How long an update may take; by default 0.002.
        budget_expansions: How much an update may do instead, so only one of the two is given. An update may
            do up to 64 expansions, or the cells of two clusters, too many; the next one does as many fewer.
        leg_expansions: How many nodes a greedy search may expand for a first leg, with which a unit can set
            off before its path is found. New requests get theirs before any search goes on, for at most half
            of the budget. 0 for no legs.
        share_from: From how many waiting requests with the same goal on they share a field.
        keep_fields: How many fields are kept for later requests once none waits for them.
        ageing: How much priority a request gains with each update that it waits; with 0, one of a low
            priority may wait for ever.
        most_bytes: About how much memory the searches under way may hold together: 16 bytes for each node of
            the space and search. One is under way in any case.

    Attributes:
        planner: What finds the paths.

    Raises:
        SpaceError: The first argument is neither a space nor a planner.
        OptionError: A budget or number that cannot be used, or two budgets; a planner with ``prefer``.

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
        most_bytes: int = 1 << 29,
    ) -> None:
        self.planner = space if isinstance(space, Planner) else Planner(space)
        check_alone(self.planner.choice.row, self.planner.options["prefer"], "a queue")
        if budget_seconds is not None and budget_expansions is not None:
            raise OptionError(
                f"budget_seconds is {budget_seconds!r} and budget_expansions is {budget_expansions!r}; "
                "allowed: one of them"
            )
        self._seconds = checked_number(
            "budget_seconds", _SECONDS if budget_seconds is None else budget_seconds, above=0
        )
        self._expansions = (
            None
            if budget_expansions is None
            else checked_whole("budget_expansions", budget_expansions, 1, NO_LIMIT)
        )
        at_least = checked_whole("share_from", share_from, 1)
        self._fields = SharedFields(self.planner, at_least, checked_whole("keep_fields", keep_fields, 0))
        self._ageing = checked_number("ageing", ageing, 0)
        self._legs = FirstLegs(self.planner, checked_whole("leg_expansions", leg_expansions, 0))
        self._lock = threading.RLock()
        self._numbers = itertools.count()
        self._turns = Turns(checked_whole("most_bytes", most_bytes, 0))
        self._deadlines: list[tuple[int, int, Ticket]] = []
        self._jobs: dict[Ticket, Job] = {}
        self._keys: dict[Ticket, Hashable] = {}  # what equal goals have in common
        self._frame = self._debt = 0
        self._owed_by_legs = 0.0  # of the budget: what they took beyond their share
        self._margin = 0.0  # of the budget: what updates take beyond the end of their last step
        self._paces: dict[type[Job], float] = {}  # seconds for a unit of work, by the kind of search
        # Seconds that a step takes beyond its budget, by the kind of search, whether it has begun, and if
        # the step is fresh, of which nothing is in its budget. First legs and answers are kinds, too.
        self._excess: dict[Hashable, float] = {}
        self._put_off: tuple[float, Job] | None = None  # it comes first in the next update
        self._counts = dict.fromkeys(("finished", "cancelled", "failed", "late", "shared", "work"), 0)
        self._spent = self._longest = 0.0

    def request(
        self, start: Place, goal: Place | Goal, *, priority: float = 0.0, deadline: int | None = None
    ) -> Ticket:
        """Ask for a path.

        Args:
            start: Where it starts.
            goal: Where it ends, or a value of `pathstar.goals`. One that takes several searches, such as
                `away_from`, is found in one go when its turn comes, whatever the budget.
            priority: Higher goes first.
            deadline: The number of updates after which the path is wanted at the latest.

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
        began = time.perf_counter()
        finished: list[Ticket] = []
        with self._lock:
            self._frame += 1
            self._hurry()
            spent = self._debt
            turn, self._put_off = self._put_off, None
            if turn is not None:
                spent += self._advance(*turn, _SHORTEST, began, finished)
            self._legs.follow(self._jobs, lambda: self._left(began, spent) > 0)
            spent += self._set_off(began, spent, finished)
            spent += self._go_on(began, spent, finished)
            self._fields.drop_idle()
            self._counts["work"] += spent - self._debt
            self._debt = max(0, spent - self._expansions) if self._expansions is not None else 0
            took = time.perf_counter() - began
            self._spent, self._longest = self._spent + took, max(self._longest, took)
            self._learn_margin(took)
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
        while len(put_off) < _MOST_PUT_OFF and self._left(began, spent + work) > 0:
            turn = self._turns.pop()
            if turn is None:
                break
            budget = self._left(began, spent + work, type(turn[1]))
            if budget > 0 and self._fits(turn[1], began):
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
        step = self._stopwatch(job, budget)
        try:
            work = job.advance(budget)
            finished += self._answer(job, began)
        except Exception as error:
            finished += self._fail(job, error)
            return 1
        except BaseException:  # Ctrl+C: it goes on with the next update
            self._turns.push(key, job)
            raise
        step(work)
        if job.tickets:
            self._turns.push(key + work / _QUANTUM, job)
        else:
            self._turns.drop(job)
        return work

    def _stopwatch(self, job: Job, budget: int) -> Callable[[int], None]:
        """Start to measure a step of a search; the function returned takes how much work it was."""
        search, fresh, started = type(job), job.fresh, time.perf_counter()
        kind, pace = (search, job.begun, fresh), self._pace(search)

        def stop(work: int) -> None:
            took = time.perf_counter() - started
            if fresh or job.coarse:
                self._expect(kind, took if fresh else took - budget * pace, by_and_by=job.coarse)
            if not fresh:
                self._paces[search] = 0.9 * pace + 0.1 * took / work

        return stop

    def _expect(self, kind: Hashable, excess: float, *, by_and_by: bool) -> None:
        """Learn how many seconds more than planned a step may take."""
        before = self._excess.get(kind, 0.0)
        if by_and_by:
            excess = min(excess, 2 * before + _LEAST_RISE * self._seconds)
        self._excess[kind] = max(excess, 0.9 * before)

    def _learn_margin(self, took: float) -> None:
        """Move the end of the next updates so that few take longer than the budget."""
        change = 1 - _MAY_BE_LONG if took > self._seconds else -_MAY_BE_LONG
        margin = self._margin + change * _MARGIN_STEP * self._seconds
        self._margin = min(max(margin, 0.0), _MOST_MARGIN * self._seconds)

    @property
    def _end(self) -> float:
        """After how many seconds of an update no other step begins."""
        return self._seconds - self._margin

    def _pace(self, kind: type[Job] | None) -> float:
        """Return the seconds for a unit of work of a kind of search; without one, of the slowest kind."""
        slowest = max(self._paces.values(), default=_FIRST_PACE)
        return slowest if kind is None else self._paces.get(kind, slowest)

    def _fits(self, job: Job, began: float) -> bool:
        """Return whether the next step of a search will end in time, judging by earlier ones.

        Early in an update a leg does in any case, as no later moment is better; other searches that are put
        off come first in the next update.
        """
        if self._expansions is not None or not (job.fresh or job.coarse):
            return True
        return self._has_time_for((type(job), job.begun, job.fresh), began, always_early=job.coarse)

    def _has_time_for(self, kind: Hashable, began: float, *, always_early: bool) -> bool:
        used = time.perf_counter() - began
        excess = self._excess.get(kind, 0.0)
        return used + excess <= self._end or (always_early and used <= _EARLY * self._seconds)

    def _set_off(self, began: float, spent: int, finished: list[Ticket]) -> int:
        """Find first legs, and return how much work it was.

        They get half of the budget. What the last one takes beyond that, later legs make up for, so that
        searches go on however many requests are new.
        """
        work = 0
        used, share = self._owed_by_legs, _FOR_LEGS * (self._expansions or self._seconds)
        while self._legs and used < share and self._left(began, spent + work) > 0:
            started = time.perf_counter()
            done = self._first_leg(self._legs.pop(), began, spent + work, finished)
            if done is None:
                break
            work += done
            used += done if self._expansions is not None else time.perf_counter() - started
        self._owed_by_legs = max(0.0, used - share)
        return work

    def _first_leg(self, ticket: Ticket, began: float, spent: int, finished: list[Ticket]) -> int | None:
        """Find the first leg of a request, and return how much work it was; None if time is too short."""
        job = self._jobs.get(ticket)
        if job is None:
            return 0
        try:
            if isinstance(job, ByLegs):
                return self._steps_to_leg(ticket, job, began, spent)
            if self._expansions is None and not self._has_time_for(FirstLegs, began, always_early=True):
                self._legs.want_still(ticket)
                return None
            started = time.perf_counter()
            leg = self._legs.find(ticket)
            self._expect(FirstLegs, time.perf_counter() - started, by_and_by=True)
        except Exception as error:
            finished += self._fail(job, error)
            return 1
        ticket.path = leg if leg is not None and len(leg) > 1 else None
        return 1 if leg is None else 1 + leg.stats.expanded

    def _steps_to_leg(self, ticket: Ticket, job: ByLegs, began: float, spent: int) -> int | None:
        """Step until the first leg is there; if time ends before, it is the first one in the next update."""
        work = 0
        while not job.has_leg:
            budget = self._left(began, spent + work, ByLegs)
            if budget <= 0 or not self._fits(job, began):
                self._legs.want_still(ticket)
                return work or None
            stop = self._stopwatch(job, budget)
            done = job.step(budget)
            stop(done)
            work += done
        return work

    def _left(self, began: float, spent: int, kind: type[Job] | None = None) -> int:
        """Return how much of the budget a search may use before the next look at what is left."""
        if self._expansions is not None:
            return min(self._expansions - spent, _SLICE)
        seconds = self._end - (time.perf_counter() - began)
        if seconds <= 0:
            return 0
        return min(max(int(seconds / (2 * self._pace(kind))), _SHORTEST), _SLICE)

    def _key(self, goal: Place | Goal) -> Hashable:
        """Return what equal goals have in common, after checking that the space has them."""
        space = self.planner.space
        if not isinstance(goal, Goal) or space.capabilities.plane:
            return space.node_of(goal)
        goal.check(space)
        return goal

    def _place(self, ticket: Ticket, key: Hashable) -> None:
        """Give a request to the field of its goal, or a search of its own."""
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
        first = min((other.turn for other in shared.tickets), default=math.inf)
        shared.tickets.append(ticket)
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

    def _answer(self, job: Job, began: float) -> list[Ticket]:
        """Hand out what a search has found, as far as the time of this update lasts."""
        answered, shared = [], job.shared
        started = time.perf_counter()
        for ticket, path in job.answers():
            late = ticket.deadline is not None and self._frame > ticket.deadline
            ticket.finish(path, late=late, shared=shared)
            self._leave(ticket)
            self._counts["finished"] += 1
            self._counts["late"] += late
            self._counts["shared"] += shared
            answered.append(ticket)
            now = time.perf_counter()
            self._expect(Ticket, now - started, by_and_by=True)
            started = now
            if self._expansions is None and not self._has_time_for(Ticket, began, always_early=False):
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
        return failed

    def _drop(self, ticket: Ticket) -> bool:
        """Give a request up, and return whether it was still waiting."""
        with self._lock:
            job = self._jobs.get(ticket)
            if job is None:
                return False
            job.tickets.remove(ticket)
            self._leave(ticket)
            self._counts["cancelled"] += 1
            return True

    def _leave(self, ticket: Ticket) -> None:
        del self._jobs[ticket]
        self._fields.leave(ticket, self._keys.pop(ticket))
