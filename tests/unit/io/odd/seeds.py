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
}
