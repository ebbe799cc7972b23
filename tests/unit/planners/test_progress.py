"""Progress of long calls, cancelling them from another thread, and the log."""

from __future__ import annotations

import io
import logging
import threading
from typing import Any

import numpy as np
import pytest

import pathstar as ps
from pathstar import progress as module
from pathstar.errors import OptionError

GRID = ps.Grid(np.ones((20, 20)))
COSTS = np.random.default_rng(1).integers(1, 10, (900, 900))
PLACES = [(x, y) for x in range(20) for y in range(20)]


def test_a_function_gets_the_fraction_done():
    reported: list[float] = []
    costs = ps.cost_matrix(GRID, PLACES, PLACES[:3], progress=reported.append)
    np.testing.assert_array_equal(costs, ps.cost_matrix(GRID, PLACES, PLACES[:3]))
    assert reported == sorted(reported)
    assert reported[-1] == 1.0
    assert len(reported) == 100
    reported.clear()
    ps.find_paths(GRID, PLACES, PLACES[::-1], progress=reported.append)
    assert reported == sorted(reported)
    assert reported[-1] == 1.0
    reported.clear()
    ps.build_index(GRID, "hub-labels", progress=reported.append)
    assert reported[-1] == 1.0


@pytest.mark.parametrize("by_hand", [False, True])
def test_dead_ends_tell_how_far_they_are(by_hand):
    random = np.random.default_rng(1)
    grid = ps.Grid(random.random((2500, 2500)) > 0.2)
    labels = np.zeros(grid.shape) if by_hand else None
    reported: list[float] = []
    ends = ps.dead_ends(grid, labels, progress=reported.append)
    assert reported == sorted(reported)
    assert len(reported) >= 2
    assert reported[-1] == 1.0
    assert all(0 < part <= 0.99 for part in reported[:-1])
    assert (ends.count == 0) == by_hand

    def stop(_part: float) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        ps.dead_ends(grid, labels, progress=stop)


@pytest.mark.parametrize("verify", [False, True, "full"])
@pytest.mark.parametrize("kind", ["landmarks", "subgoal"])
def test_loading_an_index_tells_what_is_checked(kind, verify, tmp_path, monkeypatch):
    ps.build_index(GRID, kind).save(tmp_path / "index")
    monkeypatch.setattr("pathstar.indexes.container._AT_ONCE", 7)
    reported: list[float] = []
    ps.load_index(tmp_path / "index", GRID, verify=verify, progress=reported.append)
    assert reported == sorted(reported)
    assert reported[-1] == 1.0
    assert (0.1 in reported) == (verify == "full"), "a tenth for the checksums, the rest for the build"

    def stop(part: float) -> None:
        if part >= 0.1:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        ps.load_index(tmp_path / "index", GRID, verify=verify, progress=stop)


@pytest.mark.parametrize(
    "paths_of",
    [
        lambda many, tell: ps.find_paths(GRID, many, many[::-1], threads=1, progress=tell),
        lambda many, tell: ps.find_paths(
            GRID, many, ps.goals.any_of([(0, 0), (19, 19)]), threads=1, costs_only=True, progress=tell
        ),
        lambda many, tell: ps.find_paths(
            ps.NavMesh.from_grid(GRID), many + 0.5, many[::-1] + 0.5, threads=1, progress=tell
        ),
    ],
    ids=["places", "goal", "mesh"],
)
def test_a_batch_tells_of_the_paths_found_so_far(paths_of):
    reported: list[float] = []
    many = np.random.default_rng(1).integers(0, 20, (1_000, 2))
    assert len(paths_of(many, reported.append)) == len(many)
    assert reported == sorted(reported)
    assert reported[-1] == 1.0
    assert reported[0] < 1.0


@pytest.mark.parametrize(
    "call",
    [
        lambda grid, ends, tell: ps.find_paths(grid, ends, ends[::-1], progress=tell),
        lambda grid, ends, tell: ps.find_paths(grid, ends, ps.goals.any_of(ends[:3]), progress=tell),
        lambda grid, ends, tell: ps.cost_matrix(grid, ends, ends, progress=tell),
        lambda grid, ends, tell: ps.find_k_paths(grid, ends[0], ends[1], 2, progress=tell),
        lambda grid, ends, tell: ps.distance_field(grid, ends[:1], progress=tell),
        lambda grid, ends, tell: ps.dead_ends(grid, progress=tell),
    ],
    ids=["paths", "goal", "matrix", "k paths", "field", "dead ends"],
)
@pytest.mark.parametrize("side", [20, 400], ids=["small", "labelled in slices"])
def test_a_function_may_edit_the_map_and_search_it(call, side: int):
    walkable = np.random.default_rng(3).random((side, side)) > 0.15
    walkable[9:12, 9:12] = walkable[:2, :9] = True
    map = ps.Map(walkable)
    grid = map.grid()
    ends = [(x, y) for x in range(9) for y in range(2)]
    costs: list[float] = []

    def tell(_part: float) -> None:
        if len(costs) == 3:
            return
        map.edit("passable", (10, 10), not map.passable[10, 10])
        costs.append(ps.find_path(grid, (9, 10), (11, 10)).cost)
        assert ps.cost_matrix(grid, ends, ends, threads=2).shape == (18, 18)

    thread = threading.Thread(target=call, args=(grid, ends, tell), daemon=True)
    thread.start()
    thread.join(60)
    assert not thread.is_alive(), "the function waits for the call that calls it"
    assert costs
    assert set(costs) <= {2.0, 4.0}
    assert grid.walkable[10, 10] == map.passable[10, 10]


def test_a_function_cannot_edit_the_graph_that_is_searched():
    graph = ps.Graph.from_edges([(i, i + 1, 1.0) for i in range(99)], directed=False)
    places = list(range(100))

    def tell(_part: float) -> None:
        graph.add_edges([(0, 99, 1.0)])

    with pytest.raises(OptionError, match="cannot edit the space that it searches"):
        ps.find_paths(graph, places, places[::-1], progress=tell)
    assert ps.find_path(graph, 0, 99).cost == 99.0


@pytest.mark.parametrize(
    ("space", "options"),
    [
        (ps.Grid(COSTS > 0, cost=COSTS), {"threads": 1}),
        (ps.Grid(COSTS > 0, cost=COSTS), {"threads": 1, "multipliers": [1, 3]}),
        (ps.Grid(np.ones((900, 900))), {"start_costs": [0, 0.5]}),
        (ps.Grid(np.ones((900, 900))), {"max_cost": 700}),
        (ps.HexGrid(np.ones((700, 700))), {}),
    ],
    ids=["costs", "multipliers", "lengths", "stopped", "hexagons"],
)
def test_a_field_tells_of_the_places_reached(space: ps.Space, options: dict[str, Any]):
    reported: list[float] = []
    field = ps.distance_field(space, [(0, 0), (5, 5)], progress=reported.append, **options)
    assert reported == sorted(reported)
    assert reported[-1] == 1.0
    assert reported[0] < 1.0
    expected = ps.distance_field(space, [(0, 0), (5, 5)], **options)
    np.testing.assert_array_equal(field.costs, expected.costs)
    np.testing.assert_array_equal(field.parents, expected.parents)
    if not field.complete:
        reported.clear()
        field.resume(progress=reported.append)
        assert reported == sorted(reported)
        assert reported[-1] == 1.0


def test_k_paths_tell_of_the_paths_found_so_far():
    reported: list[float] = []
    space = ps.Grid(COSTS[:300, :300] > 0, cost=COSTS[:300, :300])
    paths = ps.find_k_paths(space, (0, 0), (299, 299), 40, progress=reported.append)
    assert reported == sorted(reported)
    assert reported[-1] == 1.0
    assert any(0 < part < 1 for part in reported)
    assert [list(path) for path in paths] == [
        list(path) for path in ps.find_k_paths(space, (0, 0), (299, 299), 40)
    ]


def test_two_threads_tell_of_a_field():
    reported: list[float] = []
    ps.distance_field(ps.Grid(COSTS > 0, cost=COSTS), [(0, 0)], threads=2, progress=reported.append)
    assert reported == sorted(reported)
    assert reported[-1] == 1.0


def test_what_progress_raises_stops_a_field_that_can_go_on():
    def enough(part: float) -> None:
        raise KeyError(part)

    for space in (ps.Grid(np.ones((900, 900))), ps.Grid(COSTS > 0, cost=COSTS)):
        whole = ps.distance_field(space, [(0, 0)])
        with pytest.raises(KeyError):
            ps.distance_field(space, [(0, 0)], threads=1, progress=enough)
        near = ps.distance_field(space, [(0, 0)], threads=1, max_cost=100)
        known = near.costs.copy()
        with pytest.raises(KeyError):
            near.resume(progress=enough)
        np.testing.assert_array_equal(near.costs, known)
        np.testing.assert_array_equal(near.resume().costs, whole.costs)
    with pytest.raises(OptionError, match="progress is 3"):
        ps.distance_field(GRID, [(0, 0)], progress=3)  # type: ignore[arg-type]


def test_another_thread_can_cancel():
    asked = threading.Event()

    def tell(part: float) -> None:
        asked.wait(5)
        raise InterruptedError

    threading.Thread(target=asked.set).start()
    for call in (
        lambda: ps.cost_matrix(GRID, PLACES, PLACES[:3], progress=tell),
        lambda: ps.build_index(GRID, "hub-labels", progress=tell),
        lambda: ps.find_paths(GRID, PLACES * 100, PLACES[::-1] * 100, progress=tell),
        lambda: ps.find_k_paths(ps.Grid(COSTS > 0, cost=COSTS), (0, 0), (899, 899), 9, progress=tell),
    ):
        with pytest.raises(InterruptedError):
            call()


@pytest.mark.parametrize("call", [ps.cost_matrix, ps.build_index, ps.find_paths])
def test_what_progress_may_be(call):
    arguments = (GRID, "hub-labels") if call is ps.build_index else (GRID, PLACES[:2], PLACES[:2])
    with pytest.raises(OptionError, match="progress is 3; allowed: a function"):
        call(*arguments, progress=3)
    call(*arguments, progress=True)
    call(*arguments, progress=False)


@pytest.mark.parametrize("with_rich", [True, False])
def test_a_bar_on_a_terminal(monkeypatch, with_rich):
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr(module, "_PATIENCE", 0)
    if not with_rich:
        monkeypatch.setitem(__import__("sys").modules, "rich.progress", None)
    ps.cost_matrix(GRID, PLACES[:9], PLACES[:3], progress=True)
    assert "costs from each start" in terminal.getvalue()


def test_the_log_is_silent_until_asked(caplog, capsys):
    with caplog.at_level(logging.DEBUG, "pathstar"):
        ps.build_index(GRID, "hub-labels")
        ps.find_path(GRID, (0, 0), (3, 3))
        ps.read(io.BytesIO(b"..\n"), format="txt")
    assert [record.levelname for record in caplog.records] == ["INFO", "DEBUG"]
    assert "built hub-labels for Grid(20 x 20" in caplog.text
    assert capsys.readouterr().err == ""
