"""Dijkstra in forty plain lines, straight from the rules: the twin that every search is held against."""

from __future__ import annotations

import heapq
import itertools
import math
from collections.abc import Hashable, Iterator

import numpy as np
from numpy.typing import NDArray

Place = Hashable

STEPS = [(dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if (dx, dy) != (0, 0)]
MOST_BLOCKED = {"no_cut": 0, "no_squeeze": 1, "free": 2}


def neighbours(space, place: Place) -> Iterator[tuple[Place, float]]:
    """Every legal step from a place, and what it costs."""
    return {"Grid": of_grid, "Graph": of_graph}[type(space).__name__](space, place)


def is_free(space, place: Place) -> bool:
    """Whether one may stand at a place."""
    return not hasattr(space, "walkable") or bool(space.walkable[place[::-1]])


def of_graph(graph, name: Hashable) -> Iterator[tuple[Hashable, float]]:
    """Every edge of a node."""
    node = graph.node_of(name)
    for edge in range(graph.offsets[node], graph.offsets[node + 1]):
        yield graph.places_of([graph.targets[edge]]).tolist()[0], float(graph.costs[edge])


def of_grid(grid, place: tuple[int, int]) -> Iterator[tuple[Place, float]]:
    """Every step to one of the eight cells around that the moves allow."""
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


def costs_from(space, start: Place) -> dict[Place, float]:
    """The lowest cost to every place that can be reached."""
    done: dict[Place, float] = {}
    tie = itertools.count()  # names need not have an order
    queue = [(0.0, next(tie), start)] if is_free(space, start) else []
    while queue:
        cost, _, place = heapq.heappop(queue)
        if place in done:
            continue
        done[place] = cost
        for following, step in neighbours(space, place):
            if following not in done:
                heapq.heappush(queue, (cost + step, next(tie), following))
    return done


def cheapest(space, start: Place, goal: Place) -> float:
    """The lowest cost from start to goal; infinity where there is no path."""
    return costs_from(space, start).get(goal, math.inf)
