"""The earliest arrival among cells that are reserved at times, tried moment by moment.

A state is a place at a moment; there are no free intervals. A unit may set off at once, or so that it moves
or arrives when a reservation ends: nothing becomes possible between those moments. After the last of them
nothing changes any more, so each place needs only one more look.
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
    """The reservations, as a list of times for each cell and middle."""

    def __init__(self, rows: list[list[float]]) -> None:
        self.reserved: dict[Where, list[tuple[float, float]]] = {}
        for *where, begin, end in rows:
            self.reserved.setdefault(tuple(where), []).append((begin, end))
        moments = {t for times in self.reserved.values() for pair in times for t in pair if math.isfinite(t)}
        self.moments = sorted(moments)

    def free(self, where: Where, begin: float, end: float) -> bool:
        """Whether it is not reserved between two moments, which may be equal."""
        return not any(
            (first < end and begin < last) or first <= begin < last
            for first, last in self.reserved.get(where, [])
        )

    def all_free(self, places: list[Where], begin: float, end: float) -> bool:
        """Whether none of several is reserved."""
        return all(self.free(where, begin, end) for where in places)


def turns(space) -> bool:
    """Whether a place includes a heading."""
    return type(space.ground).__name__ == "Turning"


def layer(space):
    """The cells over which the unit moves, by its size."""
    return space.ground.ground if turns(space) else space.ground


def cells(space, place: Cell) -> list[Cell]:
    """The cells that a unit is on."""
    spot = place[:2] if turns(space) else place
    return plain.below(layer(space).side, spot) if hasattr(layer(space), "side") else [spot]


def arrival(space, start: Cell, goal: Cell) -> float:
    """When a unit can be at the goal, to stay there as long as required; infinity if it cannot."""
    if turns(space):
        start, goal = (*start, 0)[:3], (*goal, 0)[:3]
    times = Times(space.reserved.tolist())
    now, last = space.now, max(times.moments, default=-math.inf)
    if not plain.is_free(space, start) or not times.all_free(cells(space, start), now, now):
        return math.inf
    queue, seen = [(now, start)], set()
    onward = cache(partial(steps, space))
    while queue:
        then, place = heapq.heappop(queue)
        key = (place, round(then, 9) if then < last else None)
        if key in seen:
            continue
        seen.add(key)
        here = cells(space, place)
        if arrived(space, place, goal) and times.all_free(here, then, then + space.stay):
            return then
        for step in onward(place):
            for leave in set_offs(times, then, step):
                if times.all_free(here, then, leave) and passes(space, times, place, leave, step):
                    following, turn, cost, _ = step
                    heapq.heappush(queue, (leave + turn + cost, following))
    return math.inf


def arrived(space, place: Cell, goal: Cell) -> bool:
    """Whether a place is the goal; a heading of 0 stands for any."""
    return place == goal or (turns(space) and place[:2] == goal[:2] and 0 in (place[2], goal[2]))


def set_offs(times: Times, then: float, step) -> list[float]:
    """When it may pay to set off: at once, or so that the unit moves or arrives as a reservation ends."""
    _, turn, cost, _ = step
    moments = [moment - ahead for moment in times.moments for ahead in (turn, turn + cost)]
    return [then, *sorted(moment for moment in moments if moment > then)]


def passes(space, times: Times, place: Cell, leave: float, step) -> bool:
    """Whether a step that begins then meets no reservation."""
    following, turn, cost, passed = step
    moves, after = leave + turn, leave + turn + cost
    enters = after if space.reservations.following == "allowed" else moves
    return (
        times.all_free(cells(space, place), leave, after)
        and times.all_free(cells(space, following), enters, after)
        and times.all_free(cells(space, following), after, after)
        and times.all_free(passed, moves, after)
    )


def cheapest(space, start: Cell, goal: Cell) -> float:
    """The time from now to the earliest arrival."""
    return arrival(space, start, goal) - space.now


def steps(space, place: Cell) -> list[tuple[Cell, float, float, list[Where]]]:
    """Every step from a place: its end, how long it turns and moves, and what it passes."""
    over = layer(space)
    spot = place[:2] if turns(space) else place
    around = list(plain.neighbours(over, spot)) if turns(space) else []
    found = []
    for following, whole in plain.neighbours(space.ground, place):
        target = following[:2] if turns(space) else following
        cost = whole
        if turns(space):
            cost = max(price for cell, price in around if cell == target and price <= whole)
        here, there = cells(space, place), cells(space, following)
        passed = [where for ends in zip(here, there, strict=True) for where in middles(space, *ends)]
        if hasattr(over, "side"):  # halfway it covers all that it sweeps
            between = tuple((a + b) / 2 for a, b in zip(spot, target, strict=True))
            passed += [
                cell for cell in plain.below(over.side, between) if cell not in here and cell not in there
            ]
        found.append((following, whole - cost, cost, passed))
    return found


def middles(space, cell: Cell, target: Cell) -> list[Where]:
    """The middles between two cells, wherever they touch, that are outside the cells on enough axes."""
    ground, least = space.reservations.ground, 2
    if space.reservations.following == "allowed":
        least = 1
    elif hasattr(ground, "layout"):
        return []
    sides, found = ground.shape[::-1], []
    for by in itertools.product((-1, 0, 1), repeat=len(cell)):
        axes = zip(cell, by, sides, "xyz", strict=False)
        ends = tuple((at + d) % side if name in ground.links.wrap else at + d for at, d, side, name in axes)
        if ends == target and len(by) - by.count(0) >= least:
            found.append(tuple((at + d / 2) % side for at, d, side in zip(cell, by, sides, strict=True)))
    return found
