"""The clock: one call timed so that neither a busy machine nor the clock itself is counted."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

Timed = tuple[Any, float]


def read_both(call: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[Any, int, int]:
    """Call once; return the answer, the wall time and the CPU time in nanoseconds as the clocks show them."""
    cpu = time.process_time_ns()
    wall = time.perf_counter_ns()
    answer = call(*arguments)
    wall = time.perf_counter_ns() - wall
    return answer, wall, time.process_time_ns() - cpu


class Clock:
    """Times calls: the smaller of wall and CPU time, less what reading the clocks costs.

    The smaller of the two, because the wall clock also counts other programs' turns, and the CPU clock is
    read by a slow system call that would swamp calls of a few microseconds.
    """

    def __init__(self) -> None:
        empty = [read_both(lambda *_: None, (0, 0)) for _ in range(2001)]
        self._wall_cost = int(statistics.median(wall for _, wall, _ in empty))
        self._cpu_cost = int(statistics.median(cpu for _, _, cpu in empty))

    def time(self, call: Callable[..., Any], *arguments: Any) -> Timed:
        """Call once; return the answer and the seconds it took."""
        answer, wall, cpu = read_both(call, arguments)
        return answer, max(min(wall - self._wall_cost, cpu - self._cpu_cost), 1) * 1e-9
