"""Checks whether a scenario fits its map, and whether the result of a query is right."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path as FilePath
from typing import TYPE_CHECKING

from pathstar.errors import OptionError

if TYPE_CHECKING:
    from pathstar.io.scenario import Query
    from pathstar.maps.map import Map
    from pathstar.paths.path import Path
    from pathstar.spaces.grid import Grid

# The files' lengths were summed with sqrt(2) rounded to 8 decimals: up to 1.7e-9 of a length is missing.
_SUMMED = 5e-9
_OWN_SUM = 1e-9  # the error of our own sum


def check_size(queries: Sequence[Query], ground: Map, file: FilePath) -> None:
    """Check that queries are for a map of this size.

    Raises:
        OptionError: They are for a map of another size.
    """
    for query in queries:
        if (query.width, query.height) != (ground.width, ground.height):
            raise OptionError(
                f"the queries are for a map of {query.width} x {query.height}; "
                f"{file} is of {ground.width} x {ground.height}"
            )


def problem_with(grid: Grid, query: Query, path: Path) -> str:
    """Return what is wrong with a result, in words; empty if nothing is.

    `pathstar.check_path` checks the path step by step. The cost that it computes must be neither above nor
    below the file's optimum, as exactly as the optimum is printed. A path whose bound is not 1 may be longer,
    up to the bound, but never shorter.

    Args:
        grid: The grid of the query.
        query: The query, with the file's optimum.
        path: The result.
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
