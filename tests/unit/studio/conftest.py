"""A studio to call, without a browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from unit.studio.apps import APPS, EXAMPLE, Client, board, studio

GUIDE = {"heuristic": "manhattan", "straight": 10.0, "diagonal": 14.0, "open_list": "heap", "ties": "last"}


@pytest.fixture(autouse=True)
def apps_end_with_their_test() -> Iterator[None]:
    yield
    APPS.end()


@pytest.fixture
def client(tmp_path: Path) -> Client:
    return studio(tmp_path)


@pytest.fixture
def query(client: Client) -> dict[str, Any]:
    """Return the worked example as a query; its map has been sent."""
    map = client.post("/api/map", json=board(EXAMPLE)).json()["map"]
    return {"map": map, "start": [1, 2], "goal": [5, 2], "options": GUIDE}
