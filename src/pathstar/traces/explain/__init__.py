"""Explanations of each step of a search: facts derived from its events and its space, and their text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pathstar.traces.explain import (
    both_ends,
    deepening,
    intervals,
    legs,
    neighbours,
    regions,
    repairing,
    selection,
    sight,
    termination,
)
from pathstar.traces.explain.beginning import open_at_first
from pathstar.traces.explain.facts import KINDS, Fact
from pathstar.traces.explain.selection import state_before
from pathstar.traces.explain.text import Explanation, Sentence
from pathstar.traces.legs import leg_at

if TYPE_CHECKING:
    from pathstar.traces.state import State
    from pathstar.traces.trace import Trace

__all__ = ["KINDS", "Explanation", "Fact", "Sentence", "facts_of", "facts_of_end", "open_at_first"]


def facts_of(trace: Trace, step: int) -> tuple[Fact, ...]:
    """Return the facts of one step of a trace; those of the last step conclude with how the search ended."""
    if trace.legs:
        return (*legs.facts(trace, step), *_of_leg(trace, step))
    if trace.rules.bisects:
        found = list(regions.facts(trace, step))
    elif trace.intervals is not None:
        found = list(intervals.facts(trace, step))
    elif trace.rules.repairs_from:
        found = list(repairing.facts(trace, step))
    else:
        before = state_before(trace, step)
        found = [*_chosen(trace, step, before), *neighbours.facts(trace, step, before)]
    return (*found, *facts_of_end(trace)) if step == len(trace) - 1 else tuple(found)


def _of_leg(trace: Trace, step: int) -> tuple[Fact, ...]:
    """Return the facts of a step of a leg, and how the whole search ended if the leg does not say it."""
    number, within = leg_at(trace, step)
    found = facts_of(trace.legs[number], within)
    said = not trace.path and number == len(trace.legs) - 1
    return found if said or step < len(trace) - 1 else (*found, *facts_of_end(trace))


def _chosen(trace: Trace, step: int, before: State) -> list[Fact]:
    """Return why a step took its square, and what happened before."""
    if trace.deepens:
        return list(deepening.facts(trace, step))
    whose = both_ends.facts(trace, step) if trace.two_sided else ()
    return [*whose, *sight.bends(trace, step), *selection.facts(trace, step, before)]


def facts_of_end(trace: Trace) -> tuple[Fact, ...]:
    """Return how a search ended."""
    if trace.legs and not trace.path:
        return facts_of_end(trace.legs[-1])
    return tuple(termination.facts(trace))
