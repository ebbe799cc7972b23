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
"""Returns which cells the objects of a layer cover."""

_COST = "cost"
_PREFIXES = ("layer:", "property:")


def walls_of(source: Source, level: Level, walls: Choice | None, covers: Covers) -> NDArray[np.bool_]:
    """Return which cells are walls, bool ``[h, w]``.

    Args:
        source: The file, for errors.
        level: The level.
        walls: The name of a layer, all of whose tiles or objects are walls; the name of a property of tiles,
            objects or layers; the number of a tile, where 0 is a cell without any; or several of these.
        covers: Which cells the objects of a layer cover.

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
    """Return what cells cost, float64 ``[h, w]``, or None where all cost 1.

    Args:
        source: The file, for errors.
        level: The level.
        cost: The name of a property; the name of a layer, whose tiles then have a property ``cost``; or costs
            by tile: its number, or a property that is true for it, as the names of LDtk's values are. Where
            several tiles have a cost, the uppermost counts.

    Raises:
        MapFormatError: A cost is not a number from 0 up.
        OptionError: It is none of these; the message lists what the level has.
    """
    if cost is None:
        return None
    costs = np.ones(level.shape)
    if isinstance(cost, Mapping):
        prices = {
            number: _checked_cost(tile, price)
            for tile, price in cost.items()
            for number in _numbers_of(level, tile)
        }
        costs[_bare(level)] = prices.pop(0, 1.0)
        for layer in level.tiles:
            for number, price in prices.items():
                costs[layer.numbers == number] = price
        return costs
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
            raise OptionError(f"{cost!r} is a layer of objects, which have no cost; give a layer of tiles")
        for tile, value in _values(level, one, name).items():
            paid = None if isinstance(value, bool) else as_number(value)
            if paid is None or not 0 <= paid < math.inf:
                raise source.error(
                    found=f"the {name} {value!r} of tile {tile} in layer {one.name!r}",
                    expected="a number from 0 up",
                )
            costs[one.numbers == tile] = paid
    return costs


def _named_walls(source: Source, level: Level, name: str, covers: Covers) -> NDArray[np.bool_]:
    kind, layers, name = _resolved(level, name)
    blocked = np.zeros(level.shape, bool)
    for layer in layers:
        if isinstance(layer, ObjectLayer):
            chosen = layer if kind == "layer" else _solid(source, layer, name)
            if chosen.things:
                blocked |= covers(chosen)
        elif kind == "layer":
            blocked |= layer.numbers != 0
        else:
            for tile, value in _values(level, layer, name).items():
                is_wall = _switch(
                    source, value, f"the {name} {value!r} of tile {tile} in layer {layer.name!r}"
                )
                blocked |= (layer.numbers == tile) & is_wall
    return blocked


def _solid(source: Source, layer: ObjectLayer, name: str) -> ObjectLayer:
    """Return a layer with those of its objects for which a property is true; their own before the layer's."""
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
    """Return the value of a property for each tile that a layer uses; the tile's own before the layer's."""
    values = {}
    for tile in np.unique(layer.numbers[layer.numbers != 0]).tolist():
        about: Properties = {**layer.properties, **level.about_tiles.get(tile, {})}
        if name in about:
            values[tile] = about[name]
    return values


def _resolved(level: Level, given: str) -> tuple[str, list[TileLayer | ObjectLayer], str]:
    """Return whether a name is a layer's or a property's, the layers to look at, and the bare name."""
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
    entries = list(given) if isinstance(given, Iterable) else [given]
    return [wall if isinstance(wall, str) else _checked_number(wall) for wall in entries]


def _numbers_of(level: Level, tile: Any) -> list[int]:
    """Return the number of a tile, or those of the tiles for which a property is true."""
    if not isinstance(tile, str):
        return [_checked_number(tile)]
    numbers = [number for number, about in level.about_tiles.items() if about.get(tile) is True]
    if not numbers:
        raise OptionError(f"there is no tile with the property {tile!r}. {_offered(level)}")
    return numbers


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
