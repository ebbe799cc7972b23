"""The state of a world, and the actions of its rules: take a step, plan a way, wait, report."""

from __future__ import annotations

import heapq
import math
from collections.abc import Collection, Iterable

from pathstar.fleet.world.events import Event
from pathstar.fleet.world.ground.ways import Ground, stamps_for
from pathstar.fleet.world.motion import Motion
from pathstar.fleet.world.occupancy import Occupancy
from pathstar.fleet.world.turns import PlanningTurns
from pathstar.fleet.world.unit import LONG_AGO, NEVER, NOBODY, Unit

# Cheaper ground than this is no faster to walk on.
_LEAST_COST = 0.1


class State:
    """The whole state of a world, between two decisions.

    Attributes:
        ground: The map as units see it.
        claims: The claim radius, and the additional cost of a claimed cell.
        lockstep: Whether all steps begin and end together.
        seed: Breaks ties that nothing else breaks.
        now: The time.
        units: The living units by number.
        occupancy: Who holds which cell.
        motion: The positions of units between cells.
        turns: Who may plan, and who waits for it.
        events: The events since the last call of `World.step` began.
        groups: The number of orders that were given to groups.
        ticked: The beginning of the last joint step, in lock step; -1 before the first.
    """

    def __init__(
        self,
        ground: Ground,
        claims: tuple[int, float],
        *,
        lockstep: bool,
        seed: int,
        planning_rate: float,
    ) -> None:
        self.ground = ground
        self.claims = claims
        self.lockstep = lockstep
        self.seed = seed
        self.now = 0.0
        self.units: dict[int, Unit] = {}
        self.occupancy = Occupancy(ground.map.width, ground.map.height)
        self.motion = Motion()
        self.turns = PlanningTurns(planning_rate)
        self.events: list[Event] = []
        self.groups = 0
        self.ticked = -1.0
        self._queue: list[tuple[float, int, int]] = []

    def place(self, node: int) -> tuple[int, int]:
        """Return the place of a node."""
        y, x = divmod(node, self.occupancy.width)
        return x, y

    def distance(self, a: int, b: int) -> int:
        """Return how many steps in 8 directions lead from one node to another on open ground."""
        (ax, ay), (bx, by) = self.place(a), self.place(b)
        return max(abs(ax - bx), abs(ay - by))

    def squared_distance(self, node: int, there: tuple[float, float]) -> float:
        """Return the square of the distance from a node to a place."""
        x, y = self.place(node)
        return (x - there[0]) ** 2 + (y - there[1]) ** 2

    def report(self, kind: str, unit: Unit, other: int = NOBODY) -> None:
        """Add an event."""
        where = self.place(unit.to)
        self.events.append(Event(self.now, kind, unit.number, where, None if other == NOBODY else other))

    def wake(self, unit: Unit, time: float) -> None:
        """Let a unit decide at a time, or in lock step when the next joint step begins, and not before."""
        unit.wake = max(float(math.ceil(time)), self.ticked + 1.0) if self.lockstep else time
        heapq.heappush(self._queue, (unit.wake, -unit.priority, unit.number))

    def restore(self, unit: Unit) -> None:
        """Put a saved unit back where it was."""
        self.units[unit.number] = unit
        self.occupancy.take(self.occupancy.footprint(unit.node, unit.size), unit.number)
        if unit.moves:
            held = [unit.to] if self.lockstep else self.occupancy.cells_of(unit)
            self.occupancy.take(held, unit.number)
        if unit.wake < NEVER:
            heapq.heappush(self._queue, (unit.wake, -unit.priority, unit.number))
        self.turns.restore(unit)

    def queue_again(self) -> None:
        """Queue all units for deciding and planning, by the times and priorities that they have now."""
        waking = [unit for unit in self.units.values() if unit.wake < NEVER]
        self._queue = [(unit.wake, -unit.priority, unit.number) for unit in waking]
        heapq.heapify(self._queue)
        self.turns.sort_again()

    @staticmethod
    def formations(units: Iterable[Unit]) -> set[int]:
        """Return the groups of units that go in formation."""
        return {unit.order.group for unit in units if unit.order is not None and unit.order.pace < NEVER}

    def set_paces(self, formations: set[int]) -> None:
        """Let units in formation go at the speed of the slowest of them that is still on the way."""
        for group in formations:
            under_way = [
                (unit.order, unit.speed)
                for unit in self.units.values()
                if unit.order is not None and unit.order.group == group and unit.order.pace < NEVER
            ]
            pace = min((speed for _, speed in under_way), default=NEVER)
            for order, _ in under_way:
                order.pace = pace

    def rest(self, unit: Unit) -> None:
        """Let a unit decide again after about half a step, not all units at the same moment."""
        if self.lockstep:
            return self.wake(unit, self.now + 1.0)
        mixed = (self.seed * 1000003 + unit.number * 7919 + unit.effort * 104729) % 65521
        return self.wake(unit, self.now + (0.5 + mixed / 65521 / 4) / unit.speed)

    def next_awake(self, until: float) -> list[Unit]:
        """Return the units that decide next, if that is by a time: by priority, then by number."""
        first, due = self.turns.first, self.turns.due(self.now)
        if first is not None and not self.lockstep and due <= min(until, self._next_wake()):
            self.wake(first, due)
        batch: list[Unit] = []
        while (time := self._next_wake()) <= until and not (batch and time != batch[0].wake):
            unit = self.units[heapq.heappop(self._queue)[2]]
            if unit not in batch[-1:]:
                batch.append(unit)
        return batch

    def _next_wake(self) -> float:
        """Return when a unit decides next; infinity if none does."""
        queue = self._queue
        while queue:
            time, _, number = queue[0]
            unit = self.units.get(number)
            if unit is not None and unit.wake == time:
                return time
            heapq.heappop(queue)
        return NEVER

    def begin_step(self, unit: Unit, to: int) -> None:
        """Send a unit to the next node of its path, whose cells no other unit holds."""
        if self.lockstep:
            self.occupancy.take([to], unit.number)
        else:
            self.occupancy.take(self.occupancy.sweep(unit.node, to, unit.size), unit.number)
        heading, turn, lasts = self._step_from(unit, unit.node, to, unit.heading)
        departs = self.now + turn
        unit.to, unit.heading = to, heading
        unit.waits, unit.blocked_by = 0, NOBODY
        self.motion.move(unit.number, self.place(unit.node), self.place(to), (departs, departs + lasts))
        self.motion.headings[unit.number] = heading
        self.wake(unit, departs + lasts)

    def _step_from(self, unit: Unit, node: int, to: int, heading: float) -> tuple[float, float, float]:
        """Return how a unit steps: its new heading, how long it turns, and how long it then walks."""
        begin, end = self.place(node), self.place(to)
        across, down = end[0] - begin[0], end[1] - begin[1]
        ahead = math.degrees(math.atan2(down, across)) % 360.0
        turn = abs((ahead - heading + 180.0) % 360.0 - 180.0) / unit.turn_rate
        if self.lockstep:
            return ahead, turn, 1.0
        return ahead, turn, math.hypot(across, down) * self._slowness(unit, to) / _pace(unit)

    def foretold(self, unit: Unit, time: float) -> int:
        """Return the node at which a unit's last step by a time will end, if nothing stops it.

        Args:
            unit: The unit.
            time: How long from now.
        """
        node, heading, coming = unit.to, unit.heading, unit.coming
        begins = max(self.now, unit.wake) if coming and not unit.moves else self.now
        if unit.moves:
            begins, coming = float(self.motion.times[unit.number, 1]), coming[1:]
        for to in coming:
            if begins > self.now + time:
                break
            heading, turn, lasts = self._step_from(unit, node, to, heading)
            node, begins = to, begins + turn + lasts
        return node

    def end_step(self, unit: Unit) -> None:
        """Let a unit stand where its step led, and free what it held on the way."""
        if not unit.moves:
            return
        held = self.occupancy.cells_of(unit)
        self.occupancy.free(held, unit.number)
        unit.node = unit.to
        unit.at += 1
        unit.steps += 1
        self.occupancy.take(self.occupancy.footprint(unit.node, unit.size), unit.number)
        self.look(unit)
        if unit.goal != NOBODY and (left := self.distance(unit.node, unit.goal)) < unit.nearest:
            unit.nearest, unit.effort = left, 0

    def _slowness(self, unit: Unit, node: int) -> float:
        cost = self.ground.plain(unit.size).cost
        there = 1.0 if cost is None else float(cost.flat[node])
        # A large unit that walks off squares that were closed below it steps to others of them.
        return max(there, _LEAST_COST) if there < math.inf else 1.0

    def may_plan(self, unit: Unit) -> bool:
        """Return whether a unit may look for a way now; in lock step, before the next joint step."""
        return self.turns.may(unit, self.now + 1.0 if self.lockstep else self.now)

    def await_turn(self, unit: Unit) -> None:
        """Let a unit stand until it may look for a way; in lock step it asks again at each joint step."""
        self.turns.line_up(unit)
        unit.wake = NEVER
        if self.lockstep:
            self.rest(unit)

    def plan(self, unit: Unit, goal: int, spared: Collection[int] = (), *, through: bool = True) -> bool:
        """Find a way for a unit to a goal, and return whether there is one; otherwise it keeps its old way.

        Args:
            unit: A unit that stands.
            goal: The node to reach.
            spared: The units that it may run into, because it is on its way to them.
            through: Whether the way may lead through units in the way, if there is no other way.
        """
        self.note_strangers(unit, spared)
        stamps = stamps_for(unit, self.units, self.ground, self.occupancy, self.claims, spared)
        path, expanded = self.ground.find(unit, goal, stamps, through=through, sweeps=not self.lockstep)
        self.turns.spend(self.now, expanded)
        if not path:
            return False
        if goal != unit.goal:
            unit.goal, unit.nearest = goal, NEVER
        unit.take_path(path, self.ground.revision_for(unit))
        return True

    def note_strangers(self, unit: Unit, spared: Collection[int] = ()) -> None:
        """In fog, let a unit note where units of other players stand, and which of these cells are empty now.

        It believes those out of sight to stand where it last saw them. Otherwise it would go to and fro
        between two of them that it never sees at once.
        """
        order = unit.order
        if order is None or self.ground.fog is None:
            return
        standing = {
            cell
            for other in self.units.values()
            if other.player != unit.player and other.stands and other.number not in spared
            if self.ground.knows(unit, other)
            for cell in self.occupancy.cells_of(other)
        }
        hidden = {cell for cell in order.strangers if not self.ground.sees_place(unit, cell)}
        order.strangers = sorted(standing | hidden)

    def is_cut(self, unit: Unit) -> bool:
        """Return whether a unit's path is cut by an edit of the map or by what was seen since."""
        if unit.planned_at == self.ground.revision_for(unit) or unit.next == NOBODY:
            return False
        return not self.ground.leads(unit, unit.path[unit.at :])

    def set_sight(self, sight: float | None) -> None:
        """Let the players forget what they know, and set the range of sight; None lifts the fog."""
        self.ground.set_sight(sight)
        for unit in self.units.values():
            self.look(unit)
            if unit.planned_at != NOBODY:
                unit.planned_at = LONG_AGO

    def look(self, unit: Unit) -> None:
        """In fog, let a unit look around."""
        if self.ground.fog is not None:
            self.ground.fog.look(unit)

    def look_around(self) -> None:
        """In fog, let all units look around if the map was edited since they did."""
        fog, revision = self.ground.fog, self.ground.map.revision
        if fog is not None and fog.revision != revision:
            fog.revision = revision
            for unit in self.units.values():
                fog.look(unit)

    def blockers(self, unit: Unit, to: int) -> list[Unit]:
        """Return the other units that hold cells needed for a unit's step."""
        cells = [to] if self.lockstep else self.occupancy.sweep(unit.node, to, unit.size)
        return [self.units[number] for number in self.occupancy.holders(cells, unit.number)]


def _pace(unit: Unit) -> float:
    return unit.speed if unit.order is None else min(unit.speed, unit.order.pace)
