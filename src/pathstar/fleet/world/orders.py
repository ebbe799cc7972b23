"""The table of orders: the target of each, and where it makes a unit go next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from pathstar.fleet.world.places import nearest_place
from pathstar.fleet.world.state import State
from pathstar.fleet.world.unit import NOBODY, Order, Unit
from pathstar.planners.fields import distance_field

DONE = -2  # the order is done
GONE = -3  # the unit that it goes by no longer exists
STAY = -1  # there is nowhere to go at the moment

_KEEP_BEHIND = 1  # cells between a unit and the unit that it follows
_AIM_AGAIN = 3  # steps after which a unit looks where the unit that it goes by is
_FLEE_REACH = 10.0  # the distance within which a unit looks for a safer place
_FLEE_ENOUGH = 3.0  # the multiple of that distance at which it feels safe

Aim = Callable[[State, Unit], int]


@dataclass(frozen=True, slots=True)
class OrderKind:
    """One kind of order.

    Attributes:
        name: Its name for `World.order`.
        target: Its target: ``"place"``, ``"unit"``, ``"route"``, ``"unit or route"`` or ``""``.
        does: What the unit does, in words.
        aim: Returns where the unit goes next: a node, `STAY`, `DONE` or `GONE`.
    """

    name: str
    target: str
    does: str
    aim: Aim


def _order(unit: Unit) -> Order:
    assert unit.order is not None  # only units with an order are asked where they go
    return unit.order


def _aim_at_place(state: State, unit: Unit) -> int:
    order = _order(unit)
    if order.begin == NOBODY:
        order.begin = unit.node
    before, wanted = order.chosen, order.places[0]
    elsewhere = before not in (NOBODY, wanted, unit.node)
    if elsewhere and _may_have(state, unit, wanted) and _sees_empty(state, unit, wanted):
        order.chosen = wanted
    goal = _free_place(state, unit, wanted)
    if goal != unit.node:
        return goal
    # A unit whose place was taken before its first step is as near as it gets, but has not arrived.
    kept_out = before not in (NOBODY, goal) and unit.node == order.begin
    return GONE if kept_out else DONE


def _free_place(state: State, unit: Unit, wanted: int) -> int:
    """Return a place, or the nearest one to it where no unit stands for good or is going to."""
    order = _order(unit)
    if order.chosen == NOBODY:
        order.chosen = wanted if _may_have(state, unit, wanted) else nearest_place(state, unit, wanted)
    elif order.chosen != unit.node and not _is_free(state, unit, order.chosen):
        state.note_strangers(unit)
        order.chosen = nearest_place(state, unit, wanted)
    return order.chosen


def _may_have(state: State, unit: Unit, place: int) -> bool:
    """Return whether a place is free, and no other unit is on its way to stand there."""
    return _is_free(state, unit, place) and not _promised(state, unit, place)


def _sees_empty(state: State, unit: Unit, place: int) -> bool:
    """Return whether a unit sees that nobody is at a place."""
    if not state.ground.sees_place(unit, place):
        return False
    return not state.occupancy.holders(state.occupancy.footprint(place, unit.size), unit.number)


def _is_free(state: State, unit: Unit, goal: int) -> bool:
    """Return whether neither a wall nor a unit without an order is at a place, as far as a unit knows."""
    if not state.ground.fits(unit, goal):
        return False
    holders = state.occupancy.holders(state.occupancy.footprint(goal, unit.size), unit.number)
    standing = [state.units[number] for number in holders if state.units[number].order is None]
    return not any(state.ground.knows(unit, other) for other in standing)


def _promised(state: State, unit: Unit, place: int) -> bool:
    """Return whether another unit is on its way to stand at the same place."""
    if _order(unit).name != "go":
        return False
    going = [
        other for other in state.units.values() if other.order is not None and other.order.chosen == place
    ]
    return any(
        other is not unit and _order(other).name == "go" and state.ground.knows_plan(unit, other)
        for other in going
    )


def _aim_along_route(state: State, unit: Unit, *, again: bool) -> int:
    order = _order(unit)
    goal = _free_place(state, unit, order.places[order.stage])
    if goal == unit.node:
        order.stage, order.chosen, order.strangers = order.stage + 1, NOBODY, []
        if order.stage == len(order.places):
            if not again:
                return DONE
            order.stage = 0
        goal = _free_place(state, unit, order.places[order.stage])
    return STAY if goal == unit.node else goal


def _aim_on_patrol(state: State, unit: Unit) -> int:
    return _aim_along_route(state, unit, again=True)


def _aim_behind(state: State, unit: Unit) -> int:
    if not _order(unit).others:
        return _aim_along_route(state, unit, again=False)
    leader = _other(state, unit)
    if leader is None:
        return GONE
    if state.occupancy.gap(unit, leader) <= _KEEP_BEHIND:
        return STAY
    return _after(state, unit, leader, leader.to)


def _aim_at_prey(state: State, unit: Unit) -> int:
    prey = _other(state, unit)
    if prey is None:
        return GONE
    gap = state.occupancy.gap(unit, prey)
    if gap == 0:
        return DONE
    ahead = state.foretold(prey, gap / unit.speed) if state.ground.knows_plan(unit, prey) else prey.to
    return _after(state, unit, prey, ahead)


def _after(state: State, unit: Unit, other: Unit, node: int) -> int:
    """Return where to go, given another unit's goal; in fog, given where it was last seen."""
    order, known = _order(unit), state.ground.knows(unit, other)
    if known:
        order.sighted = node
    if order.sighted == NOBODY:
        return GONE
    goal = _towards(state, unit, order.sighted)
    return GONE if goal == STAY and not known else goal


def _towards(state: State, unit: Unit, node: int) -> int:
    """Return where to go, given a moving place: the same as before for some steps, more from far away."""
    far = unit.goal != NOBODY and state.distance(unit.node, unit.goal) > _AIM_AGAIN * _AIM_AGAIN
    if unit.goal != NOBODY and unit.next != NOBODY and unit.steps < _AIM_AGAIN * (1 + far):
        return unit.goal
    if not state.ground.fits(unit, node):
        node = nearest_place(state, unit, node)
    return STAY if node == unit.node else node


def _aim_away(state: State, unit: Unit) -> int:
    hunters = [state.units[number] for number in _order(unit).others if number in state.units]
    if not hunters:
        return DONE
    hunters = [hunter for hunter in hunters if state.ground.knows(unit, hunter)]
    if not hunters:
        return STAY
    if unit.goal != NOBODY and unit.next != NOBODY and unit.steps < _AIM_AGAIN:
        return unit.goal
    grid, base = state.ground.grid(unit), state.ground.base(unit.profile, unit.player)
    sources = [state.place(hunter.to) for hunter in hunters if base.walkable.flat[hunter.to]]
    if not sources:
        return STAY
    with state.ground.leaving(unit):
        theirs = distance_field(base, sources, max_cost=_FLEE_REACH * _FLEE_ENOUGH).costs.ravel()
        if np.isinf(theirs[unit.node]):
            return STAY
        own = distance_field(grid, [state.place(unit.node)], outward=True, max_cost=_FLEE_REACH).costs.ravel()
    theirs = np.where(np.isfinite(theirs), theirs, _FLEE_REACH * _FLEE_ENOUGH)
    first = np.isfinite(own) & (own / unit.speed < theirs / max(hunter.speed for hunter in hunters))
    goal = int(np.argmax(np.where(first, theirs - own / 4, -np.inf)))
    return STAY if goal == unit.node or not first[goal] else goal


def _other(state: State, unit: Unit) -> Unit | None:
    return state.units.get(_order(unit).others[0])


def _aim_nowhere(state: State, unit: Unit) -> int:
    return DONE


ORDERS: dict[str, OrderKind] = {
    row.name: row
    for row in (
        OrderKind("go", "place", "goes to a place, or the nearest free one, and stands there", _aim_at_place),
        OrderKind("follow", "unit or route", "keeps behind a unit, or walks a route to its end", _aim_behind),
        OrderKind("chase", "unit", "heads for where a unit will be, until it touches it", _aim_at_prey),
        OrderKind("flee", "unit", "keeps away from a unit", _aim_away),
        OrderKind("patrol", "route", "walks a route again and again", _aim_on_patrol),
        OrderKind("stop", "", "stands where its step ends", _aim_nowhere),
    )
}
