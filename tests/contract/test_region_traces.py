"""Traces of searches over meshes whose ground costs differ: the same search, its bounds, its explanations."""

from __future__ import annotations

import math
import pickle
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import shapely
from tests.contract.counting import compared

import pathstar as ps
from pathstar.traces import NO_PARENT, EventType, read_trace

CLOSE = 1e-9
WEIGHT = 1.05  # close enough for several rounds


def worlds(count: int, weight: float = WEIGHT) -> Iterator[ps.Trace]:
    """Searches over rooms with areas, obstacles and links."""
    for seed in range(count):
        random = np.random.default_rng(seed)
        mesh = ps.NavMesh.from_polygons([[(0, 0), (12, 0), (12, 10), (0, 10)]])
        for _ in range(int(random.integers(1, 4))):
            left, top, width, height = (*random.integers(0, 9, 2), *random.integers(1, 6, 2))
            box = shapely.box(left, top, left + width, top + height)
            mesh.add_area(box, float(random.choice([0.3, 2, 7])))
        if random.random() < 0.5:
            left, top = random.integers(2, 8, 2)
            mesh.add_obstacle(shapely.box(left, top, left + 1, top + 2))
        if random.random() < 0.3 and mesh.holds((1, 1)) and mesh.holds((11, 9)):
            mesh.add_link((1, 1), (11, 9), 4)
        for start, goal in (random.random((3, 2, 2)) * (12, 10)).tolist():
            yield ps.trace(mesh, start, goal, weight=weight)


def small(count: int) -> Iterator[ps.Trace]:
    """The first searches over such rooms that are small enough to check every event."""
    for trace in worlds(count):
        if len(trace.events) <= 6_000:
            yield trace


def swamp() -> ps.NavMesh:
    """A room with a swamp that a path may cross or go around."""
    mesh = ps.NavMesh.from_polygons([[(0, 0), (12, 0), (12, 6), (0, 6)]])
    mesh.add_area(shapely.box(5, 0, 7, 5), 4)
    return mesh


def kinds_of(trace: ps.Trace) -> list[EventType]:
    return [EventType(int(kind)) for kind in trace.events["type"]]


def test_a_recorded_search_is_the_search() -> None:
    rounds = 0
    for trace in worlds(30):
        start, goal = trace.path.start, trace.path.goal
        found = ps.find_path(trace.space, start, goal, weight=WEIGHT)
        assert (trace.path.status, trace.path.cost) == (found.status, found.cost)
        assert trace.path.points.tolist() == found.points.tolist()
        for name in ("expanded", "generated", "updated"):
            assert getattr(trace.path.stats, name) == getattr(found.stats, name)
        assert trace.path.bound == found.bound or not found
        assert len(trace) == found.stats.expanded
        if found:
            assert EventType(int(trace.events[-1]["type"])) is EventType.END
            assert trace.events[-1]["g"] == found.cost
        rounds += trace.of_type(EventType.DEEPEN).sum()
        compared()
    assert rounds > 300


def test_the_bounds_close_in_on_the_least_cost() -> None:
    for trace in small(30):
        if not trace.path:
            continue
        best, least = math.inf, 0.0
        for event, kind in zip(trace.events, kinds_of(trace), strict=True):
            if kind is EventType.MEET:
                assert event["g"] < best
                best = float(event["g"])
            elif kind is EventType.DEEPEN:
                assert event["g"] == best
                assert least <= event["h"] <= best * (1 + CLOSE)
                least = float(event["h"])
        assert trace.path.cost <= best * (1 + CLOSE)
        assert least <= trace.path.cost * (1 + CLOSE)
        compared()


def test_each_run_is_a_search_by_dijkstra_over_the_distances_between_intervals() -> None:
    """Each interval costs as much as the one before and the path between them; the cheapest is expanded."""
    dropped = left_out = 0
    for trace in small(20):
        known, waiting, run, best = {}, {}, False, math.inf
        for event, kind in zip(trace.events, kinds_of(trace), strict=True):
            node, parent, g = int(event["node"]), int(event["parent"]), float(event["g"])
            if kind is EventType.DEEPEN:
                known, waiting, run = {}, {}, True
            elif kind is EventType.MEET:
                best = g
            elif not run:
                continue
            elif kind in (EventType.SOURCE, EventType.GENERATE):
                known[node] = waiting[node] = g
                assert (parent == NO_PARENT) == (kind is EventType.SOURCE)
                if parent != NO_PARENT and node % 5 == 0:
                    assert g == pytest.approx(known[parent] + way(trace, node, parent), rel=CLOSE, abs=CLOSE)
            elif kind is EventType.EXPAND:
                assert g == waiting.pop(node) <= min(waiting.values(), default=math.inf)
            elif kind is EventType.PRUNE and parent == NO_PARENT:
                assert g == waiting.pop(node)
                dropped += 1
            elif kind is EventType.PRUNE:
                assert g + event["h"] > best
                left_out += 1
        compared()
    assert min(dropped, left_out) > 100


def way(trace: ps.Trace, node: int, parent: int) -> float:
    """The cost of the straight line to an interval from the closest place of the one before."""
    assert trace.intervals is not None
    row, before = trace.intervals[node], trace.intervals[parent]
    assert on_segment(row["root"], before["left"], before["right"])
    there = shapely.LineString([row["left"], row["right"]]).distance(shapely.Point(row["root"]))
    prices = [trace.space.costs[face] for face in faces_of(trace, before) & faces_of(trace, row)]
    links = [
        link.cost
        for link in trace.space.state[1].values()
        if {link.start, link.end} == {tuple(row["left"]), tuple(before["left"])}
    ]
    return min([there * price for price in prices] + links)


def faces_of(trace: ps.Trace, row: np.void) -> set[int]:
    """The polygons on whose border an interval lies."""
    middle = (row["left"] + row["right"]) / 2
    return {
        face
        for face, corners in enumerate(trace.space.polygons)
        if shapely.Polygon(trace.space.vertices[corners]).distance(shapely.Point(middle)) < CLOSE
    }


def on_segment(place: np.ndarray, a: np.ndarray, b: np.ndarray) -> bool:
    return math.dist(a, place) + math.dist(place, b) <= math.dist(a, b) + CLOSE


def test_no_path_to_an_interval_costs_less_than_it_says() -> None:
    """G of an interval is a lower bound on paths to it from the start or, in runs back, to the target.

    An interval counts as two: one for each direction in which it is crossed. A path comes from one side.
    """
    bounds = 0
    for number, trace in enumerate(small(12)):
        random = np.random.default_rng(number)
        for both, from_goal in expanded_both_ways(trace):
            if random.random() > 0.2:
                continue
            row, share = both[0][0], random.random()
            point = (row["left"] + share * (row["right"] - row["left"])).tolist()
            ends = (point, trace.path.goal) if from_goal else (trace.path.start, point)
            some = ps.find_path(trace.space, *ends)
            if some:
                assert some.cost >= min(g for _, g in both) * (1 - CLOSE)
                bounds += 1
        compared()
    assert bounds > 100


def expanded_both_ways(trace: ps.Trace) -> Iterator[tuple[list[tuple[np.void, float]], bool]]:
    """The intervals that one run crossed in both directions, with G of each, and whether it ran back."""
    assert trace.intervals is not None
    known: dict[frozenset[tuple[float, ...]], list[tuple[np.void, float]]] = {}
    for event, kind in zip(trace.events, kinds_of(trace), strict=True):
        if kind is EventType.DEEPEN:
            known = {}
        elif kind is EventType.EXPAND and trace.intervals[event["node"]]["into"] >= 0:
            row = trace.intervals[event["node"]]
            both = known.setdefault(frozenset((tuple(row["left"]), tuple(row["right"]))), [])
            both.append((row, float(event["g"])))
            if len(both) == 2 and trace.of_type(EventType.DEEPEN).any():
                yield both, bool(event["from_goal"])


def test_the_lists_hold_one_run() -> None:
    for trace in small(8):
        for step in range(0, len(trace), 3):
            state = trace[step]
            assert len(set(state.nodes.tolist())) == len(state.nodes)
            run = trace.of_type(EventType.DEEPEN)[: trace.step_starts[step] + 1].sum()
            first = int(np.flatnonzero(trace.of_type(EventType.DEEPEN))[run - 1]) if run else 0
            now = trace.events[first : state.count]
            assert set(state.nodes.tolist()) <= set(now["node"].tolist())
            assert state.current in state.closed
        compared()


def test_sentences_say_what_the_rounds_do() -> None:
    trace = ps.trace(swamp(), (1, 1), (11, 2), weight=1.0001)
    assert trace.path.points.tolist() == ps.find_path(swamp(), (1, 1), (11, 2), weight=1.0001).points.tolist()
    said = [str(trace.explain(step)) for step in range(len(trace))]
    assert said[0].startswith("The shortest line is found first, whatever the ground costs")
    whole = "\n".join(said)
    assert "On this ground it costs" in whole
    assert "Round 1 begins at the start. The least cost lies between" in whole
    assert "Round 2 begins at the start." in whole
    assert "from the target: how much the rest of the way costs" in whole
    assert "In the polygon beyond it a unit of length costs 4." in whole
    assert "It is the target: no path costs less than" in whole
    assert "With the best place on each edge, which Newton's method finds" in whole
    assert "left out: a path over" in whole
    assert "left out: the run from the start found no way to" in whole
    assert " inf" not in whole
    assert "The best path is (1, 1)" in said[-1]
    assert "The path costs at most" in said[-1]
    assert "inadmissible" not in whole
    assert "estimate can exceed" not in whole
    for lang in ("en", "zh"):
        for step in range(len(trace)):
            assert "step." not in str(trace.explain(step, lang))
    compared()


def test_traces_are_kept_and_drawn(tmp_path: Path) -> None:
    mesh = swamp()
    trace = ps.trace(mesh, (1, 1), (11, 2))
    back = pickle.loads(pickle.dumps(trace))
    trace.save(tmp_path / "search.npz")
    read = read_trace(tmp_path / "search.npz", mesh)
    for other in (back, read):
        assert other.events.tolist() == trace.events.tolist()
        assert other.intervals.tobytes() == trace.intervals.tobytes()
        assert [str(other.explain(step)) for step in range(len(other))] == [
            str(trace.explain(step)) for step in range(len(trace))
        ]
    frames = [trace.frame(step).svg() for step in range(0, len(trace) - 1, 7)]
    for role in ("closed", "open"):
        assert any(f'class="{role}_interval"' in svg for svg in frames)
    assert all('class="current_interval"' in svg for svg in frames)
    for suffix in ("html", "gif", "svg", "png"):
        trace.save(tmp_path / f"search.{suffix}")
        assert (tmp_path / f"search.{suffix}").stat().st_size > 2000
    compared()


def test_limits_are_told() -> None:
    mesh = swamp()
    best = ps.find_path(mesh, (1, 1), (11, 2))
    cut = ps.trace(mesh, (1, 1), (11, 2), max_expansions=best.stats.expanded - 3)
    assert cut.path.status is ps.Status.LIMIT
    assert "stopped by its limit, max_expansions" in str(cut.explain())
    dear = ps.trace(mesh, (1, 1), (11, 2), max_cost=best.cost / 2)
    assert dear.path.status is ps.Status.LIMIT
    assert "would cost more than the limit, max_cost" in str(dear.explain())
    full = ps.trace(mesh, (1, 1), (11, 2), max_events=50)
    assert full.full
    assert 50 <= len(full.events) < len(ps.trace(mesh, (1, 1), (11, 2)).events)
    assert "max_events=50 was reached" in str(full.explain())
    off = ps.trace(mesh, (-5, 0), (11, 2))
    assert "The start is not walkable" in str(off.explain())
    for a, b in pairwise(cut.step_starts.tolist()):
        assert a < b
    compared()
