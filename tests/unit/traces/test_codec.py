"""Traces as columns: exact, small, and also read by the pages."""

from __future__ import annotations

import json
import shutil
import struct
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sampling import examples

import pathstar as ps
from pathstar.traces import read_trace
from pathstar.traces.codec import VERSION, columns_of, events_of, packed, unpacked

NODE = shutil.which("node", path=str(Path(sys.executable).parent)) or "node"
ALGORITHMS = (
    "astar",
    "dijkstra",
    "greedy",
    "breadth_first",
    "weighted_astar",
    "jps",
    "bidirectional-astar",
    "ida-star",
)


def board(seed: int, *, costs: bool = False) -> ps.Grid:
    rng = np.random.default_rng(seed)
    walkable = rng.random((14, 17)) > 0.25
    walkable[0, 0] = walkable[-1, -1] = True
    return ps.Grid(walkable, cost=rng.random((14, 17)) + 1 if costs else None)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_events_come_back_as_they_were(algorithm: str) -> None:
    trace = ps.trace(board(3), (0, 0), (16, 13), algorithm=algorithm, max_expansions=500)
    head, columns = unpacked(packed({"name": algorithm}, columns_of(trace.events)))
    assert head["name"] == algorithm
    assert (events_of(columns) == trace.events).all()


@settings(deadline=None, max_examples=examples(40))
@given(st.integers(0, 999), st.sampled_from(["heap", "bucket", "sorted"]), st.booleans())
def test_events_of_any_search_come_back(seed: int, open_list: str, costs: bool) -> None:
    trace = ps.trace(board(seed, costs=costs), (0, 0), (16, 13), open_list=open_list, heuristic="euclidean")
    assert (events_of(columns_of(trace.events)) == trace.events).all()


def test_what_does_not_follow_the_rule_is_stored_as_it_is() -> None:
    events = ps.trace(board(3), (0, 0), (16, 13)).events.copy()
    events["parent"][5] = 77
    events["h"][9] += 1
    columns = columns_of(events)
    assert {"parent", "h"} <= columns.keys()
    assert (events_of(columns) == events).all()


def test_a_search_on_plain_ground_takes_few_bytes() -> None:
    trace = ps.trace(ps.Grid(np.ones((100, 100))), (0, 0), (99, 99), heuristic="zero")
    assert len(packed({}, columns_of(trace.events))) < 18 * len(trace.events)


def test_other_versions_and_damage_are_refused() -> None:
    data = packed({}, columns_of(ps.trace(board(3), (0, 0), (16, 13)).events))
    with pytest.raises(ValueError, match="ends within column"):
        unpacked(data[:-40])
    with pytest.raises(ValueError, match="not a trace"):
        unpacked(b"abc")
    other = data.replace(f'"version":{VERSION}'.encode(), b'"version":9')
    with pytest.raises(ValueError, match="version 9; this pathstar reads version 1"):
        unpacked(other)
    _, columns = unpacked(data)
    with pytest.raises(ValueError, match="no column 'near_g'"):
        events_of({name: column for name, column in columns.items() if name != "near_g"})
    with pytest.raises(ValueError, match="it must be"):
        events_of({**columns, "near_g": columns["near_g"].astype(np.int64)})
    with pytest.raises(ValueError, match="rows; there are"):
        events_of({**columns, "near_g": columns["near_g"][:-1]})
    with pytest.raises(ValueError, match="not a node"):
        events_of({**columns, "near_node": columns["near_node"] - 1000})


def test_a_trace_is_saved_whole_and_read_back(tmp_path: Path) -> None:
    trace = ps.trace(board(3, costs=True), (0, 0), (16, 13))
    file = tmp_path / "search.npz"
    trace.save(file)
    back = read_trace(file, board(3, costs=True))
    assert (back.events == trace.events).all()
    assert back.path.nodes.tolist() == trace.path.nodes.tolist()
    assert (back.path.cost, back.path.bound, back.path.status) == (trace.path.cost, 1.0, trace.path.status)
    assert back.rules == trace.rules
    assert str(back.explain(3)) == str(trace.explain(3))
    with pytest.raises(ps.StaleError, match="a search on another space"):
        read_trace(file, board(4))
    with pytest.raises(ps.SpaceError, match="a space is needed, such as a Grid, not NoneType"):
        read_trace(file, None)  # type: ignore[arg-type]


def test_a_search_without_a_path_and_a_graph_are_saved(tmp_path: Path) -> None:
    graph = ps.Graph.from_edges([("a", "b", 2), ("b", "c", 1), ("d", "a", 1)])
    for space, start, goal in ((ps.Grid([[1, 0, 1]]), (0, 0), (2, 0)), (graph, "a", "c"), (graph, "a", "d")):
        trace = ps.trace(space, start, goal)
        trace.save(tmp_path / "search.npz")
        back = read_trace(tmp_path / "search.npz", space)
        assert (back.events == trace.events).all()
        assert (back.path.status, back.path.cost) == (trace.path.status, trace.path.cost)
        assert str(back.explain()) == str(trace.explain())


def test_files_that_are_no_traces(tmp_path: Path) -> None:
    file = tmp_path / "search.npz"
    for content in (b"", b"nothing", b"PK\x03\x04"):
        file.write_bytes(content)
        with pytest.raises(ps.MapFormatError, match="expected a trace"):
            read_trace(file, board(3))
    np.savez(file, about=np.frombuffer(b'{"version": 7}', np.uint8))
    with pytest.raises(ps.MapFormatError, match="version 7; this pathstar reads version 1"):
        read_trace(file, board(3))
    with pytest.raises(ps.SpaceError, match=r"cannot be saved as \.npz"):
        ps.trace(ps.Custom(lambda n: [(n + 1, 1.0)]), 1, 3).save(file)


def test_the_pages_read_the_same_events(tmp_path: Path) -> None:
    script = Path(__file__).parents[2] / "web" / "read_trace.js"
    for options in ({"open_list": "heap"}, {"open_list": "bucket"}, {"algorithm": "bidirectional-astar"}):
        trace = ps.trace(board(7, costs=True), (0, 0), (16, 13), **options)
        file = tmp_path / "trace.bin"
        file.write_bytes(packed({}, columns_of(trace.events)))
        done = subprocess.run(
            [NODE, script, file, str(trace.space.size)], capture_output=True, text=True, check=True
        )
        told = json.loads(done.stdout)
        for name in ("type", "node", "parent", "g", "h"):
            assert told[name] == trace.events[name].tolist()
        assert told.get("fromGoal", []) == (trace.events["from_goal"].tolist() if trace.two_sided else [])
    file.write_bytes(struct.pack("<I", 20) + b'{"version":9}       ')
    done = subprocess.run([NODE, script, file, "1"], capture_output=True, text=True, check=False)
    assert "the trace is of version 9; this page reads version 1" in done.stderr
