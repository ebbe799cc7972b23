"""A studio to call, without a browser."""

from __future__ import annotations

import asyncio
import base64
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from pathstar.studio.limits import LIMITS, Limits
from pathstar.studio.serving.guard import App
from pathstar.studio.serving.key import OneTimeLink
from pathstar.studio.serving.server import make_app

PORT = 8765
TOKEN = "k" * 40
FAST = replace(LIMITS, seconds=120.0, cells=128 * 128, events=50_000, maps=2, traces=2)


class Client:
    """Calls an app without a network, one call after another."""

    def __init__(self, app: Any) -> None:
        self._app = app

    def get(self, path: str, **more: Any) -> httpx.Response:
        return asyncio.run(self._request("GET", path, more))

    def post(self, path: str, **more: Any) -> httpx.Response:
        return asyncio.run(self._request("POST", path, more))

    async def _request(self, method: str, path: str, more: dict[str, Any]) -> httpx.Response:
        headers = {"x-pathstar-token": TOKEN}
        transport = httpx.ASGITransport(self._app)
        async with httpx.AsyncClient(
            transport=transport, base_url=f"http://127.0.0.1:{PORT}", headers=headers
        ) as client:
            return await client.request(method, path, **more)


def app_of(folder: Path, limits: Limits = FAST, port: int = PORT) -> App:
    link = OneTimeLink(f"/?token={TOKEN}")
    return make_app(folder, token=TOKEN, link=link, host="127.0.0.1", port=port, limits=limits)


def studio(folder: Path, limits: Limits = FAST) -> Client:
    return Client(app_of(folder, limits))


@pytest.fixture
def client(tmp_path: Path) -> Client:
    return studio(tmp_path)


def board(rows: list[str]) -> dict[str, Any]:
    """Return a map as the page sends it; # is a wall, digits are costs."""
    text = "".join(rows)
    kinds = sorted(set(text) | {".", "#"})
    palette = [{"cost": {".": 1.0, "#": None}.get(kind, 0.0)} for kind in kinds]
    for entry, kind in zip(palette, kinds, strict=True):
        if kind.isdigit():
            entry["cost"] = float(kind)
    codes = base64.b64encode(bytes(kinds.index(letter) for letter in text)).decode()
    return {"kind": "squares", "width": len(rows[0]), "height": len(rows), "palette": palette, "codes": codes}


EXAMPLE = [".......", "...#...", "...#...", "...#...", "......."]
GUIDE = {"heuristic": "manhattan", "straight": 10.0, "diagonal": 14.0, "open_list": "heap", "ties": "last"}


@pytest.fixture
def query(client: Client) -> dict[str, Any]:
    """Return the worked example as a query, its map sent already."""
    map = client.post("/api/map", json=board(EXAMPLE)).json()["map"]
    return {"map": map, "start": [1, 2], "goal": [5, 2], "options": GUIDE}
