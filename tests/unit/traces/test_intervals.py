"""Traces of Anya: intervals compared with an oracle of sight, and their words, files and pictures."""

from __future__ import annotations

import math
import pickle
from pathlib import Path

import numpy as np
import pytest
from tests.oracle import plane

import pathstar as ps
from pathstar.traces import NO_PARENT, EventType, read_trace
from pathstar.viz.drawables import scene_of
from pathstar.viz.marks import CLOSED, CURRENT, OPEN
from pathstar.words import LANGUAGES

MOVES = ps.Moves(corners="no_squeeze")


def board() -> ps.Grid:
    """A wall between (1, 3) and (6, 3), with corners at (2.5, 0.5), (3.5, 0.5), (2.5, 5.5) and (3.5, 5.5)."""
    walkable = np.ones((7, 8))
    walkable[1:6, 3] = 0
    return ps.Grid(walkable, moves=MOVES)


def around_the_wall() -> ps.Trace:
    return ps.trace(board(), (1, 3), (6, 3), algorithm="anya")


def traces(count: int = 40) -> list[ps.Trace]:
    found = []
    for seed in range(count):
        dice = np.random.default_rng(seed)
        walkable = dice.random((8, 11)) > (0.15, 0.3)[seed % 2]
        walkable[0, 0] = walkable[-1, -1] = True
        found.append(ps.trace(ps.Grid(walkable, moves=MOVES), (0, 0), (10, 7), algorithm="anya"))
    return found


def doubled(point: np.ndarray) -> tuple[float, float]:
    return 2 * float(point[0]) + 1, 2 * float(point[1]) + 1


def test_each_interval_is_seen_from_its_root() -> None:
    cones = 0
    for trace in traces():
        opened = trace.events["node"][trace.of_type(EventType.GENERATE)]
        for interval in trace.intervals[opened]:
            assert (interval["left"][0] < interval["right"][0]) == (interval["into"] >= 0)
            assert interval["left"][1] == interval["right"][1]
            middle = (interval["left"] + interval["right"]) / 2
            if interval["root"][1] != middle[1]:  # along a line the root is an end
                # Slightly short of the line, so that it does not touch what is beyond. Powers of two do not
                # round, so a line from corner to corner stays on the corners.
                seen = interval["root"] + (middle - interval["root"]) * (1 - 2**-25)
                assert plane.sees(trace.space.walkable, doubled(interval["root"]), doubled(seen))
                cones += 1
    assert cones > 200


def test_the_lowest_f_or_the_only_successor_is_taken_and_g_is_the_way_over_the_roots() -> None:
    dropped = at_once = 0
    for trace in traces():
        intervals, waiting, closed, found = trace.intervals, {}, set(), []
        for g, h, node, parent, number, _ in trace.events.tolist():
            kind = EventType(number)
            if kind is EventType.GENERATE:
                assert parent == NO_PARENT or parent in closed
                waiting[node] = g + h
                found.append(node)
                assert g == pytest.approx(way_to(intervals, node), abs=1e-12)
                continue
            if kind is EventType.END:
                assert not trace.path or g + h == pytest.approx(trace.path.cost, rel=1e-12)
                continue
            assert waiting[node] == g + h
            dropped += kind is EventType.PRUNE
            is_lowest = waiting.pop(node) <= min(waiting.values(), default=math.inf) * (1 + 1e-12)
            assert is_lowest or found == [node]
            at_once += not is_lowest
            found.clear()
            closed.add(node)
        assert len(trace) == trace.path.stats.expanded
    assert dropped > 0
    assert at_once > 0


def way_to(intervals: np.ndarray, node: int) -> float:
    """The length of the line over the roots up to that of an interval."""
    length = 0.0
    while (before := int(intervals["before"][node])) >= 0:
        length += math.dist(intervals["root"][node], intervals["root"][before])
        node = before
    return length


def test_states_hold_intervals_and_no_places() -> None:
    trace = around_the_wall()
    state = trace[1]
    assert (state.intervals == trace.intervals[state.nodes]).all()
    assert "interval" in repr(state)
    for read in (
        lambda: state.places,
        lambda: state.place,
        lambda: state.layer("g"),
        lambda: state.square((0, 0)),
    ):
        with pytest.raises(
            ps.OptionError, match=r"anya searches intervals, not places; read state\.intervals"
        ):
            read()
    with pytest.raises(ps.OptionError, match="astar searches places, not intervals"):
        _ = ps.trace(board(), (1, 3), (6, 3), algorithm="astar")[0].intervals
    back = pickle.loads(pickle.dumps(trace))
    assert (back.intervals == trace.intervals).all()


def test_the_words() -> None:
    trace = around_the_wall()
    said = "\n".join(str(trace.explain(step)) for step in range(len(trace)))
    first = str(trace.explain(0))
    assert "as seen from (1, 3), has the lowest F on the open list" in first
    assert "G is the cost of the way to the root (1, 3), H that of the shortest way from there" in first
    assert any("Beyond it, (0, 0) sees " in str(each.explain(step)) for each in traces() for step in (0, 1))
    assert "The way may turn at the corner (3.5, 5.5), the root of " in said
    assert "sees the target: it is opened with F " in said
    last = str(trace.explain(-1))
    assert last.startswith("The target, as seen from (3.5, ")
    assert "It is the target: now that the target is on the closed list, a path is found." in last
    assert "(6, 3), (3.5, " in last
    assert last.endswith(
        "No path is cheaper.\n1 interval is left open, with F 7.45: no path over it is shorter."
    )
    for language in LANGUAGES:
        assert "(1, 3)" in str(trace.explain(0, lang=language))


def test_words_of_ties_of_dropped_intervals_and_of_the_end() -> None:
    facts = {each.say.key for trace in traces() for step in range(len(trace)) for each in trace.facts(step)}
    assert {"step.tie.interval", "step.pruned.interval", "step.interval.nothing"} <= facts
    walkable = np.ones((3, 5))
    walkable[:, 2] = 0
    none = ps.trace(ps.Grid(walkable, moves=MOVES), (0, 1), (4, 1), algorithm="anya")
    assert none.path.status is ps.Status.NO_PATH
    assert f"{len(none)} intervals were closed." in str(none.explain())
    full = ps.trace(board(), (1, 3), (6, 3), algorithm="anya", max_events=4)
    assert full.full


def test_islands_of_a_mesh_are_no_search_to_explain() -> None:
    banks = ps.NavMesh.from_polygons([[(0, 0), (2, 0), (2, 1), (0, 1)], [(3, 0), (5, 0), (5, 1), (3, 1)]])
    apart = ps.trace(banks, (1, 0.5), (4, 0.5))
    assert str(apart.explain()) == "There is no path: the start and the target lie on different islands."
    banks.add_link((2, 0.5), (3, 0.5), both_ways=False)
    assert ps.trace(banks, (1, 0.5), (4, 0.5)).path
    back = ps.trace(banks, (4, 0.5), (1, 0.5))
    assert back.path.status is ps.Status.NO_PATH


def test_files_keep_the_intervals(tmp_path: Path) -> None:
    trace, file = around_the_wall(), tmp_path / "search.npz"
    trace.save(file)
    back = read_trace(file, trace.space)
    assert back.events.tolist() == trace.events.tolist()
    assert (back.intervals == trace.intervals).all()
    assert [str(back.explain(k)) for k in range(len(back))] == [
        str(trace.explain(k)) for k in range(len(trace))
    ]
    with pytest.raises(ps.OptionError, match="anya searches intervals; Posthoc draws squares"):
        trace.save(tmp_path / "search.json")


@pytest.mark.parametrize("damage", ["narrow", "endless", "late", "few"])
def test_damaged_intervals_in_a_file(damage: str, tmp_path: Path) -> None:
    trace, file = around_the_wall(), tmp_path / "search.npz"
    trace.save(file)
    with np.load(file) as archive:
        arrays = dict(archive)
    numbers = arrays["intervals"]
    if damage == "narrow":
        numbers = numbers[:, :7]
    elif damage == "endless":
        numbers[0, 0] = math.inf
    elif damage == "late":
        numbers[0, 7] = 3
    else:
        numbers = numbers[:2]
    np.savez(file, **{**arrays, "intervals": numbers})
    with pytest.raises(ps.MapFormatError):
        read_trace(file, trace.space)


def test_pictures_show_the_cone_the_roots_and_the_line(tmp_path: Path) -> None:
    trace = around_the_wall()
    middle, end = trace.frame(len(trace) - 2).svg(), trace.frame().svg()
    for name in ("cone", "closed_interval", "open_interval", "current_interval", "root"):
        assert f'class="{name}"' in middle
    assert 'class="cone"' not in end
    assert 'class="path"' in end
    assert 'class="current_interval"' in (trace.save(tmp_path / "a.svg"), (tmp_path / "a.svg").read_text())[1]
    with pytest.raises(ps.OptionError, match="a search over intervals is drawn as 'guide'"):
        trace.frame(style="order")


def test_the_cone_and_the_cells_in_a_scene() -> None:
    trace = around_the_wall()
    for step in range(1, len(trace)):
        scene = scene_of(trace, step=step)
        interval = trace.intervals[trace[step - 1].current]
        if interval["into"] < 0:
            continue
        assert scene.intervals.cone.tolist() == [list(interval[name]) for name in ("root", "left", "right")]
        assert scene.intervals.roots[0].tolist() == [1, 3]
        assert scene.intervals.roots[-1].tolist() == interval["root"].tolist()
        row, column = map(int, (interval["into"], np.floor(interval["left"][0] + 0.5)))
        assert scene.search[row, column] == CURRENT
    marks = scene_of(trace).search
    assert {CLOSED, OPEN} <= set(marks.ravel().tolist())
    assert not (marks[~trace.space.walkable] == CURRENT).any()


def test_a_saved_page_has_the_intervals_and_the_line(tmp_path: Path) -> None:
    trace, file = around_the_wall(), tmp_path / "search.html"
    trace.save(file)
    page = file.read_text()
    assert f'"line":{trace.path.points.tolist()}'.replace(" ", "") in page.replace(" ", "")
