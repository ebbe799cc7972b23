"""Maps of Tiled, compared with pytiled-parser and with the rules of the format."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest
import pytiled_parser
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sampling import examples

import pathstar as ps
from pathstar.errors import MapFormatError, MapLimitError, OptionError
from unit.io.games.editor import ENCODINGS, tmj, tmx

MAKERS = {"tmj": tmj, "tmx": tmx}
SOLID = [
    {"id": 2, "properties": [{"name": "solid", "type": "bool", "value": True}]},
    {"id": 3, "properties": [{"name": "solid", "type": "bool", "value": False},
                             {"name": "cost", "type": "float", "value": 2.5}]},
]  # fmt: skip


def ground(numbers: list[int], **more: Any) -> dict[str, Any]:
    return {"name": "Ground", "numbers": numbers, **more}


def read(data: bytes, format: str, **options: Any) -> ps.Map:
    return ps.read(io.BytesIO(data), format=format, **options)


def blocked(map: ps.Map) -> list[list[int]]:
    return (~map.passable).astype(int).tolist()


@pytest.mark.parametrize("format", MAKERS)
@pytest.mark.parametrize("how", ENCODINGS)
@given(data=st.data())
@settings(max_examples=examples(3))
def test_tiles_are_those_that_pytiled_parser_reads(tmp_path_factory, format, how, data):
    width, height = data.draw(st.integers(1, 6)), data.draw(st.integers(1, 6))
    numbers = data.draw(st.lists(st.integers(0, 999), min_size=width * height, max_size=width * height))
    file = tmp_path_factory.mktemp("maps") / f"level.{format}"
    file.write_bytes(MAKERS[format]([ground(numbers)], width, height, how=how))
    cells = np.array(numbers).reshape(height, width)
    if how != "elements":  # which pytiled-parser does not know
        cells = np.array(pytiled_parser.parse_map(file).layers[0].data)
    for number in {0, *numbers[:3]}:
        np.testing.assert_array_equal(ps.read(file, walls=number).passable, cells != number)


@pytest.mark.parametrize("format", MAKERS)
def test_bits_that_flip_tiles_are_no_part_of_their_numbers(format):
    flags = [0x80000000, 0x40000000, 0x20000000, 0x10000000, 0xE0000000]
    data = MAKERS[format]([ground([3, *(flag | 3 for flag in flags)])], 6, 1)
    assert blocked(read(data, format, walls=3)) == [[1] * 6]


@pytest.mark.parametrize("format", MAKERS)
def test_what_walls_and_cost_may_name(format):
    layers = [ground([1, 3, 4, 4]), {"name": "Walls", "numbers": [0, 0, 0, 7]}]
    data = MAKERS[format](layers, 2, 2, tiles=SOLID)
    assert blocked(read(data, format, walls="Walls")) == [[0, 0], [0, 1]]
    assert blocked(read(data, format, walls="solid")) == [[0, 1], [0, 0]]
    assert blocked(read(data, format, walls=["solid", "Walls", 1])) == [[1, 1], [0, 1]]
    assert blocked(read(data, format, walls=())) == [[0, 0], [0, 0]]
    assert read(data, format, walls=(), cost="cost").cost.tolist() == [[1, 1], [2.5, 2.5]]
    assert read(data, format, walls=(), cost="Ground").cost.tolist() == [[1, 1], [2.5, 2.5]]
    assert read(data, format, walls=(), cost={3: 4, 7: 0.5}).cost.tolist() == [[1, 4], [1, 0.5]]
    assert read(data, format, walls=(), cost={"solid": 4}).cost.tolist() == [[1, 4], [1, 1]]


@pytest.mark.parametrize("format", MAKERS)
def test_costs_by_tile_take_the_names_that_walls_take(format):
    wet = {"name": "wet", "type": "bool", "value": True}
    layers = [
        ground([1, 3, 4, 4], properties=[wet]),
        {"name": "solid", "numbers": [0, 0, 7, 0]},
        {"name": "Things", "objects": []},
    ]
    data = MAKERS[format](layers, 2, 2, tiles=SOLID)
    for name in ("Ground", "wet", "cost", "property:wet", "layer:solid", "property:solid"):
        walls = np.array(blocked(read(data, format, walls=name)), bool)
        assert walls.any()
        costs = read(data, format, walls=(), cost={name: 3}).cost
        assert costs.tolist() == np.where(walls, 3, 1).tolist()
    several = read(data, format, walls=(), cost={"wet": 2, 3: 4, "layer:solid": 5, 0: 9}).cost
    assert several.tolist() == [[2, 4], [5, 2]]
    for name, words in {
        "solid": "'solid' is a layer and a property; give 'layer:solid' or 'property:solid'",
        "property:Ground": "no layer or property 'Ground'",
        "Things": "'Things' is a layer of objects, which have no cost",
    }.items():
        with pytest.raises(OptionError, match=words):
            read(data, format, walls=(), cost={name: 3})


def test_a_property_of_objects_alone_costs_nothing():
    lava = [{"name": "lava", "type": "bool", "value": True}]
    data = tmj([ground([1]), {"name": "Things", "objects": [{"x": 0, "y": 0, "properties": lava}]}], 1, 1)
    with pytest.raises(OptionError, match=r"no tile with the property 'lava'\. Layers: Ground, Things"):
        read(data, "tmj", walls=(), cost={"lava": 3})


@pytest.mark.parametrize("format", MAKERS)
def test_properties_of_a_layer(format):
    layer = ground([5, 0], properties=[{"name": "deep", "type": "bool", "value": True}])
    assert blocked(read(MAKERS[format]([layer], 2, 1), format, walls="deep")) == [[1, 0]]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({}, r"say which cells of the file are walls.*Layers: Ground. Properties: cost, solid"),
        ({"walls": "solud"}, "no layer or property 'solud'. Layers: Ground"),
        ({"walls": "Ground"}, "2 layers are called 'Ground'"),
        ({"walls": -1}, "-1 is not a tile number"),
        ({"walls": [True]}, "True is not a tile number"),
        ({"walls": 1.5}, "1.5 is not a tile number"),
        ({"walls": np.array(3.0)}, r"array\(3\.\) is not a tile number"),
        ({"walls": (), "cost": 3}, "cost is 3"),
        ({"walls": (), "cost": {3: -1}}, "the cost of tile 3 is -1"),
        ({"walls": (), "cost": {"3": 1}}, "there is no layer or property '3'"),
        ({"wall": ()}, "did you mean 'walls'"),
    ],
)
def test_what_they_may_not(options, words):
    data = tmj([ground([1, 3]), ground([4, 4])], 2, 1, tiles=SOLID)
    with pytest.raises(OptionError, match=words):
        read(data, "tmj", **options)


def test_a_name_of_a_layer_and_a_property():
    data = tmj([{"name": "solid", "numbers": [3, 4, 0]}], 3, 1, tiles=SOLID)
    with pytest.raises(OptionError, match="'layer:solid' or 'property:solid'"):
        read(data, "tmj", walls="solid")
    assert blocked(read(data, "tmj", walls="layer:solid")) == [[1, 1, 0]]
    assert blocked(read(data, "tmj", walls="property:solid")) == [[1, 0, 0]]


def test_layers_in_groups():
    inner = {"name": "Walls", "type": "tilelayer", "width": 2, "height": 1, "data": [0, 1]}
    group = {"name": "Cave", "type": "group", "layers": [inner]}
    data = tmj([], 2, 1, layers=[group, {**group, "name": "Roof"}])
    assert blocked(read(data, "tmj", walls="Cave/Walls")) == [[0, 1]]
    with pytest.raises(OptionError, match="2 layers are called 'Walls': 'Cave/Walls', 'Roof/Walls'"):
        read(data, "tmj", walls="Walls")


@pytest.mark.parametrize("format", MAKERS)
@pytest.mark.parametrize("how", ["csv", "base64 zlib"])
def test_chunks_of_an_infinite_map(format, how):
    chunks = [
        {"x": -2, "y": 4, "width": 2, "height": 2, "data": [1, 0, 0, 2]},
        {"x": 0, "y": 2, "width": 2, "height": 2, "data": [0, 3, 0, 0]},
    ]
    things = [{"id": 1, "name": "door", "x": -32, "y": 64, "width": 0, "height": 0, "point": True}]
    layers = [{"name": "Ground", "chunks": chunks}, {"name": "Things", "objects": things}]
    infinite = True if format == "tmj" else 1
    map = read(MAKERS[format](layers, 30, 20, how=how, infinite=infinite), format, walls="Ground")
    assert blocked(map) == [[0, 0, 0, 1], [0, 0, 0, 0], [1, 0, 0, 0], [0, 1, 0, 0]]
    assert map.marks["door"] == (0, 2)
    assert map.to_world((0, 2)) == (-24, 72)


@pytest.mark.parametrize("format", MAKERS)
def test_objects_are_marks_and_routes(format):
    things = [
        {"id": 1, "name": "hero", "x": 20, "y": 4, "width": 0, "height": 0, "point": True},
        {"id": 2, "name": "hero", "x": 0, "y": 16, "width": 16, "height": 16},
        {"id": 3, "name": "chest", "gid": 5, "x": 32, "y": 32, "width": 16, "height": 16},
        {"id": 4, "name": "far", "x": 999, "y": 4, "width": 0, "height": 0, "point": True},
        {"id": 5, "name": "beat", "x": 8, "y": 8, "width": 0, "height": 0,
         "polyline": [{"x": 0, "y": 0}, {"x": 32, "y": 0}, {"x": 32, "y": 16}]},
        {"id": 6, "name": "", "x": 0, "y": 0, "width": 16, "height": 16},
    ]  # fmt: skip
    layers = [ground([0] * 6), {"name": "Things", "objects": things}]
    map = read(MAKERS[format](layers, 3, 2), format, walls="Ground")
    assert dict(map.marks) == {"hero": (1, 0), "hero 2": (0, 1), "chest": (2, 1)}
    assert dict(map.routes) == {"beat": ((0, 0), (2, 0), (2, 1))}
    assert map.to_cell((20, 4)) == (1, 0)


def test_many_objects_of_one_name_are_numbered_one_by_one():
    things = [
        {"id": 1, "name": "coin", "x": 1, "y": 1, "point": True}
    ] * 20_000  # a search for each takes minutes
    map = read(tmj([ground([1]), {"name": "Things", "objects": things}], 1, 1), "tmj", walls=())
    assert len(map.marks) == len(things)
    assert "coin 20000" in map.marks


def test_rectangles_are_walls():
    things = [
        {"id": 1, "name": "", "x": 15, "y": 0, "width": 2, "height": 16},
        {"id": 2, "name": "", "x": 48, "y": 0, "width": 16, "height": 16},
    ]
    layers = [ground([0] * 10), {"name": "Solid", "objects": things}]
    assert blocked(read(tmj(layers, 5, 2), "tmj", walls="Solid")) == [[1, 1, 0, 1, 0], [0] * 5]
    things.append({"id": 3, "name": "rock", "x": 0, "y": 0, "width": 9, "height": 9, "ellipse": True})
    with pytest.raises(OptionError, match=r"the object 'rock' in layer 'Solid' cannot be a wall.*ellipse"):
        read(tmj(layers, 5, 2), "tmj", walls="Solid")


@pytest.mark.parametrize("format", ["tmj", "tmx"])
def test_tilesets_in_files_of_their_own(tmp_path, format):
    sets = [{"firstgid": 1, "source": "sets/all.tsx"}]
    data = tmj([ground([3, 4])], 2, 1, tilesets=sets)
    if format == "tmx":
        data = tmx([ground([3, 4])], 2, 1)
        begin, end = data.index(b"<tileset"), data.index(b"</tileset>") + 10
        data = data[:begin] + b'<tileset firstgid="1" source="sets/all.tsx"/>' + data[end:]
    file = tmp_path / f"level.{format}"
    file.write_bytes(data)
    with pytest.raises(OptionError, match=r"properties of tileset 'sets/all\.tsx' are not known"):
        ps.read(file, walls="solid")
    assert ps.read(file, walls="Ground").passable.tolist() == [[False, False]]
    (tmp_path / "sets").mkdir()
    (tmp_path / "sets/all.tsx").write_text(
        "<tileset name='all'><tile id='2'><properties>"
        "<property name='solid' type='bool' value='true'/></properties></tile></tileset>"
    )
    assert ps.read(file, walls="solid").passable.tolist() == [[False, True]]


def test_isometric_pixels_are_tiled_s():
    data = tmj([ground([0] * 6)], 3, 2, orientation="isometric", tilewidth=64, tileheight=32)
    map = read(data, "tmj", walls="Ground")
    # the cell (0, 0) is at the top, half the height of the map to the right
    assert map.to_world((0, 0)) == (64, 16)
    assert map.to_world((1, 0)) == (96, 32)
    assert map.to_world((0, 1)) == (32, 32)
    things = [{"id": 1, "name": "inn", "x": 70, "y": 40, "width": 0, "height": 0, "point": True}]
    more = {"orientation": "isometric", "tilewidth": 64, "tileheight": 32}
    data = tmj([ground([0] * 6), {"name": "T", "objects": things}], 3, 2, **more)
    assert read(data, "tmj", walls="Ground").marks["inn"] == (2, 1)


@pytest.mark.parametrize("axis", ["x", "y"])
@pytest.mark.parametrize("index", ["odd", "even"])
def test_staggered_cells_lie_where_tiled_draws_them(axis, index):
    width, height = 4, 5
    numbers = list(range(1, width * height + 1))
    more = {"orientation": "staggered", "staggeraxis": axis, "staggerindex": index}
    for number in (1, 6, 14, 20):
        row, column = divmod(number - 1, width)
        shifted = ((row if axis == "y" else column) % 2 == 1) == (index == "odd")
        x, y = 32 * column + 16 * shifted, 8 * row
        if axis == "x":
            x, y = 16 * column, 16 * row + 8 * shifted
        centre = (x + 16, y + 8)
        things = [{"id": 1, "name": "t", "x": centre[0] + 5, "y": centre[1] + 2, "point": True}]
        layers = [ground(numbers), {"name": "T", "objects": things}]
        map = read(tmj(layers, width, height, tilewidth=32, **more), "tmj", walls=number)
        place = map.marks["t"]
        assert not map.passable[place[::-1]]
        assert map.to_world(place) == centre
        assert map.passable.sum() == width * height - 1


@pytest.mark.parametrize("axis", ["x", "y"])
@pytest.mark.parametrize("index", ["odd", "even"])
def test_hexagons(axis, index):
    more = {"orientation": "hexagonal", "staggeraxis": axis, "staggerindex": index, "hexsidelength": 8}
    shift = 8 if index == "even" else 0  # of the first line
    middle = (8 + shift, 8) if axis == "y" else (8, 8 + shift)
    things = [{"id": 1, "name": "t", "x": middle[0], "y": middle[1], "point": True}]
    map = read(tmj([ground([0] * 12), {"name": "T", "objects": things}], 4, 3, **more), "tmj", walls="Ground")
    assert map.hexagons == f"{index}-{'r' if axis == 'y' else 'q'}"
    assert map.marks["t"] == (0, 0)
    assert map.hexgrid().layout == map.hexagons
    with pytest.raises(OptionError, match=r"use map.hexgrid\(\)"):
        map.grid()


@pytest.mark.parametrize("axis", ["x", "y"])
@pytest.mark.parametrize(("orientation", "side"), [("hexagonal", 7), ("hexagonal", 4), ("staggered", 7)])
def test_tiles_of_odd_sizes_lie_where_tiled_draws_them(axis, orientation, side):
    # Tiled's renderer uses 14 x 12 for tiles of 15 x 13, and rounds half slants to whole pixels.
    columns, rows = 41, 42
    straight = side if orientation == "hexagonal" else 0
    along = {"x": 14, "y": 12}[axis]
    step = (along - straight) // 2 + straight
    more = {"orientation": orientation, "staggeraxis": axis, "staggerindex": "odd", "hexsidelength": side,
            "tilewidth": 15, "tileheight": 13}  # fmt: skip
    column, row = 40, 40
    x, y = (column * 14 + 7, row * step + 6) if axis == "y" else (column * step + 7, row * 12 + 6)
    things = [{"id": 1, "name": "t", "x": x, "y": y, "width": 0, "height": 0, "point": True}]
    numbers = [0] * (columns * rows)
    numbers[row * columns + column] = 5
    map = read(
        tmj([ground(numbers), {"name": "T", "objects": things}], columns, rows, **more), "tmj", walls=5
    )
    assert not map.passable[map.marks["t"][::-1]]
    if orientation == "staggered":
        assert map.to_world(map.marks["t"]) == (x, y)


def test_a_cost_for_cells_without_tiles_leaves_other_tiles_theirs():
    data = tmj([ground([2, 0, 1]), {"name": "Upper", "numbers": [0, 0, 0]}], 3, 1)
    assert read(data, "tmj", walls=(), cost={0: 5, 2: 3}).cost_field().tolist() == [[3, 5, 1]]


def test_a_layer_without_costs_gives_none():
    with pytest.raises(
        OptionError, match=r"no tile in layer 'Ground' has a property 'cost'\. Layers: Ground"
    ):
        read(tmj([ground([1, 2])], 2, 1), "tmj", walls=(), cost="Ground")


def test_a_capsule_is_no_rectangle():
    thing = {"id": 1, "name": "pond", "x": 0, "y": 0, "width": 16, "height": 16, "capsule": True}
    with pytest.raises(OptionError, match="of the kind capsule"):
        read(tmj([ground([0]), {"name": "T", "objects": [thing]}], 1, 1), "tmj", walls="T")


def test_properties_as_tiled_wrote_them_before_1_2():
    old = {
        "firstgid": 1,
        "tiles": {"1": {"terrain": [0, 0, 0, 0]}},
        "tilepropertytypes": {"1": {"solid": "bool"}},
    }
    data = tmj([ground([1, 2])], 2, 1, tilesets=[old | {"tileproperties": {"1": {"solid": True}}}])
    assert blocked(read(data, "tmj", walls="solid")) == [[0, 1]]
    for wrong, words in (({"x": {}}, "the tile 'x' in tileproperties"), ({"1": 2}, "2 as the properties")):
        with pytest.raises(MapFormatError, match=words):
            read(
                tmj([ground([1, 2])], 2, 1, tilesets=[old | {"tileproperties": wrong}]), "tmj", walls="solid"
            )


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"orientation": "oblique"}, "orientation 'oblique' in the file, expected one of orthogonal"),
        ({"width": 3}, "2 tiles in layer 0 'Ground', expected 3|width 2"),
        ({"width": "2"}, "width '2' in the file, expected a whole number"),
        ({"width": 0}, "width 0"),
        ({"tilewidth": True}, "tilewidth True"),
        ({"layers": 3}, "layers 3 in the file, expected a list"),
        ({"layers": [3]}, "3 as layer 0, expected an object"),
        ({"tilesets": [{"firstgid": 9, "tiles": []}]}, r"the tile 1 in layer 'Ground' at \(0, 0\)"),
        ({"infinite": True, "layers": []}, "an infinite map without tiles"),
        ({"staggeraxis": "z"}, "staggeraxis"),
        ({"orientation": "staggered", "tilewidth": 1}, "tilewidth 1 in the file, expected .* from 2"),
        ({"orientation": "hexagonal", "tileheight": 1}, "tileheight 1 in the file, expected .* from 2"),
        ({"orientation": "hexagonal", "hexsidelength": -16}, "hexsidelength -16"),
    ],
)
def test_mistakes(more, words):
    with pytest.raises(MapFormatError, match=words):
        read(tmj([ground([1, 2])], 2, 1, **more), "tmj", walls=1)


@pytest.mark.parametrize(
    ("layer", "words"),
    [
        ({"data": [1]}, "1 tiles in layer 0, expected 2"),
        ({"data": [1, -2]}, "the tile -2"),
        ({"data": [1, 2.5]}, "the tile 2.5"),
        ({"data": "1,2,"}, "numbers and commas"),
        ({"data": "1,_2"}, "numbers and commas"),
        ({"data": "@@", "encoding": "base64"}, "damaged base64"),
        ({"data": "AAAA", "encoding": "base64"}, "3 bytes"),
        ({"data": "AAAA", "encoding": "base64", "compression": "zlib"}, "damaged or other data"),
        ({"data": "AAAA", "encoding": "base64", "compression": "lzma"}, "the compression 'lzma'"),
        ({"data": "1,2", "encoding": "rot13"}, "the encoding 'rot13'"),
        ({"chunks": [{"x": 9, "y": 0, "width": 4, "height": 4, "data": [1] * 16}]}, "expected none"),
        ({"offsetx": 8, "data": [1, 2]}, "offsetx 8 in layer 0, expected 0"),
        ({}, "no data in layer 0"),
    ],
)
def test_mistakes_in_a_layer(layer, words):
    layers = [{"type": "tilelayer", "width": 2, "height": 1, **layer}]
    with pytest.raises(MapFormatError, match=words):
        read(tmj([], 2, 1, layers=layers), "tmj", walls=1)


def test_limits_and_zstd():
    with pytest.raises(MapLimitError):
        read(tmj([], 99999, 99999), "tmj", walls=())
    far = [
        {"name": "G", "chunks": [{"x": x, "y": 0, "width": 1, "height": 1, "data": [1]} for x in (0, 2**30)]}
    ]
    with pytest.raises(MapLimitError):
        read(tmj(far, 1, 1, infinite=True), "tmj", walls=())
    layer = {"type": "tilelayer", "width": 1, "height": 1, "data": "AAAA", "encoding": "base64"}
    with pytest.raises(OptionError, match=r"compressed by zstd.*Base64"):
        read(tmj([], 1, 1, layers=[{**layer, "compression": "zstd"}]), "tmj", walls=())


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"<map", "a mistake"),
        (b"<tileset/>", "a <tileset>, expected a <map>"),
        (b'<!DOCTYPE m [<!ENTITY a "b">]><map>&a;</map>', "entities"),
        (b"<?xml version='1.0' encoding='klingon'?><map/>", "XML"),
        (b"<map/>", "no orientation"),
        (b"", "a mistake"),
    ],
)
def test_xml_that_is_no_map(data, words):
    with pytest.raises(MapFormatError, match=words):
        read(data, "tmx", walls=())


@pytest.mark.parametrize("data", [b"{", b"[1]", b"\xff\xfe", b'{"orientation": NaN}', b"[" * 99999])
def test_json_that_is_no_map(data):
    with pytest.raises(MapFormatError):
        read(data, "tmj", walls=())


def test_it_is_not_written(tmp_path):
    with pytest.raises(OptionError, match=r"such files are read but not written; allowed: \.map"):
        ps.write(ps.Map([[1]]), tmp_path / "a.tmx")
