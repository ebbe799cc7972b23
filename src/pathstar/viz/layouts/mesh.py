"""Navigation meshes: polygons where they lie on the plane."""

from __future__ import annotations

import numpy as np

from pathstar.spaces.mesh.navmesh import NavMesh
from pathstar.viz.layouts.layout import Layout

_LONGER_SIDE = 40.0  # units
_BORDER = 0.6
_SIDE = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])


def mesh_layout(mesh: NavMesh) -> Layout:
    """Return the layout of a mesh: each polygon is a cell with an outline of its own."""
    left, top, right, bottom = mesh.bounds
    span = np.array([right - left, bottom - top])
    unit = _LONGER_SIDE / (float(span.max()) or 1.0)
    origin = np.array([left, top]) - _BORDER / unit
    points, polygons = mesh.vertices, mesh.polygons
    most = max(map(len, polygons), default=3)
    padded = [np.pad(polygon, (0, most - len(polygon)), mode="edge") for polygon in polygons]
    corners = np.array(padded, np.int64).reshape(-1, most)
    links = list(mesh.links.values())
    ends = np.array([(each.start, each.end) for each in links], np.float64).reshape(-1, 2, 2)
    width, height = (span * unit + 2 * _BORDER).tolist()
    return Layout(
        noun="point",
        shape=(1, mesh.size),
        size=(width, height),
        outlines=(_SIDE,),
        pitch=(0.0, 0.0),
        listed=(mesh.places_of(range(mesh.size)) - origin) * unit,
        shapes=(points[corners] - origin) * unit,
        origin=origin,
        unit=unit,
        links=(ends - origin) * unit,
        both_ways=np.array([each.both_ways for each in links], np.bool_),
    )
