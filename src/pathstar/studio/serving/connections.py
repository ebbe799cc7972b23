"""Connections that limit the time for the head of a request; plain uvicorn waits for ever."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from pathstar.studio.serving.guard import App, Receive, Scope, Send

_CLOCK = "pathstar.head_clock"  # the key under which a request finds its connection's clock
_PROTOCOL: Any = AutoHTTPProtocol


class HeadClock:
    """Closes a connection if the complete head of a request does not arrive in time.

    Args:
        seconds: The time limit.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._due: asyncio.TimerHandle | None = None
        self.transport: asyncio.BaseTransport | None = None

    def start(self) -> None:
        """Start to wait for a head."""
        self.stop()
        if self.transport is not None and not self.transport.is_closing():
            self._due = asyncio.get_running_loop().call_later(self._seconds, self.transport.close)

    def stop(self) -> None:
        """Stop waiting: a head has arrived, or the connection is gone."""
        if self._due is not None:
            self._due.cancel()
            self._due = None


def connections(seconds: float) -> type[asyncio.Protocol]:
    """Return uvicorn's protocol with a clock for each connection; the app must be `punctual`.

    Args:
        seconds: The time limit for the head of a request.
    """

    class Connection(_PROTOCOL):  # type: ignore[misc]  # uvicorn has two, and uses the installed one
        def __init__(self, *, app_state: dict[str, Any], **given: Any) -> None:
            self._head_clock = HeadClock(seconds)
            super().__init__(app_state={**app_state, _CLOCK: self._head_clock}, **given)

        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            super().connection_made(transport)
            self._head_clock.transport = transport
            self._head_clock.start()

        def connection_lost(self, exc: Exception | None) -> None:
            self._head_clock.stop()
            super().connection_lost(exc)

    return Connection


def punctual(app: App) -> App:
    """Return an app whose requests stop the clock of their connection until the reply."""

    async def timed(scope: Scope, receive: Receive, send: Send) -> None:
        clock: HeadClock | None = scope.get("state", {}).get(_CLOCK)
        if clock is None:  # start-up or shutdown of the server
            await app(scope, receive, send)
            return
        clock.stop()
        try:
            await app(scope, receive, send)
        finally:
            clock.start()

    return timed
