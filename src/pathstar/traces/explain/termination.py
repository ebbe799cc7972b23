"""How a search ended."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pathstar._core import EventType, Status
from pathstar.goals.base import Everywhere
from pathstar.paths.path import knows_everything
from pathstar.spaces.base import Place, place_list, place_of
from pathstar.traces.explain import both_ends, deepening, legs, repairing
from pathstar.traces.explain.facts import Fact, fact, noun, place_words, point_words
from pathstar.words import Say, Value

if TYPE_CHECKING:
    from pathstar.traces.trace import Trace

_NAMED = 12  # of a longer path, only the ends are named


def facts(trace: Trace) -> Iterator[Fact]:
    """Yield how the search ended."""
    status = trace.path.status
    if trace.legs:
        yield from legs.facts_of_end(trace)
        yield from _reached(trace)
        return
    if trace.two_sided and not trace.rules.bisects:
        yield from both_ends.facts_of_end(trace)
    if status is Status.FOUND:
        yield _read_back(trace)
        yield from _reached(trace)
        yield from _left_open(trace)
    elif knows_everything(trace.path):
        yield fact("all_known")
        yield _figures(trace)
    elif status is Status.NO_PATH and trace.space.capabilities.plane and not len(trace):
        yield fact("no_path.apart")
    elif status is Status.NO_PATH:
        yield fact(f"no_path{_case(trace)}", _goal(trace))
        yield _figures(trace)
    elif status is Status.BLOCKED_START:
        yield fact("blocked.start", _start(trace))
    elif status is Status.BLOCKED_GOAL:
        yield fact("blocked.goal", _goal(trace))
    else:
        yield _limit(trace)
        yield _figures(trace)


def _reached(trace: Trace) -> Iterator[Fact]:
    """Yield why the path ends where it does, and what is known about its cost."""
    if trace.path.reason is not None:
        yield fact("why", _goal(trace), because=trace.path.reason)
    yield _promise(trace)


def _case(trace: Trace) -> str:
    """Return the part of a key that distinguishes messages about two searches and about rounds."""
    if trace.rules.repairs_from:
        return ".repair"
    if trace.rules.bisects:
        return ""
    return ".both" if trace.two_sided else ".rounds" if trace.deepens else ""


def _start(trace: Trace) -> tuple[Place, ...]:
    if trace.space.capabilities.plane:  # sentences name points, which are not places of a board
        return ()
    return (place_of(trace.space, trace.space.node_of(trace.path.start)),)


def _goal(trace: Trace) -> tuple[Place, ...]:
    return () if trace.goal is None or trace.space.capabilities.plane else (trace.goal,)


def _left_open(trace: Trace) -> Iterator[Fact]:
    """Yield what a search over intervals need not look at once it has found a path."""
    if trace.intervals is None or trace.rules.bisects:
        return
    state = trace[-1]
    if len(state.open):
        least = float(state.f[~state.is_closed].min())
        yield fact("figures.left", count=len(state.open), f=least)


def _read_back(trace: Trace) -> Fact:
    """Name the path's places as it is read: most often from the target back to the start."""
    from_goal = trace.rules.repairs_from == "goal"
    forwards = trace.two_sided or trace.deepens or from_goal or trace.rules.bisects
    places: list[Place] = []
    if trace.intervals is None:
        places = place_list(trace.space.places_of(trace.path.route))[:: 1 if forwards else -1]
        words = [place_words(place) for place in places]
    else:  # its corners are not places
        words = [point_words(point) for point in trace.path.points[:: 1 if forwards else -1].tolist()]
    if len(words) > _NAMED:
        words = [*words[: _NAMED // 2], "...", *words[-_NAMED // 2 :]]
    values: dict[str, Value] = {"count": len(places), "noun": noun(trace.noun), "cost": trace.path.cost}
    if trace.intervals is None and (meeting := both_ends.meeting_of(trace)) is not None:
        values["meeting"] = place_words(meeting)
    case = "" if trace.rules.repairs_from else _case(trace) or (".jumps" if trace.rules.jumps else "")
    if trace.path.is_line:
        case = ".regions" if trace.rules.bisects else ".line" if trace.intervals is None else ".roots"
    case = ".from_goal" if from_goal else case
    if (reused := repairing.path_met(trace)) is not None:
        case, values["meeting"] = ".reused", place_words(reused)
    return fact(f"path{case}", places, path=", ".join(words), **values)


def _promise(trace: Trace) -> Fact:
    """State what is known about the path's cost."""
    bound = trace.path.bound
    if bound == 1:
        return fact("promise.optimal.mask" if trace.rules.kept_out == "mask" else "promise.optimal")
    if not math.isfinite(bound):
        return fact("promise.none")
    guesses = trace.rules.weight == 1 and not (trace.rules.any_angle or trace.rules.bisects)
    times = f"{bound:.6g}" if trace.rules.bisects else bound  # most often close to 1
    return fact(f"promise.{'inadmissible' if guesses else 'bounded'}", times=times)


def _limit(trace: Trace) -> Fact:
    if trace.full:
        return fact("limit.events", max_events=str(trace.max_events))
    if trace.path.status is Status.RUNNING:
        return fact("limit.stopped")
    if isinstance(trace.path.goal, Everywhere):
        return fact("limit.field")
    if trace.rules.bisects:  # it notes an end where the bounds have decided
        exhausted = bool(trace.of_type(EventType.END).any())
    else:
        exhausted = len(trace) > 0 and bool(trace[-1].is_closed.all())
    return fact("limit.cost" if exhausted else "limit.expansions")


def _figures(trace: Trace) -> Fact:
    if trace.deepens and not trace.rules.bisects:
        rounds = Say("step.figures.count_of_rounds", {"count": deepening.rounds_of(trace)})
        steps = Say("step.figures.count_of_steps", {"count": len(trace)})
        return fact("figures.rounds", rounds=rounds, expanded=steps)
    state = trace[-1] if len(trace) else trace.beginning
    closed = int(state.is_closed.sum())
    count = Say("step.figures.closed", {"count": closed, "noun": noun(trace.noun)})
    waiting = len(state.nodes) - closed
    if not waiting:
        return fact("figures", closed=count)
    return fact("figures.open", closed=count, open=Say("step.figures.still_open", {"count": waiting}))
