"""What a path of cells with headings costs: the checker's part for `Turning`.

It reads public arrays and the turns' costs only, works each turn out as an angle, and shares no code with
the search.
"""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from pathstar.paths.check_cells import PORTAL, Cell, place_problem, steps_between
from pathstar.spaces.hexgrid import HexGrid
from pathstar.spaces.turning import Turning


def turns_problem(space: Turning, rows: NDArray[np.int64]) -> tuple[str, int | None, float]:
    """Return what is wrong with a path ``(n, 3)``, in words, at which step, and its cost."""
    places: list[Cell] = [tuple(row) for row in rows.tolist()]
    for row, (*cell, heading) in enumerate(places):
        problem = place_problem(space.ground, tuple(cell))
        if not 0 <= heading <= len(space.directions):
            problem = "has no such heading"
        if problem:
            return f"{places[row]} {problem}", max(row - 1, 0), math.inf
    cost = 0.0
    for step, (place, following) in enumerate(pairwise(places)):
        price, problem = _price(space, place, following, last=step == len(places) - 2)
        if problem:
            return f"{place} to {following} {problem}", step, math.inf
        cost += price
    return "", None, cost


def _price(space: Turning, place: Cell, following: Cell, *, last: bool) -> tuple[float, str]:
    """Return what one step costs, turn and all. The last may end with any heading, and a portal with each."""
    costs, problem = steps_between(space.ground, place[:2], following[:2])
    if not costs:
        return math.inf, problem
    heading = following[2]
    fitting = {
        number: cost + _turn(space, place[2], number)
        for number, cost in costs.items()
        if number == heading - 1 or (last and (heading == 0 or number == PORTAL))
    }
    price = min(fitting.values(), default=math.inf)
    return price, "" if price < math.inf else "makes a turn that is not allowed"


def _turn(space: Turning, heading: int, number: int) -> float:
    if heading == 0 or number == PORTAL:
        return 0.0
    apart = abs(_angle(space, heading - 1) - _angle(space, number)) % 360
    smallest = 360 / len(space.directions)
    return space.turn_costs[round(min(apart, 360 - apart) / smallest)]


def _angle(space: Turning, number: int) -> float:
    """Return where a direction points, in degrees."""
    x, y = space.directions[number]
    if isinstance(space.ground, HexGrid):
        return math.degrees(math.atan2(y * math.sqrt(3) / 2, x + y / 2))
    return math.degrees(math.atan2(y, x))
