"""Signals that come while native code is at work."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def pressed_at_the_second_look() -> Iterator[None]:
    """Raise KeyboardInterrupt where native work looks for signals the second time."""
    looks = 0

    def hear(*_: object) -> None:
        nonlocal looks
        looks += 1
        if looks == 2:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGPROF, hear)
    signal.setitimer(signal.ITIMER_PROF, 0.01, 0.01)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
