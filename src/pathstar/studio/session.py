"""The state between requests: a few maps and traces, which the page can always send again."""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Generic, TypeVar

import anyio

from pathstar.spaces.base import Place
from pathstar.studio.boards import Board
from pathstar.studio.game import Game
from pathstar.studio.graphs import GraphBoard
from pathstar.studio.limits import Limits
from pathstar.studio.meshes import MeshBoard
from pathstar.studio.panels.fog_walk import FogWalk
from pathstar.studio.runs import Options
from pathstar.traces.trace import Trace
from pathstar.words import Say

Kept = TypeVar("Kept")


class GoneError(Exception):
    """A requested id is unknown or was dropped; the page sends its content again."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.say = Say("studio.refused.gone")
        super().__init__(f"the server does not keep this {what}; send it again")


class BusyError(Exception):
    """More searches or exports wait than the limit allows."""


class LeftError(Exception):
    """Nobody waits for the reply any more."""


class Lru(Generic[Kept]):
    """A cache by id that drops the least recently used entry."""

    def __init__(self, what: str, room: int) -> None:
        self._what = what
        self._room = room
        self._things: OrderedDict[str, Kept] = OrderedDict()
        self._lock = threading.Lock()

    def put(self, id: str, thing: Kept) -> None:
        """Add an entry, unless it is there already."""
        with self._lock:
            self._things.setdefault(id, thing)
            self._things.move_to_end(id)
            while len(self._things) > self._room:
                self._things.popitem(last=False)

    def get(self, id: str) -> Kept:
        """Return an entry.

        Raises:
            GoneError: It is not in the cache.
        """
        with self._lock:
            if id not in self._things:
                raise GoneError(self._what)
            self._things.move_to_end(id)
            return self._things[id]

    def __len__(self) -> int:
        return len(self._things)


class Limiter:
    """Limits how many pieces of work of one kind run at once, and how many may wait.

    Args:
        what: Their noun in errors.
        runs: The number that may run at once.
        waiting: The number that may wait.
    """

    def __init__(self, what: str, runs: int, waiting: int) -> None:
        self._what = what
        self._runs = anyio.Semaphore(runs)
        self._room = runs + waiting
        self._here = 0

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait for a turn, and hold it.

        Raises:
            BusyError: The queue is full.
        """
        if self._here >= self._room:
            raise BusyError(f"{self._here} {self._what} run or wait already; try again in a moment")
        self._here += 1
        try:
            async with self._runs:
                yield
        finally:
            self._here -= 1


class Session:
    """The maps and traces of one studio.

    Args:
        limits: The limits of the studio.
    """

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.boards: Lru[Board | GraphBoard] = Lru("map", limits.maps)
        self.meshes: Lru[MeshBoard] = Lru("mesh", limits.maps)
        self.traces: Lru[Trace] = Lru("trace", limits.traces)
        self.games: Lru[Game] = Lru("game", limits.games)
        self.walks: Lru[FogWalk] = Lru("walk", limits.games)
        self.turns = Limiter("searches", limits.runs, limits.waiting)
        self.game_turns = Limiter("turns of games", limits.runs, limits.waiting)
        self.export_turns = Limiter("exports", limits.exports, limits.waiting)

    def keep(self, board: Board | GraphBoard) -> str:
        """Keep a board, and return its id."""
        id = board.id
        self.boards.put(id, board)
        return id


def trace_id(map: str, ends: tuple[Place, list[Place]], options: Options) -> str:
    """Return the id of a trace, which is the same for equal searches, even after a restart."""
    return hashlib.blake2b(repr((map, ends, options)).encode(), digest_size=12).hexdigest()
