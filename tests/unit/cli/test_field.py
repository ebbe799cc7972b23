"""pathstar field, as its users run it."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import pathstar as ps
from unit.cli.command import answer, pathstar


@pytest.fixture
def board(tmp_path: Path) -> Path:
    """Return a file of a small map."""
    file = tmp_path / "board.txt"
    file.write_text("A...#.\n.##.#.\n....#.\n", encoding="utf-8")
    return file


def test_the_costs_are_those_of_the_library(board: Path, tmp_path: Path) -> None:
    done = pathstar("field", board, "--from", "0,0", "--from", "3,2", "-o", tmp_path / "costs.npy")
    assert (done.returncode, done.stderr) == (0, "")
    lines = dict(line.split(maxsplit=1) for line in done.stdout.splitlines())
    assert (lines["ways"], lines["reached"]) == ("to the nearest source", "10 of 18")
    expected = ps.distance_field(ps.read(board).grid(), [(0, 0), (3, 2)]).costs
    np.testing.assert_array_equal(np.load(tmp_path / "costs.npy"), expected)


def test_json_and_the_mark_of_the_map(board: Path) -> None:
    found = answer(pathstar("field", board, "--json", "--max-cost", "2"))
    assert (found["from"], found["reached"], found["known_to"]) == ([[0, 0]], 5, 2)
    assert found["highest"] == 2


def test_pictures(board: Path, tmp_path: Path) -> None:
    picture = tmp_path / "field.svg"
    ps.write(ps.Map(np.ones((8, 9))), tmp_path / "open.txt")
    drawn = pathstar("field", tmp_path / "open.txt", "--from", "0,0", "--contours", "3", "-o", picture)
    assert drawn.returncode == 0
    ET.fromstring(picture.read_text(encoding="utf-8"))
    assert 'class="contour"' in picture.read_text(encoding="utf-8")
    coloured = tmp_path / "nearest.png"
    ends = ("--from", "0,0", "--from", "5,0")
    assert pathstar("field", board, *ends, "--nearest", "-o", coloured).returncode == 0
    with Image.open(coloured) as image:
        assert image.size[0] > 100


def test_what_cannot_be(board: Path, tmp_path: Path) -> None:
    alone = tmp_path / "alone.txt"
    alone.write_text(".#.\n", encoding="utf-8")
    assert pathstar("field", alone, "--from", "0,0").returncode == 1
    for arguments, words in (
        (("--from", "4,0"), "is not walkable"),
        (("--from", "9,0"), "lies outside"),
        (("-o", "field.gif"), "output format"),
        (("--contours", "-1", "-o", tmp_path / "x.svg"), "contours is -1"),
    ):
        done = pathstar("field", board, *arguments)
        assert done.returncode == 2
        assert words in done.stderr
    assert "give --from X,Y" in pathstar("field", alone).stderr
