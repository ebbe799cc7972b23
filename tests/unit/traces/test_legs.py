"""Traces of paths through several places: each leg is a separate search, and all of them one trace."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

import pathstar as ps
from pathstar._core import EventType
from pathstar.traces.files import read_trace
from pathstar.viz.project_states import on_cells

WALKABLE = np.ones((8, 12), bool)
WALKABLE[1:7, 6] = False
GRID = ps.Grid(WALKABLE)
SQUEEZED = ps.Grid(WALKABLE, moves=ps.Moves(corners="no_squeeze"))
START, PLACES = (1, 1), [(10, 1), (1, 6), (9, 6)]
BEST = ps.goals.through(PLACES, order="best")
ALGORITHMS = (
    *("astar", "jps", "bidirectional-astar", "bidirectional-dijkstra", "ida-star", "ara-star", "theta-star"),
    *("lazy-theta-star", "anya", "dijkstra", "greedy", "bfs", "weighted-astar"),
)


def traced(algorithm: str, **options: object) -> ps.Trace:
    grid = SQUEEZED if algorithm == "anya" else GRID
    return ps.trace(grid, START, BEST, algorithm=algorithm, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_the_legs_are_the_searches_of_each_leg(algorithm: str) -> None:
    trace = traced(algorithm)
    path = ps.find_path(trace.space, START, BEST, algorithm=algorithm)
    assert trace.path.cost == pytest.approx(path.cost)
    assert (trace.path.goal, trace.path.why) == (path.goal, path.why)
    ends = [START, *(leg.path.goal for leg in trace.legs)]
    assert len(trace.legs) == 3
    step = 0
    for here, there, leg in zip(ends, ends[1:], trace.legs, strict=False):
        alone = ps.trace(trace.space, here, there, algorithm=algorithm)
        assert (alone.events == leg.events).all()
        for k in range(len(alone)):
            mine, its = trace[step + k], alone[k]
            assert (mine.g == its.g).all()
            assert mine.is_closed.tolist() == its.is_closed.tolist()
            if trace.intervals is None:
                assert mine.nodes.tolist() == its.nodes.tolist()
            else:
                assert (mine.intervals["left"] == its.intervals["left"]).all()
            assert str(alone.explain(k)) in str(trace.explain(step + k))
        assert f"leads from {here} to {there}" in str(trace.explain(step))
        step += len(alone)
    assert step == len(trace)
    assert "3 legs make one path" in str(trace.explain(-1))
    assert str(trace.explain()) in str(trace.explain(-1))


@pytest.mark.parametrize(
    "algorithm", ["astar", "jps", "anya", "theta-star", "bidirectional-astar", "ida-star"]
)
def test_they_are_saved_and_shown(tmp_path: Path, algorithm: str) -> None:
    trace = traced(algorithm)
    for suffix in (".html", ".svg", ".gif", ".png", ".npz", *((".json",) if trace.intervals is None else ())):
        trace.save(tmp_path / f"a{suffix}")
    for back in (read_trace(tmp_path / "a.npz", trace.space), pickle.loads(pickle.dumps(trace))):
        assert (back.events == trace.events).all()
        assert back.path.points.tolist() == trace.path.points.tolist()
        assert [str(back.explain(k)) for k in range(len(back))] == [
            str(trace.explain(k)) for k in range(len(trace))
        ]
    assert "path" in trace.frame().svg()


def test_a_trace_to_a_set_of_places_is_saved(tmp_path: Path) -> None:
    trace = ps.trace(GRID, START, ps.goals.any_of(PLACES))
    trace.save(tmp_path / "a.npz")
    back = read_trace(tmp_path / "a.npz", GRID)
    assert back.path.why == trace.path.why
    assert str(back.explain(-1)) == str(trace.explain(-1))


def test_a_leg_that_is_not_found_says_why() -> None:
    wall = WALKABLE.copy()
    wall[:, 6] = False
    grid = ps.Grid(wall)
    trace = ps.trace(grid, START, ps.goals.through([(1, 6), (9, 6), (2, 2)]))
    assert (len(trace.legs), trace.path.status) == (2, ps.Status.NO_PATH)
    assert str(trace.explain()) == str(trace.legs[1].explain())
    assert str(trace.explain(-1)).count("there is no path") == 1
    assert np.isinf(trace.through()).all()
    blocked = ps.trace(grid, START, ps.goals.through([(1, 6), (6, 6)]))
    assert blocked.path.status is ps.Status.BLOCKED_GOAL
    assert str(blocked.explain()) in str(blocked.explain(-1))


def test_limits_hold_for_all_legs() -> None:
    whole = traced("astar")
    few = traced("astar", max_expansions=len(whole.legs[0]) + 3)
    assert (len(few), few.path.status) == (len(whole.legs[0]) + 3, ps.Status.LIMIT)
    full = traced("astar", max_events=len(whole.legs[0].events) + 20)
    assert full.full
    assert len(full.legs) == 2


def test_what_the_cheapest_ways_cost_through_each_place() -> None:
    trace = traced("astar")
    costs = trace.through()
    assert np.allclose(costs[trace.path.nodes], trace.path.cost)
    x, y = 11, 7
    ends = [START, *(leg.path.goal for leg in trace.legs)]
    ways = [
        ps.find_path(GRID, START, ps.goals.through([*ends[1 : row + 1], (x, y), *ends[row + 1 :]])).cost
        for row in range(3)
    ]
    assert costs[y * 12 + x] == pytest.approx(min(ways))


def test_a_unit_of_two_squares() -> None:
    walkable = WALKABLE.copy()
    walkable[:2] = True
    space = ps.Grid(walkable).sized(2)
    trace = ps.trace(space, (0, 0), ps.goals.through([(10, 0), (0, 6)]))
    assert trace.path.cost == ps.find_path(space, (0, 0), ps.goals.through([(10, 0), (0, 6)])).cost
    assert len(on_cells(trace).legs) == 2
    assert len(on_cells(trace)) == len(trace)


def test_restarts_forget_what_came_before() -> None:
    trace = traced("astar")
    restarts = np.flatnonzero(trace.of_type(EventType.RESTART))
    assert set(trace.events["node"][restarts]) == set(
        np.concatenate([leg[-1].nodes for leg in trace.legs[:2]])
    )
    assert len(trace[len(trace.legs[0])].closed) == 1


def test_what_has_no_legs_is_refused() -> None:
    goal = ps.goals.through([(2, 0), (3, 1)])
    for space in (ps.Turning(GRID), ps.Timed(GRID)):
        with pytest.raises(ps.OptionError, match="would forget the time or heading"):
            ps.trace(space, (0, 0), goal)
    mesh = ps.NavMesh([(0, 0), (4, 0), (4, 2), (0, 2)], [[0, 1, 2, 3]])
    with pytest.raises(ps.OptionError, match=r"one point as its goal, not through\(\[\(2, 0\), \(3, 1\)\]"):
        ps.trace(mesh, (1, 1), goal)
    with pytest.raises(ps.OptionError, match="max_events is 0"):
        ps.trace(GRID, START, goal, max_events=0)


def test_the_planner_records_with_its_own_algorithm() -> None:
    assert ps.Planner(GRID).trace(START, BEST).rules.algorithm == "jps"


def test_other_spaces() -> None:
    graph = ps.Graph.from_edges([("a", "b", 1), ("b", "c", 1), ("c", "a", 1)])
    trace = ps.trace(graph, "a", ps.goals.through(["c", "b"]))
    assert list(trace.path) == ["a", "b", "c", "a", "b"]
    assert str(trace.explain(0)).startswith("Leg 1 leads from a to c.")
    boxes = ps.VoxelGrid(np.ones((2, 3, 3)))
    assert len(ps.trace(boxes, (0, 0, 0), ps.goals.through([(2, 2, 1), (0, 0, 0)])).legs) == 2
