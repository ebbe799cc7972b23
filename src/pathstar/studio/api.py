"""The calls of the page, described at /api/openapi.json. Every refusal is JSON with a reason."""

from __future__ import annotations

import datetime
from typing import Annotated, Any, TypeVar

import anyio.to_thread
from fastapi import APIRouter, FastAPI, Request, Response, Security
from fastapi.security import APIKeyHeader

import pathstar
from pathstar.goals.base import Goal
from pathstar.maps.generate import generate
from pathstar.spaces.base import Place
from pathstar.studio.boards import Board, board_of_map, check_size
from pathstar.studio.ends import goal_of
from pathstar.studio.exports import exported
from pathstar.studio.folder import Folder, FolderError, bytes_of_map, map_of_bytes
from pathstar.studio.graph_files import bytes_of_graph, graph_of_bytes, is_graph_file, places_file
from pathstar.studio.graph_makers import make_graph
from pathstar.studio.graphs import GraphBoard, board_of_graph
from pathstar.studio.limits import Limits
from pathstar.studio.routes.asked import add_calls_with_questions
from pathstar.studio.routes.game import add_calls_of_games
from pathstar.studio.routes.smooth import add_call_of_smoothing
from pathstar.studio.routes.walk import add_calls_of_walks
from pathstar.studio.runs import Options, Stop, measured, path_of, trace_of
from pathstar.studio.serving.error_handlers import REFUSALS, add_error_handlers
from pathstar.studio.serving.guard import TOKEN_HEADER
from pathstar.studio.serving.limiter import watched
from pathstar.studio.session import Session, trace_id
from pathstar.studio.wire import serializers
from pathstar.studio.wire.models import (
    AnyGenerateRequest,
    BoardModel,
    BoardReply,
    ExplainReply,
    ExplainRequest,
    ExportRequest,
    FactModel,
    FileModel,
    FilesReply,
    GraphReply,
    GraphRequest,
    HealthReply,
    MapReply,
    MeasureReply,
    MeasureRequest,
    MeasureRow,
    OpenRequest,
    PathReply,
    Query,
    SaveReply,
    SaveRequest,
)
from pathstar.studio.wire.packing import packed, unpacked
from pathstar.studio.wire.table import table
from pathstar.traces.trace import Trace
from pathstar.words import Say, as_json

Answer = TypeVar("Answer")
AnyBoard = Board | GraphBoard
_KEY = APIKeyHeader(name=TOKEN_HEADER, auto_error=False, description="the key in the printed address")
_BINARY: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}}
}


async def _key(key: Annotated[str | None, Security(_KEY)] = None) -> None:
    """Declare the key for OpenAPI; the guard has already checked it."""


def make_api(limits: Limits, folder: Folder) -> FastAPI:
    """Return the app for /api/..., which must run behind a `Guard`."""
    app = FastAPI(
        title="pathstar studio",
        version=pathstar.__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    add_error_handlers(app)
    session = Session(limits)
    router = APIRouter(prefix="/api", responses=REFUSALS, dependencies=[Security(_key)])
    _add_calls_about_the_studio(router, limits)
    _add_calls_about_maps(router, session, folder)
    _add_calls_about_searches(router, session)
    _add_calls_about_traces(router, session)
    add_calls_with_questions(router, session)
    add_calls_of_games(router, session)
    add_calls_of_walks(router, session)
    add_call_of_smoothing(router, session)
    app.include_router(router)
    return app


def _add_calls_about_the_studio(router: APIRouter, limits: Limits) -> None:
    started = datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="milliseconds")

    @router.get("/health")
    async def health() -> HealthReply:
        """Report that the server is running, and since when."""
        return HealthReply(version=pathstar.__version__, started=started)

    @router.get("/table")
    async def tables() -> dict[str, Any]:
        """Return the choices: algorithms, estimates, open lists, generators, formats, limits."""
        return table(limits)


def _add_calls_about_maps(router: APIRouter, session: Session, folder: Folder) -> None:
    limits = session.limits

    @router.post("/map")
    async def take_map(given: BoardModel) -> MapReply:
        """Keep a map to search on."""
        return MapReply(map=session.keep(given.board(limits)))

    @router.post("/generate")
    async def make_map(given: AnyGenerateRequest) -> BoardReply | GraphReply:
        """Make a map, or a graph."""

        def work() -> BoardReply | GraphReply:
            if isinstance(given, GraphRequest):
                graph = make_graph(given.generator, given.seed, given.options, limits)
                id = session.keep(graph) if given.keep else graph.id
                return serializers.graph_reply(id, graph, given.generator, [])
            check_size(given.width, given.height, limits)
            made = generate(given.generator, given.width, given.height, seed=given.seed, **given.options)
            board = board_of_map(made, given.kind, limits)
            return serializers.board_reply(session.keep(board) if given.keep else board.id, board, made, [])

        return await anyio.to_thread.run_sync(work)

    @router.get("/files")
    async def list_files() -> FilesReply:
        """List the map files of the studio's folder."""
        names, more = await anyio.to_thread.run_sync(folder.names)
        return FilesReply(folder=folder.root.name, files=names, more=more)

    @router.post("/open")
    async def open_map(given: OpenRequest) -> BoardReply | GraphReply:
        """Read a map or a graph from a file in the folder, or from one that the page sends."""

        def work() -> BoardReply | GraphReply:
            name, data = _content(given, folder)
            if is_graph_file(name):
                read, notes = graph_of_bytes(name, data, _coordinates(given, folder), limits)
                graph = board_of_graph(read, limits)
                return serializers.graph_reply(session.keep(graph), graph, name, notes)
            map = map_of_bytes(name, data, limits.cells)
            board = board_of_map(map, given.kind, limits)
            return serializers.board_reply(session.keep(board), board, map, [])

        return await anyio.to_thread.run_sync(work)

    @router.post("/save")
    async def save_map(given: SaveRequest) -> SaveReply:
        """Write a map to a file in the folder, or into the reply."""
        board = given.board.board(limits)
        if isinstance(board, GraphBoard):
            return await anyio.to_thread.run_sync(_saved, given, board, folder)
        return await anyio.to_thread.run_sync(_saved_map, given, board, folder)


def _saved(given: SaveRequest, board: GraphBoard, folder: Folder) -> SaveReply:
    return _put(given, *bytes_of_graph(given.name, board.space(Options())), folder)


def _saved_map(given: SaveRequest, board: Board, folder: Folder) -> SaveReply:
    ends = (("start", given.start), ("goal", given.goal))
    marks = {name: board.place(place, name) for name, place in ends if place is not None}
    data, notes = bytes_of_map(given.name, board.map(marks))
    return _put(given, {given.name: data}, notes, folder)


def _put(given: SaveRequest, files: dict[str, bytes], notes: list[Say], folder: Folder) -> SaveReply:
    """Write files into the folder or into the reply, as requested."""
    if given.folder:
        folder.write(files, replace=given.replace)
        return SaveReply(name=given.name, saved=True, files=[], notes=[as_json(note) for note in notes])
    sent = [FileModel(name=name, content=packed(data)) for name, data in files.items()]
    return SaveReply(name=given.name, saved=False, files=sent, notes=[as_json(note) for note in notes])


def _coordinates(given: OpenRequest, folder: Folder) -> bytes | None:
    """Return the content of the ``.co`` file for a ``.gr`` file: sent with it, or from the same folder."""
    if given.coordinates is not None:
        return unpacked(given.coordinates, "coordinates")
    beside = None if given.file is None else places_file(given.file)
    return folder.read(beside) if beside is not None and folder.path_of(beside).is_file() else None


def _content(given: OpenRequest, folder: Folder) -> tuple[str, bytes]:
    if (given.file is None) == (given.content is None) or (given.content is not None and given.name is None):
        raise FolderError("name a file in the folder, or send a name and a content; not both")
    if given.file is not None:
        return given.file, folder.read(given.file)
    assert given.content is not None
    assert given.name is not None
    return given.name, unpacked(given.content, "content")


def _ends(board: AnyBoard, given: Query) -> tuple[Place, Place | Goal]:
    """Return the start and the goal of a search, any of the targets if there are several."""
    start, goals = given.ends(board)
    return start, goal_of(goals)


def _add_calls_about_searches(router: APIRouter, session: Session) -> None:
    limits = session.limits

    @router.post("/path")
    async def find(given: Query, request: Request) -> PathReply:
        """Find a path without its steps, quickly enough to follow a pointer."""
        board, options = session.boards.get(given.map), given.options.options

        def work(stop: Stop) -> PathReply:
            space = board.space(options)
            planner = options.planner(space)
            return serializers.path_reply(
                space, planner.method, *path_of(planner, *_ends(board, given), stop)
            )

        return await watched(request, session.turns, limits.seconds, work)

    @router.post("/measure")
    async def measure(given: MeasureRequest, request: Request) -> MeasureReply:
        """Measure one search with several open lists."""
        board, options = session.boards.get(given.map), given.options.options

        def work(stop: Stop) -> MeasureReply:
            space, (start, goal) = board.space(options), _ends(board, given)
            rows = []
            for name in given.open_lists:
                planner = options.with_list(name).planner(space)
                result = measured(planner, start, goal, Stop(limits.seconds / 5, stop))
                rows.append(
                    MeasureRow(
                        open_list=name,
                        seconds=result.seconds,
                        runs=result.runs,
                        expanded=result.expanded,
                        cost=serializers.cost_or_none(result.cost),
                        finished=result.finished,
                    )
                )
            return MeasureReply(rows=rows)

        return await watched(request, session.turns, limits.seconds, work)


def _add_calls_about_traces(router: APIRouter, session: Session) -> None:
    limits = session.limits

    def record(given: Query, stop: Stop) -> tuple[str, Trace, PathReply]:
        board, options = session.boards.get(given.map), given.options.options
        space, (start, goal) = board.space(options), _ends(board, given)
        planner = options.planner(space, traced=True)
        trace, seconds = trace_of(planner, start, goal, stop, limits)
        id = trace_id(given.map, given.ends(board), options)
        session.traces.put(id, trace)
        return id, trace, serializers.path_reply(space, planner.method, trace.path, seconds)

    @router.post("/trace", response_class=Response, responses=_BINARY)
    async def trace(given: Query, request: Request) -> Response:
        """Search and return every event: a JSON head and columns of numbers."""
        session.boards.get(given.map)

        def work(stop: Stop) -> bytes:
            id, trace, reply = record(given, stop)
            return serializers.trace_reply(id, reply, trace)

        data = await watched(request, session.turns, limits.seconds, work)
        return Response(data, media_type="application/octet-stream")

    @router.post("/explain")
    async def explain(given: ExplainRequest) -> ExplainReply:
        """Explain a step of a trace."""
        trace = session.traces.get(given.trace)
        facts = await anyio.to_thread.run_sync(trace.facts, given.step)
        sent = [
            FactModel(
                kind=each.kind, say=as_json(each.say), places=serializers.told(trace.space, each.places)
            )
            for each in facts
        ]
        return ExplainReply(step=given.step, facts=sent)

    @router.post("/export", response_class=Response, responses=_BINARY)
    async def export(given: ExportRequest, request: Request) -> Response:
        """Write a trace, or a picture of one of its steps, to a file."""
        session.boards.get(given.map)

        def work(stop: Stop) -> bytes:
            trace = record(given, Stop(limits.seconds, stop))[1]
            return exported(
                trace, given.format, given.step, given.theme, given.lang, Stop(limits.seconds, stop)
            )

        data = await watched(request, session.export_turns, 2 * limits.seconds, work)
        return Response(data, media_type="application/octet-stream")
