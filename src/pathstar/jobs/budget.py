"""The budget of a queue's update, and the measured durations of its steps."""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from typing import Any

from pathstar.engine.options import NO_LIMIT
from pathstar.errors import OptionError
from pathstar.jobs.work import Job
from pathstar.maps.arguments import checked_number, checked_whole

_SECONDS = 0.002  # the budget, if none is given
_FIRST_PACE = 1e-6  # seconds for a unit of work, before the first measurement
_SLICE = 512  # the maximum number of expansions between two looks at the clock
SHORTEST = 16  # expansions of a step that is always made
_EARLY = 0.25  # of the budget
_LEAST_RISE = 0.02  # of the budget; more at most doubles the estimate, because other programs delay steps
_MAY_BE_LONG = 0.05  # the share of updates that may exceed the budget
_MARGIN_STEP = 0.005  # of the budget
_MOST_MARGIN = 0.1


class Budget:
    """The seconds or the expansions of an update, and how many are left.

    Args:
        seconds: How long an update may take; None for the usual time.
        expansions: How much work an update may do instead. If an update does more, the next ones do as much
            less.

    Attributes:
        work: The work of all updates.
        longest: The seconds of the longest update.
        took: The seconds of all updates.

    Raises:
        OptionError: Both are given, or one is not such a number.
    """

    def __init__(self, seconds: Any, expansions: Any) -> None:
        if seconds is not None and expansions is not None:
            raise OptionError(
                f"budget_seconds is {seconds!r} and budget_expansions is {expansions!r}; allowed: one of them"
            )
        self._seconds = checked_number("budget_seconds", _SECONDS if seconds is None else seconds, above=0)
        self._expansions = (
            None if expansions is None else checked_whole("budget_expansions", expansions, 1, NO_LIMIT)
        )
        self.work = 0
        self.longest = self.took = 0.0
        self._began = 0.0
        self._spent = self._debt = 0  # expansions
        self._margin = 0.0  # seconds that updates take beyond the end of their last step
        self._paces: dict[type[Job], float] = {}  # seconds for a unit of work, by the kind of search
        # # Seconds that a step takes beyond its budget, by the kind of search, whether it has begun, and
        # whether the
        # # step is fresh: the budget does not cover a fresh step. First legs and answers are kinds too.
        self._excess: dict[Hashable, float] = {}

    def begin(self) -> None:
        """Begin an update."""
        self._began = time.perf_counter()
        self._spent = self._debt

    def end(self) -> None:
        """End an update."""
        self.work += self._spent - self._debt
        self._debt = 0 if self._expansions is None else max(0, self._spent - self._expansions)
        took = time.perf_counter() - self._began
        self.took, self.longest = self.took + took, max(self.longest, took)
        # The end of the next updates moves so that few take longer than the budget.
        change = 1 - _MAY_BE_LONG if took > self._seconds else -_MAY_BE_LONG
        margin = self._margin + change * _MARGIN_STEP * self._seconds
        self._margin = min(max(margin, 0.0), _MOST_MARGIN * self._seconds)

    def spend(self, work: int) -> None:
        """Count work that was done."""
        self._spent += work

    @property
    def whole(self) -> float:
        """The seconds or expansions of each update."""
        return self._seconds if self._expansions is None else self._expansions

    @property
    def used(self) -> float:
        """How many of these the update under way has used."""
        return time.perf_counter() - self._began if self._expansions is None else self._spent

    def left(self, kind: type[Job] | None = None) -> int:
        """Return how many expansions a kind of search may make before the next check of the budget."""
        if self._expansions is not None:
            return min(self._expansions - self._spent, _SLICE)
        seconds = self._seconds - self._margin - self.used
        if seconds <= 0:
            return 0
        return min(max(int(seconds / (2 * self._pace(kind))), SHORTEST), _SLICE)

    def fits(self, job: Job) -> bool:
        """Return whether the next step of a search will end in time, judging by earlier ones.

        Early in an update a leg is always made, because no later moment is better; other searches that are
        put off come first in the next update.
        """
        if not (job.fresh or job.coarse):
            return True
        return self.has_time_for((type(job), job.begun, job.fresh), always_early=job.coarse)

    def has_time_for(self, kind: Hashable, *, always_early: bool) -> bool:
        """Return whether a step of a kind will end in time, or comes early enough to be made anyway."""
        if self._expansions is not None:
            return True
        used = self.used
        in_time = used + self._excess.get(kind, 0.0) <= self._seconds - self._margin
        return in_time or (always_early and used <= _EARLY * self._seconds)

    def now(self) -> float:
        """Return the present moment, for `learn`."""
        return time.perf_counter()

    def learn(self, kind: Hashable, since: float) -> float:
        """Learn the duration of a kind of step from one that began at a moment; return the present moment."""
        now = time.perf_counter()
        self._expect(kind, now - since, by_and_by=True)
        return now

    def stopwatch(self, job: Job, budget: int) -> Callable[[int], None]:
        """Start measuring a step of a search; return a function to call with the work it did."""
        search, fresh, started = type(job), job.fresh, time.perf_counter()
        kind, pace = (search, job.begun, fresh), self._pace(search)

        def stop(work: int) -> None:
            took = time.perf_counter() - started
            self._spent += work
            if fresh or job.coarse:
                self._expect(kind, took if fresh else took - budget * pace, by_and_by=job.coarse)
            if not fresh:
                self._paces[search] = 0.9 * pace + 0.1 * took / work

        return stop

    def _expect(self, kind: Hashable, excess: float, *, by_and_by: bool) -> None:
        """Learn by how many seconds a step of a kind may exceed its plan."""
        before = self._excess.get(kind, 0.0)
        if by_and_by:
            excess = min(excess, 2 * before + _LEAST_RISE * self._seconds)
        self._excess[kind] = max(excess, 0.9 * before)

    def _pace(self, kind: type[Job] | None) -> float:
        """Return the seconds for a unit of work of a kind of search; by default of the slowest kind."""
        slowest = max(self._paces.values(), default=_FIRST_PACE)
        return slowest if kind is None else self._paces.get(kind, slowest)
