"""What the studio's server replies."""

from __future__ import annotations

import base64
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.unit.words.values import said

import pathstar as ps
from pathstar.io.formats import ALONE
from pathstar.maps.examples import worked_example
from pathstar.maps.generate import GENERATORS
from pathstar.spaces.hexes import LAYOUTS
from pathstar.traces.codec import events_of, unpacked
from unit.studio.apps import EXAMPLE, Client, board, studio

Json = dict[str, Any]

SENT = ("kind", "width", "height", "palette", "codes")


def reason(response: Any) -> str:
    return str(response.json()["error"]["reason"])


def test_the_tables_are_the_library_s(client: Client) -> None:
    table = client.get("/api/table").json()
    grids = ps.Grid([[1]]), ps.Grid([[1]], moves=ps.Moves(corners="no_squeeze"))
    fitting = {
        name: [row.unsupported_reason(grid) is None for grid in grids]
        for name, row in ps.ALGORITHMS.items()
        if row.unsupported_reason(grids[1]) is None
    }
    assert {row["name"]: row["corners"] for row in table["algorithms"]} == {
        name: None if plain else "no_squeeze" for name, (plain, _) in fitting.items()
    }
    assert [row["name"] for row in table["generators"]] == list(GENERATORS)


def test_a_trace_is_the_library_s(client: Client, query: Json) -> None:
    head, columns = unpacked(client.post("/api/trace", json=query).content)
    grid = worked_example().grid(ps.Moves(straight=10, diagonal=14))
    trace = ps.trace(grid, (1, 2), (5, 2), algorithm="astar", heuristic="manhattan", ties="last")
    assert head["cost"] == 68 == trace.path.cost
    assert head["path"] == trace.path.nodes.tolist()
    assert head["steps"] == len(trace)
    assert (events_of(columns) == trace.events).all()


def test_columns_begin_where_numbers_can_be_read(client: Client, query: Json) -> None:
    (length,) = struct.unpack_from("<I", client.post("/api/trace", json=query).content)
    assert (4 + length) % 8 == 0


def test_a_step_is_explained(client: Client, query: Json) -> None:
    head, _ = unpacked(client.post("/api/trace", json=query).content)
    told = client.post("/api/explain", json={"trace": head["trace"], "step": 2}).json()
    kinds = [sentence["kind"] for sentence in told["facts"]]
    assert kinds[0] == "chosen"
    assert "corner" in kinds
    assert [2, 3] in told["facts"][0]["places"]


def test_a_step_that_is_not_there_is_refused(client: Client, query: Json) -> None:
    head, _ = unpacked(client.post("/api/trace", json=query).content)
    response = client.post("/api/explain", json={"trace": head["trace"], "step": 99})
    assert response.status_code == 400
    assert "99" in reason(response)


@pytest.mark.parametrize(
    ("options", "kind", "warns"),
    [
        ({}, "optimal", ""),
        ({"heuristic": "manhattan"}, "bounded", "inadmissible"),
        ({"heuristic": "manhattan", "directions": 4}, "optimal", ""),
        ({"algorithm": "greedy"}, "none", "looks only at the estimate"),
        ({"algorithm": "weighted-astar"}, "bounded", "weight 2"),
        ({"algorithm": "bfs"}, "bounded", "does not look at costs"),
        ({"algorithm": "bfs", "directions": 4}, "optimal", ""),
        ({"algorithm": "dijkstra"}, "optimal", ""),
    ],
)
def test_what_is_promised(client: Client, query: Json, options: Json, kind: str, warns: str) -> None:
    guarantee = client.post("/api/path", json={**query, "options": options}).json()["guarantee"]
    assert guarantee["kind"] == kind
    assert warns in said(guarantee["warning"])
    assert bool(guarantee["warning"]) == bool(warns)


def test_no_path_is_an_answer(client: Client) -> None:
    map = client.post("/api/map", json=board([".#.", ".#.", ".#."])).json()["map"]
    told = client.post("/api/path", json={"map": map, "start": [0, 0], "goal": [2, 0]}).json()
    assert told["status"] == "NO_PATH"
    assert told["cost"] is None
    assert told["path"] == []


def test_terrain_counts(client: Client) -> None:
    map = client.post("/api/map", json=board(["...", ".9.", ".9."])).json()["map"]
    told = client.post("/api/path", json={"map": map, "start": [0, 2], "goal": [2, 2]}).json()
    assert told["path"] == [6, 3, 1, 5, 8] or told["cost"] < 18


def test_open_lists_are_measured(client: Client, query: Json) -> None:
    asked = {**query, "options": {}, "open_lists": ["heap", "sorted", "unsorted", "bucket"]}
    rows = client.post("/api/measure", json=asked).json()["rows"]
    assert [row["open_list"] for row in rows] == asked["open_lists"]
    assert all(row["finished"] and row["seconds"] >= 0 for row in rows)
    assert len({row["cost"] for row in rows}) == 1


@pytest.mark.parametrize("name", GENERATORS)
def test_every_generator_can_be_asked(client: Client, name: str) -> None:
    asked = {"kind": "squares", "generator": name, "width": 31, "height": 21, "seed": 5}
    made = client.post("/api/generate", json=asked).json()
    assert (made["width"], made["height"]) == (31, 21)
    map = client.post("/api/map", json={key: made[key] for key in SENT})
    assert map.json()["map"] == made["map"]


@pytest.mark.parametrize("name", GENERATORS)
@pytest.mark.parametrize("width", [40, 41])
def test_a_new_board_of_triangles_has_a_path(client: Client, name: str, width: int) -> None:
    for seed in range(5):
        asked = {"kind": "triangles", "generator": name, "width": width, "height": 25, "seed": seed}
        made = client.post("/api/generate", json=asked).json()
        assert (made["width"], made["height"]) == (width, 25)
        query = {"map": made["map"], "start": made["start"], "goal": made["goal"], "options": {}}
        assert client.post("/api/path", json=query).json()["status"] == "FOUND"


def test_a_small_board_of_triangles_is_made_as_well(client: Client) -> None:
    asked = {"kind": "triangles", "generator": "rooms", "width": 3, "height": 3}
    assert client.post("/api/generate", json=asked).json()["width"] == 3


def test_a_map_survives_the_folder(client: Client) -> None:
    land = {"kind": "squares", "generator": "terrain", "width": 20, "height": 12}
    made = client.post("/api/generate", json=land).json()
    sent = {key: made[key] for key in SENT}
    asked = {"name": "land.npz", "board": sent, "start": [0, 0], "goal": [19, 11], "folder": True}
    assert client.post("/api/save", json=asked).json()["saved"]
    assert client.get("/api/files").json()["files"] == ["land.npz"]
    opened = client.post("/api/open", json={"file": "land.npz"}).json()
    costs = [
        [entry["palette"][code] for code in base64.b64decode(entry["codes"])] for entry in (made, opened)
    ]
    assert costs[0] == costs[1]
    assert (opened["start"], opened["goal"]) == ([0, 0], [19, 11])
    again = client.post("/api/save", json=asked)
    assert again.status_code == 400
    assert "in the folder already" in reason(again)
    assert client.post("/api/save", json={**asked, "replace": True}).json()["saved"]


def test_a_download_is_the_file(client: Client) -> None:
    told = client.post("/api/save", json={"name": "a.map", "board": board(EXAMPLE)}).json()
    text = base64.b64decode(told["files"][0]["content"]).decode()
    assert text.splitlines()[0].startswith("type")
    assert not told["saved"]


def test_a_sent_file_is_opened(client: Client) -> None:
    content = base64.b64encode(b"A.#\n..B\n").decode()
    told = client.post("/api/open", json={"name": "a.txt", "content": content}).json()
    assert (told["width"], told["height"], told["start"], told["goal"]) == (3, 2, [0, 0], [2, 1])


def test_a_malformed_file_is_refused_with_its_place(client: Client) -> None:
    content = base64.b64encode(b"type octile\nheight x\n").decode()
    response = client.post("/api/open", json={"name": "bad.map", "content": content})
    assert response.status_code == 400
    assert response.json()["error"]["code"] == "MapFormatError"
    assert "bad.map, line 2" in reason(response)


def test_many_costs_are_rounded_and_it_is_said(tmp_path: Path) -> None:
    client = studio(tmp_path)
    np.save(tmp_path / "costs.npy", np.linspace(1.0, 9.0, 80 * 80).reshape(80, 80))
    told = client.post("/api/open", json={"file": "costs.npy"}).json()
    assert any("rounded" in said(note) for note in told["notes"])
    assert len(told["palette"]) <= 65536
    codes = np.frombuffer(base64.b64decode(told["codes"]), "<u2")
    costs = np.array([np.inf if kind["cost"] is None else kind["cost"] for kind in told["palette"]])
    assert np.allclose(costs[codes], np.linspace(1.0, 9.0, 6400), atol=0.002)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_hexagons_are_searched_as_the_library_does(client: Client, layout: str) -> None:
    sent = {**board(["....#..", ".#..#..", ".#.5#..", ".#....."]), "kind": layout}
    map = client.post("/api/map", json=sent).json()["map"]
    asked = {"map": map, "start": [0, 3], "goal": [6, 0]}
    head, columns = unpacked(client.post("/api/trace", json=asked).content)
    cost = np.ones((4, 7))
    cost[2, 3] = 5
    walkable = np.ones((4, 7), bool)
    walkable[1:, 1] = walkable[:3, 4] = False
    hexes = ps.HexGrid(walkable, layout=layout, cost=cost)
    trace = ps.trace(hexes, (0, 3), (6, 0), algorithm="astar", open_list="heap")
    assert head["path"] == trace.path.nodes.tolist()
    assert (head["cost"], head["heuristic"], head["steps"]) == (trace.path.cost, "hex", len(trace))
    assert (events_of(columns) == trace.events).all()
    told = client.post("/api/explain", json={"trace": head["trace"], "step": 0}).json()
    assert [0, 3] in told["facts"][0]["places"]


def test_triangles_are_searched_as_the_library_does(client: Client) -> None:
    sent = {**board(["....#..", ".#..#..", ".#.5#..", ".#....."]), "kind": "triangles"}
    map = client.post("/api/map", json=sent).json()["map"]
    asked = {"map": map, "start": [2, 3], "goal": [6, 0]}
    head, columns = unpacked(client.post("/api/trace", json=asked).content)
    cost = np.ones((4, 7))
    cost[2, 3] = 5
    walkable = np.ones((4, 7), bool)
    walkable[1:, 1] = walkable[:3, 4] = False
    triangles = ps.TriangleGrid(walkable, cost=cost)
    trace = ps.trace(triangles, (2, 3), (6, 0), algorithm="astar", open_list="heap")
    assert trace.path
    assert head["path"] == trace.path.nodes.tolist()
    assert (head["cost"], head["heuristic"], head["steps"]) == (trace.path.cost, "manhattan", len(trace))
    assert (events_of(columns) == trace.events).all()
    told = client.post("/api/explain", json={"trace": head["trace"], "step": 0}).json()
    assert [2, 3] in told["facts"][0]["places"]


@pytest.mark.parametrize("kind", ["odd-r", "triangles"])
def test_a_field_has_contours_on_cells_of_every_shape(client: Client, kind: str) -> None:
    map = client.post("/api/map", json={**board(["......."] * 5), "kind": kind}).json()["map"]
    asked = {"map": map, "start": [0, 0], "goal": [6, 0], "of": "start"}
    columns = unpacked(client.post("/api/field", json=asked).content)[1]
    ends = columns["contours"].reshape(-1, 2)
    assert len(ends) > 10
    assert (ends >= 0).all()
    assert (ends <= (6, 4)).all()


def test_the_kind_of_cells_is_part_of_a_board(client: Client) -> None:
    kinds = ("squares", *LAYOUTS, "triangles")
    ids = [client.post("/api/map", json={**board(EXAMPLE), "kind": kind}).json()["map"] for kind in kinds]
    assert len(set(ids)) == len(kinds)
    made = client.post("/api/generate", json={"generator": "caves", "width": 9, "height": 7, "kind": "odd-q"})
    assert made.json()["kind"] == "odd-q"
    content = base64.b64encode(b"A.#\n..B\n").decode()
    opened = client.post("/api/open", json={"name": "a.txt", "content": content, "kind": "even-r"})
    assert opened.json()["kind"] == "even-r"


@pytest.mark.parametrize(
    ("kind", "options", "words"),
    [
        ("odd-r", {"directions": 8}, "a board of hexagons takes no directions"),
        ("odd-r", {"corners": "free"}, "takes no corners"),
        ("odd-r", {"diagonal": 1.5}, "takes no diagonal"),
        ("odd-r", {"straight": 2.0}, "takes no straight"),
        ("odd-r", {"heuristic": "octile"}, "does not fit this HexGrid"),
        ("odd-r", {"algorithm": "jps"}, "a grid of squares"),
        ("triangles", {"directions": 8}, "a board of triangles takes no directions"),
        ("triangles", {"size": 2}, "takes no size"),
        ("triangles", {"heuristic": "octile"}, "does not fit this TriangleGrid"),
        ("triangles", {"algorithm": "jps"}, "a grid of squares"),
    ],
)
def test_what_only_squares_have_is_refused(client: Client, kind: str, options: Json, words: str) -> None:
    map = client.post("/api/map", json={**board(EXAMPLE), "kind": kind}).json()["map"]
    for call in ("path", "trace"):
        asked = {"map": map, "start": [0, 0], "goal": [6, 0], "options": options}
        response = client.post(f"/api/{call}", json=asked)
        assert response.status_code == 400
        assert words in reason(response)


@pytest.mark.parametrize("algorithm", ["astar", "weighted-astar", "greedy", "bfs"])
def test_nothing_is_promised_of_a_path_that_is_not_there(client: Client, algorithm: str) -> None:
    map = client.post("/api/map", json=board([".#.", ".#.", ".#."])).json()["map"]
    asked = {"map": map, "start": [0, 0], "goal": [2, 0], "options": {"algorithm": algorithm}}
    words = said(client.post("/api/path", json=asked).json()["guarantee"]["words"])
    assert "here is a path" in words or "if there is one" in words
    assert not words.startswith("The path")


@pytest.mark.parametrize("suffix", ALONE)
def test_the_page_knows_what_each_format_holds(client: Client, suffix: str) -> None:
    (row,) = [each for each in client.get("/api/table").json()["formats"] if each["suffix"] == suffix]
    plain, costly = board(["...", ".#."]), board([".5.", ".#."])
    for sent, ends, lost in (
        (plain, {}, []),
        (costly, {}, [] if row["holds_costs"] else ["what ground costs"]),
        (
            plain,
            {"start": [0, 0], "goal": [2, 1]},
            [] if row["holds_ends"] else ["where start and target are"],
        ),
    ):
        saved = client.post("/api/save", json={"name": f"a{suffix}", "board": sent, **ends}).json()
        wanted = [f"A {suffix} file loses {lost[0]}. A .txt or .npz file keeps it."] if lost else []
        assert list(map(said, saved["notes"])) == wanted


def test_names_of_ground_that_are_lost_are_named(client: Client) -> None:
    sent = board(["..5"])
    sent["palette"][-1]["name"] = "bog"
    saved = client.post("/api/save", json={"name": "a.csv", "board": sent}).json()
    assert list(map(said, saved["notes"])) == [
        "A .csv file loses the names of ground. A .txt or .npz file keeps it."
    ]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("huge.map", b"type octile\nheight 4000\nwidth 4000\nmap\n"),
        ("huge.gr", b"p sp 3000000 1\na 1 2 4\n"),
        ("huge.txt", b"." * 200_000),
    ],
)
def test_what_is_too_large_is_said_without_advice_for_programs(
    client: Client, name: str, content: bytes
) -> None:
    asked = {"name": name, "content": base64.b64encode(content).decode()}
    response = client.post("/api/open", json=asked)
    assert response.status_code == 413
    assert "limit=" not in reason(response)
