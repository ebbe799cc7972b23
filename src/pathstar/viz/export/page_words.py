"""The text of a saved page: the facts of its steps, and its labels."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import islice
from typing import Any

import numpy as np

from pathstar._core import Status
from pathstar.paths.path import knows_everything
from pathstar.progress import Tell
from pathstar.spaces.base import Space
from pathstar.traces.explain.facts import Fact, end_words
from pathstar.traces.trace import Trace
from pathstar.viz.figures import leg_costs
from pathstar.words import Say, Value, as_json, catalogue

EXPLAINED = 10_000  # events; steps that begin among them are explained


def facts_of(trace: Trace, progress: Tell) -> dict[str, Any]:
    """Return the facts of the explained steps, and those of the last one or of the end.

    Each fact is its kind, its message and the cells that it names.

    Args:
        trace: The search.
        progress: Called as steps are explained.
    """
    count = int(np.searchsorted(trace.step_starts, EXPLAINED))
    steps = []
    for step in range(count):
        steps.append(_fact_rows(trace.facts(step), trace.space))
        progress((step + 1) / count)
    return {
        "steps": steps,
        "end": _fact_rows(trace.facts(len(trace) - 1 if len(trace) else None), trace.space),
    }


def _fact_rows(facts: Iterable[Fact], space: Space) -> list[Any]:
    rows = list(facts)
    nodes = np.array([space.node_of(place) for each in rows for place in each.places], np.uint32)
    cells = iter(space.cells_of(nodes).tolist())
    return [[each.kind, as_json(each.say), list(islice(cells, len(each.places)))] for each in rows]


def title_of(trace: Trace) -> Say:
    """Return the title of a search: its start and target."""
    ends: dict[str, Value] = {"start": end_words(trace.space, trace.path.start)}
    if trace.goal is None:
        return Say("page.title.open", ends)
    return Say("page.title", {**ends, "target": end_words(trace.space, trace.goal)})


def summary_of(trace: Trace) -> Say:
    """Return the algorithm and the result of a search."""
    path, rules = trace.path, trace.rules
    title = f"algorithm.{rules.algorithm}.title"
    name = Say(title) if title in catalogue().messages else rules.title
    if knows_everything(path):
        return Say("page.summary.all_known", {"algorithm": name})
    if path.status is not Status.FOUND:
        return Say(f"page.summary.{path.status.name.lower()}", {"algorithm": name})
    bound: Value = Say("page.bound.none")
    if math.isfinite(path.bound):
        bound = Say("page.bound.optimal" if path.bound == 1 else "page.bound", {"times": path.bound})
    values: dict[str, Value] = {"algorithm": name, "cost": path.cost, "bound": bound}
    if path.legs:
        return Say("page.summary.legs", {**values, "legs": leg_costs(path)})
    return Say("page.summary.found", values)


def description_of(trace: Trace, title: Value) -> Say:
    """Return a description for readers who cannot see the board."""
    return Say("page.description", {"title": title, "summary": summary_of(trace), "count": len(trace)})
