"""The JSON messages between page and server; validation is strict, nothing is guessed."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from pathstar.engine.options import OPEN_LISTS, STOPS, TIES
from pathstar.errors import unknown_name
from pathstar.planners.algorithms import ALGORITHMS
from pathstar.spaces.graph import METRICS
from pathstar.spaces.heuristics import HEURISTICS
from pathstar.spaces.moves import CORNERS, PLAIN_DIRECTIONS
from pathstar.studio.boards import SQUARES, Board, CellKind, Kind, board_of_page
from pathstar.studio.graphs import GRAPH, GraphBoard, board_of_sent
from pathstar.studio.limits import Limits
from pathstar.studio.profiles import PROFILES
from pathstar.studio.runs import Options
from pathstar.words import LANGUAGES

_LARGEST = 4095
_MOST_DANGERS = 1000
_MOST_TARGETS = 100
_LARGEST_UNIT = 8


def one_of(names: Any) -> Any:
    """Return the field of a text that is one of some names, which OpenAPI lists."""
    return Field(json_schema_extra={"enum": list(names)})


Coordinate = Annotated[int, Field(ge=0, le=2**31 - 1)]
PlaceModel = Annotated[
    list[Coordinate], Field(min_length=1, max_length=2, description="[x, y] of a cell, [node] of a graph")
]
Id = Annotated[str, Field(pattern="^[0-9a-f]{24}$")]
FileName = Annotated[str, Field(min_length=1, max_length=200)]
Number = Annotated[float, Field(allow_inf_nan=False)]
MessageModel = Annotated[dict[str, Any], Field(description="a message of the catalogues; see pathstar.words")]


class Strict(BaseModel):
    """The base of everything that the page sends."""

    model_config = ConfigDict(strict=True, extra="forbid")


class KindModel(Strict):
    """The meaning of a code of the board: a cost, or null for a wall."""

    cost: Annotated[float, Field(ge=0, le=1e9, allow_inf_nan=False)] | None
    name: Annotated[str, Field(max_length=80)] = ""


class CellsModel(Strict):
    """A map: codes as base64, one byte each for up to 256 palette entries, otherwise two, low byte first.

    Its cells are squares, hexagons of a layout, or triangles. `dead_ends` holds the number of the dead end
    of each square, 0 outside, in two bytes.
    """

    kind: CellKind
    width: Annotated[int, Field(ge=1, le=_LARGEST + 1)]
    height: Annotated[int, Field(ge=1, le=_LARGEST + 1)]
    palette: Annotated[list[KindModel], Field(min_length=1, max_length=65536)]
    codes: str
    dead_ends: str | None = None

    def board(self, limits: Limits) -> Board:
        """Return the server's form of the board; see `board_of_page`."""
        kinds = [Kind(kind.cost, kind.name) for kind in self.palette]
        return board_of_page(
            self.kind, self.width, self.height, kinds, self.codes, limits, labels=self.dead_ends
        )


class GraphModel(Strict):
    """A graph: numbers as base64, low bytes first.

    Nodes are drawn at `centres`. Edges cost `costs` or, if that is null, the distances between centres. The
    estimate uses `places`, if there are any.
    """

    kind: Literal["graph"]
    centres: Annotated[str, Field(description="x and y of each node, float32")]
    edges: Annotated[str, Field(description="from and to of each edge, uint32")]
    costs: Annotated[str, Field(description="float64 for each edge")] | None = None
    names: Annotated[list[Annotated[str, Field(min_length=1, max_length=80)]], Field(max_length=65536)] = []
    places: Annotated[str, Field(description="x and y of each node, float64")] | None = None
    metric: Annotated[str, one_of(METRICS)] = "euclidean"

    def board(self, limits: Limits) -> GraphBoard:
        """Return the server's form of the graph; see `board_of_sent`."""
        return board_of_sent(
            self.centres, self.edges, self.costs, self.names, self.places, self.metric, limits
        )


BoardModel = Annotated[CellsModel | GraphModel, Field(discriminator="kind")]


class DangerModel(Strict):
    """A spot of danger that the brush has painted."""

    place: Annotated[tuple[Coordinate, Coordinate], Field(strict=False)]
    strength: Annotated[float, Field(gt=0, le=1e6, allow_inf_nan=False)]


class OptionsModel(Strict):
    """The options of a search; null means the default.

    Hexagons have no choice of directions, corners and diagonals.
    """

    algorithm: Annotated[str, one_of(ALGORITHMS)] = "astar"
    heuristic: Annotated[str, one_of(HEURISTICS)] | None = None
    weight: Annotated[float, Field(ge=0, le=1e6, allow_inf_nan=False)] | None = None
    open_list: Annotated[str, one_of(OPEN_LISTS)] | None = None
    ties: Annotated[str, one_of(TIES)] | None = None
    stop_at: Annotated[str, one_of(STOPS)] | None = None
    directions: Annotated[int, one_of(PLAIN_DIRECTIONS)] | None = None
    corners: Annotated[str, one_of(CORNERS)] | None = None
    straight: Annotated[float, Field(gt=0, le=1e6, allow_inf_nan=False)] | None = None
    diagonal: Annotated[float, Field(gt=0, le=1e6, allow_inf_nan=False)] | None = None
    cost_model: Annotated[str, one_of(("enter", "mean"))] | None = None
    profile: Annotated[str, one_of(PROFILES)] | None = None
    danger: list[DangerModel] = Field(default_factory=list, max_length=_MOST_DANGERS)
    size: Annotated[int, Field(ge=1, le=_LARGEST_UNIT)] | None = None
    dead_ends: Literal["entered"] | None = None

    @property
    def options(self) -> Options:
        """Return the options as a value.

        Raises:
            OptionError: The profile is unknown.
        """
        if self.profile is not None and self.profile not in PROFILES:
            raise unknown_name("profile", self.profile, PROFILES)
        danger = tuple((*spot.place, spot.strength) for spot in self.danger)
        return Options(**{**self.model_dump(), "danger": danger})


class Query(Strict):
    """A search: its board, its ends and its options; it ends at the goal or at one of the other targets."""

    map: Id
    start: PlaceModel
    goal: PlaceModel
    targets: list[PlaceModel] = Field(default_factory=list, max_length=_MOST_TARGETS)
    options: OptionsModel = OptionsModel()

    def ends(self, board: Board | GraphBoard) -> tuple[Any, list[Any]]:
        """Return the start, and the goal with the other targets, as places of the board's space."""
        goals = [board.place(place, "goal") for place in (self.goal, *self.targets)]
        return board.place(self.start, "start"), goals


class MeasureRequest(Query):
    """A search to measure with several open lists."""

    open_lists: Annotated[list[Annotated[str, one_of(OPEN_LISTS)]], Field(min_length=1, max_length=5)]


class ExplainRequest(Strict):
    """A step of a trace that the server keeps."""

    trace: Id
    step: Annotated[int, Field(ge=0, le=2**31)]


class WhyRequest(Query):
    """A place through which the path does not lead."""

    place: PlaceModel


class FieldRequest(Query):
    """A search for the costs from the start, or to the goal."""

    of: Annotated[str, one_of(("start", "goal"))]


class GenerateRequest(Strict):
    """A map of cells to make."""

    kind: CellKind
    generator: Annotated[str, Field(max_length=40)]
    width: Annotated[int, Field(ge=1, le=_LARGEST + 1)]
    height: Annotated[int, Field(ge=1, le=_LARGEST + 1)]
    seed: Annotated[int, Field(ge=0, le=2**32)] = 0
    options: dict[str, int | Number] = Field(default_factory=dict, max_length=20)
    keep: Annotated[bool, Field(description="false for a preview that will not be searched")] = True


class GraphRequest(Strict):
    """A graph to make."""

    kind: Literal["graph"]
    generator: Annotated[str, Field(max_length=40)]
    seed: Annotated[int, Field(ge=0, le=2**32)] = 0
    options: dict[str, int | Number] = Field(default_factory=dict, max_length=20)
    keep: Annotated[bool, Field(description="false for a preview that will not be searched")] = True


AnyGenerateRequest = Annotated[GenerateRequest | GraphRequest, Field(discriminator="kind")]


class FileModel(Strict):
    """A file's name and content."""

    name: FileName
    content: Annotated[str, Field(description="base64")]


class OpenRequest(Strict):
    """A file in the folder by its name, or one that the page sends; the cells of a map become `kind`.

    `beside` may hold the file that belongs to it: the ``.co`` file of a ``.gr`` file, or the map of queries
    or of a trace. Queries and traces without one lie on the map `map` of the page, if they fit on it.
    """

    kind: CellKind = SQUARES
    file: FileName | None = None
    name: FileName | None = None
    content: Annotated[str, Field(description="base64")] | None = None
    beside: FileModel | None = None
    map: Id | None = None


class SaveRequest(Strict):
    """A map to write: into the folder if `folder` is true, otherwise into the reply."""

    name: FileName
    board: BoardModel
    start: PlaceModel | None = None
    goal: PlaceModel | None = None
    folder: bool = False
    replace: bool = False


class ExportRequest(Query):
    """A trace to write to a file: that of the query, or a recorded one that was opened."""

    trace: Id | None = None
    format: Annotated[str, one_of(("html", "json", "svg", "png", "gif"))]
    step: Annotated[int, Field(ge=0, le=2**31)] | None = None
    theme: Annotated[str, one_of(("light", "dark"))] = "light"
    lang: Annotated[str, one_of(LANGUAGES)] | None = None


class Fault(BaseModel):
    """Why a request was refused."""

    code: str = Field(description="a code for programs")
    say: MessageModel
    reason: str = Field(description="a sentence for people, in English")
    detailed: bool = Field(description="whether the reason says more than the message")


class Refusal(BaseModel):
    """The reply to every refused request."""

    error: Fault


class MapReply(BaseModel):
    """A map that the server now keeps."""

    map: Id


QueryRow = Annotated[
    tuple[int, int, int, int, float, float],
    Field(
        description="x and y of start and goal, the length of the shortest path, and how far it may be off"
    ),
]


class BoardReply(BaseModel):
    """A map for the page, with the queries or with the recorded search that its file holds."""

    map: Id
    kind: CellKind
    name: str
    width: int
    height: int
    palette: list[KindModel]
    codes: str
    dead_ends: str | None
    start: list[int] | None
    goal: list[int] | None
    notes: list[MessageModel]
    queries: list[QueryRow] = []
    recorded: bool = False


class GraphReply(BaseModel):
    """A graph for the page; see `GraphModel`."""

    map: Id
    kind: Literal["graph"] = GRAPH
    name: str
    centres: str
    edges: str
    costs: str | None
    names: list[str]
    places: str | None
    metric: str
    notes: list[MessageModel]


class GuaranteeModel(BaseModel):
    """What the options guarantee."""

    kind: Annotated[str, one_of(("optimal", "bounded", "none"))]
    words: MessageModel
    warning: MessageModel | None


class LeftOutModel(BaseModel):
    """What a search did about the dead ends of its board."""

    say: MessageModel
    used: Annotated[bool, Field(description="whether it left out those in which neither start nor goal lies")]


class PathReply(BaseModel):
    """The result of a search."""

    status: str
    cost: float | None
    path: list[int]
    line: Annotated[
        list[list[float]] | None, Field(description="the corners of the path where they are no places")
    ]
    expanded: int
    generated: int
    updated: int
    seconds: float | None
    algorithm: str
    heuristic: str
    open_list: str
    weight: float
    guarantee: GuaranteeModel
    dead_ends: LeftOutModel | None


class FactModel(BaseModel):
    """What a step did, as a message, and the squares that it names."""

    kind: str
    say: MessageModel
    places: list[list[int]]


class ExplainReply(BaseModel):
    """The explanation of a step."""

    step: int
    facts: list[FactModel]


class WhyReply(BaseModel):
    """Why the path does not lead through a place, and the cheapest way that does.

    `dead_end` is the number of the dead end in which the place lies, if the search has left it out.
    """

    say: MessageModel
    path: list[int]
    dead_end: int | None


class MeasureRow(BaseModel):
    """How long one open list took."""

    open_list: str
    seconds: float
    runs: int
    expanded: int
    cost: float | None
    finished: bool


class MeasureReply(BaseModel):
    """How long each open list took."""

    rows: list[MeasureRow]


class LabelsReply(BaseModel):
    """The dead ends of a board; see `CellsModel`."""

    dead_ends: str


class FilesReply(BaseModel):
    """The map files of the studio's folder."""

    folder: str
    files: list[str]
    more: bool


class SaveReply(BaseModel):
    """A written file; its content as base64 unless it went into the folder."""

    name: str
    saved: bool
    files: list[FileModel]
    notes: list[MessageModel]


class HealthReply(BaseModel):
    """The server is running."""

    version: str
    started: str
