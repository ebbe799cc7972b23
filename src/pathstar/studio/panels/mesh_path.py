"""A path over a mesh, as obstacles, areas and the radius of the unit change under the pointer."""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass, replace

from pathstar.paths.path import Method, Path
from pathstar.planners.planner import Planner
from pathstar.spaces.mesh.navmesh import NavMesh
from pathstar.studio.guarantee import Guarantee, guarantee_of
from pathstar.studio.limits import Limits
from pathstar.studio.meshes import MeshBoard, Point, Shape
from pathstar.studio.runs import Stop, path_of, trace_of
from pathstar.studio.sent_polygons import Changes, Polygons, SentPolygons
from pathstar.traces.trace import Trace

_STEPPED = 1.1  # the bound of a path over areas whose search is shown step by step


@dataclass(frozen=True, slots=True)
class MeshPath:
    """A path over a mesh.

    Attributes:
        path: The path, or why there is none.
        method: How it was found.
        guarantee: What was proven about its cost.
        edit_seconds: The time that the mesh took to follow the shape.
        seconds: The time that the search took.
        shape: The id of the mesh's shape.
        polygons: The polygons of the mesh; None if the page knows them, or only needs the changes.
        changes: How they differ from those that the page knows; None if they do not, or are all sent.
    """

    path: Path
    method: Method
    guarantee: Guarantee
    edit_seconds: float
    seconds: float
    shape: str
    polygons: Polygons | None
    changes: Changes | None


def mesh_path(
    ground: MeshBoard,
    shape: Shape,
    start: Point,
    goal: Point,
    stop: Stop,
    weight: float | None = None,
    known: str | None = None,
    *,
    whole: bool = True,
) -> MeshPath:
    """Find a path over a ground with obstacles and areas.

    Args:
        ground: The ground.
        shape: The things on it, and the radius of the unit.
        start: Where the path begins.
        goal: Where it ends.
        stop: Returns whether to end early.
        weight: The factor by which the cost over areas may exceed the optimum; None for the usual one.
        known: The id of the shape whose polygons the page knows.
        whole: Whether to return all polygons if they differ from those, not only the changes.

    Raises:
        ArrayError: An obstacle or an area has no area or crosses itself.
        MissingExtraError: shapely is not installed.

    Example:
        >>> from pathstar.studio.meshes import Disc
        >>> ground = MeshBoard(((((0, 0), (8, 0), (8, 4), (0, 4)),),))
        >>> found = mesh_path(ground, Shape(0.2, (Disc((4, 2), 1),)), (1, 2), (7, 2), Stop(9, lambda: False))
        >>> len(found.path) > 2, 6 < found.path.cost < 7, found.guarantee.kind
        (True, True, 'optimal')
    """
    begin = time.perf_counter()
    with ground.shaped(shape) as mesh:
        edit_seconds = time.perf_counter() - begin
        planner = Planner(mesh, weight=weight if mesh.has_areas else None)
        path, seconds = path_of(planner, start, goal, stop)
        id = _id(ground.id, shape)
        polygons, changes = _to_send(ground, mesh, id, known, whole=whole)
        proven = replace(planner.method, weight=1.0, bound=path.bound if path else planner.method.bound)
        guarantee = guarantee_of(mesh, proven, found=bool(path))
    return MeshPath(path, planner.method, guarantee, edit_seconds, seconds, id, polygons, changes)


def _to_send(
    ground: MeshBoard, mesh: NavMesh, shape: str, known: str | None, *, whole: bool
) -> tuple[Polygons | None, Changes | None]:
    """Return the polygons of a shape, or their changes from those that the page knows, or neither."""
    if shape == known:
        return None, None
    polygons = Polygons(*mesh.core.polygons(), mesh.costs)
    if not whole and ground.sent is not None and ground.sent.shape == known:
        changes = ground.sent.changes(polygons)
        if changes is not None:
            return None, changes
    ground.sent = SentPolygons(shape, polygons)
    return polygons, None


@dataclass(frozen=True, slots=True)
class MeshTrace:
    """A search over a mesh, step by step.

    Attributes:
        id: The id of the trace.
        trace: The trace.
        method: How the path was found.
        seconds: The time that the search took.
    """

    id: str
    trace: Trace
    method: Method
    seconds: float


def mesh_trace(
    ground: MeshBoard, shape: Shape, start: Point, goal: Point, stop: Stop, limits: Limits
) -> MeshTrace:
    """Record a search over a ground with obstacles and areas.

    Over areas, the search may end farther from the optimum than that of `mesh_path`: its last part takes most
    of the steps, and changes the path only a little.

    Args:
        ground, shape, start, goal, stop: As `mesh_path`.
        limits: The limits of the studio.

    Raises:
        ArrayError, MissingExtraError: As `mesh_path`.

    Example:
        >>> from pathstar.studio.limits import LIMITS
        >>> from pathstar.studio.meshes import Disc
        >>> ground = MeshBoard(((((0, 0), (8, 0), (8, 4), (0, 4)),),))
        >>> disc = Shape(0.2, (Disc((4, 2), 1),))
        >>> found = mesh_trace(ground, disc, (1, 2), (7, 2), Stop(9, lambda: False), LIMITS)
        >>> len(found.trace) == found.trace.path.stats.expanded
        True
    """
    mesh = _copied(ground, shape)
    if mesh.has_areas:
        limits = replace(limits, events=limits.area_events)
    planner = Planner(mesh, weight=_STEPPED if mesh.has_areas else None)
    trace, seconds = trace_of(planner, start, goal, stop, limits)
    return MeshTrace(_id(ground.id, shape, start, goal), trace, planner.method, seconds)


def _copied(ground: MeshBoard, shape: Shape) -> NavMesh:
    """Return a mesh that no other shape edits."""
    with ground.shaped(shape) as mesh:
        return NavMesh(mesh.vertices, mesh.polygons, mesh.costs)


def _id(*parts: object) -> str:
    return hashlib.blake2b(repr(parts).encode(), digest_size=12).hexdigest()
