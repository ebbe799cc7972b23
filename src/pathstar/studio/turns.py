"""Running a piece of work in a thread, for as long as somebody waits for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import anyio
import anyio.to_thread
from fastapi import Request

from pathstar.studio.runs import Stop
from pathstar.studio.session import Session

Answer = TypeVar("Answer")
_LOOK_EVERY = 0.1


async def watched(request: Request, session: Session, work: Callable[[Stop], Answer]) -> Answer:
    """Wait for a turn, then do some work in a thread, and stop it when its time is over or the page has gone.

    Args:
        request: The request that it is for.
        session: Whose turns and limits hold.
        work: Given a `Stop`, which it must ask now and then.

    Raises:
        BusyError: Too many searches wait already.
    """
    async with session.turns.turn():
        stop = Stop(session.limits.seconds)
        failed: Exception | None = None

        async def look() -> None:
            while not await request.is_disconnected():
                await anyio.sleep(_LOOK_EVERY)
            stop.cancel()

        async with anyio.create_task_group() as group:
            group.start_soon(look)
            try:
                answer = await anyio.to_thread.run_sync(work, stop)
            except Exception as error:
                failed = error  # raised below, where it is no part of a group
            group.cancel_scope.cancel()
        if failed is not None:
            raise failed
        return answer
