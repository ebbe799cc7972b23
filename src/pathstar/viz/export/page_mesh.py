"""A navigation mesh in the form in which a saved page draws it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.spaces.mesh.plane import mesh_of
from pathstar.traces.trace import Trace
from pathstar.viz.scene import Scene


def mesh_data(trace: Trace, scene: Scene) -> dict[str, Any]:
    """Return the mesh of a search in the form for ``mesh.js``.

    Args:
        trace: The search.
        scene: The scene of its last step.
    """
    mesh = mesh_of(trace.space)
    layout = scene.layout
    points, corners, offsets = mesh.core.polygons()
    origin, unit = layout.origin, layout.unit
    assert origin is not None

    def on_plane(line: NDArray[np.float64]) -> list[list[float]]:
        points: list[list[float]] = (line / unit + origin).tolist()
        return points

    return {
        "origin": origin.tolist(),
        "unit": unit,
        "ground": [[points[ring].tolist()] for ring in _rings(corners, offsets, mesh.core.neighbours())],
        "polygons": {
            "points": points.ravel().tolist(),
            "corners": corners.tolist(),
            "offsets": offsets.tolist(),
            "costs": mesh.costs.tolist(),
        },
        "links": [
            {"bow": on_plane(layout.bow(*ends)), "bothWays": both}
            for ends, both in zip(layout.links, layout.both_ways.tolist(), strict=True)
        ],
        "way": on_plane(layout.way(scene.line, scene.linked)) if len(scene.line) else [],
        "start": list(map(float, trace.path.start)),
        "goal": list(map(float, trace.path.goal)),
    }


def _rings(corners: Any, offsets: Any, beside: Any) -> list[list[int]]:
    """Return the outlines of a mesh and of its holes, as numbers of its points.

    At most one wall leads away from each point: where walls meet in a point, it occurs twice.
    """
    follows = np.roll(corners, -1)
    follows[offsets[1:] - 1] = corners[offsets[:-1]]
    walls = dict(zip(corners[beside < 0].tolist(), follows[beside < 0].tolist(), strict=True))
    rings = []
    while walls:
        first, at = walls.popitem()
        ring = [first]
        while at != first:
            ring.append(at)
            at = walls.pop(at)
        rings.append(ring)
    return rings
