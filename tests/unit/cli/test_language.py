"""Commands that print in another language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pathstar.words import catalogue
from unit.cli.command import pathstar

ROWS = "A....\n.###.\n....B\n"
WORDS = re.compile(r"[A-Za-z]{4,}")
# What is not translated: names of algorithms, formats, layers and files, which programs use, too.
NAMES = {
    "astar", "jps", "octile", "bucket", "greedy", "board", "text", "with", "legend", "directions", "no_cut",
    "passable", "terrain", "start", "goal", "ground", "wall", "heap", "pool", "index", "random",
}  # fmt: skip


@pytest.fixture
def board(tmp_path: Path) -> Path:
    file = tmp_path / "board.txt"
    file.write_text(ROWS)
    return file


@pytest.mark.parametrize(
    "command",
    [
        ("find", "board.txt", "--no-show"),
        ("field", "board.txt"),
        ("explore", "board.txt"),
        ("compare", "board.txt", "-a", "astar", "-a", "greedy"),
        ("inspect", "board.txt"),
        ("generate", "random", "--size", "9x9", "-o", "made.txt"),
    ],
    ids=lambda command: command[0],
)
def test_a_command_prints_in_chinese(command: tuple[str, ...], board: Path) -> None:
    done = pathstar(*command, "--lang", "zh", cwd=board.parent)
    assert done.returncode == 0, done.stderr
    assert re.search(r"[\u4e00-\u9fff]", done.stdout)
    assert set(WORDS.findall(done.stdout)) - NAMES - {"made"} == set()


def test_the_next_command_prints_in_english_again(board: Path) -> None:
    pathstar("find", board, "--lang", "zh")
    assert pathstar("find", board, "--no-show").stdout.startswith("status      found")


def test_an_unknown_language_is_refused(board: Path) -> None:
    done = pathstar("find", board, "--lang", "cn")
    assert done.returncode == 2
    assert "unknown language 'cn'" in done.stderr


def test_names_of_figures_are_those_in_english() -> None:
    english = catalogue("en").messages
    names = {key: english[key] for key in english if key.startswith("figure.name.")}
    made = {key: re.sub(r"\W+", "_", name).strip("_").lower() for key, name in names.items()}
    assert {key.removeprefix("figure.name.") for key in names} == set(made.values())


@pytest.mark.parametrize("command", ["find", "field", "explore", "trace"])
def test_pictures_speak_the_language(command: str, board: Path) -> None:
    file = board.parent / f"{command}.svg"
    assert pathstar(command, board, "--lang", "zh", "-o", file).returncode == 0
    text = re.sub(r"<style>.*?</style>", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
    assert re.search(r"[\u4e00-\u9fff]", text)
    assert "A start" not in text
    assert "Search from" not in text


def test_data_files_have_no_language(board: Path) -> None:
    assert pathstar("trace", board, "--lang", "zh", "-o", board.parent / "search.json").returncode == 0
