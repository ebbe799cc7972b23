"""The progress of long calls: reported to the caller's function, or shown as a bar on the terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from pathstar.errors import MissingExtraError, OptionError, need_extra

Tell = Callable[[float], object]
Progress = Tell | bool | None
"""A function of the fraction done, from 0.0 to 1.0; True for a bar on the terminal; None for nothing."""

_PATIENCE = 1.0  # seconds until a bar appears


@contextmanager
def reporting(progress: Progress, what: str) -> Iterator[Tell | None]:
    """Yield the function to call with the fraction done, or None.

    Args:
        progress: As above. An exception in the caller's function stops the call, even one that another thread
            asked for.
        what: The label of a bar, such as ``"building hub-labels"``.

    Raises:
        OptionError: progress is something else.
    """
    if progress is None or progress is False:
        yield None
    elif progress is True:
        with _bar(what) as tell:
            yield tell
    elif callable(progress):
        yield progress
    else:
        raise OptionError(f"progress is {progress!r}; allowed: a function of the fraction done, True, None")


def tell_of(tell: Tell | None, part: float) -> None:
    """Call a function that `reporting` yielded, if there is one."""
    if tell is not None:
        tell(part)


def part_of(tell: Tell | None, low: float, high: float) -> Tell | None:
    """Return the function for a part of a call: its fractions from 0.0 to 1.0 become those from low to high.

    Example:
        >>> part_of(print, 0.5, 1.0)(0.5)
        0.75
    """
    return None if tell is None else lambda part: tell(low + (high - low) * part)


@contextmanager
def _bar(what: str) -> Iterator[Tell]:
    """Show a bar on a terminal, or a line of text if rich is missing; without a terminal show nothing."""
    if not sys.stderr.isatty():
        yield lambda part: None
        return
    try:
        rich: Any = need_extra("rich.progress", "cli")
        console: Any = need_extra("rich.console", "cli")
    except MissingExtraError:
        yield _line(what)
        sys.stderr.write("\r\x1b[K")
        return
    bar = rich.Progress(console=console.Console(stderr=True), auto_refresh=False, transient=True)
    task = bar.add_task(what, total=1.0)
    due = time.monotonic() + _PATIENCE

    def tell(part: float) -> None:
        bar.update(task, completed=part)
        if time.monotonic() >= due:
            bar.start()
            bar.refresh()

    try:
        yield tell
    finally:
        bar.stop()


def _line(what: str) -> Tell:
    due = time.monotonic() + _PATIENCE

    def tell(part: float) -> None:
        if time.monotonic() >= due:
            sys.stderr.write(f"\r{what}: {part:.0%}")
            sys.stderr.flush()

    return tell
