"""Maps of the editor Tiled: ``.tmx`` and ``.tmj`` files."""

from __future__ import annotations

import numpy as np

from pathstar.io.games.choose import Choice, Costs, costs_of, walls_of
from pathstar.io.games.facts import Facts, facts_of_json
from pathstar.io.games.level import FreshNames
from pathstar.io.games.tiled_layout import Place, TiledLayout
from pathstar.io.games.tiled_level import TiledMap, tiled_map
from pathstar.io.games.tiled_xml import facts_of_xml
from pathstar.io.source import Source
from pathstar.maps.map import Map

_LONGEST_TILE = 64  # bytes: the longest way to write one, <tile gid="4294967295"/> on a line of its own
_REST = 2**26  # bytes for everything except the tiles


def read_tmx(source: Source, *, walls: Choice | None = None, cost: Costs | None = None) -> Map:
    """Read a map of Tiled in XML.

    Args:
        source: The open file.
        walls: The name of a layer, all of whose tiles or rectangles are walls; the name of a property, such
            as ``"solid"``, of tiles, objects or layers; the number of a tile, where 0 is a cell without a
            tile; or several of these.
        cost: The name of a property, such as ``"cost"``; the name of a layer whose tiles have a property
            ``cost``; or costs by tile: its number, or a name as for ``walls``.

    Raises:
        MapFormatError: The file is malformed.
        MapLimitError: The map has more cells than the limit.
        MissingExtraError: defusedxml is not installed.
        OptionError: ``walls`` or ``cost`` fits nothing in the file, or a layer is compressed by zstd.
    """
    data = source.rest(source.limit * _LONGEST_TILE + _REST)
    return _read(source, facts_of_xml(source, data, "map"), walls, cost)


def read_tmj(source: Source, *, walls: Choice | None = None, cost: Costs | None = None) -> Map:
    """Read a map of Tiled in JSON; see `read_tmx`."""
    data = source.rest(source.limit * _LONGEST_TILE + _REST)
    return _read(source, facts_of_json(source, data), walls, cost)


def _read(source: Source, facts: Facts, walls: Choice | None, cost: Costs | None) -> Map:
    tiled = tiled_map(facts)
    layout = TiledLayout(tiled)
    blocked = walls_of(source, tiled.level, walls, lambda layer: layout.covered(source, layer))
    costs = costs_of(source, tiled.level, cost)
    marks, routes = _places(tiled, layout)
    return Map(
        ~layout.array(blocked, True),
        cost=None if costs is None else layout.array(costs, np.nan),
        marks=marks,
        routes=routes,
        frame=layout.frame(),
        hexagons=layout.hexagons,
        name=source.stem,
    )


def _places(tiled: TiledMap, layout: TiledLayout) -> tuple[dict[str, Place], dict[str, list[Place]]]:
    """Return marks and routes: the objects that have names. Equal names are numbered."""
    marks: dict[str, Place] = {}
    routes: dict[str, list[Place]] = {}
    mark_names, route_names = FreshNames(), FreshNames()
    for thing in (thing for layer in tiled.level.objects for thing in layer.things if thing.name):
        if thing.shape == "polyline":
            if len(places := layout.corners_of(thing)) > 1:
                routes[route_names.fresh(thing.name)] = places
        elif (place := layout.place_of(thing)) is not None:
            marks[mark_names.fresh(thing.name)] = place
    return marks, routes
