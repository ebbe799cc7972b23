"""Polygon meshes of Recast as JSON, written by rerecast, seen from above."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.io.detour import Ring, mesh_of_rings
from pathstar.io.source import Source, parsed_json
from pathstar.spaces.mesh.navmesh import NavMesh

_NONE = 0xFFFF  # fills up polygons with fewer corners
_FARTHEST = 1e100
_NOT_WALKABLE = 0  # the area of ground that Recast leaves out


def read_recast(
    source: Source, data: bytes, costs: Mapping[int, float], heights: tuple[float, float]
) -> NavMesh:
    """Return the mesh; x is x, and z becomes y.

    Args:
        source: The file, for its name in errors.
        data: Its text: an object with ``vertices`` (triples of whole numbers), ``polygons`` (their numbers,
            ``max_vertices_per_polygon`` for each, filled up with 65535), ``areas``, ``aabb``, ``cell_size``
            and ``cell_height``.
        costs: The cost of a unit of length in an area, by its number; 1 for areas not listed.
        heights: The least and the greatest mean height of polygons to read.

    Raises:
        MapFormatError: An entry is missing or wrong, or polygons lie above one another.
        ArrayError, PlaceError: The polygons do not form a mesh.
    """
    described = parsed_json(source, data)
    if not isinstance(described, dict):
        raise source.error(found=type(described).__name__, expected="an object with vertices and polygons")
    places = _places(source, described)
    polygons = _polygons(source, described, len(places))
    areas = _areas(source, described, len(polygons))
    rings: list[Ring] = []
    kept = []
    for corners, area in zip(polygons, areas, strict=True):
        ring = places[corners]
        if area != _NOT_WALKABLE and heights[0] <= ring[:, 1].mean() <= heights[1]:
            rings.append([(float(x), float(z)) for x, _, z in ring])
            kept.append(area)
    return mesh_of_rings(source, rings, kept, costs)


def _places(source: Source, described: dict[str, Any]) -> NDArray[np.float64]:
    """Return the positions of the vertices, ``(n, 3)``."""
    size, height = (_number(source, described, name) for name in ("cell_size", "cell_height"))
    bounds = _part(source, described, "aabb", dict)
    least = _whole(source, "aabb.min", _part(source, bounds, "min", list), (int, float))
    if len(least) != 3 or not all(abs(at) <= _FARTHEST for at in least):
        raise source.error(found=f"aabb.min {least}", expected=f"three numbers up to {_FARTHEST:g}")
    rows = _part(source, described, "vertices", list)
    for number, row in enumerate(rows):
        if not isinstance(row, list) or len(row) != 3:
            raise source.error(found=f"vertex {number}: {row!r}", expected="three whole numbers")
        _whole(source, f"vertex {number}", row, int)
        if not all(0 <= at <= _NONE for at in row):
            raise source.error(found=f"vertex {number}: {row}", expected=f"numbers from 0 to {_NONE}")
    cells = np.array(rows, np.float64).reshape(-1, 3)
    return cells * (size, height, size) + np.array(least, np.float64)


def _polygons(source: Source, described: dict[str, Any], vertices: int) -> list[list[int]]:
    """Return the numbers of each polygon's corners."""
    most = _number(source, described, "max_vertices_per_polygon")
    numbers = _whole(source, "polygons", _part(source, described, "polygons", list), int)
    if most < 3 or most != int(most) or len(numbers) % int(most):
        raise source.error(
            found=f"{len(numbers)} numbers of polygons with up to {most:g} corners",
            expected="as many numbers for each polygon, 3 or more",
        )
    wide, found = int(most), []
    for begin in range(0, len(numbers), wide):
        corners = list(takewhile(lambda corner: corner != _NONE, numbers[begin : begin + wide]))
        if len(corners) < 3 or not all(0 <= corner < vertices for corner in corners):
            raise source.error(
                found=f"polygon {begin // wide} with the corners {corners}",
                expected=f"3 to {wide} numbers below {vertices}",
            )
        found.append(corners)
    return found


def _areas(source: Source, described: dict[str, Any], polygons: int) -> list[int]:
    areas = _whole(source, "areas", _part(source, described, "areas", list), int)
    if len(areas) != polygons or not all(0 <= area <= 255 for area in areas):
        raise source.error(
            found=f"{len(areas)} areas", expected=f"{polygons}, one for each polygon, from 0 to 255"
        )
    return areas


def _part(source: Source, described: dict[str, Any], name: str, kind: type) -> Any:
    if name not in described:
        known = ", ".join(sorted(map(repr, described))[:8])
        raise source.error(found=known or "an empty object", expected=f"the name {name!r}")
    if not isinstance(described[name], kind):
        what = "a list" if kind is list else "an object"
        raise source.error(found=f"{name} is {type(described[name]).__name__}", expected=what)
    return described[name]


def _number(source: Source, described: dict[str, Any], name: str) -> float:
    value = described.get(name)
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value <= _FARTHEST:
        raise source.error(found=f"{name} is {value!r}", expected=f"a number above 0, up to {_FARTHEST:g}")
    return float(value)


def _whole(source: Source, name: str, values: list[Any], kind: type | tuple[type, ...]) -> list[Any]:
    """Return a list of numbers of a kind; JSON's true and false are not numbers."""
    for value in values:
        if isinstance(value, bool) or not isinstance(value, kind):
            raise source.error(found=f"{value!r} in {name}", expected="numbers")
    return values
