"""Files as Tiled writes them, made from a plain description; independent of the readers."""

from __future__ import annotations

import base64
import gzip
import json
import struct
import zlib
from typing import Any
from xml.sax.saxutils import quoteattr

ENCODINGS = ("csv", "base64", "base64 zlib", "base64 gzip", "elements")


def tiles_as(numbers: list[int], how: str, *, in_json: bool) -> Any:
    """Return the data of a layer in one of `ENCODINGS`."""
    if how.startswith("base64"):
        data = struct.pack(f"<{len(numbers)}I", *numbers)
        pack = {"base64": bytes, "base64 zlib": zlib.compress, "base64 gzip": gzip.compress}[how]
        return base64.b64encode(pack(data)).decode()
    if in_json:
        return numbers
    if how == "csv":
        return "\n" + ",".join(map(str, numbers)) + "\n"
    return "".join(f'<tile gid="{number}"/>' for number in numbers)


def tmj(layers: list[dict[str, Any]], width: int, height: int, /, *, how: str = "csv", **more: Any) -> bytes:
    """Return a map in JSON. A layer is ``{"name", "numbers" or "objects" or "chunks", ...}``."""
    facts: dict[str, Any] = {
        "type": "map", "version": "1.10", "tiledversion": "1.10.2", "orientation": "orthogonal",
        "renderorder": "right-down", "width": width, "height": height, "tilewidth": 16, "tileheight": 16,
        "infinite": False, "nextlayerid": 9, "nextobjectid": 9,
        "tilesets": [{"firstgid": 1, "name": "all", "tilewidth": 16, "tileheight": 16, "tilecount": 999,
                      "columns": 10, "image": "all.png", "imagewidth": 160, "imageheight": 1600,
                      "margin": 0, "spacing": 0, "tiles": more.pop("tiles", [])}],
    }  # fmt: skip
    facts["layers"] = [
        _json_layer(layer, number + 1, width, height, how) for number, layer in enumerate(layers)
    ]
    return json.dumps(facts | more).encode()


def _json_layer(layer: dict[str, Any], number: int, width: int, height: int, how: str) -> dict[str, Any]:
    made = {"id": number, "opacity": 1, "visible": True, "x": 0, "y": 0, **layer}
    if "objects" in made:
        return {"type": "objectgroup", "draworder": "topdown", **made}
    made |= {"type": "tilelayer", "width": width, "height": height}
    encoding, _, compression = how.partition(" ")
    if encoding == "base64":
        made |= {"encoding": "base64", "compression": compression}
    if "chunks" in made:
        made["chunks"] = [
            {**chunk, "data": tiles_as(chunk["data"], how, in_json=True)} for chunk in made["chunks"]
        ]
    else:
        made["data"] = tiles_as(made.pop("numbers"), how, in_json=True)
    return made


def tmx(layers: list[dict[str, Any]], width: int, height: int, /, *, how: str = "csv", **more: Any) -> bytes:
    """Return the same map in XML."""
    tiles = more.pop("tiles", [])
    attributes = {
        "version": "1.10", "orientation": "orthogonal", "renderorder": "right-down", "width": width,
        "height": height, "tilewidth": 16, "tileheight": 16, "infinite": 0,
        "nextlayerid": 9, "nextobjectid": 9, "tiledversion": "1.10.2",
    } | more  # fmt: skip
    inside = "".join(_xml_layer(layer, number + 1, width, height, how) for number, layer in enumerate(layers))
    own = "".join(f'<tile id="{tile["id"]}">{_xml_properties(tile["properties"])}</tile>' for tile in tiles)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f"<map{_xml_attributes(attributes)}>"
        '<tileset firstgid="1" name="all" tilewidth="16" tileheight="16" tilecount="999" columns="10">'
        f'<image source="all.png" width="160" height="1600"/>{own}</tileset>{inside}</map>'
    ).encode()


def _xml_layer(layer: dict[str, Any], number: int, width: int, height: int, how: str) -> str:
    properties = _xml_properties(layer.get("properties", []))
    if "objects" in layer:
        objects = "".join(map(_xml_object, layer["objects"]))
        return (
            f"<objectgroup id='{number}' name={quoteattr(layer['name'])}>{properties}{objects}</objectgroup>"
        )
    encoding, _, compression = how.partition(" ")
    kind = "" if how == "elements" else f' encoding="{encoding}"'
    kind += f' compression="{compression}"' if compression else ""
    if "chunks" in layer:
        data = "".join(
            f"<chunk{_xml_attributes({key: chunk[key] for key in ('x', 'y', 'width', 'height')})}>"
            f"{tiles_as(chunk['data'], how, in_json=False)}</chunk>"
            for chunk in layer["chunks"]
        )
    else:
        data = tiles_as(layer["numbers"], how, in_json=False)
    return (
        f"<layer id='{number}' name={quoteattr(layer['name'])} width='{width}' height='{height}'>"
        f"{properties}<data{kind}>{data}</data></layer>"
    )


def _xml_object(thing: dict[str, Any]) -> str:
    plain = {
        key: value for key, value in thing.items() if key not in ("point", "ellipse", "polyline", "polygon")
    }
    inside = "".join(f"<{key}/>" for key in ("point", "ellipse") if thing.get(key))
    for key in ("polyline", "polygon"):
        if key in thing:
            points = " ".join(f"{point['x']},{point['y']}" for point in thing[key])
            inside += f'<{key} points="{points}"/>'
    return f"<object{_xml_attributes(plain)}>{inside}</object>"


def _xml_properties(properties: list[dict[str, Any]]) -> str:
    if not properties:
        return ""
    inside = "".join(
        f"<property name={quoteattr(each['name'])} type='{each['type']}' "
        f"value={quoteattr(_plain(each['value']))}/>"
        for each in properties
    )
    return f"<properties>{inside}</properties>"


def _plain(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _xml_attributes(values: dict[str, Any]) -> str:
    return "".join(f" {key}={quoteattr(_plain(value))}" for key, value in values.items())
