"""The moments of a search in a film, how long it lasts, and the caption of each."""

from __future__ import annotations

import numpy as np

from pathstar.errors import OptionError
from pathstar.goals.base import Everywhere
from pathstar.maps.arguments import checked_number
from pathstar.traces.explain.facts import noun, place_words, point_words
from pathstar.traces.state import State
from pathstar.traces.trace import Trace
from pathstar.words import Say, Value, catalogue


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
