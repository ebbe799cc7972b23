"""Free places near a place: for a unit whose place is taken, and for all units of a group."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from pathstar.errors import OptionError
from pathstar.fleet.world.state import State
from pathstar.fleet.world.unit import NOBODY, Unit

FORMATIONS = ("area", "line", "column", "wedge")
_ABREAST = ("line", "wedge")  # those in which each unit has a place of its own across the way


def around(state: State, unit: Unit, node: int) -> Iterator[int]:
    """Yield the places that a unit can reach from a place, nearest first, beginning with the place itself."""
    grid = state.ground.grid(unit)
    seen, queue = {node}, deque([node])
    if not state.ground.fits(unit, node):
        near = _nearest_open(state, unit, node)
        if near == NOBODY:
            return
        seen, queue = {near}, deque([near])
    while queue:
        here = queue.popleft()
        yield here
        for to in grid.node_steps_from(here)[0].tolist():
            if to not in seen:
                seen.add(to)
                queue.append(to)


def _nearest_open(state: State, unit: Unit, node: int) -> int:
    """Return the place nearest to a wall at which a unit fits, or -1."""
    x, y = state.place(node)
    rows, columns = state.ground.grid(unit).walkable.nonzero()
    if not len(rows):
        return NOBODY
    apart = (rows - y) ** 2 + (columns - x) ** 2
    best = int(apart.argmin())
    return int(rows[best]) * state.occupancy.width + int(columns[best])


def nearest_place(state: State, unit: Unit, wanted: int) -> int:
    """Return the place nearest to a wanted one where no other unit stands for good or is going to.

    The place where the unit stands counts as free. If every place is taken, it is the wanted one.
    """
    taken = _taken(state, unit)
    for node in around(state, unit, wanted):
        if node == unit.node or not taken.intersection(state.occupancy.footprint(node, unit.size)):
            return node
    return wanted


def _taken(state: State, unit: Unit) -> set[int]:
    cells = set() if unit.order is None else set(unit.order.strangers)
    for other in state.units.values():
        if other is unit:
            continue
        order = other.order
        if order is None:
            if state.ground.knows(unit, other):
                end = other.path[-1] if other.path else other.node
                cells.update(state.occupancy.footprint(end, other.size))
        elif order.name == "go" and order.chosen != NOBODY and state.ground.knows_plan(unit, other):
            cells.update(state.occupancy.footprint(order.chosen, other.size))
    return cells


def slots(state: State, units: list[Unit], target: int, formation: str) -> dict[int, int]:
    """Return the place of each unit of a group around a target, by its number.

    In a line or a wedge units keep their order across their way. Otherwise the unit nearest to the target
    goes to the place farthest from the group. So no unit that arrives stands in the way of the next one.
    Units that already fill the places stay where they are.

    Raises:
        OptionError: There is not enough room.
    """
    here = _centre(state, [unit.to for unit in units])
    larger_first = sorted(units, key=lambda unit: (-unit.size, unit.number))
    along = _heading(state, here, target)
    shape = _shape(state, formation, larger_first, along, target)
    cells: set[int] = set()
    chosen: dict[int, list[int]] = {}
    searches: dict[tuple[int, str, int, int], Iterator[int]] = {}  # cells are only taken, so each goes on
    for unit, wanted in zip(larger_first, shape, strict=True):
        alike = (unit.size, unit.profile, unit.player, wanted)
        search = searches.setdefault(alike, around(state, unit, wanted))
        for node in search:
            own = state.occupancy.footprint(node, unit.size)
            if not cells.intersection(own):
                break
        else:
            raise OptionError(
                f"there is no room for {len(units)} units around {state.place(target)}; order fewer there"
            )
        cells.update(own)
        chosen.setdefault(unit.size, []).append(node)
    found: dict[int, int] = {}
    for size, nodes in chosen.items():
        same = [unit for unit in units if unit.size == size]
        if {unit.to for unit in same} == set(nodes):
            found.update((unit.number, unit.to) for unit in same)
        elif formation in _ABREAST:
            found.update(_abreast(state, same, nodes, along))
        else:
            found.update(_deepest_first(state, same, nodes, here, target))
    return found


def _abreast(state: State, units: list[Unit], nodes: list[int], along: tuple[int, int]) -> dict[int, int]:
    """Return the node of each unit: the order of the nodes across their way is that of the units."""

    def across(node: int) -> tuple[int, int, int]:
        x, y = state.place(node)
        return x * along[1] + y * along[0], x * along[0] + y * along[1], node

    ranked = sorted(units, key=lambda unit: across(unit.to))
    return {unit.number: node for unit, node in zip(ranked, sorted(nodes, key=across), strict=True)}


def _deepest_first(
    state: State, units: list[Unit], nodes: list[int], here: tuple[float, float], target: int
) -> dict[int, int]:
    """Return the node of each unit: the farther from the group, the nearer to the target the unit is."""
    there = state.place(target)
    deepest = sorted(nodes, key=lambda node: (-state.squared_distance(node, here), node))
    nearest = sorted(units, key=lambda unit: (state.squared_distance(unit.to, there), unit.number))
    return {unit.number: node for unit, node in zip(nearest, deepest, strict=True)}


def _heading(state: State, here: tuple[float, float], target: int) -> tuple[int, int]:
    """Return the direction of a group's way, along one axis."""
    x, y = state.place(target)
    ahead = (x - here[0], y - here[1])
    if abs(ahead[0]) >= abs(ahead[1]):
        return (1 if ahead[0] >= 0 else -1), 0
    return 0, (1 if ahead[1] >= 0 else -1)


def _shape(state: State, formation: str, units: list[Unit], along: tuple[int, int], target: int) -> list[int]:
    """Return a wanted node for each unit; several may be the same."""
    if formation == "area":
        return [target] * len(units)
    (x, y), room = state.place(target), max(unit.size for unit in units)
    nodes = []
    for number in range(len(units)):
        rank = (number + 1) // 2
        side = 0 if formation == "column" else room * rank * (1 if number % 2 else -1)
        back = room * {"line": 0, "column": number, "wedge": rank}[formation]
        column = min(max(x - back * along[0] + side * abs(along[1]), 0), state.ground.map.width - 1)
        row = min(max(y - back * along[1] + side * abs(along[0]), 0), state.ground.map.height - 1)
        nodes.append(row * state.occupancy.width + column)
    return nodes


def _centre(state: State, nodes: list[int]) -> tuple[float, float]:
    places = [state.place(node) for node in nodes]
    return sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places)
