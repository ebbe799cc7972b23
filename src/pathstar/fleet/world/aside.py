"""Making way: a unit leaves the cells that another unit needs, and moves others along if it must."""

from __future__ import annotations

import heapq
from itertools import pairwise

from pathstar.fleet.world.state import State
from pathstar.fleet.world.unit import NOBODY, Unit

_MOST_EXPANDED = 400
_LOOK_AHEAD = 64  # nodes of the passing unit's path that must be clear
_PUSH = 3.0  # the cost of moving another unit along, in steps


def make_way(state: State, unit: Unit, passer: Unit, *, near: bool = False) -> bool:
    """Send a unit out of another one's way, and return whether there is room for it.

    It goes to the nearest cell that the passing unit does not need. If friends stand in between, each moves
    up to the place of the next one, and the last to the free cell.

    Args:
        state: The world.
        unit: The unit that is in the way.
        passer: The unit that wants to pass.
        near: Whether it is enough to leave the cell that the passing unit enters next. Then it may have to
            make way again; where units stand close, there is no other room.
    """
    if unit.moves:
        return False
    nodes = _way_to_refuge(state, unit, passer, set(_needed(state, passer, 1 if near else _LOOK_AHEAD)))
    if len(nodes) < 2:  # no room, or it is not in the way at all
        return False
    occupancy = state.occupancy
    first = 0
    mover = unit
    for index in range(1, len(nodes)):
        others = occupancy.holders(occupancy.footprint(nodes[index], unit.size), unit.number)
        if others or index == len(nodes) - 1:
            _send(state, mover, passer, nodes[first : index + 1])
        if others:
            first, mover = index, state.units[others[0]]
    return True


def is_making_way(state: State, unit: Unit) -> bool:
    """Return whether a unit is still out of another one's way, or on its way there."""
    passer = state.units.get(unit.passer)
    if state.is_cut(unit):
        stop_making_way(unit)
        return False
    if unit.next != NOBODY:
        return True
    if passer is not None and passer.order is not None and passer.passer == NOBODY:
        needed = set(_needed(state, passer, _LOOK_AHEAD))
        if needed.intersection(unit.aside):
            return True
    stop_making_way(unit)
    return False


def stop_making_way(unit: Unit) -> None:
    """Let a unit that cannot get out of the way go on with its task."""
    unit.passer, unit.aside = NOBODY, []
    unit.drop_path()


def _send(state: State, unit: Unit, passer: Unit, nodes: list[int]) -> None:
    left = state.occupancy.footprints(nodes[:-1], unit.size)
    unit.passer, unit.aside, unit.waits = passer.number, left, 0
    unit.take_path(nodes, state.ground.revision_for(unit))
    state.report("made_way", unit, passer.number)
    state.rest(unit)


def _needed(state: State, passer: Unit, steps: int) -> list[int]:
    """Return the cells that a unit is on and will hold in its next steps."""
    nodes = [passer.node, *passer.coming[:steps]]
    cells = list(state.occupancy.footprints(nodes, passer.size))
    for node, to in pairwise(nodes if not state.lockstep else ()):
        cells += state.occupancy.sweep(node, to, passer.size)
    return cells


def _way_to_refuge(state: State, unit: Unit, passer: Unit, needed: set[int]) -> list[int]:
    """Return the nodes to the nearest free place outside the needed cells; empty if there is none."""
    occupancy, grid = state.occupancy, state.ground.grid(unit)
    costs, parents = {unit.node: 0.0}, {unit.node: NOBODY}
    queue = [(0.0, unit.node)]
    closed: set[int] = set()
    while queue and len(closed) < _MOST_EXPANDED:
        cost, node = heapq.heappop(queue)
        if node in closed:
            continue
        closed.add(node)
        cells = occupancy.footprint(node, unit.size)
        if not needed.intersection(cells) and not occupancy.holders(cells, unit.number):
            return _chain(parents, node)
        nodes, lengths = grid.node_steps_from(node)
        for to, length in zip(nodes.tolist(), lengths.tolist(), strict=True):
            push = _push_cost(state, unit, passer, node, to)
            if push is not None and cost + length + push < costs.get(to, float("inf")):
                costs[to], parents[to] = cost + length + push, node
                heapq.heappush(queue, (costs[to], to))
    return []


def _push_cost(state: State, unit: Unit, passer: Unit, node: int, to: int) -> float | None:
    """Return the cost of moving along the units at a place; None if they cannot be asked.

    Units beside a diagonal step stay where they are, so they block it.
    """
    occupancy = state.occupancy
    cells = occupancy.footprint(to, unit.size)
    others = occupancy.holders(cells, unit.number)
    if not state.lockstep:
        beside = set(occupancy.sweep(node, to, unit.size)).difference(
            occupancy.footprint(node, unit.size), cells
        )
        if occupancy.holders(beside, unit.number):
            return None
    for number in others:
        other = state.units[number]
        alike = (other.size, other.profile, other.player) == (unit.size, unit.profile, unit.player)
        if other is passer or other.moves or unit.size > 1 or not alike:
            return None
    return _PUSH * len(others)


def _chain(parents: dict[int, int], node: int) -> list[int]:
    nodes = [node]
    while (node := parents[node]) != NOBODY:
        nodes.append(node)
    return nodes[::-1]
