"""Tiled's JSON, written from the rules of its format."""

from __future__ import annotations

import base64
import json
import struct
import zlib
from pathlib import Path
from typing import Any

import pathstar as ps
from unit.io.odd.rules import REFUSED, Odd, check, put, table
from unit.io.odd.tiled_files import SOLID, D, H, V


def tmj(layers: list[dict[str, Any]], **more: Any) -> str:
    """Return a map of 3 x 2 tiles in JSON."""
    solid = {"id": 1, "properties": [{"name": "solid", "type": "bool", "value": True}]}
    whole = {
        "type": "map",
        "orientation": "orthogonal",
        "width": 3,
        "height": 2,
        "tilewidth": 16,
        "tileheight": 16,
        "infinite": False,
        "tilesets": [{"firstgid": 1, "name": "t", "tilecount": 9, "tiles": [solid]}],
        "layers": layers,
    }
    return json.dumps(whole | more)


def tiles(data: Any, **more: Any) -> dict[str, Any]:
    """Return a layer of tiles in JSON."""
    return {"type": "tilelayer", "name": "Ground", "width": 3, "height": 2, "data": data} | more


ROWS = [1, 2, 1, H | 2, 1, V | D | 2]
PACKED = base64.b64encode(zlib.compress(struct.pack("<6I", *ROWS))).decode()
CHUNK = {"x": -3, "y": -2, "width": 3, "height": 2, "data": ROWS}
OUTSIDE = [{"firstgid": 1, "source": "t.tsj"}]
TSJ = {"name": "t", "tiles": [{"id": 1, "properties": [{"name": "solid", "type": "bool", "value": True}]}]}
LINE = {"name": "beat", "x": 8, "y": 8, "polyline": [{"x": 0, "y": 0}, {"x": 32, "y": 16}]}

JSON_CASES = [
    Odd("an array", tmj([tiles(ROWS)]), ".#./#.#", SOLID),
    Odd("zlib", tmj([tiles(PACKED, encoding="base64", compression="zlib")]), ".#./#.#", SOLID),
    Odd("zstd", tmj([tiles(PACKED, encoding="base64", compression="zstd")]), REFUSED, SOLID),
    Odd(
        "a chunk",
        tmj(
            [
                {
                    "type": "tilelayer",
                    "name": "G",
                    "chunks": [CHUNK],
                    "startx": -3,
                    "starty": -2,
                    "width": 3,
                    "height": 2,
                }
            ],
            infinite=True,
        ),
        ".#./#.#",
        SOLID,
        world={(0, 0): (-40, -24)},
    ),
    Odd(
        "a tileset in a file",
        tmj([tiles(ROWS)], tilesets=OUTSIDE),
        ".#./#.#",
        SOLID,
        files={"t.tsj": json.dumps(TSJ)},
    ),
    Odd(
        "a group",
        tmj([{"type": "group", "name": "A", "layers": [tiles(ROWS, name="B")]}]),
        "###/###",
        {"walls": "A/B"},
    ),
    Odd(
        "a shifted group",
        tmj([{"type": "group", "name": "A", "offsety": 8, "layers": [tiles(ROWS)]}]),
        REFUSED,
        SOLID,
    ),
    Odd(
        "a picture is not a wall",
        tmj([tiles(ROWS), {"type": "imagelayer", "name": "sky", "image": "sky.png"}]),
        ".#./#.#",
        SOLID,
    ),
    Odd("a fraction of a tile", tmj([tiles([1, 2, 1, 1, 1.5, 1])]), REFUSED, SOLID),
    Odd("a number too few", tmj([tiles([1, 2])]), REFUSED, SOLID),
    Odd("true for a tile", tmj([tiles([1, 2, 1, 1, True, 1])]), REFUSED, SOLID),
    Odd("no layers", tmj([]), ".../...", SOLID),
    Odd("a list", "[]", REFUSED, SOLID),
]


@table(JSON_CASES)
def test_tmj(case: Odd, tmp_path: Path) -> None:
    check(case, tmp_path, "tmj")


def test_polyline(tmp_path: Path) -> None:
    """The points of a polyline are relative to the object's place."""
    path = put(
        tmp_path, "odd.tmj", tmj([tiles(ROWS), {"type": "objectgroup", "name": "O", "objects": [LINE]}])
    )
    assert dict(ps.read(path, walls="solid").routes) == {"beat": ((0, 0), (2, 1))}
