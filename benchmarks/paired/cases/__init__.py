"""The table of cases: a file for each topic, each with a function that returns its rows."""

from __future__ import annotations

from . import calls, edits, fields, indexes, lattices, maps, memory, pictures, roads
from .base import Case, Scale

TOPICS = (maps, fields, lattices, roads, calls, edits, indexes, memory, pictures)


def cases_of(scale: Scale) -> dict[str, Case]:
    """Return all cases by name."""
    rows = [case for topic in TOPICS for case in topic.cases(scale)]
    return {case.name: case for case in rows}
