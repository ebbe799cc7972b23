"""Cost-distance on rasters in plain Python: a heap, one cell at a time, steps found by sampling lines."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

Cell = tuple[int, int]
Floats = NDArray[np.float64]

# Clockwise from east on the screen, in the order of their codes from 1.
NEIGHBOURS = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]


def moves(directions: int) -> list[Cell]:
    """Return all steps (down, right) by code: neighbours first, then clockwise rings of longer ones."""
    if directions == 4:
        return NEIGHBOURS[::2]
    found = list(NEIGHBOURS)
    for reach in range(2, {8: 1, 16: 2, 32: 3}[directions] + 1):
        span = range(-reach, reach + 1)
        ring = [(y, x) for y in span for x in span if math.gcd(y, x) == 1 and max(abs(y), abs(x)) == reach]
        found += sorted(ring, key=lambda step: math.atan2(*step) % (2 * math.pi))
    return found


@cache
def shares(step: Cell) -> dict[Cell, float]:
    """Return the cells that the line of a step crosses, with their shares of it, by points along it."""
    count = 1200
    part = (np.arange(count) + 0.5) / count
    cells = np.floor(part[:, None] * step + 0.5).astype(int)
    found, counts = np.unique(cells, axis=0, return_counts=True)
    return {(int(y), int(x)): round(n / count * 12) / 12 for (y, x), n in zip(found, counts, strict=True)}


@dataclass
class World:
    """A raster and the costs of its steps: `length(row, step)`, and a pace by slope if there are heights."""

    cost: Floats
    directions: int = 8
    length: Callable[[int, Cell], float] = lambda row, step: math.hypot(*step)
    height: Floats | None = None
    pace: Callable[[float], float] = lambda slope: 1.0
    add: bool = False
    wrap: bool = False
    outward: bool = True
    corners: str = "free"

    def at(self, y: int, x: int) -> Cell | None:
        """Return a cell, wrapped around the edge; None outside."""
        rows, columns = self.cost.shape
        x = x % columns if self.wrap else x
        return (y, x) if 0 <= y < rows and 0 <= x < columns else None

    def steps(self, y: int, x: int) -> Iterator[tuple[Cell, float]]:
        """Yield the next cells from a cell, with costs."""
        for step in moves(self.directions):
            end = self.at(y + step[0], x + step[1])
            crossed = [(self.at(y + dy, x + dx), share) for (dy, dx), share in shares(step).items()]
            if end is None or any(cell is None for cell, _ in crossed):
                continue
            if not self.may_pass(y, x, step):
                continue
            mean = sum(share * self.price_at(*cell) for cell, share in crossed)
            length = self.length(y, step)
            price = length * mean
            if self.height is not None:
                slope = (self.height[end] - self.height[y, x]) / length * (1 if self.outward else -1)
                pace = self.pace(slope)
                price = length * (mean + pace) if self.add else price * pace
            if math.isfinite(price):
                yield end, price

    def may_pass(self, y: int, x: int, step: Cell) -> bool:
        """Return whether the corner rule allows a step; its line meets a corner if both parts are odd."""
        if self.corners == "free" or step[0] * step[1] % 2 == 0:
            return True
        (up, down), (left, right) = ((math.floor(part / 2), math.ceil(part / 2)) for part in step)
        around = {(dy, dx) for dy in (up, down) for dx in (left, right)}
        beside = [self.at(y + dy, x + dx) for dy, dx in around - set(shares(step))]
        closed = [cell is None or not math.isfinite(self.price_at(*cell)) for cell in beside]
        return not (all(closed) if self.corners == "no_squeeze" else any(closed))

    def price_at(self, y: int, x: int) -> float:
        """Return the cost of a cell, infinite where there is no height."""
        open_ = self.height is None or not math.isnan(self.height[y, x])
        return float(self.cost[y, x]) if open_ and not math.isnan(self.cost[y, x]) else math.inf


def dijkstra(world: World, sources: dict[Cell, float]) -> Floats:
    """Return the least cost to every cell."""
    costs = np.full(world.cost.shape, math.inf)
    heap = [(start, cell) for cell, start in sources.items()]
    heapq.heapify(heap)
    for start, cell in heap:
        costs[cell] = min(costs[cell], start)
    while heap:
        cost, cell = heapq.heappop(heap)
        if cost > costs[cell]:
            continue
        for end, step in world.steps(*cell):
            if cost + step < costs[end]:
                costs[end] = cost + step
                heapq.heappush(heap, (cost + step, end))
    return costs
