"""What the table promises for the options chosen, in plain words, and what to beware of."""

from __future__ import annotations

import math
from dataclasses import dataclass

from pathstar.paths.path import Method
from pathstar.planners.algorithms import ALGORITHMS
from pathstar.spaces.base import Space
from pathstar.spaces.heuristics import HEURISTICS


@dataclass(frozen=True, slots=True)
class Guarantee:
    """What a search promises about its path.

    Attributes:
        kind: ``"optimal"``, ``"bounded"`` or ``"none"``.
        words: The guarantee in a few words.
        table: What the table of algorithms says.
        warning: What to beware of, or "".
    """

    kind: str
    words: str
    table: str
    warning: str


def guarantee_of(space: Space, method: Method, *, found: bool) -> Guarantee:
    """Say what a method promises in a space.

    Args:
        space: Where it searches.
        method: The method.
        found: Whether it found a path, so that the words can speak of it.

    Example:
        >>> import pathstar as ps
        >>> grid = ps.Grid([[1, 1]])
        >>> method = ps.Planner(grid, "astar").method
        >>> guarantee_of(grid, method, found=True).words
        'The path is the cheapest there is.'
        >>> guarantee_of(grid, method, found=False).words
        'Where there is a path, this method finds the cheapest.'
    """
    row = ALGORITHMS[method.algorithm]
    kind, words = _guaranteed(method.bound, found)
    return Guarantee(kind, words, row.guarantee, _warning(space, method))


def _guaranteed(bound: float, found: bool) -> tuple[str, str]:
    """Return the kind of a guarantee, and its words."""
    if bound <= 1:
        there = "The path is the cheapest there is."
        return "optimal", there if found else "Where there is a path, this method finds the cheapest."
    if math.isfinite(bound):
        times = f"costs at most {_times(bound)} the cheapest."
        return "bounded", f"The path {times}" if found else f"Where there is a path, the one it finds {times}"
    return "none", "Finds a path if there is one; its cost may be anything."


def _times(factor: float) -> str:
    return f"{factor:.3g} times"


def _warning(space: Space, method: Method) -> str:
    row = ALGORITHMS[method.algorithm]
    title = row.title[0].upper() + row.title[1:]
    if row.open_list == "fifo" and method.bound > 1:
        return f"{title} counts steps and does not look at costs. Here steps differ in cost."
    if not row.use_g:
        return f"{title} looks only at the estimate, never at the cost so far."
    if method.weight <= 0:
        return ""
    steep = space.consistency_factor(method.heuristic)
    estimate = HEURISTICS[method.heuristic].name.capitalize()
    if not math.isfinite(steep):
        return f"{estimate} is inadmissible here: some steps cost nothing, so any estimate is too high."
    if steep > 1:
        return (
            f"{estimate} is inadmissible here: it can exceed the true cost, up to {_times(steep)}. "
            "The search may settle for a path that costs more."
        )
    if method.weight > 1:
        return f"The weight {method.weight:g} makes the estimate too high on purpose: faster, less exact."
    return ""
