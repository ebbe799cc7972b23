"""Levels of LDtk written from the rules of its format: values, tiles, entities and positions of levels."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from unit.io.odd.rules import REFUSED, Odd, check, table

VALUES = [{"value": 1, "identifier": "rock"}, {"value": 2, "identifier": "mud"}]


def cells(numbers: list[int], **more: Any) -> dict[str, Any]:
    """Return a layer of values, 3 x 2."""
    return {
        "__identifier": "Cells",
        "__type": "IntGrid",
        "__cWid": 3,
        "__cHei": 2,
        "__gridSize": 16,
        "__pxTotalOffsetX": 0,
        "__pxTotalOffsetY": 0,
        "intGridCsv": numbers,
        "autoLayerTiles": [],
        "gridTiles": [],
        "entityInstances": [],
        "visible": True,
    } | more


def things(*entities: dict[str, Any]) -> dict[str, Any]:
    """Return a layer of entities."""
    return cells([], __identifier="Things", __type="Entities", entityInstances=list(entities))


def entity(name: str, px: list[int], pivot: list[float], grid: list[int]) -> dict[str, Any]:
    """Return an entity of 16 x 16 with its pivot at `px`."""
    return {"__identifier": name, "px": px, "__pivot": pivot, "__grid": grid, "width": 16, "height": 16}


def level(*layers: dict[str, Any], name: str = "L", **more: Any) -> dict[str, Any]:
    """Return a level of 48 x 32 pixels."""
    return {
        "identifier": name,
        "worldX": 0,
        "worldY": 0,
        "pxWid": 48,
        "pxHei": 32,
        "layerInstances": list(layers),
    } | more


def world(*levels: dict[str, Any], **more: Any) -> str:
    """Return a project."""
    layers = [{"identifier": "Cells", "__type": "IntGrid", "gridSize": 16, "intGridValues": VALUES}]
    return json.dumps({"jsonVersion": "1.5.3", "defs": {"layers": layers}, "levels": list(levels)} | more)


NUMBERS = [0, 1, 2, 7, 0, 1]
ONE = level(cells(NUMBERS))
TILES = [{"px": [16, 0], "src": [0, 0], "f": 1, "t": 3}, {"px": [32, 16], "src": [0, 0], "f": 3, "t": 3}]
AUTO = cells([], __identifier="Auto", __type="AutoLayer", autoLayerTiles=TILES)
PAINTED = cells([], __identifier="Painted", __type="Tiles", gridTiles=[*TILES, *TILES])
FINE = cells([1, 0, 0, 0], __identifier="Fine", __cWid=4, __cHei=1, __gridSize=8)
# A pivot at the bottom is on the border to the next row, but its entity is above.
FOOT = entity("hero", [24, 16], [0.5, 1.0], [1, 0])
MIDDLE = entity("gate", [40, 24], [0.5, 0.5], [2, 1])
CORNER = entity("chest", [0, 16], [0.0, 0.0], [0, 1])
LOWER = entity("lamp", [48, 32], [1.0, 1.0], [2, 1])
APART = level(name="Far", layerInstances=None, externalRelPath="world/Far.ldtkl")
ROCK = {"walls": "rock"}

CASES = [
    Odd("values by name", world(ONE), ".#./..#", ROCK),
    Odd("values by number, one undefined", world(ONE), ".../#..", {"walls": {7}}),
    Odd("several values", world(ONE), ".##/..#", {"walls": ["rock", "mud"]}),
    Odd("the empty cell is 0", world(ONE), "#../.#.", {"walls": {0}}),
    Odd("costs", world(ONE), ".#./..#", ROCK | {"cost": {2: 4, 7: 2}}, costs=[[1, 0, 4], [2, 1, 0]]),
    Odd("the whole layer", world(ONE), ".##/#.#", {"walls": "Cells"}),
    Odd("a hidden layer", world(level(cells(NUMBERS, visible=False))), ".#./..#", ROCK),
    Odd("tiles by rules", world(level(AUTO)), ".#./..#", {"walls": "Auto"}),
    Odd("tiles by number, from 1", world(level(PAINTED)), ".#./..#", {"walls": {4}}),
    Odd("stacked tiles", world(level(PAINTED)), ".#./..#", {"walls": "Painted"}),
    Odd(
        "entities and pivots",
        world(level(things(FOOT, MIDDLE, CORNER, LOWER), cells(NUMBERS))),
        ".#./..#",
        ROCK,
        marks={"hero": (1, 0), "gate": (2, 1), "chest": (0, 1), "lamp": (2, 1)},
    ),
    Odd(
        "a place in the world",
        world(level(cells(NUMBERS, __pxTotalOffsetX=8, __pxTotalOffsetY=-4), worldX=-100, worldY=256)),
        ".#./..#",
        ROCK,
        world={(0, 0): (-84, 260), (2, 1): (-52, 276)},
    ),
    Odd(
        "one of two levels",
        world(level(cells([1] * 6), name="A"), level(cells(NUMBERS), name="B")),
        ".#./..#",
        ROCK | {"level": "B"},
    ),
    # Entities and cells are both shifted with their layers.
    Odd(
        "shifted cells and entities",
        world(level(things(MIDDLE) | {"__pxTotalOffsetX": -8}, cells(NUMBERS, __pxTotalOffsetX=16))),
        ".#./..#",
        ROCK,
        marks={"gate": (1, 1)},
        world={(0, 0): (24, 8)},
    ),
    Odd(
        "entities on cells far away",
        world(level(things(MIDDLE), cells(NUMBERS, __pxTotalOffsetX=64))),
        ".#./..#",
        ROCK,
        marks={},
    ),
    # In rows of levels the world coordinates are always -1, and mean nothing.
    Odd(
        "a row of levels",
        world(level(cells(NUMBERS), worldX=-1, worldY=-1), worldLayout="LinearHorizontal"),
        ".#./..#",
        ROCK,
        world={(0, 0): (8, 8)},
    ),
    Odd(
        "a column of levels in a world",
        world(
            worlds=[
                {
                    "identifier": "W",
                    "worldLayout": "LinearVertical",
                    "levels": [level(cells(NUMBERS), worldX=-1, worldY=-1)],
                }
            ]
        ),
        ".#./..#",
        ROCK,
        world={(0, 0): (8, 8)},
    ),
    Odd(
        "a free level at -1",
        world(level(cells(NUMBERS), worldX=-1, worldY=-1), worldLayout="Free"),
        ".#./..#",
        ROCK,
        world={(0, 0): (7, 7)},
    ),
    Odd(
        "two levels, none named",
        world(level(cells([1] * 6), name="A"), level(cells(NUMBERS), name="B")),
        REFUSED,
        ROCK,
    ),
    Odd("an unknown level", world(ONE), REFUSED, ROCK | {"level": "l"}),
    Odd("two layers, one named", world(level(cells(NUMBERS), FINE)), "#...", {"walls": {1}, "layer": "Fine"}),
    Odd("two layers, none named", world(level(cells(NUMBERS), FINE)), REFUSED, {"walls": {1}}),
    Odd(
        "a level in a file of its own",
        world(APART, externalLevels=True),
        ".#./..#",
        ROCK,
        files={"world/Far.ldtkl": json.dumps(level(cells(NUMBERS), name="Far"))},
    ),
    Odd("its file is missing", world(APART, externalLevels=True), REFUSED, ROCK),
    Odd("several worlds", world(worlds=[{"identifier": "W", "levels": [ONE]}]), ".#./..#", ROCK),
    Odd("two levels of one name", world(level(cells([1] * 6)), ONE), REFUSED, ROCK | {"level": "L"}),
    Odd("two layers of one name", world(level(cells([1] * 6), cells(NUMBERS))), REFUSED, ROCK),
    Odd("an unknown value", world(ONE), REFUSED, {"walls": "rok"}),
    Odd("a value too few", world(level(cells(NUMBERS[:5]))), REFUSED, ROCK),
    Odd("a value too many", world(level(cells([*NUMBERS, 0]))), REFUSED, ROCK),
    Odd("a value that is not a number", world(level(cells([0, 1, 2, 7, 0, "rock"]))), REFUSED, ROCK),  # type: ignore[list-item]
    Odd("a layer without columns", world(level(cells([], __cWid=0))), REFUSED, ROCK),
    Odd("a layer of negative size", world(level(cells(NUMBERS, __cWid=-3, __cHei=-2))), REFUSED, ROCK),
    Odd("no levels", world(), REFUSED, ROCK),
    Odd("half a file", world(ONE)[:-9], REFUSED, ROCK),
]


@table(CASES)
def test_ldtk(case: Odd, tmp_path: Path) -> None:
    check(case, tmp_path, "ldtk")
