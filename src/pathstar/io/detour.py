"""Navigation meshes as RecastDemo saves them: a set of Detour's tiles, seen from above."""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pathstar import _core
from pathstar.io.source import Source
from pathstar.spaces.mesh.arrays import joined
from pathstar.spaces.mesh.navmesh import NavMesh

SET_VERSION, TILE_VERSION = 1, 7
_SET = struct.Struct("<4s2i5f2i")
_TILE = struct.Struct("<4s4iI9i10f")
_SET_MAGIC, _TILE_MAGIC = b"TESM", b"VAND"  # little-endian MSET and DNAV
_POLYGON = np.dtype(
    [
        ("link", "<u4"),
        ("vertices", "<u2", 6),
        ("beside", "<u2", 6),
        ("flags", "<u2"),
        ("count", "u1"),
        ("kind", "u1"),
    ]
)
_JUMP = np.dtype(
    [
        ("ends", "<f4", 6),
        ("radius", "<f4"),
        ("polygon", "<u2"),
        ("flags", "u1"),
        ("side", "u1"),
        ("user", "<u4"),
    ]
)
_SIZES = {4: 12, 8: 16}  # of a link, by the size of a reference in bytes
_OUTSIDE, _BOTH_WAYS, _IS_JUMP = 0x8000, 1, 1
_AREA = 0x3F  # the bits of a polygon's kind that number its area
_SLACK = 0.01  # of a tile: the distance of a corner from the border on which it lies

Ring = list[tuple[float, float]]
_Jump = tuple[tuple[float, float], tuple[float, float], int, float, bool]


@dataclass(frozen=True)
class _Tile:
    """The content of a tile, with all numbers checked.

    Attributes:
        rings: The corners of its polygons, x and z.
        areas: The area number of each polygon, 0 to 63.
        jumps: Its off-mesh connections: start, end, area, radius, whether both ways.
    """

    rings: list[Ring]
    areas: list[int]
    jumps: list[_Jump]


class _Where(NamedTuple):
    """Where a tile lies in a file.

    Attributes:
        begin, end: Its bytes.
        wide: The bytes of a reference.
        grid: Where the tiles begin, x, y and z, and their width and depth.
    """

    begin: int
    end: int
    wide: int
    grid: tuple[float, ...]


class _Counts(NamedTuple):
    """The counts in the head of a tile, in their order; the last one is the first polygon that is a jump."""

    polygons: int
    vertices: int
    links: int
    details: int
    detail_vertices: int
    triangles: int
    nodes: int
    jumps: int
    first_jump: int


def read_detour(
    source: Source, data: bytes, costs: Mapping[int, float], heights: tuple[float, float]
) -> NavMesh:
    """Return the mesh of a set of tiles; x is x, and z becomes y.

    Args:
        source: The file, for its name in errors.
        data: Its bytes: ``MSET`` version 1, with tiles ``DNAV`` of version 7 and references of 4 or 8 bytes.
        costs: The cost of a unit of length in an area, by its number; 1 for areas not listed.
        heights: The least and the greatest height of polygons, and of the ends of jumps, to read.

    Raises:
        MapFormatError: A number is wrong, or polygons lie above one another.
        ArrayError, PlaceError: The polygons do not form a mesh.
    """
    tiles = [_tile(source, data, heights, where) for where in _tiles(source, data)]
    rings = [ring for tile in tiles for ring in tile.rings]
    mesh = mesh_of_rings(source, rings, [area for tile in tiles for area in tile.areas], costs)
    for start, end, area, radius, both_ways in (jump for tile in tiles for jump in tile.jumps):
        if not mesh.size:
            break
        ends = mesh.nearest(start), mesh.nearest(end)
        if ends[0] != ends[1] and max(map(math.dist, ends, (start, end))) <= radius:
            mesh.add_link(*ends, math.dist(start, end) * float(costs.get(area, 1.0)), both_ways=both_ways)
    return mesh


def mesh_of_rings(source: Source, rings: list[Ring], areas: list[int], costs: Mapping[int, float]) -> NavMesh:
    """Return the mesh of polygons seen from above; sides that overlap are joined.

    Args:
        source: The file, for its name in errors.
        rings: The corners of each polygon, x and z.
        areas: The area number of each polygon.
        costs: The cost of a unit of length in an area, by its number; 1 for areas not listed.

    Raises:
        MapFormatError: Polygons lie above one another.
        ArrayError, PlaceError: The polygons do not form a mesh.
    """
    parts, prices = [], []
    for ring, area in zip(rings, areas, strict=True):
        convex = convex_parts(ring)
        parts += convex
        prices += [float(costs.get(area, 1.0))] * len(convex)
    corners = np.array([place for ring in parts for place in ring], np.float64).reshape(-1, 2)
    starts = np.cumsum([0, *map(len, parts)])
    points, numbers, offsets = _core.stitch_polygons(
        *joined(corners, [np.arange(begin, end) for begin, end in pairwise(starts.tolist())])
    )
    mesh = NavMesh(points, np.split(numbers, offsets[1:-1]) if parts else [], prices)
    _check_flat(source, mesh)
    return mesh


def _tiles(source: Source, data: bytes) -> Iterator[_Where]:
    """Yield where each tile lies."""
    if len(data) < _SET.size or data[:4] != _SET_MAGIC:
        raise source.error(found=repr(data[:4]), expected="a set of tiles, which begins with 'TESM'")
    _, version, count, *grid, _, _ = _SET.unpack_from(data)
    if version != SET_VERSION:
        raise source.error(found=f"version {version} of the set", expected=f"version {SET_VERSION}")
    if count < 0 or not all(map(math.isfinite, grid)) or min(grid[3:]) < 0:
        raise source.error(
            found=f"{count} tiles of {grid[3]:g} x {grid[4]:g}", expected="a count and sizes from 0"
        )
    at = _SET.size
    wide = 4 if data[at + 8 : at + 12] == _TILE_MAGIC else 8
    head = 2 * wide  # a reference, the size, and padding
    for number in range(count):
        (size,) = struct.unpack_from("<i", data, at + wide) if at + head <= len(data) else (-1,)
        if size < _TILE.size or at + head + size > len(data):
            left = max(0, len(data) - at - head)
            raise source.error(
                found=f"tile {number} of {size} bytes", expected=f"{_TILE.size} to {left} bytes"
            )
        yield _Where(at + head, at + head + size, wide, (*grid,))
        at += head + size


def _tile(source: Source, data: bytes, heights: tuple[float, float], where: _Where) -> _Tile:
    """Return the content of a tile."""
    magic, version, x, z, *_ = head = _TILE.unpack_from(data, where.begin)
    name = f"tile ({x}, {z})"
    if magic != _TILE_MAGIC or version != TILE_VERSION:
        raise source.error(
            found=f"{magic!r}, version {version}, in {name}",
            expected=f"{_TILE_MAGIC!r}, version {TILE_VERSION}",
        )
    counts = _Counts(*head[6:15])
    sizes = _checked_sizes(source, counts, where, name)
    at = where.begin + _TILE.size
    vertices = np.frombuffer(data, "<f4", 3 * counts.vertices, at).reshape(-1, 3).astype(np.float64)
    if not np.isfinite(vertices).all():
        raise source.error(found=f"a vertex of {name} that is not finite", expected="finite numbers")
    polygons = np.frombuffer(data, _POLYGON, counts.polygons, at + int(sizes[1]))
    jumps = np.frombuffer(data, _JUMP, counts.jumps, where.end - int(sizes[7]))
    flat = vertices[:, [0, 2]]
    wanted: list[tuple[NDArray[np.uint16], int]] = []
    for row, polygon in enumerate(polygons):
        numbers = _corners(source, polygon, counts.vertices, f"polygon {row} in {name}")
        if int(polygon["kind"]) >> 6 == _IS_JUMP:
            continue
        side = _side_off_border(flat, polygon, (x, z), where.grid)
        if side is not None:
            found = f"side {side} of polygon {row} in {name}"
            raise source.error(found=found, expected="a side on the tile's border")
        if polygon["flags"] != 0 and heights[0] <= vertices[numbers, 1].mean() <= heights[1]:
            wanted.append((numbers, int(polygon["kind"]) & _AREA))
    rings = [[(float(a), float(b)) for a, b in flat[numbers]] for numbers, _ in wanted]
    kept = [jump for each in jumps if (jump := _jump(source, each, polygons, heights, name))]
    return _Tile(rings, [area for _, area in wanted], kept)


def _checked_sizes(source: Source, counts: _Counts, where: _Where, name: str) -> NDArray[np.int64]:
    """Return the bytes that the parts of a tile take, which must fill it."""
    sizes = np.array([32, 12, _SIZES[where.wide], 12, 12, 4, 16, 36]) * np.array(counts[:8], np.int64)
    length = where.end - where.begin
    if min(counts) < 0 or counts.first_jump > counts.polygons or int(sizes.sum()) + _TILE.size != length:
        raise source.error(found=f"counts {(*counts,)} in {name}", expected=f"what fills {length} bytes")
    return sizes


def _corners(source: Source, polygon: np.void, vertices: int, name: str) -> NDArray[np.uint16]:
    """Return the numbers of a polygon's vertices; its tile has `vertices` of them."""
    count = int(polygon["count"])
    numbers: NDArray[np.uint16] = polygon["vertices"][:count]
    if not 2 <= count <= 6 or (numbers >= vertices).any():
        found = f"{count} vertices {numbers.tolist()} of {name}"
        raise source.error(found=found, expected=f"2 to 6 vertices below {vertices}")
    return numbers


def _side_off_border(
    flat: NDArray[np.float64], polygon: np.void, tile: tuple[int, int], grid: tuple[float, ...]
) -> int | None:
    """Move sides that lead to other tiles onto the borders; return one that does not lie there, or None.

    The arguments are those of `_put_on_border`.
    """
    count = int(polygon["count"])
    for side, beside in enumerate(polygon["beside"][:count].tolist()):
        ends = polygon["vertices"][[side, (side + 1) % count]]
        if beside & _OUTSIDE and not _put_on_border(flat, ends, beside, tile, grid):
            return side
    return None


def _put_on_border(
    flat: NDArray[np.float64],
    ends: NDArray[np.uint16],
    beside: int,
    tile: tuple[int, int],
    grid: tuple[float, ...],
) -> bool:
    """Move a side that leads to another tile onto their common border, from which float32 deviates a little.

    Args:
        flat: The vertices of the tile ``(n, 2)``, which change.
        ends: The numbers of the side's two vertices.
        beside: The polygon's entry for that side.
        tile: The tile's column and row.
        grid: Where the tiles begin, x, y and z, and their width and depth.

    Returns:
        Whether the side lies there.
    """
    axis, farther = {0: (0, 1), 4: (0, 0), 2: (1, 1), 6: (1, 0)}.get(beside & 0xF, (2, 0))
    if axis == 2:
        return True  # a portal within the tile
    border = grid[2 * axis] + (tile[axis] + farther) * grid[3 + axis]
    if np.abs(flat[ends, axis] - border).max() > _SLACK * grid[3 + axis]:
        return False
    flat[ends, axis] = border
    return True


def _jump(
    source: Source,
    jump: np.void,
    polygons: NDArray[np.void],
    heights: tuple[float, float],
    where: str,
) -> _Jump | None:
    """Return an off-mesh connection, or None if one end lies beyond the heights."""
    ends, number = jump["ends"].astype(np.float64), int(jump["polygon"])
    if not np.isfinite(ends).all() or number >= len(polygons) or not 0 <= jump["radius"] < math.inf:
        raise source.error(
            found=f"an off-mesh connection of polygon {number} in {where}",
            expected="finite ends and a radius",
        )
    if not all(heights[0] <= height <= heights[1] for height in (ends[1], ends[4])):
        return None
    start, end = (float(ends[0]), float(ends[2])), (float(ends[3]), float(ends[5]))
    return (
        start,
        end,
        int(polygons[number]["kind"]) & _AREA,
        float(jump["radius"]),
        bool(jump["flags"] & _BOTH_WAYS),
    )


def _check_flat(source: Source, mesh: NavMesh) -> None:
    """Check that no polygons lie above one another, where a place (x, y) would lie on both."""
    core = mesh.core
    for face, middle in enumerate(mesh.places_of(range(mesh.size)).tolist()):
        if len(core.faces_at((middle[0], middle[1]))) > 1:
            found = f"polygon {face} above or below another one at {tuple(middle)}"
            raise source.error(
                found=found, expected="one floor, as a NavMesh is flat; heights=(low, high) chooses it"
            )


def convex_parts(ring: Ring) -> list[Ring]:
    """Return a simple polygon, or triangles that fill it if it is not convex.

    Recast's polygons are convex on its grid; rounding to float32 may bend a straight side inwards.

    Example:
        >>> square, dented = [(0, 0), (2, 0), (2, 2), (0, 2)], [(0, 0), (2, 1), (4, 0), (2, 3)]
        >>> len(convex_parts(square)), len(convex_parts(dented))
        (1, 2)
    """
    exact = [(Fraction(x), Fraction(y)) for x, y in ring]

    def turn(a: int, b: int, c: int) -> Fraction:
        (ax, ay), (bx, by), (cx, cy) = exact[a], exact[b], exact[c]
        return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)

    area = sum((turn(0, i, i + 1) for i in range(1, len(ring) - 1)), Fraction(0))
    left = list(range(len(ring))) if area >= 0 else list(range(len(ring)))[::-1]
    if all(turn(left[i - 2], left[i - 1], left[i]) >= 0 for i in range(len(left))):
        return [ring]
    found: list[Ring] = []
    while len(left) > 3:
        for i in range(len(left)):
            a, b, c = left[i - 2], left[i - 1], left[i]
            inside = (
                d
                for d in left
                if d not in (a, b, c) and min(turn(a, b, d), turn(b, c, d), turn(c, a, d)) >= 0
            )
            if turn(a, b, c) > 0 and next(inside, None) is None:
                break
        else:
            return [ring]  # it crosses itself, so no mesh accepts it
        found.append([ring[a], ring[b], ring[c]])
        left.remove(b)
    return [*found, [ring[each] for each in left]]
