"""Studios to call, without a browser."""

from __future__ import annotations

import asyncio
import base64
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx

from pathstar.studio.files.folder import Folder
from pathstar.studio.limits import LIMITS, Limits
from pathstar.studio.serving.guard import App
from pathstar.studio.serving.key import OneTimeLink
from pathstar.studio.serving.server import make_app
from pathstar.studio.session import Session

PORT = 8765
TOKEN = "k" * 40
FAST = replace(LIMITS, seconds=120.0, cells=128 * 128, events=50_000, maps=2, traces=2)
EXAMPLE = [".......", "...#...", "...#...", "...#...", "......."]


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


@dataclass
class _Made:
    """An app, and what it works with."""

    session: Session
    folder: Folder
    app: App

    def begin(self, root: Path) -> App:
        """Return the app with another folder, and with nothing left from the previous test."""
        vars(self.session).update(vars(Session(self.session.limits)))
        self.folder.root = root.resolve()
        return self.app


class Apps:
    """Apps of the studio, each with its own limits, and as good as new for the next test.

    Making an app with FastAPI takes longer than most tests take to call it.
    """

    def __init__(self) -> None:
        self._free: dict[Limits, list[_Made]] = {}
        self._used: list[_Made] = []

    def take(self, root: Path, limits: Limits) -> App:
        """Return an app that no other studio of this test uses."""
        free = self._free.setdefault(limits, [])
        made = free.pop() if free else self._new(root, limits)
        self._used.append(made)
        return made.begin(root)

    def _new(self, root: Path, limits: Limits) -> _Made:
        session = Session(limits)
        folder = Folder(root, most=limits.body, shown=limits.files)
        link = OneTimeLink(f"/?token={TOKEN}")
        app = make_app(session, folder, token=TOKEN, link=link, host="127.0.0.1", port=PORT)
        return _Made(session, folder, app)

    def end(self) -> None:
        """Take the apps of a test back."""
        for made in self._used:
            self._free[made.session.limits].append(made)
        self._used.clear()


APPS = Apps()


def app_of(folder: Path, limits: Limits = FAST) -> App:
    return APPS.take(folder, limits)


def studio(folder: Path, limits: Limits = FAST) -> Client:
    return Client(app_of(folder, limits))


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
