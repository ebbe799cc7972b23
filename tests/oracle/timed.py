"""The earliest arrival among cells that are taken at times, tried moment by moment.

A state is a cell at a moment; nothing is known of free times. One may set off at once, or at a moment when
something ends to be taken: between those moments nothing gets possible that was not. After the last of them
nothing changes any more, so that a cell needs to be looked at once.
"""

from __future__ import annotations

import heapq
import math
from functools import cache, partial

from tests.oracle import plain

Cell = tuple[int, int]
Where = tuple[float, float]


class Times:
    """What is taken, as a list of times for each cell and crossing."""

    def __init__(self, rows: list[list[float]]) -> None:
        self.taken: dict[Where, list[tuple[float, float]]] = {}
        for x, y, begin, end in rows:
            self.taken.setdefault((x, y), []).append((begin, end))
        moments = {t for times in self.taken.values() for pair in times for t in pair if math.isfinite(t)}
        self.moments = sorted(moments)

    def free(self, where: Where, begin: float, end: float) -> bool:
        """Whether nobody takes it between two moments, which may be the same one."""
        return not any(
            (first < end and begin < last) or first <= begin < last
            for first, last in self.taken.get(where, [])
        )


def arrival(space, start: Cell, goal: Cell) -> float:
    """When one can be at the goal, to stay there for as long as must be; infinity where that cannot be."""
    times = Times(space.taken.tolist())
    now, last = space.now, max(times.moments, default=-math.inf)
    if not space.ground.walkable[start[::-1]] or not times.free(start, now, now):
        return math.inf
    queue, seen = [(now, start)], set()
    onward = cache(partial(steps, space.ground))
    while queue:
        then, cell = heapq.heappop(queue)
        key = (cell, round(then, 9) if then < last else None)
        if key in seen:
            continue
        seen.add(key)
        if cell == goal and times.free(cell, then, then + space.stay):
            return then
        for leave in [then, *(moment for moment in times.moments if moment > then)]:
            if not times.free(cell, then, leave):
                break
            for following, cost, crossing in onward(cell):
                after = leave + cost
                needed = [(cell, leave), (following, leave), (following, after)]
                needed += [(crossing, leave)] if crossing else []
                if all(times.free(where, since, after) for where, since in needed):
                    heapq.heappush(queue, (after, following))
    return math.inf


def cheapest(space, start: Cell, goal: Cell) -> float:
    """The time from now to the earliest arrival."""
    return arrival(space, start, goal) - space.now


def steps(ground, cell: Cell) -> list[tuple[Cell, float, Where | None]]:
    """Every step of the ground, and the corner that a diagonal one crosses."""
    found: list[tuple[Cell, float, Where | None]] = []
    through = {(exit_, price) for entrance, exit_, price in ground.links.portals if entrance == cell}
    for following, cost in plain.neighbours(ground, cell):
        crossing = None
        if not hasattr(ground, "layout") and (following, cost) not in through:
            for dx, dy in ground.directions:
                if dx and dy and plain.lands(ground, cell, ground.directions.index((dx, dy))) == following:
                    crossing = ((cell[0] + dx / 2) % ground.width, (cell[1] + dy / 2) % ground.height)
        found.append((following, cost, crossing))
    return found
