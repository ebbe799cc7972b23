"""Traces of searches from both ends, compared with a replay that keeps the two apart."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from tests.contract.zoo import ZOO, queries
from tests.oracle import plain

import pathstar as ps
from pathstar.spaces.base import place_list
from pathstar.traces import EventType
from pathstar.words import LANGUAGES, number

ALGORITHMS = [name for name, row in ps.ALGORITHMS.items() if row.loop == "bidirectional"]
SPACES = ("field, no_cut", "roads, enter", "graph on the earth", "hexes, portals and costs")
TELLING = (EventType.SOURCE, EventType.GENERATE, EventType.UPDATE, EventType.EXPAND, EventType.PRUNE)
CLOSING = (EventType.EXPAND, EventType.PRUNE)

Known = dict[tuple[int, bool], tuple[bool, float, int]]


def traces(algorithm: str) -> list[ps.Trace]:
    return [
        ps.trace(ZOO[name], start, goal, algorithm=algorithm)
        for name in SPACES
        for start, goal in queries(ZOO[name], 4)
    ]


def replayed(trace: ps.Trace, count: int) -> Known:
    """For each node of each search after a number of events: whether it is closed, its G and its parent."""
    known: Known = {}
    for event in trace.events[:count]:
        kind = EventType(event["type"])
        if kind in TELLING:
            key = int(event["node"]), bool(event["from_goal"])
            known[key] = kind in CLOSING, float(event["g"]), int(event["parent"])
    return known


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_each_search_keeps_lists_of_its_own(algorithm: str) -> None:
    two_sided = 0
    for trace in traces(algorithm):
        two_sided += trace.two_sided
        for step in range(0, len(trace), 5):
            state = trace[step]
            keys = zip(state.nodes.tolist(), state.from_goal.tolist(), strict=True)
            rows = zip(state.is_closed.tolist(), state.g.tolist(), state.parents.tolist(), strict=True)
            assert dict(zip(keys, rows, strict=True)) == replayed(trace, int(trace.step_ends[step]))
            seen = state.square_of(int(state.nodes[0]), from_goal=bool(state.from_goal[0]))
            assert seen is not None
            assert (seen.g, seen.from_goal) == (state.g[0], state.from_goal[0])
    assert two_sided > 8


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_the_cheapest_meeting_is_the_path(algorithm: str) -> None:
    met = 0
    for trace in traces(algorithm):
        best = math.inf
        for at in np.flatnonzero(trace.of_type(EventType.MEET)):
            event = trace.events[at]
            known = replayed(trace, int(at) + 1)
            mine, other = known.get((event["node"], False)), known.get((event["node"], True))
            assert mine is not None
            assert other is not None
            assert event["g"] == pytest.approx(mine[1] + other[1])
            assert event["g"] < best
            best = float(event["g"])
        assert trace.path.cost == pytest.approx(best)
        met += math.isfinite(best)
    assert met > 8


def test_what_was_pruned_could_not_make_the_path_cheaper() -> None:
    pruned = 0
    for trace in (trace for algorithm in ALGORITHMS for trace in traces(algorithm)):
        if not trace.path:
            continue
        from_start = plain.costs_from(trace.space, trace.path.start)
        for event in trace.events[trace.of_type(EventType.PRUNE) & ~trace.events["from_goal"]]:
            (place,) = place_list(trace.space.places_of([event["node"]]))
            assert event["g"] >= from_start[place] * (1 - 1e-9)
            pruned += 1
    assert pruned


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_short_searches_take_turns(algorithm: str) -> None:
    trace = ps.trace(ps.Grid(np.ones((9, 30))), (2, 4), (27, 4), algorithm=algorithm)
    sides = trace.events["from_goal"][trace.step_starts][:24].tolist()
    turns = [len(list(turn)) for _, turn in itertools.groupby(sides)]
    assert len(turns) > 8
    assert max(turns) <= 2


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_each_step_says_whose_turn_it_is(algorithm: str, lang: str) -> None:
    for trace in traces(algorithm):
        for step in range(len(trace)):
            said = trace.explain(step, lang)
            (turn,) = said.of_kind("side")
            side = trace.events["from_goal"][trace.step_starts[step]]
            assert turn.fact.say.key == ("step.side.goal" if side else "step.side.start")
            assert said.of_kind("chosen")[0].places == (trace[step].place,)
            assert {place for each in said.of_kind("opened") for place in each.about} == set(
                map(trace[step]._place, trace[step].opened.tolist())
            )


def test_the_end_says_where_they_met() -> None:
    trace = ps.trace(ps.Grid(np.ones((3, 12))), (0, 1), (11, 1), algorithm="bidirectional-dijkstra")
    said = trace.explain(len(trace) - 1)
    (path,) = said.of_kind("path")
    meeting = trace.events["node"][trace.of_type(EventType.MEET)][-1]
    x, y = trace.space.places_of([meeting])[0].tolist()
    assert f"at ({x}, {y}), where the searches met" in path.text
    assert number(trace.path.cost) in said.of_kind("ended")[0].text
    assert "No path is cheaper." in str(said)


def test_no_path() -> None:
    trace = ps.trace(ps.Grid([[1, 0, 1]]), (0, 0), (2, 0), algorithm="bidirectional-dijkstra")
    assert "the searches never met: there is no path" in str(trace.explain())


def test_the_way_back_stays_in_its_search() -> None:
    trace = ps.trace(ps.Grid(np.ones((3, 12))), (0, 1), (11, 1), algorithm="bidirectional-astar")
    state = trace[-1]
    for row in range(len(state.nodes)):
        way = state.way_to(tuple(state.places[row].tolist()))
        assert way[0] in ((0, 1), (11, 1))


def test_a_picture_marks_the_search_from_the_target() -> None:
    from pathstar.viz.display_list.picture import picture_of
    from pathstar.viz.drawables import scene_of
    from pathstar.viz.theme import THEMES

    trace = ps.trace(ps.Grid(np.ones((3, 12))), (0, 1), (11, 1), algorithm="bidirectional-dijkstra")
    scene = scene_of(trace, step=8)
    touched = trace[7].nodes[trace[7].from_goal]
    assert set(scene.from_goal.tolist()) <= set(touched.tolist())
    assert len(scene.from_goal) >= len(touched) / 2
    assert len(scene.values.cells) == len(set(scene.values.cells.tolist()))
    shapes = picture_of(scene, THEMES["light"], cell=48, legend=True).shapes
    (marks,) = [shape for shape in shapes if getattr(shape, "role", "") == "side"]
    assert len(marks.polygons) == len(scene.from_goal)
    assert any("searched from B" in getattr(shape, "text", "") for shape in shapes)


def keys_before_meeting(trace: ps.Trace, steps: int) -> set[str]:
    """The messages of the first steps, all of which come before the searches have met."""
    assert trace.path
    assert trace.step_starts[steps] < np.flatnonzero(trace.of_type(EventType.MEET))[0]
    return {each.say.key for step in range(steps) for each in trace.facts(step)}


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_before_they_have_met_only_dead_ends_are_not_opened(algorithm: str) -> None:
    maze = ps.maps.generate.maze(41, 41, seed=1).grid()
    trace = ps.trace(maze, (1, 1), (39, 39), algorithm=algorithm, skip_dead_ends=True)
    keys = keys_before_meeting(trace, 60)
    assert "step.kept_out.dead_ends" in keys
    assert "step.left_out" not in keys


def test_ways_that_cost_the_same_differ_by_the_rounding_of_units_alone() -> None:
    walkable = np.random.default_rng(1).random((200, 200)) > 0.25
    walkable[0, 0] = walkable[-1, -1] = True
    trace = ps.trace(ps.Grid(walkable), (0, 0), (199, 199), algorithm="bidirectional-astar")
    keys = keys_before_meeting(trace, 60)
    assert "step.closed.already" in keys
    assert not keys & {"step.left_out", "step.closed.stays", "step.kept.first"}
