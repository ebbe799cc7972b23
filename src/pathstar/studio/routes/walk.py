"""The calls for a unit that walks over unknown ground."""

from __future__ import annotations

import secrets

import anyio.to_thread
from fastapi import APIRouter, Request

from pathstar.studio.boards import Board
from pathstar.studio.panels.fog_walk import FogWalk, fog_of
from pathstar.studio.panels.painted import Painted
from pathstar.studio.refusals import StudioError
from pathstar.studio.runs import Stop
from pathstar.studio.serving.limiter import watched
from pathstar.studio.session import Session
from pathstar.studio.wire.packing import unpacked
from pathstar.studio.wire.panel_models import StrideReply, StrideRequest, WalkReply, WalkRequest
from pathstar.words import Say


def add_calls_of_walks(router: APIRouter, session: Session) -> None:
    """Add the calls to a router."""

    @router.post("/walk")
    async def begin(given: WalkRequest) -> WalkReply:
        """Begin a walk on a copy of a board."""
        board = session.boards.get(given.map)
        if not isinstance(board, Board):
            raise StudioError(Say("studio.walk.squares"))
        fog = None if given.fog is None else fog_of(unpacked(given.fog, "fog"), board.codes.shape)

        def work() -> FogWalk:
            start = board.place(given.start, "start")
            goal = None if given.goal is None else board.place(given.goal, "goal")
            options = given.options.options
            return FogWalk(board, options, start, goal, fog=fog, radius=given.radius, sight=given.sight)

        id = secrets.token_hex(12)
        session.walks.put(id, await anyio.to_thread.run_sync(work))
        return WalkReply(walk=id)

    @router.post("/stride")
    async def stride(given: StrideRequest, request: Request) -> StrideReply:
        """Change the ground, let the unit take some steps, and tell what it saw and plans."""
        walk = session.walks.get(given.walk)
        painted = [Painted((square.place[0], square.place[1]), square.cost) for square in given.painted]

        def work(stop: Stop) -> StrideReply:
            return StrideReply.of(walk.play(given.steps, painted, stop))

        return await watched(request, session.game_turns, session.limits.seconds, work)
