"""Tilesets of Tiled, within the map or in files of their own."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pathstar.io.games.facts import Facts, facts_of_json
from pathstar.io.games.level import Properties
from pathstar.io.games.tiled_xml import facts_of_xml
from pathstar.io.source import opened

_MOST_BYTES = 2**26


@dataclass(frozen=True)
class Tileset:
    """The facts that a map knows about some tiles.

    Attributes:
        first: The number of the first tile.
        about: The author's notes about tiles, by their place in the set.
        alignment: The point of a tile that lies at the place of an object showing it; "" if it is not stated.
        missing: The file that could not be looked for, or "".
    """

    first: int
    about: dict[int, Properties]
    alignment: str = ""
    missing: str = ""


def tileset_of(facts: Facts) -> Tileset:
    """Return a tileset; if its file is missing, nothing is known about its tiles."""
    first, missing = facts.whole("firstgid", least=1), ""
    if facts.has("source"):
        name = facts.text("source")
        found = beside(facts, name, "tileset")
        missing = "" if found else name or "without a name"
        facts = found or Facts(facts.source, {}, facts.where)
    return Tileset(first, _about_tiles(facts), facts.text("objectalignment", ""), missing)


def _about_tiles(facts: Facts) -> dict[int, Properties]:
    old = facts.values.get("tileproperties")
    if not isinstance(old, dict):
        tiles = facts.entries("tiles", "tile", [])
        return {tile.whole("id", least=0): properties_of(tile) for tile in tiles}
    numbered = {key: facts.within(about, f"the properties of tile {key!r}") for key, about in old.items()}
    wrong = next((key for key in numbered if not re.fullmatch(r"[0-9]{1,18}", key)), None)
    if wrong is not None:
        raise facts.source.error(found=f"the tile {wrong!r} in tileproperties", expected="a whole number")
    return {int(key): about.values for key, about in numbered.items()}  # the form before Tiled 1.2


def beside(facts: Facts, name: str, kind: str) -> Facts | None:
    """Read a file in XML or JSON that the map names; None if it cannot be looked for."""
    folder = facts.source.folder
    if folder is None or "\0" in name or not (folder / name).is_file():
        return None
    with opened(folder / name, facts.source.limit) as source:
        data = source.rest(_MOST_BYTES)
        is_json = data.lstrip()[:1] == b"{"
        return facts_of_json(source, data) if is_json else facts_of_xml(source, data, kind)


def properties_of(facts: Facts) -> Properties:
    """Return the properties of a tile or layer by name."""
    if not facts.has("properties"):
        return {}
    if isinstance(facts.values["properties"], dict):  # the form before Tiled 1.2
        return dict(facts.values["properties"])
    return {each.text("name"): each.values.get("value") for each in facts.entries("properties", "property")}
