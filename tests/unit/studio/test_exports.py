"""Exports end in time and with their client, and do not block others."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest

import pathstar as ps
from pathstar.studio import api
from pathstar.studio.exports import FILMS, PICTURES, TooLongError, exported
from pathstar.viz.export import gif
from unit.studio.apps import EXAMPLE, FAST, PORT, TOKEN, app_of, board

Json = dict[str, Any]
PATIENCE = 120  # seconds after which a test gives up
HEADERS = {"x-pathstar-token": TOKEN}


def trace_of(width: int, height: int = 1) -> ps.Trace:
    return ps.trace(ps.Grid(np.ones((height, width))), (0, 0), (width - 1, height - 1), algorithm="dijkstra")


@pytest.mark.parametrize("format", FILMS + PICTURES)
def test_what_is_stopped_writes_nothing(format: str) -> None:
    with pytest.raises(TooLongError, match=rf"Writing the \.{format} takes longer"):
        exported(trace_of(5), format, None, "light", None, lambda: True)


@pytest.mark.parametrize(("format", "size"), [("html", (30, 1)), ("gif", (30, 1)), ("json", (120, 120))])
def test_a_film_asks_often_whether_to_go_on(format: str, size: tuple[int, int]) -> None:
    trace, asked = trace_of(*size), 0

    def stop_at(number: int) -> Callable[[], bool]:
        nonlocal asked
        asked = 0

        def stop() -> bool:
            nonlocal asked
            asked += 1
            return asked == number

        return stop

    assert exported(trace, format, None, "light", None, stop_at(0))
    assert asked > 2
    for number in {2, asked // 2, asked}:
        with pytest.raises(TooLongError):
            exported(trace, format, None, "light", None, stop_at(number))
        assert asked == number


def test_a_gif_keeps_the_arrays_of_one_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[ps.traces.state.State] = []
    moments = gif.moments

    def kept_moments(*given: Any) -> Any:
        kept.extend(moments(*given))
        return kept

    monkeypatch.setattr(gif, "moments", kept_moments)
    assert exported(trace_of(30), "gif", None, "light", None, lambda: False)
    assert len(kept) == 31
    assert not [state for state in kept if "order" in vars(state)]


class Studio:
    """An app that is called by several clients at once."""

    def __init__(self, folder: Path, **limits: Any) -> None:
        self.app = app_of(folder, replace(FAST, **limits))
        transport = httpx.ASGITransport(self.app)
        self.client = httpx.AsyncClient(
            transport=transport, base_url=f"http://127.0.0.1:{PORT}", headers=HEADERS, timeout=None
        )

    async def query(self, rows: list[str] = EXAMPLE) -> Json:
        map = (await self.post("map", board(rows))).json()["map"]
        return {"map": map, "start": [0, 0], "goal": [len(rows[0]) - 1, len(rows) - 1]}

    async def post(self, call: str, asked: Json) -> httpx.Response:
        return await asyncio.wait_for(self.client.post(f"/api/{call}", json=asked), PATIENCE)

    async def leave(self, call: str, asked: Json, waits: asyncio.Event, when: asyncio.Event) -> None:
        """Make a call, report that the app works or waits, and disconnect at an event.

        Returns when the app is done with it.
        """
        request = self.client.build_request("POST", f"/api/{call}", json=asked)
        scope = {
            "type": "http", "method": "POST", "path": f"/api/{call}", "query_string": b"", "scheme": "http",
            "server": ("127.0.0.1", PORT), "client": ("127.0.0.1", 1),
            "headers": [(name.lower(), value) for name, value in request.headers.raw],
        }  # fmt: skip
        sent = False

        async def receive() -> Json:
            nonlocal sent
            if sent:
                waits.set()
                await when.wait()
                return {"type": "http.disconnect"}
            sent = True
            return {"type": "http.request", "body": request.content, "more_body": False}

        async def send(message: Any) -> None:
            pass

        await asyncio.wait_for(self.app(scope, receive, send), PATIENCE)


class Held:
    """Simulates exports that write until they are stopped or released, and counts their outcomes."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun = asyncio.Semaphore(0)
        self.stopped = 0
        self.let_go = threading.Event()
        self._loop = asyncio.get_running_loop()
        monkeypatch.setattr(api, "exported", self._exported)

    def _exported(self, *given: Any, on: Any) -> bytes:
        stop = given[-1]
        self._loop.call_soon_threadsafe(self.begun.release)
        while not self.let_go.wait(0.01):
            if stop():
                self.stopped += 1
                raise TooLongError("stopped")
        return b"written"


EXPORT = {"format": "json", "theme": "light"}


def test_an_export_ends_at_the_limit(tmp_path: Path) -> None:
    async def run() -> None:
        studio = Studio(tmp_path, seconds=0.0)
        refused = await studio.post("export", {**await studio.query(["." * 100] * 100), **EXPORT})
        assert refused.status_code == 413
        assert refused.json()["error"]["code"] == "too_long"
        assert "pathstar trace" in refused.json()["error"]["reason"]

    asyncio.run(run())


def test_an_export_ends_when_its_client_leaves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        studio, held, gone = Studio(tmp_path, seconds=1e6), Held(monkeypatch), asyncio.Event()
        asked = {**await studio.query(), **EXPORT}
        leaving = asyncio.create_task(studio.leave("export", asked, asyncio.Event(), gone))
        try:
            await asyncio.wait_for(held.begun.acquire(), PATIENCE)
            assert held.stopped == 0
            gone.set()
            await leaving
            assert held.stopped == 1
        finally:
            held.let_go.set()

    asyncio.run(run())


def test_exports_keep_no_search_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        studio, held = Studio(tmp_path, seconds=1e6), Held(monkeypatch)
        query = await studio.query()
        exports = [asyncio.create_task(studio.post("export", {**query, **EXPORT})) for _ in range(4)]
        await asyncio.wait_for(held.begun.acquire(), PATIENCE)
        try:
            for call in ("path", "trace"):
                assert (await studio.post(call, query)).status_code == 200
        finally:
            held.let_go.set()
        assert [(await export).content for export in exports] == [b"written"] * 4

    asyncio.run(run())


def test_who_leaves_gives_up_its_place_in_the_queue(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> None:
        studio, held, gone = Studio(tmp_path, seconds=1e6, waiting=1), Held(monkeypatch), asyncio.Event()
        asked = {**await studio.query(), **EXPORT}
        first = asyncio.create_task(studio.post("export", asked))
        await asyncio.wait_for(held.begun.acquire(), PATIENCE)
        waits = asyncio.Event()
        waiting = asyncio.create_task(studio.leave("export", asked, waits, gone))
        try:
            await waits.wait()
            assert (await studio.post("export", asked)).status_code == 429
            gone.set()
            await waiting
            second = asyncio.create_task(studio.post("export", asked))
        finally:
            held.let_go.set()
        assert (await first).content == (await second).content == b"written"
        assert held.stopped == 0

    asyncio.run(run())
