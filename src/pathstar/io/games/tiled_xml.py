"""Tiled's XML as its JSON: one set of keys for both, so that one reader serves both."""

from __future__ import annotations

import re
from typing import Any

from pathstar.io.games.facts import Facts, check_depth
from pathstar.io.source import Source
from pathstar.io.xml import parsed_xml

_LAYERS = {"layer": "tilelayer", "objectgroup": "objectgroup", "group": "group", "imagelayer": "imagelayer"}
_SHAPES = ("ellipse", "capsule", "point", "text")
_LINES = ("polygon", "polyline")
_WHOLE = re.compile(r"-?\d{1,18}", re.ASCII)
_DECIMAL = re.compile(r"-?\d{1,30}(\.\d{1,30})?(e[+-]?\d{1,3})?", re.ASCII)
_TEXTS = {"name", "source", "encoding", "compression", "type", "class", "template"}


def facts_of_xml(source: Source, data: bytes, kind: str) -> Facts:
    """Parse a map, a tileset or a template of Tiled.

    Args:
        source: The file, for errors.
        data: Its content.
        kind: The name of its outermost element: ``"map"``, ``"tileset"`` or ``"template"``.

    Raises:
        MapFormatError: It is something else, or has entities, which no map needs.
        MissingExtraError: defusedxml is not installed.
    """
    root = parsed_xml(source, data)
    if root.tag != kind:
        raise source.error(found=f"a <{root.tag}>", expected=f"a <{kind}>")
    if kind == "map":
        return Facts(source, _map(root, source))
    return Facts(source, _template(root) if kind == "template" else _tileset(root))


def _attributes(element: Any) -> dict[str, Any]:
    """Return the attributes of an element, numbers as such."""
    return {key: value if key in _TEXTS else _number(value) for key, value in element.attrib.items()}


def _number(text: str) -> Any:
    """Return a text as a number if it is one, else as it is."""
    if _WHOLE.fullmatch(text):
        return int(text)
    return float(text) if _DECIMAL.fullmatch(text) else text


def _map(root: Any, source: Source) -> dict[str, Any]:
    facts = _attributes(root)
    facts["tilesets"] = [_tileset(tileset) for tileset in root.iter("tileset")]
    facts["layers"] = _layers(root, source, 0)
    return facts


def _layers(parent: Any, source: Source, depth: int) -> list[dict[str, Any]]:
    check_depth(Facts(source, {}), depth)
    return [_layer(child, source, depth) for child in parent if child.tag in _LAYERS]


def _layer(element: Any, source: Source, depth: int) -> dict[str, Any]:
    facts = _attributes(element) | {"type": _LAYERS[element.tag], "properties": _properties(element)}
    facts.setdefault("name", "")
    if element.tag == "group":
        facts["layers"] = _layers(element, source, depth + 1)
    elif element.tag == "objectgroup":
        facts["objects"] = [_object(child) for child in element.iter("object")]
    elif element.tag == "layer":
        data = element.find("data")
        if data is not None:
            facts |= {key: data.get(key, "") for key in ("encoding", "compression")}
            chunks = data.findall("chunk")
            if chunks:
                facts["chunks"] = [_attributes(chunk) | {"data": _content(chunk)} for chunk in chunks]
            else:
                facts["data"] = _content(data)
    return facts


def _content(element: Any) -> Any:
    """Return the text of the data, or a list of tile numbers if each is an element."""
    tiles = element.findall("tile")
    if not tiles:
        return element.text or ""
    return [_number(tile.get("gid", "0")) for tile in tiles]


def _object(element: Any) -> dict[str, Any]:
    facts = _attributes(element)
    facts |= {shape: True for shape in _SHAPES if element.find(shape) is not None}
    facts["properties"] = _properties(element)
    for line in _LINES:
        found = element.find(line)
        if found is not None:
            facts[line] = [_point(text) for text in found.get("points", "").split()]
    return facts


def _template(root: Any) -> dict[str, Any]:
    parts = {"object": _object, "tileset": _tileset}
    return {name: read(found) for name, read in parts.items() if (found := root.find(name)) is not None}


def _point(text: str) -> dict[str, Any]:
    x, _, y = text.partition(",")
    return {"x": _number(x), "y": _number(y)}


def _tileset(element: Any) -> dict[str, Any]:
    facts = _attributes(element)
    facts["tiles"] = [
        {"id": _number(tile.get("id", "")), "properties": _properties(tile)}
        for tile in element.findall("tile")
    ]
    return facts


def _properties(element: Any) -> list[dict[str, Any]]:
    return [_property(found) for found in element.findall("properties/property")]


def _property(element: Any) -> dict[str, Any]:
    kind, text = element.get("type", "string"), element.get("value", element.text or "")
    value: Any = text
    if kind == "bool":
        value = {"true": True, "false": False}.get(text, text)
    elif kind in ("int", "float"):
        value = _number(text)
    return {"name": element.get("name", ""), "type": kind, "value": value}
