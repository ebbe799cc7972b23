"""Is an answer to a query of a scenario right?"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathstar.io.scenario import Query
    from pathstar.paths.path import Path
    from pathstar.spaces.grid import Grid

# The files' lengths were summed with the root of 2 to 8 decimals: up to 1.7e-9 of a length is missing.
_SUMMED = 5e-9
_OWN_SUM = 1e-9  # what our own sum may be off by


def problem_with(grid: Grid, query: Query, path: Path) -> str:
    """Return what is wrong with an answer, in words; empty if nothing is.

    The path is checked step by step by `pathstar.check_path`, and what the checker makes of its cost is
    compared with the file's optimum in both directions, as exactly as the optimum is printed. A path that is
    not promised to be optimal may be longer, within what is promised, but never shorter.

    Args:
        grid: Where it was found.
        query: What was asked, with the file's optimum.
        path: The answer.
    """
    import pathstar as ps

    if query.unreachable:
        return f"got a path of cost {path.cost:.10g}, expected none" if path else ""
    if not path:
        words = path.status.name.lower().replace("_", " ")
        return f"got no path ({words}), expected one of length {query.length:.10g}"
    check = ps.check_path(grid, path.points, start=query.start, goal=query.goal)
    if not check:
        return f"got a wrong path: {check.problem}"
    if not math.isclose(check.cost, path.cost, rel_tol=_OWN_SUM, abs_tol=_OWN_SUM):
        return f"got cost {path.cost:.10g} for steps that cost {check.cost:.10g}"
    slack = query.tolerance + _SUMMED * query.length
    got = f"got cost {check.cost:.10g}, expected {query.length:.10g}"
    if check.cost < query.length - slack:
        return f"{got}: too short"
    if check.cost > path.bound * (query.length + slack) * (1 + _OWN_SUM):
        allowed = "" if path.bound == 1 else f", at most {path.bound:.4g} times as much"
        return f"{got}{allowed}: too long"
    return ""
