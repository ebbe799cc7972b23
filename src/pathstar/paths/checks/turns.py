"""The cost of a path of cells with headings: the checker's rules for `Turning`.

It reads only public arrays and the turns' costs, computes each turn as an angle, and shares no code with the
search.
"""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from pathstar.paths.checks.cells import PORTAL, Cell, place_problem, steps_between
from pathstar.paths.checks.verdict import Verdict
from pathstar.spaces.hexgrid import HexGrid
from pathstar.spaces.turning import Turning


def turns_problem(space: Turning, rows: NDArray[np.int64]) -> Verdict:
    """Return what is wrong with a path ``(n, 3)``, in words, the wrong step, and its cost."""
    places: list[Cell] = [tuple(row) for row in rows.tolist()]
    for row, place in enumerate(places):
        problem = place_problem(space.ground, place[:2]) or heading_problem(space, place)
        if problem:
            return f"{place} {problem}", max(row - 1, 0), math.inf
    cost = 0.0
    for step, (place, following) in enumerate(pairwise(places)):
        found, problem = turns_and_steps(space, place, following, last=step == len(places) - 2)
        if problem:
            return f"{place} to {following} {problem}", step, math.inf
        cost += min(map(sum, found))
    return "", None, cost


def heading_problem(space: Turning, place: Cell) -> str:
    """Return what is wrong with the heading of a place ``(x, y, heading)``."""
    return "" if 0 <= place[2] <= len(space.directions) else "has a heading that does not exist"


def turns_and_steps(
    space: Turning, place: Cell, following: Cell, *, last: bool
) -> tuple[list[tuple[float, float]], str]:
    """Return the possible costs of one step with its turn, or why there are none.

    The last step of a path, and a step through a portal, may end with any heading.
    """
    costs, problem = steps_between(space.ground, place[:2], following[:2])
    if not costs:
        return [], problem
    heading = following[2]
    fitting = [
        (_turn(space, place[2], number), cost)
        for number, cost in costs.items()
        if number == heading - 1 or (last and (heading == 0 or number == PORTAL))
    ]
    allowed = [(turn, cost) for turn, cost in fitting if turn < math.inf]
    return allowed, "" if allowed else "makes a turn that is not allowed"


def _turn(space: Turning, heading: int, number: int) -> float:
    if heading == 0 or number == PORTAL:
        return 0.0
    apart = abs(_angle(space, heading - 1) - _angle(space, number)) % 360
    smallest = 360 / len(space.directions)
    return space.turn_costs[round(min(apart, 360 - apart) / smallest)]


def _angle(space: Turning, number: int) -> float:
    """Return the angle of a direction in degrees."""
    x, y = space.directions[number]
    if isinstance(space.ground, HexGrid):
        return math.degrees(math.atan2(y * math.sqrt(3) / 2, x + y / 2))
    return math.degrees(math.atan2(y, x))
