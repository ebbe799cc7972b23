"""The JSON messages about meshes: the ground, what is put on it, and paths."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from pathstar._core import Status
from pathstar.studio.limits import Limits
from pathstar.studio.meshes import (
    MESH,
    MOST_AREAS,
    Area,
    Disc,
    MeshBoard,
    MeshScene,
    Obstacle,
    Polygon,
    Ring,
    Shape,
    check_mesh_size,
)
from pathstar.studio.panels.mesh_path import MeshPath
from pathstar.studio.sent_polygons import Polygons
from pathstar.studio.wire.models import FileName, GuaranteeModel, Id, MessageModel, Number, Strict, one_of
from pathstar.studio.wire.packing import packed_array
from pathstar.studio.wire.serializers import STOPPED, cost_or_none, guarantee_model
from pathstar.words import LANGUAGES, Say, as_json

_FARTHEST = 1e6
_MOST_CORNERS = 1000
_MOST_OBSTACLES = 500
_MOST_RINGS = 5000

At = Annotated[float, Field(ge=-_FARTHEST, le=_FARTHEST, allow_inf_nan=False)]
PointModel = Annotated[tuple[At, At], Field(strict=False, description="[x, y] of a point of the plane")]
Corners = Annotated[list[PointModel], Field(min_length=3, max_length=2**16)]
PolygonModel = Annotated[
    list[Corners],
    Field(min_length=1, max_length=_MOST_RINGS, description="the corners of an outline, and of its holes"),
]
Length = Annotated[float, Field(gt=0, le=_FARTHEST, allow_inf_nan=False)]


def _ring(corners: list[tuple[float, float]]) -> Ring:
    return tuple((float(x), float(y)) for x, y in corners)


def _polygon(rings: list[list[tuple[float, float]]]) -> Polygon:
    return tuple(map(_ring, rings))


class MeshModel(Strict):
    """The ground of a mesh: polygons with holes, for a unit without a radius."""

    kind: Literal["mesh"]
    polygons: Annotated[list[PolygonModel], Field(min_length=1, max_length=_MOST_RINGS)]

    def board(self, limits: Limits) -> MeshBoard:
        """Return the server's form of the ground.

        Raises:
            MapLimitError: It has more corners than the studio takes.
        """
        check_mesh_size(sum(len(ring) for rings in self.polygons for ring in rings), limits)
        return MeshBoard(tuple(map(_polygon, self.polygons)))


class DiscModel(Strict):
    """A round obstacle."""

    kind: Literal["disc"]
    place: PointModel
    radius: Length


class BlockModel(Strict):
    """An obstacle with corners."""

    kind: Literal["block"]
    corners: Annotated[list[PointModel], Field(min_length=3, max_length=_MOST_CORNERS)]


class AreaModel(Strict):
    """A part of the ground that costs more or less than 1."""

    polygon: PolygonModel
    cost: Annotated[float, Field(gt=0, le=1e6, allow_inf_nan=False)]


ObstacleModel = Annotated[DiscModel | BlockModel, Field(discriminator="kind")]


class ShapeModel(Strict):
    """What is on a ground; of areas that overlap, the last one counts."""

    radius: Annotated[float, Field(ge=0, le=_FARTHEST, allow_inf_nan=False)] = 0.0
    obstacles: list[ObstacleModel] = Field(default_factory=list, max_length=_MOST_OBSTACLES)
    areas: list[AreaModel] = Field(default_factory=list, max_length=MOST_AREAS)

    @property
    def shape(self) -> Shape:
        """Return it as a value."""
        obstacles: list[Obstacle] = [
            Disc(_ring([each.place])[0], each.radius) if isinstance(each, DiscModel) else _ring(each.corners)
            for each in self.obstacles
        ]
        areas = [Area(_polygon(each.polygon), each.cost) for each in self.areas]
        return Shape(self.radius, tuple(obstacles), tuple(areas))

    @classmethod
    def of(cls, shape: Shape) -> ShapeModel:
        """Return a shape as a message."""
        return cls(
            radius=shape.radius,
            obstacles=[
                DiscModel(kind="disc", place=each.place, radius=each.radius)
                if isinstance(each, Disc)
                else BlockModel(kind="block", corners=list(each))
                for each in shape.obstacles
            ],
            areas=[
                AreaModel(polygon=[list(ring) for ring in each.polygon], cost=each.cost)
                for each in shape.areas
            ],
        )


class MeshRequest(Strict):
    """A mesh to make: one of the studio's, or that of the squares of a map that the server keeps."""

    generator: Annotated[str, Field(max_length=40)] | None = None
    seed: Annotated[int, Field(ge=0, le=2**32)] = 0
    options: dict[str, int | Number] = Field(default_factory=dict, max_length=20)
    map: Id | None = None


class MeshSaveRequest(Strict):
    """A mesh to write: into the folder if `folder` is true, otherwise into the reply."""

    name: FileName
    ground: MeshModel
    shape: ShapeModel
    folder: bool = False
    replace: bool = False


class MeshReply(BaseModel):
    """A mesh for the page: its ground, what is on it, and its ends."""

    kind: Literal["mesh"] = MESH
    name: str
    polygons: list[list[list[tuple[float, float]]]]
    shape: ShapeModel
    start: tuple[float, float]
    goal: tuple[float, float]
    notes: list[MessageModel]

    @classmethod
    def of(cls, scene: MeshScene, name: str, notes: tuple[Say, ...] = ()) -> MeshReply:
        """Return a scene as a message."""
        return cls(
            name=name,
            polygons=[[list(ring) for ring in polygon] for polygon in scene.ground.polygons],
            shape=ShapeModel.of(scene.shape),
            start=scene.start,
            goal=scene.goal,
            notes=[as_json(note) for note in notes],
        )


class MeshKept(BaseModel):
    """A ground that the server now keeps."""

    mesh: Id


class MeshPathRequest(Strict):
    """A path to find on a ground that the server keeps."""

    mesh: Id
    shape: ShapeModel
    start: PointModel
    goal: PointModel
    weight: Annotated[
        float | None,
        Field(gt=1.00001, le=100, description="how far from the optimum a cost over areas may be"),
    ] = None
    known: Annotated[Id | None, Field(description="the id of the shape whose polygons the page has")] = None
    whole: Annotated[bool, Field(description="send all polygons, even if few differ from those")] = True


class MeshTraceRequest(Strict):
    """A search to record on a ground that the server keeps."""

    mesh: Id
    shape: ShapeModel
    start: PointModel
    goal: PointModel


class MeshExportRequest(MeshTraceRequest):
    """A search to write to a file."""

    format: Annotated[str, one_of(("html", "svg", "png", "gif"))]
    step: Annotated[int, Field(ge=0, le=2**31)] | None = None
    theme: Annotated[str, one_of(("light", "dark"))] = "light"
    lang: Annotated[str, one_of(LANGUAGES)] | None = None


class PolygonsModel(BaseModel):
    """The polygons of a mesh, each number as base64, low bytes first."""

    points: str = Field(description="x and y, float64")
    corners: str = Field(description="the corners of each polygon, uint32")
    offsets: str = Field(description="where each polygon's corners begin, and the end, uint32")
    costs: str = Field(description="what a unit of length costs in each, float32")

    @classmethod
    def of(cls, polygons: Polygons) -> PolygonsModel:
        """Return polygons as a message."""
        return cls(
            points=packed_array(polygons.points, "<f8"),
            corners=packed_array(polygons.corners, "<u4"),
            offsets=packed_array(polygons.offsets, "<u4"),
            costs=packed_array(polygons.costs, "<f4"),
        )


class ChangesModel(BaseModel):
    """How the polygons of a mesh differ from those of the shape that the page knows."""

    gone: str = Field(description="the numbers of those that are no longer there, uint32")
    added: PolygonsModel


class MeshPathReply(BaseModel):
    """A path over a mesh; see `MeshPath`."""

    status: str
    cost: float | None
    bound: float | None
    points: list[list[float]]
    expanded: int
    algorithm: str
    guarantee: GuaranteeModel
    edit_seconds: float
    seconds: float
    shape: Id
    polygons: PolygonsModel | None
    changes: ChangesModel | None

    @classmethod
    def of(cls, found: MeshPath) -> MeshPathReply:
        """Return a path as a message."""
        path, polygons, changes = found.path, None, None
        if found.polygons is not None:
            polygons = PolygonsModel.of(found.polygons)
        if found.changes is not None:
            gone, added = found.changes.gone, found.changes.added
            changes = ChangesModel(gone=packed_array(gone, "<u4"), added=PolygonsModel.of(added))
        return cls(
            status=STOPPED if path.status is Status.RUNNING else path.status.name,
            cost=cost_or_none(path.cost),
            bound=cost_or_none(path.bound),
            points=path.points.tolist(),
            expanded=path.stats.expanded,
            algorithm=found.method.algorithm,
            guarantee=guarantee_model(found.guarantee),
            edit_seconds=found.edit_seconds,
            seconds=found.seconds,
            shape=found.shape,
            polygons=polygons,
            changes=changes,
        )
