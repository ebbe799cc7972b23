"""The ground of a mesh that is edited, cut into squares that are rebuilt one by one.

A square with many corners is cut into four, so squares are small where there is much detail. The result for a
square depends only on its ground and its patches, in the order of their numbers. So an edit rebuilds only the
squares in which a patch was added or removed, and the result equals a mesh built at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar import _core
from pathstar.errors import need_extra
from pathstar.spaces.mesh.arrays import Points, PolygonArrays
from pathstar.spaces.mesh.outlines import triangles_of

Box = tuple[float, float, float, float]
Costs = NDArray[np.float64]

_MOST_CORNERS = 96  # in one square
_MOST_CUTS = 16


@dataclass(frozen=True, eq=False)
class Patch:
    """A part of the plane where the ground differs.

    Attributes:
        shape: A shapely geometry.
        cost: The cost of a unit of length there; infinite for an obstacle.
    """

    shape: Any
    cost: float


@dataclass(eq=False)
class _Square:
    """A square, and the patches from which it was last made.

    Attributes:
        box: Its least x and y and its greatest x and y.
        ground: The patches of ground in it.
        cuts: The number of cuts of the plane that led to it.
        clips: The part in the square of each patch, by its number; None if there is none.
        numbers: The patches in it.
        leaves: The polygons in it, by the smallest squares.
        bare: The same without patches; None before it is first made.
        quarters: The squares into which it is cut, or was when it had more patches.
    """

    box: Box
    ground: list[Patch]
    cuts: int
    clips: dict[int, Patch | None]
    numbers: tuple[int, ...] | None = None
    leaves: tuple[_core.MeshPart, ...] = ()
    bare: tuple[_core.MeshPart, ...] | None = None
    quarters: tuple[_Square, ...] = ()


class Tiles:
    """The squares over a ground.

    Args:
        ground: The ground without obstacles and areas: patches that overlap only on their borders.

    Attributes:
        made: The number of squares made in all.
    """

    def __init__(self, ground: list[Patch]) -> None:
        shapely = need_extra("shapely", "mesh")
        shapes = [shapely.Polygon(), *(patch.shape for patch in ground)]  # there may be no ground
        left, top, right, bottom = shapely.total_bounds(shapes).tolist()
        side = max(right - left, bottom - top)  # NaN if there is no ground
        box = (left, top, max(left + side, right), max(top + side, bottom))
        self._root = _Square(box, [patch for patch in ground if not patch.shape.is_empty], 0, {})
        self.made = 0

    def mesh(self, patches: Mapping[int, Patch]) -> _core.Mesh:
        """Return the mesh of the ground with patches.

        Args:
            patches: By number. A number always means the same patch. Of overlapping areas, the one with the
                greatest number counts; obstacles count before all areas.
        """
        root = self._root
        for number in root.clips.keys() - patches.keys():
            _forget(root, number)
        for number in sorted(patches.keys() - root.clips.keys()):
            root.clips[number] = _clipped(patches[number], root.box)
        self._make(root)
        return _core.join_parts(root.leaves)

    def _make(self, square: _Square) -> None:
        """Make the polygons of a square, unless it was made from these patches."""
        patches = {number: patch for number in sorted(square.clips) if (patch := square.clips[number])}
        numbers = tuple(patches)
        if numbers == square.numbers:
            return
        square.numbers = numbers
        if not numbers and square.bare is not None:
            square.leaves = square.bare
            return
        shapes = [patch.shape for patch in (*square.ground, *patches.values())]
        corners = sum(need_extra("shapely", "mesh").get_num_coordinates(shapes).tolist())
        if not square.ground:
            square.leaves = ()
        elif corners <= _MOST_CORNERS or square.cuts == _MOST_CUTS:
            self.made += 1
            part = _filled(square.ground, list(patches.values()))
            square.leaves = () if part is None else (part,)
        else:
            _cut(square, patches)
            for quarter in square.quarters:
                self._make(quarter)
            square.leaves = tuple(leaf for quarter in square.quarters for leaf in quarter.leaves)
        if not numbers:
            square.bare = square.leaves


def _cut(square: _Square, patches: Mapping[int, Patch]) -> None:
    """Cut a square into four, or give its quarters the patches that lie in them now."""
    left, top, right, bottom = square.box
    x, y = (left + right) / 2, (top + bottom) / 2
    known = set(square.quarters[0].clips) if square.quarters else set()
    notched = {number: _notched(patches[number], x, y) for number in patches.keys() - known}
    if not square.quarters:
        boxes = [(left, top, x, y), (x, top, right, y), (left, y, x, bottom), (x, y, right, bottom)]
        ground = [_notched(patch, x, y) for patch in square.ground]
        parts = [[part for patch in ground if (part := _clipped(patch, box))] for box in boxes]
        square.quarters = tuple(
            _Square(box, part, square.cuts + 1, {}) for box, part in zip(boxes, parts, strict=True)
        )
    for quarter in square.quarters:
        quarter.clips.update({number: _clipped(patch, quarter.box) for number, patch in notched.items()})


def _forget(square: _Square, number: int) -> None:
    if number in square.clips:
        del square.clips[number]
        for quarter in square.quarters:
            _forget(quarter, number)


def _clipped(patch: Patch, box: Box) -> Patch | None:
    """Return the part of a patch in a box, or None; the two borders must not cross."""
    shapely = need_extra("shapely", "mesh")
    left, top, right, bottom = patch.shape.bounds
    if right <= box[0] or bottom <= box[1] or left >= box[2] or top >= box[3]:
        return None
    if left >= box[0] and top >= box[1] and right <= box[2] and bottom <= box[3]:
        return patch
    parts = shapely.get_parts(shapely.intersection(patch.shape, shapely.box(*box)))
    flat = [part for part in parts if part.geom_type == "Polygon" and part.area > 0]
    return Patch(shapely.MultiPolygon(flat), patch.cost) if flat else None


def _notched(patch: Patch, x: float, y: float) -> Patch:
    """Return a patch with a corner wherever its border crosses a vertical and a horizontal line.

    Then the four quarters beside these lines have the same corners on them, to the last bit.
    """
    left, top, right, bottom = patch.shape.bounds
    if not (left < x < right or top < y < bottom):
        return patch
    shapely = need_extra("shapely", "mesh")

    def ring(line: Any) -> Points:
        points: Points = shapely.get_coordinates(line)
        return _with_crossings(_with_crossings(points, x, 0), y, 1)

    parts = [
        shapely.Polygon(ring(part.exterior), [ring(hole) for hole in part.interiors])
        for part in shapely.get_parts(patch.shape)
    ]
    return Patch(shapely.MultiPolygon(parts), patch.cost)


def _with_crossings(points: Points, at: float, axis: int) -> Points:
    """Return a line with a point wherever it crosses a coordinate, the same point in both directions."""
    begin, end = points[:-1], points[1:]
    rows = np.flatnonzero(
        (begin[:, axis] < at) & (end[:, axis] > at) | (begin[:, axis] > at) & (end[:, axis] < at)
    )
    if not rows.size:
        return points
    rising = begin[rows, axis] < end[rows, axis]
    low = np.where(rising[:, None], begin[rows], end[rows])
    high = np.where(rising[:, None], end[rows], begin[rows])
    share = (at - low[:, axis]) / (high[:, axis] - low[:, axis])
    crossings = np.empty((len(rows), 2))
    crossings[:, axis] = at
    crossings[:, 1 - axis] = low[:, 1 - axis] + share * (high[:, 1 - axis] - low[:, 1 - axis])
    return np.insert(points, rows + 1, crossings, axis=0)


def _filled(ground: list[Patch], patches: list[Patch]) -> _core.MeshPart | None:
    """Return the ground with patches as merged convex polygons, or None if nothing is left.

    All borders together cut the plane into parts that share whole sides; each part is ground of one cost, or
    no ground.
    """
    shapely = need_extra("shapely", "mesh")
    borders = shapely.union_all([shapely.boundary(patch.shape) for patch in (*ground, *patches)])
    parts = shapely.get_parts(shapely.polygonize(shapely.get_parts(borders)))
    inner = shapely.point_on_surface(parts)
    costs = np.full(len(parts), np.inf)
    areas = [patch for patch in patches if np.isfinite(patch.cost)]
    obstacles = [patch for patch in patches if not np.isfinite(patch.cost)]
    for patch in (*ground, *areas, *obstacles):
        shapely.prepare(patch.shape)
        costs[shapely.intersects(patch.shape, inner) & (np.isfinite(costs) | (patch in ground))] = patch.cost
    kept = np.isfinite(costs)
    if not kept.any():
        return None
    return _core.MeshPart(*triangles_of(parts[kept], costs[kept]))


def pieces_of(rings: list[Points], costs: Costs) -> list[Patch]:
    """Return the ground of convex polygons: for each cost, the union of the polygons with it."""
    shapely = need_extra("shapely", "mesh")
    polygons = np.array([shapely.Polygon(ring) for ring in rings], object)
    return [
        Patch(shapely.union_all(polygons[costs == cost]), float(cost)) for cost in np.unique(costs).tolist()
    ]


def by_polygon(arrays: PolygonArrays) -> list[Points]:
    """Return the corners of each polygon."""
    points, corners, offsets = arrays
    return [points[corners[begin:end]] for begin, end in pairwise(offsets.tolist())]
