"""What the panels show: smoother paths, walks over unknown ground, several targets."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import pathstar as ps
from pathstar.studio.boards import Board, Kind
from pathstar.studio.panels.fog_walk import FogWalk, fog_of
from pathstar.studio.panels.painted import Painted
from pathstar.studio.panels.smoothing import WAYS, smoothings
from pathstar.studio.runs import Options
from unit.studio.apps import Client, board

TRAP = np.array([[code == "#" for code in row] for row in (
    "..........",
    "...#####..",
    ".......#..",
    ".......#..",
    "...#####..",
    "..........",
)], np.uint16)  # fmt: skip
BOARD = Board(TRAP, (Kind(1.0), Kind(None)))


@pytest.mark.parametrize("way", WAYS)
def test_every_line_is_legal_and_measured(way: str) -> None:
    grid = BOARD.space(Options())
    assert isinstance(grid, ps.Grid)
    before, rows = smoothings(grid, ps.find_path(grid, (1, 3), (9, 3)), way, lambda: False)
    assert [row.value for row in rows] == list(WAYS[way].values)
    for row in rows:
        assert row.points[0].tolist() == [1, 3]
        assert row.points[-1].tolist() == [9, 3]
        assert row.measures.length == pytest.approx(np.hypot(*np.diff(row.points, axis=0).T).sum())
    usual = rows[WAYS[way].usual].measures
    assert usual.turning <= before.measures.turning + 1e-9


def test_a_higher_price_never_turns_more() -> None:
    rng = np.random.default_rng(5)
    codes = (rng.random((14, 24)) < 0.25).astype(np.uint16)
    codes[0, 0] = codes[13, 23] = 0
    grid = Board(codes, BOARD.palette).space(Options())
    path = ps.find_path(grid, (0, 0), (23, 13))
    _, rows = smoothings(grid, path, "turning", lambda: False)
    turning = [row.measures.turning for row in rows]
    costs = [row.measures.cost for row in rows]
    assert turning == sorted(turning, reverse=True)
    assert costs == sorted(costs)
    assert turning[0] > turning[-1]


def test_a_line_says_where_it_stayed_as_it_was() -> None:
    grid = BOARD.space(Options())
    path = ps.find_path(grid, (1, 3), (9, 3))
    for way, smooth in (("arcs", ps.smooth.arcs), ("pull", None)):
        _, rows = smoothings(grid, path, way, lambda: False)
        for row in rows:
            line = (
                smooth(ps.smooth.pull(path), row.value)
                if smooth
                else ps.smooth.pull(path, clearance=row.value)
            )
            assert row.kept == line.report.kept
        assert rows[0].kept == 0 < rows[-1].kept


def test_turns_without_a_price_leave_the_path_as_it_is() -> None:
    grid = BOARD.space(Options())
    before, rows = smoothings(grid, ps.find_path(grid, (1, 3), (9, 3)), "turning", lambda: False)
    assert rows[0].points.tolist() == before.points.tolist()


def test_smoothing_stops_when_the_time_is_up() -> None:
    grid = BOARD.space(Options())
    _, rows = smoothings(grid, ps.find_path(grid, (1, 3), (9, 3)), "arcs", lambda: True)
    assert len(rows) == 1


def test_the_page_asks_for_smoother_lines(client: Client, query: dict[str, Any]) -> None:
    reply = client.post("/api/smooth", json={**query, "way": "straight"}).json()
    assert (reply["before"]["turning"], reply["rows"][0]["turning"]) == (225, 180)
    assert reply["rows"][0]["points"][:3] == [[1, 2], [1, 3], [2, 4]]
    assert client.post("/api/smooth", json={**query, "way": "stright"}).status_code == 400
    assert client.post("/api/smooth", json={**query, "way": "pull", "goal": [3, 2]}).status_code == 400


def test_a_path_over_clusters_is_found_leg_by_leg(client: Client) -> None:
    rng = np.random.default_rng(3)
    rows = ["".join("#" if wall else "." for wall in row) for row in rng.random((70, 100)) < 0.2]
    rows[0], rows[-1] = "." * 100, "." * 100
    map = client.post("/api/map", json=board(rows)).json()["map"]
    query = {"map": map, "start": [0, 0], "goal": [99, 69]}
    reply = client.post("/api/two-tiers", json=query).json()
    legs = reply["legs"]
    assert reply["sides"] == [32]
    assert [legs[0][0], legs[-1][-1]] == [0, 69 * 100 + 99]
    assert [leg[0] for leg in legs[1:]] == [leg[-1] for leg in legs[:-1]]
    assert reply["best"] == pytest.approx(client.post("/api/path", json=query).json()["cost"])
    assert reply["best"] <= reply["cost"] < 1.1 * reply["best"]
    near = client.post("/api/two-tiers", json={**query, "targets": [[5, 0]]}).json()
    assert near["legs"][-1][-1] == 5


def test_clusters_without_a_path_and_of_other_boards(client: Client, query: dict[str, Any]) -> None:
    closed = client.post("/api/map", json=board([".#."])).json()["map"]
    reply = client.post("/api/two-tiers", json={"map": closed, "start": [0, 0], "goal": [2, 0]}).json()
    assert (reply["legs"], reply["cost"], reply["best"]) == ([], None, None)
    hexes = client.post("/api/map", json={**board(["..."]), "kind": "odd-r"}).json()["map"]
    on_hexes = client.post("/api/two-tiers", json={"map": hexes, "start": [0, 0], "goal": [2, 0]})
    assert on_hexes.json()["cost"] == 2


def test_an_explorer_walks_into_the_trap_and_out_again() -> None:
    walk = FogWalk(BOARD, Options(), (0, 3), (9, 3), radius=3)
    first = walk.play(0)
    assert (first.place, first.status, first.plans) == ((0, 3), "walking", 1)
    assert first.seen
    last = walk.play(100)
    assert last.status == "arrived"
    assert last.trail[0] == (0, 3)
    assert last.trail[-1] == (9, 3)
    assert any(x >= 4 and y in {2, 3} for x, y in last.trail)
    assert last.cost > ps.find_path(BOARD.space(Options()), (0, 3), (9, 3)).cost
    assert last.plans > 1
    assert last.repaired > 0
    assert last.fresh > 0
    assert not set(first.seen) & set(last.seen), "each square is first seen once"


def test_what_is_not_in_fog_is_known() -> None:
    blind = np.ones(TRAP.shape, bool)
    assert FogWalk(BOARD, Options(), (0, 3), (9, 3), fog=blind).play(100).plans > 1
    informed = FogWalk(BOARD, Options(), (0, 3), (9, 3), fog=~blind).play(100)
    shortest = ps.find_path(BOARD.space(Options()), (0, 3), (9, 3))
    assert (informed.plans, informed.cost) == (1, pytest.approx(shortest.cost))


def test_walls_drawn_meanwhile_are_met_and_walked_round() -> None:
    open_board = Board(np.zeros((5, 9), np.uint16), BOARD.palette)
    walk = FogWalk(open_board, Options(), (0, 2), (8, 2), radius=2)
    walk.play(2)
    last = walk.play(40, [Painted((5, y), None) for y in range(4)])
    assert last.status == "arrived"
    assert (5, 4) in last.trail
    closed = FogWalk(open_board, Options(), (0, 2), (8, 2), radius=2)
    assert closed.play(40, [Painted((5, y), None) for y in range(5)]).status == "no way"


def test_without_a_goal_all_is_explored(client: Client) -> None:
    map = client.post("/api/map", json=board(["..#.", "..#.", "...."])).json()["map"]
    id = client.post("/api/walk", json={"map": map, "start": [0, 0], "radius": 2}).json()["walk"]
    reply = client.post("/api/stride", json={"walk": id, "steps": 50}).json()
    assert (reply["status"], reply["plans"], reply["ahead"]) == ("explored", 0, [])
    assert len(reply["seen"]) == 12


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"start": [2, 0]}, "there is a wall"),
        ({"fog": "AAAA"}, "fog holds 3 bytes"),
        ({"options": {"size": 2}}, "takes up one square"),
    ],
)
def test_a_walk_that_cannot_begin_is_refused(client: Client, more: dict[str, Any], words: str) -> None:
    map = client.post("/api/map", json=board(["..#.", "..#.", "...."])).json()["map"]
    response = client.post("/api/walk", json={"map": map, "start": [0, 0], **more})
    assert response.status_code == 400
    assert words in response.json()["error"]["reason"]
    assert client.post("/api/stride", json={"walk": "0" * 24}).status_code == 404


def test_fog_is_a_bit_for_each_square() -> None:
    fog = np.random.default_rng(1).random((5, 7)) < 0.5
    assert (fog_of(np.packbits(fog).tobytes(), (5, 7)) == fog).all()


def test_a_search_ends_at_the_nearest_of_several_targets(client: Client, query: dict[str, Any]) -> None:
    reply = client.post("/api/path", json={**query, "targets": [[0, 0], [1, 4]]}).json()
    assert reply["cost"] == 20
    field = client.post("/api/field", json={**query, "targets": [[1, 2]], "of": "goal"})
    assert field.status_code == 200
    why = client.post("/api/why", json={**query, "targets": [[1, 4]], "place": [0, 2]}).json()
    assert why["say"]["with"]["more"] == pytest.approx(14)


def test_other_targets_make_another_trace(client: Client, query: dict[str, Any]) -> None:
    far = [[6, 0], [6, 1], [6, 3]]
    heads = [
        client.post("/api/trace", json={**query, "targets": [*far, last]}).content
        for last in ([6, 4], [1, 1])
    ]
    assert heads[0] != heads[1]


def test_sizes_and_the_end_of_a_search(client: Client, query: dict[str, Any]) -> None:
    wide = {**query["options"], "size": 2}
    reply = client.post("/api/path", json={**query, "goal": [5, 3], "options": wide}).json()
    assert reply["status"] == "NO_PATH"
    early = {**query["options"], "stop_at": "opened"}
    assert client.post("/api/path", json={**query, "options": early}).json()["guarantee"]["kind"] == "none"
    assert math.isfinite(client.post("/api/path", json={**query, "options": early}).json()["cost"])
