"""A small right file of each format, and the reader for it: where fuzzing begins."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from typing import Any

import numpy as np
from PIL import Image

import pathstar as ps
from unit.io.games.editor import tmj, tmx
from unit.io.test_detour import FLAT, PAIR, tile, tiles
from unit.io.test_recast import ROOMS

_PIXELS = io.BytesIO()
Image.fromarray(np.array([[254, 205], [0, 254]], np.uint8)).save(_PIXELS, "ppm")
YAML = (
    b"image: a.pgm\nmode: scale\nresolution: 0.05\norigin: [-1.0, 2.0, 0.0]\nnegate: 0\n"
    b"occupied_thresh: 0.65\nfree_thresh: 0.196\n"
)
LAYERS: list[dict[str, Any]] = [
    {"name": "G", "numbers": [1, 2, 0, 3]},
    {"name": "T", "objects": [{"id": 1, "name": "a", "x": 3, "y": 4, "width": 5, "height": 6}]},
]
_ENTITY = {"__identifier": "e", "px": [1, 2], "__pivot": [0, 0], "width": 1, "height": 1}
_CELLS = {"__identifier": "C", "__type": "IntGrid", "__cWid": 2, "__cHei": 1, "__gridSize": 8}
_CELLS |= {"intGridCsv": [0, 1], "entityInstances": [_ENTITY]}
_VALUES = {"identifier": "C", "intGridValues": [{"value": 1, "identifier": "rock"}]}
LDTK = json.dumps({
    "levels": [{"identifier": "A", "worldX": 0, "worldY": 0, "layerInstances": [_CELLS]}],
    "defs": {"layers": [_VALUES]},
}).encode()  # fmt: skip
OSM = (
    b'<osm><node id="1" lon="13.4" lat="52.5"/><node id="2" lon="13.5" lat="52.5"/>'
    b'<way id="3"><nd ref="1"/><nd ref="2"/><tag k="highway" v="primary"/><tag k="maxspeed" v="50"/>'
    b'<tag k="oneway" v="-1"/></way></osm>'
)
GRAPHML = (
    b'<graphml><key id="w" attr.name="weight" attr.type="double"/><graph edgedefault="directed">'
    b'<node id="a"/><node id="b"/><edge source="a" target="b"><data key="w">2</data></edge></graph></graphml>'
)
ASC = b"ncols 2\nnrows 2\nxllcorner 10\nyllcorner 20\ncellsize 5\nNODATA_value -9999\n1 2\n-9999 4\n"
ROOM = b"type octile\nheight 2\nwidth 3\nmap\n..@\nGT.\n"
TEXT = b"A.#~\n..B~\n\n~ deep water blocked\nf forest 2.5\nmark camp 1 1\n"
SCENARIO = b"version 1\n0\tarena.map\t49\t49\t1\t11\t3\t12\t2.41421\n1\ta b.map\t4\t4\t0\t0\t3\t3\t4.2\n"
ROADS = b"c roads\np sp 3 3\na 1 2 803\na 2 3 158\na 3 1 9\n"
POSITIONS = b"p aux sp co 3\nv 1 -73530767 41085396\nv 2 -73530538 41086098\nv 3 -73519366 41048796\n"
_MAP = ps.Map([[1, 0, 1], [1, 1, 1]], cost=[[1, 1, 2], [3, 1, 1]])
_RING = ps.NavMesh.from_polygons([[(0, 0), (4, 0), (4, 4), (0, 4)]], [[(1, 1), (2, 1), (2, 2), (1, 2)]])
_MESH = ps.NavMesh([(0, 0), (2, 0), (2, 2), (0, 2), (4, 1)], [(0, 1, 2, 3), (1, 4, 2)])
_ONE_FLOOR = {**ROOMS, "polygons": ROOMS["polygons"][:8]}
_ONE_FLOOR |= {name: ROOMS[name][:2] for name in ("regions", "flags", "areas")}


def _written(write: Callable[..., Any], thing: Any, **options: Any) -> bytes:
    file = io.BytesIO()
    write(thing, file, **options)
    return file.getvalue()


def _image(kind: str) -> bytes:
    file = io.BytesIO()
    Image.fromarray(np.array([[255, 0, 255], [255, 255, 0]], np.uint8)).save(file, kind)
    return file.getvalue()


def _map(format: str, **options: Any) -> Callable[[bytes], Any]:
    def read(data: bytes) -> Any:
        return ps.read(io.BytesIO(data), format=format, cell_limit=10_000, **options)

    return read


def _yaml(data: bytes) -> Any:
    return ps.read(io.BytesIO(data), format="yaml", cell_limit=10_000, image=io.BytesIO(_PIXELS.getvalue()))


def _graph(name: str) -> Callable[[bytes], Any]:
    def read(data: bytes) -> Any:
        file = io.BytesIO(data)
        file.name = name  # type: ignore[attr-defined]
        return ps.read_graph(file, node_limit=10_000)

    return read


def _mesh(format: str) -> Callable[[bytes], Any]:
    def read(data: bytes) -> Any:
        return ps.NavMesh.read(io.BytesIO(data), format=format)

    return read


def _positions(data: bytes) -> Any:
    file = io.BytesIO(ROADS)
    file.name = "a.gr"  # type: ignore[attr-defined]
    return ps.read_graph(file, coordinates=io.BytesIO(data), node_limit=10_000)


def _scenario(data: bytes) -> Any:
    return np.array([query.length for query in ps.read_scenario(io.BytesIO(data))])


READERS: dict[str, tuple[Callable[[bytes], Any], bytes]] = {
    "yaml": (_yaml, YAML),
    "tmx": (_map("tmx", walls="G", cost={2: 3}), tmx(LAYERS, 2, 2, how="base64 zlib")),
    "tmx-elements": (_map("tmx", walls=1), tmx(LAYERS, 2, 2, how="elements", orientation="staggered")),
    "tmj": (_map("tmj", walls="G"), tmj(LAYERS, 2, 2, orientation="hexagonal", hexsidelength=6)),
    "tmj-base64": (_map("tmj", walls=()), tmj(LAYERS, 2, 2, how="base64 gzip", orientation="isometric")),
    "ldtk": (_map("ldtk", walls="rock"), LDTK),
    "osm": (_graph("a.osm"), OSM),
    "graphml": (_graph("a.graphml"), GRAPHML),
    "asc": (_map("asc"), ASC),
    "map": (_map("map"), ROOM),
    "txt": (_map("txt"), TEXT),
    "csv": (_map("csv"), b"1,0,2\n1,nan,1.5\n"),
    "npy": (_map("npy"), _written(ps.write, _MAP, format="npy")),
    "npz": (_map("npz"), _written(ps.write, _MAP, format="npz")),
    **{kind: (_map(kind), _image(kind)) for kind in ("png", "gif", "bmp", "jpeg")},
    "pgm": (_map("pgm"), b"P5\n# a room\n3 2\n255\n\xff\x00\xff\xff\xff\x00"),
    "tif": (_map("tif"), _image("tiff")),
    "gr": (_graph("a.gr"), ROADS),
    "co": (_positions, POSITIONS),
    "edges": (_graph("a.edges"), b"a b 3\nb -> c 4.5\n# a remark\nc -> a 1\n"),
    "scen": (_scenario, SCENARIO),
    "mesh": (_mesh(".mesh"), _written(ps.NavMesh.write, _MESH, format=".mesh")),
    "obj": (_mesh(".obj"), _written(ps.NavMesh.write, _MESH, format=".obj")),
    "geojson": (_mesh(".geojson"), _written(ps.NavMesh.write, _RING, format=".geojson")),
    "recast": (_mesh(".json"), json.dumps(_ONE_FLOOR).encode()),
    "detour": (_mesh(".bin"), tiles(tile(FLAT, PAIR))),
}
