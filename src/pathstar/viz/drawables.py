"""What can be drawn, and its scene: of a map, a space, a path or a trace."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pathstar.analysis.clusters import Clusters
from pathstar.errors import ArrayError, OptionError, SpaceError
from pathstar.goals.base import names_place
from pathstar.maps.arguments import checked_whole
from pathstar.maps.map import Map
from pathstar.paths.path import Path
from pathstar.spaces.base import Place, Space
from pathstar.spaces.mesh.plane import mesh_of
from pathstar.spaces.places import checked_places
from pathstar.traces.state import State
from pathstar.traces.timeline import NO_PARENT
from pathstar.traces.trace import Trace
from pathstar.viz.ground import UNKNOWN, field_ground, map_ground
from pathstar.viz.intervals import interval_layers
from pathstar.viz.layouts.network import steps_seen
from pathstar.viz.layouts.table import LAYOUTS, DrawOptions, Projection, ground_of, layout_of_squares
from pathstar.viz.marks import CLOSED, CURRENT, OPEN
from pathstar.viz.overlays import (
    cells_of,
    checked_clusters,
    checked_mask,
    chosen_cells,
    claimed_cells,
    line_overlays,
    overlays_of,
)
from pathstar.viz.project_states import on_cells, path_on_cells
from pathstar.viz.scene import Scene, Values

Drawable = Map | Space | Path | Trace
_NO_ROUTE = np.empty((0, 2), np.int32)
_NO_LINE = np.empty((0, 2))


def scene_of(
    thing: Drawable,
    *,
    visited: Any = None,
    opened: Any = None,
    field: ArrayLike | None = None,
    step: int | None = None,
    on: Map | None = None,
    clusters: Clusters | None = None,
    before: Path | None = None,
    projection: Projection = "square",
    floor: int | None = None,
    dimmed: Any = None,
    trail: Sequence[Place] | None = None,
) -> Scene:
    """Return the scene of a picture.

    Args:
        thing: A `Map`, a space, a `Path` or a `Trace`.
        visited: The squares that a search closed: a `Trace` (which also adds its open ones), bool
            ``[h, w]``, node numbers ``(n,)`` or places ``(n, 2)``.
        opened: The squares on the open list, in the same forms.
        field: Numbers ``[h, w]`` that shade the floor, instead of costs.
        step: For a trace, the number of expansions to show; by default all.
        on: The map on which to draw a path, grid or trace, with its terrains; a grid has only costs.
        clusters: The squares of an index to draw, with their gates: `Index.clusters`.
        before: A path of steps to draw thinly below the other, such as the one before smoothing.
        projection: ``"isometric"`` draws the squares of a map or a grid as diamonds: x goes down and right, y
            down and left. A `Diamond` does the same; a `Staggered` draws the grid that it made.
        floor: The floor of voxels to draw; by default all, side by side.
        dimmed: The cells to draw under a veil, such as those that a player has not seen: bool ``[h, w]``.
        trail: The places where a unit has walked, from its start on, in place of squares that a search
            closed: `Walk.trail`.

    Returns:
        A `Scene`.

    Raises:
        SpaceError: The thing cannot be drawn.
        ArrayError, PlaceError: A layer does not fit the map.
        OptionError: A step that the trace does not have, an unknown projection or floor, or a trail beside
            visited squares.
        StaleError: The space of a trace was edited since.

    Example:
        >>> import pathstar as ps
        >>> trace = ps.trace(ps.Grid([[1, 1, 0, 1]]), (0, 0), (1, 0))
        >>> scene = scene_of(trace)
        >>> scene.search.tolist(), scene.route.tolist()
        ([[1, 1, 0, 0]], [[0, 0], [1, 0]])
    """
    if step is not None and not isinstance(thing, Trace):
        raise OptionError("step is for a Trace: it says how many of its expansions to show")
    scene = bare_scene(thing, projection=projection, floor=floor, on=on, clusters=clusters)
    if isinstance(thing, Trace):
        scene = _searched(scene, on_cells(thing), step)
    if field is not None:
        ground, shading = field_ground(scene.ground >= UNKNOWN, field)
        scene = replace(scene, ground=ground, shading=shading)
    if before is not None:
        scene = _with_earlier(scene, before)
    if trail is not None:
        scene = _walked(scene, trail, visited)
    search = scene.search
    for cells, mark in ((visited, CLOSED), (opened, OPEN)):
        if cells is not None:
            search = np.zeros(scene.ground.shape, np.uint8) if search is None else search.copy()
            _mark(search, cells, mark)
    return replace(scene, search=search, dimmed=checked_mask(dimmed, scene.ground.shape))


def bare_scene(
    thing: Drawable,
    *,
    projection: Projection = "square",
    floor: int | None = None,
    on: Map | None = None,
    clusters: Clusters | None = None,
) -> Scene:
    """Return the scene without a search: ground, path, ends and clusters; see `scene_of`."""
    if isinstance(thing, Trace):
        thing.check_fresh("draw")
    scene = _ground_scene(thing, DrawOptions(projection, floor))
    if isinstance(thing, Trace):
        scene = replace(scene, straight=bool(thing.rules.any_angle))
    scene = replace(scene, clusters=checked_clusters(clusters, scene.layout))
    if on is None:
        return scene
    if not isinstance(on, Map):
        raise OptionError(f"on is {on!r}; allowed: the Map to draw on, or None")
    if on.shape != scene.ground.shape:
        raise ArrayError(f"the map to draw on has the shape {on.shape}, the picture {scene.ground.shape}")
    return replace(scene, **vars(map_ground(on)))


def _ground_scene(thing: Drawable, options: DrawOptions) -> Scene:
    if isinstance(thing, Map):
        start, goal = thing.marks.get("start"), thing.marks.get("goal")
        layout = layout_of_squares(thing.height, thing.width, options)
        return Scene(layout=layout, start=start, goal=goal, **vars(map_ground(thing)))
    path = thing.path if isinstance(thing, Trace) else thing
    if not isinstance(path, Path):
        return _space_scene(path, options)
    more = overlays_of(path, thing.reserved if isinstance(thing, Trace) else None)
    if path.space.capabilities.plane:
        return _plane_scene(path, options)
    path = path_on_cells(path)
    begin, end = _ends(path)
    nodes = path.nodes
    steps = np.stack([nodes[:-1], nodes[1:]], axis=-1).astype(np.int64)
    if isinstance(thing, Trace):
        steps = steps_seen(thing.events)
    scene = _space_scene(path.space, replace(options, start=begin, steps=steps))
    more["start"], more["goal"] = _cell(begin, scene.width), _cell(end, scene.width)
    more["via"] = tuple(_cell(path.space.node_of(place), scene.width) for place in path.via)
    if path.is_line:
        return replace(scene, **line_overlays(path), **more)
    return replace(scene, route=cells_of(nodes, scene.width), **more)


def _plane_scene(path: Path, options: DrawOptions) -> Scene:
    """Return the scene of a path whose places are points of a plane."""
    scene = _space_scene(path.space, options)
    ends = (tuple(map(float, place)) for place in (path.start, path.goal))
    start, goal = ((x, y) for x, y in ends)
    route = cells_of(path.space.nodes_of(path.points), scene.width)
    linked = mesh_of(path.space).links_along(path) >= 0
    return replace(scene, route=route, line=path.points, linked=linked, start=start, goal=goal)


def _space_scene(space: Any, options: DrawOptions) -> Scene:
    if isinstance(space, Space) and space.ground is not space:
        scene = _space_scene(space.ground, options)
        if not space.capabilities.timed:
            return scene
        timed: Any = space
        return replace(scene, claimed=claimed_cells(timed.reserved, scene.width))
    lay = LAYOUTS.get(space.kind.layout) if isinstance(space, Space) else None
    if lay is None:
        raise SpaceError(
            f"a picture needs a Map, a space, a Path or a Trace, not a {type(space).__name__}; "
            "ps.fleet.record draws a Plan, a World or a Crowd"
        )
    ground, shading = ground_of(space)
    return Scene(ground, lay(space, options), shading=shading)


def _ends(path: Path) -> tuple[int, int | None]:
    """Return the nodes of start and goal; no goal if it is a test that no node passed."""
    begin = path.space.node_of(path.start)
    if path and not path.is_line:
        return begin, int(path.nodes[-1])
    return begin, path.space.node_of(path.goal) if names_place(path.goal) else None


def _cell(node: int | None, columns: int) -> tuple[int, int] | None:
    return None if node is None else (node % columns, node // columns)


def _with_earlier(scene: Scene, before: Any) -> Scene:
    if not isinstance(before, Path) or (before.is_line and len(before)):
        raise OptionError(f"before is {before!r}; allowed: a path of steps, or None")
    if not len(before):
        return scene
    cells, space = before.space.cells_of(before.nodes), before.space
    differs = space.capabilities.squares and space.shape != scene.ground.shape
    if differs or int(cells.max()) >= scene.ground.size:
        raise ArrayError(f"before leads over {space!r}; the picture has the shape {scene.ground.shape}")
    return replace(scene, routes=(*scene.routes, cells_of(cells, scene.width)))


def _searched(scene: Scene, trace: Trace, step: int | None) -> Scene:
    if step is None:
        step = len(trace)
    step = checked_whole("step", step, 0, len(trace), of="expansions")
    return with_state(scene, trace[step - 1] if step else trace.beginning)


def with_state(scene: Scene, state: State) -> Scene:
    """Return the scene of a trace in one state; only the last state shows the path.

    Args:
        scene: The scene of the whole trace.
        state: A state of it.
    """
    over = state.step == len(state.trace) - 1
    route, line = (scene.route, scene.line) if over else (_NO_ROUTE, _NO_LINE)
    if state.trace.intervals is not None:
        layers = interval_layers(state, (scene.height, scene.width), over)
        return replace(scene, route=route, line=line, **layers)
    search = np.zeros(scene.ground.size, np.uint8)
    rows = _last_rows(state)
    nodes = state.nodes[rows].astype(np.int64)
    search[nodes] = np.where(state.is_closed[rows], CLOSED, OPEN)
    if state.current is not None and not over:
        search[state.current] = CURRENT
    parents = np.where(state.parents[rows] == NO_PARENT, nodes, state.parents[rows]).astype(np.int64)
    values = Values(nodes, parents, state.f[rows], state.g[rows], state.h[rows])
    marks = search.reshape(scene.ground.shape)
    arrows = np.stack([values.cells, values.parents], axis=-1)
    arrows = arrows[values.cells != values.parents]
    more: dict[str, Any] = {"arrows": arrows, "labels": scene.labels if over else ()}
    more["from_goal"] = nodes[state.from_goal[rows]]
    failed = state.trace.failed_scans
    more["scans"] = failed[failed[:, 0] <= state.step, 1:].astype(np.int64)
    return replace(scene, search=marks, route=route, line=line, values=values, **more)


def _last_rows(state: State) -> NDArray[np.intp]:
    """Return a row for each cell seen; of two searches, the row of the one that touched it last."""
    if not state.trace.two_sided:
        return np.arange(len(state.nodes))
    _, from_the_end = np.unique(state.nodes[::-1], return_index=True)
    return np.sort(len(state.nodes) - 1 - from_the_end)


def _walked(scene: Scene, trail: Sequence[Place], visited: Any) -> Scene:
    """Return a scene with the cells where a unit has walked, the first one as its start."""
    if visited is not None or scene.search is not None:
        raise OptionError("a trail is drawn as the squares are that a search closed; draw one of both")
    places = checked_places(trail, "trail", scene.width, scene.height)
    if not len(places):
        return scene
    search = np.zeros(scene.ground.shape, np.uint8)
    search[places[:, 1], places[:, 0]] = CLOSED
    start = (int(places[0, 0]), int(places[0, 1]))
    return replace(scene, search=search, walked=True, start=start)


def _mark(search: NDArray[np.uint8], cells: Any, mark: int) -> None:
    """Write a mark over the given cells, except over more important ones."""
    if isinstance(cells, Trace):
        theirs = scene_of(cells).search
        assert theirs is not None
        if theirs.shape != search.shape:
            raise ArrayError(f"the trace searched a map of shape {theirs.shape}, not {search.shape}")
        np.maximum(search, theirs, out=search)
        return
    chosen = chosen_cells(cells, search.shape)
    search[chosen] = np.maximum(search[chosen], mark)
