"""Levels of the editor LDtk: ``.ldtk`` files."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import OptionError
from pathstar.io.games.choose import Choice, Costs, costs_of, walls_of
from pathstar.io.games.facts import Facts, facts_of_json
from pathstar.io.games.level import FreshNames, Level, ObjectLayer, Properties, TileLayer
from pathstar.io.source import Source, opened
from pathstar.maps.arguments import checked_name
from pathstar.maps.frame import Frame
from pathstar.maps.limits import check_cells
from pathstar.maps.map import Map

_LONGEST_CELL = 256  # bytes: the longest way to write one, as a tile with its place and picture
_REST = 2**26  # bytes for everything except the cells
_CELLS = ("IntGrid", "Tiles", "AutoLayer")
_IN_A_ROW = ("LinearHorizontal", "LinearVertical")  # in such worlds levels have no place in the file


def read_ldtk(
    source: Source,
    *,
    level: str | None = None,
    layer: str | None = None,
    walls: Choice | None = None,
    cost: Costs | None = None,
) -> Map:
    """Read one layer of one level; its entities become marks.

    Args:
        source: The open file.
        level: The identifier of the level; not needed if there is only one.
        layer: The identifier of the layer with the cells; not needed if the level has only one of the kind
            IntGrid, or only one with cells.
        walls: Numbers of IntGrid values, where 0 is an empty cell, or their names; in a layer of tiles, their
            numbers plus 1; the name of the layer, all of whose cells are then walls; or several of these.
        cost: Costs by the names or numbers of values, or by the name of the layer.

    Raises:
        MapFormatError: The file is malformed.
        MapLimitError: The layer has more cells than the limit.
        OptionError: There is no such level, layer or value; the message lists those that there are.
    """
    facts = facts_of_json(source, source.rest(source.limit * _LONGEST_CELL + _REST))
    chosen, layout = _level(facts, level)
    chosen = _with_layers(chosen)
    cells = _layer(chosen, layer)
    grid = cells.whole("__gridSize", least=1, most=2**20)
    ground = Level(
        _shape(cells), (_tiles(cells, grid),), about_tiles=_value_names(facts, cells.text("__identifier"))
    )

    def none(objects: ObjectLayer) -> NDArray[np.bool_]:
        raise OptionError(f"the entities of {objects.name!r} cannot be walls; cells can")

    left, top = _offset(cells)
    corner = (0.0, 0.0) if layout in _IN_A_ROW else (chosen.number("worldX", 0), chosen.number("worldY", 0))
    return Map(
        ~walls_of(source, ground, walls, none),
        cost=costs_of(source, ground, cost),
        marks=_marks(chosen, grid, (left, top), ground.shape),
        frame=Frame((grid, 0, corner[0] + left, 0, grid, corner[1] + top)),
        name=chosen.text("identifier"),
    )


def _level(facts: Facts, name: str | None) -> tuple[Facts, str]:
    """Return a level, and the layout of the world that it is in."""
    named: dict[str, Facts] = {}
    layouts: dict[str, str] = {}
    for world in [facts, *facts.entries("worlds", "world", [])]:
        for level in world.entries("levels", "level", []):
            called = _fresh(level, level.text("identifier"), named)
            named[called], layouts[called] = level, world.text("worldLayout", "")
    if not named:
        raise facts.source.error(found="no levels", expected="at least one")
    chosen = _only(facts, "level", name, named, list(named))
    return chosen, layouts[chosen.text("identifier")]


def _fresh(facts: Facts, name: str, taken: dict[str, Facts]) -> str:
    """Return the name of a level or layer; LDtk gives none twice."""
    if name in taken:
        raise facts.source.error(found=f"a second {name!r}: {facts.where}", expected="a name for each")
    return name


def _offset(layer: Facts) -> tuple[float, float]:
    """Return the position of a layer in its level, in pixels."""
    return layer.number("__pxTotalOffsetX", 0), layer.number("__pxTotalOffsetY", 0)


def _layer(level: Facts, name: str | None) -> Facts:
    layers: dict[str, Facts] = {}
    for each in level.entries("layerInstances", "layer"):
        layers[_fresh(each, each.text("__identifier"), layers)] = each
    kinds = {called: layer.text("__type") for called, layer in layers.items()}
    with_cells = {called: layers[called] for called, kind in kinds.items() if kind in _CELLS}
    if not with_cells:
        raise level.source.error(found=f"no layer of cells in {level.where}", expected="an IntGrid layer")
    grids = [called for called in with_cells if kinds[called] == "IntGrid"]
    return _only(level, "layer", name, with_cells, grids or list(with_cells))


def _only(facts: Facts, what: str, name: str | None, named: dict[str, Facts], likely: list[str]) -> Facts:
    """Return the object of that name or, without a name, the only likely one."""
    if name is None and len(likely) == 1:
        return named[likely[0]]
    if name is None:
        raise OptionError(
            f"say which {what} of {facts.source.name} to read: {what}=... Allowed: {', '.join(named)}"
        )
    return named[checked_name(what, name, named)]


def _with_layers(level: Facts) -> Facts:
    """Return a level with its layers, which may be in a file of its own."""
    if level.has("layerInstances") or not level.has("externalRelPath"):
        return level
    name, source = level.text("externalRelPath"), level.source
    if source.folder is None or "\0" in name:
        raise OptionError(f"{level.where} is in the file {name!r}; give the path of {source.name}")
    with opened(source.folder / name, source.limit) as file:
        return facts_of_json(file, file.rest(source.limit * _LONGEST_CELL + _REST))


def _shape(layer: Facts) -> tuple[int, int]:
    width, height = layer.whole("__cWid", least=1), layer.whole("__cHei", least=1)
    check_cells(width, height, layer.source.limit, layer.source.name)
    return height, width


def _tiles(layer: Facts, grid: int) -> TileLayer:
    """Return the values of an IntGrid; for tiles, their numbers from 1."""
    height, width = _shape(layer)
    name = layer.text("__identifier")
    if layer.text("__type") == "IntGrid":
        values = layer.values.get("intGridCsv")
        if not isinstance(values, list) or any(type(n) is not int or not 0 <= n < 2**31 for n in values):
            raise layer.wrong("intGridCsv", "whole numbers from 0")
        if len(values) != width * height:
            raise layer.source.error(
                found=f"{len(values)} values in {layer.where}", expected=f"{width} x {height}"
            )
        return TileLayer(name, np.array(values, np.int64).reshape(height, width))
    numbers = np.zeros((height, width), np.int64)
    for tile in [*layer.entries("gridTiles", "tile", []), *layer.entries("autoLayerTiles", "tile", [])]:
        x, y = (int(number // grid) for number in _pair(tile, "px"))
        if 0 <= x < width and 0 <= y < height:  # tiles of a rule may lie beyond the border
            numbers[y, x] = tile.whole("t", 0, least=0) + 1
    return TileLayer(name, numbers)


def _value_names(facts: Facts, layer: str) -> dict[int, Properties]:
    """Return the names of an IntGrid's values, as properties that are true."""
    definitions = facts.within(facts.values.get("defs") or {}, "the definitions")
    names: dict[int, Properties] = {}
    for each in definitions.entries("layers", "layer", []):
        if each.values.get("identifier") != layer:
            continue
        for value in each.entries("intGridValues", "value", []):
            if value.has("identifier"):
                names[value.whole("value", least=0)] = {value.text("identifier"): True}
    return names


def _marks(
    level: Facts, grid: int, corner: tuple[float, float], shape: tuple[int, int]
) -> dict[str, tuple[int, int]]:
    """Return the cells of the middles of entities; equal names are numbered.

    Args:
        level: The level.
        grid: The side of a cell, in pixels.
        corner: Where the cells begin in the level, in pixels.
        shape: Their rows and columns.
    """
    marks: dict[str, tuple[int, int]] = {}
    names = FreshNames()
    for layer in level.entries("layerInstances", "layer"):
        left, top = _offset(layer)
        for entity in layer.entries("entityInstances", "entity", []):
            across, down = _middle(entity)
            x, y = int((across + left - corner[0]) // grid), int((down + top - corner[1]) // grid)
            name = entity.text("__identifier")
            if 0 <= x < shape[1] and 0 <= y < shape[0]:
                marks[names.fresh(name)] = (x, y)
    return marks


def _middle(entity: Facts) -> tuple[float, float]:
    x, y = _pair(entity, "px")
    across, down = _pair(entity, "__pivot") if entity.has("__pivot") else (0.0, 0.0)
    width, height = entity.number("width", 0), entity.number("height", 0)
    return x + (0.5 - across) * width, y + (0.5 - down) * height


def _pair(facts: Facts, key: str) -> tuple[float, float]:
    pair: Any = facts.values.get(key)
    if not isinstance(pair, list) or len(pair) != 2:
        raise facts.wrong(key, "two numbers")
    both = facts.within({"x": pair[0], "y": pair[1]}, f"{key} of {facts.where}")
    return both.number("x"), both.number("y")
