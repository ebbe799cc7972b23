"""Running a piece of work in a thread as long as its client waits."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

import anyio
import anyio.to_thread
from fastapi import Request

from pathstar.studio.runs import Stop
from pathstar.studio.session import LeftError, Limiter

Answer = TypeVar("Answer")
_LOOK_EVERY = 0.1


async def watched(request: Request, turns: Limiter, seconds: float, work: Callable[[Stop], Answer]) -> Answer:
    """Wait for a turn, then do some work in a thread; stop it at its time limit or when the page disconnects.

    Args:
        request: The request.
        turns: The limiter for concurrent work.
        seconds: The time limit of the work.
        work: Called with a `Stop`, which it must poll now and then.

    Raises:
        BusyError: The queue is full.
        LeftError: The page disconnected before its turn.
    """
    left = threading.Event()
    answers: list[Answer] = []
    failed: Exception | None = None
    async with anyio.create_task_group() as group:

        async def look() -> None:
            while not await request.is_disconnected():
                await anyio.sleep(_LOOK_EVERY)
            left.set()
            group.cancel_scope.cancel()  # ends the wait for a turn; a running thread ends by itself

        group.start_soon(look)
        try:
            async with turns.turn():
                answers.append(await anyio.to_thread.run_sync(work, Stop(seconds, left.is_set)))
        except Exception as error:
            failed = error  # raised below, outside the exception group
        group.cancel_scope.cancel()
    if failed is not None:
        raise failed
    if not answers:
        raise LeftError("the page disconnected before its turn")
    return answers[0]
