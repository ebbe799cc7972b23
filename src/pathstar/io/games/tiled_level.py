"""A level of Tiled from the keys of its JSON."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pathstar.io.games.facts import Facts, check_depth
from pathstar.io.games.level import Level, ObjectLayer, Point, TileLayer
from pathstar.io.games.tiled_data import numbers_of
from pathstar.io.games.tiled_objects import thing_of
from pathstar.io.games.tiled_sets import Tileset, properties_of, tileset_of
from pathstar.maps.limits import check_cells

ORIENTATIONS = ("orthogonal", "isometric", "staggered", "hexagonal")


@dataclass(frozen=True)
class TiledMap:
    """A level, and the layout of its cells.

    Attributes:
        level: Its layers and objects.
        orientation: One of `ORIENTATIONS`.
        left, top: The column and row of the first cell in Tiled's numbering; not 0 on infinite maps.
        rows: The number of rows that the file states.
        tile_width, tile_height: The size of a tile as it is drawn, in pixels.
        axis: ``"x"`` or ``"y"``: the axis along which lines are shifted, if they are.
        index: ``"odd"`` or ``"even"``: the shifted lines, in this level's numbering.
        side: The length of the straight sides of hexagons, in pixels.
    """

    level: Level
    orientation: str
    left: int
    top: int
    rows: int
    tile_width: float
    tile_height: float
    axis: str = "y"
    index: str = "odd"
    side: float = 0.0


def tiled_map(facts: Facts) -> TiledMap:
    """Return a level of Tiled.

    Raises:
        MapFormatError: A value is missing or of the wrong kind, or the orientation is unknown.
        MapLimitError: The level has more cells than the limit.
        OptionError: A layer is compressed by zstd.
    """
    orientation = facts.text("orientation")
    if orientation not in ORIENTATIONS:
        raise facts.wrong("orientation", f"one of {', '.join(ORIENTATIONS)}")
    axis, index = facts.text("staggeraxis", "y"), facts.text("staggerindex", "odd")
    if axis not in ("x", "y") or index not in ("odd", "even"):
        raise facts.wrong("staggeraxis", "the axis x or y, and the index odd or even")
    tile_width, tile_height, side = _tile_size(facts, orientation, axis)
    slope = tile_height / tile_width if orientation == "isometric" else None
    layers = _flat(facts, "", (0.0, 0.0), 0)
    box = _box(facts, [row.facts for row in layers if row.facts.text("type") == "tilelayer"])
    left, top, width, height = box
    tilesets = [tileset_of(each) for each in facts.entries("tilesets", "tileset", [])]
    tiles = [_tile_layer(row, box, facts) for row in layers if row.facts.text("type") == "tilelayer"]
    groups = [row for row in layers if row.facts.text("type") == "objectgroup"]
    objects = tuple(_object_layer(row, tilesets, slope) for row in groups)
    _check_numbers(facts, tiles, tilesets)
    about = {each.first + tile: about for each in tilesets for tile, about in each.about.items()}
    missing = tuple(each.missing for each in tilesets if each.missing)
    if (left if axis == "x" else top) % 2:
        index = {"odd": "even", "even": "odd"}[index]
    return TiledMap(
        Level((height, width), tuple(tiles), objects, about, missing),
        orientation,
        left,
        top,
        facts.whole("height", least=1),
        tile_width,
        tile_height,
        axis,
        index,
        side,
    )


def _tile_size(facts: Facts, orientation: str, axis: str) -> tuple[int, int, int]:
    """Return the width and height of a tile as Tiled draws it, and the length of its straight sides.

    Tiled draws shifted lines by whole pixels: it takes the even number below an odd width or height of the
    tile, and cuts half a pixel off the slanted part of a hexagon.
    """
    shifted = orientation in ("staggered", "hexagonal")
    width, height = (facts.whole(key, least=1 + shifted, most=2**20) for key in ("tilewidth", "tileheight"))
    if not shifted:
        return width, height, 0
    width, height = width & ~1, height & ~1
    side = facts.whole("hexsidelength", 0, least=0, most=2**20) if orientation == "hexagonal" else 0
    odd = ((height if axis == "y" else width) - side) % 2
    return width, height, side - odd


class _Layer(NamedTuple):
    """A layer of the file, with the names of its groups and its shift in pixels."""

    name: str
    facts: Facts
    shift: Point


def _flat(parent: Facts, path: str, shift: Point, depth: int) -> list[_Layer]:
    """Return all layers except groups."""
    check_depth(parent, depth)
    found = []
    for layer in parent.entries("layers", "layer"):
        name = path + layer.text("name", "")
        moved = shift[0] + layer.number("offsetx", 0), shift[1] + layer.number("offsety", 0)
        if layer.text("type") == "group":
            found += _flat(layer, f"{name}/", moved, depth + 1)
        else:
            found.append(_Layer(name, layer, moved))
    return found


def _tile_layer(layer: _Layer, box: tuple[int, int, int, int], map: Facts) -> TileLayer:
    _check_unshifted(layer.facts, layer.shift)
    numbers = _numbers(layer.facts, box, map.switch("infinite", missing=False))
    return TileLayer(layer.name, numbers, properties_of(layer.facts))


def _object_layer(layer: _Layer, tilesets: list[Tileset], slope: float | None) -> ObjectLayer:
    entries = layer.facts.entries("objects", "object")
    things = tuple(thing_of(each, tilesets, layer.shift, slope) for each in entries)
    return ObjectLayer(layer.name, things, properties_of(layer.facts))


def _check_unshifted(layer: Facts, shift: Point) -> None:
    for key, pixels in zip(("offsetx", "offsety"), shift, strict=True):
        if pixels != 0:
            raise layer.source.error(
                found=f"{key} {pixels:g} in {layer.where}",
                expected="0: the tiles of a shifted layer lie between the cells of the others",
            )


def _box(facts: Facts, layers: list[Facts]) -> tuple[int, int, int, int]:
    """Return column, row, width and height of the cells: the whole map, or all chunks of an infinite one."""
    width, height = (facts.whole(key, least=1, most=2**31) for key in ("width", "height"))
    box = (0, 0, width, height)
    if facts.switch("infinite", missing=False):
        chunks = [_chunk(chunk) for layer in layers for chunk in layer.entries("chunks", "chunk", [])]
        if not chunks:
            raise facts.source.error(found="an infinite map without tiles", expected="at least one chunk")
        left, top = min(x for x, _, _, _ in chunks), min(y for _, y, _, _ in chunks)
        right, bottom = max(x + w for x, _, w, _ in chunks), max(y + h for _, y, _, h in chunks)
        box = (left, top, right - left, bottom - top)
    check_cells(box[2], box[3], facts.source.limit, facts.source.name)
    return box


def _chunk(chunk: Facts) -> tuple[int, int, int, int]:
    x, y = (chunk.whole(key) for key in ("x", "y"))
    width, height = (chunk.whole(key, least=1, most=2**16) for key in ("width", "height"))
    return x, y, width, height


def _numbers(layer: Facts, box: tuple[int, int, int, int], infinite: bool) -> NDArray[np.int64]:
    left, top, width, height = box
    encoding, compression = layer.text("encoding", ""), layer.text("compression", "")
    if not layer.has("chunks"):
        if infinite and not layer.has("data"):
            return np.zeros((height, width), np.int64)
        if (layer.whole("width", width), layer.whole("height", height)) != (width, height):
            raise layer.wrong("width", f"{width} x {height} tiles, as the map has")
        data = layer.values.get("data")
        return numbers_of(layer, data, encoding, compression, width * height).reshape(height, width)
    if not infinite:
        raise layer.wrong("chunks", "none, because the map is not infinite")
    numbers = np.zeros((height, width), np.int64)
    for chunk in layer.entries("chunks", "chunk"):
        x, y, across, down = _chunk(chunk)
        found = numbers_of(layer, chunk.values.get("data"), encoding, compression, across * down)
        numbers[y - top : y - top + down, x - left : x - left + across] = found.reshape(down, across)
    return numbers


def _check_numbers(facts: Facts, layers: list[TileLayer], tilesets: list[Tileset]) -> None:
    """Check that all tiles belong to a tileset; in a damaged file they may not."""
    first = min((each.first for each in tilesets), default=2**32)
    for layer in layers:
        wrong = (layer.numbers > 0) & (layer.numbers < first)
        if wrong.any():
            y, x = divmod(int(np.argmax(wrong)), layer.numbers.shape[1])
            raise facts.source.error(
                found=f"the tile {layer.numbers[y, x]} in layer {layer.name!r} at {(x, y)}",
                expected="tiles of the map's tilesets",
            )
