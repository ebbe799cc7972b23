"""Builds that are interrupted and resumed."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from tests.unit.indexes.worlds import GRID_KINDS, random_grid

import pathstar as ps
from pathstar import _core
from pathstar.indexes import build, checkpoints

RESUMES = tuple(name for name, row in ps.INDEXES.items() if row.resumes)


# The progress at which one thread is stopped, and how many sections and portions it has kept by then.
STOPS = {
    "subgoal": ((0.2, 0, 0), (0.95, 1, 0)),
    "hub-labels": ((0.2, 0, 0), (0.45, 1, 0), (0.55, 9, 1), (0.7, 9, 2)),
}


class EnoughError(Exception):
    """Raised to stop a build."""


@pytest.fixture(autouse=True)
def _at_every_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "TELL_EVERY", 0.0)


def field() -> ps.Grid:
    """Return a map just large enough for three portions of blocks."""
    return random_grid(3, 60, 40, 0.2)


def image(index: ps.Index) -> list[tuple[str, bytes]]:
    return [(name, array.tobytes()) for name, array in index.core.sections()]


@cache
def built_in_one_go(kind: str) -> list[tuple[str, bytes]]:
    return image(ps.build_index(field(), kind))


def stop_at(part: float) -> Callable[[float], None]:
    """Return a progress function that stops the build at some point."""

    def tell(done: float) -> None:
        if done >= part:
            raise EnoughError

    return tell


def kept(file: Path) -> dict[str, np.ndarray]:
    """Return what an unfinished build has kept."""
    if not file.exists():
        return {}
    metadata, _ = checkpoints.DRAFT.read_header(file)
    return dict(checkpoints.DRAFT.map_sections(file, metadata["sections"], verify=True))


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("kind", RESUMES)
def test_an_index_built_in_pieces_is_the_same(tmp_path: Path, kind: str, threads: int) -> None:
    file = tmp_path / "field.part"
    for part, sections, portions in STOPS[kind]:
        with pytest.raises(EnoughError):
            ps.build_index(field(), kind, threads=1, resume=file, progress=stop_at(part))
        done = kept(file)
        assert len(done) == sections
        assert done.get("portions", np.zeros(0)).size == 8 * portions
    assert image(ps.build_index(field(), kind, threads=threads, resume=file)) == built_in_one_go(kind)
    assert list(tmp_path.iterdir()) == []


def test_several_threads_are_stopped_somewhere(tmp_path: Path) -> None:
    file, wide = tmp_path / "field.part", random_grid(3, 96, 72, 0.2)
    for part in (0.42, 0.6, 0.8):
        with suppress(EnoughError):
            ps.build_index(wide, "hub-labels", threads=3, resume=file, progress=stop_at(part))
    resumed = ps.build_index(wide, "hub-labels", threads=3, resume=file)
    assert image(resumed) == image(ps.build_index(wide, "hub-labels"))
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def unfinished(tmp_path: Path) -> Path:
    """A build of hub labels that has its order, its labels, and some of its blocks."""
    file = tmp_path / "field.part"
    row = ps.INDEXES["hub-labels"]
    checkpoint = checkpoints.CheckpointFile(file, row, field())
    farthest, stop = _core.LandmarkChoice.farthest, stop_at(0.55)
    with pytest.raises(EnoughError):
        _core.build_index(
            row.core,
            field().core,
            1,
            2**30,
            1,
            farthest,
            _core.Entrances.few,
            stop,
            0.0,
            checkpoint=checkpoint.core,
        )
    checkpoint.save()
    assert file.exists()
    return file


def test_what_is_done_is_not_done_again(unfinished: Path) -> None:
    parts: list[float] = []
    index = ps.build_index(field(), "hub-labels", threads=1, resume=unfinished, progress=parts.append)
    assert parts[0] >= 0.6
    assert image(index) == built_in_one_go("hub-labels")
    assert not unfinished.exists()


@pytest.mark.skipif(sys.platform == "win32", reason="cannot be killed so")
def test_a_build_that_is_killed_goes_on(tmp_path: Path) -> None:
    program = """
import os, signal, sys
import pathstar as ps
from pathstar.indexes import build, checkpoints
from tests.unit.indexes.test_resume import field
build.TELL_EVERY, checkpoints.PAUSE, checkpoints.SHARE = 0.0, 0.0, 0
def tell(part):
    if os.path.exists("field.part"):
        os.kill(os.getpid(), signal.SIGKILL)
ps.build_index(field(), "hub-labels", threads=2, progress=tell, resume="field.part")
"""
    root = Path(__file__).resolve().parents[3]
    ended = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, env={"PYTHONPATH": str(root)}, check=False
    )
    assert ended.returncode == -signal.SIGKILL
    index = ps.build_index(field(), "hub-labels", resume=tmp_path / "field.part")
    assert image(index) == built_in_one_go("hub-labels")
    assert list(tmp_path.iterdir()) == []


def test_a_limit_that_was_met_can_be_raised(tmp_path: Path) -> None:
    file = tmp_path / "field.part"
    with pytest.raises(ps.MapLimitError):
        ps.build_index(field(), "hub-labels", resume=file, max_bytes=50_000)
    assert file.exists()
    assert image(ps.build_index(field(), "hub-labels", resume=file)) == image(
        ps.build_index(field(), "hub-labels")
    )


def test_files_of_other_builds_are_refused(unfinished: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def resume(grid: ps.Grid, kind: str = "hub-labels") -> None:
        ps.build_index(grid, kind, resume=unfinished)

    grid = field()
    with pytest.raises(ps.IndexFileError, match=r"of the kind hub-labels, not subgoal; remove"):
        resume(grid, "subgoal")
    with pytest.raises(ps.IndexFileError, match=r"size 60 x 40.*; here it is.*size 20 x 20"):
        resume(random_grid(1, 20, 20, 0.1))
    walkable = np.array(grid.walkable)
    walkable[5, 5] ^= True
    with pytest.raises(ps.StaleError, match="before an edit"):
        resume(ps.Grid(walkable))
    monkeypatch.setattr("pathstar.version.__version__", "99.0")
    with pytest.raises(ps.IndexFileError, match=r"version of pathstar .*, not 99\.0"):
        resume(grid)
    assert unfinished.exists()


def test_damaged_files_are_refused(unfinished: Path) -> None:
    data = unfinished.read_bytes()
    metadata, _ = checkpoints.DRAFT.read_header(unfinished)
    inside = [offset + size // 2 for _, offset, size, _ in metadata["sections"] if size]
    for position in (0, 18, 40, 100, *inside):
        unfinished.write_bytes(data[:position] + bytes([data[position] ^ 1]) + data[position + 1 :])
        with pytest.raises(ps.IndexFileError):
            ps.build_index(field(), "hub-labels", resume=unfinished)
    for length in (0, 10, 50, 300, len(data) // 2):
        unfinished.write_bytes(data[:length])
        with pytest.raises(ps.IndexFileError, match=r"truncated|not an unfinished build"):
            ps.build_index(field(), "hub-labels", resume=unfinished)
    ps.build_index(field(), "subgoal").save(unfinished)
    with pytest.raises(ps.IndexFileError, match="not an unfinished build"):
        ps.build_index(field(), "hub-labels", resume=unfinished)


def test_parts_that_do_not_belong_together_are_refused(unfinished: Path) -> None:
    metadata, _ = checkpoints.DRAFT.read_header(unfinished)
    arrays = dict(checkpoints.DRAFT.map_sections(unfinished, metadata["sections"], verify=True))
    for name in arrays:
        assert arrays[name].size
        for wrong in (arrays[name][:-4], np.concatenate([arrays[name], np.zeros(8, np.uint8)])):
            with pytest.raises(ValueError, match="section"):
                _core.BuildCheckpoint().restore([*{**arrays, name: wrong}.items()], field().core)


def test_wrong_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for wrong in (3, True, b"x"):
        with pytest.raises(ps.OptionError, match="the name of a file"):
            ps.build_index(field(), "hub-labels", resume=wrong)
    for kind in set(GRID_KINDS) - set(RESUMES):
        with pytest.raises(ps.OptionError, match="in one go"):
            ps.build_index(field(), kind, resume=tmp_path / "x")
    monkeypatch.setattr(checkpoints, "PAUSE", 0.0)
    monkeypatch.setattr(checkpoints, "SHARE", 0)
    with pytest.raises(OSError, match="missing"):
        ps.build_index(field(), "hub-labels", resume=tmp_path / "missing" / "x.part")
    with pytest.raises(IsADirectoryError):
        ps.build_index(field(), "hub-labels", resume=tmp_path)
