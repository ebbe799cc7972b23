"""What the tests draw, and how they read the pictures."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

import pathstar as ps
from pathstar.maps.examples import worked_example
from pathstar.viz.display_list.picture import picture_of
from pathstar.viz.render.png import drawn
from pathstar.viz.render.svg import document
from pathstar.viz.results import Shown
from pathstar.viz.scene import Scene
from pathstar.viz.theme import Theme

_CODE = re.compile(r"\x1b\[([0-9;]*)m|([^\x1b])")
_CUBE = [0, 95, 135, 175, 215, 255]

RGB = tuple[int, int, int]


def svg_of(thing: Shown, scene: Scene, theme: Theme, **look: Any) -> str:
    """Return a scene as an SVG document."""
    return document(thing, picture_of(scene, theme, **look), theme)


def raster_of(scene: Scene, theme: Theme, **look: Any) -> NDArray[np.uint8]:
    """Return the pixels of a scene."""
    return np.asarray(drawn(picture_of(scene, theme, **look), theme.page))


def guide() -> ps.Trace:
    """Return the search of the guide's worked example."""
    board = worked_example()
    grid = board.grid(ps.Moves(straight=10, diagonal=14))
    return ps.trace(grid, board.marks["start"], board.marks["goal"], heuristic="manhattan")


def winding(size: int = 300) -> ps.Path:
    """Return a path of single cells through a large map: corridors one cell wide, end to end."""
    walkable = np.zeros((size, size), bool)
    walkable[::2] = True
    walkable[1::4, -1] = True
    walkable[3::4, 0] = True
    last = size - 1 - (size - 1) % 2
    return ps.find_path(ps.Grid(walkable), (0, 0), (0 if last % 4 else size - 1, last))


def of_256(code: int) -> RGB:
    """Return the colour of one of a terminal's 256."""
    if code >= 232:
        return (8 + 10 * (code - 232),) * 3
    code -= 16
    return _CUBE[code // 36], _CUBE[code // 6 % 6], _CUBE[code % 6]


def decoded(text: str) -> list[list[tuple[str, RGB | None, RGB | None]]]:
    """Return each character of a terminal picture with its ink and its paper."""
    rows = []
    for line in text.splitlines():
        row: list[tuple[str, RGB | None, RGB | None]] = []
        ink: RGB | None = None
        paper: RGB | None = None
        for codes, sign in _CODE.findall(line):
            if sign:
                row.append((sign, ink, paper))
                continue
            parts = [int(part) for part in codes.split(";")]
            if parts == [0]:
                ink = paper = None
            while len(parts) > 1:
                plane, kind = parts[:2]
                size = 5 if kind == 2 else 3
                colour: RGB = tuple(parts[2:5]) if kind == 2 else of_256(parts[2])  # type: ignore[assignment]
                ink, paper = (colour, paper) if plane == 38 else (ink, colour)
                parts = parts[size:]
        rows.append(row)
    return rows


def pixels_of(text: str) -> NDArray[np.uint8]:
    """Return the pixels of a picture in half-blocks."""
    rows = []
    for row in decoded(text):
        assert {sign for sign, _, _ in row} == {"▀"}
        rows.append([ink for _, ink, _ in row])
        rows.append([paper for _, _, paper in row])
    return np.array(rows, np.uint8)


def within(corners: np.ndarray, point: np.ndarray) -> np.ndarray:
    """Return how far inside each outline ``(n, k, 2)`` a point is; negative if outside."""
    sides = np.roll(corners, -1, axis=1) - corners
    across = sides[..., 0] * (point[1] - corners[..., 1]) - sides[..., 1] * (point[0] - corners[..., 0])
    inside: np.ndarray = (across / np.hypot(sides[..., 0], sides[..., 1])).min(axis=1)
    return inside
