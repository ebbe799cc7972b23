"""Dead ends by hand on a board of the studio."""

from __future__ import annotations

import base64
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pathstar as ps
from pathstar.words import Say, catalogue
from unit.studio.apps import Client, board

# A field below, and a room above it with one door, at (5, 2).
ROOM = ["......", "......", "###.##", "......", "......"]
ALL_OF_ROOM = ["111111", "111111", "000100", "000000", "000000"]
PLACES = {"start": [0, 4], "goal": [5, 4]}


def packed(labels: list[str] | np.ndarray[Any, Any]) -> str:
    rows = np.array([[int(label) for label in row] for row in labels], "<u2")
    return base64.b64encode(rows.tobytes()).decode()


def labelled(rows: list[str], labels: list[str]) -> dict[str, Any]:
    return {**board(rows), "dead_ends": packed(labels)}


def found(client: Client, sent: dict[str, Any], **more: Any) -> dict[str, Any]:
    map = client.post("/api/map", json=sent).json()["map"]
    reply = client.post("/api/path", json={"map": map, **PLACES, **more})
    assert reply.status_code == 200, reply.text
    answer: dict[str, Any] = reply.json()
    return answer


def words(reply: dict[str, Any]) -> str:
    return said(reply["dead_ends"]["say"])


def said(message: dict[str, Any]) -> str:
    return catalogue().text(_say(message))


def _say(message: Any) -> Any:
    if isinstance(message, dict):
        return Say(message["say"], {key: _say(value) for key, value in message.get("with", {}).items()})
    return tuple(map(_say, message)) if isinstance(message, list) else message


def test_a_search_leaves_out_where_neither_end_lies(client: Client) -> None:
    plain, sent = found(client, board(ROOM)), labelled(ROOM, ALL_OF_ROOM)
    reply = found(client, sent, options={"algorithm": "dijkstra"})
    assert plain["dead_ends"] is None
    assert reply["dead_ends"]["used"]
    assert words(reply) == "13 squares in 1 dead end left out: neither start nor target lies there."
    assert reply["cost"] == plain["cost"]
    assert reply["expanded"] <= 12
    inside = found(client, sent, goal=[0, 0])
    assert words(inside) == "No dead end is left out: start or target lies in each."
    assert inside["status"] == "FOUND"


def test_of_several_targets_each_may_lie_in_one(client: Client) -> None:
    reply = found(client, labelled(ROOM, ALL_OF_ROOM), targets=[[0, 0]])
    assert words(reply).startswith("No dead end is left out")


def test_a_path_is_cheapest_only_outside_of_what_has_several_entrances(client: Client) -> None:
    middle = ["..3..", ".....", "....."]
    ends = {"start": [0, 1], "goal": [4, 1]}
    through = found(client, board(middle), **ends)
    round_it = found(client, labelled(middle, ["00000", "00100", "00000"]), **ends)
    assert through["cost"] < round_it["cost"]
    assert said(through["guarantee"]["words"]) == "The path is the cheapest there is."
    assert said(round_it["guarantee"]["words"]) == "The path is the cheapest that keeps out of the dead ends."
    whole = found(client, labelled(ROOM, ALL_OF_ROOM))
    assert said(whole["guarantee"]["words"]) == "The path is the cheapest there is."


def test_labels_that_would_lose_a_path_are_refused_with_its_ends(client: Client) -> None:
    wall = ["00100", "00100", "00100"]
    reply = found(client, labelled(["....."] * 3, wall), start=[0, 0], goal=[4, 0])
    assert not reply["dead_ends"]["used"]
    assert "lose the path from (0, 0) to (3, 0)" in words(reply)
    assert reply["cost"] == 4.0  # the search ran without them


def test_a_kind_of_unit_has_its_own_dead_ends(client: Client) -> None:
    sent = labelled(["....."] * 3, ["00100", "00100", "00000"])
    sent["palette"].append({"cost": 9.0, "name": "water"})
    codes = np.frombuffer(base64.b64decode(sent["codes"]), np.uint8).copy()
    codes[2 * 5 + 2] = len(sent["palette"]) - 1
    sent["codes"] = base64.b64encode(codes.tobytes()).decode()
    assert found(client, sent, start=[0, 0], goal=[4, 0])["dead_ends"]["used"]
    boat = {"profile": "boat"}
    assert found(client, sent, start=[2, 2], goal=[2, 2], options=boat)["dead_ends"]["used"]


@pytest.mark.parametrize("algorithm", ["jps", "theta-star", "anya"])
def test_a_method_that_passes_over_squares_says_so(client: Client, algorithm: str) -> None:
    options = {"algorithm": algorithm, "corners": "no_squeeze"}
    reply = found(client, labelled(ROOM, ALL_OF_ROOM), options=options)
    assert not reply["dead_ends"]["used"]
    assert "passes over squares. A* leaves them out" in words(reply)


@pytest.mark.parametrize("call", ["trace", "measure", "smooth", "why"])
def test_other_calls_leave_out_the_same(client: Client, call: str) -> None:
    map = client.post("/api/map", json=labelled(ROOM, ALL_OF_ROOM)).json()["map"]
    more = {"measure": {"open_lists": ["heap"]}, "smooth": {"way": "pull"}, "why": {"place": [3, 2]}}
    options = {"algorithm": "dijkstra"}
    reply = client.post(f"/api/{call}", json={"map": map, **PLACES, "options": options, **more.get(call, {})})
    assert reply.status_code == 200, reply.text
    if call == "measure":
        assert reply.json()["rows"][0]["expanded"] <= 12


def test_two_boards_that_differ_in_labels_are_two(client: Client) -> None:
    one = client.post("/api/map", json=labelled(ROOM, ALL_OF_ROOM)).json()["map"]
    assert one != client.post("/api/map", json=board(ROOM)).json()["map"]


def test_the_studio_finds_them(client: Client) -> None:
    map = client.post("/api/map", json=board(ROOM)).json()["map"]
    labels = client.post("/api/dead-ends", json={"map": map, **PLACES}).json()["dead_ends"]
    reply = found(client, {**board(ROOM), "dead_ends": labels})
    assert reply["dead_ends"]["used"]
    there = np.frombuffer(base64.b64decode(labels), "<u2").reshape(5, 6)
    assert (there == ps.dead_ends(ps.Grid(np.array([list(row) for row in ROOM]) != "#")).labels).all()


def test_saved_with_the_map_and_opened_again(client: Client, tmp_path: Path) -> None:
    sent = {"name": "room.npz", "board": labelled(ROOM, ALL_OF_ROOM), **PLACES, "folder": True}
    assert client.post("/api/save", json=sent).json()["notes"] == []
    map = ps.read(tmp_path / "room.npz")
    ends = ps.dead_ends(map.grid(), labels=map.layers["dead_ends"])
    assert ends.sizes.tolist() == [17, 13]
    assert map.cost_field() is None or (map.cost_field()[map.passable] == 1).all()
    opened = client.post("/api/open", json={"file": "room.npz"}).json()
    assert opened["dead_ends"] == sent["board"]["dead_ends"]
    assert all(kind["cost"] in (1, None) for kind in opened["palette"])
    plain = client.post("/api/open", json={"file": "room.npz", "kind": "odd-r"}).json()
    assert plain["dead_ends"] is None
    (note,) = plain["notes"]
    assert "a board of hexagons does not take" in said(note)


def test_a_format_that_loses_them_says_so(client: Client) -> None:
    sent = {"name": "room.map", "board": labelled(ROOM, ALL_OF_ROOM)}
    reply = client.post("/api/save", json=sent).json()
    assert [said(note) for note in reply["notes"]] == [
        "A .map file loses the dead ends. A .npz file keeps it."
    ]


@pytest.mark.parametrize("values", [[[-1.0, 0.0]], [[0.5, 1.0]], [[70_000.0, 1.0]]])
def test_a_layer_of_that_name_with_other_numbers_opens_without_labels(
    client: Client, tmp_path: Path, values: list[list[float]]
) -> None:
    map = ps.Map(np.ones((1, 2)))
    map.add_layer("dead_ends", np.array(values))
    ps.write(map, tmp_path / "other.npz")
    reply = client.post("/api/open", json={"file": "other.npz"})
    assert (reply.status_code, reply.json()["dead_ends"]) == (200, None)
    (note,) = reply.json()["notes"]
    assert said(note).endswith("its layer dead_ends must hold whole numbers from 0 to 65,535.")


def test_a_file_whose_labels_lose_a_path_opens_without_them_and_says_so(
    client: Client, tmp_path: Path
) -> None:
    map = ps.Map(np.ones((3, 5), bool))
    map.add_layer("dead_ends", np.array([[0, 0, 1, 0, 0]] * 3))
    ps.write(map, tmp_path / "cut.npz")
    reply = client.post("/api/open", json={"file": "cut.npz"}).json()
    assert reply["dead_ends"] is None
    (note,) = reply["notes"]
    assert "left off: they lose the path from (0, 0) to (3, 0)" in said(note)
    sent = {"name": "cut.npz", "content": base64.b64encode((tmp_path / "cut.npz").read_bytes()).decode()}
    assert client.post("/api/open", json=sent).json()["notes"] == [note]


def test_a_search_may_enter_them_all_the_same(client: Client) -> None:
    options = {"algorithm": "dijkstra"}
    sent, plain = labelled(ROOM, ALL_OF_ROOM), found(client, board(ROOM), options=options)
    entered = found(client, sent, options={**options, "dead_ends": "entered"})
    assert entered["dead_ends"] is None
    assert entered["expanded"] == plain["expanded"] > found(client, sent, options=options)["expanded"]
    map = client.post("/api/map", json=sent).json()["map"]
    wrong = client.post("/api/path", json={"map": map, **PLACES, "options": {"dead_ends": "left"}})
    assert wrong.status_code == 422
    assert "entered" in wrong.json()["error"]["reason"]


LINE = ["......", "......"]


@pytest.mark.parametrize(
    ("rows", "labels", "place", "case", "words"),
    [
        (ROOM, ALL_OF_ROOM, [3, 2], "more", "(3, 2) lies in dead end 1, which the search leaves out"),
        (LINE, ["......", "..22.."], [2, 1], "less", "lies in dead end 2"),
        (LINE, ["..33..", "......"], [2, 0], "more", "lies in dead end 3"),
        (["..#.", "###.", "...."], ["7700", "0000", "0000"], [0, 0], "none", "lies in dead end 7"),
    ],
)
def test_why_not_there_names_the_dead_end(
    client: Client, rows: list[str], labels: list[str], place: list[int], case: str, words: str
) -> None:
    sent = labelled(rows, [row.replace(".", "0") for row in labels])
    map = client.post("/api/map", json=sent).json()["map"]
    ends = {"start": [0, len(rows) - 1], "goal": [len(rows[0]) - 1, len(rows) - 1]}
    query = {"map": map, **ends, "place": place}
    reply = client.post("/api/why", json=query).json()
    assert words in said(reply["say"])
    assert reply["dead_end"] == int(words[-1]) if words[-1].isdigit() else 1
    assert reply["say"]["say"] == f"why.dead_end.{case}"
    assert reply["path"] or case == "none"
    entered = client.post("/api/why", json={**query, "options": {"dead_ends": "entered"}}).json()
    assert entered["dead_end"] is None
    assert not entered["say"]["say"].startswith("why.dead_end")


@pytest.mark.parametrize(
    ("kind", "labels"), [("squares", "AA=="), ("squares", "???"), ("odd-r", packed(ALL_OF_ROOM))]
)
def test_wrong_labels_are_refused(client: Client, kind: str, labels: str) -> None:
    reply = client.post("/api/map", json={**board(ROOM), "kind": kind, "dead_ends": labels})
    assert reply.status_code == 400 or reply.status_code == 422
    assert "dead_ends" in reply.json()["error"]["reason"]
