"""Traces for Posthoc: written, read back, and malformed ones refused."""

from __future__ import annotations

import itertools
import json
import math
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.contract.zoo import ZOO

import pathstar as ps
from pathstar.traces import read_posthoc, read_trace, write_npz, write_posthoc
from pathstar.traces.posthoc import VERSION


@pytest.fixture(scope="module")
def trace() -> ps.Trace:
    return ps.trace(ZOO["terrain, no_cut, enter"], (1, 1), (30, 23))


def test_what_is_written(tmp_path) -> None:
    trace = ps.trace(ps.Grid([[1, 1, 1]]), (0, 0), (2, 0))
    trace.save(tmp_path / "a.json")
    written = json.loads((tmp_path / "a.json").read_text())
    assert list(written) == ["version", "views", "pivot", "events"]
    assert written["version"] == VERSION == "1.4.0"
    assert written["views"]["main"][0]["fill"] == "${{ color[$.type] }}"
    kinds = [event["type"] for event in written["events"]]
    assert kinds == [
        "source", "destination", "expanding", "generating", "closing", "expanding", "generating", "closing",
        "expanding", "closing", "end",
    ]  # fmt: skip
    assert written["events"][3] == {
        "type": "generating", "id": 1, "pId": 0, "g": 1.0, "h": 1.0, "f": 2.0, "x": 1, "y": 0,
    }  # fmt: skip
    assert written["events"][0]["pId"] is None


def test_no_end_where_there_is_no_path(tmp_path) -> None:
    write_posthoc(ps.trace(ps.Grid([[1, 0, 1]]), (0, 0), (2, 0)), tmp_path / "a.json")
    events = json.loads((tmp_path / "a.json").read_text())["events"]
    assert "end" not in {event["type"] for event in events}
    assert events[-1]["type"] == "closing"


@pytest.mark.parametrize(
    "space",
    [
        ps.Grid(np.ones((4, 9)), wrap="x"),
        ps.Grid(np.ones((4, 9)), portals=[((0, 0), (7, 2), 0.5)]),
        ps.Grid(np.ones((4, 9)), moves=ps.Moves(16)),
        ps.Grid(np.ones((4, 9))).sized(2),
        ps.HexGrid(np.ones((4, 9))),
        ps.TriangleGrid(np.ones((4, 9))),
    ],
    ids=str,
)
def test_the_path_is_that_of_the_search_whatever_its_cells(space: ps.Grid, tmp_path) -> None:
    trace = ps.trace(space, (0, 1), (7, 2))
    write_posthoc(trace, tmp_path / "a.json")
    assert list(read_posthoc(tmp_path / "a.json", grid=space).path) == list(trace.path)


@pytest.mark.parametrize(
    "space",
    [
        ps.VoxelGrid(np.ones((2, 3, 3))),
        ps.Turning(ps.Grid(np.ones((3, 3))), 1),
        ps.NavMesh.from_grid(ps.Grid(np.ones((3, 3)))),
        ps.Map(np.ones((3, 3))),
    ],
    ids=str,
)
def test_no_ground_for_its_squares(space: ps.Grid, tmp_path) -> None:
    write_posthoc(ps.trace(ps.Grid([[1, 1]]), (0, 0), (1, 0)), tmp_path / "a.json")
    with pytest.raises(ps.SpaceError):
        read_posthoc(tmp_path / "a.json", grid=space)


@pytest.mark.parametrize("suffix", [".json", ".yaml"])
def test_it_comes_back_as_it_was(trace: ps.Trace, tmp_path, suffix: str) -> None:
    file = tmp_path / f"search.trace{suffix}"
    write_posthoc(trace, file)
    back = read_posthoc(file, grid=trace.space)
    for name in ("node", "parent", "type", "g"):
        assert np.array_equal(back.events[name], trace.events[name])
    assert np.allclose(back.events["h"], trace.events["h"], atol=1e-9)
    assert len(back) == len(trace)
    assert list(back.path) == list(trace.path)
    assert back.path.cost == pytest.approx(trace.path.cost)
    assert back.path.stats.expanded == len(trace)
    assert back[5].open.tolist() == trace[5].open.tolist()
    assert "opened" in {sentence.kind for sentence in back.explain(0)}
    assert back.frame(3).svg().startswith("<svg")


def test_real_yaml_is_read(tmp_path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text(
        "version: 1.4.0\nevents:\n"
        "  - {type: source, id: A, x: 0, y: 0}\n"
        "  - {type: destination, id: B, x: 2, y: 1}\n"
        "  - {type: expanding, id: A, x: 0, y: 0, g: 0, f: 2}\n"
        "  - {type: generating, id: B, pId: A, x: 2, y: 1, g: 2, f: 2}\n"
        "  - {type: expanding, id: B, pId: A, x: 2, y: 1, g: 2, f: 2}\n"
        "  - {type: end, id: B, x: 2, y: 1}\n"
    )
    trace = read_posthoc(file)
    assert trace.space.shape == (2, 3)
    assert list(trace.path) == [(0, 0), (1, 1), (2, 1)]  # the squares between two given ones are filled in
    assert trace.path.cost == 2
    assert trace.path.bound == math.inf
    assert trace.rules.algorithm == "imported"


def test_yaml_of_a_day_that_does_not_exist_is_refused(tmp_path) -> None:
    file = tmp_path / "a.yaml"
    file.write_text("version: 2024-13-45\nevents: []\n")
    with pytest.raises(ps.MapFormatError, match="expected YAML"):
        read_posthoc(file)


def test_events_without_places_need_a_grid(tmp_path) -> None:
    file = tmp_path / "a.json"
    rows = [
        {"type": "source", "id": 0},
        {"type": "expanding", "id": 0},
        {"type": "generating", "id": 4, "pId": 0},
    ]
    file.write_text(json.dumps({"version": "1.4.0", "events": rows}))
    with pytest.raises(ps.MapFormatError, match="or a grid given"):
        read_posthoc(file)
    trace = read_posthoc(file, grid=ps.Grid(np.ones((2, 3))))
    assert trace[0].square((1, 1)).parent == (0, 0)
    assert trace.path.status is ps.Status.LIMIT


def event(**changes: object) -> str:
    row = {"type": "source", "id": 0, "pId": None, "g": 0, "f": 0, "x": 0, "y": 0, **changes}
    return json.dumps({"version": "1.4.0", "events": [row]})


def events(*rows: dict[str, object]) -> str:
    return json.dumps({"events": [{"x": 0, "y": 0, "id": 0, **row} for row in rows]})


BAD = {
    "": "without events",
    "{": "line 1",
    "[]": "list without events",
    "3": "int without events",
    '{"events": {}}': "without events",
    '{"events": []}': "no events",
    '{"events": [1]}': "int in event 0",
    '{"version": "2.0", "events": [{}]}': "version '2.0'",
    event(type="opening"): "type 'opening' in event 0, expected one of source",
    event(type=None): "type None",
    event(type=["source"]): r"type \['source'\]",
    event(id=None): "id None",
    event(id=[1]): "id",
    event(g="x"): "g 'x' in event 0, expected a number",
    event(g=True): "g True",
    event(f=math.nan): "f nan",
    event(f=math.inf): "f inf",
    event(x=-1): "whole numbers from 0",
    event(x=1.5): "whole numbers from 0",
    event(y=None): "whole numbers from 0",
    event(type="expanding"): "expected a source event first",
    events({"type": "source"}, {"type": "generating", "pId": 7}): "pId 7 in event 1",
    events({"type": "source"}, {"type": "generating", "pId": [7]}): r"pId \[7\] in event 1",
    "[" * 100_000: "nested|line 1",
}


@pytest.mark.parametrize("text", BAD, ids=lambda text: text[:40] or "empty")
@pytest.mark.parametrize("suffix", [".json", ".yaml"])
def test_a_malformed_file_is_refused(tmp_path, text: str, suffix: str) -> None:
    file = tmp_path / f"a{suffix}"
    file.write_text(text)
    with pytest.raises(ps.MapFormatError, match=None if suffix == ".yaml" else BAD[text]):
        read_posthoc(file)


def test_ground_of_any_size_is_not_allocated(tmp_path) -> None:
    file = tmp_path / "a.json"
    file.write_text(event(x=10**9, y=10**9))
    with pytest.raises(ps.MapLimitError, match="limit"):
        read_posthoc(file)
    file.write_text(event(x=10, y=0))
    with pytest.raises(ps.MapFormatError, match="a place on the grid of 3 x 3"):
        read_posthoc(file, grid=ps.Grid(np.ones((3, 3))))


def test_bytes_are_no_text(tmp_path) -> None:
    (tmp_path / "a.json").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ps.MapFormatError, match="no text"):
        read_posthoc(tmp_path / "a.json")
    with pytest.raises(FileNotFoundError):
        read_posthoc(tmp_path / "b.json")


@pytest.mark.parametrize("file", [None, 5, ["a.json"], "a\0b.json", "\ud800.json"])
def test_what_is_no_file(trace: ps.Trace, file: Any) -> None:
    calls = (
        lambda: read_posthoc(file),
        lambda: write_posthoc(trace, file),
        lambda: read_trace(file, trace.space),
        lambda: write_npz(trace, file),
        lambda: trace.save(file),
        lambda: trace.frame(0).png(file),
    )
    for call in calls:
        with pytest.raises(ps.OptionError, match="file is"):
            call()


def test_parents_in_a_circle_are_no_path(tmp_path) -> None:
    rows = [
        {"type": "source", "id": 0}, {"type": "destination", "id": 1, "x": 1},
        {"type": "generating", "id": 2, "x": 2, "pId": 0}, {"type": "generating", "id": 1, "x": 1, "pId": 2},
        {"type": "updating", "id": 2, "x": 2, "pId": 1}, {"type": "end", "id": 1, "x": 1},
    ]  # fmt: skip
    (tmp_path / "a.json").write_text(events(*rows))
    assert not read_posthoc(tmp_path / "a.json").path


WEIRD = [None, -1, 1e308, "x", [], {}, True, 2**70, -0.5, "", 0]


@pytest.mark.parametrize("seed", range(8))
def test_a_file_changed_at_random_is_refused_or_usable(trace: ps.Trace, tmp_path, seed: int) -> None:
    random = Random(seed)
    write_posthoc(ps.trace(trace.space, (1, 1), (6, 5)), tmp_path / "a.json")
    text = (tmp_path / "a.json").read_text()
    usable = 0
    for _ in range(60):
        changed = json.loads(text)
        rows = changed["events"]
        for _ in range(random.randint(1, 3)):
            what = random.random()
            if what < 0.3:
                rows.pop(random.randrange(len(rows)))
            elif what < 0.4:
                random.shuffle(rows)
            else:
                key = random.choice(["type", "id", "pId", "g", "f", "x", "y", "h"])
                random.choice(rows)[key] = random.choice(
                    [*WEIRD, "expanding", "generating", "updating", "end"]
                )
        (tmp_path / "b.json").write_text(json.dumps(changed))
        try:
            back = read_posthoc(tmp_path / "b.json", grid=trace.space)
        except ps.PathstarError:
            continue
        usable += 1
        for step in range(len(back)):
            assert str(back.explain(step))
        assert str(back.explain())
        assert back.frame().svg().startswith("<svg")
        back.save(tmp_path / "c.html")
    assert usable > 5


@pytest.mark.parametrize(
    "names", ["abcd", [0, 1, 2, 3], [(0, 0), (1, 0), "xy", 7]], ids=["text", "int", "any"]
)
def test_names_of_nodes_are_no_places_of_squares(names: Any, tmp_path) -> None:
    graph = ps.Graph.from_edges(itertools.pairwise(names))
    trace = ps.trace(graph, names[0], names[3])
    write_posthoc(trace, tmp_path / "graph.trace.json")
    events = json.loads((tmp_path / "graph.trace.json").read_text())["events"]
    assert not any(event.keys() & set("xyz") for event in events)
    assert [event["id"] for event in events if event["type"] == "expanding"] == [0, 1, 2, 3]
