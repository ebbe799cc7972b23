"""Text boards with a legend."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pathstar.errors import MapLimitError, OptionError
from pathstar.maps.examples import worked_example
from pathstar.maps.generate import noise_terrain
from pathstar.maps.legend import Terrain
from pathstar.maps.map import Map
from unit.io.helpers import as_bytes, check_where, costs, maps, parse, there_and_back

BOARD = "A.# 5\n19#.B\n"
NOTED = """..~~f..
A.~~f.B

f forest 2.5
~ deep water blocked
mark camp 7 4 1
"""


def test_the_default_legend():
    map = parse(BOARD, "txt")
    assert costs(map).tolist() == [[1, 1, np.inf, 1, 5], [1, 9, np.inf, 1, 1]]
    assert map.marks == {"start": (0, 0), "goal": (4, 1)}


def test_the_files_own_legend():
    map = parse(NOTED, "txt")
    assert costs(map)[0].tolist() == [1, 1, np.inf, np.inf, 2.5, 1, 1]
    assert map.legend[ord("~")] == Terrain("deep water", walkable=False, symbol="~")
    assert map.marks == {"start": (0, 1), "goal": (6, 1), "camp 7": (4, 1)}


def test_the_callers_legend_comes_first():
    map = parse(NOTED, "txt", legend={"~": 8, "f": Terrain("fen", 4), "A": False})
    assert costs(map)[1].tolist() == [np.inf, 1, 8, 8, 4, 1, 1]
    assert "start" not in map.marks


def test_a_plain_board_has_no_costs():
    assert parse("..\n.#\n", "txt").cost_field() is None


@pytest.mark.parametrize(
    "text",
    [
        NOTED.replace("\n", "\r\n"),
        "\ufeff" + NOTED,
        NOTED.rstrip("\n"),
        NOTED + "\n\n",
        NOTED.replace("\n\n", "\n\n\n"),
    ],
)
def test_what_else_is_the_same_map(text):
    map = parse(text, "txt")
    assert map == parse(NOTED, "txt")
    assert map.marks == parse(NOTED, "txt").marks


@pytest.mark.parametrize(
    ("text", "line", "column", "found", "expected"),
    [
        ("", 1, 1, "nothing", "a row of cells"),
        ("\n..\n", 1, 1, "nothing", "a row of cells"),
        ("..\n...\n", 2, 3, "a row of 3 cells", "2 cells"),
        ("...\n..\n", 2, 3, "a row of 2 cells", "3 cells"),
        ("..\n.?\n", 2, 2, "'?'", "one of . blank #"),
        ("..\n.\t\n", 2, 2, r"'\t'", "one of"),
        ("..\né\n", 2, 1, r"'\xc3'", "one of"),
        ("A.\n.A\n", 2, 2, "a second 'A'", "one mark for the start"),
        ("..\n\nf forest\n", 3, 1, "'f forest'", "<symbol> <name> <cost>"),
        ("..\n\nf forest -1\n", 3, 1, "'f forest -1'", "a cost from 0 up, or 'blocked'"),
        ("..\n\nf forest 1e999\n", 3, 1, "'f forest 1e999'", "a cost from 0 up"),
        ("..\n\nf forest ..\n", 3, 1, "'f forest ..'", "a cost from 0 up"),
        ("..\n..\n\n\nmark x 2 0\n", 5, 1, "'mark x 2 0'", "a place on the board of 2 x 2"),
        ("..\n\n..\n", 3, 1, "'..'", "<symbol>"),
    ],
)
def test_malformed_files_say_where(text, line, column, found, expected):
    check_where(lambda: parse(text, "txt"), line, column, found, expected)


def test_too_large():
    with pytest.raises(MapLimitError, match="3 x 2 = 6 cells; the limit is 5"):
        parse("...\n...\n", "txt", cell_limit=5)
    with pytest.raises(MapLimitError, match="longer than"):
        parse(b"." * 100_000, "txt", cell_limit=5)


@given(st.lists(st.text(" .#123456789", min_size=4, max_size=4), min_size=1, max_size=9))
def test_any_board_comes_back_the_same(rows):
    text = "\n".join([*rows, ""])
    assert as_bytes(parse(text, "txt"), "txt").decode() == text


def test_notes_come_back_the_same():
    assert as_bytes(parse(NOTED, "txt"), "txt").decode() == NOTED


@given(maps())
def test_walls_costs_and_marks_come_back(map):
    again = there_and_back(map, "txt")
    np.testing.assert_array_equal(costs(again), costs(map))
    assert again.marks == map.marks
    assert as_bytes(again, "txt") == as_bytes(map, "txt")


def test_terrain_keeps_names_and_symbols():
    landscape = noise_terrain(30, 20, scale=8, seed=3)
    again = there_and_back(landscape, "txt")
    for code, terrain in landscape.legend.items():
        np.testing.assert_array_equal(again.terrain == ord(terrain.symbol), landscape.terrain == code)
        same = again.legend[ord(terrain.symbol)]
        assert (same.name, same.cost, same.walkable) == (terrain.name, terrain.cost, terrain.walkable)


def test_the_worked_example():
    assert as_bytes(worked_example(), "txt") == b".......\n...#...\n.A.#.B.\n...#...\n.......\n"


def test_marks_do_not_hide_costs():
    map = Map([[1, 1]], cost=[[3, 1]], marks={"start": (0, 0), "goal": (0, 0)})
    assert as_bytes(map, "txt") == b"3.\n\nmark start 0 0\nmark goal 0 0\n"
    assert as_bytes(Map([[1]], marks=map.marks), "txt") == b"A\n\nmark goal 0 0\n"


def test_what_it_cannot_hold():
    with pytest.raises(OptionError, match="layer 'danger'"):
        as_bytes(Map([[1]], layers={"danger": [[1]]}), "txt")
    many = Map(np.ones((10, 10)), cost=np.arange(100).reshape(10, 10))
    with pytest.raises(OptionError, match="100 kinds of cells, more than the 92"):
        as_bytes(many, "txt")
    as_many = Map(np.ones((1, 92)), cost=np.arange(92).reshape(1, 92))
    np.testing.assert_array_equal(costs(there_and_back(as_many, "txt")), as_many.cost)


def test_names_that_would_break_the_notes():
    legend = {1: Terrain("two\nlines"), 2: Terrain("été", 2), 3: Terrain("\t", 4)}
    map = Map.from_terrain([[1, 2, 3]], legend, marks={"a\nb": (0, 0)})
    again = there_and_back(map, "txt")
    np.testing.assert_array_equal(costs(again), costs(map))
    assert {terrain.name for terrain in again.legend.values()} >= {"two lines", "été", "unnamed"}
    assert again.marks == {"a b": (0, 0)}


@pytest.mark.parametrize(
    "map",
    [
        Map([[1, 1]], marks={"\ud800": (0, 0)}),
        Map.from_terrain([[1]], {1: Terrain("\ud800", 2.0)}),
    ],
    ids=["mark", "terrain"],
)
def test_a_name_that_no_file_can_hold(map):
    with pytest.raises(OptionError, match="without lone surrogates"):
        as_bytes(map, "txt")
