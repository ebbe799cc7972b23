"""The call for the clusters of a board and a path over them."""

from __future__ import annotations

from fastapi import APIRouter, Request

from pathstar.studio.ends import goal_of
from pathstar.studio.panels.two_tiers import two_tiers
from pathstar.studio.runs import Stop
from pathstar.studio.serving.limiter import watched
from pathstar.studio.session import Session
from pathstar.studio.wire.models import Query
from pathstar.studio.wire.panel_models import TwoTiersReply


def add_call_of_two_tiers(router: APIRouter, session: Session) -> None:
    """Add the call to a router."""

    @router.post("/two-tiers")
    async def clusters(given: Query, request: Request) -> TwoTiersReply:
        """Divide the board into clusters, and find a path over them leg by leg."""
        board, options = session.boards.get(given.map), given.options.options

        def work(stop: Stop) -> TwoTiersReply:
            start, goals = given.ends(board)
            return TwoTiersReply.of(two_tiers(board.space(options), start, goal_of(goals), stop))

        return await watched(request, session.turns, session.limits.seconds, work)
