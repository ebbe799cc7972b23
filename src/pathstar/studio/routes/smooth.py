"""The call that makes a path smoother."""

from __future__ import annotations

from fastapi import APIRouter, Request

from pathstar.errors import unknown_name
from pathstar.studio.dead_ends import planned
from pathstar.studio.ends import goal_of
from pathstar.studio.panels.smoothing import WAYS, smoothings
from pathstar.studio.runs import Stop, path_of
from pathstar.studio.serving.limiter import watched
from pathstar.studio.session import Session
from pathstar.studio.wire.panel_models import LineModel, SmoothReply, SmoothRequest


def add_call_of_smoothing(router: APIRouter, session: Session) -> None:
    """Add the call to a router."""
    limits = session.limits

    @router.post("/smooth")
    async def smooth(given: SmoothRequest, request: Request) -> SmoothReply:
        """Find a path, and return smoother lines in its place, one for each position of a slider."""
        board, options = session.boards.get(given.map), given.options.options
        if given.way not in WAYS:
            raise unknown_name("way of smoothing", given.way, WAYS)

        def work(stop: Stop) -> SmoothReply:
            space, (start, goals) = board.space(options), given.ends(board)
            planner, _ = planned(board, options, start, goals)
            path, _ = path_of(planner, start, goal_of(goals), stop)
            before, rows = smoothings(space, path, given.way, stop)
            return SmoothReply(
                before=LineModel.of(before),
                rows=[LineModel.of(row) for row in rows],
                usual=min(WAYS[given.way].usual, len(rows) - 1),
            )

        return await watched(request, session.turns, limits.seconds, work)
