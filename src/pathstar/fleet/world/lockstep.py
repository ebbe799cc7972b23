"""Which units step when all step at once.

A unit may enter a cell that another one leaves in the same step, so units follow closely and move in a ring.
Two units never end in one cell, never change places and never cross on diagonals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence


class Lockstep:
    """One joint step.

    Args:
        width: Cells from left to right.
        stands: The cell of every unit, by its number.
        wants: The target cells of units that want to step, by their number.
    """

    def __init__(self, width: int, stands: Mapping[int, int], wants: Mapping[int, int]) -> None:
        self._width = width
        self._stands = stands
        self._wants = wants
        self._at = {node: number for number, node in stands.items()}
        self._goes: dict[int, bool] = {number: False for number in stands if number not in wants}
        self._taken: set[int] = set()

    def granted(self, order: Sequence[int]) -> set[int]:
        """Return the units that step; those that come first in an order go first."""
        for number in order:
            if number not in self._goes:
                self._decide(number)
        return {number for number in order if self._goes[number]}

    def _decide(self, number: int) -> None:
        """Decide for a unit, and for all in front of it that must move on first."""
        chain, places = [number], {number: 0}
        while True:
            last = chain[-1]
            to = self._wants[last]
            ahead = self._at.get(to)
            if to in self._taken:
                return self._settle(chain, goes=False)
            if ahead is None:
                return self._settle(chain, goes=True)
            if ahead in places:  # a ring closes; a unit that only leads up to it must stay
                self._settle_ring(chain[places[ahead] :])
                return self._settle(chain[: places[ahead]], goes=False)
            if ahead in self._goes:
                return self._settle(chain, goes=self._goes[ahead])
            places[ahead] = len(chain)
            chain.append(ahead)

    def _settle(self, chain: list[int], *, goes: bool) -> None:
        """Let a chain of units step or stay, from its head; a unit that stays keeps those behind it."""
        for number in reversed(chain):
            goes = goes and not self._crosses(number, chain)
            self._set(number, goes)

    def _settle_ring(self, ring: list[int]) -> None:
        """Let a ring of units turn, or stay as a whole; two units cannot change places."""
        turns = len(ring) > 2 and not any(self._crosses(number, ring) for number in ring)
        for number in ring:
            self._set(number, turns)

    def _set(self, number: int, goes: bool) -> None:
        self._goes[number] = goes
        if goes:
            self._taken.add(self._wants[number])

    def _crosses(self, number: int, chain: list[int]) -> bool:
        """Return whether a diagonal step would cross that of another unit."""
        (y, x), (to_y, to_x) = (
            divmod(node, self._width) for node in (self._stands[number], self._wants[number])
        )
        corners = (y * self._width + to_x, to_y * self._width + x)
        if y == to_y or x == to_x:
            return False
        for here, there in (corners, corners[::-1]):
            other = self._at.get(here)
            if (
                other is not None
                and self._wants.get(other) == there
                and self._goes.get(other, other in chain)
            ):
                return True
        return False
