"""pathstar index."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from tests.unit.cli.command import answer, pathstar, python
from tests.unit.indexes.worlds import GRID_KINDS

import pathstar as ps
from pathstar.cli.output import building


@pytest.mark.parametrize("kind", GRID_KINDS)
def test_an_index_is_built_saved_and_described(tmp_path: Path, kind: str) -> None:
    ps.write(ps.maps.generate.caves(60, 40, seed=2), tmp_path / "caves.map")
    done = pathstar("index", "build", "caves.map", "--kind", kind, "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["kind"] == kind
    done = pathstar("index", "info", "caves.pathindex", "--json", cwd=tmp_path)
    answer = json.loads(done.stdout)
    assert (answer["kind"], answer["traits"]["size"]) == (kind, "60 x 40")
    assert kind in pathstar("index", "info", "caves.pathindex", cwd=tmp_path).stdout
    grid = ps.read(tmp_path / "caves.map").grid()
    assert ps.load_index(tmp_path / "caves.pathindex", grid).kind.name == kind


@pytest.mark.skipif(sys.platform == "win32", reason="has no signals to send")
def test_ctrl_c_leaves_nothing_behind(tmp_path: Path) -> None:
    ps.write(ps.maps.generate.random_obstacles(300, 200, density=0.1, seed=1), tmp_path / "field.map")
    code = """
import os, signal
import pathstar as ps
build = ps.build_index
def interrupted(*what, progress, **options):
    def tell(part):
        progress(part)
        os.kill(os.getpid(), signal.SIGINT)
    return build(*what, progress=tell, **options)
ps.build_index = interrupted
from pathstar.cli.main import run; run()
"""
    done = python(code, "index", "build", tmp_path / "field.map", "-k", "hub-labels")
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
    assert [file.name for file in tmp_path.iterdir()] == ["field.map"]


def test_a_bar_says_how_far_a_build_is(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr("pathstar.progress._PATIENCE", 0.0)
    with building("subgoal") as tell:
        tell(0.25)
    assert "building subgoal" in screen.getvalue()
    assert "25%" in screen.getvalue()


def test_what_is_wrong_ends_with_one_line(tmp_path: Path) -> None:
    ps.write(ps.Map([[1, 1], [1, 1]]), tmp_path / "a.map")
    done = pathstar("index", "build", "a.map", "--kind", "subgaol", cwd=tmp_path)
    assert done.returncode == 2
    assert "did you mean 'subgoal'" in done.stderr
    done = pathstar("index", "info", "a.map", cwd=tmp_path)
    assert done.returncode == 2
    assert "not an index" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="has no signals to send")
def test_a_build_that_was_stopped_goes_on(tmp_path: Path) -> None:
    ps.write(ps.maps.generate.random_obstacles(130, 100, density=0.2, seed=1), tmp_path / "field.map")
    program = """
import signal, sys
from pathstar.indexes import build, checkpoints
from pathstar.cli.main import run
build.TELL_EVERY, checkpoints.PAUSE, checkpoints.SHARE = 0.0, 0.0, 0
save = checkpoints.CheckpointFile.save
def save_and_press(self):
    save(self)
    if self.file.exists():
        signal.raise_signal(signal.SIGINT)
checkpoints.CheckpointFile.save = save_and_press
sys.argv = ["pathstar", "index", "build", "field.map", "-k", "hub-labels", "--resume"]
run()
"""
    ended = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (130, "", "")
    assert {file.name for file in tmp_path.iterdir()} == {"field.map", "field.pathindex.part"}
    done = pathstar("index", "build", "field.map", "-k", "hub-labels", "--resume", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert {file.name for file in tmp_path.iterdir()} == {"field.map", "field.pathindex"}
    grid = ps.read(tmp_path / "field.map").grid()
    resumed, whole = (
        ps.load_index(tmp_path / "field.pathindex", grid),
        ps.build_index(grid, "hub-labels"),
    )
    for (name, one), (_, two) in zip(resumed.core.sections(), whole.core.sections(), strict=True):
        assert one.tobytes() == two.tobytes(), name
    (tmp_path / "field.pathindex.part").write_bytes(b"something else altogether")
    done = pathstar("index", "build", "field.map", "-k", "hub-labels", "--resume", cwd=tmp_path)
    assert done.returncode == 2
    assert "not an unfinished build" in done.stderr
    done = pathstar("index", "build", "field.map", "-k", "jump-table", "--resume", cwd=tmp_path)
    assert done.returncode == 2
    assert "in one go" in done.stderr


MOVES = ("--straight", 10, "--diagonal", 14)


@pytest.mark.parametrize("kind", GRID_KINDS)
def test_find_reads_an_index(tmp_path: Path, kind: str) -> None:
    map = ps.maps.generate.caves(60, 40, seed=2)
    ps.write(map, tmp_path / "caves.map")
    built = pathstar("index", "build", "caves.map", "-k", kind, *MOVES, cwd=tmp_path)
    assert built.returncode == 0, built.stderr
    (start, goal), moves = _ends(map), ps.Moves(straight=10, diagonal=14)
    asked = ("find", "caves.map", "--from", _place(start), "--to", _place(goal), *MOVES)
    found = answer(pathstar(*asked, "--index", "caves.pathindex", "--json", cwd=tmp_path))
    optimum = ps.find_path(map.grid(moves), start, goal).cost
    assert found["algorithm"] == kind
    assert optimum <= found["cost"] <= optimum * found["bound"] + 1e-9


@pytest.mark.parametrize("options", [("--layout", "odd-r"), ("--size", "2"), ("--profile", "boat")])
def test_an_index_of_other_ground(tmp_path: Path, options: tuple[str, ...]) -> None:
    map = ps.Map(np.ones((30, 40), bool))
    map.add_profile("boat", ps.maps.CostModel(base=3))
    ps.write(map, tmp_path / "land.npz")
    done = pathstar("index", "build", "land.npz", "-k", "hierarchy", *options, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    asked = ("find", "land.npz", "--from", "1,2", "--to", "38,28")
    plain = answer(pathstar(*asked, *options, "--json", cwd=tmp_path))
    found = answer(pathstar(*asked, *options, "--index", "land.pathindex", "--json", cwd=tmp_path))
    assert plain["cost"] <= found["cost"] <= plain["cost"] * found["bound"] + 1e-9
    done = pathstar(*asked, "--index", "land.pathindex", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "land.pathindex: " in done.stderr


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--corners", "free"), "of a space whose corner rule is no_cut; here the corner rule is free"),
        (("--diagonal", 1.25), "of other step costs"),
        (("--layout", "odd-r"), "of a space whose space is Grid; here the space is HexGrid"),
        (("-a", "astar"), "looks paths up; given: algorithm 'astar'"),
        (("--index", "none.pathindex"), "none.pathindex: No such file"),
        (("--index", "caves.map"), "caves.map: not an index"),
    ],
)
def test_an_index_that_does_not_fit_is_refused(
    tmp_path: Path, options: tuple[object, ...], message: str
) -> None:
    map = ps.maps.generate.caves(60, 40, seed=2)
    ps.write(map, tmp_path / "caves.map")
    assert pathstar("index", "build", "caves.map", cwd=tmp_path).returncode == 0
    start, goal = _ends(map)
    asked = ("find", "caves.map", "--from", _place(start), "--to", _place(goal), "--index", "caves.pathindex")
    done = pathstar(*asked, *options, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr


def test_an_index_of_another_map_is_refused(tmp_path: Path) -> None:
    one, other = (ps.maps.generate.caves(60, 40, seed=seed) for seed in (2, 3))
    ps.write(one, tmp_path / "one.map")
    ps.write(other, tmp_path / "other.map")
    assert pathstar("index", "build", "one.map", cwd=tmp_path).returncode == 0
    start, goal = _ends(other)
    asked = ("find", "other.map", "--from", _place(start), "--to", _place(goal))
    done = pathstar(*asked, "--index", "one.pathindex", cwd=tmp_path)
    assert done.returncode == 2
    assert "an index of another map of this size" in done.stderr


def _ends(map: ps.Map) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the first and the last walkable cell of a map."""
    rows, columns = np.nonzero(map.passable)
    return (int(columns[0]), int(rows[0])), (int(columns[-1]), int(rows[-1]))


def _place(place: tuple[int, int]) -> str:
    return f"{place[0]},{place[1]}"
