"""Traces of flights: the fields on which they are based, the choice, and the path."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import pathstar as ps
from pathstar.traces.files import read_trace
from pathstar.viz.export.moments import caption

ROOM = ps.Grid(np.ones((7, 9)))
START, GOAL = (4, 3), ps.goals.away_from([(1, 3)], budget=6)
RING = ps.Grid([[1, 1, 1, 0, 0, 0], [1, 0, 1, 1, 1, 1], [1, 1, 1, 0, 0, 0]], moves=ps.Moves(directions=4))
INTO_THE_RING = (2, 1), ps.goals.away_from([(2, 0)], budget=20)


def test_the_fields_of_both_are_recorded() -> None:
    trace, path = ps.trace(ROOM, START, GOAL), ps.find_path(ROOM, START, GOAL)
    assert (trace.path.cost, trace.path.goal, trace.path.why) == (path.cost, path.goal, path.why)
    hunt, own, way = trace.legs
    pursued = ps.distance_field(ROOM, [(1, 3)], outward=True).costs.ravel()
    state = hunt[-1]
    np.testing.assert_array_equal(state.g[state.is_closed], pursued[state.nodes[state.is_closed]])
    assert path.goal in ROOM.places_of(state.nodes[state.is_closed]).tolist() or path.goal == (8, 0)
    assert own.path.start == START
    assert (way.path.start, way.path.goal) == (START, path.goal)
    assert len(trace) == len(hunt) + len(own) + len(way)


def test_the_choice_is_explained() -> None:
    trace = ps.trace(ROOM, START, GOAL)
    hunt, own, _ = map(len, trace.legs)
    assert str(trace.explain(0)).startswith("First, what each place costs the pursuers")
    pursued = ps.distance_field(ROOM, [(1, 3)]).costs
    reach = ps.distance_field(ROOM, [START], max_cost=6).costs
    first = int((reach < pursued).sum())
    said = str(trace.explain(hunt))
    assert f"Of the places that it reaches first ({first}), the pursuers come to (8, 0) last" in said
    assert str(trace.explain(hunt + own)).startswith("Leg 1 leads from (4, 3) to (8, 0).")
    assert "One leg makes the path" in str(trace.explain())
    assert "they come to (8, 0) last" in str(trace.explain())


def test_a_look_ahead_says_so() -> None:
    path, trace = ps.find_path(RING, *INTO_THE_RING), ps.trace(RING, *INTO_THE_RING)
    assert list(path) == list(trace.path)
    assert path.why.startswith(
        "against pursuers that see each step, the unit lasts longest with this first step"
    )
    said = str(trace.explain(len(trace.legs[0])))
    assert (
        "come to (5, 1) last. But against pursuers that see each step, it lasts longer if it goes to (2, 2)"
        in said
    )


@pytest.mark.parametrize(
    ("grid", "start", "pursuer", "said"),
    [
        (ps.Grid([[1, 0, 1, 1]]), (2, 0), (0, 0), "the pursuers cannot come to (2, 0)"),
        (ps.Grid([[1, 1, 1]]), (1, 0), (1, 0), "It reaches no place before the pursuers"),
    ],
)
def test_nobody_to_flee_from_and_nowhere_to_go(
    grid: ps.Grid, start: tuple[int, int], pursuer: tuple[int, int], said: str
) -> None:
    trace = ps.trace(grid, start, ps.goals.away_from([pursuer], budget=5))
    assert said in str(trace.explain(len(trace.legs[0])))
    assert list(trace.path) == [start]


SMALL_ROOM = ps.Grid(np.ones((3, 4))), (1, 1), ps.goals.away_from([(0, 1)], budget=3)


@pytest.mark.parametrize("case", [SMALL_ROOM, (RING, *INTO_THE_RING)], ids=["room", "ring"])
def test_it_is_saved_and_drawn(case: tuple, tmp_path: Path) -> None:
    grid, *query = case
    trace = ps.trace(grid, *query)
    for name in ("flight.npz", "flight.html", "flight.svg", "flight.gif"):
        trace.save(tmp_path / name)
    again = read_trace(tmp_path / "flight.npz", grid)
    assert [str(again.explain(step)) for step in range(len(again))] == [
        str(trace.explain(step)) for step in range(len(trace))
    ]
    assert str(again.explain()) == str(trace.explain())
    assert np.isfinite(trace.through()).any()


def test_the_way_is_there_however_few_events_may_be_kept() -> None:
    trace = ps.trace(ROOM, START, GOAL, max_events=60)
    assert trace.path
    assert len(trace.legs[2]) == len(ps.trace(ROOM, START, GOAL).legs[2])
    assert len(trace.events) < 150


def test_layers_record_the_way_alone() -> None:
    trace = ps.trace(ps.Turning(ROOM), START, GOAL)
    assert trace.legs == ()
    sized = ROOM.sized(2)
    assert len(ps.trace(sized, START, GOAL).legs) == 3
    with pytest.raises(ps.PlaceError, match="away_from"):
        ps.trace(ROOM, START, ps.goals.away_from([(99, 0)], budget=3))


def test_a_saved_field_is_still_one_of_everything(tmp_path: Path) -> None:
    trace = ps.distance_field(ROOM, [(0, 0), (8, 6)]).trace()
    for name in ("field.npz", "field.html", "field.json"):
        trace.save(tmp_path / name)
    again = read_trace(tmp_path / "field.npz", ROOM)
    assert str(again.explain()) == str(trace.explain())


@pytest.mark.parametrize(
    ("limits", "ending", "end"),
    [
        ({}, "every cost is known", "The open list is empty: every cost is known."),
        ({"max_cost": 4.0}, "stopped by a limit", "The search ends where the field was stopped."),
        ({"max_expansions": 5}, "stopped by a limit", "The search ends where the field was stopped."),
    ],
)
def test_nothing_says_that_a_field_has_no_path(
    limits: dict[str, float], ending: str, end: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trace = ps.distance_field(ROOM, [(0, 0)], **limits).trace()
    assert f"(0, 0) to everywhere: {ending})" in repr(trace)
    assert str(trace.explain()).startswith(f"{end}\n")
    trace.show()
    assert f"Search from (0, 0): {ending}, expanded" in capsys.readouterr().out
    assert caption(trace[-1]).endswith(" is closed; the search ends")
    trace.save(tmp_path / "field.html")
    page = (tmp_path / "field.html").read_text(encoding="utf-8")
    assert f"one search from some places to all others, {ending}</p>" in page
