"""Traces of Theta* and Lazy Theta*, compared with independent lines of sight; and their words."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path

import numpy as np
import pytest
from tests.oracle import sight

import pathstar as ps
from pathstar.traces import EventType, read_trace
from pathstar.traces.timeline import NO_PARENT
from pathstar.viz.drawables import scene_of
from pathstar.viz.project_states import on_cells
from pathstar.words import LANGUAGES

ROWS = ("theta-star", "lazy-theta-star")
RULES = ("no_cut", "no_squeeze", "free")


def board(corners: str = "no_squeeze") -> ps.Grid:
    """A wall between (1, 3) and (6, 3)."""
    walkable = np.ones((7, 8))
    walkable[1:6, 3] = 0
    return ps.Grid(walkable, moves=ps.Moves(corners=corners))


def traces(algorithm: str, count: int = 12) -> list[ps.Trace]:
    found = []
    for seed in range(count):
        dice = np.random.default_rng(seed)
        walkable = dice.random((9, 12)) > (0.15, 0.3)[seed % 2]
        walkable[0, 0] = walkable[-1, -1] = True
        grid = ps.Grid(walkable, moves=ps.Moves(corners=RULES[seed % 3]))
        found.append(ps.trace(grid, (0, 0), (11, 8), algorithm=algorithm))
    return found


class Search:
    """What a search knows, event by event."""

    def __init__(self, trace: ps.Trace, lazy: bool) -> None:
        self.grid = trace.space
        self.lazy = lazy
        self.known: dict[int, tuple[float, int]] = {}  # G and parent
        self.closed: set[int] = set()
        self.bends = 0

    def sees(self, node: int, parent: int) -> bool:
        ends = map(tuple, self.grid.places_of([node, parent]).tolist())
        return sight.sees(self.grid.walkable, self.grid.moves.corners, *ends)

    def close(self, node: int, g: float, parent: int) -> None:
        assert node not in self.closed
        assert self.known[node] == (g, parent), "nothing changes when it is closed"
        assert parent == NO_PARENT or self.sees(node, parent)
        self.closed.add(node)

    def open(self, kind: EventType, node: int, g: float, parent: int) -> None:
        if kind is EventType.BEND:
            old_g, old_parent = self.known[node]
            assert g > old_g
            assert not self.sees(node, old_parent)
            self.bends += 1
        elif kind is EventType.UPDATE:
            assert g < self.known[node][0]
        if parent != NO_PARENT:
            assert parent in self.closed
            length = math.dist(*self.grid.places_of([node, parent]).tolist())
            assert g == pytest.approx(self.known[parent][0] + length, rel=1e-12)
            assert self.lazy or self.sees(node, parent)
        self.known[node] = g, parent


@pytest.mark.parametrize("algorithm", ROWS)
def test_parents_are_seen_when_a_square_is_closed_and_bends_are_where_they_are_not(algorithm: str) -> None:
    lazy, bends = algorithm == "lazy-theta-star", 0
    for trace in traces(algorithm):
        search = Search(trace, lazy)
        for g, _, node, parent, number, _ in trace.events.tolist():
            kind = EventType(number)
            if kind is EventType.EXPAND:
                search.close(node, g, parent)
            elif kind not in (EventType.DESTINATION, EventType.END):
                search.open(kind, node, g, parent)
        bends += search.bends
    assert (bends > 20) == lazy


@pytest.mark.parametrize("algorithm", ROWS)
def test_each_step_takes_the_lowest_f_and_has_words(algorithm: str) -> None:
    for trace in traces(algorithm, 6):
        for step in range(len(trace)):
            said = trace.explain(step)
            assert said.of_kind("chosen")
            assert "rounding" not in str(said)
            about = [place for sentence in said for place in sentence.about]
            around = 0 if trace[step].place == trace.goal else 8
            assert len(about) == len(set(about)) == around, "each neighbour belongs to one sentence"


def test_the_words_of_theta_star() -> None:
    trace = ps.trace(board(), (1, 3), (6, 3), algorithm="theta-star")
    said = [str(trace.explain(step)) for step in range(len(trace))]
    assert re.search(r"see \(1, 3\), the parent of .*, so the ways to them go straight from there", said[2])
    turns = [step for step in range(len(trace)) if "turns here" in said[step]]
    assert turns
    for step in turns:
        assert f"the parent of {trace[step].place}, so the way to it turns here." in said[step]
    assert "goes straight from each place to the next: (6, 3), " in said[-1]
    assert "The path costs at most 1.08 times the lowest possible" in said[-1]


def test_the_words_of_a_bend() -> None:
    trace = ps.trace(board("no_cut"), (1, 3), (6, 3), algorithm="lazy-theta-star")
    first = np.flatnonzero(trace.of_type(EventType.BEND))[0]
    step = int(np.searchsorted(trace.step_starts, first))
    event = trace.events[first]
    assert event in trace.events_before(step)
    old = trace[step - 1].square_of(int(event["node"])).parent
    place, parent = map(tuple, trace.space.places_of([event["node"], event["parent"]]).tolist())
    said = trace.explain(step).of_kind("sight")[0]
    assert said.text.startswith(f"{place} was next, with F ")
    assert f"does not see its parent {old}: it stays open, with parent {parent}, G " in said.text
    assert said.places == (place, old, parent)
    for language in LANGUAGES:
        assert str(place) in trace.explain(step, lang=language).of_kind("sight")[0].text


def test_costs_are_compared_and_said() -> None:
    cost = np.ones((5, 7))
    cost[2, 2:5] = 9
    trace = ps.trace(ps.Grid(np.ones((5, 7)), cost=cost), (0, 2), (6, 2), algorithm="lazy-theta-star")
    assert not trace.of_type(EventType.BEND).any(), "with costs both paths are compared at once"
    said = "\n".join(str(trace.explain(step)) for step in range(len(trace)))
    assert "blocked or costs more, so the way turns here" in said
    assert "taken to see" not in said


def test_a_unit_with_a_size_and_voxels() -> None:
    walkable = np.ones((8, 9))
    walkable[2:6, 4] = 0
    sized = ps.trace(ps.Grid(walkable).sized(2), (1, 3), (6, 3), algorithm="lazy-theta-star")
    assert sized.of_type(EventType.BEND).any()
    ground = on_cells(sized)
    assert (ground.events == sized.events).all()
    assert ground.path.points.tolist() == sized.path.points.tolist()
    boxes = np.ones((3, 6, 7))
    boxes[0:2, 1:5, 3] = 0
    voxels = ps.trace(ps.VoxelGrid(boxes), (1, 3, 0), (6, 3, 0), algorithm="lazy-theta-star")
    step = int(np.searchsorted(voxels.step_starts, np.flatnonzero(voxels.of_type(EventType.BEND))[0]))
    assert "does not see its parent (1, 3, 0)" in str(voxels.explain(step))


def test_a_line_in_a_picture_of_a_unit_with_a_size() -> None:
    path = ps.find_path(ps.Grid(np.ones((4, 9))).sized(2), (0, 0), (7, 2), algorithm="theta-star")
    assert path.is_line
    assert scene_of(path).line.tolist() == [[0, 0], [7, 2]]


@pytest.mark.parametrize("algorithm", ROWS)
def test_files_keep_the_line(algorithm: str, tmp_path: Path) -> None:
    trace = ps.trace(board(), (1, 3), (6, 3), algorithm=algorithm)
    trace.save(tmp_path / "search.npz")
    back = read_trace(tmp_path / "search.npz", trace.space)
    assert (back.events == trace.events).all()
    assert back.path.points.tolist() == trace.path.points.tolist()
    assert str(back.explain(-1)) == str(trace.explain(-1))
    trace.save(tmp_path / "search.json")
    names = [event["type"] for event in json.loads((tmp_path / "search.json").read_text())["events"]]
    updates = trace.of_type(EventType.UPDATE) | trace.of_type(EventType.BEND)
    assert names.count("updating") == int(updates.sum())


@pytest.mark.parametrize(
    "line", [np.zeros((2, 2), np.float32), np.zeros((2, 4)), np.zeros(4)], ids=["type", "columns", "row"]
)
def test_a_damaged_line_in_a_file(line: np.ndarray, tmp_path: Path) -> None:
    file = tmp_path / "search.npz"
    trace = ps.trace(board(), (1, 3), (6, 3), algorithm="theta-star")
    trace.save(file)
    with np.load(file) as archive:
        arrays = dict(archive)
    np.savez(file, **{**arrays, "line": line})
    with pytest.raises(ps.MapFormatError, match="a line of"):
        read_trace(file, trace.space)


def test_a_full_trace() -> None:
    full = ps.trace(board(), (1, 3), (6, 3), algorithm="theta-star", max_events=12)
    assert full.full
    assert full.path.status is ps.Status.LIMIT
    assert 0 < len(full) < 6


def test_pointers_lead_straight_in_pictures() -> None:
    trace = ps.trace(board(), (1, 3), (6, 3), algorithm="theta-star")
    far = np.abs(np.diff(trace.space.places_of(trace[-1].nodes[-2:]), axis=0)).max()
    assert far > 0
    assert 'class="pointer"' in trace.frame().svg()
    assert 'class="scan"' not in trace.frame().svg()
    jumps = ps.trace(board(), (1, 3), (6, 3), algorithm="jps")
    assert 'class="scan"' in jumps.frame().svg()
