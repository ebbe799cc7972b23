"""Tiles of Tiled, written from the rules of its format: which are walls, and where they are."""

from __future__ import annotations

import gzip
import zlib
from pathlib import Path

import pytest

import pathstar as ps
from unit.io.odd.rules import REFUSED, Odd, check, put, table
from unit.io.odd.tiled_files import SOLID, TILES, TURN, WALLS, D, H, V, layer, orthogonal, packed, tmx

pytest.importorskip("defusedxml")

FLIPPED = f"{H | 2},{V | 2},{D | 2},{H | V | D | 2},2,1"
CHUNKS = (
    '<chunk x="-2" y="-1" width="2" height="1">1,2</chunk><chunk x="1" y="0" width="1" height="2">2,1</chunk>'
)
TSX = '<?xml version="1.0" encoding="UTF-8"?>' + TILES.replace(' firstgid="1"', "")
INNER = layer("0,2,0", 3, 1, "Walls")


CASES = [
    Odd("flipped tiles", tmx(3, 2, layer(FLIPPED, 3, 2)), "###/##.", SOLID),
    Odd("flipped tiles by number", tmx(3, 2, layer(FLIPPED, 3, 2)), "###/##.", {"walls": {2}}),
    Odd("the bit of hexagons is not a number", tmx(2, 1, layer(f"{TURN | 2},1", 2, 1)), "#.", {"walls": {2}}),
    Odd("all four bits", tmx(2, 1, layer(f"{H | V | D | TURN | 2},1", 2, 1)), "#.", SOLID),
    Odd(
        "false is not a wall, and costs",
        tmx(3, 1, layer("3,1,3", 3, 1)),
        "...",
        SOLID | {"cost": "cost"},
        costs=[[4, 1, 4]],
    ),
    Odd("cells without tiles", tmx(3, 1, layer("0,1,0", 3, 1)), "#.#", {"walls": {0}}),
    Odd("base64", tmx(3, 1, layer(packed([1, 2, H | 2]), 3, 1, how='encoding="base64"')), ".##", SOLID),
    Odd(
        "an empty compression",
        tmx(2, 1, layer(packed([1, 2]), 2, 1, how='encoding="base64" compression=""')),
        ".#",
        SOLID,
    ),
    Odd(
        "gzip",
        tmx(3, 1, layer(packed([1, 2, 1], gzip.compress), 3, 1, how='encoding="base64" compression="gzip"')),
        ".#.",
        SOLID,
    ),
    Odd(
        "zlib",
        tmx(3, 1, layer(packed([1, 2, 1], zlib.compress), 3, 1, how='encoding="base64" compression="zlib"')),
        ".#.",
        SOLID,
    ),
    Odd(
        "zstd",
        tmx(1, 1, layer(packed([1]), 1, 1, how='encoding="base64" compression="zstd"')),
        REFUSED,
        SOLID,
    ),
    Odd(
        "gzip called zlib, which its first bytes deny",
        tmx(1, 1, layer(packed([1], gzip.compress), 1, 1, how='encoding="base64" compression="zlib"')),
        ".",
        SOLID,
    ),
    Odd(
        "base64 with a number too few",
        tmx(3, 1, layer(packed([1, 2]), 3, 1, how='encoding="base64"')),
        REFUSED,
        SOLID,
    ),
    Odd("csv with a number too few", tmx(3, 1, layer("1,2", 3, 1)), REFUSED, SOLID),
    Odd("csv with a number too many", tmx(3, 1, layer("1,2,1,1", 3, 1)), REFUSED, SOLID),
    Odd("csv with a word", tmx(2, 1, layer("1,x", 2, 1)), REFUSED, SOLID),
    Odd("csv with a negative number", tmx(2, 1, layer("1,-2", 2, 1)), REFUSED, SOLID),
    Odd("csv on one line for two rows", tmx(2, 2, layer("1,2,2,1", 2, 2)), ".#/#.", SOLID),
    Odd("an unknown encoding", tmx(1, 1, layer("1", 1, 1, how='encoding="hex"')), REFUSED, SOLID),
    Odd(
        "elements of xml, one without a number",
        tmx(3, 1, layer('<tile gid="2"/><tile/><tile gid="1"/>', 3, 1, how="")),
        "#..",
        SOLID,
    ),
    Odd(
        "chunks at negative places",
        tmx(16, 16, layer(CHUNKS, 16, 16), infinite=1),
        ".#../...#/....",
        SOLID,
        world={(0, 0): (-24, -8), (3, 2): (24, 24)},
    ),
    Odd(
        "gaps between chunks are empty",
        tmx(16, 16, layer(CHUNKS, 16, 16), infinite=1),
        "..##/###./###.",
        {"walls": {0}},
    ),
    Odd(
        "rows from the bottom are drawn so only",
        tmx(2, 2, layer("2,1,1,1", 2, 2), renderorder="left-up"),
        "#./..",
        SOLID,
    ),
    Odd(
        "a hidden layer",
        orthogonal(layer("0,2,0,0,0,0", 3, 2, "Walls", visible=0, opacity=0.5)),
        ".#./...",
        WALLS,
    ),
    Odd(
        "layers in groups",
        tmx(3, 1, layer("1,1,1", 3, 1) + f'<group name="A"><group name="B">{INNER}</group></group>'),
        ".#.",
        WALLS,
    ),
    Odd(
        "a layer by its groups",
        tmx(3, 1, f'<group name="A">{INNER}</group>' + layer("2,0,0", 3, 1, "Walls")),
        ".#.",
        {"walls": "A/Walls"},
    ),
    Odd(
        "a group shifted by pixels",
        tmx(3, 1, f'<group name="A" offsetx="16">{INNER}</group>'),
        REFUSED,
        WALLS,
    ),
    Odd("a layer shifted by pixels", tmx(3, 1, layer("0,2,0", 3, 1, "Walls", offsety=16)), REFUSED, WALLS),
    Odd("a shift of 0", tmx(3, 1, layer("0,2,0", 3, 1, "Walls", offsetx=0, offsety="0.0")), ".#.", WALLS),
    Odd(
        "a tileset in a file",
        tmx(3, 1, layer("1,2,3", 3, 1), tiles='<tileset firstgid="1" source="sets/t.tsx"/>'),
        ".#.",
        SOLID,
        files={"sets/t.tsx": TSX},
    ),
    Odd(
        "a second tileset",
        tmx(
            3,
            1,
            layer("11,12,2", 3, 1),
            tiles=TILES.replace('"solid"', '"wet"') + TILES.replace('firstgid="1"', 'firstgid="11"'),
        ),
        ".#.",
        SOLID,
    ),
    Odd(
        "tilesets out of order",
        tmx(
            3,
            1,
            layer("11,12,2", 3, 1),
            tiles=TILES.replace('firstgid="1"', 'firstgid="11"') + TILES.replace('"solid"', '"wet"'),
        ),
        ".#.",
        SOLID,
    ),
    Odd(
        "a tileset that is missing",
        tmx(1, 1, layer("1", 1, 1), tiles='<tileset firstgid="1" source="no.tsx"/>'),
        REFUSED,
        SOLID,
    ),
    Odd(
        "UTF-16",
        ('<?xml version="1.0" encoding="UTF-16"?>' + tmx(2, 1, layer("1,2", 2, 1))).encode("utf-16"),
        ".#",
        SOLID,
    ),
    Odd("no such property", tmx(1, 1, layer("1", 1, 1)), REFUSED, {"walls": "sollid"}),
    Odd("no walls", tmx(1, 1, layer("1", 1, 1)), REFUSED),
    Odd("an unknown orientation", tmx(1, 1, layer("1", 1, 1), orientation="cubic"), REFUSED, SOLID),
    Odd("a layer of another size", tmx(3, 1, layer("1,2", 2, 1)), REFUSED, SOLID),
    Odd("an entity", '<!DOCTYPE map [<!ENTITY a "2">]>' + tmx(2, 1, layer("1,&a;", 2, 1)), REFUSED, SOLID),
    Odd("half a file", tmx(2, 1, layer("1,2", 2, 1))[:-20], REFUSED, SOLID),
]


@table(CASES)
def test_tmx(case: Odd, tmp_path: Path) -> None:
    check(case, tmp_path, "tmx")


STAGGERED = [("x", "odd"), ("x", "even"), ("y", "odd"), ("y", "even")]


@pytest.mark.parametrize(("axis", "index"), STAGGERED)
def test_staggered(axis: str, index: str, tmp_path: Path) -> None:
    """The shifted tiles of a staggered map are half a tile farther; each is where Tiled draws it."""
    wide, high, walls = 4, 3, {(1, 0), (2, 2), (0, 1), (3, 1)}
    data = ",".join("2" if (x, y) in walls else "1" for y in range(high) for x in range(wide))
    text = tmx(
        wide,
        high,
        layer(data, wide, high),
        orientation="staggered",
        tilewidth=32,
        staggeraxis=axis,
        staggerindex=index,
    )
    map = ps.read(put(tmp_path, "odd.tmx", text), walls="solid")
    assert map.passable.sum() == wide * high - len(walls)
    for y in range(high):
        for x in range(wide):
            shifted = (x if axis == "x" else y) % 2 == (index == "odd")
            left = x * 16 if axis == "x" else x * 32 + 16 * shifted
            top = y * 8 if axis == "y" else y * 16 + 8 * shifted
            cell = map.to_cell((left + 16, top + 8))
            assert map.to_world(cell) == pytest.approx((left + 16, top + 8))
            assert bool(map.passable[cell[1], cell[0]]) == ((x, y) not in walls)


@pytest.mark.parametrize(
    ("axis", "index", "layout"),
    [
        ("y", "odd", "odd-r"),
        ("y", "even", "even-r"),
        ("x", "odd", "odd-q"),
        ("x", "even", "even-q"),
    ],
)
def test_hexagons(axis: str, index: str, layout: str, tmp_path: Path) -> None:
    """The stagger of hexagons is the layout; their fourth bit turns a tile by 120 degrees."""
    text = tmx(
        2,
        2,
        layer(f"{TURN | 2},1,1,{TURN | D | 2}", 2, 2),
        orientation="hexagonal",
        hexsidelength=8,
        staggeraxis=axis,
        staggerindex=index,
    )
    map = ps.read(put(tmp_path, "odd.tmx", text), walls="solid")
    assert map.hexagons == layout
    assert map.passable.tolist() == [[False, True], [True, False]]
