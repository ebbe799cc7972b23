"""When units step: in lock step all at once, otherwise each unit when its last step has ended."""

from __future__ import annotations

from pathstar.fleet.world.lockstep import Lockstep
from pathstar.fleet.world.rules import decide, held_up
from pathstar.fleet.world.state import State
from pathstar.fleet.world.turns import by_turn
from pathstar.fleet.world.unit import NOBODY, Unit


def run(state: State, until: float) -> None:
    """Let all units that decide by a time do so, in the order of their times.

    After an exception, such as that of Ctrl+C, the units that had yet to decide do so in the next call.
    """
    try:
        _run(state, until)
    except BaseException:
        state.queue_again()
        raise


def _run(state: State, until: float) -> None:
    while batch := state.next_awake(until):
        state.now = batch[0].wake
        for unit in batch:
            state.end_step(unit)
        if state.lockstep:
            state.ticked = state.now
            _step_together(state, batch)
        else:
            for unit in batch:
                _step(state, unit)
    state.now = until


def _step(state: State, unit: Unit) -> None:
    """Let one unit step; if it is held up and finds another way, it steps along that at once."""
    to = decide(state, unit)
    if to == NOBODY:
        return
    blockers = state.blockers(unit, to)
    if blockers:
        held_up(state, unit, blockers[0])
        if unit.next in (to, NOBODY) or state.blockers(unit, unit.next):
            return
    state.begin_step(unit, unit.next)


def _step_together(state: State, batch: list[Unit]) -> None:
    wants = {unit.number: to for unit in by_turn(batch) if (to := decide(state, unit)) != NOBODY}
    stands = {number: unit.node for number, unit in state.units.items()}
    order = [unit.number for unit in batch if unit.number in wants]
    granted = Lockstep(state.occupancy.width, stands, wants).granted(order)
    for number in order:
        if number in granted:
            state.begin_step(state.units[number], wants[number])
    for number in order:
        if number not in granted:
            _wait(state, state.units[number], wants[number])


def _wait(state: State, unit: Unit, to: int) -> None:
    blockers = state.blockers(unit, to)
    if blockers:
        held_up(state, unit, blockers[0])
    else:  # it would have crossed another unit's diagonal
        state.rest(unit)
