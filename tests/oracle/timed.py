"""The earliest arrival among cells that are reserved at times, tried moment by moment.

A state is a place at a moment; nothing is known of free times. One may set off at once, or so that one moves
or arrives when a reservation ends: between those moments nothing gets possible that was not. After the last
of them nothing changes any more, so that a place needs to be looked at once.
"""

from __future__ import annotations

import heapq
import itertools
import math
from functools import cache, partial

from tests.oracle import plain

Cell = tuple[int, ...]
Where = tuple[float, ...]


class Times:
    """What is reserved, as a list of times for each cell and middle."""

    def __init__(self, rows: list[list[float]]) -> None:
        self.reserved: dict[Where, list[tuple[float, float]]] = {}
        for *where, begin, end in rows:
            self.reserved.setdefault(tuple(where), []).append((begin, end))
        moments = {t for times in self.reserved.values() for pair in times for t in pair if math.isfinite(t)}
        self.moments = sorted(moments)

    def free(self, where: Where, begin: float, end: float) -> bool:
        """Whether nobody holds it between two moments, which may be the same one."""
        return not any(
            (first < end and begin < last) or first <= begin < last
            for first, last in self.reserved.get(where, [])
        )


def turns(space) -> bool:
    """Whether a place also says which way one faces."""
    return type(space.ground).__name__ == "Turning"


def cells(space):
    """The cells below all layers."""
    return space.ground.ground if turns(space) else space.ground


def cell_of(space, place: Cell) -> Cell:
    """The cell of a place."""
    return place[:2] if turns(space) else place


def arrival(space, start: Cell, goal: Cell) -> float:
    """When one can be at the goal, to stay there for as long as must be; infinity where that cannot be."""
    if turns(space):
        start, goal = (*start, 0)[:3], (*goal, 0)[:3]
    times = Times(space.reserved.tolist())
    now, last = space.now, max(times.moments, default=-math.inf)
    here = cell_of(space, start)
    if not cells(space).walkable[here[::-1]] or not times.free(here, now, now):
        return math.inf
    queue, seen = [(now, start)], set()
    onward = cache(partial(steps, space))
    while queue:
        then, place = heapq.heappop(queue)
        key = (place, round(then, 9) if then < last else None)
        if key in seen:
            continue
        seen.add(key)
        here = cell_of(space, place)
        if arrived(space, place, goal) and times.free(here, then, then + space.stay):
            return then
        for step in onward(place):
            for leave in set_offs(times, then, step):
                if times.free(here, then, leave) and passes(space, times, place, leave, step):
                    following, turn, cost, _ = step
                    heapq.heappush(queue, (leave + turn + cost, following))
    return math.inf


def arrived(space, place: Cell, goal: Cell) -> bool:
    """Whether a place is the goal; a heading of 0 is any."""
    return place == goal or (turns(space) and place[:2] == goal[:2] and 0 in (place[2], goal[2]))


def set_offs(times: Times, then: float, step) -> list[float]:
    """When it may pay to set off: at once, or so that one moves or arrives as something ends."""
    _, turn, cost, _ = step
    moments = [moment - ahead for moment in times.moments for ahead in (turn, turn + cost)]
    return [then, *sorted(moment for moment in moments if moment > then)]


def passes(space, times: Times, place: Cell, leave: float, step) -> bool:
    """Whether a step that begins then meets nobody."""
    following, turn, cost, middles = step
    moves, after = leave + turn, leave + turn + cost
    target = cell_of(space, following)
    enters = after if space.reservations.following == "allowed" else moves
    needed = [(cell_of(space, place), leave), (target, enters), (target, after)]
    needed += [(middle, moves) for middle in middles]
    return all(times.free(where, since, after) for where, since in needed)


def cheapest(space, start: Cell, goal: Cell) -> float:
    """The time from now to the earliest arrival."""
    return arrival(space, start, goal) - space.now


def steps(space, place: Cell) -> list[tuple[Cell, float, float, list[Where]]]:
    """Every step from a place: where to, how long it turns and moves, and which middles it passes."""
    ground = cells(space)
    here = cell_of(space, place)
    least = 1 if space.reservations.following == "allowed" else 2
    found = []
    for following, whole in plain.neighbours(space.ground, place):
        target = cell_of(space, following)
        prices = [cost for cell, cost in plain.neighbours(ground, here) if cell == target and cost <= whole]
        cost = max(prices) if turns(space) else whole
        hexes = hasattr(ground, "layout") and least == 2
        passed = [] if hexes else middles(ground, here, target, least)
        found.append((following, whole - cost, cost, passed))
    return found


def middles(ground, cell: Cell, target: Cell, least: int) -> list[Where]:
    """The middles between two cells, wherever they touch, that are off the cells on enough axes."""
    sides, found = ground.shape[::-1], []
    for by in itertools.product((-1, 0, 1), repeat=len(cell)):
        axes = zip(cell, by, sides, "xyz", strict=False)
        ends = tuple((at + d) % side if name in ground.links.wrap else at + d for at, d, side, name in axes)
        if ends == target and len(by) - by.count(0) >= least:
            found.append(tuple((at + d / 2) % side for at, d, side in zip(cell, by, sides, strict=True)))
    return found
