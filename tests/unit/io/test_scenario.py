"""MovingAI .scen files."""

from __future__ import annotations

import io
import math
from contextlib import suppress
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pathstar.errors import MapFormatError, MapLimitError, OptionError
from pathstar.io.formats import read, read_scenario, write, write_scenario
from pathstar.io.scenario import Query
from pathstar.maps.map import Map
from unit.io.helpers import check_where

LINE = "0\tmaps/dao/arena.map\t49\t49\t1\t11\t3\t12\t2.41421"


def parse(text: str | bytes, **options) -> list[Query]:
    return read_scenario(io.BytesIO(text.encode() if isinstance(text, str) else text), **options)


def written(queries: list[Query]) -> str:
    file = io.BytesIO()
    write_scenario(queries, file)
    return file.getvalue().decode()


def test_a_query():
    [query] = parse(f"version 1\n{LINE}\n")
    assert query == Query(
        0, "maps/dao/arena.map", 49, 49, (1, 11), (3, 12), 2.41421, digits=5, tolerance=pytest.approx(1e-5)
    )


@pytest.mark.parametrize(
    "text",
    [
        f"version 1.0\n{LINE}\n",
        f"version 1\r\n{LINE}\r\n",
        f"version 1\n{LINE}",
        f"version\t1 \n\n{LINE}\n\n",
        "version 1\n" + LINE.replace("\t", " "),
        "version 1\n" + LINE.replace("\t", "   ") + "  ",
    ],
)
def test_what_else_is_the_same(text):
    assert parse(text) == parse(f"version 1\n{LINE}\n")


def test_map_names_may_contain_blanks_and_be_any_text():
    line = LINE.replace("maps/dao/arena.map", "my maps/große arena.map")
    assert parse(f"version 1\n{line}\n")[0].map == "my maps/große arena.map"


def test_no_queries():
    assert parse("version 1\n") == []


@pytest.mark.parametrize(
    ("lengths", "tolerances"),
    [
        (["1.00000000", "12.50000000"], [1e-8, 1e-8]),
        (["4", "450.58", "1247.2", "3.82843"], [1e-5, 1e-3, 1e-2, 1e-5]),
        (["450.58", "16.90"], [1e-2, 1e-2]),
        (["4", "1234"], [1e-5, 1e-2]),
        (["4", "1.23456789"], [1e-8, 1e-8]),
        (["0", "3.5", "1e+06"], [1e-5, 1e-5, 10]),
        (["-1", "3.82843"], [1e-5, 1e-5]),
    ],
)
def test_tolerances(lengths, tolerances):
    text = "version 1\n" + "\n".join(LINE.replace("2.41421", length) for length in lengths)
    assert [query.tolerance for query in parse(text)] == pytest.approx(tolerances)


@pytest.mark.parametrize(
    ("length", "unreachable"), [("0", True), ("-1", True), ("-1.000", True), ("0.5", False)]
)
def test_unreachable(length, unreachable):
    [query] = parse("version 1\n" + LINE.replace("2.41421", length))
    assert query.unreachable is unreachable
    [query] = parse("version 1\n" + LINE.replace("3\t12\t2.41421", f"1\t11\t{length}"))
    assert not query.unreachable


@pytest.mark.parametrize(
    ("text", "line", "column", "found", "expected"),
    [
        ("", 1, 1, "nothing", "version 1"),
        ("version 2\n", 1, 1, "'version 2'", "version 1"),
        (LINE, 1, 1, "'0\\tmaps", "version 1"),
        (f"version 1\n{LINE}\n{LINE}\t7\n", 3, 1, "10 fields", "9: bucket, map"),
        ("version 1\n0 my arena.map 49 49 1 11 3 12 2.4\n", 2, 1, "10 fields", "9:"),
        ("version 1\n0\tarena.map\n", 2, 1, "2 fields", "9:"),
        ("version 1\n" + LINE.replace("11", "x"), 2, 30, "'x'", "a whole number from 0 up"),
        ("version 1\n" + LINE.replace("11", "-1"), 2, 30, "'-1'", "a whole number"),
        ("version 1\n" + LINE.replace("11", "1.5"), 2, 30, "'1.5'", "a whole number"),
        ("version 1\n" + LINE.replace("11", "9" * 30), 2, 30, "'9999", "a whole number"),
        ("version 1\n" + LINE.replace("11", "49"), 2, 30, "'49'", "less than the height, 49"),
        ("version 1\n" + LINE.replace("2.41421", "nan"), 2, 38, "'nan'", "a length"),
        ("version 1\n" + LINE.replace("2.41421", "-2"), 2, 38, "'-2'", "a length"),
        ("version 1\n" + LINE.replace("2.41421", "1e999"), 2, 38, "'1e999'", "a length"),
        ("version 1\n  0  a.map  9 9 1 1 2 x 3", 2, 23, "'x'", "a whole number"),
        ("version 1\n" + LINE.replace("maps/dao/arena.map", ""), 2, 3, "''", "the name of a map"),
        ("version 1\n  0\t a.map\t9\t9\t1\t1\t2\t\t3", 2, 22, "''", "a whole number"),
        ("version 1\n0\t\t9\t9\t1\t1\t2\t2\tx", 2, 3, "''", "the name of a map"),
        (f"version 1\n{LINE}\n".encode() + b"0\t\xff", 3, 3, r"'\xff'", "UTF-8"),
    ],
)
def test_malformed_files_say_where(text, line, column, found, expected):
    check_where(lambda: parse(text), line, column, found, expected)


def test_too_long():
    with pytest.raises(MapLimitError, match=r"longer than 1,024 bytes, .* 1 queries need .*query_limit="):
        parse(f"version 1\n{LINE}\n" * 100, query_limit=1)


def test_bad_limits():
    with pytest.raises(OptionError, match="query_limit is 0"):
        parse("version 1\n", query_limit=0)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"start": (-1, 0)}, "a query's start x is -1; allowed: a whole number from 0 up"),
        ({"goal": (4, 9)}, "a query's goal y is 9; allowed: less than the height, 9"),
        ({"length": -2.0}, "a query's length is -2.00000000; allowed: a length from 0 up, or -1"),
        ({"bucket": 10**30}, "a query's bucket is 1000"),
    ],
)
def test_what_would_not_be_read_is_not_written(change, words):
    with pytest.raises(OptionError, match=words):
        written([replace(Query(0, "a.map", 8, 9, (0, 0), (1, 1), 1.5), **change)])


def test_writing_the_same_text():
    text = "version 1\n" + "".join(
        LINE.replace("2.41421", length) + "\n" for length in ["2.41421", "4", "16.90", "1.00000000", "-1"]
    )
    assert written(parse(text)) == text


@given(
    st.lists(
        st.builds(
            Query,
            st.integers(0, 99),
            st.text("abc /._ü", min_size=1).filter(str.strip).map(str.strip),
            st.just(20),
            st.just(30),
            st.tuples(st.integers(0, 19), st.integers(0, 29)),
            st.tuples(st.integers(0, 19), st.integers(0, 29)),
            st.floats(0, 1e6).map(lambda length: round(length, 8)),
        )
    )
)
def test_queries_come_back(queries):
    assert parse(written(queries)) == queries


@pytest.mark.parametrize("name", ["", " ", "a\tb", "a\nb"])
def test_names_that_cannot_be_written(name):
    with pytest.raises(OptionError, match="the map's name"):
        written([Query(0, name, 2, 2, (0, 0), (1, 1), 1.5)])


def test_only_queries_can_be_written():
    with pytest.raises(OptionError, match="made of Query values"):
        written([(1, 2)])


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ({"map": 5}, "the map's name is 5"),
        ({"map": "a\tb"}, "must not be empty or contain tabs"),
        ({"bucket": None}, "a query's bucket is None"),
        ({"width": -1}, "a query's width is -1"),
        ({"start": 3.0}, "a query's start is 3.0; allowed: two whole numbers"),
        ({"goal": (1, 2, 3)}, r"a query's goal is \(1, 2, 3\)"),
        ({"length": 10**400}, "a query's length is"),
        ({"length": math.nan}, "a query's length is nan"),
        ({"digits": "x"}, "a query's digits is 'x'"),
    ],
)
def test_a_query_that_no_file_can_hold_is_refused(value, words):
    query = Query(0, "a.map", 9, 9, (0, 0), (1, 1), 2.0)
    with pytest.raises(OptionError, match=words):
        written([replace(query, **value)])


@given(st.binary() | st.text("version 1\t\n.09-ae+map").map(str.encode))
def test_any_bytes(data):
    for start in (b"", b"version 1\n", b"version 1\n0\tm\t9\t9\t1\t1\t2\t2\t"):
        with suppress(MapFormatError):
            parse(start + data)


def test_a_map_is_no_scenario_and_the_error_says_so(tmp_path):
    board, queries = tmp_path / "board.MAP", tmp_path / "queries.scen"
    write(Map([[1, 0]]), board)
    write_scenario([], queries)
    with pytest.raises(OptionError, match=r"a \.map file holds a map, not queries; use read"):
        read_scenario(board)
    with pytest.raises(OptionError, match=r"a \.map file holds a map, not queries; use write"):
        write_scenario([], board)
    assert read(board) == Map.from_terrain([[46, 64]], read(board).legend)
    with pytest.raises(OptionError, match=r"a \.scen file holds queries, not a map; use read_scenario"):
        read(queries)
    with pytest.raises(MapFormatError, match=r"this is a \.map file, which holds a map: use read"):
        parse(board.read_bytes())
    with pytest.raises(
        MapFormatError, match=r"this is a \.scen file, which holds queries: use read_scenario"
    ):
        read(io.BytesIO(queries.read_bytes()), format="map")
