"""The states of a trace compared with a plain replay of its events."""

from __future__ import annotations

import pickle
import sys

import numpy as np
import pytest
from tests.contract.zoo import ZOO, queries

import pathstar as ps
from pathstar.traces.timeline import NO_PARENT

ALGORITHMS = ["astar", "dijkstra", "greedy", "weighted-astar", "bfs"]


def replayed(trace: ps.Trace, count: int) -> dict[int, tuple[str, float, float, int]]:
    """What is known of each node after a number of events: list, G, H, parent."""
    known = {}
    for event in trace.events[:count]:
        kind = ps.EventType(event["type"])
        if kind in (ps.EventType.SOURCE, ps.EventType.GENERATE, ps.EventType.UPDATE, ps.EventType.EXPAND):
            where = "closed" if kind is ps.EventType.EXPAND else "open"
            known.pop(int(event["node"]), None)  # the order is that of the last change
            known[int(event["node"])] = (where, float(event["g"]), float(event["h"]), int(event["parent"]))
    return known


def seen(state) -> dict[int, tuple[str, float, float, int]]:
    lists = np.where(state.is_closed, "closed", "open").tolist()
    rows = zip(lists, state.g.tolist(), state.h.tolist(), state.parents.tolist(), strict=True)
    return dict(zip(state.nodes.tolist(), rows, strict=True))


@pytest.fixture(scope="module")
def maze() -> ps.Grid:
    walkable = np.random.default_rng(3).random((12, 15)) > 0.3
    walkable[0, :2] = walkable[-1, -2:] = True
    return ps.Grid(walkable)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize(
    "name", ["field, 10 and 14", "terrain, no_squeeze, mean", "roads, enter", "dense, free"]
)
def test_every_state_equals_a_plain_replay(name: str, algorithm: str) -> None:
    grid = ZOO[name]
    for start, goal in queries(grid, 2):
        trace = ps.trace(grid, start, goal, algorithm=algorithm)
        ends = [*trace.step_starts[1:].tolist(), len(trace.events)]
        for step in [*range(0, len(trace), 7), *range(len(trace) - 1, -1, -11)]:
            state = trace[step]
            want = replayed(trace, ends[step])
            assert seen(state) == want
            assert list(seen(state)) == list(want)
            assert state.current == trace.events["node"][trace.step_starts[step]]


def test_the_bucket_list_opens_closed_squares_again() -> None:
    grid = ZOO["costs over ten decades, enter"]
    trace = ps.trace(grid, (0, 0), (30, 23), open_list="bucket")
    for step in range(0, len(trace), 50):
        assert seen(trace[step]) == replayed(trace, trace[step].count)


def test_a_state_as_a_beginner_reads_it() -> None:
    trace = ps.trace(ps.Grid([[1, 1, 1], [1, 0, 1]]), (0, 0), (2, 1))
    state = trace[0]
    assert (state.step, state.place) == (0, (0, 0))
    assert state.opened.tolist() == [1, 3]
    assert state.improved.tolist() == []
    assert state.changes["type"].tolist()[0] == ps.EventType.EXPAND.value
    assert state.square((0, 0)).closed
    assert state.square((0, 0)).parent is None
    assert state.square((1, 0)).parent == (0, 0)
    assert state.square((2, 0)) is None
    assert state.way_to((1, 0)) == [(0, 0), (1, 0)]
    assert state.layer("status").tolist() == [[2, 1, 0], [1, 0, 0]]
    assert state.layer("f")[0, 1] == state.square((1, 0)).f
    assert np.isnan(state.layer("h")[0, 2])
    assert trace[-1].way_to((2, 1)) == list(trace.path)


def test_before_the_first_step_only_the_start_is_open(maze: ps.Grid) -> None:
    beginning = ps.trace(maze, (0, 0), (14, 11)).beginning
    assert (beginning.step, beginning.current, beginning.place) == (-1, None, None)
    assert beginning.open.tolist() == [0]
    assert beginning.closed.tolist() == []
    assert beginning.parents.tolist() == [NO_PARENT]
    assert len(beginning.changes) == len(beginning.opened) == 0


def test_steps_count_from_either_end(maze: ps.Grid) -> None:
    trace = ps.trace(maze, (0, 0), (14, 11))
    assert len(trace) > 5
    assert seen(trace[-1]) == seen(trace[len(trace) - 1])
    assert trace[np.int64(2)].step == 2
    assert [state.step for state in trace] == list(range(len(trace)))
    for wrong in (len(trace), -len(trace) - 1):
        with pytest.raises(ps.PlaceError, match=f"there are {len(trace)} steps"):
            trace[wrong]
    with pytest.raises(ps.PlaceTypeError, match="cannot be sliced"):
        trace[2:5]
    for wrong in ("2", (1, 1)):
        with pytest.raises(ps.PlaceTypeError, match=r"is not a step; allowed: a whole number"):
            trace[wrong]
        with pytest.raises(ps.PlaceTypeError, match=r"is not a step; allowed: a whole number"):
            trace.explain(wrong)
    with pytest.raises(ps.OptionError, match="Allowed: status, f, g, h"):
        trace[0].layer("gee")
    with pytest.raises(ps.OptionError, match="had not been seen"):
        trace[0].way_to((14, 11))


def test_a_state_does_not_change(maze: ps.Grid) -> None:
    state = ps.trace(maze, (0, 0), (14, 11))[2]
    with pytest.raises(AttributeError):
        state.step = 3
    with pytest.raises(ValueError, match="read-only"):
        state.g[0] = 1
    with pytest.raises(ValueError, match="read-only"):
        state.trace.events["g"][0] = 1


def test_a_search_that_never_began_has_no_steps() -> None:
    trace = ps.trace(ps.Grid([[0, 1]]), (0, 0), (1, 0))
    assert len(trace) == 0
    assert list(trace) == []
    with pytest.raises(IndexError, match="no steps: blocked start"):
        trace[0]
    assert len(trace.beginning.nodes) == 0


def test_one_square_is_one_step() -> None:
    trace = ps.trace(ps.Grid([[1, 1]]), (1, 0), (1, 0))
    assert len(trace) == 1
    assert trace[0].closed.tolist() == [1]


def test_a_full_trace_says_so(maze: ps.Grid) -> None:
    trace = ps.trace(maze, (0, 0), (14, 11), max_events=40)
    assert trace.full
    assert trace.path.status is ps.Status.LIMIT
    assert len(trace.events) < 60
    assert "max_events=40" in str(trace.explain())
    assert not ps.trace(maze, (0, 0), (14, 11)).full
    assert not ps.trace(maze, (0, 0), (14, 11), max_expansions=3).full


def test_it_can_be_pickled(maze: ps.Grid) -> None:
    trace = ps.trace(maze, (0, 0), (14, 11))
    copy = pickle.loads(pickle.dumps(trace))
    assert seen(copy[5]) == seen(trace[5])
    assert str(copy.explain(5)) == str(trace.explain(5))


def test_a_long_trace_is_not_replayed_event_by_event() -> None:
    grid = ps.Grid(np.random.default_rng(0).random((700, 700)) > 0.2)
    places = np.argwhere(grid.walkable)[:, ::-1]
    trace = ps.trace(grid, tuple(places[0].tolist()), tuple(places[-1].tolist()), algorithm="dijkstra")
    assert len(trace.events) > 500_000
    _ = trace.successors, trace.step_starts
    for step in np.random.default_rng(1).integers(0, len(trace), 20).tolist():
        calls = []
        sys.setprofile(lambda _frame, event, _about, calls=calls: calls.append(event))
        state = trace[step]
        sizes = len(state.nodes), len(state.g), len(state.parents)
        sys.setprofile(None)
        assert len(set(sizes)) == 1
        assert len(calls) < 5000  # a call for each event would be half a million
