"""The map and the units as each player knew them, at the moments of a recording."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.fleet.world.world import World
from pathstar.known.known_map import KnownMap
from pathstar.maps.legend import Terrain
from pathstar.maps.map import Map

_DRAWN = ("passable", "cost", "terrain")  # the layers that pictures show
_SEEN = "seen"

Layers = dict[str, NDArray[Any]]


@dataclass(frozen=True, eq=False)
class KnownGround:
    """The map as a player knew it, moment by moment.

    Attributes:
        first: The layers at the first moment, and, as ``"seen"``, the cells that had been seen by then.
        legend: The meanings of the terrain codes.
        moments: The moments at which the player learned something, in order.
        offsets: int64 ``(k + 1,)``: where the cells learned at each of them begin and end in the next two.
        cells: int64 ``(n,)``: the cells that were learned, moment after moment.
        values: The layers at those cells.
    """

    first: Layers
    legend: Mapping[int, Terrain]
    moments: list[int]
    offsets: NDArray[np.int64]
    cells: NDArray[np.int64]
    values: Layers

    def at(self, moment: int) -> tuple[Map, NDArray[np.bool_]]:
        """Return the map as it was known at a moment, and the cells seen by then, ``bool[h, w]``."""
        layers, end = _copied(self.first), self.offsets[bisect_right(self.moments, moment)]
        _write(layers, self.cells[:end], {name: values[:end] for name, values in self.values.items()})
        cost, terrain = layers.get("cost"), layers.get("terrain")
        return Map(layers["passable"], cost=cost, terrain=terrain, legend=self.legend), layers[_SEEN]


@dataclass(frozen=True, eq=False)
class PlayerView:
    """The knowledge of one player.

    Attributes:
        ground: The map as it was known.
        visible: The numbers of the units whose positions the player knew, at each moment.
    """

    ground: KnownGround
    visible: list[list[int]]


class PlayerWatch:
    """Records what one player knows at each moment of a world in fog.

    Args:
        player: Its number.
        world: The world, with a sight.

    Attributes:
        player: As given.
    """

    def __init__(self, player: int, world: World) -> None:
        self.player = player
        self._known = world.known(player)
        self._first = _copied(_layers_of(self._known))
        self._last = _copied(self._first)
        self._moments: list[int] = []
        self._cells: list[NDArray[np.int64]] = []
        self._values: list[Layers] = []
        self._visible: list[list[int]] = []

    def look(self, world: World) -> None:
        """Record what the player has learned since the last moment, and which units it knows of."""
        now = _layers_of(self._known)
        differs = np.any([_differ(self._last[name], layer) for name, layer in now.items()], axis=0)
        cells = np.flatnonzero(differs)
        if len(cells):
            self._moments.append(len(self._visible))
            self._cells.append(cells)
            self._values.append({name: layer.ravel()[cells] for name, layer in now.items()})
            _write(self._last, cells, self._values[-1])
        self._visible.append(world.visible(self.player))

    def view(self) -> PlayerView:
        """Return the record."""
        cells = np.concatenate([np.empty(0, np.int64), *self._cells])
        values = {
            name: np.concatenate([layer.ravel()[:0], *(learned[name] for learned in self._values)])
            for name, layer in self._first.items()
        }
        offsets = np.cumsum([0, *map(len, self._cells)])
        legend = dict(self._known.map.legend)  # a view cannot be pickled
        ground = KnownGround(self._first, legend, self._moments, offsets, cells, values)
        return PlayerView(ground, self._visible)


def watches_of(world: World) -> list[PlayerWatch]:
    """Return a recorder for each player with units; none in a world without fog."""
    if world.sight is None:
        return []
    players = sorted({world.unit(number).player for number in world.units})
    return [PlayerWatch(player, world) for player in players]


def _layers_of(known: KnownMap) -> Layers:
    layers = {name: layer for name, layer in known.map.layers.items() if name in _DRAWN}
    return {**layers, _SEEN: known.seen}


def _copied(layers: Layers) -> Layers:
    return {name: layer.copy() for name, layer in layers.items()}


def _write(layers: Layers, cells: NDArray[np.int64], values: Layers) -> None:
    for name, row in values.items():
        layers[name].ravel()[cells] = row


def _differ(one: NDArray[Any], other: NDArray[Any]) -> NDArray[np.bool_]:
    """Return which values differ; NaN equals NaN."""
    differs: NDArray[np.bool_] = ((one != other) & ((one == one) | (other == other))).ravel()
    return differs
