"""Sentences for each step of a search, made from its events and from the space that it searched."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pathstar.traces import choice, ending, looking
from pathstar.traces.sentences import Explanation

if TYPE_CHECKING:
    from pathstar.traces.trace import Trace


def explain(trace: Trace, step: int) -> Explanation:
    """Explain one step of a trace; the last one with the end of the search."""
    sentences = [*choice.sentences(trace, step), *looking.sentences(trace, step)]
    if step == len(trace) - 1:
        sentences += ending.sentences(trace)
    return Explanation(step, tuple(sentences))


def explain_end(trace: Trace) -> Explanation:
    """Explain how a search ended."""
    return Explanation(None, tuple(ending.sentences(trace)))
