"""Turns to plan: who may search when the searches of all units together are limited."""

from __future__ import annotations

import heapq
import math

from pathstar.fleet.world.unit import NEVER, NOBODY, Unit

# The cost of a search besides its expansions, in expansions: stamping other units, and making a path.
_EACH = 1000


class PlanningTurns:
    """The line of units that wait until they may plan.

    Units of higher priority go first, then those that have waited longer. Each search is made in one go, and
    the next one may begin when the time for the expansions of the last one is over. So when a unit plans
    depends only on the searches before it.

    Args:
        rate: The number of nodes that may be expanded in one unit of time; infinite if nobody waits.

    Attributes:
        free_at: The time until which all time is used up.
    """

    __slots__ = ("_count", "_line", "_rate", "free_at")

    def __init__(self, rate: float) -> None:
        self._rate = rate
        self.free_at = 0.0
        self._count = 0
        self._line: list[tuple[int, int, Unit]] = []

    @property
    def first(self) -> Unit | None:
        """The unit whose turn is next."""
        line = self._line
        while line and line[0][2].in_line != line[0][1]:
            heapq.heappop(line)
        return line[0][2] if line else None

    def due(self, now: float) -> float:
        """Return when the first in line may plan; infinity if nobody waits."""
        return NEVER if self.first is None else max(self.free_at, now)

    def may(self, unit: Unit, by: float) -> bool:
        """Return whether a unit may plan: there is time for it by then, and nobody goes before it."""
        return self.free_at <= by and self.first in (None, unit)

    def line_up(self, unit: Unit) -> None:
        """Let a unit wait behind those that have waited longer; a unit in the line keeps its place."""
        if unit.in_line == NOBODY:
            unit.in_line = self._count
            self.restore(unit)

    def restore(self, unit: Unit) -> None:
        """Put a saved unit back in its place in the line."""
        if unit.in_line != NOBODY:
            self._count = max(self._count, unit.in_line + 1)
            heapq.heappush(self._line, (-unit.priority, unit.in_line, unit))

    def sort_again(self) -> None:
        """Put the line in order after priorities have changed."""
        line = [(place, unit) for _, place, unit in self._line if unit.in_line == place]
        self._line = [(-unit.priority, place, unit) for place, unit in line]
        heapq.heapify(self._line)

    def spend(self, now: float, expanded: int) -> None:
        """Note a search and the number of nodes that it expanded."""
        if self._rate < math.inf:
            self.free_at = max(self.free_at, now) + (expanded + _EACH) / self._rate


def by_turn(units: list[Unit]) -> list[Unit]:
    """Return units in the order in which they decide: first those that wait for their turn to plan."""
    return sorted(units, key=lambda unit: (unit.in_line == NOBODY, -unit.priority, unit.in_line))
