"""Access control: which requests the studio accepts, how large they are, and the security headers."""

from __future__ import annotations

import contextlib
import hmac
import json
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from dataclasses import dataclass
from typing import Any

import anyio

from pathstar.studio.limits import Limits
from pathstar.studio.refusals import refusal
from pathstar.words import Say

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

TOKEN_HEADER = "x-pathstar-token"
_LINGER = 5.0  # seconds in which a refused client can finish its request

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]


@dataclass(eq=False)
class RefusedError(Exception):
    """A refused request: HTTP status, a code for programs, a message for people."""

    status: int
    code: str
    say: Say


def _arrived_at(scope: Scope) -> set[str]:
    """Return the address and port at which a request arrived, as a Host; never a foreign name."""
    address, port = scope.get("server") or (None, None)
    if not address:
        return set()
    return {f"[{address}]:{port}" if ":" in address else f"{address}:{port}"}


class Guard:
    """Checks every request before the app sees it.

    A page of another site could make the browser send requests here: so Host and Origin must be the studio's
    own, or the address at which the request arrived. This also stops a foreign name that points to this
    machine. Every call of the API carries a token that only the printed address contains. Only calls of the
    API have a body, which is stored only after all these checks.

    Args:
        app: The protected app.
        hosts: The studio's own values of Host, such as ``"127.0.0.1:8321"``.
        token: The required value of the header X-Pathstar-Token in every call of the API.
        limits: The limits for the size of a request and for the time until it has arrived.
    """

    def __init__(self, app: App, *, hosts: Iterable[str], token: str, limits: Limits) -> None:
        self._app = app
        self._hosts = {host.lower() for host in hosts}
        self._token = token.encode()
        self._limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it with the reason."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        headers = {
            name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]
        }
        is_api = scope["path"].startswith("/api/")

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = [*message.get("headers", []), *_HEADERS]
                if all(name != b"cache-control" for name, _ in headers):
                    headers.append((b"cache-control", b"no-store" if is_api else b"no-cache"))
                message["headers"] = headers
            await send(message)

        try:
            self._check(headers, self._hosts | _arrived_at(scope), is_api)
            with anyio.fail_after(self._limits.body_seconds):
                held = await _hold(headers, receive, self._limits.body if is_api else 0)
        except RefusedError as refused:
            await self._refuse(refused, receive, send_with_headers)
            return
        except TimeoutError:
            late = RefusedError(408, "slow", Say("studio.refused.slow"))
            await self._refuse(late, receive, send_with_headers)
            return
        await self._app(scope, held, send_with_headers)

    def _check(self, headers: dict[str, str], hosts: set[str], is_api: bool) -> None:
        host = headers.get("host", "").lower()
        if host not in hosts:
            raise RefusedError(403, "host", Say("studio.refused.host", {"host": host[:80]}))
        origin = headers.get("origin")
        if origin is not None and origin.lower() not in {f"http://{own}" for own in hosts}:
            raise RefusedError(403, "origin", Say("studio.refused.origin", {"origin": origin[:80]}))
        if headers.get("sec-fetch-site") in {"cross-site", "same-site"} and is_api:
            raise RefusedError(403, "origin", Say("studio.refused.site"))
        given = headers.get(TOKEN_HEADER, "").encode("latin-1", "replace")
        if is_api and not hmac.compare_digest(given, self._token):
            raise RefusedError(401, "token", Say("studio.no_key"))

    async def _refuse(self, refused: RefusedError, receive: Receive, send: Send) -> None:
        """Reply with the reason at once, then close the connection.

        A client that is still sending when the connection closes may never see the reply, so it gets a moment
        to finish. What it sends is discarded.
        """
        body = json.dumps(refusal(refused.code, refused.say)).encode()
        headers = [
            (b"content-type", b"application/json"),
            (b"content-length", str(len(body)).encode()),
            (b"connection", b"close"),
        ]
        await send({"type": "http.response.start", "status": refused.status, "headers": headers})
        await send({"type": "http.response.body", "body": body, "more_body": True})
        with anyio.move_on_after(_LINGER), contextlib.suppress(RefusedError):
            await _read(receive, 2 * self._limits.body, lambda part: None)
        await send({"type": "http.response.body", "body": b""})


async def _hold(headers: dict[str, str], receive: Receive, most: int) -> Receive:
    """Read the body up to a limit, and pass it on as one message."""
    length = headers.get("content-length", "0")
    if length.isdigit() and int(length) > most:
        raise _too_much(most)
    parts: list[bytes] = []
    await _read(receive, most, parts.append)
    body: Message | None = {"type": "http.request", "body": b"".join(parts), "more_body": False}

    async def held() -> Message:
        nonlocal body
        if body is None:
            return await receive()
        given, body = body, None
        return given

    return held


async def _read(receive: Receive, most: int, keep: Callable[[bytes], None]) -> None:
    """Read the body part by part up to a limit."""
    size, more = 0, True
    while more:
        message = await receive()
        part, more = message.get("body", b""), message.get("more_body", False)
        size += len(part)
        if size > most:
            raise _too_much(most)
        keep(part)


def _too_much(most: int) -> RefusedError:
    say = Say("studio.refused.body", {"size": most // 2**20}) if most else Say("studio.refused.no_body")
    return RefusedError(413, "too_large", say)
