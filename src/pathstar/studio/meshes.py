"""Meshes in the form of the page: the ground as polygons with holes, and the things on it."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import need_extra
from pathstar.spaces.grid import Grid
from pathstar.spaces.mesh.navmesh import NavMesh
from pathstar.studio.boards import Board
from pathstar.studio.limits import Limits
from pathstar.studio.refusals import StudioError, TooLargeError
from pathstar.studio.sent_polygons import SentPolygons
from pathstar.words import Say, Value

MESH: Literal["mesh"] = "mesh"
MOST_AREAS = 200

Point = tuple[float, float]
Ring = tuple[Point, ...]
Polygon = tuple[Ring, ...]
"""An outline, and after it the holes."""


@dataclass(frozen=True, slots=True)
class Disc:
    """A round obstacle."""

    place: Point
    radius: float


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the ground where a unit of length costs more or less than 1."""

    polygon: Polygon
    cost: float


Obstacle = Disc | Ring


@dataclass(frozen=True, slots=True)
class Shape:
    """The changeable things on a ground.

    Attributes:
        radius: The radius of the unit.
        obstacles: The obstacles that the unit has to go round.
        areas: Ground that costs more or less; of areas that overlap, the last one counts.
    """

    radius: float = 0.0
    obstacles: tuple[Obstacle, ...] = ()
    areas: tuple[Area, ...] = ()


@dataclass(eq=False, slots=True)
class _Edited:
    """A mesh, and the number in it of each thing that was put on it."""

    mesh: NavMesh
    obstacles: dict[Obstacle, int] = field(default_factory=dict)
    areas: list[tuple[Area, int]] = field(default_factory=list)

    def follow(self, shape: Shape) -> None:
        """Remove things that are no longer wanted, and add new ones."""
        wanted = dict.fromkeys(shape.obstacles)
        for gone in self.obstacles.keys() - wanted.keys():
            self.mesh.remove_obstacle(self.obstacles.pop(gone))
        for obstacle in wanted:
            if obstacle not in self.obstacles:
                self.obstacles[obstacle] = self._add(obstacle)
        kept = 0  # after an area that was removed or moved, all are added again, so that the last one counts
        while kept < min(len(self.areas), len(shape.areas)) and self.areas[kept][0] == shape.areas[kept]:
            kept += 1
        for _, number in self.areas[kept:]:
            self.mesh.remove_area(number)
        del self.areas[kept:]
        for area in shape.areas[kept:]:
            self.areas.append((area, self.mesh.add_area(geojson([area.polygon]), area.cost)))

    def _add(self, obstacle: Obstacle) -> int:
        if isinstance(obstacle, Disc):
            return self.mesh.add_disc(obstacle.place, obstacle.radius)
        return self.mesh.add_obstacle(obstacle)


@dataclass(eq=False, slots=True)
class MeshBoard:
    """The ground of a mesh, and the mesh as it was last asked for.

    Attributes:
        polygons: The ground, before obstacles and for a unit without a radius.
        id: A hash that is the same for equal grounds, even after a restart.
        sent: The polygons that were last sent whole to a page; for use while it is `shaped`.
    """

    polygons: tuple[Polygon, ...]
    id: str = field(init=False)
    sent: SentPolygons | None = field(default=None, init=False)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _edited: _Edited | None = None

    def __post_init__(self) -> None:
        self.id = hashlib.blake2b(repr((MESH, self.polygons)).encode(), digest_size=12).hexdigest()

    @contextmanager
    def shaped(self, shape: Shape) -> Iterator[NavMesh]:
        """Yield the mesh of a shape for a while; only differences from the last one are rebuilt.

        Requests with another shape wait meanwhile.

        Raises:
            ArrayError: An obstacle or an area has no area or crosses itself.
            MissingExtraError: shapely is not installed.
        """
        with self._lock:
            edited, self._edited = self._edited, None  # dropped if an edit fails half-way
            if edited is None or edited.mesh.radius != shape.radius:
                edited = _Edited(NavMesh.from_polygons(geojson(self.polygons), radius=shape.radius))
            with edited.mesh.together():
                edited.follow(shape)
            self._edited = edited
            yield edited.mesh


@dataclass(frozen=True, slots=True)
class MeshScene:
    """A ground, the things on it, a start and a target."""

    ground: MeshBoard
    shape: Shape
    start: Point
    goal: Point


def scene_of_mesh(mesh: NavMesh, limits: Limits) -> MeshScene:
    """Return a mesh as a scene: its ground, areas with a cost other than 1, and ends far apart.

    Raises:
        StudioError: The mesh is empty.
        MapLimitError: The ground has more corners or areas than the studio takes.
        MissingExtraError: shapely is not installed.
    """
    if not mesh.size:
        raise StudioError(Say("studio.refused.mesh.empty"))
    check_mesh_size(len(mesh.vertices), limits)
    shapely = need_extra("shapely", "mesh")
    points = mesh.vertices
    parts = np.array([shapely.Polygon(points[polygon]) for polygon in mesh.polygons], object)
    areas = [
        Area(polygon, float(cost))
        for cost in np.unique(mesh.costs[mesh.costs != 1]).tolist()
        for polygon in _united(parts[mesh.costs == cost])
    ]
    _check_areas(len(areas))
    ground = MeshBoard(_united(parts))
    return MeshScene(ground, Shape(areas=tuple(areas)), *_far_apart(mesh))


def scene_of_board(board: Board, limits: Limits) -> MeshScene:
    """Return the walkable squares of a board as a scene; terrain becomes areas.

    Raises:
        StudioError: The board is not one of squares, or all of it is blocked.
        MapLimitError: As `scene_of_mesh`.
    """
    if not board.upright:
        raise StudioError(Say("studio.refused.mesh.squares"))
    values = board.values()
    mesh = NavMesh.from_grid(Grid(np.isfinite(values)))
    plain = scene_of_mesh(mesh, limits)
    areas: list[Area] = []
    for cost in np.unique(values[np.isfinite(values) & (values != 1)]).tolist():
        if cost <= 0:
            raise StudioError(Say("studio.refused.mesh.free"))
        part = scene_of_mesh(NavMesh.from_grid(Grid(values == cost)), limits)
        areas += [Area(polygon, cost) for polygon in part.ground.polygons]
    _check_areas(len(areas))
    return replace(plain, shape=Shape(areas=tuple(areas)))


def check_mesh_size(corners: int, limits: Limits) -> None:
    """Raise MapLimitError for a ground with too many corners for the studio."""
    if corners > limits.corners:
        values: dict[str, Value] = {"corners": f"{corners:,}", "most": f"{limits.corners:,}"}
        raise TooLargeError(Say("studio.refused.mesh.size", values))


def _check_areas(count: int) -> None:
    if count > MOST_AREAS:
        values: dict[str, Value] = {"areas": f"{count:,}", "most": MOST_AREAS}
        raise TooLargeError(Say("studio.refused.mesh.areas", values))


def geojson(polygons: Sequence[Polygon]) -> dict[str, Any]:
    """Return polygons as an object of GeoJSON."""
    return {"type": "MultiPolygon", "coordinates": polygons}


def polygons_of(shape: Any) -> tuple[Polygon, ...]:
    """Return a shapely geometry as polygons, without corners on straight sides."""
    shapely = need_extra("shapely", "mesh")
    return tuple(
        tuple(
            tuple((x, y) for x, y in shapely.get_coordinates(ring)[:-1].tolist())
            for ring in (part.exterior, *part.interiors)
        )
        for part in shapely.get_parts(shapely.simplify(shape, 0))
    )


def _united(parts: NDArray[Any]) -> tuple[Polygon, ...]:
    """Return the union of shapely polygons that share whole sides."""
    shapely = need_extra("shapely", "mesh")
    union = shapely.coverage_union_all(parts)
    # Before GEOS 3.14 a ring may touch itself where it should be a hole.
    return polygons_of(union if shapely.is_valid(union) else shapely.make_valid(union))


def _far_apart(mesh: NavMesh) -> tuple[Point, Point]:
    """Return two places on the largest island: near its upper left and its lower right."""
    shapely = need_extra("shapely", "mesh")
    points, islands = mesh.vertices, mesh.islands
    shapes = [shapely.Polygon(points[polygon]) for polygon in mesh.polygons]
    sizes = np.bincount(islands, weights=shapely.area(shapes))
    middles = shapely.get_coordinates(shapely.centroid(shapes))[islands == sizes.argmax()]
    along = middles.sum(axis=1)
    first, last = middles[along.argmin()].tolist(), middles[along.argmax()].tolist()
    if first == last:  # one polygon: half-way from its middle to two corners
        corners = points[mesh.polygons[int(np.flatnonzero(islands == sizes.argmax())[0])]]
        order = corners.sum(axis=1)
        first, last = ((middles[0] + corners[at]) / 2 for at in (order.argmin(), order.argmax()))
    return (float(first[0]), float(first[1])), (float(last[0]), float(last[1]))
