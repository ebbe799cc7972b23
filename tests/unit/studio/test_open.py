"""Opening queries and recorded searches."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pathstar as ps
from pathstar.traces.codec import unpacked
from unit.studio.apps import Client, board, studio
from unit.studio.files import ARENA, QUERIES, posthoc, sent_file


def opened(client: Client, **request: Any) -> Any:
    reply = client.post("/api/open", json=request)
    assert reply.status_code == 200, reply.text
    return reply.json()


def refused(client: Client, path: str = "open", **request: Any) -> str:
    reply = client.post(f"/api/{path}", json=request)
    assert reply.status_code == 400, reply.text
    return str(reply.json()["error"]["reason"])


def keep(client: Client, rows: list[str]) -> str:
    return str(client.post("/api/map", json=board(rows)).json()["map"])


def test_queries_come_with_the_map_that_is_sent_along(client: Client) -> None:
    reply = opened(client, **sent_file("arena.map.scen", QUERIES), beside=sent_file("arena.map", ARENA))
    assert [row[:5] for row in reply["queries"]] == [
        [0, 0, 4, 0, 7.41421356], [0, 2, 4, 2, 4.0], [1, 1, 0, 0, 0.0],
    ]  # fmt: skip
    assert (reply["width"], reply["start"], reply["goal"], reply["recorded"]) == (5, [0, 0], [4, 0], False)


def test_queries_come_with_the_map_beside_them_in_the_folder(tmp_path: Path) -> None:
    (tmp_path / "set").mkdir()
    (tmp_path / "set" / "arena.map").write_bytes(ARENA)
    (tmp_path / "set" / "arena.scen").write_bytes(QUERIES)
    client = studio(tmp_path)
    assert client.get("/api/files").json()["files"] == ["set/arena.map", "set/arena.scen"]
    assert len(opened(client, file="set/arena.scen")["queries"]) == 3


def test_queries_lie_on_the_map_of_the_page_if_it_fits(client: Client) -> None:
    scenario = sent_file("arena.scen", QUERIES)
    reply = opened(client, **scenario, map=keep(client, ["....."] * 3))
    assert reply["notes"] == [{"say": "studio.opened.here"}]
    other = refused(client, **scenario, map=keep(client, ["....."] * 4))
    assert "arena.scen holds queries for arena.map; open it together with that map" in other
    wrong = refused(client, **scenario, beside=sent_file("other.txt", b"..\n..\n"))
    assert "arena.scen is for a map of 5 x 3; this one is of 2 x 2" in wrong


def test_queries_name_no_file_outside_the_folder(tmp_path: Path) -> None:
    (tmp_path / "secret.map").write_bytes(ARENA)
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "arena.scen").write_bytes(QUERIES.replace(b"maps/arena.map", b"../secret.map"))
    reason = refused(studio(tmp_path / "maps"), file="arena.scen")
    assert "open it together with that map" in reason


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"version 1\n", "holds no queries"),
        (b"version 1\n0 arena.map 5 3 0 0 9 0 1\n", "less than the width"),
        (ARENA, "this is a .map file"),
    ],
)
def test_bad_queries_are_refused_with_a_reason(client: Client, content: bytes, words: str) -> None:
    assert words in refused(client, **sent_file("arena.scen", content), beside=sent_file("arena.map", ARENA))


def test_a_recorded_search_is_returned_as_columns(client: Client, tmp_path: Path) -> None:
    trace, data = posthoc(tmp_path)
    request = {**sent_file("search.trace.json", data), "beside": sent_file("arena.map", ARENA)}
    reply = opened(client, **request)
    assert (reply["recorded"], reply["start"], reply["goal"]) == (True, [0, 0], [4, 0])
    head, columns = unpacked(client.post("/api/recorded", json=request).content)
    assert (head["status"], head["algorithm"], head["seconds"]) == ("FOUND", "imported", None)
    assert head["path"] == trace.path.nodes.tolist()
    assert len(columns["type"]) == len(trace.events)
    facts = client.post("/api/explain", json={"trace": head["trace"], "step": 1}).json()["facts"]
    assert facts[0]["say"]["say"] == "step.chosen.imported_f"
    query = {"map": reply["map"], "start": [0, 0], "goal": [4, 0], "trace": head["trace"], "format": "json"}
    exported = client.post("/api/export", json=query).content
    assert exported.count(b"expanding") == len(trace)


def test_a_recorded_search_alone_lies_on_open_ground(client: Client, tmp_path: Path) -> None:
    _, data = posthoc(tmp_path)
    walled = keep(client, [".#...", "..#..", "....."])
    for map in (None, walled):
        reply = opened(client, **sent_file("search.trace.json", data), map=map)
        assert (reply["width"], reply["height"]) == (5, 3)
        assert reply["notes"] == [{"say": "studio.opened.no_walls"}]


def test_a_recorded_search_of_another_map_is_refused(client: Client, tmp_path: Path) -> None:
    _, data = posthoc(tmp_path)
    trace = sent_file("search.trace.json", data)
    wall = refused(client, **trace, beside=sent_file("other.txt", b".....\n.....\n###..\n"))
    assert "it looks at (0, 2), which is a wall here" in wall
    assert "a place on the grid of 2 x 2" in refused(
        client, **trace, beside=sent_file("small.txt", b"..\n..\n")
    )
    assert "holds no recorded search" in refused(client, "recorded", **sent_file("arena.map", ARENA))


def test_a_recorded_search_larger_than_the_studio_s_limit_is_refused(client: Client) -> None:
    far = b'{"version": "1.4.0", "events": [{"type": "source", "id": 0, "x": 4000, "y": 4000}]}'
    reply = client.post("/api/open", json=sent_file("far.trace.json", far))
    assert reply.status_code == 413
    assert "cell_limit" not in reply.json()["error"]["reason"]


@pytest.mark.parametrize("kind", ["squares", "odd-r", "even-q", "triangles"])
def test_the_ends_of_a_map_without_ends_are_joined_on_its_cells(client: Client, kind: str) -> None:
    makers = {"squares": ps.Grid, "triangles": ps.TriangleGrid}
    for seed in range(5):
        walkable = np.random.default_rng(seed).random((8, 12)) > 0.3
        rows = "\n".join("".join(".#"[not free] for free in row) for row in walkable)
        reply = opened(client, **sent_file("a.txt", rows.encode()), kind=kind)
        space = makers[kind](walkable) if kind in makers else ps.HexGrid(walkable, layout=kind)
        path = ps.find_path(space, tuple(reply["start"]), tuple(reply["goal"]))
        assert path
        assert path.cost > 3
