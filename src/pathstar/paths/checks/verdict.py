"""What a rule says of a path."""

from __future__ import annotations

import math

Verdict = tuple[str, int | None, float]
"""What is wrong, or nothing; the number of the first wrong step, if one is; the cost of a legal path."""


def right(cost: float) -> Verdict:
    """Return that a path is legal."""
    return "", None, cost


def wrong(problem: str, step: int | None = None) -> Verdict:
    """Return what is wrong with a path."""
    return problem, step, math.inf
