"""Graphs at the studio's server: made, sent, searched, opened and saved; and what is refused."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.unit.words.values import said

import pathstar as ps
from pathstar.studio.graph_makers import MAKERS
from pathstar.studio.risk import risk_board
from pathstar.traces.codec import events_of, unpacked
from unit.studio.apps import Client, board, studio
from unit.studio.files import decoded, sent_file
from unit.studio.test_api import reason

Json = dict[str, Any]
SENT = ("kind", "centres", "edges", "costs", "names", "places", "metric")
ROADS = b"p sp 3 3\na 1 2 5\na 2 3 6\na 1 3 20\n"
PLACES = b"p aux sp co 3\nv 1 0 0\nv 2 1000000 0\nv 3 1000000 1000000\n"


def coded(numbers: Any, kind: str) -> str:
    return base64.b64encode(np.array(numbers, kind).tobytes()).decode()


TRIANGLE: Json = {
    "kind": "graph",
    "centres": coded([[0, 0], [3, 0], [3, 4]], "<f4"),
    "edges": coded([[0, 1], [1, 2], [0, 2]], "<u4"),
    "costs": coded([1, 1, 5], "<f8"),
    "names": ["a", "b", "c"],
    "places": None,
    "metric": "euclidean",
}


def found(client: Client, graph: Json, start: int, goal: int, **options: Any) -> Json:
    map = client.post("/api/map", json=graph).json()["map"]
    asked = {"map": map, "start": [start], "goal": [goal], "options": options}
    told: Json = client.post("/api/path", json=asked).json()
    return told


def test_costs_of_their_own_and_costs_that_are_lengths(client: Client) -> None:
    told = found(client, TRIANGLE, 0, 2)
    assert (told["cost"], told["path"], told["heuristic"]) == (2, [0, 1, 2], "zero")
    told = found(client, {**TRIANGLE, "costs": None}, 0, 2)
    assert (told["cost"], told["path"], told["heuristic"]) == (5, [0, 2], "euclidean")
    moved = {**TRIANGLE, "centres": coded([[0, 0], [30, 0], [3, 4]], "<f4")}
    assert found(client, moved, 0, 2)["cost"] == 2
    assert found(client, {**moved, "costs": None}, 0, 1)["cost"] == 30


def test_places_make_the_estimate_wherever_nodes_are_drawn(client: Client) -> None:
    graph = {**TRIANGLE, "places": coded([[0, 0], [1, 0], [1, 1]], "<f8")}
    drawn = {**graph, "centres": coded([[50, 9], [3, 0], [3, 4]], "<f4")}
    for metric in ("euclidean", "great_circle"):
        told = [found(client, {**each, "metric": metric}, 0, 2) for each in (graph, drawn)]
        assert [each["cost"] for each in told] == [2, 2]
        assert {each["heuristic"] for each in told} == {metric}


def test_a_trace_is_the_library_s_and_names_nodes(client: Client) -> None:
    made = client.post("/api/generate", json={"kind": "graph", "generator": "risk"}).json()
    names = made["names"]
    start, goal = names.index("Ukraine"), names.index("Brazil")
    asked = {"map": made["map"], "start": [start], "goal": [goal]}
    head, columns = unpacked(client.post("/api/trace", json=asked).content)
    trace = ps.trace(risk_board(), "Ukraine", "Brazil", algorithm="astar", open_list="heap")
    assert head["cost"] == 5 == trace.path.cost
    assert head["path"] == trace.path.nodes.tolist()
    assert (events_of(columns) == trace.events).all()
    told = client.post("/api/explain", json={"trace": head["trace"], "step": 0}).json()["facts"]
    assert "Ukraine" in said(told[0]["say"])
    assert told[0]["places"] == [[start]]


@pytest.mark.parametrize("nodes", [2, 3, 60, 1000])
def test_strewn_nodes_hang_together_and_costs_are_lengths(client: Client, nodes: int) -> None:
    asked = {"kind": "graph", "generator": "geometric", "options": {"nodes": nodes}, "seed": 7}
    made = client.post("/api/generate", json=asked).json()
    assert made["costs"] is None
    assert client.post("/api/generate", json=asked).json()["map"] == made["map"]
    centres = decoded(made["centres"], "<f4").reshape(-1, 2).astype(float)
    edges = decoded(made["edges"], "<u4").reshape(-1, 2)
    assert len(centres) == nodes
    sources, targets = edges.T
    graph = ps.Graph.from_arrays(sources, targets, np.hypot(*(centres[sources] - centres[targets]).T))
    costs = ps.distance_field(graph, [0], outward=True).costs
    assert np.isfinite(costs).all()
    sent = {key: made[key] for key in SENT}
    assert client.post("/api/map", json=sent).json()["map"] == made["map"]
    assert found(client, sent, 0, nodes - 1)["cost"] == pytest.approx(costs[-1])


def test_every_maker_is_in_the_table(client: Client) -> None:
    table = client.get("/api/table").json()
    assert [row["name"] for row in table["graphs"]] == list(MAKERS)
    fitting = {row["name"] for row in table["algorithms"] if "graph" in row["kinds"]}
    assert "astar" in fitting
    assert "jps" not in fitting


def opened(client: Client, name: str, content: bytes, **more: Any) -> Any:
    return client.post("/api/open", json=sent_file(name, content) | more)


def places(content: bytes) -> dict[str, str]:
    return sent_file("roads.co", content)


def test_files_are_opened(client: Client) -> None:
    told = opened(client, "roads.gr", ROADS).json()
    assert (told["kind"], told["names"], told["places"]) == ("graph", [], None)
    assert decoded(told["costs"], "<f8").tolist() == [5, 20, 6]
    told = opened(client, "roads.gr", ROADS, beside=places(PLACES)).json()
    assert decoded(told["places"], "<f8").tolist() == [0, 0, 1, 0, 1, 1]
    assert (told["metric"], told["notes"]) == ("great_circle", [])
    far = places(PLACES.replace(b"v 2 1000000 0", b"v 2 1000000 999000000"))
    told = opened(client, "roads.gr", ROADS, beside=far).json()
    assert told["metric"] == "euclidean"
    assert "plane" in said(told["notes"][0])
    told = opened(client, "a.edges", b"mill ford 3\nford -> abbey\n").json()
    assert told["names"] == ["mill", "ford", "abbey"]
    assert len(decoded(told["edges"], "<u4")) == 6


def test_files_are_saved_and_opened_again(client: Client, tmp_path: Path) -> None:
    graph = {**TRIANGLE, "places": coded([[0, 0], [1, 0], [1, 1]], "<f8")}
    told = client.post("/api/save", json={"name": "a.gr", "board": graph, "folder": True}).json()
    assert told["saved"]
    assert "names are left out" in said(told["notes"][0])
    assert client.get("/api/files").json()["files"] == ["a.gr"]
    again = client.post("/api/open", json={"file": "a.gr"}).json()
    assert again["places"] == graph["places"]
    (tmp_path / "a.gr").unlink()
    refused = client.post("/api/save", json={"name": "a.gr", "board": graph, "folder": True})
    assert "a.co is in the folder already" in reason(refused)
    assert not (tmp_path / "a.gr").exists()
    told = client.post("/api/save", json={"name": "a.edges", "board": graph}).json()
    assert [file["name"] for file in told["files"]] == ["a.edges"]
    text = base64.b64decode(told["files"][0]["content"]).decode()
    assert text == "a -> b, 1\na -> c, 5\nb -> c, 1\n"


def test_what_is_exported_is_drawn_as_the_page_has_it(client: Client) -> None:
    ids = []
    for last in (4, 9):
        graph = {**TRIANGLE, "centres": coded([[0, 0], [3, 0], [3, last]], "<f4")}
        map = client.post("/api/map", json=graph).json()["map"]
        asked = {"map": map, "start": [0], "goal": [2], "format": "svg"}
        ids.append(client.post("/api/export", json=asked).text)
        assert client.post("/api/export", json={**asked, "format": "html"}).status_code == 200
    boxes = [svg.split('viewBox="0 0 ')[1].split('"')[0].split() for svg in ids]
    assert float(boxes[1][1]) / float(boxes[1][0]) > float(boxes[0][1]) / float(boxes[0][0])


NAN = float("nan")


@pytest.mark.parametrize(
    ("change", "status", "words"),
    [
        ({"kind": "torus"}, 422, "does not match any of the expected tags: 'squares'"),
        ({"centres": coded([[0, 0], [NAN, 0], [3, 4]], "<f4")}, 400, "centres of node 1 are [nan, 0.0]"),
        ({"centres": coded([[0, 0], [np.inf, 0], [3, 4]], "<f4")}, 400, "centres of node 1"),
        ({"centres": coded([[0, 0], [1e7, 0], [3, 4]], "<f4")}, 400, "-1e+06 to 1e+06"),
        ({"centres": coded([0, 0, 1], "<f4")}, 400, "8 for each row"),
        ({"centres": "%"}, 400, "centres must be base64"),
        ({"centres": "", "edges": "", "costs": "", "names": []}, 400, "no nodes"),
        ({"edges": coded([[0, 1], [1, 2], [0, 3]], "<u4")}, 400, "edge 2 leads to node 3; there are 3 nodes"),
        ({"costs": coded([1, -1, 5], "<f8")}, 400, "edge 1 costs -1.0"),
        ({"costs": coded([1, NAN, 5], "<f8")}, 400, "edge 1 costs nan"),
        ({"costs": coded([1, 1], "<f8")}, 400, "3 edges"),
        ({"names": ["a", "b"]}, 400, "2 names for 3 nodes"),
        ({"names": ["a", "b", "a"]}, 400, "'a' is given to node 0 and to node 2"),
        ({"names": ["a", "b", ""]}, 422, "names"),
        ({"places": coded([[0, 0], [NAN, 0], [3, 4]], "<f8")}, 400, "places of node 1"),
        ({"places": coded([[0, 0]], "<f8")}, 400, "positions"),
        ({"places": coded([[0, 0], [0, 999], [1, 1]], "<f8"), "metric": "great_circle"}, 400, "999"),
        ({"metric": "taxi"}, 400, "unknown metric 'taxi'"),
        ({"width": 3}, 422, "width"),
    ],
)
def test_a_wrong_graph_is_refused_with_a_reason(
    client: Client, change: Json, status: int, words: str
) -> None:
    response = client.post("/api/map", json={**TRIANGLE, **change})
    assert response.status_code == status, response.text
    assert words in reason(response)


def test_a_graph_too_large_is_refused(tmp_path: Path) -> None:
    client = studio(tmp_path)
    many = {**TRIANGLE, "centres": coded(np.zeros((20_000, 2)), "<f4"), "names": []}
    edges = {**TRIANGLE, "edges": coded(np.zeros((140_000, 2)), "<u4"), "costs": None}
    made = {"kind": "graph", "generator": "geometric", "options": {"nodes": 16_385}}
    text = base64.b64encode(b"p sp 30000 1\na 1 2 5\n").decode()
    for path, asked in (
        ("map", many),
        ("map", edges),
        ("generate", made),
        ("open", {"name": "a.gr", "content": text}),
    ):
        response = client.post(f"/api/{path}", json=asked)
        assert response.status_code == 413, response.text


@pytest.mark.parametrize(
    ("path", "asked", "words"),
    [
        ("path", {"start": [0, 0], "goal": [1]}, "start is [0, 0]; a place in a graph is [node]"),
        ("path", {"start": [0], "goal": [3]}, "goal is node 3; there are 3 nodes"),
        ("path", {"start": [0], "goal": [1], "options": {"directions": 4}}, "a graph takes no directions"),
        ("path", {"start": [0], "goal": [1], "options": {"cost_model": "mean"}}, "takes no cost_model"),
        ("path", {"start": [0], "goal": [1], "options": {"heuristic": "manhattan"}}, "does not fit"),
        ("trace", {"start": [0], "goal": [1], "options": {"algorithm": "jps"}}, "grid of squares"),
    ],
)
def test_a_wrong_search_is_refused_with_a_reason(client: Client, path: str, asked: Json, words: str) -> None:
    map = client.post("/api/map", json=TRIANGLE).json()["map"]
    response = client.post(f"/api/{path}", json={"map": map, **asked})
    assert response.status_code == 400
    assert words in reason(response)


def test_cells_take_no_nodes_and_files_must_fit(client: Client) -> None:
    map = client.post("/api/map", json=board(["..."])).json()["map"]
    response = client.post("/api/path", json={"map": map, "start": [0], "goal": [1, 0]})
    assert "a place on a board of cells is [x, y]" in reason(response)
    for name, sent, words in (
        ("a.map", TRIANGLE, "a.map has none of the formats that fit here: .gr, .edges"),
        ("a.gr", board(["..."]), "holds a graph"),
        ("a.gr", {**TRIANGLE, "costs": None, "centres": coded([[0, 0], [0.3, 0], [1, 1]], "<f4")}, ".edges"),
    ):
        response = client.post("/api/save", json={"name": name, "board": sent})
        assert response.status_code == 400
        assert words in reason(response)
    for name, content, words in (
        ("a.co", PLACES, "open it together with its .gr file"),
        ("a.gr", b"p sp 3 1\n", "expected 1 edges"),
        ("a.edges", b"a b c d\n", "a.edges, line 1"),
        ("a.edges", b"", "no nodes"),
    ):
        response = opened(client, name, content)
        assert response.status_code == 400, name
        assert words in reason(response)
    for asked, words in (
        ({"generator": "rsk"}, "did you mean 'risk'"),
        ({"generator": "risk", "options": {"nodes": 3}}, "unknown option of risk"),
        ({"generator": "geometric", "options": {"nodes": 1}}, "from 2 to"),
        ({"generator": "geometric", "options": {"nodes": 2.5}}, "from 2 to"),
    ):
        assert words in reason(client.post("/api/generate", json={"kind": "graph", **asked}))


def test_traces_of_graphs_go_to_posthoc(client: Client) -> None:
    map = client.post("/api/map", json=TRIANGLE).json()["map"]
    asked = {"map": map, "start": [0], "goal": [2], "format": "json"}
    assert json.loads(client.post("/api/export", json=asked).content)["events"]
