"""Maps of Tiled for the tables, written by the rules of its format."""

from __future__ import annotations

import base64
import struct
from typing import Any

H, V, D, TURN = 1 << 31, 1 << 30, 1 << 29, 1 << 28
TILES = """<tileset firstgid="1" name="t" tilewidth="16" tileheight="16" tilecount="9" columns="3">
 <tile id="1" type="Wall"><properties><property name="solid" type="bool" value="true"/></properties></tile>
 <tile id="2"><properties><property name="solid" type="bool" value="false"/>
  <property name="cost" type="int" value="4"/></properties></tile>
</tileset>"""


def tmx(width: int, height: int, body: str, tiles: str = TILES, **attributes: object) -> str:
    """Return a map of tiles of 16 x 16."""
    values: dict[str, object] = {
        "orientation": "orthogonal",
        "tilewidth": 16,
        "tileheight": 16,
        "infinite": 0,
    }
    text = " ".join(f'{key}="{value}"' for key, value in (values | attributes).items())
    return f'<map version="1.10" width="{width}" height="{height}" {text}>{tiles}{body}</map>'


def layer(
    data: str, width: int, height: int, name: str = "Ground", how: str = 'encoding="csv"', **more: object
) -> str:
    """Return a layer of tiles."""
    extra = " ".join(f'{key}="{value}"' for key, value in more.items())
    return f'<layer name="{name}" width="{width}" height="{height}" {extra}><data {how}>{data}</data></layer>'


def things(body: str, name: str = "Walls") -> str:
    """Return a layer of objects."""
    return f'<objectgroup name="{name}">{body}</objectgroup>'


def aligned(how: str) -> str:
    """Return the tileset with another point for placing its objects."""
    return TILES.replace('columns="3"', f'columns="3" objectalignment="{how}"')


def packed(numbers: list[int], how: Any = bytes) -> str:
    """Return numbers in Tiled's base64, on several lines."""
    text = base64.b64encode(how(struct.pack(f"<{len(numbers)}I", *numbers))).decode()
    return f"\n   {text[:7]}\n  {text[7:]}\n"


def orthogonal(body: str, width: int = 3, height: int = 2, **more: Any) -> str:
    """Return a map of plain ground with something on it."""
    ground = ",".join(["1"] * (width * height))
    return tmx(width, height, layer(ground, width, height) + body, **more)


SOLID = {"walls": "solid"}
WALLS = {"walls": "Walls"}
