"""What a queue has done."""

from __future__ import annotations

from dataclasses import dataclass


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
        failed: Requests whose search raised an error.
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
    failed: int = 0
    late: int = 0
    shared: int = 0
    work: int = 0
    longest_update: float = 0.0
    mean_update: float = 0.0
