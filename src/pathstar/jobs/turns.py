"""The order in which searches of a queue go on."""

from __future__ import annotations

import heapq
import itertools
import math

from pathstar.jobs.work import Job

OVERDUE = -math.inf
MOST_UNDER_WAY = 64
_PATIENCE = 100.0  # how far all keys under way may lag behind a waiting one


class Turns:
    """The searches of a queue by their keys: the one with the lowest key goes on next.

    A search under way holds a record for each node of the space. Only a few are under way at a time, so the
    next one reuses the memory of an earlier one: the pages of fresh memory would cost it more than the budget
    of an update. When the limit is reached, one of the searches under way goes on. Overdue requests begin
    nevertheless, and so do those that have waited too long, for example because edits make each search begin
    again.

    Args:
        max_bytes: The maximum memory of the searches under way together; a single one may hold more.

    Attributes:
        bytes: How much they may hold now.
    """

    def __init__(self, max_bytes: int) -> None:
        self.bytes = 0
        self._max_bytes = max_bytes
        self._numbers = itertools.count()
        self._waiting: list[tuple[float, int, Job]] = []
        self._begun: list[tuple[float, int, Job]] = []
        self._under_way: dict[Job, int] = {}  # and the memory that each counts for

    @property
    def under_way(self) -> int:
        """How many searches have begun and are not over."""
        return len(self._under_way)

    def push(self, key: float, job: Job) -> None:
        """Put a search in line, perhaps a second time at another place."""
        if job.begun and job not in self._under_way:
            self._under_way[job] = job.bytes
            self.bytes += job.bytes
        heapq.heappush(self._begun if job.begun else self._waiting, (key, next(self._numbers), job))

    def pop(self) -> tuple[float, Job] | None:
        """Take the next search and its key; None if there is none."""
        while self._waiting or self._begun:
            key, _, job = heapq.heappop(self._line())
            if job.tickets:
                return key, job
            self.drop(job)
        return None

    def drop(self, job: Job) -> None:
        """Forget a search that is over."""
        self.bytes -= self._under_way.pop(job, 0)

    def _line(self) -> list[tuple[float, int, Job]]:
        """Return the line whose first search goes on next."""
        if not self._waiting or not self._begun:
            return self._waiting or self._begun
        first, waits = self._begun[0], self._waiting[0]
        is_full = len(self._under_way) >= MOST_UNDER_WAY or self.bytes + waits[2].bytes > self._max_bytes
        goes_on = (is_full and waits[0] + _PATIENCE > first[0]) or first < waits
        return self._begun if goes_on else self._waiting
