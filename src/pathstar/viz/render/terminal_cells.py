"""The look of one cell in a terminal: a sign, its ink and its paper."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pathstar.viz import downsample
from pathstar.viz.ground import FIELD, FLOOR, LEVELS, UNKNOWN
from pathstar.viz.scene import CLOSED, CURRENT, OPEN, Scene
from pathstar.viz.theme import RGB, Theme

# The characters of plain pictures, by importance.
PLAIN = {
    "wall": "#",
    "unknown": "?",
    "closed": "+",
    "open": "o",
    "current": "@",
    "path": "*",
    "start": "A",
    "goal": "B",
}
_FLOOR_SHADES = ".:;%"
_CUBE = np.array([0, 95, 135, 175, 215, 255])

Pixels = NDArray[np.uint8]


def codes_of(picture: Pixels, color: str) -> list[list[str]]:
    """Return the colour code of each pixel for a terminal."""
    if color == "24bit":
        return [[f"2;{red};{green};{blue}" for red, green, blue in row] for row in picture.tolist()]
    return [[f"5;{code}" for code in row] for row in _nearest_of_256(picture).tolist()]


def _nearest_of_256(picture: Pixels) -> NDArray[np.intp]:
    """Return the nearest colour of the terminal's cube of 6 x 6 x 6 or of its 24 greys."""
    part = np.abs(picture[..., None].astype(int) - _CUBE).argmin(axis=-1)
    cube = 16 + part @ np.array([36, 6, 1])
    grey = np.clip(np.round((picture.mean(axis=-1) - 8) / 10), 0, 23).astype(int)
    off_cube = ((_CUBE[part] - picture.astype(int)) ** 2).sum(axis=-1)
    off_grey = (((8 + 10 * grey)[..., None] - picture.astype(int)) ** 2).sum(axis=-1)
    nearest: NDArray[np.intp] = np.where(off_grey < off_cube, 232 + grey, cube)
    return nearest


def signs_of(scene: Scene, theme: Theme) -> tuple[NDArray[np.str_], Pixels, Pixels]:
    """Return for each cell the sign in two columns, the colour in front and the one behind, ``[h, w]``."""
    back = scene.pixels(theme, scene.height, scene.width)
    signs = np.full(scene.ground.shape, "  ")
    front = back.copy()
    if scene.search is not None:
        for mark, sign in ((CLOSED, "· "), (OPEN, "○ "), (CURRENT, "◎ ")):
            signs[scene.search == mark] = sign
            front[scene.search == mark] = theme.text
    x, y = scene.route.T
    signs[y, x], front[y, x] = "● ", theme.path
    ends: tuple[tuple[str, tuple[int, ...] | None, RGB], ...]
    ends = (("B ", scene.goal, theme.goal), ("A ", scene.start, theme.start))
    for sign, place, colour in ends:
        if place is not None:
            x, y = place
            signs[y, x], back[y, x], front[y, x] = sign, colour, theme.text_on(colour)
    return signs, front, back


def plain_signs(scene: Scene, rows: int, columns: int) -> NDArray[np.str_]:
    """Return one character for each block of cells."""
    floor = np.where(scene.ground < FLOOR, np.uint8(0), np.uint8(255))
    free = downsample.averages(floor, rows, columns) > 127.5
    level = np.where(scene.ground >= FIELD, scene.ground - np.uint8(FIELD), scene.ground - np.uint8(FLOOR))
    level[scene.ground < FLOOR] = 0
    shade = downsample.averages(level.astype(np.uint8), rows, columns) * (len(_FLOOR_SHADES) / LEVELS)
    shades = np.array(list(_FLOOR_SHADES))[np.clip(shade.astype(int), 0, len(_FLOOR_SHADES) - 1)]
    signs = np.where(free, shades, PLAIN["wall"])
    if (scene.ground == UNKNOWN).any():
        signs[downsample.most_important((scene.ground == UNKNOWN).astype(np.uint8), rows, columns) > 0] = (
            PLAIN["unknown"]
        )
    if scene.search is not None:
        marks = downsample.most_important(scene.search, rows, columns)
        for mark, role in ((CLOSED, "closed"), (OPEN, "open"), (CURRENT, "current")):
            signs[(marks == mark) & (free | (mark != CLOSED))] = PLAIN[role]
    x, y = scene.blocks(scene.route, rows, columns).T
    signs[y, x] = PLAIN["path"]
    for role, place in (("goal", scene.goal), ("start", scene.start)):
        if place is not None:
            ((x, y),) = scene.blocks([place], rows, columns)
            signs[y, x] = PLAIN[role]
    return signs
