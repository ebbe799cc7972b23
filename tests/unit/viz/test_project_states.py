"""Searches over headings and times as pictures show them: by cell."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import pathstar as ps
from pathstar.traces.trace import EventType
from pathstar.viz.drawables import scene_of
from pathstar.viz.figures import figures_of
from pathstar.viz.marks import CLOSED, CURRENT, OPEN
from pathstar.viz.project_states import on_cells

FOUR = ps.Moves(directions=4)
HALL = np.ones((6, 9), bool)
HALL[1:5, 4] = False
BUSY = [(4, 0, 0, 9), (4, 5, 0, 12), (2, 2, 3, 4), (2, 3, 2, 6)]


def searches() -> dict[str, ps.Trace]:
    field = np.random.default_rng(91).random((9, 11)) > 0.2
    field[0, 0] = field[-1, -1] = True
    cost = np.random.default_rng(92).uniform(1, 4, field.shape)
    spaces = {
        "turning, 4": ps.Turning(ps.Grid(HALL, moves=FOUR), 2),
        "turning, 8": ps.Turning(ps.Grid(field, cost=cost), [0, 1, 0.5, 3, np.inf]),
        "turning, hexes": ps.Turning(ps.HexGrid(HALL, layout="even-q"), 1.5),
        "turning, sized": ps.Turning(ps.Grid(np.ones((9, 11)), moves=FOUR).sized(2), 1),
        "sized": ps.Grid(HALL[[*range(6), 5]][:, [*range(9), 8]]).sized(2),
        "timed, 4": ps.Timed(ps.Grid(HALL, moves=FOUR), reserved=BUSY),
        "timed, 8": ps.Timed(ps.Grid(HALL), reserved=BUSY, now=0.5),
        "timed, hexes": ps.Timed(ps.HexGrid(HALL), reserved=BUSY),
    }
    found = {name: ps.trace(space, (0, 0), (8, 5)) for name, space in spaces.items()}
    found["greedy"] = ps.trace(spaces["turning, 8"], (0, 0), (8, 5), algorithm="greedy")
    found["no path"] = ps.trace(ps.Turning(ps.Grid([[1, 1, 0, 1]]), 1), (0, 0), (3, 0))
    found["blocked"] = ps.trace(ps.Turning(ps.Grid([[1, 1, 0]]), 1), (0, 0), (2, 0))
    return found


SEARCHES = searches()


def bottom(space: ps.spaces.Space) -> ps.spaces.Space:
    """The ground below all layers."""
    return space if space.ground is space else bottom(space.ground)


def replayed(trace: ps.Trace, steps: int) -> tuple[dict[int, float], dict[int, float]]:
    """Open and closed cells after some steps with their costs, event by event."""
    opened: dict[int, float] = {}
    closed: dict[int, float] = {}
    done = 0
    for event in trace.events:
        kind = event["type"]
        if kind == EventType.EXPAND.value:
            done += 1
        if done > steps:
            break
        if kind in (EventType.DESTINATION.value, EventType.END.value):
            continue
        (cell,) = trace.space.cells_of(np.array([event["node"]], np.uint32)).tolist()
        if kind == EventType.EXPAND.value:
            opened.pop(cell, None)
            closed.setdefault(cell, float(event["g"]))
        elif cell not in closed:
            opened[cell] = min(float(event["g"]), opened.get(cell, np.inf))
    return opened, closed


@pytest.mark.parametrize("name", SEARCHES)
def test_a_cell_is_closed_when_it_was_closed_with_any_heading_or_at_any_time(name):
    trace = SEARCHES[name]
    assert len(on_cells(trace)) == len(trace)
    for step in [*range(0, len(trace), 3), len(trace)]:
        opened, closed = replayed(trace, step)
        scene = scene_of(trace, step=step)
        cells = scene.search.ravel()
        assert set(np.flatnonzero(cells == OPEN)) == set(opened)
        assert set(np.flatnonzero((cells == CLOSED) | (cells == CURRENT))) == set(closed)
        shown = dict(zip(scene.values.cells.tolist(), scene.values.g.tolist(), strict=True))
        assert shown == pytest.approx({**opened, **closed})


@pytest.mark.parametrize("name", SEARCHES)
def test_the_trace_of_cells_is_one_of_a_search(name):
    """Each cell is opened once, before its other events, and parents lead back to the start."""
    flat = on_cells(SEARCHES[name])
    assert on_cells(flat) is flat
    assert flat.space is bottom(SEARCHES[name].space)
    seen: set[int] = set()
    for event in flat.events:
        if event["type"] in (EventType.DESTINATION.value, EventType.END.value):
            continue
        if event["type"] == EventType.GENERATE.value:
            assert event["node"] not in seen
        if event["type"] in (EventType.UPDATE.value, EventType.EXPAND.value):
            assert event["node"] in seen
        seen.add(int(event["node"]))
    if len(flat):
        state = flat[-1]
        for place in map(tuple, state.places.tolist()):
            assert state.way_to(place)[0] == (0, 0)
    ours = SEARCHES[name].path
    assert (flat.path.cost, len(flat.path), flat.path.status) == (ours.cost, len(ours), ours.status)
    assert flat.path.points.tolist() == ours.points[:, :2].tolist()


@pytest.mark.parametrize(
    "name", ["turning, 4", "turning, hexes", "sized", "turning, sized", "timed, 8", "no path", "blocked"]
)
def test_every_picture_can_be_made(name, tmp_path, capsys):
    pytest.importorskip("PIL", reason="pictures need the extra 'plot'")
    trace = SEARCHES[name]
    for suffix in ("html", "svg", "gif", "png", "json"):
        trace.save(tmp_path / f"search.{suffix}", progress=False)
        assert (tmp_path / f"search.{suffix}").stat().st_size > 0
    trace.save(tmp_path / "sheet.png", moments=3, progress=False)
    trace.show()
    assert "A start" in capsys.readouterr().out
    assert trace._repr_html_().startswith("<figure")
    for style in ("guide", "order", "g"):
        assert trace.frame(style=style, cell=40).svg().startswith("<svg")
    page = (tmp_path / "search.html").read_text(encoding="utf-8")
    assert "Search from (0, 0) to" in page


def figures(thing: Any) -> dict[str, str]:
    return dict(figures_of(thing))


def test_figures_tell_of_turns():
    floor = ps.Turning(ps.Grid(np.ones((3, 3)), moves=FOUR), 5)
    told = {
        goal: figures(ps.find_path(floor, (0, 0), goal)).get("turns") for goal in ((2, 2), (2, 0), (0, 0))
    }
    assert told == {(2, 2): "1", (2, 0): "0", (0, 0): "0"}
    assert figures(ps.find_path(floor, (0, 0), (2, 2, 3)))["turns"] == "1"
    hexes = ps.Turning(ps.HexGrid(np.ones((4, 4))), 1)
    assert figures(ps.find_path(hexes, (0, 0), (3, 0)))["turns"] == "0"
    portal = ps.Turning(ps.Grid([[1, 0, 1]], portals=[((0, 0), (2, 0))]), 1)
    assert figures(ps.find_path(portal, (0, 0), (2, 0)))["turns"] == "0"


def test_figures_tell_of_times_and_waits():
    floor = ps.Timed(ps.Grid([[1, 1, 1, 1]]), reserved=[(2, 0, 0, 5), (3, 0, 0, 9)], now=1)
    told = figures(ps.find_path(floor, (0, 0), (3, 0)))
    assert told["times"] == "1 to 10"
    assert told["waits"] == "3 at (1, 0) and 3 at (2, 0)"
    assert figures(ps.find_path(ps.Timed(ps.Grid([[1, 1]])), (0, 0), (1, 0)))["waits"] == "none"
    assert "times" not in figures(ps.find_path(ps.Grid([[1, 1]]), (0, 0), (1, 0)))


def test_a_search_in_time_is_drawn_whatever_is_claimed_later():
    floor = ps.Timed(ps.Grid(np.ones((3, 3))), reserved=[(1, 1, 0, 5), (1, 0, 1, 2)])
    trace = ps.trace(floor, (0, 0), (2, 2))
    before = trace.frame().svg()
    floor.claim(trace.path)
    assert trace.frame().svg() == before
    trace.path.show()


def test_a_search_with_times_and_headings_is_drawn_on_cells():
    grid = ps.Grid(np.ones((3, 4)))
    floor = ps.Timed(ps.Turning(grid, cost=1), reserved=[(2, 0, 0, 5)])
    trace = on_cells(ps.trace(floor, (0, 0), (3, 1)))
    assert trace.space is grid
    assert trace.path.points.tolist() == trace.path.space.places_of(trace.path.nodes).tolist()
    assert trace.frame().svg()
