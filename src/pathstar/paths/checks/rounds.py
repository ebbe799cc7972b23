"""What a step of a disc needs and costs: the checker's rules for `Round`.

It measures the distance to each blocked square of the ground's public arrays, and shares no code with the
search.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from pathstar.spaces.layers.round import Round

Cell = tuple[int, ...]


def round_problem(space: Round, place: Cell) -> str:
    """Return what is wrong with a disc centred on a cell."""
    height, width = space.ground.shape
    x, y = place
    if not (0 <= x < width and 0 <= y < height):
        return "lies outside"
    for cx, cy in _around(space, place):
        inside = 0 <= cx < width and 0 <= cy < height
        if _distance(x - cx, y - cy) < space.radius and not (inside and space.ground.walkable[cy, cx]):
            return f"is too near ({cx}, {cy}), which is not walkable"
    return ""


def passing_problem(space: Round, place: Cell, by: Cell) -> str:
    """Return what is wrong with a step of a disc between ends that were found right."""
    dx, dy = by
    for beside in ((dx, 0), (0, dy)) if dx and dy else ():
        problem = round_problem(space, (place[0] + beside[0], place[1] + beside[1]))
        if problem:
            return f"passes ({place[0] + beside[0]}, {place[1] + beside[1]}), which {problem}"
    return ""


def round_cost(space: Round, place: Cell) -> float:
    """Return the mean cost of the cells with their centres under a disc."""
    cost = space.ground.cost
    assert cost is not None
    x, y = place
    below = [
        float(cost[cy, cx]) for cx, cy in _around(space, place) if math.hypot(cx - x, cy - y) <= space.radius
    ]
    return math.fsum(below) / len(below)


def _around(space: Round, place: Cell) -> Iterator[tuple[int, int]]:
    reach = math.ceil(space.radius + 0.5)
    for cy in range(place[1] - reach, place[1] + reach + 1):
        for cx in range(place[0] - reach, place[0] + reach + 1):
            yield cx, cy


def _distance(dx: int, dy: int) -> float:
    """Return the distance from a centre to the square at this offset in columns and rows."""
    return math.hypot(max(abs(dx) - 0.5, 0), max(abs(dy) - 0.5, 0))
