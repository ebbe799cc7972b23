"""Scenes of results with many places: fields, many paths, connected components."""

from __future__ import annotations

from dataclasses import replace
from functools import singledispatch
from typing import Any

import numpy as np

from pathstar.analysis.islands import Components
from pathstar.maps.map import Map
from pathstar.paths.field import Field
from pathstar.paths.paths import Paths
from pathstar.viz.ground import UNKNOWN, field_ground
from pathstar.viz.scene import Drawable, Scene, cells_of, scene_of

MOST_ROUTES = 500
_NONE = 2**32 - 1
_APART = 0.618034  # a step along the shades that keeps those of neighbours apart

Shown = Drawable | Field | Paths | Components


@singledispatch
def scene_of_any(thing: Any, **layers: Any) -> Scene:
    """Return the scene of anything that can be drawn; see `scene_of` for maps, spaces, paths and traces.

    Raises:
        PathstarError: As `scene_of`.
    """
    return scene_of(thing, **layers)


@scene_of_any.register
def _field(field: Field, **layers: Any) -> Scene:
    """Shade each cell by its cost, with an arrow along its path."""
    space = field.space
    scene = scene_of(space, **layers)
    nodes = np.arange(field.costs.size, dtype=np.uint32)
    cells, costs = space.cells_of(nodes).astype(np.int64), field.costs.ravel()
    lowest = np.full(scene.ground.size, np.inf)
    np.minimum.at(lowest, cells, costs)
    ground, shading = field_ground(scene.ground >= UNKNOWN, lowest.reshape(scene.ground.shape))
    if shading is not None:
        shading = replace(
            shading, what="cost from the nearest source" if field.outward else "cost to the nearest"
        )
    led = (field.parents != _NONE) & (costs == lowest[cells])
    there = space.cells_of(np.ascontiguousarray(field.parents[led])).astype(np.int64)
    arrows = np.stack([cells[led], there], axis=-1)
    if field.outward:
        arrows = arrows[:, ::-1]
    return replace(scene, ground=ground, shading=shading, arrows=arrows[arrows[:, 0] != arrows[:, 1]])


@scene_of_any.register
def _paths(paths: Paths, **layers: Any) -> Scene:
    """Draw the first paths, each with both ends."""
    scene = scene_of(paths.space, **layers)
    routes = []
    for row in range(min(len(paths), MOST_ROUTES)):
        nodes = paths.nodes[paths.offsets[row] : paths.offsets[row + 1]]
        if len(nodes):
            routes.append(cells_of(paths.space.cells_of(np.ascontiguousarray(nodes)), scene.width))
    return replace(scene, routes=tuple(routes))


@scene_of_any.register
def _components(areas: Components, **layers: Any) -> Scene:
    """Give each area its own shade."""
    scene = scene_of(Map(areas.labels > 0), **layers)
    shades = np.where(areas.labels > 0, (areas.labels - 1) * _APART % 1, np.nan)
    if areas.count == 1:
        shades[areas.labels > 0] = 0.0
    ground, shading = field_ground(areas.labels > 0, shades)
    if shading is not None:
        shading = replace(shading, what="island", low="1", high=str(areas.count))
    return replace(scene, ground=ground, shading=shading)
