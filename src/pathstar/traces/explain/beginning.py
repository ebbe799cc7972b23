"""What lies open before the first step of a search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pathstar.words import Say

if TYPE_CHECKING:
    from pathstar.traces.trace import Trace


def open_at_first(trace: Trace) -> Say:
    """Return what lies on the open list before the first step, as a message."""
    count = len(trace.beginning.open)
    if trace.two_sided:
        return Say("step.begin.both")
    if count != 1:
        return Say("step.begin.some", {"count": count, "noun": Say(f"noun.{trace.noun}")})
    return Say("step.begin.goal" if trace.rules.repairs_from == "goal" else "step.begin.start")
