"""What the table promises for the options chosen, in plain words, and what to beware of."""

from __future__ import annotations

import math
from dataclasses import dataclass

from pathstar.paths.path import Method
from pathstar.planners.algorithms import ALGORITHMS
from pathstar.spaces.base import Space
from pathstar.spaces.heuristics import HEURISTICS


@dataclass(frozen=True, slots=True)
class Promise:
    """What a search promises about its path.

    Attributes:
        kind: ``"optimal"``, ``"bounded"`` or ``"none"``.
        words: The promise in a few words.
        table: What the table of algorithms says.
        warning: What to beware of, or "".
    """

    kind: str
    words: str
    table: str
    warning: str


def promise_of(space: Space, method: Method) -> Promise:
    """Say what a method promises in a space.

    Example:
        >>> import pathstar as ps
        >>> grid = ps.Grid([[1, 1]])
        >>> promise_of(grid, ps.Planner(grid, "astar").method).words
        'The path is the cheapest there is.'
    """
    row = ALGORITHMS[method.algorithm]
    if method.bound <= 1:
        kind, words = "optimal", "The path is the cheapest there is."
    elif math.isfinite(method.bound):
        kind, words = "bounded", f"The path costs at most {_times(method.bound)} the cheapest."
    else:
        kind, words = "none", "Finds a path if there is one; its cost may be anything."
    return Promise(kind, words, row.guarantee, _warning(space, method))


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
    steep = space.steepness(method.heuristic)
    estimate = HEURISTICS[method.heuristic].name.capitalize()
    if not math.isfinite(steep):
        return f"{estimate} is inadmissible here: some steps cost nothing, so any estimate is too high."
    if steep > 1:
        return (
            f"{estimate} is inadmissible here: it can exceed the true cost, up to {_times(steep)}. "
            "The search may settle for a dearer path."
        )
    if method.weight > 1:
        return f"The weight {method.weight:g} makes the estimate too high on purpose: faster, less exact."
    return ""
