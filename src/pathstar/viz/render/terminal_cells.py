"""Signs and colour codes of a terminal."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pathstar.viz.display_list.shapes import NOTHING
from pathstar.viz.ground import COLOURS, FIELD, FLOOR, LEVELS, TERRAIN, UNKNOWN

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
    "via": "1",
    "gate": "=",
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


def ground_signs(kinds: NDArray[np.integer]) -> NDArray[np.str_]:
    """Return the plain character of each kind of ground, an index into `pathstar.viz.ground.colours`."""
    signs: NDArray[np.str_] = _GROUND[kinds]
    return signs


def _ground_signs() -> NDArray[np.str_]:
    signs = np.full(NOTHING + 1, " ")
    signs[:FLOOR] = PLAIN["wall"]
    signs[UNKNOWN] = PLAIN["unknown"]
    for first in (FLOOR, FIELD):
        signs[first : first + LEVELS] = np.repeat(list(_FLOOR_SHADES), LEVELS // len(_FLOOR_SHADES))
    signs[TERRAIN:COLOURS] = _FLOOR_SHADES[0]
    return signs


_GROUND = _ground_signs()
