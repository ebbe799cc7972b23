"""A level as its editor keeps it: layers of tile numbers, objects, and properties of both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

Properties = Mapping[str, Any]
Point = tuple[float, float]


@dataclass(frozen=True)
class TileLayer:
    """Tile numbers over the cells of a level.

    Attributes:
        name: Its name, after the names of its groups: ``"Ground/Walls"``.
        numbers: The tile of each cell, int64 ``[h, w]``; 0 for no tile.
        properties: The author's notes about the layer.
    """

    name: str
    numbers: NDArray[np.int64]
    properties: Properties = field(default_factory=dict)


@dataclass(frozen=True)
class Thing:
    """An object of a level.

    Attributes:
        name: Its name, or "".
        x, y: Its position, in the unit of the editor.
        width, height: Its size, 0 for a point.
        rotation: The degrees by which it is turned clockwise around its place.
        shape: ``"rectangle"``, ``"point"``, ``"ellipse"``, ``"capsule"``, ``"polygon"``, ``"polyline"``,
            ``"text"`` or ``"tile"``.
        points: The corners of a polygon or polyline, relative to its place.
        properties: The author's notes about it, or about the tile that it shows.
    """

    name: str
    x: float
    y: float
    width: float = 0.0
    height: float = 0.0
    rotation: float = 0.0
    shape: str = "rectangle"
    points: tuple[Point, ...] = ()
    properties: Properties = field(default_factory=dict)


@dataclass(frozen=True)
class ObjectLayer:
    """Objects of a level, in the order of the file.

    Attributes:
        name: Its name, after the names of its groups.
        things: The objects.
        properties: The author's notes about the layer.
    """

    name: str
    things: tuple[Thing, ...]
    properties: Properties = field(default_factory=dict)


@dataclass(frozen=True)
class Level:
    """Everything in a level that decides where one may go.

    Attributes:
        shape: Rows and columns.
        tiles: Layers of tiles, from the bottom to the top.
        objects: Layers of objects.
        about_tiles: The author's notes about kinds of tiles, by number.
        missing: The files of tilesets that could not be looked for; their properties are not known.
    """

    shape: tuple[int, int]
    tiles: tuple[TileLayer, ...]
    objects: tuple[ObjectLayer, ...] = ()
    about_tiles: Mapping[int, Properties] = field(default_factory=dict)
    missing: tuple[str, ...] = ()

    def property_names(self) -> list[str]:
        """Return the names of all properties of tiles, objects and layers, sorted."""
        things = [thing.properties for layer in self.objects for thing in layer.things]
        about = [*self.about_tiles.values(), *(layer.properties for layer in self.layers), *things]
        return sorted({name for properties in about for name in properties})

    @property
    def layers(self) -> list[TileLayer | ObjectLayer]:
        """All layers, those of tiles first."""
        return [*self.tiles, *self.objects]


class FreshNames:
    """Makes names unique: the second "coin" becomes "coin 2".

    Example:
        >>> names = FreshNames()
        >>> [names.fresh(name) for name in ("coin", "coin", "door", "coin")]
        ['coin', 'coin 2', 'door', 'coin 3']
    """

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._uses: Counter[str] = Counter()

    def fresh(self, name: str) -> str:
        """Return a name, with the least number from 2 behind it if it is taken."""
        unused = name
        while unused in self._taken:
            self._uses[name] += 1
            unused = f"{name} {self._uses[name] + 1}"
        self._taken.add(unused)
        return unused
