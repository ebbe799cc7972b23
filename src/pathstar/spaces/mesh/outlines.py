"""Outlines and holes as callers give them, checked, merged and cut into triangles by shapely."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import ArrayError, OptionError, PathstarError, need_extra
from pathstar.maps.arguments import as_number, checked_list
from pathstar.spaces.mesh.arrays import Points, checked_points, joined

_FLAT = ("Polygon", "MultiPolygon")
_COLLECTIONS = ("FeatureCollection", "GeometryCollection")


def shapes_of(outlines: Any, name: str) -> list[Any]:
    """Return outlines as shapely polygons.

    Args:
        outlines: A list of rings ``(n, 2)``, of shapely geometries or of GeoJSON objects; or a single
            geometry or object.
        name: The name of the argument, for errors.

    Raises:
        ArrayError: A ring has fewer than three points, no area, or crosses itself.
        OptionError: A geometry is not a polygon.
        PlaceError, PlaceTypeError: Coordinates are not finite numbers, or beyond 1e100.
        MissingExtraError: shapely is not installed.
    """
    if isinstance(outlines, Mapping) or hasattr(outlines, "__geo_interface__"):
        return _geometries(outlines, name)
    try:
        entries = list(outlines)
    except TypeError:
        raise OptionError(f"{name} is {outlines!r}; allowed: a list of rings or of polygons") from None
    if entries and _is_point(entries[0]):
        raise ArrayError(f"{name} is one ring, not a list of rings; put it into a list: [ring]")
    found: list[Any] = []
    for number, each in enumerate(entries):
        called = f"{name}[{number}]"
        if isinstance(each, Mapping) or hasattr(each, "__geo_interface__"):
            found += _geometries(each, called)
        else:
            found.append(_ring(each, called))
    return found


def _is_point(entry: Any) -> bool:
    return (
        isinstance(entry, (tuple, list, np.ndarray))
        and getattr(entry, "shape", None) != ()  # which has no length
        and len(entry) == 2
        and all(as_number(number) is not None for number in entry)
    )


def _ring(ring: Any, name: str) -> Any:
    shapely = need_extra("shapely", "mesh")
    points = checked_points(ring, name)
    if len(np.unique(points, axis=0)) < 3:
        raise ArrayError(f"{name} has fewer than three different points; an outline needs at least three")
    return _checked(shapely.Polygon(points), name)


def _geometries(given: Any, name: str) -> list[Any]:
    """Return the polygons of a shapely geometry, a GeoJSON object or anything that can become one."""
    shape = need_extra("shapely.geometry", "mesh").shape
    described = given if isinstance(given, Mapping) else getattr(given, "__geo_interface__", None)
    if not isinstance(described, Mapping):
        raise OptionError(f"{name} is {given!r:.80}; allowed: shapely geometries, or objects of GeoJSON")
    kind = described.get("type")
    if kind in _COLLECTIONS:
        parts = checked_list(name, described.get("features", described.get("geometries", ())), "objects")
        return [found for row, part in enumerate(parts) for found in _geometries(part, f"{name}[{row}]")]
    if kind == "Feature":
        geometry = described.get("geometry")  # None for a feature without a place
        return [] if geometry is None else _geometries(geometry, name)
    if kind not in _FLAT:
        raise OptionError(f"{name} is a {kind or 'mapping without a type'}; allowed: {', '.join(_FLAT)}")
    try:
        with np.errstate(invalid="ignore"):  # _checked refuses NaN
            geometry = shape(described)
    except PathstarError:
        raise
    except KeyError as missing:
        raise ArrayError(f"{name} is a {kind} without {missing}") from missing
    except Exception as error:
        raise ArrayError(f"{name} is not a {kind}: {error}") from error
    return [_checked(part, name) for part in getattr(geometry, "geoms", (geometry,))]


def _checked(polygon: Any, name: str) -> Any:
    shapely = need_extra("shapely", "mesh")
    checked_points(shapely.get_coordinates(polygon), name)
    if polygon.convex_hull.area == 0:
        raise ArrayError(f"{name} has no area")
    if not polygon.is_valid:
        raise ArrayError(f"{name} is not a simple polygon: {shapely.is_valid_reason(polygon)}")
    return polygon


def ground_of(outlines: list[Any], holes: list[Any]) -> Any:
    """Return the union of outlines without the holes.

    Args:
        outlines: shapely polygons.
        holes: shapely polygons.

    Raises:
        ArrayError: A hole lies outside all outlines.
    """
    shapely = need_extra("shapely", "mesh")
    ground = shapely.union_all(outlines)
    for number, hole in enumerate(holes):
        if not shapely.relate_pattern(ground, hole, "T********"):
            raise ArrayError(f"holes[{number}] lies outside all outlines")
    return ground.difference(shapely.union_all(holes)) if holes else ground


def moved(shape: Any, radius: float) -> Any:
    """Return a shape whose border is moved outwards by a radius, or inwards if it is negative.

    Corners that stick out stay sharp.
    """
    return shape.buffer(radius, join_style="mitre") if radius else shape


def triangles_of(shapes: NDArray[Any], costs: NDArray[np.float64]) -> tuple[Any, ...]:
    """Return triangles that fill shapely polygons with whole shared sides, and the cost of each triangle.

    Args:
        shapes: The polygons ``(n,)``.
        costs: The cost of a unit of length in each, float64 ``(n,)``.
    """
    shapely = need_extra("shapely", "mesh")
    parts, rows = shapely.get_parts(shapely.constrained_delaunay_triangles(shapes), return_index=True)
    rings: Points = shapely.get_coordinates(parts).reshape(-1, 4, 2)[:, :3]
    clockwise = ~shapely.is_ccw(shapely.get_exterior_ring(parts))
    rings[clockwise] = rings[clockwise, ::-1]
    arrays = joined(rings.reshape(-1, 2), list(np.arange(3 * len(rings), dtype=np.int64).reshape(-1, 3)))
    return (*arrays, np.ascontiguousarray(costs[rows]))
