"""pathstar explore, as its users run it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from unit.cli.command import answer, pathstar


@pytest.fixture
def board(tmp_path: Path) -> Path:
    """Return a file of a small map with a part that cannot be reached."""
    file = tmp_path / "board.txt"
    file.write_text("A...#.\n.##.#.\n....#B\n", encoding="utf-8")
    return file


def test_all_that_can_be_reached_is_explored(board: Path, tmp_path: Path) -> None:
    done = pathstar("explore", board, "-o", tmp_path / "seen.svg")
    assert (done.returncode, done.stderr) == (0, "")
    lines = dict(line.split(maxsplit=1) for line in done.stdout.splitlines())
    assert lines["status"] == "explored"
    picture = (tmp_path / "seen.svg").read_text(encoding="utf-8")
    assert picture.startswith("<svg")
    assert ">walked<" in picture
    assert "closed (visited)" not in picture


def test_the_picture_shows_where_the_walk_began(board: Path, tmp_path: Path) -> None:
    assert pathstar("explore", board, "--to", "3,2", "-o", tmp_path / "seen.svg").returncode == 0
    picture = (tmp_path / "seen.svg").read_text(encoding="utf-8")
    signs = re.findall(r'<text x="([\d.]+)" y="([\d.]+)"[^>]*>([AB])</text>', picture)
    assert [sign for *_, sign in signs] == ["A", "B"]
    assert signs[0][:2] != signs[1][:2]


def test_a_walk_to_a_place(board: Path) -> None:
    found = answer(pathstar("explore", board, "--to", "3,2", "--radius", "1.5", "--json"))
    assert (found["status"], found["at"], found["steps"]) == ("arrived", [3, 2], 5)
    assert found["trail"][0] == [0, 0]


def test_unseen_ground_may_cost_more(board: Path) -> None:
    board.write_text("A......\n..##.#.\n..##...\n##...#B\n", encoding="utf-8")
    walk = "explore", board, "--to", "6,3", "--radius", "1.5", "--json"
    assert answer(pathstar(*walk))["steps"] == 12
    assert answer(pathstar(*walk, "--unseen-cost", "5"))["steps"] == 10


def test_a_place_that_cannot_be_reached(board: Path) -> None:
    done = pathstar("explore", board, "--to", "5,2", "--json")
    assert done.returncode == 1
    assert '"status": "no way"' in done.stdout
    assert pathstar("explore", board, "--max-steps", "1").returncode == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--radius", "1"), "radius is 1.0; allowed: a number from 1.5"),
        (("--no-sight",), "radius is None"),
        (("--unseen", "open"), "value of unseen"),
        (("--unseen-cost", "-1"), "unseen_cost is -1.0; allowed: a number from 0"),
        (("-o", "seen.gif"), "output format"),
        (("--to", "9,9"), "outside"),
        (("--from", "1,1"), "there is a wall"),
    ],
)
def test_what_it_refuses(board: Path, arguments: tuple[str, ...], message: str) -> None:
    done = pathstar("explore", board, *arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
