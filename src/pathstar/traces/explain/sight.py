"""A search along lines: which ways go straight on from the parent of a closed square, and which turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from pathstar._core import EventType
from pathstar.spaces.base import Place, place_of
from pathstar.traces.explain.facts import Fact, fact, named, place_words
from pathstar.traces.state import State
from pathstar.words import Value, numbers

if TYPE_CHECKING:
    from pathstar.spaces.neighbours import Neighbour
    from pathstar.traces.explain.neighbours import Look
    from pathstar.traces.trace import Trace


def bends(trace: Trace, step: int) -> Iterator[Fact]:
    """Yield which squares came before this one, but did not see their parent."""
    between = trace.events_before(step)
    first = int(trace.step_starts[step]) - len(between)
    for number in (first + np.flatnonzero(between["type"] == EventType.BEND.value)).tolist():
        event = trace.events[number]
        old = State(trace, step - 1, number).square_of(int(event["node"]))
        parent = place_of(trace.space, event["parent"])
        assert old is not None
        assert old.parent is not None  # the start is never checked
        old_g, new_g = numbers(old.g, float(event["g"]))
        values: dict[str, Value] = {
            "place": place_words(old.place),
            "f": old.f,
            "old_g": old_g,
            "new_g": new_g,
        }
        values |= {"parent": place_words(parent), "old_parent": place_words(old.parent)}
        yield fact("sight.bend", dict.fromkeys((old.place, old.parent, parent)), **values)


def facts(look: Look) -> Iterator[Fact]:
    """Yield which of the changed neighbours are reached straight from the parent of the closed square."""
    closed = look.before.square_of(look.node)
    if closed is None or closed.parent is None:  # every way from the start is straight
        return
    straight = [place for place, news in look.changes if news.parent != look.place]
    bent = [place for place, news in look.changes if news.parent == look.place]
    cells: Any = look.trace.space  # nothing else is searched along lines
    priced = cells.cost is not None
    later = look.trace.rules.any_angle == "lazy_theta" and not priced
    for case, places in (
        ("later" if later else "straight", straight),
        ("dearer" if priced else "hidden", bent),
    ):
        if places:
            ends = {"place": place_words(look.place), "far": place_words(closed.parent)}
            shown = (*places, look.place, closed.parent)
            yield fact(f"sight.{case}", shown, places=named(places), count=len(places), **ends)


def passed_over(look: Look, others: list[Neighbour]) -> Iterator[Fact]:
    """Yield why walkable neighbours were left as they are."""
    kept: list[Place] = []
    closed: list[Place] = []
    for each in others:
        known = look.before.square(each.place)
        (closed if known is not None and known.closed else kept).append(each.place)
    for case, places in (("sight.kept", kept), ("closed.already", closed)):
        if places:
            yield fact(case, places, places, places=named(places), count=len(places))
