"""Occupancy grids and costmaps of robots as terrain, and back.

The terrain code of a cell is its percent, 0 to 100, or its byte in a costmap; 255 is unknown in both. The
legend says which codes are walls and what the others cost, so nothing of the grid is lost.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any, TypedDict

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import ArrayError, ArrayTypeError, OptionError, unknown_name
from pathstar.maps.arguments import as_number, checked_number, checked_whole
from pathstar.maps.frame import Frame
from pathstar.maps.layered import LayeredCells
from pathstar.maps.layers import numbers_of, place_in
from pathstar.maps.legend import Terrain

FREE, OCCUPIED, UNKNOWN = 0, 100, 255
MOST_SCALED = 252  # the largest byte of a costmap that only makes a cell dearer
_INSCRIBED, _LETHAL = 253, 254
_LEVEL = 1e-6  # the largest part of an orientation that tilts the plane, from rounding
_NAMES = {FREE: "free", OCCUPIED: "occupied", UNKNOWN: "unknown"}
_PERCENT = re.compile(r"(\d\d?) % occupied")


class Parts(TypedDict):
    """The arguments of `Map.from_terrain`."""

    terrain: NDArray[np.uint8]
    legend: dict[int, Terrain]
    frame: Frame | None


def occupancy_parts(data: Any, info: Any, lethal: int, unknown: str | float, weight: float) -> Parts:
    """Return an occupancy grid as terrain; see `Map.from_occupancy`.

    Raises:
        ArrayError, ArrayTypeError: The data are not an occupancy grid.
        OptionError: An option or the info has a value that is not allowed.
    """
    cells, frame = _cells_of(data, info, "info")
    wrong = (cells < -1) | (cells > OCCUPIED)
    if wrong.any():
        raise _wrong_cell(cells, wrong, "percents from 0 to 100, and -1; Map.from_costmap takes bytes")
    codes = cells.astype(np.int16).astype(np.uint8)  # -1 becomes 255
    return {"terrain": codes, "legend": percent_legend(codes, lethal, unknown, weight), "frame": frame}


def costmap_parts(data: Any, info: Any, lethal: int, unknown: str | float, weight: float) -> Parts:
    """Return a costmap as terrain; see `Map.from_costmap`.

    Raises:
        ArrayError, ArrayTypeError: The data are not a costmap.
        OptionError: An option or the info has a value that is not allowed.
    """
    cells, frame = _cells_of(data, info, "metadata")
    wrong = (cells < 0) | (cells > UNKNOWN)
    if wrong.any():
        raise _wrong_cell(cells, wrong, "bytes from 0 to 255; Map.from_occupancy takes percents and -1")
    codes = cells.astype(np.uint8)
    lethal = checked_whole("lethal", lethal, 1, _LETHAL)
    factor = checked_number("weight", weight, 0)
    legend = {UNKNOWN: _unknown(unknown)}
    for byte in np.unique(codes[codes != UNKNOWN]).tolist():
        name = {FREE: "free", _INSCRIBED: "inscribed", _LETHAL: "lethal"}.get(byte, f"cost {byte}")
        cost = 1 + factor * min(byte, MOST_SCALED) / MOST_SCALED
        legend[byte] = Terrain(name, cost if byte < lethal else 1.0, walkable=byte < lethal)
    return {"terrain": codes, "legend": legend, "frame": frame}


def percent_legend(
    codes: NDArray[np.uint8], lethal: int = 65, unknown: str | float = "wall", weight: float = 0.0
) -> dict[int, Terrain]:
    """Return the meanings of the percents in an occupancy grid; see `Map.from_occupancy`.

    Raises:
        OptionError: An option has a value that is not allowed.
    """
    lethal = checked_whole("lethal", lethal, 1, OCCUPIED)
    factor = checked_number("weight", weight, 0)
    legend = {UNKNOWN: _unknown(unknown)}
    for percent in sorted({FREE, OCCUPIED, *np.unique(codes).tolist()} - {UNKNOWN}):
        grey = 254 - 254 * percent // OCCUPIED
        legend[percent] = Terrain(
            _NAMES.get(percent, f"{percent} % occupied"),
            1 + factor * percent / OCCUPIED if percent < lethal else 1.0,
            walkable=percent < lethal,
            symbol={FREE: ".", OCCUPIED: "#"}.get(percent, ""),
            color=f"#{grey:02x}{grey:02x}{grey:02x}",
        )
    return legend


def occupancy_of(map: LayeredCells) -> NDArray[np.int8]:
    """Return the percents of a map, and -1 for unknown, int8 ``[h, w]``, with the rows in the map's order.

    Terrain of an occupancy grid keeps its percents; other cells are 0 or 100. A cell that was closed or
    opened by hand is 100 or 0, whatever its terrain.

    Example:
        >>> from pathstar.maps.map import Map
        >>> site = Map.from_occupancy([[0, 100, -1, 20]])
        >>> _ = site.edit("passable", (0, 0), False)
        >>> occupancy_of(site).tolist()
        [[100, 100, -1, 20]]
    """
    plain: NDArray[np.int8] = np.where(map.passable, FREE, OCCUPIED).astype(np.int8)
    if map.terrain is None:
        return plain
    percents, opened = np.full(256, -2, np.int8), np.zeros(256, bool)
    for code, terrain in map.legend.items():
        opened[code] = terrain.walkable
        percents[code] = _percent_of(terrain.name)
    known = (percents[map.terrain] != -2) & (opened[map.terrain] == map.passable)
    return np.where(known, percents[map.terrain], plain)


def _percent_of(name: str) -> int:
    named = {name: -1 if code == UNKNOWN else code for code, name in _NAMES.items()}
    found = _PERCENT.fullmatch(name)
    return int(found[1]) if found else named.get(name, -2)


def _unknown(unknown: str | float) -> Terrain:
    cost = as_number(unknown)
    if cost is not None and 0 <= cost < math.inf:
        return Terrain(_NAMES[UNKNOWN], cost, symbol="?", color="#cdcdcd")
    if isinstance(unknown, str) and unknown not in ("wall", "free"):
        raise unknown_name("meaning of unknown cells", unknown, ("wall", "free", "a cost from 0 up"))
    if not isinstance(unknown, str):
        raise OptionError(f"unknown is {unknown!r}; allowed: 'wall', 'free', or a cost from 0 up")
    return Terrain(_NAMES[UNKNOWN], walkable=unknown == "free", symbol="?", color="#cdcdcd")


def _wrong_cell(cells: NDArray[Any], wrong: NDArray[np.bool_], allowed: str) -> ArrayError:
    index = int(np.argmax(wrong))
    place = place_in(cells.shape[1])(index)
    return ArrayError(f"the data hold {cells.flat[index]} at {place}; allowed: {allowed}")


def _cells_of(data: Any, info: Any, called: str) -> tuple[NDArray[Any], Frame | None]:
    """Return the numbers ``[h, w]`` of a message or an array, the top row first, and their frame."""
    if info is None and hasattr(data, called):
        info = getattr(data, called)
        data = data.data
    array = numbers_of(np.frombuffer(data, np.uint8) if isinstance(data, bytes) else data, "data")
    if array.dtype.kind not in "iu":
        raise ArrayTypeError(f"data must hold whole numbers, not {array.dtype}")
    sides = _sides(info)
    if array.ndim == 1 and sides is not None:
        if sides[0] * sides[1] != array.size:
            raise ArrayError(f"the {called} say {sides[1]} x {sides[0]} cells, but there are {array.size}")
        array = array.reshape(sides)
    if array.ndim != 2 or not array.size:
        raise ArrayError(
            f"data must be an array [h, w] with cells, or have {called}; not of shape {array.shape}"
        )
    if sides is not None and array.shape != sides:
        raise ArrayError(f"the {called} say {sides[1]} x {sides[0]} cells, the data have {array.shape}")
    if info is None:
        return array, None
    return array[::-1], Frame.from_pose(_part(info, "resolution"), _origin(info), array.shape[0])


def _sides(info: Any) -> tuple[int, int] | None:
    """Return height and width if the info has them."""
    for width, height in (("width", "height"), ("size_x", "size_y")):
        sides = [_part(info, name, missing=None) for name in (height, width)]
        if None not in sides:
            if not all(isinstance(side, (int, np.integer)) and side > 0 for side in sides):
                raise OptionError(
                    f"the info says {sides[1]!r} x {sides[0]!r} cells; allowed: whole numbers from 1"
                )
            return int(sides[0]), int(sides[1])
    return None


_NEEDED = object()


def _part(info: Any, name: str, missing: Any = _NEEDED) -> Any:
    """Return a field of a message, or an entry of a mapping."""
    found = info.get(name, missing) if isinstance(info, Mapping) else getattr(info, name, missing)
    if found is _NEEDED:
        raise OptionError(f"the info has no {name!r}; allowed: a message's info, or a mapping with {name!r}")
    return found


def _origin(info: Any) -> Any:
    """Return ``(x, y, yaw)`` of a pose, or the origin in a mapping."""
    origin = _part(info, "origin")
    if not hasattr(origin, "orientation"):
        return origin
    x, y, z, w = (getattr(origin.orientation, axis) for axis in "xyzw")
    if max(abs(x), abs(y)) > _LEVEL:
        raise OptionError(f"the origin is turned by ({x}, {y}, {z}, {w}); allowed: a turn about z")
    return origin.position.x, origin.position.y, 2 * math.atan2(z, w)
