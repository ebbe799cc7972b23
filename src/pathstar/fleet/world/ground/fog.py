"""Fog: each player knows only what its units have seen of the map, and they plan with only that."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from typing import Any

import numpy as np

from pathstar.errors import OptionError
from pathstar.fleet.world.unit import Unit
from pathstar.known.known_map import KnownMap
from pathstar.maps.arguments import as_number
from pathstar.maps.map import Map
from pathstar.spaces.grid import grid_of_map, sight_between
from pathstar.spaces.moves import Moves

_LEAST_SIGHT = 1.5  # a unit sees all squares beside its own


class Fog:
    """What the players have seen of a map.

    A unit looks around from its middle square. Even where its view is blocked, it sees the squares below and
    beside it, so it never steps on a square that it has not seen.

    Args:
        truth: The true map.
        moves: How units move; lines of sight follow the same corner rule.
        sight: The range of sight, in squares.

    Attributes:
        sight: As given.
        players: What each player knows, by its number.
        revision: The revision of the true map at which all units last looked around.
    """

    def __init__(self, truth: Map, moves: Moves, sight: float) -> None:
        self.sight = sight
        self.players: dict[int, KnownMap] = {}
        self.revision = truth.revision
        self._truth = truth
        self._width = truth.width
        self._moves = moves
        self._sights: dict[int, Callable[[int, int], bool]] = {}

    def known(self, player: int) -> KnownMap:
        """Return a player's knowledge, which is empty at first."""
        known = self.players.get(player)
        if known is None:
            known = self.players[player] = KnownMap(self._truth, corners=self._moves.corners)
            self._sights[player] = sight_between(grid_of_map(known.map, self._moves), "fog")
        return known

    def look(self, unit: Unit) -> None:
        """Let a unit look around from where it stands, or where its step began."""
        known, place = self.known(unit.player), self._middle(unit)
        known.reveal(place, math.hypot(*[unit.size // 2 + 1] * 2))
        known.reveal(place, self.sight, sight=True)

    def sees(self, unit: Unit, other: Unit) -> bool:
        """Return whether a unit sees another one, by what its player knows of the squares in between."""
        return self._in_view(unit, self._middle(other))

    def sees_place(self, unit: Unit, node: int) -> bool:
        """Return whether a unit sees a square, in the same way."""
        y, x = divmod(node, self._width)
        return self._in_view(unit, (x, y))

    def _in_view(self, unit: Unit, place: tuple[int, int]) -> bool:
        (x, y), (u, v) = self._middle(unit), place
        if math.hypot(x - u, y - v) > self.sight:
            return False
        return self._sights[unit.player](y * self._width + x, v * self._width + u)

    def seen_by(self, player: int, units: Collection[Unit]) -> set[int]:
        """Return the numbers of the units of others that a player's units see."""
        own = [unit for unit in units if unit.player == player]
        others = [unit for unit in units if unit.player != player]
        if not own or not others:
            return set()
        here, there = (np.array([self._middle(unit) for unit in some]) for some in (own, others))
        near = np.hypot(*(there[:, None] - here[None]).transpose(2, 0, 1)) <= self.sight
        return {
            other.number
            for other, row in zip(others, near, strict=True)
            if any(self.sees(own[k], other) for k in np.flatnonzero(row))
        }

    def _middle(self, unit: Unit) -> tuple[int, int]:
        y, x = divmod(unit.node, self._width)
        return x + unit.size // 2, y + unit.size // 2


def checked_sight(sight: Any) -> float | None:
    """Return the range of sight; None without fog.

    Raises:
        OptionError: The argument is neither a number from 1.5 nor None.
    """
    far = None if sight is None else as_number(sight)
    if sight is not None and (far is None or not _LEAST_SIGHT <= far < math.inf):
        raise OptionError(f"sight is {sight!r}; allowed: a finite number from {_LEAST_SIGHT}, or None")
    return far
