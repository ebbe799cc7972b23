"""What pictures of units are made of, and the colour of each unit."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from pathstar.maps.map import Map
from pathstar.viz.theme import RGB, Theme

SIDES = ("start", "goal", "closed", "path", "open", "current", "wall", "dear")


class Tracks(Protocol):
    """Units at some moments; the attributes are those of `pathstar.fleet.Recording`."""

    map: Map
    times: NDArray[np.float64]
    positions: NDArray[np.float64]
    radii: NDArray[np.float64]
    players: NDArray[np.int64]
    waiting: NDArray[np.bool_]
    left: NDArray[np.int32]
    routes: list[tuple[int, int, NDArray[np.int64]]]

    def claims(self, moment: int, unit: int) -> NDArray[np.int64]:
        """Return the nodes that a unit has yet to enter."""


def sides_of(tracks: Tracks) -> NDArray[np.int64]:
    """Return the number of each unit's colour: that of its player; its own where all have the same player."""
    players = tracks.players
    several = len(np.unique(players)) > 1
    sides: NDArray[np.int64] = (players if several else np.arange(len(players))) % len(SIDES)
    return sides


def ink_of(theme: Theme, side: int) -> RGB:
    """Return the colour of a side."""
    ink: RGB = getattr(theme, SIDES[side])
    return ink
