"""The tickets that a queue returns for requests."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Generator
from typing import Any

from pathstar._core import fixed_place
from pathstar.errors import NotCopied
from pathstar.paths.path import Path
from pathstar.spaces.base import Place


class Ticket(NotCopied):
    """A request for a path: look at it each frame, or await it.

    Made by `PathQueue.request`.

    Attributes:
        start: Where the path starts.
        goal: Where it ends.
        priority: How urgent it is; higher goes first.
        deadline: The number of the update by which the path is wanted, or None.
        path: The best path known: None at first, then a first leg to set off on, at the end the answer, which
            is falsy if there is no path. A leg that does not reach the goal ends where a short search came
            nearest to it, and is falsy too; it has `points` like any other.
        done: Whether the search is over: the path is the answer, or there is an error.
        error: The exception of the search, such as from a function of a `Custom` space, or None. The path is
            None then.
        cancelled: Whether it was given up.
        late: Whether the answer came after the deadline.
        turn: Decides whose turn it is: the lowest goes first.
        shared: Whether the answer came from a field that other requests with the same goal share.
    """

    _instead = "copy its path"

    __slots__ = (
        "_drop",
        "_lock",
        "_waiters",
        "cancelled",
        "deadline",
        "done",
        "error",
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
        drop: Callable[[Ticket], bool],
    ) -> None:
        self.start = fixed_place(start)
        self.goal = fixed_place(goal)
        self.priority = priority
        self.deadline = deadline
        self.turn = turn
        self.path: Path | None = None
        self.done = False
        self.error: Exception | None = None
        self.cancelled = False
        self.late = False
        self.shared = False
        self._drop = drop
        self._lock = threading.Lock()
        self._waiters: list[tuple[asyncio.AbstractEventLoop, asyncio.Future[Path]]] = []

    def cancel(self) -> bool:
        """Give the request up, and return whether it was still waiting."""
        if not self._drop(self):
            return False
        with self._lock:
            self.cancelled = True
        self._wake()
        return True

    def finish(self, path: Path, *, late: bool, shared: bool) -> None:
        """Set the answer; the queue calls it."""
        with self._lock:
            self.path, self.done, self.late, self.shared = path, True, late, shared
        self._wake()

    def fail(self, error: Exception) -> None:
        """Set the exception of the search; the queue calls it."""
        with self._lock:
            self.path, self.done, self.error = None, True, error
        self._wake()

    def __await__(self) -> Generator[Any, None, Path]:
        """Wait for the answer; `PathQueue.update` must be called meanwhile.

        Raises:
            asyncio.CancelledError: The request was given up.
            Exception: The exception of the search, the ticket's `error`.
        """
        loop = asyncio.get_running_loop()
        waiter: asyncio.Future[Path] = loop.create_future()
        with self._lock:
            over = self.done or self.cancelled
            if not over:
                self._waiters.append((loop, waiter))
        if over:
            self._resolve(waiter)
        return (yield from waiter.__await__())

    def __repr__(self) -> str:
        state = "done" if self.done else "cancelled" if self.cancelled else "waiting"
        return f"Ticket({self.start} to {self.goal}, {state})"

    def _wake(self) -> None:
        """Pass the outcome to everyone who waits for it."""
        with self._lock:
            waiters, self._waiters = self._waiters, []
        for loop, waiter in waiters:
            with contextlib.suppress(RuntimeError):  # its loop is closed, so nothing waits any more
                loop.call_soon_threadsafe(self._resolve, waiter)

    def _resolve(self, waiter: asyncio.Future[Path]) -> None:
        if waiter.done():
            return
        if self.error is not None:
            waiter.set_exception(self.error)
        elif self.path is not None and self.done:
            waiter.set_result(self.path)
        else:
            waiter.cancel()
