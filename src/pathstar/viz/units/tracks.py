"""The data for pictures of units, and the colour of each unit."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from pathstar.maps.map import Map
from pathstar.viz.results import scene_of_any
from pathstar.viz.scene import Scene
from pathstar.viz.theme import RGB, Theme

SIDES = ("start", "goal", "closed", "path", "open", "current", "wall", "dear")


class KnownGround(Protocol):
    """The ground as a player knew it; see `pathstar.fleet.player_views.KnownGround`."""

    moments: list[int]

    def at(self, moment: int) -> tuple[Map, NDArray[np.bool_]]:
        """Return the map at a moment, and which cells had been seen by then."""


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

    @property
    def known(self) -> KnownGround | None:
        """The ground as a player knew it at each moment, if this is a player's view."""

    def claims(self, moment: int, unit: int) -> NDArray[np.int64]:
        """Return the nodes that a unit has yet to enter."""


def ground_moments(tracks: Tracks) -> list[int]:
    """Return the first moment, and the later ones at which the ground looks different."""
    later = [] if tracks.known is None else [moment for moment in tracks.known.moments if moment > 0]
    return [0, *later]


def scene_at(tracks: Tracks, moment: int) -> tuple[Map, Scene]:
    """Return the map at a moment, and its scene: cells that a player had not seen by then are dimmed."""
    if tracks.known is None:
        return tracks.map, scene_of_any(tracks.map)
    map, seen = tracks.known.at(moment)
    return map, scene_of_any(map, dimmed=~seen)


def sides_of(tracks: Tracks) -> NDArray[np.int64]:
    """Return the number of each unit's colour: its player's, or its own if all have the same player."""
    players = tracks.players
    several = len(np.unique(players)) > 1
    sides: NDArray[np.int64] = (players if several else np.arange(len(players))) % len(SIDES)
    return sides


def ink_of(theme: Theme, side: int) -> RGB:
    """Return the colour of a side."""
    ink: RGB = getattr(theme, SIDES[side])
    return ink
