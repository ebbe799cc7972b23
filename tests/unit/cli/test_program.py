"""The program around the commands: help, errors, signals, terminals, missing packages."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

import pathstar as ps
from pathstar.cli.app import app
from pathstar.io.formats import FORMATS
from pathstar.io.images import KINDS
from pathstar.io.meshes import MESH_FORMATS
from pathstar.maps.examples import worked_example
from pathstar.viz.theme import THEMES
from unit.cli.command import answer, environment, pathstar, program, python
from unit.viz.boards import decoded

COMMANDS = ("find", "compare", "bench", "inspect", "convert", "generate")
RUN = "from pathstar.cli.main import run; run()"


def test_help_of_the_whole() -> None:
    done = program("--help")
    assert (done.returncode, done.stderr) == (0, "")
    assert all(f"\n  {command} " in done.stdout for command in COMMANDS)
    assert "Exit status: 0 found or done, 1 no path" in done.stdout


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_help_of_each_command(command: str, flag: str) -> None:
    result = CliRunner().invoke(app, [command, flag])
    assert result.exit_code == 0
    assert f"\n    pathstar {command} " in result.output  # examples, one per line
    assert "--json" in result.output
    assert "\x1b" not in result.output


def test_nothing_asked() -> None:
    done = program()
    assert done.returncode == 2
    assert done.stdout == ""
    assert "Usage: pathstar" in done.stderr


def test_the_version() -> None:
    assert pathstar("--version").stdout == f"pathstar {ps.__version__}\n"


@pytest.mark.parametrize(("arguments", "message"), [(["fnd"], "fnd"), (["--bogus"], "--bogus")])
def test_wrong_usage(arguments: list[str], message: str) -> None:
    done = program(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("pathstar: ")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


def test_help_is_quick() -> None:
    """It loads nothing that draws, and NumPy and the native module only for names of algorithms."""
    code = """
import atexit
heavy = ("numpy", "pathstar._core", "PIL", "rich.console", "rich.table")
atexit.register(lambda: print([name for name in heavy if name in sys.modules], file=sys.stderr))
"""
    tables = ["numpy", "pathstar._core"]
    for arguments, needed in ((["--help"], []), (["generate", "--help"], []), (["find", "--help"], tables)):
        done = python(code + RUN, *arguments)
        assert done.returncode == 0
        assert done.stderr.splitlines()[-1] == str(needed)


INDEXED = {name for name, row in ps.INDEXES.items() if row.unsupported_reason(ps.Grid([[1]])) is None}
ON_GRIDS = {
    name: row for name, row in ps.ALGORITHMS.items() if row.unsupported_reason(ps.Grid([[1]])) is None
}
EACH = {"auto", *ps.ALGORITHMS}


@pytest.mark.parametrize(
    ("command", "names"),
    [
        ("find", EACH),
        ("trace", EACH),
        (
            "compare",
            {name for name, row in ON_GRIDS.items() if row.most_expansions is None and not row.any_angle},
        ),
        ("bench", {"auto", *ON_GRIDS} | INDEXED),
        ("index build", INDEXED),
    ],
)
def test_help_names_the_rows_of_the_tables(command: str, names: set[str]) -> None:
    text = CliRunner().invoke(app, [*command.split(), "--help"]).output
    (said,) = re.findall(r"^  -[ak],.*?(?=^  -)", text, re.MULTILINE | re.DOTALL)
    said = re.sub(r"-\s+(?=\S)", "-", said.split("[default")[0].removesuffix("By default astar."))
    assert set(re.findall(r"[\w-]+", said)) & (EACH | set(ps.INDEXES)) == names
    assert "$" not in text


def test_help_names_what_the_options_take() -> None:
    text = " ".join(CliRunner().invoke(app, ["find", "--help"]).output.split())
    lists = re.search(r"--open-list <str> ([^.]*)", text)
    assert lists is not None
    named = re.findall(r"\w+", lists[1].replace(" or ", " "))
    for name in named:
        assert ps.Planner(ps.Grid([[1]]), "astar", open_list=name)
    for name in set(ps.OPEN_LISTS).difference(named):
        with pytest.raises(ps.OptionError):
            ps.Planner(ps.Grid([[1]]), "astar", open_list=name)
    files = re.search(r"MAP <path> (.*) \[required\]", text)
    assert files is not None
    assert {suffix for suffix in (*FORMATS, *MESH_FORMATS) if suffix not in KINDS} == set(
        re.findall(r"\.[a-z]+", files[1])
    )


@pytest.mark.parametrize("name", ["typer", "rich"])
def test_a_missing_extra(name: str) -> None:
    done = python(f"sys.modules[{name!r}] = None\n{RUN}", "--help")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f'pathstar: this needs {name}, which is not installed; install it with pip install "pathstar[cli]"\n'
    )


def test_a_picture_without_pillow(tmp_path: Path) -> None:
    ps.write(worked_example(), tmp_path / "board.txt")
    done = python(
        f"sys.modules['PIL'] = None\n{RUN}", "find", tmp_path / "board.txt", "-o", tmp_path / "a.png"
    )
    assert done.returncode == 2
    assert "pathstar[plot]" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_warning_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "site.pgm").write_bytes(b"P5\n3 1\n255\n" + bytes([254, 205, 0]))
    (tmp_path / "site.yaml").write_text(
        "image: site.pgm\nresolution: 0.05\norigin: [0, 0, 0]\nnegate: 0\n"
        "occupied_thresh: 0.65\nfree_thresh: 0.25\n"
    )
    done = program("convert", "site.yaml", "site.map", cwd=tmp_path)
    assert done.returncode == 0
    assert re.fullmatch(
        r"pathstar: site\.pgm has pixels of the grey 205, .* makes them unknown\n", done.stderr
    )


@pytest.mark.parametrize(
    ("raised", "status", "message"),
    [
        (KeyboardInterrupt(), 130, ""),
        (MemoryError(), 2, "pathstar: not enough memory\n"),
        (PermissionError(13, "Permission denied", "a.map"), 2, "pathstar: a.map: Permission denied\n"),
        (OSError("odd"), 2, "pathstar: odd\n"),
        (ps.CostError("one\n  two"), 2, "pathstar: one two\n"),
    ],
)
def test_what_becomes_of_errors(
    monkeypatch: pytest.MonkeyPatch, raised: BaseException, status: int, message: str
) -> None:
    def read(*_: object, **__: object) -> None:
        raise raised

    monkeypatch.setattr(ps, "read", read)
    result = CliRunner().invoke(app, ["inspect", "a.map"])
    assert result.exit_code == status
    assert result.stderr.lstrip("\n") == message
    assert result.stdout == ""


def test_a_fault_of_ours_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(ps, "read", read)
    assert isinstance(CliRunner().invoke(app, ["inspect", "a.map"]).exception, ZeroDivisionError)


if sys.platform != "win32":
    import pty

    def on_terminal(
        *arguments: object, env: dict[str, str] | None = None, columns: int = 100
    ) -> tuple[int, str]:
        """Run pathstar on a terminal of 40 lines; return its status and the output.

        There is no progress bar, which could appear on a busy machine.
        """
        import fcntl
        import struct
        import termios

        main, other = pty.openpty()
        fcntl.ioctl(other, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
        code = f"from pathstar.cli import output; output.PATIENCE = 1e6; {RUN}"
        command = [sys.executable, "-c", code, *map(str, arguments)]
        settings = environment({"TERM": "xterm-256color", "COLORTERM": "truecolor"} | (env or {}))
        with subprocess.Popen(command, stdin=other, stdout=other, stderr=other, env=settings) as process:
            os.close(other)
            text = b"".join(_chunks(main))
            status = process.wait()
        os.close(main)
        return status, text.decode().replace("\r\n", "\n")

    def _chunks(descriptor: int) -> Iterator[bytes]:
        while True:
            try:
                chunk = os.read(descriptor, 65536)
            except OSError:  # Linux raises it if the other side has closed
                return
            if not chunk:
                return
            yield chunk

    def test_a_terminal_gets_the_picture_in_colour(tmp_path: Path) -> None:
        ps.write(worked_example(), tmp_path / "board.txt")
        status, text = on_terminal("find", tmp_path / "board.txt", "--visited")
        assert status == 0
        squares = [row[::2] for row in decoded(text)[:5]]
        assert squares[2][1][0] == "A"
        assert squares[2][1][2] == THEMES["dark"].start
        assert squares[2][3][2] == THEMES["dark"].wall
        assert "status" in text

    def test_a_large_map_fits_the_terminal(tmp_path: Path) -> None:
        ps.write(ps.maps.generate.GENERATORS["caves"](300, 200, seed=1), tmp_path / "caves.map")
        _, text = on_terminal("find", tmp_path / "caves.map", "--from", "150,100", "--to", "150,100")
        rows = [row for row in decoded(text) if row and row[0][0] == "▀"]
        assert 20 < len(rows) <= 40
        assert {len(row) for row in rows} <= {len(rows[0])}
        assert len(rows[0]) <= 100

    @pytest.mark.parametrize("columns", [32, 40, 60, 80, 120])
    def test_a_narrow_terminal_keeps_what_is_compared(tmp_path: Path, columns: int) -> None:
        (tmp_path / "open.txt").write_text((80 * "." + "\n") * 60)
        query = ("compare", tmp_path / "open.txt", "--from", "70,50", "--to", "5,5", "--runs", 1)
        status, text = on_terminal(*query, columns=columns)
        text = re.sub(r"\x1b\[[0-9;]*m", "", text)
        rows = answer(pathstar(*query, "--json"))
        assert status == 0
        assert all(len(line) <= columns for line in text.splitlines()), text
        assert {"algorithm", "cost", "expanded", "time"} <= set(text.split())
        below = text[text.index("───") :]
        for row in rows:
            _, name, below = below.partition(row["algorithm"])
            cells = below.split()
            assert name
            assert f"{row['cost']:.8g}" == cells[0]
            assert f"{row['expanded']:,}" in cells[1:3]
        assert len(re.findall(r"\d (?:us|ms|s)\b", text)) == len(rows)
        assert ("guarantee" in text) == (columns == 120)

    def test_no_color_is_kept_to_on_a_terminal(tmp_path: Path) -> None:
        ps.write(worked_example(), tmp_path / "board.txt")
        _, text = on_terminal("find", tmp_path / "board.txt", env={"NO_COLOR": "1"})
        assert "\x1b[38" not in text
        assert "\x1b[48" not in text
        assert text.splitlines()[2] == ".A.#.B."

    def test_a_bar_shows_on_a_terminal_for_what_takes_long() -> None:
        code = """
import threading
from pathstar.cli import output
output.PATIENCE = 0.01
with output.waiting("digging"):
    for thread in threading.enumerate():
        if isinstance(thread, threading.Timer):
            thread.join()
"""
        main, other = pty.openpty()
        command = [sys.executable, "-c", code]
        with subprocess.Popen(command, stdout=other, stderr=other, env=environment()) as process:
            os.close(other)
            text = b"".join(_chunks(main)).decode()
            process.wait()
        os.close(main)
        assert "digging" in text
        assert python(code).stderr == ""  # and not in a pipe

    def test_ctrl_c_ends_quietly(tmp_path: Path) -> None:
        code = f"""
import os, signal, threading
from pathstar.maps.generate import GENERATORS
maze = GENERATORS["maze"]
def interrupted(*size, **options):
    threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT)).start()
    return maze(*size, **options)
interrupted.check_options = maze.check_options
GENERATORS["maze"] = interrupted
{RUN}
"""
        done = python(code, "generate", "maze", "--size", "6001x6001", "-o", tmp_path / "maze.npy")
        assert done.returncode == 130
        assert done.stdout == ""
        assert done.stderr.strip() == ""
        assert not (tmp_path / "maze.npy").exists()

    def test_a_reader_that_leaves() -> None:
        command = [sys.executable, "-m", "pathstar.cli.main", "generate", "random", "--size", "70x9000"]
        pipe = subprocess.PIPE
        with subprocess.Popen(command, stdout=pipe, stderr=pipe, env=environment()) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            process.stdout.readline()
            process.stdout.close()
            said = process.stderr.read()
        assert process.returncode == 141
        assert said == b""

    @pytest.mark.parametrize("command", ["inspect", "find"])  # tables and figures are written by rich
    def test_a_reader_that_has_left_before_the_first_line(command: str, tmp_path: Path) -> None:
        ps.write(worked_example(), tmp_path / "board.txt")
        done = python(
            f"import os; read, write = os.pipe(); os.close(read); os.dup2(write, 1)\n{RUN}",
            command,
            tmp_path / "board.txt",
        )
        assert (done.returncode, done.stderr) == (141, "")

    @pytest.mark.parametrize("closed", ["<&-", ">&-", "<&- >&- 2>&-"])
    @pytest.mark.parametrize("command", ["trace", "find", "inspect"])
    def test_streams_that_the_caller_closed(command: str, closed: str, tmp_path: Path) -> None:
        ps.write(worked_example(), tmp_path / "board.txt")
        words = [sys.executable, "-m", "pathstar.cli.main", command, str(tmp_path / "board.txt")]
        done = subprocess.run(
            ["sh", "-c", f'"$@" {closed}', "sh", *words], env=environment(), capture_output=True, text=True
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert (done.stdout == "") == (">&-" in closed)

    def test_an_encoding_without_the_letters(tmp_path: Path) -> None:
        ps.write(worked_example(), tmp_path / "board.txt")
        done = subprocess.run(
            [sys.executable, "-m", "pathstar.cli.main", "--lang", "zh", "find", str(tmp_path / "board.txt")],
            env=environment({"PYTHONIOENCODING": "ascii"}),
            capture_output=True,
            text=True,
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert "?" in done.stdout
        assert "octile" in done.stdout

    def test_ctrl_c_while_the_parts_load() -> None:
        code = """
import sys
class Interrupted:
    def find_spec(self, name, path, target=None):
        if name == "typer":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupted())
"""
        done = python(code + RUN, "--help")
        assert (done.returncode, done.stdout, done.stderr) == (130, "", "")
