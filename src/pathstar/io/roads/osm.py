"""Extracts of OpenStreetMap in XML: ``.osm`` files as graphs of streets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Set
from dataclasses import dataclass
from typing import Any

import numpy as np

from pathstar.errors import MapLimitError
from pathstar.io.roads.rules import PROFILES, Profile, Tags, directions_of, passes, speed_of
from pathstar.io.source import Source
from pathstar.io.xml import parsed_xml
from pathstar.maps.arguments import checked_name
from pathstar.spaces.graph import Graph
from pathstar.spaces.graphs.streets import Street, length_of

WEIGHTS = ("seconds", "metres")
_BYTES_A_NODE = 4096  # with its tags, and the ways that use it
_KEPT = ("name", "ref", "highway", "maxspeed")
_KMH = 1 / 3.6  # metres a second


@dataclass(frozen=True)
class _Way:
    """A way, from one break in the file's nodes to the next."""

    id: int
    tags: Tags
    nodes: list[int]


def parse_osm(source: Source, profile: str = "car", weight: str = "seconds", **options: Any) -> Graph:
    """Read the streets of an extract; see `read_graph`.

    Raises:
        MapFormatError: The file is malformed.
        MapLimitError: The streets have more nodes than the limit.
        MissingExtraError: defusedxml is not installed.
        OptionError: An unknown profile or weight.
    """
    checked_name("profile", profile, PROFILES)
    checked_name("weight", weight, WEIGHTS)
    root = parsed_xml(source, source.rest(max(source.limit, 1024) * _BYTES_A_NODE))
    if root.tag != "osm":
        raise source.error(found=f"a <{root.tag}>", expected="an <osm> of OpenStreetMap")
    places = _places(source, root)
    rules = PROFILES[profile]
    open_ = places.keys() - _closed(source, root, rules)
    ways = [
        part
        for way in _ways(source, root)
        if speed_of(way.tags, rules) is not None
        for part in _parts(way, open_)
    ]
    uses = Counter(node for way in ways for node in way.nodes)
    ends = {node for way in ways for node in (way.nodes[0], way.nodes[-1])}
    nodes = [node for node in places if node in ends or uses[node] > 1]
    if len(nodes) > source.limit:
        raise MapLimitError(
            f"{source.name} has {len(nodes):,} crossings; the limit is {source.limit:,} nodes"
        )
    numbers = {node: number for number, node in enumerate(nodes)}
    streets = [
        street
        for way in ways
        for piece in _pieces(way.nodes, numbers)
        for street in _streets(way, piece, numbers, places, profile, weight)
    ]
    positions = np.array([places[node] for node in nodes], np.float64).reshape(-1, 2)
    return Graph.of_streets(nodes, positions, streets, **{"metric": "great_circle", **options})


def _places(source: Source, root: Any) -> dict[int, tuple[float, float]]:
    """Return longitude and latitude of each node; a node given twice must lie in one place."""
    places: dict[int, tuple[float, float]] = {}
    for node in root.iter("node"):
        if not _is_deleted(node):
            name, place = _id(source, node), _place(source, node)
            if places.setdefault(name, place) != place:
                raise source.error(found=f"node {name} in two places", expected="one version of each node")
    return places


def _closed(source: Source, root: Any, rules: Profile) -> set[int]:
    """Return the nodes that no way passes: closed barriers."""
    return {_id(source, node) for node in root.iter("node") if not passes(_tags(node), rules)}


def _tags(element: Any) -> Tags:
    return {tag.get("k", ""): tag.get("v", "") for tag in element.iter("tag")}


def _ways(source: Source, root: Any) -> Iterator[_Way]:
    for way in root.iter("way"):
        if _is_deleted(way):
            continue
        tags = _tags(way)
        if "highway" in tags:
            yield _Way(_id(source, way), tags, [_id(source, each, "ref") for each in way.iter("nd")])


def _parts(way: _Way, nodes: Set[int]) -> Iterator[_Way]:
    """Yield the parts of a way over these nodes: an extract cuts some off, and barriers close some."""
    part: list[int] = []
    for node in [*way.nodes, None]:
        if node is not None and node in nodes:
            if not part or part[-1] != node:
                part.append(node)
            continue
        if len(part) > 1:
            yield _Way(way.id, way.tags, part)
        part = []


def _pieces(nodes: list[int], numbers: dict[int, int]) -> Iterator[list[int]]:
    """Yield the pieces of a way between its crossings."""
    begin = 0
    for at in range(1, len(nodes)):
        if nodes[at] in numbers:
            yield nodes[begin : at + 1]
            begin = at


def _streets(
    way: _Way,
    piece: list[int],
    numbers: dict[int, int],
    places: dict[int, tuple[float, float]],
    profile: str,
    weight: str,
) -> Iterator[Street]:
    line = np.array([places[node] for node in piece], np.float64)
    metres = length_of(line, degrees=True)
    kept = {key: way.tags[key] for key in _KEPT if key in way.tags}
    for backwards, allowed in enumerate(directions_of(way.tags, PROFILES[profile])):
        speed = speed_of(way.tags, PROFILES[profile], backwards=bool(backwards))
        if not allowed or speed is None:
            continue
        seconds = metres / (speed * _KMH)
        data = {"id": way.id, **kept, "metres": metres, "seconds": seconds}
        ends = numbers[piece[0]], numbers[piece[-1]]
        yield Street(
            *(ends[::-1] if backwards else ends),
            seconds if weight == "seconds" else metres,
            data | {"geometry": line[::-1] if backwards else line},
        )


def _is_deleted(element: Any) -> bool:
    return bool(element.get("visible") == "false" or element.get("action") == "delete")


def _id(source: Source, element: Any, key: str = "id") -> int:
    text = element.get(key, "")
    if not text.isascii() or not text.removeprefix("-").isdigit() or len(text) > 20:
        raise source.error(found=f"the {key} {text!r} of a <{element.tag}>", expected="a whole number")
    return int(text)


def _place(source: Source, node: Any) -> tuple[float, float]:
    place = []
    for key, most in (("lon", 180.0), ("lat", 90.0)):
        text = node.get(key, "")
        try:
            number = float(text) if "_" not in text else np.nan
        except ValueError:
            number = np.nan
        if not abs(number) <= most:
            raise source.error(
                found=f"the {key} {text!r} of node {node.get('id', '')}", expected=f"degrees up to {most:g}"
            )
        place.append(number)
    return place[0], place[1]
