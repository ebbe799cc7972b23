"""Scenes of results with many places: fields, many paths, connected components, clearance."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import singledispatch
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.analysis.clearance import Clearance
from pathstar.analysis.islands import Components
from pathstar.errors import OptionError, unknown_name
from pathstar.maps.arguments import checked_name, checked_switch, checked_whole
from pathstar.maps.map import Map
from pathstar.paths.field import Field
from pathstar.paths.known import NOWHERE
from pathstar.paths.paths import Paths
from pathstar.paths.plane_field import PlaneField
from pathstar.spaces.mesh.plane import mesh_of
from pathstar.viz.contours import MOST_CONTOURS, contour_segments, levels_of, with_lines
from pathstar.viz.drawables import Drawable, scene_of
from pathstar.viz.ground import UNKNOWN, field_ground, numbered_ground
from pathstar.viz.overlays import cells_of
from pathstar.viz.plane_fields import plane_field_scene
from pathstar.viz.scene import Scene

MOST_ROUTES = 500

Shown = Drawable | Field | Paths | Components | Clearance

UNITS = ("discs", "squares")


def checked_scene(surface: Callable[..., Any], thing: Any, layers: Mapping[str, Any]) -> Scene:
    """Return the scene for a caller, after checking the names of the options.

    Args:
        surface: The function that was called; its own options are also allowed.
        thing: The thing to draw.
        layers: The options that are not the function's own.

    Raises:
        OptionError: No picture of such a thing has an option of that name.
        PathstarError: As `scene_of`.
    """
    takers = (surface, scene_of_any.dispatch(type(thing)), scene_of)
    allowed = [name for taker in takers for name in taker.__kwdefaults__ or ()]
    for name in layers:
        if name not in allowed:
            raise unknown_name(f"option of a picture of a {type(thing).__name__}", name, allowed)
    return scene_of_any(thing, **layers)


@singledispatch
def scene_of_any(thing: Any, **layers: Any) -> Scene:
    """Return the scene of anything that can be drawn; see `scene_of` for maps, spaces, paths and traces.

    Raises:
        PathstarError: As `scene_of`.
    """
    return scene_of(thing, **layers)


@scene_of_any.register
def _field(field: Field, /, *, contours: int = 0, nearest: bool = False, **layers: Any) -> Scene:
    """Shade each cell by its cost, or by its source, with an arrow along the way.

    Args:
        field: The field.
        contours: The number of lines of equal cost.
        nearest: Whether to shade cells by the source that they belong to.
        **layers: As `scene_of`.

    Raises:
        OptionError: contours is not a whole number from 0, or the space has no rows and columns in one
            plane; nearest is neither True nor False; or there is another field.
    """
    _check_unshaded(layers)
    space = field.space
    scene = scene_of(space, **layers)
    nodes = np.arange(field.costs.size, dtype=np.uint32)
    cells, costs = space.cells_of(nodes).astype(np.int64), field.costs.ravel()
    least = np.full(scene.ground.size, np.inf)
    np.minimum.at(least, cells, costs)
    lowest = least.reshape(scene.ground.shape)
    best = costs == least[cells]
    if checked_switch("nearest", nearest):
        scene = _by_source(scene, field, cells[best], best)
    else:
        ground, shading = field_ground(scene.ground >= UNKNOWN, lowest)
        if shading is not None:
            what = "cost_from_source" if field.outward else "cost_to_source"
            shading = replace(shading, what=what)
        scene = replace(scene, ground=ground, shading=shading)
    led = (field.parents != NOWHERE) & best
    there = space.cells_of(np.ascontiguousarray(field.parents[led])).astype(np.int64)
    arrows = np.stack([cells[led], there], axis=-1)
    if field.outward:
        arrows = arrows[:, ::-1]
    scene = _contoured(scene, lowest, contours, space.ground.kind.name)
    return replace(scene, arrows=arrows[arrows[:, 0] != arrows[:, 1]])


@scene_of_any.register
def _plane_field(field: PlaneField, /, *, contours: int = 0, nearest: bool = False, **layers: Any) -> Scene:
    """Shade the ground by its cost or by its source; arguments as for other fields."""
    _check_unshaded(layers)
    count = checked_whole("contours", contours, 0, MOST_CONTOURS, of="lines")
    return plane_field_scene(field, count, nearest, layers)


def _check_unshaded(layers: dict[str, Any]) -> None:
    if layers.get("field") is not None:
        raise OptionError("field is for pictures of other things; that of a Field is shaded by its costs")


def _by_source(scene: Scene, field: Field, cells: NDArray[np.int64], best: NDArray[np.bool_]) -> Scene:
    """Shade each cell by the number of its source."""
    sources = field.nearest.ravel()[best]
    numbers = np.full(scene.ground.size, np.nan)
    numbers[cells] = np.where(sources == NOWHERE, np.nan, sources)
    floor = scene.ground >= UNKNOWN
    ground, shading = numbered_ground(floor, numbers.reshape(scene.ground.shape), "nearest_source")
    return replace(scene, ground=ground, shading=shading)


def _contoured(scene: Scene, values: NDArray[np.float64], contours: Any, kind: str) -> Scene:
    """Return a scene with lines along which values ``[h, w]`` are equal."""
    count = checked_whole("contours", contours, 0, MOST_CONTOURS, of="lines")
    if count and scene.layout.lattice is None:
        raise OptionError(f"contours need cells in rows and columns of one plane, not a {kind}")
    levels = levels_of(values, count)
    return with_lines(scene, contour_segments(values, levels), levels)


@scene_of_any.register
def _paths(paths: Paths, **layers: Any) -> Scene:
    """Draw the first paths, each with both ends; if none were kept, only the ground."""
    scene = scene_of(paths.space, **layers)
    shown = 0 if paths.costs_only else min(len(paths), MOST_ROUTES)
    if paths.line is not None:
        mesh = mesh_of(paths.space)
        found = (path for row in range(shown) if (path := paths[row]))
        return replace(scene, lines=tuple((path.points, mesh.links_along(path) >= 0) for path in found))
    routes = []
    for row in range(shown):
        nodes = paths.nodes[paths.offsets[row] : paths.offsets[row + 1]]
        if len(nodes):
            routes.append(cells_of(paths.space.cells_of(np.ascontiguousarray(nodes)), scene.width))
    return replace(scene, routes=tuple(routes))


@scene_of_any.register
def _components(areas: Components, **layers: Any) -> Scene:
    """Give each area its own shade."""
    scene = scene_of(Map(areas.labels > 0) if areas.space is None else areas.space, **layers)
    labels = areas.labels.reshape(scene.ground.shape)
    ground, shading = numbered_ground(labels > 0, np.where(labels > 0, labels - 1.0, np.nan), "island")
    return replace(scene, ground=ground, shading=shading)


@scene_of_any.register
def _clearance(room: Clearance, *, units: str = "discs", contours: int = 0, **layers: Any) -> Scene:
    """Shade each cell by the largest unit that fits there.

    Args:
        room: The clearance.
        units: ``"discs"`` shades by the radius of a disc around the cell's centre, ``"squares"`` by the side
            of a square with the cell at its upper left.
        contours: The number of lines of equal room.
        **layers: As `scene_of`.

    Raises:
        OptionError: Unknown units, or contours is not a whole number from 0.
    """
    checked_name("units", units, UNITS)
    scene = scene_of(room.grid, **layers)
    values = np.asarray(room.discs if units == "discs" else room.squares, np.float64)
    values = np.where(scene.ground >= UNKNOWN, values, np.nan)
    ground, shading = field_ground(scene.ground >= UNKNOWN, values)
    if shading is not None:
        shading = replace(shading, what=f"room_for_{units}")
    return _contoured(replace(scene, ground=ground, shading=shading), values, contours, room.grid.kind.name)
