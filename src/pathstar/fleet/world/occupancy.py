"""Who holds which cell: the one table that keeps units from walking through each other.

A unit holds the squares under it. During a step it holds the smallest rectangle around both its old and its
new squares, from the beginning of the step to its end. So bodies never touch, whatever their size and speed.
In lock step all steps begin and end together, so a unit holds only the cell to which its step leads.
"""

from __future__ import annotations

from collections.abc import Iterable

from pathstar.fleet.world.unit import NOBODY, Unit


class Occupancy:
    """The holder of each cell.

    Args:
        width: Cells from left to right.
        height: Cells from top to bottom.
    """

    __slots__ = ("_offsets", "holder", "width")

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.holder = [NOBODY] * (width * height)
        self._offsets: dict[tuple[int, int, int], tuple[int, ...]] = {}

    def footprint(self, node: int, size: int) -> list[int]:
        """Return the cells under a unit that stands at a node."""
        return [node] if size == 1 else [node + offset for offset in self._rectangle(size, 0, 0)]

    def footprints(self, nodes: list[int], size: int) -> list[int]:
        """Return the cells under a unit at successive nodes; a cell may occur several times."""
        return nodes if size == 1 else [cell for node in nodes for cell in self.footprint(node, size)]

    def sweep(self, node: int, to: int, size: int) -> list[int]:
        """Return the cells that a unit holds on a step."""
        rows, columns = to // self.width - node // self.width, to % self.width - node % self.width
        return [node + offset for offset in self._rectangle(size, columns, rows)]

    def holders(self, cells: Iterable[int], own: int) -> list[int]:
        """Return the other units that hold some of the cells, each once, lowest number first."""
        holder = self.holder
        found = {holder[cell] for cell in cells}
        found.discard(NOBODY)
        found.discard(own)
        return sorted(found)

    def near(self, unit: Unit, reach: int) -> list[int]:
        """Return the other units that hold cells within reach of where a unit's step leads."""
        y, x = divmod(unit.to, self.width)
        height, span = len(self.holder) // self.width, unit.size + reach
        first, last = max(x - reach, 0), min(x + span, self.width)
        found: set[int] = set()
        for row in range(max(y - reach, 0), min(y + span, height)):
            found.update(self.holder[row * self.width + first : row * self.width + last])
        return sorted(found - {NOBODY, unit.number})

    def take(self, cells: Iterable[int], number: int) -> None:
        """Let a unit hold cells."""
        for cell in cells:
            self.holder[cell] = number

    def free(self, cells: Iterable[int], number: int) -> None:
        """Free the cells among these that a unit holds."""
        for cell in cells:
            if self.holder[cell] == number:
                self.holder[cell] = NOBODY

    def cells_of(self, unit: Unit) -> list[int]:
        """Return the cells that a unit stands on or sweeps now."""
        if unit.to == unit.node:
            return self.footprint(unit.node, unit.size)
        return self.sweep(unit.node, unit.to, unit.size)

    def gap(self, a: Unit, b: Unit) -> int:
        """Return the number of cells between two units, where their steps lead: 0 if they touch.

        Touching at corners counts.
        """
        ay, ax = divmod(a.to, self.width)
        by, bx = divmod(b.to, self.width)
        return max(ax - bx - b.size, bx - ax - a.size, ay - by - b.size, by - ay - a.size, 0)

    def _rectangle(self, size: int, columns: int, rows: int) -> tuple[int, ...]:
        key = (size, columns, rows)
        found = self._offsets.get(key)
        if found is None:
            across = range(min(columns, 0), size + max(columns, 0))
            down = range(min(rows, 0), size + max(rows, 0))
            found = self._offsets[key] = tuple(y * self.width + x for y in down for x in across)
        return found
