"""The calls of the game mode."""

from __future__ import annotations

import secrets

import anyio.to_thread
from fastapi import APIRouter

from pathstar.errors import OptionError
from pathstar.studio.boards import Board
from pathstar.studio.game import Game
from pathstar.studio.session import Session
from pathstar.studio.wire.game_models import GameReply, GameRequest, TurnReply, TurnRequest


def add_calls_of_games(router: APIRouter, session: Session) -> None:
    """Add the calls to a router."""

    @router.post("/game")
    async def begin(given: GameRequest) -> GameReply:
        """Begin a game on a copy of a board."""
        board = session.boards.get(given.map)
        if not isinstance(board, Board):
            raise OptionError("units move on squares only; this board is a graph")
        id = secrets.token_hex(12)
        session.games.put(id, Game(board, given.options.options.moves, danger=given.danger))
        return GameReply(game=id)

    @router.post("/turn")
    async def turn(given: TurnRequest) -> TurnReply:
        """Change a game, let time pass in it, and tell where its units are."""
        game = session.games.get(given.game)
        return TurnReply.of(await anyio.to_thread.run_sync(game.play, given.turn))
