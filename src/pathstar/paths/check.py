"""The independent checker: is this a legal path, and what does it cost?

It reads only the space's public arrays, and shares no code with the search.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from numpy.typing import ArrayLike

from pathstar.paths.path import Path
from pathstar.spaces.base import Place, Space


@dataclass(frozen=True, slots=True)
class Check:
    """The result of the checker; true if the path is legal.

    Attributes:
        ok: Whether every step is legal, the ends are right, and the cost that a `Path` states is the sum of
            its steps.
        cost: The sum of the steps' costs; infinity if a step is not legal.
        problem: What is wrong, in words; empty if nothing is.
        step: The number of the first wrong step, from 0, or None.

    Example:
        >>> import pathstar as ps
        >>> ps.check_path(ps.Grid([[1, 1]]), [(0, 0), (1, 0)])
        Check(ok=True, cost=1.0, problem='', step=None)
    """

    ok: bool
    cost: float
    problem: str = ""
    step: int | None = None

    def __bool__(self) -> bool:
        return self.ok


def check_path(
    space: Space, path: Path | ArrayLike, *, start: Place | None = None, goal: Place | None = None
) -> Check:
    """Check a path step by step against the map, the corner rule and the step costs.

    Args:
        space: The space of the path.
        path: A `Path`, or places ``(n, 2)`` with columns x and y; a list of names where places are names. On
            a `Timed`, rows ``(x, y, time)``, which are checked against all reservations. On a `NavMesh`, the
            points of a line.
        start: The required start; a `Path` has its own.
        goal: The required goal; a `Path` has its own.

    Returns:
        A `Check`. A `Path` that was not found is not legal, nor is a list that holds anything but places,
        such as floats, bools or text instead of whole numbers.

    Raises:
        SpaceError: The checker does not know this kind of space.

    Example:
        >>> import pathstar as ps
        >>> grid = ps.Grid([[1, 1], [0, 1]])
        >>> check_path(grid, [(0, 0), (1, 1)])
        Check(ok=False, cost=inf, problem='(0, 0) to (1, 1) cuts a corner', step=0)
    """
    if isinstance(path, Path):
        start, goal = path.start, path.goal
    return _claimed(path, _check(space, path, start, goal))


def check_line(path: Path) -> Check:
    """Check a path in any direction, but not the cost that it states.

    Example:
        >>> import pathstar as ps
        >>> check_line(ps.find_path(ps.Grid([[1, 1]]), (0, 0), (1, 0), algorithm="theta-star"))
        Check(ok=True, cost=1.0, problem='', step=None)
    """
    return _check(path.space, path, path.start, path.goal)


def _check(space: Space, path: Any, start: Place | None, goal: Place | None) -> Check:
    from pathstar.paths.checks.by_kind import verdict_on  # not at the top: a search needs no rules

    problem, step, cost = verdict_on(space, path, start, goal)
    return (
        Check(ok=False, cost=math.inf, problem=problem, step=step) if problem else Check(ok=True, cost=cost)
    )


def _claimed(path: Path | ArrayLike, check: Check) -> Check:
    """Check that a legal path has the cost that it states."""
    if (
        check
        and isinstance(path, Path)
        and not math.isclose(check.cost, path.cost, rel_tol=1e-9, abs_tol=1e-12)
    ):
        problem = f"its steps cost {check.cost!r}, but it states {path.cost!r}"
        return Check(ok=False, cost=check.cost, problem=problem)
    return check
