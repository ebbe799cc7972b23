"""The progress of long exports, and the moments of a search in a film."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np

from pathstar.errors import MissingExtraError, OptionError, need_extra
from pathstar.goals.base import Everywhere
from pathstar.maps.arguments import checked_number
from pathstar.traces.explain.facts import noun, place_words, point_words
from pathstar.traces.state import State
from pathstar.traces.trace import Trace
from pathstar.words import Say, Value, catalogue

Progress = Callable[[int, int], object]

_PATIENCE = 1.0  # seconds until the bar appears


@contextmanager
def bar(words: str) -> Iterator[Progress]:
    """Show a bar once the work has taken a second, if there is a terminal and the package rich.

    Args:
        words: The label of the bar.

    Yields:
        A function to call with the work done and the total.
    """
    try:
        rich = need_extra("rich.progress", "cli") if sys.stderr.isatty() else None
        console = need_extra("rich.console", "cli") if rich else None
    except MissingExtraError:
        rich = console = None
    if rich is None or console is None:
        yield lambda done, total: None
        return
    shown = rich.Progress(console=console.Console(stderr=True), transient=True)
    task = shown.add_task(words)
    begin = time.monotonic()

    def report(done: int, total: int) -> None:
        if not shown.live.is_started and time.monotonic() - begin > _PATIENCE:
            shown.start()
        shown.update(task, completed=done, total=total)

    try:
        yield report
    finally:
        shown.stop()


def moments(trace: Trace, most: int) -> list[State]:
    """Return states spread evenly over a search, from before the first step to the last one.

    Args:
        trace: The search.
        most: The maximum number, from 1; 1 gives the last state.

    Raises:
        OptionError: The maximum is not a whole number from 1.
    """
    if isinstance(most, bool) or not isinstance(most, int) or most < 1:
        raise OptionError(f"{most!r} is not a number of moments; allowed: a whole number from 1")
    done = np.unique(np.linspace(len(trace), 0, min(most, len(trace) + 1)).round().astype(int))
    return [trace[int(steps) - 1] if steps else trace.beginning for steps in done]


def checked_seconds(seconds: float | None, default: float) -> float:
    """Return the duration of a film.

    Raises:
        OptionError: It is not a number from 0.1 to 3600.
    """
    if seconds is None:
        return default
    return checked_number("seconds", seconds, 0.1, 3600)


def caption(state: State, lang: str = "en") -> str:
    """Return the caption of a picture; steps count from 1, as in the terminal and the studio.

    Example:
        >>> import pathstar as ps
        >>> trace = ps.trace(ps.Grid([[1, 1, 1]]), (0, 0), (2, 0))
        >>> caption(trace.beginning), caption(trace[0])
        ('the start is open', 'step 1 of 3: (0, 0) is closed')
    """
    return catalogue(lang).text(_caption(state))


def _caption(state: State) -> Say:
    if state.current is None:
        return _beginning(state.trace)
    number, steps = state.step + 1, len(state.trace)
    values: dict[str, Value] = {"step": number, "steps": steps}
    values["place"] = _closed(state)
    if number < steps:
        return Say("film.step", values)
    path = state.trace.path
    if not path:
        return Say("film.ends" if isinstance(path.goal, Everywhere) else "film.no_path", values)
    called = noun("point" if path.is_line else path.space.noun)
    values |= {"count": len(path), "noun": called, "cost": f"{path.cost:.6g}"}
    return Say("film.found", values)


def _beginning(trace: Trace) -> Say:
    if not len(trace):
        return Say("film.nothing")
    if trace.two_sided:
        return Say("film.start.both")
    return Say("film.start.goal" if trace.rules.repairs_from == "goal" else "film.start")


def _closed(state: State) -> Value:
    """Return what a step closed: a place, or an interval."""
    if state.trace.intervals is None:
        return place_words(state.place)
    interval = state.trace.intervals[state.current]
    return Say("step.interval.ends", {end: point_words(interval[end].tolist()) for end in ("left", "right")})
