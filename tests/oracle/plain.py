"""Dijkstra in forty plain lines, straight from the rules: the twin that every search is held against."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

Place = tuple[int, int]

STEPS = [(dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dx, dy) != (0, 0)]
MOST_BLOCKED = {"no_cut": 0, "no_squeeze": 1, "free": 2}


def neighbours(grid, place: Place) -> Iterator[tuple[Place, float]]:
    """Every legal step from a place, and what it costs."""
    free: NDArray[np.bool_] = grid.walkable
    x, y = place
    for dx, dy in STEPS:
        nx, ny = x + dx, y + dy
        if not (0 <= nx < grid.width and 0 <= ny < grid.height and free[ny, nx]):
            continue
        length = grid.moves.straight
        if dx and dy:
            blocked = (not free[y, nx]) + (not free[ny, x])
            if grid.moves.directions == 4 or blocked > MOST_BLOCKED[grid.moves.corners]:
                continue
            length = grid.moves.diagonal
        if grid.cost is not None:
            here, there = grid.cost[y, x], grid.cost[ny, nx]
            length *= there if grid.cost_model == "enter" else (here + there) / 2
        yield (nx, ny), float(length)


def costs_from(grid, start: Place) -> dict[Place, float]:
    """The lowest cost to every place that can be reached."""
    done: dict[Place, float] = {}
    queue = [(0.0, start)] if grid.walkable[start[1], start[0]] else []
    while queue:
        cost, place = heapq.heappop(queue)
        if place in done:
            continue
        done[place] = cost
        for following, step in neighbours(grid, place):
            if following not in done:
                heapq.heappush(queue, (cost + step, following))
    return done


def cheapest(grid, start: Place, goal: Place) -> float:
    """The lowest cost from start to goal; infinity where there is no path."""
    return costs_from(grid, start).get(goal, math.inf)
