"""The calls of the game mode."""

from __future__ import annotations

import secrets

import anyio.to_thread
from fastapi import APIRouter, Request

from pathstar.studio.boards import Board
from pathstar.studio.game import Game
from pathstar.studio.refusals import StudioError
from pathstar.studio.runs import Stop
from pathstar.studio.serving.limiter import watched
from pathstar.studio.session import Session
from pathstar.studio.wire.game_models import GameReply, GameRequest, TurnReply, TurnRequest
from pathstar.words import Say


def add_calls_of_games(router: APIRouter, session: Session) -> None:
    """Add the calls to a router."""

    @router.post("/game")
    async def begin(given: GameRequest) -> GameReply:
        """Begin a game on a copy of a board."""
        board = session.boards.get(given.map)
        if not isinstance(board, Board):
            raise StudioError(Say("studio.game.squares"))
        id, moves = secrets.token_hex(12), given.options.options.moves
        begun = await anyio.to_thread.run_sync(lambda: Game(board, moves, danger=given.danger))
        session.games.put(id, begun)
        return GameReply(game=id)

    @router.post("/turn")
    async def turn(given: TurnRequest, request: Request) -> TurnReply:
        """Change a game, let time pass in it, and tell where its units are.

        At the time limit the turn ends early, and `now` says how far it came.
        """
        game = session.games.get(given.game)

        def work(stop: Stop) -> TurnReply:
            return TurnReply.of(game.play(given.turn, stop, number=given.number))

        return await watched(request, session.game_turns, session.limits.seconds, work)
