"""pathstar trace, as its users run it."""

from __future__ import annotations

import contextlib
import os
import re
import select
import sys
import time
from itertools import pairwise
from pathlib import Path
from unicodedata import east_asian_width

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

import pathstar as ps
from pathstar.cli.commands.stepper import Stepper
from pathstar.cli.keys import _KEYS, Keys, key_of
from pathstar.maps.examples import worked_example
from unit.cli.command import GUIDE, answer, environment, pathstar


def test_in_a_pipe_every_step_is_explained(board: Path) -> None:
    done = pathstar("trace", board, *GUIDE)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert [line for line in lines if line.startswith("step")] == [
        f"step {step + 1} of 12" for step in range(12)
    ]
    assert "  (1, 2) is the start, the only open square. It goes on the closed list." in lines
    assert any("would cut the corner of the wall at (3, 3)" in line for line in lines)
    assert "costs 68." in lines[-2]


def test_another_language(board: Path, tmp_path: Path) -> None:
    done = pathstar("trace", board, *GUIDE, "--lang", "zh")
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "第 1 / 12 步"
    assert "  (1, 2) 是起点，也是唯一开启的方格。它进入关闭列表。" in lines  # noqa: RUF001
    done = pathstar("trace", board, *GUIDE, "--lang", "zh", "-o", tmp_path / "a.html")
    assert done.returncode == 0
    assert '<html lang="zh">' in (tmp_path / "a.html").read_text(encoding="utf-8")
    done = pathstar("trace", board, "--lang", "cn")
    assert done.returncode == 2
    assert "unknown language 'cn'" in done.stderr


def test_chinese_fits_the_terminal(board: Path) -> None:
    trace = ps.trace(ps.Grid([[1] * 30] * 4), (0, 0), (29, 3))
    stepper = Stepper(trace, lang="zh")
    stepper.go(9)
    for columns in (20, 33, 80):
        for line in stepper.screen(columns, 40).splitlines():
            plain = re.sub(r"\x1b\[[0-9;]*m", "", line)
            assert sum(2 if east_asian_width(letter) in "WF" else 1 for letter in plain) <= columns


def test_json(board: Path) -> None:
    found = answer(pathstar("trace", board, "--json", *GUIDE, "--open-list", "sorted", "--ties", "last"))
    assert (found["status"], found["cost"], found["steps"]) == ("FOUND", 68, 12)
    assert (found["open_list"], found["ties"], found["weight"]) == ("sorted", "last", 1)
    assert found["events"][0] == {
        "step": 0, "type": "source", "place": [1, 2], "parent": None, "g": 0, "h": 40, "f": 40,
        "from_goal": False,
    }  # fmt: skip
    closed = [event["place"] for event in found["events"] if event["type"] == "expand"]
    assert closed[:3] == [[1, 2], [2, 2], [2, 3]]
    assert {
        tuple(event["parent"]) for event in found["events"] if event["step"] == 1 and event["parent"]
    } == {(1, 2)}


def test_no_path_is_status_1(tmp_path: Path) -> None:
    file = tmp_path / "walls.txt"
    file.write_text("A#B\n")
    done = pathstar("trace", file)
    assert done.returncode == 1
    assert "there is no path" in done.stdout
    blocked = pathstar("trace", file, "--from", "1,0")
    assert (blocked.returncode, blocked.stdout) == (
        1,
        "The start is not walkable, so there is nothing to search.\n",
    )


@pytest.mark.parametrize("suffix", [".html", ".gif", ".svg", ".png", ".json"])
def test_it_is_saved(board: Path, tmp_path: Path, suffix: str) -> None:
    done = pathstar("trace", board, *GUIDE, "-o", tmp_path / f"search{suffix}")
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / f"search{suffix}").stat().st_size > 1000
    assert "cost        68" in done.stdout
    assert "\ntime" not in done.stdout  # a recorded search is not timed


def test_the_look_of_a_file(board: Path, tmp_path: Path) -> None:
    file = tmp_path / "sheet.png"
    assert (
        pathstar("trace", board, "-o", file, "--moments", 4, "--cell", 10, "--theme", "dark").returncode == 0
    )
    with Image.open(file) as sheet:
        assert sheet.width < 400
    wrong = pathstar("trace", board, "-o", tmp_path / "a.html", "--moments", 4)
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert ".html has no option 'moments'" in wrong.stderr


def test_hexagons_and_diamonds(board: Path, tmp_path: Path) -> None:
    assert "hexagon" in pathstar("trace", board, "--layout", "odd-r").stdout
    for options in (("--layout", "even-q"), ("--projection", "isometric")):
        assert pathstar("trace", board, *options, "-o", tmp_path / "search.html").returncode == 0
        assert pathstar("find", board, *options, "-o", tmp_path / "route.svg", "--show").returncode == 0
        assert "<p" in (tmp_path / "route.svg").read_text(encoding="utf-8")


def test_bad_use_is_one_line(board: Path, tmp_path: Path) -> None:
    for arguments, words in (
        (("-o", tmp_path / "a.mp4"), "unknown output format '.mp4'"),
        (("-a", "astr"), "did you mean 'astar'"),
        (("--ties", "largest"), "unknown tie rule"),
        (("--projection", "isometric"), "give -o FILE"),
        (("--projection", "isometric", "-o", tmp_path / "a.json"), ".json has no option 'projection'"),
    ):
        done = pathstar("trace", board, *arguments)
        assert (done.returncode, done.stdout) == (2, "")
        assert words in done.stderr
        assert done.stderr.count("\n") == 1


def test_what_keys_do() -> None:
    grid = worked_example().grid(moves=ps.Moves(straight=10, diagonal=14))
    stepper = Stepper(ps.trace(grid, (1, 2), (5, 2), heuristic="manhattan"))
    keys = {"left": 0, "right": 1, "down": 11, "end": 12, "up": 2, "home": 0}
    for key, position in keys.items():
        assert stepper.press(key)
        assert stepper.position == position
    stepper.press("space")
    assert stepper.playing
    stepper.advance(1.0)
    assert stepper.position == 4
    stepper.press("slower")
    stepper.advance(1.0)
    assert stepper.position == 6
    stepper.press("left")
    assert (stepper.playing, stepper.position) == (False, 5)
    stepper.press("space")
    stepper.advance(60.0)
    assert (stepper.playing, stepper.position) == (False, 12)
    stepper.press("space")
    assert (stepper.playing, stepper.position) == (True, 0)
    assert not stepper.press("quit")


def test_what_is_open_before_the_first_step() -> None:
    def begins(trace: ps.Trace) -> str:
        return Stepper(trace).screen(80, 24).split("\n")[-1]

    grid, query = worked_example().grid(), ((1, 2), (5, 2))
    assert begins(ps.trace(grid, *query)) == "Only the start is on the open list."
    both = begins(ps.trace(grid, *query, algorithm="bidirectional-astar"))
    assert both == "The start and the target are open: a search begins at each of them."
    replanner = ps.Replanner(grid, *query, "d-star-lite")
    assert begins(replanner.trace()) == "Only the target is on the open list: this search begins there."
    sights = worked_example().grid(moves=ps.Moves(corners="no_squeeze"))
    assert begins(ps.trace(sights, *query, algorithm="anya")) == "2 intervals are on the open list."


@pytest.mark.parametrize(("columns", "lines"), [(80, 24), (20, 10), (200, 60)])
def test_a_screen_is_never_too_large(columns: int, lines: int) -> None:
    stepper = Stepper(ps.trace(worked_example().grid(), (1, 2), (5, 2)))
    for position in range(len(stepper.trace) + 1):
        stepper.go(position)
        rows = stepper.screen(columns, lines).split("\n")
        assert rows[0].startswith(f"step {position} of")
        assert len(rows) <= lines - 1
        assert max(map(len, rows)) < columns


def test_keys_of_terminals() -> None:
    assert [key_of(sent) for sent in ("\x1b[C", "\x1bOD", "\xe0H", "\x1b", "\r", "+")] == [
        "right", "left", "up", "quit", "right", "faster",
    ]  # fmt: skip


SENT = st.sampled_from(
    [("x", ""), ("é", ""), ("\x1b[1;3C", ""), ("\x1b[24~", "")]
    + [(sent, key) for key, every in _KEYS.items() for sent in every if sent.isascii() and sent[0] != "\x00"]
)


def keys_in(reads: list[bytes], number: int) -> list[str]:
    """Return the keys from a terminal that sends these bytes, read by read, and then ends."""
    left = iter(reads)
    read = Keys(lambda seconds: next(left, b""))
    keys: list[str] = []
    while len(keys) < number:
        keys += filter(None, [read(None)])
    return keys


@given(st.lists(SENT), st.data())
def test_keys_are_the_same_however_reads_cut_them(
    pressed: list[tuple[str, str]], data: st.DataObject
) -> None:
    sent = "".join(sent for sent, _ in pressed).encode()
    cuts = sorted(data.draw(st.sets(st.integers(1, max(1, len(sent) - 1)))))
    reads = [sent[begin:end] for begin, end in pairwise([0, *cuts, len(sent)]) if begin < end]
    keys = [key for _, key in pressed if key]
    assert keys_in(reads, len(keys) + 1) == [*keys, "quit"]


def test_escape_is_a_key_where_nothing_follows() -> None:
    left: list[bytes | None] = [b"\x1b", None, b"\x1b[", None, b" "]
    read = Keys(lambda seconds: left.pop(0))
    assert [read(None), read(None), read(None)] == ["quit", "", "space"]


def test_three_presses_in_one_read_make_three_steps() -> None:
    stepper = Stepper(ps.trace(worked_example().grid(), (1, 2), (5, 2)))
    for key in keys_in([b"\x1b[C\x1b[C\x1b[C"], 3):
        stepper.press(key)
    assert stepper.position == 3


if sys.platform != "win32":  # which has no pseudo-terminals

    def stepping(board: Path) -> tuple[int, int]:
        """Start the command on a pseudo-terminal; return its process and the terminal."""
        import pty

        child, terminal = pty.fork()
        if child == 0:
            command = [sys.executable, "-m", "pathstar.cli.main", "trace", str(board)]
            os.execve(sys.executable, command, environment({"TERM": "xterm", "COLUMNS": "80", "LINES": "24"}))
        return child, terminal

    def test_keys_pressed_before_the_board_is_shown_count(board: Path) -> None:
        child, terminal = stepping(board)
        os.write(terminal, b"\x1b[C\x1b[C")
        said, end = b"", time.monotonic() + 100
        while b"step 2 of" not in said:
            assert time.monotonic() < end, said
            if select.select([terminal], [], [], 1)[0]:
                said += os.read(terminal, 65536)
        os.write(terminal, b"q")
        os.waitpid(child, 0)
        os.close(terminal)

    def test_on_a_terminal_the_arrows_step(board: Path) -> None:
        child, terminal = stepping(board)
        said = b""

        def wait_for(words: bytes) -> None:
            nonlocal said
            end = time.monotonic() + 300
            while words not in said:
                assert time.monotonic() < end, said
                said += os.read(terminal, 65536)

        wait_for(b"step 0 of")
        os.write(terminal, b"\x1b[C")
        wait_for(b"step 1 of")
        wait_for(b"is the start")
        os.write(terminal, b"\x1b[C")
        wait_for(b"step 2 of")
        said = b""
        os.write(terminal, b"\x1b[D")
        wait_for(b"step 1 of")
        os.write(terminal, b"\x1b[C\x1b[C\x1b[C")
        wait_for(b"step 4 of")
        os.write(terminal, b" ")
        wait_for(b"playing")
        os.write(terminal, b"q")
        _, status = os.waitpid(child, 0)
        os.close(terminal)
        assert os.waitstatus_to_exitcode(status) == 0

    @pytest.mark.parametrize("early", [True, False])
    def test_the_end_of_the_input_ends_it(board: Path, early: bool) -> None:
        child, terminal = stepping(board)
        said, end = b"", time.monotonic() + 100
        if early:
            os.write(terminal, b"\x04")
        while b"step 0 of" not in said:
            assert time.monotonic() < end, said
            said += os.read(terminal, 65536)
        if not early:
            os.write(terminal, b"\x04")
        ended = 0
        while not ended:
            assert time.monotonic() < end, said
            ended, status = os.waitpid(child, os.WNOHANG)
            if select.select([terminal], [], [], 0.1)[0]:
                with contextlib.suppress(OSError):  # the terminal is gone
                    os.read(terminal, 65536)
        os.close(terminal)
        assert os.waitstatus_to_exitcode(status) == 0


def test_json_of_intervals(tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text("........\n.A.#..B.\n...#....\n........\n")
    found = answer(pathstar("trace", board, "--json", "-a", "anya", "--corners", "no_squeeze"))
    numbers = [event["interval"] for event in found["events"]]
    assert max(numbers) < len(found["intervals"])
    first = found["intervals"][found["events"][0]["interval"]]
    assert first["root"] == [1, 1]
    assert set(first) == {"left", "right", "root", "into", "before"}
    plain = answer(pathstar("trace", board, "--json", "-a", "theta-star"))
    assert "intervals" not in plain
    assert plain["events"][0]["place"] == [1, 1]
