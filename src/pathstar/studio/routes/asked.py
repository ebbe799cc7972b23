"""The calls for questions about a board: why not through here, and the costs from or to everywhere."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from pathstar.studio.asked import field_columns, why_blocked, why_left_out, why_not
from pathstar.studio.boards import Board
from pathstar.studio.dead_ends import found_labels, number_left_out, planned
from pathstar.studio.ends import goal_of
from pathstar.studio.runs import Stop, path_of
from pathstar.studio.serving.limiter import watched
from pathstar.studio.session import Session
from pathstar.studio.wire.binary import BINARY, BinaryResponse
from pathstar.studio.wire.models import FieldRequest, LabelsReply, Query, WhyReply, WhyRequest
from pathstar.studio.wire.packing import packed_array
from pathstar.traces.codec import packed
from pathstar.words import as_json


def add_calls_with_questions(router: APIRouter, session: Session) -> None:
    """Add the calls to a router."""
    limits = session.limits

    @router.post("/why")
    async def why(given: WhyRequest, request: Request) -> WhyReply:
        """Tell why the path does not lead through a place."""
        board, options = session.boards.get(given.map), given.options.options

        def work(stop: Stop) -> WhyReply:
            space = board.space(options)
            start, goals = given.ends(board)
            planner, out = planned(board, options, start, goals)
            path, _ = path_of(planner, start, goal_of(goals), stop)
            place = board.place(given.place, "place")
            number = number_left_out(board, out, place)
            if isinstance(board, Board) and board.closed(place, options.profile):
                opened = board.opened(place).space(options)
                found = why_blocked(opened, path, start, goals, place)
            elif number:
                found = why_left_out(space, path, start, goals, place, number)
            else:
                found = why_not(space, path, start, goals, place)
            return WhyReply(say=as_json(found.say), path=list(found.nodes), dead_end=number or None)

        return await watched(request, session.turns, limits.seconds, work)

    @router.post("/dead-ends")
    async def find_dead_ends(given: Query, request: Request) -> LabelsReply:
        """Find the dead ends of a board of squares: all areas attached to the rest by a single square."""
        board, options = session.boards.get(given.map), given.options.options

        def work(_: Stop) -> LabelsReply:
            return LabelsReply(dead_ends=packed_array(found_labels(board, options), "<u2"))

        return await watched(request, session.turns, limits.seconds, work)

    @router.post("/field", response_class=Response, responses=BINARY)
    async def field(given: FieldRequest, request: Request) -> BinaryResponse:
        """Return the costs from the start, or to the target, as columns of numbers."""
        board, options = session.boards.get(given.map), given.options.options
        outward = given.of == "start"

        def work(stop: Stop) -> bytes:
            space, (start, goals) = board.space(options), given.ends(board)
            lines = isinstance(board, Board)
            sources = [start] if outward else goals
            columns = field_columns(space, sources, outward=outward, contours=lines)
            return packed({"of": given.of}, columns)

        data = await watched(request, session.turns, limits.seconds, work)
        return BinaryResponse(data)
