"""The door of the studio: who may come in, with how much, and what the browser is told about it."""

from __future__ import annotations

import hmac
import json
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from dataclasses import dataclass
from typing import Any

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

TOKEN_HEADER = "x-pathstar-token"
_NO_KEY = "open the address that `pathstar studio` printed: it holds the key to this studio"

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


@dataclass(frozen=True, slots=True)
class RefusedError(Exception):
    """A request that is not let in: HTTP status, a word for programs, a sentence for people."""

    status: int
    code: str
    reason: str


def _arrived_at(scope: Scope) -> set[str]:
    """Return the address and port at which a request arrived, as a Host; it is never a foreign name."""
    address, port = scope.get("server") or (None, None)
    if not address:
        return set()
    return {f"[{address}]:{port}" if ":" in address else f"{address}:{port}"}


class Guard:
    """Checks every request before the app sees it.

    A page of another site could make the browser send requests here: so Host and Origin must be the studio's
    own (which also stops a foreign name that was pointed at this machine), or the address at which the
    request arrived; and every call of the API carries a token that only the printed address tells.

    Args:
        app: What stands behind the door.
        hosts: The values of Host that are the studio's own, such as ``"127.0.0.1:8321"``.
        token: What every call of the API must carry in the header X-Pathstar-Token.
        most: The most bytes of a request.
    """

    def __init__(self, app: App, *, hosts: Iterable[str], token: str, most: int) -> None:
        self._app = app
        self._hosts = {host.lower() for host in hosts}
        self._token = token.encode()
        self._most = most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or answer it with the reason why not."""
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
                caching = "no-store" if is_api else "no-cache"
                extra = {**HEADERS, "cache-control": caching}
                told = [(name.encode(), value.encode()) for name, value in extra.items()]
                message["headers"] = [*message.get("headers", []), *told]
            await send(message)

        try:
            self._check(headers, self._hosts | _arrived_at(scope), is_api)
            held = await self._hold(headers, receive)
        except RefusedError as refused:
            await _refuse(refused, send_with_headers)
            return
        await self._app(scope, held, send_with_headers)

    def _check(self, headers: dict[str, str], hosts: set[str], is_api: bool) -> None:
        host = headers.get("host", "").lower()
        if host not in hosts:
            raise RefusedError(403, "host", f"this studio does not answer for the host {host[:80]!r}")
        origin = headers.get("origin")
        if origin is not None and origin.lower() not in {f"http://{own}" for own in hosts}:
            raise RefusedError(403, "origin", f"a page of {origin[:80]!r} may not call this studio")
        if headers.get("sec-fetch-site") in {"cross-site", "same-site"} and is_api:
            raise RefusedError(403, "origin", "another site may not call this studio")
        given = headers.get(TOKEN_HEADER, "").encode("latin-1", "replace")
        if is_api and not hmac.compare_digest(given, self._token):
            raise RefusedError(
                401,
                "token",
                _NO_KEY,
            )

    async def _hold(self, headers: dict[str, str], receive: Receive) -> Receive:
        """Read the body up to the limit, and hand it on as one message."""
        length = headers.get("content-length", "0")
        if length.isdigit() and int(length) > self._most:
            raise self._too_much()
        parts: list[bytes] = []
        size = 0
        while True:
            message = await receive()
            if message["type"] != "http.request":
                break
            parts.append(message.get("body", b""))
            size += len(parts[-1])
            if size > self._most:
                raise self._too_much()
            if not message.get("more_body", False):
                break
        body: Message | None = {"type": "http.request", "body": b"".join(parts), "more_body": False}

        async def held() -> Message:
            nonlocal body
            if body is None:
                return await receive()
            given, body = body, None
            return given

        return held

    def _too_much(self) -> RefusedError:
        return RefusedError(413, "too_large", f"a request may hold {self._most // 2**20} MiB at most")


async def _refuse(refused: RefusedError, send: Send) -> None:
    told = {"error": {"code": refused.code, "reason": refused.reason}}
    body = json.dumps(told).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": refused.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
