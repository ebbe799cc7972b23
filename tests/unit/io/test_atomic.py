"""Writers replace a whole file or leave it unchanged, whatever happens meanwhile."""

from __future__ import annotations

import ast
import errno
import os
import re
import signal
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest

import pathstar as ps
from pathstar import atomic
from pathstar.atomic import atomic_write, atomic_write_bytes
from pathstar.io.scenario import Query
from pathstar.studio.files.folder import Folder, FolderError
from pathstar.viz.frame import Frame

POSIX = pytest.mark.skipif(os.name == "nt", reason="only where files have modes and links")


@pytest.fixture
def umask() -> Iterator[None]:
    before = os.umask(0o027)
    yield
    os.umask(before)


def mode_of(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def test_bytes_are_written_and_nothing_else_is_left(tmp_path: Path) -> None:
    file = tmp_path / "notes"
    for data in (b"first", b"", b"the last one"):
        atomic_write_bytes(file, data)
        assert file.read_bytes() == data
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("wrong", [OSError(errno.ENOSPC, "disk full"), KeyboardInterrupt(), ValueError()])
def test_an_error_halfway_leaves_the_old_file(tmp_path: Path, wrong: BaseException) -> None:
    file = tmp_path / "notes"
    file.write_bytes(b"old")

    def write_half() -> None:
        with atomic_write(file) as out:
            out.write(b"half of the n")
            raise wrong

    with pytest.raises(type(wrong)):
        write_half()
    assert file.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [file]


@POSIX
def test_a_new_file_has_what_the_umask_leaves(tmp_path: Path, umask: None) -> None:
    atomic_write_bytes(tmp_path / "new", b"")
    assert mode_of(tmp_path / "new") == 0o640


@POSIX
@pytest.mark.parametrize("mode", [0o600, 0o644, 0o775])
def test_an_old_file_keeps_its_permissions(tmp_path: Path, umask: None, mode: int) -> None:
    file = tmp_path / "old"
    file.write_bytes(b"old")
    file.chmod(mode)
    atomic_write_bytes(file, b"new")
    assert mode_of(file) == mode


def test_a_file_that_may_not_be_written_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "old"
    file.write_bytes(b"old")
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)  # the superuser may write anything
    with pytest.raises(PermissionError, match="old"):
        atomic_write_bytes(file, b"new")
    assert file.read_bytes() == b"old"


@POSIX
def test_the_target_of_a_link_is_replaced_and_the_link_stays(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    for name in ("there", "not yet there"):
        link, target = tmp_path / f"link to {name}", inner / name
        if name == "there":
            target.write_bytes(b"old")
        link.symlink_to(target)
        atomic_write_bytes(link, b"new")
        assert link.is_symlink()
        assert target.read_bytes() == b"new"
    assert sorted(file.name for file in inner.iterdir()) == ["not yet there", "there"]


@POSIX
def test_a_link_to_itself_is_an_error(tmp_path: Path) -> None:
    link = tmp_path / "loop"
    link.symlink_to(link)
    with pytest.raises(OSError, match="loop"):
        atomic_write_bytes(link, b"new")
    assert link.is_symlink()


@POSIX
def test_what_is_no_regular_file_is_written_directly(tmp_path: Path) -> None:
    atomic_write_bytes(os.devnull, b"gone")
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        atomic_write_bytes(pipe, b"through")
        assert os.read(reader, 100) == b"through"
    finally:
        os.close(reader)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    program = (
        "from pathstar.atomic import atomic_write_bytes; atomic_write_bytes('/dev/stdout', b'to the pipe')"
    )
    assert subprocess.check_output([sys.executable, "-c", program]) == b"to the pipe"


def test_errors_name_the_file_that_was_asked_for(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"missing.notes'$"):
        atomic_write_bytes(tmp_path / "missing" / "notes", b"")
    with pytest.raises((IsADirectoryError, PermissionError)):
        atomic_write_bytes(tmp_path, b"")


def test_the_longest_names_are_written(tmp_path: Path) -> None:
    for name in ("x" * 255, "é" * 127):
        with suppress(OSError):  # if the file system does not allow such a name
            (tmp_path / name).write_bytes(b"old")
            atomic_write_bytes(tmp_path / name, b"new")
            assert (tmp_path / name).read_bytes() == b"new"


@POSIX
def test_what_a_killed_writer_left_is_removed_by_the_next(tmp_path: Path) -> None:
    file = tmp_path / "notes"
    file.write_bytes(b"old")
    program = """
import os, signal, sys
from pathstar.atomic import atomic_write
with atomic_write(sys.argv[1]) as out:
    out.write(b"half of the new")
    out.flush()
    os.kill(os.getpid(), signal.SIGKILL)
"""
    ended = subprocess.run([sys.executable, "-c", program, str(file)], check=False)
    assert ended.returncode == -signal.SIGKILL
    assert file.read_bytes() == b"old"
    (left,) = set(tmp_path.iterdir()) - {file}
    assert left.name.startswith(".")
    kept = [tmp_path / name for name in (".notes.part", ".notes.mine.part", ".notes.0123456789abcdef.txt")]
    for mine in kept:
        mine.write_bytes(b"not ours")
    atomic_write_bytes(file, b"new")
    assert set(tmp_path.iterdir()) == {file, *kept}
    assert file.read_bytes() == b"new"


@POSIX
def test_a_writer_at_work_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "notes"
    with atomic_write(file) as slow:
        slow.write(b"slow")
        atomic_write_bytes(file, b"quick")
        assert file.read_bytes() == b"quick"
    assert file.read_bytes() == b"slow"
    assert list(tmp_path.iterdir()) == [file]


def test_without_locks_files_are_written_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(atomic, "fcntl", None)
    test_bytes_are_written_and_nothing_else_is_left(tmp_path)
    test_an_error_halfway_leaves_the_old_file(tmp_path, ValueError())


GRID = ps.Grid(np.ones((24, 30)))
TRACE = ps.trace(GRID, (0, 0), (29, 23), algorithm="dijkstra")
MAP = ps.Map(np.random.default_rng(2).random((200, 300)) > 0.3)
QUERY = Query(0, "arena.map", 9, 9, (0, 0), (1, 1), 1.41421)

WRITERS: dict[str, Callable[[Path], object]] = {
    **{
        f"map{suffix}": lambda file: ps.write(MAP, file)
        for suffix in (".map", ".txt", ".npz", ".npy", ".csv", ".png")
    },
    "queries.scen": lambda file: ps.write_scenario([QUERY] * 4000, file),
    "graph.gr": lambda file: ps.write_graph(
        ps.Graph.from_arrays([0] * 900, range(1, 901), [1.0] * 900), file
    ),
    "picture.svg": lambda file: ps.save_picture(MAP, file),
    "picture.png": lambda file: ps.save_picture(MAP, file),
    "frame.png": lambda file: Frame(TRACE, 100).png(file),
    "trace.html": lambda file: TRACE.save(file, progress=False),
    "trace.gif": lambda file: TRACE.save(file, progress=False, most_frames=4),
    "trace.svg": lambda file: TRACE.save(file, progress=False),
    "trace.png": lambda file: TRACE.save(file, progress=False, moments=2),
    "trace.json": lambda file: TRACE.save(file, progress=False),
    "field.pathindex": lambda file: ps.build_index(GRID, "subgoal").save(file),
    "studio.map": lambda file: Folder(file.parent, most=9, shown=9).write(
        {file.name: bytes(9000)}, replace=True
    ),
}


@pytest.fixture
def small_disk() -> Iterator[Callable[[], None]]:
    """Limit all files to 2,000 bytes until the test ends."""
    resource = pytest.importorskip("resource", reason="only where files can be limited")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    yield lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (2000, before[1]))
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("name", WRITERS)
def test_every_writer_keeps_the_old_file_on_a_full_disk(
    tmp_path: Path, name: str, small_disk: Callable[[], None]
) -> None:
    file = tmp_path / name
    WRITERS[name](file)
    old = file.read_bytes()
    assert len(old) > 2000, "the data must not fit"
    others = set(tmp_path.iterdir())
    small_disk()
    with pytest.raises((OSError, FolderError), match=os.strerror(errno.EFBIG)):
        WRITERS[name](file)
    assert file.read_bytes() == old
    assert set(tmp_path.iterdir()) == others


def test_of_several_files_all_are_written_or_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Folder(tmp_path, most=9, shown=9)
    folder.write({"a.map": b"old a", "b.map": b"old b"}, replace=True)

    def fails(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", fails)
    with pytest.raises(FolderError, match=os.strerror(errno.ENOSPC)):
        folder.write({"a.map": b"new a", "b.map": b"new b"}, replace=True)
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == {
        "a.map": b"old a",
        "b.map": b"old b",
    }


def writes_in_place(code: str) -> list[int]:
    """Return the lines of a program that open a file for writing or write one whole."""
    lines = []
    for node in ast.walk(ast.parse(code)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        modes = [
            arg.value
            for arg in [*node.args, *(word.value for word in node.keywords)]
            if isinstance(arg, ast.Constant)
        ]
        opens = name in {"open", "fdopen"} and any(re.fullmatch("[wxa][+bt]*", str(mode)) for mode in modes)
        whole = isinstance(node.func, ast.Attribute) and name in {"write_text", "write_bytes", "mkstemp"}
        if opens or whole:
            lines.append(node.lineno)
    return lines


def test_no_module_writes_files_in_another_way() -> None:
    spared = {
        "atomic.py",
        "cli/help.py",  # Click's formatters have a `write_text`
        "cli/memory.py",
        "studio/serving/key.py",
        "rasters/files/geotiff.py",  # writes a draft window by window, and renames it
        "rasters/tiles/store.py",  # checks that the folder of a run is writable
    }  # the others do not write documents of users
    package = Path(ps.__file__).parent
    found = {
        name: lines
        for path in package.rglob("*.py")
        if (name := path.relative_to(package).as_posix()) not in spared
        and (lines := writes_in_place(path.read_text(encoding="utf-8")))
    }
    assert found == {}
    for code in (
        "p.write_text('')",
        "open(f, 'w')",
        "p.open('xb')",
        "p.open(mode='ab')",
        "os.fdopen(h, 'w+b')",
    ):
        assert writes_in_place(code) == [1]
    for code in ("open(f)", "open(f, 'rb')", "write_text(map)", "p.read_text()"):
        assert writes_in_place(code) == []
