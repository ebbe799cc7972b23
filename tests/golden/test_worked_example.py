"""The worked example of the classic guide, fact by fact, on the trace, with every kind of open list."""

from __future__ import annotations

import numpy as np
import pytest

import pathstar as ps
from pathstar.maps.examples import worked_example

A, B = (1, 2), (5, 2)
WALLS = {(3, 1), (3, 2), (3, 3)}


@pytest.fixture(params=["bucket", "heap", "sorted", "unsorted"])
def trace(request) -> ps.Trace:
    grid = worked_example().grid(moves=ps.Moves(straight=10, diagonal=14))
    return ps.trace(grid, A, B, algorithm="astar", heuristic="manhattan", open_list=request.param)


def rows(trace: ps.Trace, step: int) -> dict[tuple[int, int], tuple[str, float, float, tuple[int, int]]]:
    """What one step opened or improved: place -> (event, G, H, parent)."""
    found = {}
    for event in trace.events_of(step)[1:]:
        place, parent = map(tuple, trace.space.places_of([event["node"], event["parent"]]).tolist())
        found[place] = (ps.EventType(event["type"]).name, event["g"], event["h"], parent)
    return found


def expanded(trace: ps.Trace, step: int) -> tuple[int, int]:
    return tuple(trace.space.places_of(trace.events_of(step)["node"][:1])[0].tolist())


def test_the_board():
    example = worked_example()
    assert example.shape == (5, 7)
    assert {(int(x), int(y)) for y, x in np.argwhere(~example.passable)} == WALLS
    assert dict(example.marks) == {"start": A, "goal": B}


def test_first_step_opens_eight_squares(trace):
    assert expanded(trace, 0) == A
    opened = rows(trace, 0)
    assert len(opened) == 8
    assert {event for event, *_ in opened.values()} == {"GENERATE"}
    assert {parent for *_, parent in opened.values()} == {A}
    facts = {
        (2, 2): (10, 30, 40),
        (2, 1): (14, 40, 54),
        (2, 3): (14, 40, 54),
        (1, 1): (10, 50, 60),
        (0, 1): (14, 60, 74),
    }
    for place, (g, h, f) in facts.items():
        assert opened[place][1:3] == (g, h)
        assert opened[place][1] + opened[place][2] == f


def test_second_step_improves_nothing(trace):
    assert expanded(trace, 1) == (2, 2)
    assert rows(trace, 1) == {}


def test_third_step_takes_the_last_added_of_a_tie_and_cuts_no_corner(trace):
    assert expanded(trace, 2) == (2, 3)
    opened = rows(trace, 2)
    assert set(opened) == {(1, 4), (2, 4)}
    assert opened[1, 4][1] == 28
    assert opened[1, 4][3] == (2, 3)


def test_a_better_way_changes_the_parent(trace):
    events = trace.events
    improved = [rows(trace, step) for step in range(len(trace)) if expanded(trace, step) == (1, 3)]
    assert len(improved) == 1
    assert improved[0][1, 4][0] == "UPDATE"
    assert improved[0][1, 4][1] == 20
    assert improved[0][1, 4][3] == (1, 3)
    first = events[(events["node"] == trace.space.node_of((1, 4))) & trace.of_type(ps.EventType.GENERATE)]
    assert first["g"].tolist() == [28]


def test_it_ends_when_the_target_is_closed(trace):
    last = trace.events[trace.of_type(ps.EventType.EXPAND)]["node"].tolist()
    assert trace.space.node_of(B) in last
    assert trace.events["type"][-1] == ps.EventType.END.value
    assert len(trace.path) == 7
    assert trace.path.cost == 68
    assert trace.path.status is ps.Status.FOUND
    assert ps.check_path(trace.space, trace.path)


def test_the_estimate_overestimates_and_the_path_says_so(trace):
    assert trace.path.bound == pytest.approx(20 / 14)


def test_exact_open_lists_close_the_target_last():
    grid = worked_example().grid(moves=ps.Moves(straight=10, diagonal=14))
    for open_list in ("heap", "sorted", "unsorted"):
        trace = ps.trace(grid, A, B, heuristic="manhattan", open_list=open_list)
        assert expanded(trace, len(trace) - 1) == B
