"""Whether a path through time takes nothing that is taken: the checker's part for `Timed`.

It reads public arrays only, looks at every row of what is taken, and shares no code with the search.
"""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from pathstar.paths.check_cells import Cell, place_problem, steps_between
from pathstar.spaces.hexgrid import HexGrid
from pathstar.spaces.timed import Timed

Place = tuple[float, float]  # a cell, or with halves the middle of four


def times_problem(
    space: Timed, rows: NDArray[np.int64], times: NDArray[np.float64]
) -> tuple[str, int | None, float]:
    """Return what is wrong with a path ``(n, 2)`` at its times, in words, at which step, and its cost."""
    cells: list[Cell] = [tuple(row) for row in rows.tolist()]
    for row, cell in enumerate(cells):
        problem = place_problem(space.ground, cell)
        if problem:
            return f"{cell} {problem}", max(row - 1, 0), math.inf
    moments: list[float] = times.tolist()
    for step, ((cell, then), (following, after)) in enumerate(pairwise(zip(cells, moments, strict=True))):
        problem = _step_problem(space, cell, following, then, after)
        if problem:
            return f"{cell} at {then:g} to {following} at {after:g} {problem}", step, math.inf
    taken: dict[Place, list[tuple[float, float]]] = {}
    for x, y, first, last in space.taken.tolist():
        taken.setdefault((x, y), []).append((first, last))
    for place, begin, end, step in _occupied(space, cells, moments):
        problem = _clash(taken, place, begin, end)
        if problem:
            return problem, step, math.inf
    return "", None, moments[-1] - moments[0]


def _step_problem(space: Timed, cell: Cell, following: Cell, then: float, after: float) -> str:
    if cell == following:
        return "" if after >= then else "goes back in time"
    costs, problem = steps_between(space.ground, cell, following)
    if not costs:
        return problem
    if any(_takes(cost, then, after) for cost in costs.values()):
        return ""
    return f"takes {min(costs.values()):g}, not {after - then:g}"


def _takes(cost: float, then: float, after: float) -> bool:
    """Whether a step of some cost lasts from one time to another, which floats of that size can say."""
    finest = max(math.ulp(then), math.ulp(after))
    return math.isclose(after - then, cost, rel_tol=1e-9, abs_tol=max(1e-9, finest))


def _occupied(space: Timed, cells: list[Cell], times: list[float]) -> list[tuple[Place, float, float, int]]:
    """Return all that the path takes: what, from when, until when, and by which step."""
    found: list[tuple[Place, float, float, int]] = []
    for step, ((cell, then), (following, after)) in enumerate(pairwise(zip(cells, times, strict=True))):
        found += [((x, y), then, after, step) for x, y in {cell, following}]
        if cell != following and _is_diagonal(space, cell, following, then, after):
            found.append((_middle(space, cell, following), then, after, step))
    (x, y), end = cells[-1], times[-1]
    found.append(((x, y), end, end + space.stay, max(len(cells) - 2, 0)))
    found += [
        ((x, y), time, time, max(row - 1, 0))
        for row, ((x, y), time) in enumerate(zip(cells, times, strict=True))
    ]
    return found


def _is_diagonal(space: Timed, cell: Cell, following: Cell, then: float, after: float) -> bool:
    """Whether a step goes from corner to corner, and not through a portal that takes as long."""
    if isinstance(space.ground, HexGrid):
        return False
    costs, _ = steps_between(space.ground, cell, following)
    fitting = [number for number, cost in costs.items() if _takes(cost, then, after)]
    return all(number >= 0 and all(space.ground.directions[number]) for number in fitting)


def _middle(space: Timed, cell: Cell, following: Cell) -> Place:
    """Return the middle of a diagonal step; beyond a joined border it is that at the right or lower side."""
    sides = space.width, space.height
    ways = [
        b - a if abs(b - a) == 1 else math.copysign(1, a - b) for a, b in zip(cell, following, strict=True)
    ]
    x, y = ((a + way / 2) % side for a, way, side in zip(cell, ways, sides, strict=True))
    return x, y


def _clash(taken: dict[Place, list[tuple[float, float]]], place: Place, begin: float, end: float) -> str:
    """Return what is in the way: times that only touch do not clash."""
    for first, last in taken.get(place, []):
        if (first < end and begin < last) or first <= begin == end < last:
            x, y = place
            what = f"({x:g}, {y:g})" if x % 1 == 0 else f"the crossing at ({x:g}, {y:g})"
            until = "for ever" if last == math.inf else f"until {last:g}"
            return f"goes over {what} at {begin:g}, which is taken from {first:g} {until}"
    return ""
