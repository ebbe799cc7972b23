"""What a worker does: it sets up one case, and runs batches of it on request."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from cases.base import Case, LeftOutError, Work

from .turns import Turn


class Clock(Protocol):
    """Times one call; `harness.clock.Clock` is one."""

    def time(self, call: Callable[..., Any], *arguments: Any) -> tuple[Any, float]:
        """Return what the call returned, and the seconds that it took."""
        ...


class Bench:
    """One version's side of a comparison, in this process.

    Args:
        cases: The table of cases.
        clock: What times a batch.
    """

    def __init__(self, cases: Mapping[str, Case], clock: Clock) -> None:
        self._cases = cases
        self._clock = clock
        self._work: Work | None = None

    def begin(self, case: str) -> str | None:
        """Set a case up; return what it lacks, if it cannot be run."""
        try:
            self._work = self._cases[case].make()
        except LeftOutError as error:
            return str(error)
        gc.collect()
        gc.disable()
        return None

    def turn(self, number: int, repeat: int, warm: float) -> Turn:
        """Run one batch; only its work is timed, not reading the results."""
        assert self._work is not None, "begin comes first"
        work = self._work
        end = time.perf_counter() + warm
        while time.perf_counter() < end:
            work.run(number + 1)
        if work.measure is None:
            found, figure = self._clock.time(_repeated, work.run, number, repeat)
            figure /= repeat
        else:
            found = work.run(number)
            figure = work.measure(found)
        findings = work.read(number, found)
        del found
        gc.collect(0)  # the garbage of this batch; older objects are not scanned again
        return Turn(figure, findings.costs, findings.problems)

    def close(self) -> None:
        """Drop the case."""
        self._work = None
        gc.enable()


def _repeated(run: Callable[[int], Any], number: int, repeat: int) -> Any:
    for _ in range(repeat - 1):
        run(number)
    return run(number)
