"""The layout of a Tiled map: the array of its cells, its frame in pixels, and the places of objects."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import OptionError
from pathstar.io.games.level import ObjectLayer, Thing
from pathstar.io.games.tiled_level import TiledMap
from pathstar.io.source import Source
from pathstar.maps.frame import Frame
from pathstar.spaces.isometric import Staggered

Place = tuple[int, int]


class TiledLayout:
    """The cells of a Tiled map as cells of a `Map`.

    Orthogonal and isometric maps keep their cells. A staggered map becomes the squares on which its diamonds
    lie, with corners outside it. Hexagons stay in columns and rows.

    Args:
        tiled: The map.
    """

    def __init__(self, tiled: TiledMap) -> None:
        self._tiled = tiled
        self._staggered: Staggered | None = None
        if tiled.orientation == "staggered":
            rows, columns = tiled.level.shape
            self._staggered = Staggered(
                columns, rows, tiled.axis, tiled.index, tiled.tile_width, tiled.tile_height
            )

    @property
    def hexagons(self) -> str | None:
        """The layout for `HexGrid`, or None."""
        if self._tiled.orientation != "hexagonal":
            return None
        return f"{self._tiled.index}-{'r' if self._tiled.axis == 'y' else 'q'}"

    def array(self, values: NDArray[Any], outside: Any) -> NDArray[Any]:
        """Return an array of the level as an array of the map."""
        return values if self._staggered is None else self._staggered.square(values, outside)

    def frame(self) -> Frame | None:
        """Return the frame of the cells in Tiled's pixels, as it draws them; None for hexagons."""
        tiled = self._tiled
        width, height = tiled.tile_width, tiled.tile_height
        left, top = tiled.left, tiled.top
        if tiled.orientation == "orthogonal":
            return Frame((width, 0, left * width, 0, height, top * height))
        if tiled.orientation == "isometric":
            across = (tiled.rows + left - top) * width / 2
            return Frame((width / 2, -width / 2, across, height / 2, height / 2, (left + top) * height / 2))
        if self._staggered is None:
            return None
        x, y = self._staggered.to_square((0, 0))
        centre_x, centre_y = self._centres(np.zeros((1, 2)))[0].tolist()
        return Frame(
            (
                width / 2,
                -width / 2,
                centre_x - (x - y) * width / 2,
                height / 2,
                height / 2,
                centre_y - (x + y + 1) * height / 2,
            )
        )

    def place_of(self, thing: Thing) -> Place | None:
        """Return the cell of the middle of an object, in the map's numbering; None outside the map."""
        x, y = self._middle(thing)
        if self._tiled.orientation in ("orthogonal", "isometric"):
            place = self._cell(x, y)
        else:
            place = self._nearest(x, y)
        rows, columns = self._tiled.level.shape
        if not (0 <= place[0] < columns and 0 <= place[1] < rows):
            return None
        return place if self._staggered is None else self._staggered.to_square(place)

    def corners_of(self, thing: Thing) -> list[Place]:
        """Return the cells of the corners of a line; those outside the map are left out."""
        turn = math.radians(thing.rotation)
        cos, sin = math.cos(turn), math.sin(turn)
        corners = [
            Thing("", thing.x + x * cos - y * sin, thing.y + x * sin + y * cos, shape="point")
            for x, y in thing.points
        ]
        return [place for corner in corners if (place := self.place_of(corner)) is not None]

    def covered(self, source: Source, layer: ObjectLayer) -> NDArray[np.bool_]:
        """Return the cells of the level that the rectangles of a layer cover, even in part.

        Raises:
            OptionError: An object is not an upright rectangle, or the map is not orthogonal.
        """
        if self._tiled.orientation != "orthogonal":
            raise OptionError(
                f"{source.name} is {self._tiled.orientation}; objects can be walls on orthogonal maps only"
            )
        cells = np.zeros(self._tiled.level.shape, bool)
        for thing in layer.things:
            if thing.shape not in ("rectangle", "tile") or thing.rotation % 360:
                kind = "turned rectangle" if thing.rotation % 360 else thing.shape
                raise OptionError(
                    f"the object {thing.name!r} in layer {layer.name!r} cannot be a wall: it is not an "
                    f"upright rectangle but of the kind {kind}"
                )
            rows, columns = self._span(thing)
            cells[rows, columns] = True
        return cells

    def _span(self, thing: Thing) -> tuple[slice, slice]:
        tiled = self._tiled
        above = thing.height if thing.shape == "tile" else 0.0
        spans = []
        for begin, length, side, first in (
            (thing.y - above, thing.height, tiled.tile_height, tiled.top),
            (thing.x, thing.width, tiled.tile_width, tiled.left),
        ):
            low = math.floor(begin / side) - first
            high = max(math.ceil((begin + length) / side) - first, low + 1)
            spans.append(slice(max(low, 0), max(high, 0)))
        return spans[0], spans[1]

    def _middle(self, thing: Thing) -> tuple[float, float]:
        """Return the middle of an object; tiles hang above their place, or around it in isometric maps."""
        across, down = thing.width / 2, thing.height / 2
        if thing.points:
            across, down = ((min(line) + max(line)) / 2 for line in zip(*thing.points, strict=True))
        if thing.shape == "tile" and self._tiled.orientation == "isometric":
            return thing.x - self._tiled.tile_height / 2, thing.y - self._tiled.tile_height / 2
        if thing.shape == "tile":
            down = -down
        turn = math.radians(thing.rotation)
        cos, sin = math.cos(turn), math.sin(turn)
        return thing.x + across * cos - down * sin, thing.y + across * sin + down * cos

    def _cell(self, x: float, y: float) -> Place:
        tiled = self._tiled
        across = tiled.tile_width if tiled.orientation == "orthogonal" else tiled.tile_height
        return math.floor(x / across) - tiled.left, math.floor(y / tiled.tile_height) - tiled.top

    def _nearest(self, x: float, y: float) -> Place:
        """Return the staggered cell whose centre is nearest, measured in tiles."""
        tiled = self._tiled
        step_x, step_y = self._steps()
        column, row = round(x / step_x) - tiled.left, round(y / step_y) - tiled.top
        around = np.array([(column + i, row + j) for j in range(-2, 3) for i in range(-2, 3)])
        away = (self._centres(around) - (x, y)) / (tiled.tile_width, tiled.tile_height)
        if self.hexagons:
            away *= (tiled.tile_width, tiled.tile_height)
            distances = (away**2).sum(axis=1)
        else:
            distances = np.abs(away).sum(axis=1)
        place: list[int] = around[int(np.argmin(distances))].tolist()
        return place[0], place[1]

    def _steps(self) -> tuple[float, float]:
        """Return the pixels from one column to the next, and from one row to the next."""
        tiled = self._tiled
        if tiled.axis == "y":
            return tiled.tile_width, (tiled.tile_height + tiled.side) / 2
        return (tiled.tile_width + tiled.side) / 2, tiled.tile_height

    def _centres(self, places: NDArray[Any]) -> NDArray[np.float64]:
        """Return the centres of staggered cells in pixels, float64 ``(n, 2)``."""
        tiled = self._tiled
        step_x, step_y = self._steps()
        line = places[:, 1] if tiled.axis == "y" else places[:, 0]
        shifted = (line % 2 == (tiled.index == "odd")).astype(float) / 2
        x, y = (places[:, 0] + tiled.left) * step_x, (places[:, 1] + tiled.top) * step_y
        if tiled.axis == "y":
            x = x + shifted * tiled.tile_width
        else:
            y = y + shifted * tiled.tile_height
        return np.stack([x + tiled.tile_width / 2, y + tiled.tile_height / 2], axis=-1)
