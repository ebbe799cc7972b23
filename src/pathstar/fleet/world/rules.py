"""What a unit does next, and what it does when another unit is in the way.

A unit that is about to step looks at which units hold the cells that it needs:

- a unit that passes: wait;
- a unit that comes towards it: the one of lower priority takes another way, or makes way;
- a unit that stands: go round it or, if no way leads round, ask it to make way if it is a friend;
- a unit of its group that has arrived, and is nearer to its place: change places with it, so that the group
    closes up from within;
- a unit that waits itself: wait, then look for another way, then ask it to make way, then step aside.

Each time a unit is held up, its effort grows. The effort falls back to nothing only when the unit has come
nearer to its goal than ever before, so no two units can hold each other up for ever: in the end one gives up.
"""

from __future__ import annotations

from pathstar.fleet.world.aside import is_making_way, make_way, stop_making_way
from pathstar.fleet.world.orders import DONE, GONE, ORDERS, STAY
from pathstar.fleet.world.state import State
from pathstar.fleet.world.unit import NEVER, NOBODY, Order, Unit

_MOST_CHANGES = 64  # the maximum number of times that a place is handed on within a group
_PATIENCE = 4  # waits before a unit looks for another way
_MOST_EFFORT = 240  # the number of times a unit is held up before it gives up
_NEAR = 2  # nodes ahead that tell whether another unit comes towards this one


def decide(state: State, unit: Unit) -> int:
    """Return the node to which a standing unit wants to step next; -1 if it goes on standing."""
    if unit.passer != NOBODY and is_making_way(state, unit):
        return _go_aside(state, unit)
    if unit.order is None:
        unit.waits, unit.blocked_by, unit.wake = 0, NOBODY, NEVER
        return NOBODY
    goal = ORDERS[unit.order.name].aim(state, unit)
    if goal == DONE:
        return _finish(state, unit, "arrived")
    if goal == GONE:
        return give_up(state, unit)
    if goal == STAY:
        unit.drop_path()
        state.rest(unit)
        return NOBODY
    cut = state.is_cut(unit)
    if cut or unit.next == NOBODY or unit.goal != goal:
        if state.may_plan(unit):
            if not state.plan(unit, goal, unit.order.others):
                return give_up(state, unit)
            if cut:
                state.report("replanned", unit)
        elif cut or unit.next == NOBODY:
            state.await_turn(unit)
            return NOBODY
    unit.planned_at, unit.in_line = state.ground.revision_for(unit), NOBODY
    return unit.next


def held_up(state: State, unit: Unit, other: Unit) -> None:
    """Deal with another unit that holds a cell needed for a unit's next step."""
    unit.waits += 1
    unit.effort += 1
    unit.blocked_by = other.number
    if unit.waits == 1:
        state.report("waiting", unit, other.number)
    if unit.passer != NOBODY:
        if unit.waits > 2 * _PATIENCE:
            stop_making_way(unit)
    elif unit.effort > _MOST_EFFORT:
        give_up(state, unit)
        return
    elif not (_change_places(state, unit, other) or _settles(state, unit, other)):
        _resolve(state, unit, other)
    state.rest(unit)


def _resolve(state: State, unit: Unit, other: Unit) -> None:
    """Look for a way out, by what the other unit is doing."""
    if other.passer == NOBODY and _comes_towards(state, other, unit):
        _meet(state, unit, other)
    elif other.stands and other.passer in (NOBODY, unit.number):
        asked = (
            _go_round(state, unit, other) or _ask(state, other, unit) or _ask(state, other, unit, near=True)
        )
        if not asked and unit.waits == 1:
            state.report("blocked", unit, other.number)
    elif not other.moves and unit.waits % _PATIENCE == 0:
        ladder = (_go_round, _push, _sidestep)
        ladder[unit.waits // _PATIENCE % len(ladder)](state, unit, other)


def give_up(state: State, unit: Unit) -> int:
    """End a unit's order without success."""
    return _finish(state, unit, "gave_up")


def _finish(state: State, unit: Unit, kind: str) -> int:
    other = unit.order.others[0] if unit.order is not None and unit.order.others else NOBODY
    caught = kind == "arrived" and unit.order is not None and unit.order.name == "chase"
    known = unit.order is not None and unit.order.changes > 0  # it has arrived before, or given up
    left = state.formations([unit])
    unit.take_order(None)
    state.set_paces(left)
    unit.wake = NEVER
    if not known:
        state.report("caught" if caught else kind, unit, other)
    return NOBODY


def _go_aside(state: State, unit: Unit) -> int:
    if unit.next == NOBODY:
        unit.effort += 1
        if unit.effort > _MOST_EFFORT:
            stop_making_way(unit)
        state.rest(unit)
    return unit.next


def _change_places(state: State, unit: Unit, other: Unit) -> bool:
    """Let an arrived unit of the same group go on to a unit's place, and let the unit take its place."""
    order = unit.order
    if order is None or order.group == NOBODY or other.order is not None or other.group != order.group:
        return False
    place, changes = order.chosen, order.changes + 1
    alike = (other.size, other.profile, other.player) == (unit.size, unit.profile, unit.player)
    there = state.place(place)
    nearer = 0 < state.squared_distance(other.node, there) < state.squared_distance(unit.node, there)
    if not (alike and nearer and other.stands and other.passer == NOBODY and changes <= _MOST_CHANGES):
        return False
    other.take_order(Order("go", [place], group=order.group, area=order.area, changes=changes))
    order.places, order.chosen = [other.node], other.node
    state.report("made_way", other, unit.number)
    state.wake(other, state.now)
    return True


def _settles(state: State, unit: Unit, other: Unit) -> bool:
    """Return whether a unit has come near enough: an arrived unit of its group is in its way."""
    order = unit.order
    if order is None or order.group == NOBODY or other.order is not None or other.group != order.group:
        return False
    if other.passer != NOBODY or unit.waits < 2 or state.distance(unit.node, order.places[0]) > order.area:
        return False
    order.chosen = unit.node
    return True


def _meet(state: State, unit: Unit, other: Unit) -> None:
    """Let one of two units that come towards each other give way."""
    gives = (unit.priority, -unit.number) < (other.priority, -other.number)
    if gives and (_go_round(state, unit, other) or make_way(state, unit, other)):
        return
    if gives or unit.waits % _PATIENCE == 0:
        _ = _ask(state, other, unit) or make_way(state, unit, other)


def _comes_towards(state: State, other: Unit, unit: Unit) -> bool:
    """Return whether a unit is about to enter the cells of another one."""
    own = set(state.occupancy.footprint(unit.node, unit.size))
    return any(own.intersection(state.occupancy.footprint(node, other.size)) for node in other.coming[:_NEAR])


def _go_round(state: State, unit: Unit, other: Unit) -> bool:
    """Take a way around the other unit and all others that stand, if there is one."""
    order = unit.order
    if order is None or other.number in order.others or unit.goal == NOBODY or not state.may_plan(unit):
        return False
    if not state.plan(unit, unit.goal, order.others, through=False):
        return False
    state.report("replanned", unit, other.number)
    return True


def _ask(state: State, other: Unit, unit: Unit, *, near: bool = False) -> bool:
    """Ask a friend to make way."""
    free = other.passer in (NOBODY, unit.number)
    return free and other.player == unit.player and make_way(state, other, unit, near=near)


def _push(state: State, unit: Unit, other: Unit) -> bool:
    return _ask(state, other, unit)


def _sidestep(state: State, unit: Unit, other: Unit) -> bool:
    return make_way(state, unit, other)
