"""What a unit is: the properties with which it is added, and what follows when they change."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from pathstar.errors import OptionError, PlaceError
from pathstar.fleet.world.giving import checked_units
from pathstar.fleet.world.state import State
from pathstar.fleet.world.unit import LONG_AGO, NEVER, NOBODY, Unit, checked_positive
from pathstar.maps.arguments import checked_name, checked_whole


def _turn_rate(state: State, given: Any) -> float:
    return NEVER if given is None else checked_positive("turn_rate", given)


def _profile(state: State, given: Any) -> str:
    return checked_name("profile", given, state.ground.profiles)


# The checks of the properties that may change.
_PROPERTIES: dict[str, Callable[[State, Any], Any]] = {
    "speed": lambda state, given: checked_positive("speed", given),
    "turn_rate": _turn_rate,
    "player": lambda state, given: checked_whole("player", given, -(2**63), 2**63 - 1),
    "profile": _profile,
    "priority": lambda state, given: checked_whole("priority", given),
}


def checked_properties(state: State, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the properties of a unit by name, as `Unit` has them.

    Raises:
        OptionError: One is not allowed.
    """
    return {name: _PROPERTIES[name](state, value) for name, value in given.items()}


def check_lock_step(state: State, unit: Unit) -> None:
    """Check that a unit can step together with the others.

    Raises:
        OptionError: The world is in lock step, and the unit has another size or speed, or turns slowly.
    """
    if state.lockstep and (unit.size, unit.speed, unit.turn_rate) != (1, 1.0, NEVER):
        turning = "" if unit.turn_rate == NEVER else f", turn rate {unit.turn_rate:g}"
        raise OptionError(
            f"in lock step every unit has size 1, speed 1 and turns at once; given: size {unit.size}, "
            f"speed {unit.speed:g}{turning}. Take following='forbidden'"
        )


def check_ground(state: State, unit: Unit) -> None:
    """Check that there is no wall under a unit.

    Raises:
        PlaceError: There is one.
    """
    if not state.ground.has_room(unit):
        place = state.place(unit.node)
        raise PlaceError(f"a unit of size {unit.size} does not fit at {place}: it would stand on a wall")


def change(state: State, units: Any, given: Mapping[str, Any]) -> None:
    """Change properties of units; see `World.change`. What is refused changes nothing."""
    chosen = checked_units(state, units)
    _check_names(given)
    new = checked_properties(state, given)
    for unit in chosen:
        changed = replace(unit, node=unit.to, **new)
        check_lock_step(state, changed)
        if changed.profile != unit.profile:
            check_ground(state, changed)
    for unit in chosen:
        _set(state, unit, new)
    if "priority" in new:
        state.queue_again()
    if "speed" in new:
        state.set_paces(state.formations(chosen))


def _check_names(given: Mapping[str, Any]) -> None:
    if not given:
        raise OptionError(f"no property was named; allowed: {', '.join(_PROPERTIES)}")
    if "size" in given:
        raise OptionError(
            "the size of a unit cannot change: a larger one might not fit where it stands; remove the unit, "
            "and add another"
        )
    for name in given:
        checked_name("property", name, _PROPERTIES)


def _set(state: State, unit: Unit, new: Mapping[str, Any]) -> None:
    before = (unit.player, unit.profile)
    for name, value in new.items():
        setattr(unit, name, value)
    if (unit.player, unit.profile) == before:
        return
    if unit.player != before[0]:
        state.look(unit)
        if unit.order is not None:
            unit.order.strangers = []
    unit.goal = NOBODY  # so it looks for a way again
    if unit.planned_at != NOBODY:
        unit.planned_at = LONG_AGO
    if unit.order is not None and not unit.moves:
        state.wake(unit, state.now)
