"""Units that pay their own costs, and danger painted on the board."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import pathstar as ps
from pathstar.studio.boards import Board, Kind
from pathstar.studio.profiles import DANGER_RADIUS, PROFILES
from pathstar.studio.runs import Options
from unit.studio.apps import Client

LAKE = Board(np.array([[0, 0, 0, 0], [0, 1, 1, 0]], np.uint16), (Kind(1.0), Kind(None, "water")))


def test_a_boat_goes_where_a_walker_cannot() -> None:
    walker, boat = (LAKE.space(Options(profile=profile)) for profile in ("walker", "boat"))
    assert np.isinf(ps.find_path(walker, (0, 0), (1, 1)).cost)
    assert ps.find_path(boat, (1, 1), (2, 1)).cost == 1
    assert not ps.find_path(boat, (0, 0), (1, 1))


@pytest.mark.parametrize("name", PROFILES)
def test_every_profile_can_be_searched_with(name: str) -> None:
    space = LAKE.space(Options(profile=name))
    assert (
        ps.find_path(space, (1, 1), (2, 1))
        if name in {"boat", "hover"}
        else ps.find_path(space, (0, 0), (3, 1))
    )


def test_danger_is_walked_round() -> None:
    board = Board(np.zeros((9, 15), np.uint16), (Kind(1.0),))
    plain = ps.find_path(board.space(Options()), (0, 4), (14, 4))
    wary = ps.find_path(board.space(Options(danger=((7, 4, 20.0),))), (0, 4), (14, 4))
    away = np.abs(wary.points - (7, 4)).max(axis=1).min()
    assert np.abs(plain.points - (7, 4)).max(axis=1).min() == 0
    assert away >= DANGER_RADIUS - 1
    assert board.space(Options()) is board.space(Options()), "spaces are kept"


def test_the_page_names_a_profile(client: Client, query: dict[str, Any]) -> None:
    table = client.get("/api/table").json()
    assert [row["name"] for row in table["profiles"]] == list(PROFILES)
    wrong = client.post("/api/path", json={**query, "options": {"profile": "bota"}})
    assert wrong.status_code == 400
    spot = {"place": [5, 3], "strength": 90.0}
    wary = client.post("/api/path", json={**query, "options": {**query["options"], "danger": [spot]}}).json()
    assert wary["cost"] > 68
