"""The guarantee of the chosen options, and warnings, as messages of the catalogues."""

from __future__ import annotations

import math
from dataclasses import dataclass

from pathstar.paths.path import Method
from pathstar.planners.algorithms import ALGORITHMS
from pathstar.spaces.base import Space
from pathstar.words import Say, Value


@dataclass(frozen=True, slots=True)
class Guarantee:
    """What a search guarantees for its path.

    Attributes:
        kind: ``"optimal"``, ``"bounded"`` or ``"none"``.
        words: The guarantee in a few words.
        warning: A warning, or None.
    """

    kind: str
    words: Say
    warning: Say | None


def guarantee_of(space: Space, method: Method, *, found: bool, kept_out: bool = False) -> Guarantee:
    """Return the guarantee of a method in a space.

    Args:
        space: The space of the search.
        method: The method.
        found: Whether it found a path, so that the words can refer to it.
        kept_out: Whether it kept out of dead ends through which a cheaper path may lead.

    Example:
        >>> import pathstar as ps
        >>> from pathstar.words import catalogue
        >>> grid = ps.Grid([[1, 1]])
        >>> method = ps.Planner(grid, "astar").method
        >>> catalogue().text(guarantee_of(grid, method, found=True).words)
        'The path is the cheapest there is.'
        >>> catalogue().text(guarantee_of(grid, method, found=False).words)
        'Where there is a path, this method finds the cheapest.'
    """
    kind, values = _guaranteed(method.bound)
    there = "" if kind == "none" else ".unfound" if not found else ".kept_out" if kept_out else ""
    return Guarantee(kind, Say(f"guarantee.{kind}{there}", values), _warning(space, method))


def _guaranteed(bound: float) -> tuple[str, dict[str, Value]]:
    """Return the kind of a guarantee, and its numbers."""
    if bound <= 1:
        return "optimal", {}
    return ("bounded", {"times": f"{bound:.3g}"}) if math.isfinite(bound) else ("none", {})


def _warning(space: Space, method: Method) -> Say | None:
    row = ALGORITHMS[method.algorithm]
    algorithm = Say(f"algorithm.{row.name}.title")
    if row.open_list == "fifo" and method.bound > 1:
        return Say("guarantee.warning.steps", {"algorithm": algorithm})
    if not row.use_g:
        return Say("guarantee.warning.greedy", {"algorithm": algorithm})
    if method.weight <= 0:
        return None
    factor = space.consistency_factor(method.heuristic)
    estimate = Say(f"heuristic.{method.heuristic}")
    if not math.isfinite(factor):
        return Say("guarantee.warning.free", {"estimate": estimate})
    if factor > 1:
        return Say("guarantee.warning.inadmissible", {"estimate": estimate, "times": f"{factor:.3g}"})
    return Say("guarantee.warning.weight", {"weight": f"{method.weight:g}"}) if method.weight > 1 else None
