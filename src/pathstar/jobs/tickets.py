"""What a queue gives for a request."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Generator
from typing import Any

from pathstar.paths.path import Path
from pathstar.spaces.base import Place


class Ticket:
    """A path that was asked for: look at it each frame, or await it.

    Made by `PathQueue.request`.

    Attributes:
        start: Where the path starts.
        goal: Where it ends.
        priority: How urgent it is; higher goes first.
        deadline: The number of the update by which the path is wanted, or None.
        path: The best that is known: None at first, then a first leg to set off on, in the end the answer,
            which is falsy where there is no path. A leg that does not reach the goal ends where a short
            search came nearest to it, and is falsy, too; it has `points` like any other.
        done: Whether the path is the answer.
        cancelled: Whether nobody wants it any more.
        late: Whether the answer came after the deadline.
        turn: What decides whose turn it is: the lowest goes first.
        shared: Whether the answer came from a field that other requests with the same goal share.
    """

    __slots__ = (
        "_drop",
        "_waiters",
        "cancelled",
        "deadline",
        "done",
        "goal",
        "late",
        "path",
        "priority",
        "shared",
        "start",
        "turn",
    )

    def __init__(
        self,
        start: Place,
        goal: Place,
        priority: float,
        deadline: int | None,
        turn: float,
        drop: Callable[[Ticket], None],
    ) -> None:
        self.start = start
        self.goal = goal
        self.priority = priority
        self.deadline = deadline
        self.turn = turn
        self.path: Path | None = None
        self.done = False
        self.cancelled = False
        self.late = False
        self.shared = False
        self._drop = drop
        self._waiters: list[tuple[asyncio.AbstractEventLoop, asyncio.Future[Path]]] = []

    def cancel(self) -> bool:
        """Give the request up, and return whether it was still waiting."""
        if self.done or self.cancelled:
            return False
        self.cancelled = True
        self._drop(self)
        for loop, waiter in self._waiters:
            loop.call_soon_threadsafe(waiter.cancel)
        self._waiters.clear()
        return True

    def finish(self, path: Path, *, late: bool, shared: bool) -> None:
        """Set the answer; the queue calls it."""
        self.path, self.done, self.late, self.shared = path, True, late, shared
        for loop, waiter in self._waiters:
            loop.call_soon_threadsafe(_resolve, waiter, path)
        self._waiters.clear()

    def __await__(self) -> Generator[Any, None, Path]:
        """Wait for the answer; somebody must call `PathQueue.update` meanwhile.

        Raises:
            asyncio.CancelledError: The request was given up.
        """
        if self.done and self.path is not None:
            return self.path
        loop = asyncio.get_running_loop()
        waiter: asyncio.Future[Path] = loop.create_future()
        if self.cancelled:
            waiter.cancel()
        else:
            self._waiters.append((loop, waiter))
        return (yield from waiter.__await__())

    def __repr__(self) -> str:
        state = "done" if self.done else "cancelled" if self.cancelled else "waiting"
        return f"Ticket({self.start} to {self.goal}, {state})"


def _resolve(waiter: asyncio.Future[Path], path: Path) -> None:
    if not waiter.done():
        waiter.set_result(path)
