"""Traces of searches over meshes: the same search, and intervals compared with an oracle."""

from __future__ import annotations

import math
import pickle
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from tests.campaigns.mesh_queries import random_grid, random_places
from tests.contract.counting import compared
from tests.oracle.visibility import Cells

import pathstar as ps
from pathstar.traces import EventType, read_trace

NEAR = 1e-6  # how far from a corner a point is, as a share of the edge
CLOSE = 1e-9


def worlds(count: int) -> Iterator[tuple[np.ndarray, ps.NavMesh, ps.Trace]]:
    """Random grids, their meshes and a trace on each."""
    for seed in range(count):
        random = np.random.default_rng(seed)
        walkable = random_grid(random)
        mesh = ps.NavMesh.from_grid(ps.Grid(walkable))
        places = random_places(random, walkable.shape[1], walkable.shape[0], 24)
        for start, goal in zip(places[::2], places[1::2], strict=True):
            yield walkable, mesh, ps.trace(mesh, start, goal)


def wide() -> Iterator[ps.Trace]:
    """Traces on larger meshes, where shorter paths to roots are found late."""
    for seed in range(3):
        random = np.random.default_rng(seed)
        mesh = ps.NavMesh.from_grid(ps.Grid(random.random((40, 40)) > 0.3))
        for start, goal in random.random((15, 2, 2)).tolist():
            yield ps.trace(mesh, [40 * part for part in start], [40 * part for part in goal])


def with_links() -> ps.NavMesh:
    """Two rooms with a wall between them, connected by a link that costs next to nothing."""
    corners = [(0, 0), (2, 0), (4, 0), (4, 6), (2, 6), (0, 6), (6, 0), (9, 0), (9, 6), (6, 6)]
    mesh = ps.NavMesh(corners, [[0, 1, 4, 5], [1, 2, 3, 4], [6, 7, 8, 9]])
    mesh.add_link((3, 5), (7, 5), 0.5, both_ways=False)
    return mesh


def test_a_recorded_search_is_the_search() -> None:
    for _, mesh, trace in worlds(40):
        found = ps.find_path(mesh, trace.path.start, trace.path.goal)
        assert (trace.path.status, trace.path.cost) == (found.status, found.cost)
        assert trace.path.points.tolist() == found.points.tolist()
        assert [trace.path.stats.expanded, trace.path.stats.generated, trace.path.stats.updated] == [
            found.stats.expanded,
            found.stats.generated,
            found.stats.updated,
        ]
        assert len(trace) == found.stats.expanded
        compared()
        if not found:
            continue
        last = trace.events[-1]
        assert last["type"] == EventType.END.value
        assert last["g"] + last["h"] == pytest.approx(found.cost, rel=1e-12, abs=1e-12)
        chain = [*roots_of(trace, int(last["node"])), list(map(float, trace.path.goal))]
        corners = found.points.tolist()
        assert [
            point for at, point in enumerate(chain) if point in corners and point not in chain[:at]
        ] == corners


def roots_of(trace: ps.Trace, node: int) -> list[list[float]]:
    """The roots on the way to an interval."""
    assert trace.intervals is not None
    chain = []
    while node >= 0:
        chain.append(trace.intervals["root"][node].tolist())
        node = int(trace.intervals["before"][node])
    return chain[::-1]


def test_f_grows_from_each_interval_to_the_next_and_the_lowest_is_taken() -> None:
    """Over all expansions F may fall, as an only successor is expanded at once."""
    at_once = dropped = 0
    for trace in (*(trace for *_, trace in worlds(40)), *wide()):
        waiting: dict[int, float] = {}
        f_of: dict[int, float] = {}
        only = -1
        for step in range(len(trace)):
            said = {each.say.key for each in trace.facts(step)}
            assert ("step.chosen.only" in said) == (trace[step].current == only and is_dear(trace, step))
            events = trace.events[slice(*step_bounds(trace, step))]
            for event in events:
                node, f = int(event["node"]), float(event["g"] + event["h"])
                kind = EventType(int(event["type"]))
                if kind is EventType.GENERATE:
                    waiting[node] = f_of[node] = f
                    parent = int(event["parent"])
                    assert f >= f_of.get(parent, 0.0) * (1 - CLOSE)
                    way = roots_of(trace, node)
                    assert event["g"] == pytest.approx(sum(map(math.dist, way, way[1:])), abs=1e-12)
                elif kind in (EventType.EXPAND, EventType.PRUNE):
                    lowest = min(waiting.values())
                    if waiting[node] > lowest * (1 + CLOSE):
                        assert node == only
                        at_once += 1
                    del waiting[node]
                    dropped += kind is EventType.PRUNE
            opened = trace.events_of(step)[1:]["node"].tolist()
            only = opened[0] if len(opened) == 1 else -1
        compared()
    assert at_once > 0
    assert dropped > 0


def is_dear(trace: ps.Trace, step: int) -> bool:
    """Whether an interval with a lower F was open before a step."""
    before = trace[step - 1] if step else trace.beginning
    f = before.f[~before.is_closed]
    gone = trace.events_before(step)["node"].tolist()
    mine = float(f[before.open == trace[step].current][0])
    return any(key < mine * (1 - CLOSE) for key, node in zip(f, before.open, strict=True) if node not in gone)


def step_bounds(trace: ps.Trace, step: int) -> tuple[int, int]:
    """The events of a step, with those that led to it."""
    return (int(trace.step_ends[step - 1]) if step else 0), int(trace.step_ends[step])


def test_each_interval_is_seen_and_what_is_seen_of_an_edge_is_in_one() -> None:
    """Through an interval a root sees the part of an edge of the next polygon that it opens, and no more."""
    seen = hidden = 0
    for walkable, mesh, trace in worlds(25):
        oracle = Cells(walkable)
        for step in range(len(trace)):
            interval = trace.intervals[trace[step].current]
            if interval["into"] < 0:
                continue
            opened = [trace.intervals[node] for node in trace[step].opened]
            for a, b, beyond in ways_out(mesh, int(interval["into"])):
                on_it = [each for each in opened if each["into"] == beyond and lies_on(each, a, b)]
                if not on_it:  # a dead end, or the goal is here
                    continue
                mine = [each for each in on_it if each["root"].tolist() == interval["root"].tolist()]
                for share in (0.07, 0.31, 0.5, 0.77, 0.93):
                    point = a + share * (b - a)
                    inside = is_between(interval, point)
                    if inside is None:
                        continue
                    expected = inside and sees(oracle, interval["root"], point)
                    covers = [covered(each, a, b, share) for each in mine]
                    if None in covers:
                        continue
                    assert any(covers) == expected
                    seen += expected
                    hidden += not expected
        compared()
    assert min(seen, hidden) > 100


def ways_out(mesh: ps.NavMesh, polygon: int) -> Iterator[tuple[np.ndarray, np.ndarray, int]]:
    """The edges of a polygon that are not walls: both ends, and the polygon behind."""
    corners = mesh.vertices[mesh.polygons[polygon]]
    for at, beside in enumerate(mesh.neighbours[polygon].tolist()):
        if beside >= 0:
            yield corners[at], corners[(at + 1) % len(corners)], beside


def lies_on(interval: np.void, a: np.ndarray, b: np.ndarray) -> bool:
    """Whether an interval lies on an edge."""
    middle = (interval["left"] + interval["right"]) / 2
    return math.dist(a, middle) + math.dist(middle, b) <= math.dist(a, b) * (1 + CLOSE)


def is_between(interval: np.void, point: np.ndarray) -> bool | None:
    """Whether the line from the root to a point passes through the interval; None close to an end."""
    along, way = interval["right"] - interval["left"], point - interval["root"]
    size = along[0] * way[1] - along[1] * way[0]
    if abs(size) < NEAR:
        return None
    from_left = interval["root"] - interval["left"]
    share = (from_left[0] * way[1] - from_left[1] * way[0]) / size
    return None if min(abs(share), abs(share - 1)) < NEAR else bool(0 < share < 1)


def covered(interval: np.void, a: np.ndarray, b: np.ndarray, share: float) -> bool | None:
    """Whether an interval of an edge holds a point of it; None if it is close to an end."""
    ends = sorted(math.dist(a, interval[end]) / math.dist(a, b) for end in ("left", "right"))
    return None if min(abs(share - end) for end in ends) < NEAR else ends[0] < share < ends[1]


def sees(oracle: Cells, root: np.ndarray, point: np.ndarray) -> bool:
    """Whether a root sees a point; the root may be a corner where walls meet, so it is left out."""
    begin = root + NEAR * (point - root)
    return oracle.sees(tuple(begin.tolist()), tuple(point.tolist()))


def test_links_are_crossed_in_traces() -> None:
    mesh = with_links()
    trace, found = ps.trace(mesh, (1, 1), (8, 1)), ps.find_path(mesh, (1, 1), (8, 1))
    assert (trace.path.cost, trace.path.points.tolist()) == (found.cost, found.points.tolist())
    assert trace.events[-1]["g"] + trace.events[-1]["h"] == pytest.approx(found.cost)
    said = "\n".join(str(trace.explain(step)) for step in range(len(trace)))
    assert "A link begins in sight: its end (7, 5) is opened with G 4.97, F 9.1 (G 4.97 + H 4.13)." in said
    assert "The end (7, 5) of a link has the lowest F on the open list, 9.1 (G 4.97 + H 4.13)" in said
    for step in range(len(trace)):
        assert 'class="face"' in trace.frame(step).svg() or step == len(trace) - 1
    assert ps.trace(mesh, (8, 5), (1, 5)).path.status is ps.Status.NO_PATH
    compared()


@pytest.mark.parametrize("most", [1.0, 0.9])
def test_a_limit_of_cost_leaves_intervals_out(most: float) -> None:
    left_out = 0
    for _, mesh, trace in worlds(30):
        if not trace.path or trace.path.cost == 0:
            continue
        limited = ps.trace(mesh, trace.path.start, trace.path.goal, max_cost=most * trace.path.cost)
        assert limited.path.status is (ps.Status.FOUND if most == 1 else ps.Status.LIMIT)
        gone = limited.of_type(EventType.FORGET)
        left_out += gone.sum()
        keys = limited.events["g"] + limited.events["h"]
        assert (keys[gone] > most * trace.path.cost).all()
        facts = {each.say.key for step in range(len(limited)) for each in limited.facts(step)}
        assert ("step.too_dear.interval" in facts) == bool(
            gone[limited.step_starts[0] :].any() if len(limited) else 0
        )
        compared()
    assert left_out > 0


def test_traces_pickle_and_come_back_from_files(tmp_path: Path) -> None:
    file = tmp_path / "search.npz"
    for _, mesh, trace in worlds(6):
        back = pickle.loads(pickle.dumps(trace))
        trace.save(file)
        read = read_trace(file, mesh)
        for other in (back, read):
            assert other.events.tolist() == trace.events.tolist()
            assert other.intervals.tobytes() == trace.intervals.tobytes()
            assert other.path.points.tolist() == trace.path.points.tolist()
            assert [str(state) for state in other] == [str(state) for state in trace]
            assert str(other.explain()) == str(trace.explain())
        compared()
    with pytest.raises(ps.StaleError):
        read_trace(file, with_links())


def test_limits_and_blocked_ends() -> None:
    mesh = ps.NavMesh.from_grid(ps.Grid(np.random.default_rng(4).random((20, 24)) > 0.3))
    ends = (0.5, 0.5), (22.5, 18.5)
    full = ps.trace(mesh, *ends, max_events=9)
    assert full.full
    assert "max_events=9 was reached" in str(full.explain())
    assert ps.trace(mesh, *ends, max_expansions=3).path.status is ps.Status.LIMIT
    off = ps.trace(mesh, (-5, 0), ends[1])
    assert off.path.status is ps.Status.BLOCKED_START
    assert len(off) == 0
    assert "The start is not walkable" in str(off.explain())
    assert ps.trace(mesh, ends[0], (99, 0)).path.status is ps.Status.BLOCKED_GOAL
    compared()
