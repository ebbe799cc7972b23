"""Whether a path in time avoids all reservations: the checker's rules for `Timed`.

It reads only public arrays, looks at every reserved row, and shares no code with the search.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise, product

import numpy as np
from numpy.typing import NDArray

from pathstar.paths.checks.bodies import swept
from pathstar.paths.checks.cells import Cell, place_problem, steps_between
from pathstar.paths.checks.turns import heading_problem, turns_and_steps
from pathstar.paths.checks.verdict import Verdict
from pathstar.spaces.hexgrid import HexGrid
from pathstar.spaces.layers.sized import Sized
from pathstar.spaces.reservations import Cells
from pathstar.spaces.timed import Timed
from pathstar.spaces.turning import Turning

Place = tuple[float, ...]  # a cell; halves in its coordinates mean the middle of a step


@dataclass(frozen=True, slots=True)
class Held:
    """A place that a step of the path occupies for some time."""

    place: Place
    begin: float
    end: float
    step: int


def times_problem(space: Timed, rows: NDArray[np.int64], times: NDArray[np.float64]) -> Verdict:
    """Return what is wrong with a path ``(n, 2)`` at its times, in words, the wrong step, and its cost."""
    places: list[Cell] = [tuple(row) for row in rows.tolist()]
    moments: list[float] = times.tolist()
    for row, place in enumerate(places):
        problem = _standing_problem(space, place)
        if problem:
            return f"{place} {problem}", max(row - 1, 0), math.inf
    turns: list[float] = []
    for step, ((place, then), (following, after)) in enumerate(pairwise(zip(places, moments, strict=True))):
        turn, problem = _step_problem(space, place, following, (then, after), step == len(places) - 2)
        if problem:
            return f"{place} at {then:g} to {following} at {after:g} {problem}", step, math.inf
        turns.append(turn)
    reserved: dict[Place, list[tuple[float, float]]] = {}
    for *place, first, last in space.reserved.tolist():
        reserved.setdefault(tuple(place), []).append((first, last))
    for held in _held(space, places, moments, turns):
        problem = _clash(reserved.get(held.place, []), held)
        if problem:
            return problem, held.step, math.inf
    return "", None, moments[-1] - moments[0]


def _layer(space: Timed) -> Cells:
    """Return the space of cells that a unit of its size moves over."""
    return space.ground.ground if isinstance(space.ground, Turning) else space.ground


def _cell(space: Timed, place: Cell) -> Cell:
    return place[:2] if isinstance(space.ground, Turning) else place


def _standing_problem(space: Timed, place: Cell) -> str:
    problem = place_problem(_layer(space), _cell(space, place))
    return problem or (heading_problem(space.ground, place) if isinstance(space.ground, Turning) else "")


def _step_problem(
    space: Timed, place: Cell, following: Cell, times: tuple[float, float], last: bool
) -> tuple[float, str]:
    """Return how long a unit turns before a step, and what is wrong with the step."""
    then, after = times
    if place == following:
        return 0.0, "" if after >= then else "goes back in time"
    if isinstance(space.ground, Turning):
        found, problem = turns_and_steps(space.ground, place, following, last=last)
    else:
        costs, problem = steps_between(space.ground, place, following)
        found = [(0.0, cost) for cost in costs.values()]
    if not found:
        return 0.0, problem
    fitting = [turn for turn, cost in found if _lasts(turn + cost, then, after)]
    least = min(turn + cost for turn, cost in found)
    return min(fitting, default=0.0), "" if fitting else f"takes {least:g}, not {after - then:g}"


def _lasts(cost: float, then: float, after: float) -> bool:
    """Return whether a step lasts from one time to another, up to the rounding of such floats."""
    finest = max(math.ulp(then), math.ulp(after))
    return math.isclose(after - then, cost, rel_tol=1e-9, abs_tol=max(1e-9, finest))


def _held(space: Timed, places: list[Cell], times: list[float], turns: list[float]) -> list[Held]:
    """Return everything that the path occupies, including a moment at each of its places."""
    spots = [_cell(space, place) for place in places]
    following = space.reservations.following == "allowed"
    found: list[Held] = []
    for step, ((spot, then), (target, after)) in enumerate(pairwise(zip(spots, times, strict=True))):
        moves = min(then + turns[step], after)
        here, there = _body(space, spot), _body(space, target)
        passed: list[Place] = [cell for cell in _swept(space, spot, target) if cell not in (*here, *there)]
        if not following:
            passed += there
        for cells in zip(here, there, strict=True):
            passed += _middles(space, *cells)
        found += [Held(cell, then, after, step) for cell in here]
        found += [Held(place, moves, after, step) for place in passed]
    last = max(len(spots) - 2, 0)
    end = times[-1]
    found += [Held(cell, end, end + space.stay, last) for cell in _body(space, spots[-1])]
    for row, (spot, time) in enumerate(zip(spots, times, strict=True)):
        found += [Held(cell, time, time, max(row - 1, 0)) for cell in _body(space, spot)]
    return found


def _body(space: Timed, spot: Cell) -> list[Cell]:
    """Return the cells under the unit."""
    layer = _layer(space)
    return list(swept(layer.side, spot, (0, 0))) if isinstance(layer, Sized) else [spot]


def _swept(space: Timed, spot: Cell, target: Cell) -> list[Cell]:
    """Return the cells that a unit of several squares sweeps on a step."""
    layer = _layer(space)
    by = tuple(b - a for a, b in zip(spot, target, strict=True))
    return list(swept(layer.side, spot, by)) if isinstance(layer, Sized) else []


def _middles(space: Timed, cell: Cell, target: Cell) -> list[Place]:
    """Return the middles of a step, where the two cells touch; other units may not pass them.

    Across a joined border, the middle lies at the right or lower side. Where following is forbidden, only
    steps from corner to corner or edge to edge have a middle.
    """
    ground = space.reservations.ground
    following = space.reservations.following == "allowed"
    if not following and isinstance(ground, HexGrid):
        return []
    sides = ground.shape[::-1]
    wraps = [name in ground.links.wrap for name in "xyz"]
    ways = [
        [by for by in (-1, 0, 1) if at + by == end or (joined and (at + by) % side == end)]
        for at, end, side, joined in zip(cell, target, sides, wraps, strict=False)
    ]
    return [
        tuple((at + by / 2) % side for at, by, side in zip(cell, way, sides, strict=True))
        for way in product(*ways)
        if sum(map(abs, way)) >= (1 if following else 2)
    ]


def _clash(reserved: list[tuple[float, float]], held: Held) -> str:
    """Return what is in the way; intervals that only touch do not clash."""
    begin, end = held.begin, held.end
    for first, last in reserved:
        if (first < end and begin < last) or first <= begin == end < last:
            at = ", ".join(f"{number:g}" for number in held.place)
            what = f"({at})" if all(number % 1 == 0 for number in held.place) else f"the crossing at ({at})"
            until = "for ever" if last == math.inf else f"until {last:g}"
            return f"goes over {what} at {begin:g}, which is reserved from {first:g} {until}"
    return ""
