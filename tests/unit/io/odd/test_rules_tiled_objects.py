"""Objects of Tiled, written from the rules of its format: which cells they cover and mark."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from unit.io.odd.rules import REFUSED, Odd, check, table
from unit.io.odd.tiled_files import SOLID, WALLS, H, aligned, orthogonal, things

pytest.importorskip("defusedxml")

BOX = '<object name="box" x="2" y="2" width="4" height="4"/>'
POINT = '<object name="a" x="8" y="8"><point/></object>'
SHOWN = '<object name="box" gid="1" x="16" y="16" width="16" height="16"/>'
STANDING = '<object name="box" gid="1" x="32" y="32" width="32" height="16"/>'
DIAMONDS = {"orientation": "isometric", "tilewidth": 32}
CRATE = '<object name="crate" gid="2" x="0" y="16" width="16" height="16"/>'
NOT_SOLID = '<properties><property name="solid" type="bool" value="false"/></properties>'
TEMPLATE = '<template><object name="chest" width="20" height="20"/></template>'
JSON_TEMPLATE = json.dumps(
    {"type": "template", "object": {"name": "chest", "width": 20, "height": 20, "x": 0, "y": 0}}
)


def on_diamonds(cell: tuple[int, int], pixel: tuple[int, int], height: int = 16, turn: str = "") -> str:
    """Return a tile as an object whose place is a pixel of the box of 32 x 16 around the diamond of a cell.

    On the screen, that box begins 16 (column - row) - 16 to the right and 8 (column + row) down. A place in
    the file is measured along the sides of the diamonds: a pixel down is 1 along both, one to the right a
    half.
    """
    right = 16 * (cell[0] - cell[1]) - 16 + pixel[0]
    down = 8 * (cell[0] + cell[1]) + pixel[1]
    place = f'x="{down + right / 2}" y="{down - right / 2}"'
    return f'<object name="box" gid="1" {place} width="32" height="{height}" {turn}/>'


CASES = [
    # Only upright rectangles can be walls; nothing else may be left out silently.
    Odd(
        "a turned rectangle",
        orthogonal(things('<object x="15" y="2" width="28" height="12" rotation="90"/>')),
        REFUSED,
        WALLS,
    ),
    Odd(
        "a rectangle between pixels",
        orthogonal(things('<object x="15.5" y="1" width="1" height="1"/>')),
        "##./...",
        WALLS,
    ),
    Odd(
        "a rectangle up to the next cell",
        orthogonal(things('<object x="16" y="0" width="16" height="16"/>')),
        ".#./...",
        WALLS,
    ),
    Odd(
        "a rectangle beyond the map",
        orthogonal(things('<object x="-40" y="17" width="60" height="90"/>')),
        ".../##.",
        WALLS,
    ),
    Odd(
        "a polygon",
        orthogonal(things('<object x="2" y="2"><polygon points="0,0 12,0 12,12 0,12"/></object>')),
        REFUSED,
        WALLS,
    ),
    Odd(
        "a polygon of negative points",
        orthogonal(things('<object x="46" y="30"><polygon points="0,0 -12,0 -12,-12 0,-12"/></object>')),
        REFUSED,
        WALLS,
    ),
    Odd(
        "an ellipse",
        orthogonal(things('<object x="18" y="2" width="12" height="12"><ellipse/></object>')),
        REFUSED,
        WALLS,
    ),
    # The place of an object that shows a tile is its lower left corner.
    Odd(
        "a tile as an object",
        orthogonal(things('<object name="box" gid="1" x="16" y="16" width="16" height="16"/>')),
        ".#./...",
        WALLS,
        marks={"box": (1, 0)},
    ),
    Odd(
        "a flipped tile as an object",
        orthogonal(things(f'<object name="box" gid="{H | 1}" x="32" y="32" width="16" height="16"/>')),
        ".../..#",
        WALLS,
        marks={"box": (2, 1)},
    ),
    Odd(
        "points and names",
        orthogonal(
            things(
                '<object name="a" x="31.9" y="0"><point/></object>'
                '<object name="a" x="32" y="31"><point/></object>'
                '<object name="far" x="480" y="0"><point/></object>',
                "Marks",
            )
        ),
        ".../...",
        {"walls": ()},
        marks={"a": (1, 0), "a 2": (2, 1)},
    ),
    # Objects of isometric maps are measured in heights of a tile along both axes.
    Odd(
        "a point on diamonds",
        orthogonal(
            things('<object name="a" x="40" y="20"><point/></object>', "Marks"),
            orientation="isometric",
            tilewidth=32,
        ),
        ".../...",
        {"walls": ()},
        marks={"a": (2, 1)},
    ),
    Odd(
        "shifted objects",
        orthogonal(
            f'<group name="G" offsetx="16"><objectgroup name="Walls" offsety="16">{BOX}</objectgroup></group>'
        ),
        ".../.#.",
        WALLS,
        marks={"box": (1, 1)},
    ),
    # 16 pixels to the right and 8 down are a step along the columns of diamonds.
    Odd(
        "shifted objects on diamonds",
        orthogonal(
            f'<objectgroup name="M" offsetx="16" offsety="8">{POINT}</objectgroup>',
            orientation="isometric",
            tilewidth=32,
        ),
        ".../...",
        {"walls": ()},
        marks={"a": (1, 0)},
    ),
    Odd(
        "objects on diamonds without a width",
        orthogonal(things(POINT, "M"), orientation="isometric", tilewidth=0),
        REFUSED,
        {"walls": ()},
    ),
    Odd(
        "tiles placed by their upper left corner",
        orthogonal(things(SHOWN), tiles=aligned("topleft")),
        ".../.#.",
        WALLS,
        marks={"box": (1, 1)},
    ),
    Odd(
        "tiles placed by their middle",
        orthogonal(things(SHOWN.replace("16", "24", 1)), tiles=aligned("center")),
        ".#./.#.",
        WALLS,
        marks={"box": (1, 1)},
    ),
    Odd("an unknown alignment", orthogonal(things(SHOWN), tiles=aligned("middle")), REFUSED, WALLS),
    Odd(
        "the middle of a polygon",
        orthogonal(things('<object name="a" x="2" y="2"><polygon points="0,0 40,0 40,28"/></object>', "M")),
        ".../...",
        {"walls": ()},
        marks={"a": (1, 1)},
    ),
    # Objects have their own properties, and those of the tiles that they show.
    Odd("a solid crate", orthogonal(things(CRATE + SHOWN, "Props")), "#../...", SOLID),
    Odd(
        "a crate that is not solid",
        orthogonal(things(CRATE.replace("/>", f">{NOT_SOLID}</object>"), "Props")),
        ".../...",
        SOLID,
    ),
    Odd(
        "a solid rectangle",
        orthogonal(things(BOX.replace("/>", f">{NOT_SOLID.replace('false', 'true')}</object>"), "Props")),
        "#../...",
        SOLID,
    ),
    Odd(
        "a layer of solid objects",
        orthogonal(f'<objectgroup name="O">{NOT_SOLID.replace("false", "true")}{BOX}</objectgroup>'),
        "#../...",
        SOLID,
    ),
    Odd(
        "a solid object in words",
        orthogonal(things(BOX.replace("/>", f">{NOT_SOLID.replace('false', 'so')}</object>"), "Props")),
        REFUSED,
        SOLID,
    ),
    Odd("a solid object on diamonds", orthogonal(things(CRATE, "Props"), **DIAMONDS), REFUSED, SOLID),
    Odd(
        "objects on diamonds that are not solid",
        orthogonal(things(STANDING, "Props"), **DIAMONDS),
        ".../...",
        SOLID,
    ),
    # A tile of the size of a cell covers its diamond, whichever point of it the file names.
    *(
        Odd(
            f"a tile on diamonds by {where or 'no point'}",
            orthogonal(things(on_diamonds((2, 1), pixel), "M"), tiles=aligned(where), **DIAMONDS),
            ".../...",
            {"walls": ()},
            marks={"box": (2, 1)},
        )
        for where, pixel in {
            "": (16, 16),
            "unspecified": (16, 16),
            "bottom": (16, 16),
            "bottomleft": (0, 16),
            "bottomright": (32, 16),
            "left": (0, 8),
            "center": (16, 8),
            "right": (32, 8),
            "topleft": (0, 0),
            "top": (16, 0),
            "topright": (32, 0),
        }.items()
    ),
    # A taller tile stands with the middle of its lower side on the lowest corner of its diamond.
    Odd(
        "a tall tile on diamonds",
        orthogonal(
            things(on_diamonds((1, 1), (0, -32), height=48), "M"), tiles=aligned("topleft"), **DIAMONDS
        ),
        ".../...",
        {"walls": ()},
        marks={"box": (1, 1)},
    ),
    # After a quarter turn around its upper right corner, it is 16 to the left of that corner and 16 above.
    Odd(
        "a turned tile on diamonds",
        orthogonal(
            things(on_diamonds((1, 0), (32, 32), turn='rotation="90"'), "M"),
            tiles=aligned("topright"),
            **DIAMONDS,
        ),
        ".../...",
        {"walls": ()},
        marks={"box": (1, 0)},
    ),
    Odd(
        "an unknown alignment on diamonds",
        orthogonal(things(on_diamonds((1, 1), (0, 0)), "M"), tiles=aligned("middle"), **DIAMONDS),
        REFUSED,
        {"walls": ()},
    ),
    Odd(
        "a template",
        orthogonal(things('<object template="t/box.tx" x="18" y="2"/>')),
        ".##/.##",
        WALLS,
        marks={"chest": (1, 0)},
        files={"t/box.tx": TEMPLATE},
    ),
    Odd(
        "a template in JSON, in part replaced",
        orthogonal(things('<object template="box.tj" name="b" x="2" y="2" width="8"/>')),
        "#../#..",
        WALLS,
        marks={"b": (0, 0)},
        files={"box.tj": JSON_TEMPLATE},
    ),
    Odd(
        "a template that is missing",
        orthogonal(things('<object template="no.tx" x="2" y="2"/>')),
        REFUSED,
        WALLS,
    ),
]


@table(CASES)
def test_tmx(case: Odd, tmp_path: Path) -> None:
    check(case, tmp_path, "tmx")
