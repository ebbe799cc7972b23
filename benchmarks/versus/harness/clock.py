"""The clock: one call timed so that neither a busy machine nor the clock itself is counted."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable
from typing import Any

Timed = tuple[Any, float]


def read_both(call: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[Any, int, int]:
    """Call once; return the result, the wall time and the CPU time in nanoseconds as the clocks show them."""
    cpu = time.process_time_ns()
    wall = time.perf_counter_ns()
    answer = call(*arguments)
    wall = time.perf_counter_ns() - wall
    return answer, wall, time.process_time_ns() - cpu


class Clock:
    """Times calls: the smaller of wall and CPU time, minus the cost of reading the clocks.

    The smaller of the two, because the wall clock also counts other programs' turns, and the CPU clock is
    read by a slow system call that would swamp calls of a few microseconds.
    """

    def __init__(self) -> None:
        empty = [read_both(lambda *_: None, (0, 0)) for _ in range(2001)]
        self._wall_cost = int(statistics.median(wall for _, wall, _ in empty))
        self._cpu_cost = int(statistics.median(cpu for _, _, cpu in empty))

    def time_each(
        self,
        call: Callable[..., Any],
        arguments: Iterable[tuple[Any, ...]],
        most: float,
        warm_up: Callable[[], None],
    ) -> list[Timed]:
        """Call with one tuple of arguments after the other, after a warm-up, until `most` seconds are spent.

        Only the wall clock is read meanwhile: after a system call, a call of a few microseconds takes twice
        as long. The CPU clock, read before and after all, shows the share of time that other programs had.
        """
        answers: list[Any] = []
        walls: list[int] = []
        spent = 0
        cpu = time.process_time_ns()
        whole = time.perf_counter_ns()
        warm_up()
        for each in arguments:
            if spent >= most * 1e9:
                break
            wall = time.perf_counter_ns()
            answers.append(call(*each))
            wall = time.perf_counter_ns() - wall
            walls.append(wall)
            spent += wall
        whole = time.perf_counter_ns() - whole
        share = min(1.0, (time.process_time_ns() - cpu) / whole)
        seconds = (max(wall * share - self._wall_cost, 1.0) * 1e-9 for wall in walls)
        return list(zip(answers, seconds, strict=True))

    def time(self, call: Callable[..., Any], *arguments: Any) -> Timed:
        """Call once; return the result and the seconds it took."""
        answer, wall, cpu = read_both(call, arguments)
        return answer, max(min(wall - self._wall_cost, cpu - self._cpu_cost), 1) * 1e-9
