"""What a queue has done."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Statistics:
    """What a queue has done.

    Attributes:
        updates: The number of updates.
        waiting: The number of waiting requests.
        under_way: Searches that have begun and are not over; few at a time, as each holds memory.
        bytes: About how much memory they may hold.
        finished: The number of requests that were answered.
        cancelled: The number of requests that were given up.
        failed: The number of requests whose search raised an error.
        late: The number of answers after their deadline.
        shared: The number of answers from a field shared by several requests.
        work: Expansions, plus one for each look at a request of a shared field.
        longest_update: The seconds that the longest update took.
        mean_update: The seconds that an update took on average.
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
