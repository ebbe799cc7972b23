"""Giving orders: the target is checked first, so an order that is refused changes nothing."""

from __future__ import annotations

import math
from collections.abc import Iterable
from numbers import Real
from typing import Any

from pathstar.errors import OptionError, PlaceTypeError
from pathstar.fleet.world.orders import ORDERS
from pathstar.fleet.world.places import FORMATIONS, slots
from pathstar.fleet.world.routes import join, nodes_of
from pathstar.fleet.world.state import State
from pathstar.fleet.world.unit import NEVER, Order, Unit
from pathstar.maps.arguments import as_number, checked_name
from pathstar.maps.regions import checked_place


def give(state: State, units: Any, kind: str, target: Any, formation: str | None) -> None:
    """Give an order; see `World.order`."""
    row = ORDERS[checked_name("order", kind, ORDERS)]
    chosen = checked_units(state, units)
    if formation is not None and row.target != "place":
        raise OptionError(f"formation is {formation!r}; only 'go' takes one")
    if row.target == "place":
        orders = _to_place(state, chosen, _node(state, target), formation)
    elif row.target == "":
        if target is not None:
            raise OptionError(f"{kind} takes no target; given: {target!r}")
        orders = {unit.number: Order(kind) for unit in chosen}
    elif _names_units(target, row.target):
        others = [other.number for other in checked_units(state, target)]
        _check_others(kind, chosen, others)
        orders = {unit.number: Order(kind, others=others) for unit in chosen}
    else:
        places = nodes_of(state, target, kind)
        orders = {unit.number: join(state, unit, Order(kind, places), kind == "patrol") for unit in chosen}
    left = state.formations(chosen)
    for unit in chosen:
        unit.take_order(orders[unit.number])
        unit.group = orders[unit.number].group
        if not unit.moves:
            state.wake(unit, state.now)
    state.set_paces(left)


def checked_units(state: State, units: Any) -> list[Unit]:
    """Return units by their numbers, each once.

    Raises:
        OptionError: There is no such unit, or no unit was named.
    """
    try:
        numbers = [units] if isinstance(units, (str, bytes)) else list(units)
    except TypeError:
        numbers = [units]
    if not numbers:
        raise OptionError("no unit was named; allowed: the number of a unit, or several")
    found = [checked_unit(state, number) for number in numbers]
    return list({unit.number: unit for unit in found}.values())


def checked_unit(state: State, given: Any) -> Unit:
    """Return a unit by its number.

    Raises:
        OptionError: There is no such unit.
    """
    number = as_number(given)
    unit = state.units.get(int(number)) if number is not None and number % 1 == 0 else None
    if unit is None:
        raise OptionError(f"there is no unit {given!r}; allowed: {listed(state.units)}")
    return unit


def listed(numbers: Iterable[int]) -> str:
    """Return the numbers of the existing units, in words."""
    every = list(numbers)
    if not every:
        return "none, the world has no units"
    return ", ".join(map(str, every[:8])) + (f" and {len(every) - 8} more" if len(every) > 8 else "")


def _names_units(target: Any, allowed: str) -> bool:
    """Return whether a target names units, where units and routes are allowed."""
    if allowed == "unit":
        return True
    return allowed == "unit or route" and isinstance(target, Real)


def _check_others(kind: str, units: list[Unit], others: list[int]) -> None:
    own = sorted({unit.number for unit in units}.intersection(others))
    if own:
        raise OptionError(f"unit {own[0]} cannot {kind} itself")
    if kind != "flee" and len(others) != 1:
        raise OptionError(f"{kind} needs one unit, not {len(others)}")


def _node(state: State, place: Any) -> int:
    if place is None:
        raise PlaceTypeError("go needs a place (x, y); given: None")
    x, y = checked_place(place, state.ground.map.width, state.ground.map.height)
    return y * state.occupancy.width + x


def _to_place(state: State, units: list[Unit], target: int, formation: str | None) -> dict[int, Order]:
    shape = checked_name("formation", "area" if formation is None else formation, FORMATIONS)
    if len(units) == 1:
        return {units[0].number: Order("go", [target])}
    nodes = slots(state, units, target, shape)
    state.groups += 1
    pace = NEVER if formation is None else min(unit.speed for unit in units)
    area = math.isqrt(len(units)) + 1 if shape == "area" else 0
    return {
        unit.number: Order("go", [nodes[unit.number]], group=state.groups, area=area, pace=pace)
        for unit in units
    }
