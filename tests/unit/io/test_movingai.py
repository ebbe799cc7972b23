"""MovingAI .map files."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pathstar.errors import MapLimitError, OptionError
from pathstar.maps.generate import noise_terrain
from pathstar.maps.legend import Terrain
from pathstar.maps.map import Map
from unit.io.helpers import as_bytes, check_where, costs, maps, parse

SMALL = "type octile\nheight 2\nwidth 7\nmap\n.GSW@OT\nTO@WSG.\n"


def test_the_characters():
    map = parse(SMALL, "map")
    assert map.passable.tolist() == [[True] * 3 + [False] * 4, [False] * 4 + [True] * 3]
    assert bytes(map.terrain[0]) == b".GSW@OT"
    assert map.legend[ord("W")].name == "water"
    assert map.cost_field() is None


@pytest.mark.parametrize(
    "text",
    [
        SMALL.replace("octile", "tile"),
        SMALL.replace("\n", "\r\n"),
        SMALL.rstrip("\n"),
        SMALL.replace("\n", "\r\n").rstrip("\r\n"),
        SMALL + "\n\r\n\n",
        SMALL.replace("T\nT", "T\r\nT"),
        SMALL.replace("map\n", "map\r\n"),
        SMALL.replace("height 2\nwidth 7", "width  7 \nheight\t2"),
    ],
)
def test_what_else_is_the_same_map(text):
    assert parse(text, "map") == parse(SMALL, "map")


def test_a_legend_overrides():
    map = parse(SMALL, "map", legend={"W": True, "S": 3, "T": Terrain("jungle", 7), "G": False})
    assert costs(map)[0].tolist() == [1, np.inf, 3, 1, np.inf, np.inf, 7]
    assert map.legend[ord("S")] == Terrain("swamp", 3, symbol="S", color="#8a9a6b")
    assert parse(SMALL.replace("G", "x"), "map", legend={"x": 2}).cost_field()[0, 1] == 2


@pytest.mark.parametrize(
    "legend", [{"WW": True}, {"": True}, {"é": True}, {"\n": True}, {1: True}, {"W": "no"}]
)
def test_bad_legends(legend):
    with pytest.raises(OptionError):
        parse(SMALL, "map", legend=legend)


@pytest.mark.parametrize(
    ("text", "line", "column", "found", "expected"),
    [
        ("", 1, 1, "nothing", "type octile"),
        ("tpye octile\n", 1, 1, "'tpye octile'", "'type octile' or 'type tile'"),
        ("type hex\n", 1, 1, "'type hex'", "type octile"),
        ("\x00\xff\n", 1, 1, r"\xc3\xbf", "type octile"),
        ("type octile", 2, 1, "nothing", "'height <number>' or 'width <number>'"),
        ("type octile\nheight 2\nheight 2\n", 3, 1, "'height 2'", "'width <number>'"),
        ("type octile\nheight -2\n", 2, 8, "'-2'", "a whole number from 1 up"),
        ("type octile\nheight 0\n", 2, 8, "'0'", "from 1 up"),
        ("type octile\nheight 2.5\n", 2, 8, "'2.5'", "from 1 up"),
        ("type octile\nheight\n", 2, 1, "'height'", "<number>"),
        ("type octile\nheight " + "9" * 500, 2, 8, "'999", "from 1 up"),
        ("type octile\nheight 2\nwidth 7\n.......\n", 4, 1, "'.......'", "'map'"),
        (SMALL.replace("S", "?"), 5, 3, "'?'", "one of . G S W @ O T"),
        (SMALL.replace("TO@WSG.", "TO@WS .") + "", 6, 6, "' '", "one of"),
        (SMALL.replace("TO@WSG.", "TO@Wé."), 6, 5, r"'\xc3'", "one of"),
        (SMALL.replace(".GS", "GS"), 5, 7, "a row of 6 cells", "7 cells"),
        (SMALL.replace("SG.", "SG.."), 6, 8, "a row of 8 cells", "7 cells"),
        (SMALL.replace("TO@WSG.\n", ""), 6, 1, "the end after 1 rows", "2 rows"),
        (SMALL + ".GSW@OT\n", 7, 1, "'.GSW@OT'", "the end after 2 rows"),
        (SMALL + "." * 100_000, 7, 1, "'.....", "the end after 2 rows"),
        (SMALL.replace(".GSW@OT\nTO@WSG.", ".GSW@O\nTTO@WSG."), 5, 7, "a row of 6 cells", "7 cells"),
        ("type octile\nheight 3\nwidth 3\nmap\n...\n\n...\n", 6, 1, "a row of 0 cells", "3 cells"),
        ("type octile\nheight 1\nwidth 1\nmap\n", 5, 1, "a row of 0 cells", "1 cells"),
    ],
)
def test_malformed_files_say_where(text, line, column, found, expected):
    check_where(lambda: parse(text, "map"), line, column, found, expected)


@pytest.mark.parametrize("size", ["height 99999999999\nwidth 5", "height 30000\nwidth 30000"])
def test_absurd_sizes_are_refused_before_reading(size):
    with pytest.raises(MapLimitError, match="the limit is 268,435,456"):
        parse(f"type octile\n{size}\nmap\n.", "map")


def test_the_limit_can_be_moved():
    with pytest.raises(MapLimitError, match=r"7 x 2 = 14 cells; the limit is 13 \(raise it with cell_limit"):
        parse(SMALL, "map", cell_limit=13)
    assert parse(SMALL, "map", cell_limit=14).size == 14


def test_writing_the_same_characters():
    assert as_bytes(parse(SMALL, "map"), "map").decode() == SMALL
    assert as_bytes(parse(SMALL, "map"), "map", type="tile").decode() == SMALL.replace("octile", "tile")
    legend = {"W": True, "x": 2.5, "G": False}
    text = SMALL.replace("S", "x")
    assert as_bytes(parse(text, "map", legend=legend), "map", legend=legend).decode() == text


@given(st.lists(st.text(".GSW@OT", min_size=5, max_size=5), min_size=1, max_size=9))
def test_any_board_comes_back_the_same(rows):
    text = "\n".join(["type octile", f"height {len(rows)}", "width 5", "map", *rows, ""])
    assert as_bytes(parse(text, "map"), "map").decode() == text


@given(maps(costs=False))
def test_walls_are_never_lost(map):
    again = parse(as_bytes(map, "map", lossy=True), "map")
    np.testing.assert_array_equal(again.passable, map.passable)


def test_edited_cells_are_written_as_they_are_now():
    map = parse(SMALL, "map")
    map.edit("passable", (0, 0), False)
    map.edit("passable", (3, 0), True)
    assert as_bytes(map, "map").decode() == SMALL.replace(".GSW", "@GS.")


def test_terrain_of_other_kinds_takes_the_character_of_its_name():
    landscape = noise_terrain(20, 20, scale=8, seed=1)
    again = parse(as_bytes(landscape, "map", lossy=True), "map")
    np.testing.assert_array_equal(again.passable, landscape.passable)
    assert ((again.terrain == ord("W")) == (landscape.terrain == 0)).all()


def test_costs_are_not_lost_in_silence():
    map = Map([[1, 1]], cost=[[1, 2]])
    with pytest.raises(OptionError, match=r"a \.map file cannot hold the costs.*lossy=True"):
        as_bytes(map, "map")
    assert as_bytes(map, "map", lossy=True).endswith(b"map\n..\n")
    with pytest.raises(OptionError, match="layer 'danger'"):
        as_bytes(Map([[1]], layers={"danger": [[1]]}), "map")
    # costs of cells that no unit can enter need not be kept
    assert as_bytes(Map([[1, 0]], cost=[[1, 2]]), "map").endswith(b"map\n.@\n")


def test_bad_options_for_writing():
    with pytest.raises(OptionError, match=r"unknown type of \.map file 'octal'; did you mean 'octile'"):
        as_bytes(Map([[1]]), "map", type="octal")
    with pytest.raises(OptionError, match="no character for blocked cells"):
        as_bytes(Map([[0]]), "map", legend=dict.fromkeys("W@OT", True))
