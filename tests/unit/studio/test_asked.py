"""Questions about a board: why not through here, and the costs from or to everywhere."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import pathstar as ps
from pathstar.studio.asked import field_columns, why_not
from pathstar.traces.codec import unpacked
from unit.studio.apps import Client, board


@pytest.mark.parametrize("seed", range(4))
def test_the_reason_is_what_a_path_through_the_place_costs(seed: int) -> None:
    rng = np.random.default_rng(seed)
    cost = rng.integers(1, 5, (7, 9)).astype(float)
    free = rng.random((7, 9)) > 0.25
    free[0, 0] = free[6, 8] = True
    grid = ps.Grid(free, cost=cost)
    path = ps.find_path(grid, (0, 0), (8, 6))
    for y, x in np.ndindex(7, 9):
        found = why_not(grid, path, (0, 0), [(8, 6)], (x, y))
        kind = found.say.key.rsplit(".", 1)[1]
        legs = [
            ps.find_path(grid, (0, 0), (x, y)),
            ps.find_path(grid, (x, y), (8, 6)),
        ]
        total = sum(leg.cost for leg in legs) if all(legs) or (x, y) in {(0, 0), (8, 6)} else math.inf
        if path and (x, y) in set(map(tuple, path.points.tolist())):
            assert kind == "path"
        elif not math.isfinite(total):
            assert kind == "none"
            assert found.nodes == ()
        else:
            assert kind == ("lost" if not path else "equal" if math.isclose(total, path.cost) else "more")
            assert found.say.values["cost"] == pytest.approx(total)
            assert found.nodes[0] == 0
            assert found.nodes[-1] == 62
            assert grid.node_of((x, y)) in found.nodes


@pytest.mark.parametrize("profile", [None, "boat"])
def test_what_a_wall_costs_is_what_a_path_costs_without_it(client: Client, profile: str | None) -> None:
    rng = np.random.default_rng(17)
    rows = ["".join("#" if wall else "." for wall in row) for row in rng.random((6, 8)) < 0.35]
    rows[0], rows[5] = "." + rows[0][1:], rows[5][:-1] + "."
    palette = [{"cost": None, "name": ""}, {"cost": 1.0, "name": "water"}]
    ends = {"start": [0, 0], "goal": [7, 5], "options": {"profile": profile}}
    kinds = set()

    def posted(rows: list[str], name: str, **more: Any) -> Any:
        sent = {**board(rows), "palette": palette}
        map = client.post("/api/map", json=sent).json()["map"]
        return client.post(f"/api/{name}", json={**ends, "map": map, **more}).json()

    before = posted(rows, "path")["cost"]
    for y, x in np.ndindex(6, 8):
        if rows[y][x] == ".":
            continue
        said = posted(rows, "why", place=[x, y])["say"]
        kinds.add(kind := said["say"].removeprefix("why.blocked."))
        opened = [*rows[:y], rows[y][:x] + "." + rows[y][x + 1 :], *rows[y + 1 :]]
        legs = [posted(opened, "path", goal=[x, y])["cost"], posted(opened, "path", start=[x, y])["cost"]]
        if None in legs:
            assert kind == "none"
            continue
        assert said["with"]["cost"] == pytest.approx(sum(legs))
        assert said["with"]["more"] == pytest.approx(abs(sum(legs) - before))
        same = math.isclose(sum(legs), before)
        assert kind == ("equal" if same else "less" if sum(legs) < before else "more")
    assert kinds >= {"less", "more"}


def test_a_path_that_is_not_the_cheapest_is_found_out() -> None:
    grid = ps.Grid(np.ones((3, 5)), cost=[[1] * 5, [1, 9, 9, 9, 1], [1] * 5], moves=ps.Moves(4))
    dear = ps.find_path(grid, (0, 1), (4, 1), algorithm="greedy")
    found = why_not(grid, dear, (0, 1), [(4, 1)], (2, 0))
    assert found.say.key == "why.less"
    assert found.say.values["more"] == dear.cost - 6


def test_field_columns_are_the_costs_and_the_way_on() -> None:
    grid = ps.Grid([[1, 1, 0], [1, 1, 1]], moves=ps.Moves(4))
    columns = field_columns(grid, [(2, 1)], outward=False, contours=True)
    assert columns["costs"].tolist() == pytest.approx([3, 2, math.inf, 2, 1, 0])
    assert columns["next"].tolist()[3:] == [4, 5, 2**32 - 1]
    assert len(columns["contours"]) % 4 == 0
    assert "contours" not in field_columns(grid, [(2, 1)], outward=True, contours=False)


def test_the_page_asks(client: Client, query: dict[str, Any]) -> None:
    reply = client.post("/api/why", json={**query, "place": [0, 0]}).json()
    assert reply["say"] == {"say": "why.more", "with": {"place": "(0, 0)", "cost": 88, "more": 20}}
    assert [reply["path"][0], reply["path"][-1]] == [15, 19]
    _, columns = unpacked(client.post("/api/field", json={**query, "of": "goal"}).content)
    assert columns["costs"][19] == 0
    assert columns["costs"][15] == 68
    blocked = client.post("/api/field", json={**query, "of": "start", "start": [3, 2]})
    assert blocked.status_code == 400
