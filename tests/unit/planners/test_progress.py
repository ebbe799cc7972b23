"""Progress of long calls, cancelling them from another thread, and the log."""

from __future__ import annotations

import io
import logging
import threading

import numpy as np
import pytest

import pathstar as ps
from pathstar import progress as module
from pathstar.errors import OptionError

GRID = ps.Grid(np.ones((20, 20)))
PLACES = [(x, y) for x in range(20) for y in range(20)]


def test_a_function_gets_the_fraction_done():
    told: list[float] = []
    costs = ps.cost_matrix(GRID, PLACES, PLACES[:3], progress=told.append)
    np.testing.assert_array_equal(costs, ps.cost_matrix(GRID, PLACES, PLACES[:3]))
    assert told == sorted(told)
    assert told[-1] == 1.0
    assert len(told) == 100
    told.clear()
    ps.find_paths(GRID, PLACES, PLACES[::-1], progress=told.append)
    assert told == sorted(told)
    assert told[-1] == 1.0
    told.clear()
    ps.build_index(GRID, "hub-labels", progress=told.append)
    assert told[-1] == 1.0


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
    told: list[float] = []
    many = np.random.default_rng(1).integers(0, 20, (1_000, 2))
    assert len(paths_of(many, told.append)) == len(many)
    assert told == sorted(told)
    assert told[-1] == 1.0
    assert told[0] < 1.0


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
