"""What a caller means by ``walls=`` and ``cost=``: layers, properties or tile numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import OptionError
from pathstar.io.games.level import Level, ObjectLayer, Properties, TileLayer
from pathstar.io.source import Source
from pathstar.maps.arguments import as_number

Choice = str | int | Iterable[str | int]
Costs = str | Mapping[int | str, float]
Covers = Callable[[ObjectLayer], NDArray[np.bool_]]
"""A function that returns which cells the objects of a layer cover."""

_COST = "cost"
_PREFIXES = ("layer:", "property:")


def walls_of(source: Source, level: Level, walls: Choice | None, covers: Covers) -> NDArray[np.bool_]:
    """Return which cells are walls, bool ``[h, w]``.

    Args:
        source: The file, for errors.
        level: The level.
        walls: The name of a layer, all of whose tiles or objects are walls; the name of a property of tiles,
            objects or layers; the number of a tile, where 0 is a cell without a tile; or several of these.
        covers: Returns which cells the objects of a layer cover.

    Raises:
        MapFormatError: The property is neither a switch nor a number.
        OptionError: It is none of these; the message lists what the level has.
    """
    if walls is None:
        raise OptionError(
            f"say which cells of {source.name} are walls: walls='NAME' of a layer or property, the numbers "
            f"of tiles, or walls=() for none. {_offered(level)}"
        )
    blocked = np.zeros(level.shape, bool)
    for wall in _listed(walls):
        if isinstance(wall, str):
            blocked |= _named_walls(source, level, wall, covers)
        elif wall == 0:
            blocked |= _bare(level)
        else:
            for layer in level.tiles:
                blocked |= layer.numbers == wall
    return blocked


def _bare(level: Level) -> NDArray[np.bool_]:
    """Return which cells have no tile in any layer, bool ``[h, w]``."""
    bare = np.ones(level.shape, bool)
    for layer in level.tiles:
        bare &= layer.numbers == 0
    return bare


def costs_of(source: Source, level: Level, cost: Costs | None) -> NDArray[np.float64] | None:
    """Return the costs of cells, float64 ``[h, w]``, or None if all cost 1.

    Args:
        source: The file, for errors.
        level: The level.
        cost: The name of a property; the name of a layer whose tiles have a property ``cost``; or costs by
            tile: its number, or the name of a layer or property as for `walls_of`; the names of LDtk's values
            are such properties. If several tiles have a cost, the uppermost counts.

    Raises:
        MapFormatError: A cost is not a number from 0 up, or a property by which tiles are named is neither a
            switch nor a number.
        OptionError: It is none of these; the message lists what the level has.
    """
    if cost is None:
        return None
    if isinstance(cost, Mapping):
        return _costs_by_tile(source, level, cost)
    costs = np.ones(level.shape)
    if not isinstance(cost, str):
        raise OptionError(
            f"cost is {cost!r}; allowed: the name of a layer or property, or costs by tile number"
        )
    kind, layers, name = _resolved(level, cost)
    if kind == "layer":
        name = _COST
        if name not in level.property_names():
            raise OptionError(f"no tile in layer {cost!r} has a property {name!r}. {_offered(level)}")
    for one in layers:
        if isinstance(one, ObjectLayer):
            if kind == "property":
                continue
            raise _without_cost(cost)
        for tile, value in _values(level, one, name).items():
            paid = None if isinstance(value, bool) else as_number(value)
            if paid is None or not 0 <= paid < math.inf:
                raise source.error(
                    found=f"the {name} {value!r} of tile {tile} in layer {one.name!r}",
                    expected="a number from 0 up",
                )
            costs[one.numbers == tile] = paid
    return costs


def _costs_by_tile(source: Source, level: Level, cost: Mapping[int | str, float]) -> NDArray[np.float64]:
    """Return the costs of cells from a cost for each kind of tile, float64 ``[h, w]``."""
    costs = np.ones(level.shape)
    priced = [(_tiles_of(level, tile), _checked_cost(tile, price)) for tile, price in cost.items()]
    for (kind, _, name), price in priced:
        if (kind, name) == ("number", 0):
            costs[_bare(level)] = price
    for layer in level.tiles:
        for (kind, layers, name), price in priced:
            if any(layer is one for one in layers):
                costs[_chosen(source, level, layer, kind, name)] = price
    return costs


def _tiles_of(level: Level, tile: Any) -> tuple[str, list[TileLayer | ObjectLayer], Any]:
    """Return whether a key of costs is a number, a layer or a property, the layers to look at, and itself.

    Raises:
        OptionError: It is none of these, or names no tiles.
    """
    if not isinstance(tile, str):
        return "number", level.layers, _checked_number(tile)
    kind, layers, name = _resolved(level, tile)
    if kind == "layer" and isinstance(layers[0], ObjectLayer):
        raise _without_cost(tile)
    if kind == "property" and not any(name in about for about in _about_tiles(level)):
        raise OptionError(f"there is no tile with the property {name!r}. {_offered(level)}")
    return kind, layers, name


def _about_tiles(level: Level) -> list[Properties]:
    return [*level.about_tiles.values(), *(layer.properties for layer in level.tiles)]


def _without_cost(layer: str) -> OptionError:
    return OptionError(f"{layer!r} is a layer of objects, which have no cost; give a layer of tiles")


def _named_walls(source: Source, level: Level, name: str, covers: Covers) -> NDArray[np.bool_]:
    kind, layers, name = _resolved(level, name)
    blocked = np.zeros(level.shape, bool)
    for layer in layers:
        if isinstance(layer, ObjectLayer):
            chosen = layer if kind == "layer" else _solid(source, layer, name)
            if chosen.things:
                blocked |= covers(chosen)
        else:
            blocked |= _chosen(source, level, layer, kind, name)
    return blocked


def _chosen(source: Source, level: Level, layer: TileLayer, kind: str, what: Any) -> NDArray[np.bool_]:
    """Return which tiles of a layer are named, bool ``[h, w]``: all, one number's, or a property's."""
    chosen: NDArray[np.bool_] = layer.numbers != 0
    if kind == "layer":
        return chosen
    if kind == "number":
        chosen &= layer.numbers == what
        return chosen
    chosen = np.zeros(level.shape, bool)
    for tile, value in _values(level, layer, what).items():
        if _switch(source, value, f"the {what} {value!r} of tile {tile} in layer {layer.name!r}"):
            chosen |= layer.numbers == tile
    return chosen


def _solid(source: Source, layer: ObjectLayer, name: str) -> ObjectLayer:
    """Return a layer with only the objects for which a property, theirs or else the layer's, is true."""
    things = []
    for thing in layer.things:
        value = {**layer.properties, **thing.properties}.get(name, False)
        if _switch(
            source, value, f"the {name} {value!r} of the object {thing.name!r} in layer {layer.name!r}"
        ):
            things.append(thing)
    return ObjectLayer(layer.name, tuple(things))


def _switch(source: Source, value: Any, found: str) -> bool:
    if not isinstance(value, (bool, int, float)):
        raise source.error(found=found, expected="true or false")
    return bool(value)


def _values(level: Level, layer: TileLayer, name: str) -> dict[int, Any]:
    """Return the value of a property, the tile's or else the layer's, for each tile that a layer uses."""
    values = {}
    for tile in np.unique(layer.numbers[layer.numbers != 0]).tolist():
        about: Properties = {**layer.properties, **level.about_tiles.get(tile, {})}
        if name in about:
            values[tile] = about[name]
    return values


def _resolved(level: Level, given: str) -> tuple[str, list[TileLayer | ObjectLayer], str]:
    """Return whether a name belongs to a layer or a property, the layers to look at, and the bare name."""
    prefix = next((prefix for prefix in _PREFIXES if given.startswith(prefix)), "")
    name = given.removeprefix(prefix)
    named = [layer for layer in level.layers if name in (layer.name, layer.name.split("/")[-1])]
    named = [layer for layer in named if layer.name == name] or named
    if level.missing and prefix != _PREFIXES[0] and not named:
        raise OptionError(
            f"the properties of tileset {level.missing[0]!r} are not known: there is no such file beside the "
            "map, or the map was not given by its path"
        )
    is_property = name in level.property_names()
    if prefix != _PREFIXES[0] and is_property:
        if named and not prefix:
            raise OptionError(
                f"{name!r} is a layer and a property; give 'layer:{name}' or 'property:{name}' instead"
            )
        return "property", level.layers, name
    if prefix == _PREFIXES[1] or not named:
        raise OptionError(f"there is no layer or property {name!r}. {_offered(level)}")
    if len(named) > 1:
        paths = ", ".join(repr(layer.name) for layer in named)
        raise OptionError(
            f"{len(named)} layers are called {name!r}: {paths}; give another name to one of them"
        )
    return "layer", named, name


def _offered(level: Level) -> str:
    layers = ", ".join(dict.fromkeys(layer.name for layer in level.layers)) or "none"
    return f"Layers: {layers}. Properties: {', '.join(level.property_names()) or 'none'}."


def _listed(walls: Choice) -> list[str | int]:
    if isinstance(walls, str):
        return [walls]
    given: Any = walls
    listed = isinstance(given, Iterable) and getattr(given, "shape", None) != ()
    entries = list(given) if listed else [given]
    return [wall if isinstance(wall, str) else _checked_number(wall) for wall in entries]


def _checked_number(number: Any) -> int:
    if isinstance(number, bool) or not isinstance(number, (int, np.integer)) or number < 0:
        raise OptionError(
            f"{number!r} is not a tile number; allowed: whole numbers from 0, as the editor counts"
        )
    return int(number)


def _checked_cost(tile: Any, cost: Any) -> float:
    price = as_number(cost)
    if price is None or not 0 <= price < math.inf:
        raise OptionError(f"the cost of tile {tile!r} is {cost!r}; allowed: a number from 0 up")
    return price
