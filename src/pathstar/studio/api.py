"""The calls of the page, described at /api/openapi.json. Every refusal is JSON with a reason."""

from __future__ import annotations

import datetime
from typing import Annotated, Any, TypeVar

import anyio.to_thread
from fastapi import APIRouter, FastAPI, Request, Response, Security
from fastapi.security import APIKeyHeader

import pathstar
from pathstar.studio.boards import Board, board_of_map, check_size, generated_map
from pathstar.studio.dead_ends import planned
from pathstar.studio.ends import goal_of
from pathstar.studio.exports import exported
from pathstar.studio.files.folder import Folder
from pathstar.studio.graph_makers import make_graph
from pathstar.studio.limits import Limits
from pathstar.studio.routes.asked import add_calls_with_questions
from pathstar.studio.routes.files import add_calls_about_files
from pathstar.studio.routes.game import add_calls_of_games
from pathstar.studio.routes.mesh import add_calls_of_meshes
from pathstar.studio.routes.smooth import add_call_of_smoothing
from pathstar.studio.routes.two_tiers import add_call_of_two_tiers
from pathstar.studio.routes.walk import add_calls_of_walks
from pathstar.studio.runs import Stop, measured, path_of, trace_of
from pathstar.studio.serving.error_handlers import REFUSALS, add_error_handlers
from pathstar.studio.serving.guard import TOKEN_HEADER
from pathstar.studio.serving.limiter import watched
from pathstar.studio.session import Session, trace_id
from pathstar.studio.wire import serializers
from pathstar.studio.wire.binary import BINARY, BinaryResponse
from pathstar.studio.wire.models import (
    AnyGenerateRequest,
    BoardModel,
    BoardReply,
    ExplainReply,
    ExplainRequest,
    ExportRequest,
    FactModel,
    GraphReply,
    GraphRequest,
    HealthReply,
    MapReply,
    MeasureReply,
    MeasureRequest,
    MeasureRow,
    PathReply,
    Query,
)
from pathstar.studio.wire.table import table
from pathstar.traces.trace import Trace
from pathstar.words import as_json

Answer = TypeVar("Answer")
_KEY = APIKeyHeader(name=TOKEN_HEADER, auto_error=False, description="the key in the printed address")


async def _key(key: Annotated[str | None, Security(_KEY)] = None) -> None:
    """Declare the key for OpenAPI; the guard has already checked it."""


def make_api(session: Session, folder: Folder) -> FastAPI:
    """Return the app for /api/..., which must run behind a `Guard`."""
    app = FastAPI(
        title="pathstar studio",
        version=pathstar.__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    add_error_handlers(app)
    router = APIRouter(prefix="/api", responses=REFUSALS, dependencies=[Security(_key)])
    _add_calls_about_the_studio(router, session.limits)
    _add_calls_about_maps(router, session)
    add_calls_about_files(router, session, folder)
    _add_calls_about_searches(router, session)
    _add_calls_about_traces(router, session)
    add_calls_with_questions(router, session)
    add_calls_of_games(router, session)
    add_calls_of_walks(router, session)
    add_call_of_smoothing(router, session)
    add_call_of_two_tiers(router, session)
    add_calls_of_meshes(router, session, folder)
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


def _add_calls_about_maps(router: APIRouter, session: Session) -> None:
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
            size = given.width, given.height
            made = generated_map(given.kind, given.generator, *size, given.seed, given.options)
            board = board_of_map(made, given.kind, limits)
            return serializers.board_reply(session.keep(board) if given.keep else board.id, board, made, [])

        return await anyio.to_thread.run_sync(work)


def _add_calls_about_searches(router: APIRouter, session: Session) -> None:
    limits = session.limits

    @router.post("/path")
    async def find(given: Query, request: Request) -> PathReply:
        """Find a path without its steps, quickly enough to follow a pointer."""
        board, options = session.boards.get(given.map), given.options.options

        def work(stop: Stop) -> PathReply:
            start, goals = given.ends(board)
            planner, out = planned(board, options, start, goals)
            path, seconds = path_of(planner, start, goal_of(goals), stop)
            return serializers.path_reply(planner.space, planner.method, path, seconds, out)

        return await watched(request, session.turns, limits.seconds, work)

    @router.post("/measure")
    async def measure(given: MeasureRequest, request: Request) -> MeasureReply:
        """Measure one search with several open lists."""
        board, options = session.boards.get(given.map), given.options.options

        def work(stop: Stop) -> MeasureReply:
            start, goals = given.ends(board)
            rows = []
            for name in given.open_lists:
                planner, _ = planned(board, options.with_list(name), start, goals)
                result = measured(planner, start, goal_of(goals), Stop(limits.seconds / 5, stop))
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
        start, goals = given.ends(board)
        planner, out = planned(board, options, start, goals, traced=True)
        trace, seconds = trace_of(planner, start, goal_of(goals), stop, limits)
        id = trace_id(given.map, given.ends(board), options)
        session.traces.put(id, trace)
        return id, trace, serializers.path_reply(planner.space, planner.method, trace.path, seconds, out)

    @router.post("/trace", response_class=Response, responses=BINARY)
    async def trace(given: Query, request: Request) -> BinaryResponse:
        """Search and return every event: a JSON head and columns of numbers."""
        session.boards.get(given.map)

        def work(stop: Stop) -> bytes:
            id, trace, reply = record(given, stop)
            return serializers.trace_reply(id, reply, trace)

        data = await watched(request, session.turns, limits.seconds, work)
        return BinaryResponse(data)

    @router.post("/explain")
    async def explain(given: ExplainRequest) -> ExplainReply:
        """Explain a step of a trace."""
        trace = session.traces.get(given.trace)
        facts = await anyio.to_thread.run_sync(trace.facts, given.step)
        sent = [
            FactModel(
                kind=each.kind,
                say=as_json(each.say),
                places=serializers.places_as_json(trace.space, each.places),
            )
            for each in facts
        ]
        return ExplainReply(step=given.step, facts=sent)

    @router.post("/export", response_class=Response, responses=BINARY)
    async def export(given: ExportRequest, request: Request) -> BinaryResponse:
        """Write a trace, or a picture of one of its steps, to a file."""
        board = session.boards.get(given.map)
        on = board.map() if isinstance(board, Board) else None

        def work(stop: Stop) -> bytes:
            if given.trace is not None:
                trace = session.traces.get(given.trace)
            else:
                trace = record(given, Stop(limits.seconds, stop))[1]
            end = Stop(limits.seconds, stop)
            return exported(trace, given.format, given.step, given.theme, given.lang, end, on=on)

        data = await watched(request, session.export_turns, 2 * limits.seconds, work)
        return BinaryResponse(data)
