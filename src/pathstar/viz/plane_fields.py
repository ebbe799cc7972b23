"""Scenes of fields on a plane: heat maps of small pieces, with lines of equal cost."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.maps.arguments import checked_switch
from pathstar.paths.known import NOWHERE
from pathstar.paths.plane_field import PlaneField
from pathstar.spaces.mesh.navmesh import NavMesh
from pathstar.spaces.mesh.plane import mesh_of
from pathstar.viz.contours import levels_of, with_lines
from pathstar.viz.drawables import scene_of
from pathstar.viz.ground import field_ground, numbered_ground
from pathstar.viz.scene import Scene

Point = tuple[float, float]
Corners = NDArray[np.float64]  # (k, 2)
Triangles = NDArray[np.float64]  # (n, 3, 2)

_SQUARES = 5_000  # that the box around a mesh is cut into, if it is about as wide as high
_FINEST = 1 / 128  # of the box's longer side
_INWARDS = 1e-9  # of a triangle: rounding must not put corners off the mesh


def plane_field_scene(field: PlaneField, levels: int, nearest: Any, layers: dict[str, Any]) -> Scene:
    """Return the scene of a field on a plane.

    Args:
        field: The field.
        levels: How many lines of equal cost to draw.
        nearest: Whether to shade places by the source that they belong to.
        layers: As `scene_of`.

    Raises:
        OptionError: nearest is neither True nor False; or as `scene_of`.
    """
    mesh = mesh_of(field.space)
    scene = scene_of(mesh, **layers)
    layout = scene.layout
    pieces = pieces_of(mesh)
    middles = np.array([piece.mean(axis=0) for piece in pieces]).reshape(-1, 2)
    by_source = checked_switch("nearest", nearest)
    floor = np.ones((1, len(pieces)), bool)
    if by_source:
        sources = field.nearest_of(middles)
        numbers = np.where(sources == NOWHERE, np.nan, sources)
        ground, shading = numbered_ground(floor, numbers.reshape(1, -1), "nearest_source")
    else:
        ground, shading = field_ground(floor, field.cost_of(middles).reshape(1, -1))
        if shading is not None:
            shading = replace(shading, what="cost_from_source" if field.outward else "cost_to_source")
    shapes = padded(pieces)
    drawn = replace(
        layout,
        shape=(1, len(pieces)),
        listed=layout.between(middles),
        shapes=layout.between(shapes.reshape(-1, 2)).reshape(shapes.shape),
        seamless=True,
    )
    scene = replace(scene, layout=drawn, ground=ground, shading=shading)
    if levels == 0 or len(pieces) == 0:
        return scene
    fans = _fans(shapes, middles)
    inside = fans + (fans.mean(axis=1, keepdims=True) - fans) * _INWARDS
    corners, numbers = np.unique(inside.reshape(-1, 2), axis=0, return_inverse=True)
    costs = field.cost_of(corners)
    values = levels_of(costs, levels)
    return with_lines(scene, triangle_contours(fans, costs[numbers.reshape(-1, 3)], values), values)


def pieces_of(mesh: NavMesh) -> list[Corners]:
    """Return the polygons of a mesh cut along lines of a square grid, so that each part gets one shade.

    Example:
        >>> import pathstar as ps
        >>> pieces = pieces_of(ps.NavMesh([(0, 0), (4, 0), (4, 2), (0, 2)], [[0, 1, 2, 3]]))
        >>> 3_000 < len(pieces) < 6_000
        True
    """
    left, top, right, bottom = mesh.bounds
    width, height = right - left, bottom - top
    side = max(max(width, height) * _FINEST, math.sqrt(width * height / _SQUARES))
    points = mesh.vertices
    pieces = []
    for polygon in mesh.polygons:
        for strip in _cut(list(map(tuple, points[polygon].tolist())), 0, left, side):
            pieces += [np.array(piece) for piece in _cut(strip, 1, top, side)]
    return pieces


def padded(pieces: list[Corners]) -> Triangles:
    """Return polygons as one array ``(n, k, 2)``, each filled up with its last corner."""
    most = max(map(len, pieces), default=3)
    rows = [np.pad(piece, ((0, most - len(piece)), (0, 0)), mode="edge") for piece in pieces]
    return np.array(rows, np.float64).reshape(-1, most, 2)


def triangle_contours(
    pieces: Triangles, values: NDArray[np.float64], levels: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the parts of contour lines within triangles, by marching triangles.

    Args:
        pieces: The triangles.
        values: The values at their corners ``(n, 3)``; where one is not finite no line passes.
        levels: The values to draw lines at.

    Returns:
        float64 ``(m, 2, 2)``: two ends each.

    Example:
        >>> corners = np.array([[(0.0, 0.0), (2.0, 0.0), (0.0, 2.0)]])
        >>> triangle_contours(corners, np.array([[0.0, 2.0, 2.0]]), np.array([1.0])).tolist()
        [[[1.0, 0.0], [0.0, 1.0]]]
    """
    whole = np.isfinite(values).all(axis=1)
    pieces, values = pieces[whole], values[whole]
    there, after = np.roll(values, -1, axis=1), np.roll(pieces, -1, axis=1)
    parts = [np.empty((0, 2, 2))]
    for level in levels.tolist():
        crossed = (values < level) != (there < level)
        share = np.divide(level - values, there - values, out=np.zeros_like(values), where=crossed)
        points = pieces + share[..., None] * (after - pieces)
        parts.append(points[crossed].reshape(-1, 2, 2))
    return np.concatenate(parts)


def _fans(shapes: Triangles, middles: Corners) -> Triangles:
    """Return the triangles from the middle of each polygon to each of its sides, float64 ``(n, 3, 2)``."""
    after = np.roll(shapes, -1, axis=1)
    around = np.broadcast_to(middles[:, None], shapes.shape)
    fans = np.stack([around, shapes, after], axis=2).reshape(-1, 3, 2)
    sides: Triangles = fans[(fans[:, 1] != fans[:, 2]).any(axis=1)]
    return sides


def _cut(corners: list[Point], axis: int, low: float, side: float) -> Iterator[list[Point]]:
    """Cut a convex polygon at equal distances along an axis."""
    along = [corner[axis] for corner in corners]
    first, last = math.floor((min(along) - low) / side), math.ceil((max(along) - low) / side)
    rest = corners
    for row in range(first + 1, last):
        before, rest = _halves(rest, axis, low + row * side)
        if len(before) > 2:
            yield before
    if len(rest) > 2:
        yield rest


def _halves(corners: list[Point], axis: int, at: float) -> tuple[list[Point], list[Point]]:
    """Return the parts of a convex polygon on both sides of a line across an axis."""
    before, after = [], []
    for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
        if a[axis] <= at:
            before.append(a)
        if a[axis] >= at:
            after.append(a)
        if (a[axis] - at) * (b[axis] - at) < 0:
            share = (at - a[axis]) / (b[axis] - a[axis])
            other = a[1 - axis] + share * (b[1 - axis] - a[1 - axis])
            crossing = (at, other) if axis == 0 else (other, at)
            before.append(crossing)
            after.append(crossing)
    return before, after
