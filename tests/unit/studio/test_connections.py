"""Slow clients, large requests of strangers, and what a refused client sees, over real sockets."""

from __future__ import annotations

import importlib.util
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import pytest
from uvicorn.protocols.http.h11_impl import H11Protocol

from pathstar.studio.limits import Limits
from pathstar.studio.serving import connections, guard
from pathstar.studio.serving.server import Server, bound_socket
from unit.studio.apps import FAST, TOKEN, app_of

PATIENCE = 120  # seconds after which a test gives up
SOON = 0.2  # seconds that a studio of these tests waits for data that never comes
LARGE = 32 * 2**20
PROTOCOLS: list[type] = [H11Protocol]
if importlib.util.find_spec("httptools"):
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

    PROTOCOLS.append(HttpToolsProtocol)


@pytest.fixture(params=PROTOCOLS, ids=lambda protocol: protocol.__name__)
def protocol(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "_PROTOCOL", request.param)
    monkeypatch.setattr(guard, "_LINGER", SOON)


@contextmanager
def running(folder: Path, **limits: float) -> Iterator[int]:
    """Run a studio in a thread; yield its port."""
    asked: Limits = replace(FAST, **{"head_seconds": PATIENCE, "body_seconds": PATIENCE, **limits})  # type: ignore[arg-type]
    listening, ready = bound_socket("127.0.0.1", 0), threading.Event()
    port = listening.getsockname()[1]
    server = Server(app_of(folder, asked), asked, ready.set)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        assert ready.wait(PATIENCE)
        yield port
    finally:
        server.should_exit = True
        thread.join()


def connected(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)


def head(port: int, line: str, *headers: str) -> bytes:
    return "\r\n".join([f"{line} HTTP/1.1", f"Host: 127.0.0.1:{port}", *headers, "", ""]).encode()


def until_closed(client: socket.socket) -> bytes:
    """Return all that the server sends until it closes the connection."""
    said = b""
    with suppress(ConnectionError):
        while part := client.recv(65536):
            said += part
    return said


KEY = f"X-Pathstar-Token: {TOKEN}"


@pytest.mark.usefixtures("protocol")
@pytest.mark.parametrize("sent", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-A: "])
def test_a_head_that_never_ends_is_not_waited_for(tmp_path: Path, sent: bytes) -> None:
    with running(tmp_path, head_seconds=SOON) as port, connected(port) as client:
        client.sendall(sent)
        assert until_closed(client) == b""


@pytest.mark.usefixtures("protocol")
def test_a_head_that_drips_is_not_waited_for(tmp_path: Path) -> None:
    with running(tmp_path, head_seconds=SOON) as port, connected(port) as client:
        client.sendall(b"GET / HTTP/1.1\r\nX-A: ")
        client.settimeout(SOON / 20)
        with suppress(ConnectionError):
            while True:
                client.sendall(b"a")
                try:
                    assert client.recv(1) == b""
                    break
                except TimeoutError:
                    pass


@pytest.mark.usefixtures("protocol")
def test_the_next_head_on_a_connection_has_its_own_time(tmp_path: Path) -> None:
    with running(tmp_path, head_seconds=5 * SOON) as port, connected(port) as client:
        for _ in range(2):
            client.sendall(head(port, "GET /api/health", KEY))
            said = b""
            while not said.endswith(b"}"):
                said += client.recv(65536)
            assert said.startswith(b"HTTP/1.1 200")
        client.sendall(b"GET /api/hea")
        assert until_closed(client) == b""


@pytest.mark.usefixtures("protocol")
def test_an_answer_may_take_longer_than_a_head(tmp_path: Path) -> None:
    with running(tmp_path, head_seconds=5 * SOON) as port, connected(port) as client:
        body = b'{"file": "none.map"}'
        json = ("Content-Type: application/json", f"Content-Length: {len(body)}")
        client.sendall(head(port, "POST /api/open", KEY, *json))
        threading.Event().wait(10 * SOON)  # the head has arrived; the rest has a separate time limit
        client.sendall(body)
        assert client.recv(65536).startswith(b"HTTP/1.1 400")


@pytest.mark.usefixtures("protocol")
@pytest.mark.parametrize("length", ["Content-Length: 100", "Transfer-Encoding: chunked"])
def test_a_body_that_never_ends_is_not_waited_for(tmp_path: Path, length: str) -> None:
    with running(tmp_path, body_seconds=SOON) as port, connected(port) as client:
        client.sendall(head(port, "POST /api/map", KEY, length) + b"3\r\n{  ")
        said = until_closed(client)
        assert said.startswith(b"HTTP/1.1 408")
        assert b'"code": "slow"' in said


@pytest.mark.usefixtures("protocol")
@pytest.mark.parametrize(
    ("line", "headers", "status"),
    [
        ("POST /api/map", [], b"401"),
        ("POST /api/map", ["X-Pathstar-Token: wrong"], b"401"),
        ("POST /api/map", [KEY, "Origin: http://evil.example"], b"403"),
        ("POST /", [], b"413"),
        ("POST /static/js/main.js", [], b"413"),
        ("POST /nothing", [KEY], b"413"),
    ],
)
@pytest.mark.parametrize("length", [f"Content-Length: {LARGE}", "Transfer-Encoding: chunked"])
def test_a_large_request_is_refused_before_it_is_read(
    tmp_path: Path, line: str, headers: list[str], status: bytes, length: str
) -> None:
    with running(tmp_path) as port, connected(port) as client:
        client.sendall(head(port, line, *headers, length) + b"4\r\n{   \r\n")
        assert until_closed(client).startswith(b"HTTP/1.1 " + status)


@pytest.mark.usefixtures("protocol")
def test_who_is_refused_while_it_sends_sees_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "_LINGER", PATIENCE)
    with running(tmp_path, body=LARGE) as port, connected(port) as client:
        client.sendall(head(port, "POST /api/map", KEY, f"Content-Length: {LARGE + 1}"))
        client.sendall(b" " * (LARGE + 1))
        said = until_closed(client)
        assert said.startswith(b"HTTP/1.1 413")
        assert b"32 MiB at most" in said


def test_the_body_of_a_reply_does_not_wait_for_the_browser(
    protocol: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Head and body are two writes; with Nagle's algorithm the second waits for a delayed acknowledgement."""
    accepted: list[socket.socket] = []
    plain = socket.socket.accept

    def accept(listening: socket.socket) -> tuple[socket.socket, object]:
        made = plain(listening)
        accepted.append(made[0])
        return made

    monkeypatch.setattr(socket.socket, "accept", accept)
    with running(tmp_path) as port, connected(port) as client:
        client.sendall(head(port, "GET /api/health", f"X-Pathstar-Token: {TOKEN}"))
        assert client.recv(4096).startswith(b"HTTP/1.1 200")
        assert accepted[0].getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
