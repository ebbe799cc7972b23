"""Objects of Tiled: their shapes, their templates, and the point of each that lies at its place."""

from __future__ import annotations

import math

from pathstar.io.games.facts import Facts
from pathstar.io.games.level import Point, Properties, Thing
from pathstar.io.games.tiled_sets import Tileset, beside, properties_of, tileset_of

_NUMBER = 2**28 - 1  # the bits above flip or turn a tile
_ALIGNMENTS = {
    f"{row}{column}" or "center": (across, down)
    for row, down in (("top", 0.0), ("", 0.5), ("bottom", 1.0))
    for column, across in (("left", 0.0), ("", 0.5), ("right", 1.0))
}
"""The position of the point in a tile, from its upper left corner, in shares of width and height."""


def thing_of(facts: Facts, tilesets: list[Tileset], shift: Point, slope: float | None) -> Thing:
    """Return an object.

    Args:
        facts: The object.
        tilesets: The tilesets of the map.
        shift: The shift of the layer, in pixels.
        slope: The height of a tile divided by its width in an isometric map; None in others.

    Raises:
        MapFormatError: A value is missing or of the wrong kind, or its template is not beside the map.
    """
    if facts.has("template"):
        facts, tilesets = _filled(facts, tilesets)
    shape, points = "rectangle", []
    for line in ("polygon", "polyline"):
        if facts.has(line):
            shape = line
            points = [(point.number("x"), point.number("y")) for point in facts.entries(line, "point")]
    for other in ("point", "ellipse", "capsule", "text"):
        if facts.has(other):
            shape = other
    width, height = facts.number("width", 0), facts.number("height", 0)
    rotation = facts.number("rotation", 0)
    about: Properties = properties_of(facts)
    if facts.has("gid"):
        shape = "tile"
        number = facts.whole("gid", least=0) & _NUMBER
        tileset = max((each for each in tilesets if each.first <= number), key=_first, default=Tileset(1, {}))
        about = {**tileset.about.get(number - tileset.first, {}), **about}
        right, down = _to_anchor(facts, tileset.alignment, (width, height), slope is not None)
        cos, sin = math.cos(math.radians(rotation)), math.sin(math.radians(rotation))
        shift = shift[0] + right * cos - down * sin, shift[1] + right * sin + down * cos
    if slope is not None:
        shift = _along_sides(shift, slope)
    x, y = facts.number("x", 0) + shift[0], facts.number("y", 0) + shift[1]
    return Thing(facts.text("name", ""), x, y, width, height, rotation, shape, tuple(points), about)


def _first(tileset: Tileset) -> int:
    return tileset.first


def _filled(facts: Facts, tilesets: list[Tileset]) -> tuple[Facts, list[Tileset]]:
    """Return an object completed by its template, and the tilesets of its tile."""
    template = beside(facts, facts.text("template"), "template")
    if template is None:
        raise facts.wrong("template", "a file beside a map that is given by its path")
    model = template.within(template.values.get("object"), "the object")
    if not facts.has("gid") and model.has("gid") and template.has("tileset"):
        tilesets = [tileset_of(template.within(template.values["tileset"], "the tileset"))]
    about = {"properties": {**properties_of(model), **properties_of(facts)}}
    return Facts(facts.source, model.values | facts.values | about, facts.where), tilesets


def _to_anchor(facts: Facts, alignment: str, size: Point, isometric: bool) -> Point:
    """Return the offset from the place of an object that shows a tile to its usual place, before any turn.

    The usual place is the tile's lower left corner; in isometric maps, the middle of its lower side. Pixels
    are those of the tile as Tiled draws it.
    """
    usual = _ALIGNMENTS["bottom" if isometric else "bottomleft"]
    if alignment in ("", "unspecified"):
        return 0.0, 0.0
    if alignment not in _ALIGNMENTS:
        expected = f"one of {', '.join(_ALIGNMENTS)}"
        raise facts.source.error(found=f"the objectalignment {alignment!r}", expected=expected)
    across, down = _ALIGNMENTS[alignment]
    return (usual[0] - across) * size[0], (usual[1] - down) * size[1]


def _along_sides(shift: Point, slope: float) -> Point:
    """Return a shift of pixels along the sides of isometric tiles, where their objects' places count."""
    across = shift[0] * slope
    return shift[1] + across, shift[1] - across
