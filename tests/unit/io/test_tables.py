"""CSV files."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pathstar.errors import MapLimitError, OptionError
from pathstar.maps.map import Map
from unit.io.helpers import as_bytes, check_where, costs, maps, parse, there_and_back

INF = np.inf


@pytest.mark.parametrize(
    ("text", "values", "expected"),
    [
        ("1,0\n0,1\n", "auto", [[1, INF], [INF, 1]]),
        ("2.5,0\nnan,inf\n", "auto", [[2.5, INF], [INF, INF]]),
        ("2.5,0\nnan,inf\n", "costs", [[2.5, 0], [INF, INF]]),
        ("2.5,0\nnan,-3\n", "walkable", [[1, INF], [INF, 1]]),
        ("7\n", "auto", [[7]]),
        ("1;2\r\n3;4\r\n\r\n", "auto", [[1, 2], [3, 4]]),
        ("1\t2\n", "auto", [[1, 2]]),
        ("\ufeff 1 , 2e0 \n+3,.5", "auto", [[1, 2], [3, 0.5]]),
    ],
)
def test_what_numbers_mean(text, values, expected):
    assert costs(parse(text, "csv", values=values)).tolist() == expected


def test_zeros_and_ones_make_no_costs():
    assert parse("1,0\n", "csv").cost is None
    assert parse("1,1\n", "csv", values="costs").cost is None
    assert parse("2,0\n", "csv").cost.tolist() == [[2, 1]]


@pytest.mark.parametrize(
    ("text", "line", "column", "found", "expected"),
    [
        ("", 1, 1, "nothing", "a number"),
        ("  \n", 1, 1, "nothing", "a number"),
        ("1,2\n3\n", 2, 2, "1 numbers", "2 numbers"),
        ("1,2\n3,4,5\n", 2, 3, "3 numbers", "2 numbers"),
        ("1,2\n\n3,4\n", 2, 1, "nothing", "a number"),
        ("1,2\n3,\n", 2, 2, "nothing", "a number"),
        ("1,2\n3,x\n", 2, 2, "'x'", "a number"),
        ("x,y\n1,2\n", 1, 1, "'x'", "a number"),
        ("1,2\n1_0,4\n", 2, 1, "'1_0'", "a number"),
        ("1,2\n3,é\n", 2, 2, r"'\xc3\xa9'", "a number"),
        ('1,"2"\n', 1, 2, "'\"2\"'", "a number"),
        ("1,2\n#,4\n", 2, 1, "'#'", "a number"),
        ("1,2\n3,-4\n", 2, 2, "-4.0", "a cost from 0 up"),
        ("1,2\n-inf,4\n", 2, 1, "-inf", "a cost from 0 up"),
    ],
)
def test_malformed_files_say_where(text, line, column, found, expected):
    check_where(lambda: parse(text, "csv"), line, column, found, expected)


def test_too_large():
    with pytest.raises(MapLimitError, match="3 x 2 = 6 cells; the limit is 5"):
        parse("1,1,1\n1,1,1\n", "csv", cell_limit=5)
    with pytest.raises(MapLimitError, match="longer than"):
        parse(b"1," * 100_000, "csv", cell_limit=5)


@given(maps(free=False), st.sampled_from(",;\t"))
def test_walls_and_costs_come_back(map, delimiter):
    again = there_and_back(map, "csv", delimiter=delimiter)
    np.testing.assert_array_equal(costs(again), costs(map))


@given(maps())
def test_free_cells_come_back_as_costs(map):
    np.testing.assert_array_equal(costs(there_and_back(map, "csv", values="costs")), costs(map))


def test_short_numbers():
    assert as_bytes(Map([[1, 0]]), "csv") == b"1,0\n"
    assert as_bytes(Map([[1, 1, 0]], cost=[[2, 0.1, 5]]), "csv") == b"2,0.1,0\n"
    assert as_bytes(Map([[1, 0]], cost=[[0, 5]]), "csv", values="costs") == b"0,inf\n"


@pytest.mark.parametrize("format", ["csv", "npy"])
def test_what_they_cannot_hold(format):
    with pytest.raises(OptionError, match=r"cell \(1, 0\) has the cost 0.*values='costs'"):
        as_bytes(Map([[1, 1]], cost=[[1, 0]]), format, lossy=True)
    with pytest.raises(OptionError, match="the costs"):
        as_bytes(Map([[1, 1]], cost=[[1, 2]]), format, values="walkable")
    with pytest.raises(OptionError, match="'danger'"):
        as_bytes(Map([[1]], layers={"danger": [[1]]}), format)
    assert costs(
        parse(as_bytes(Map([[1, 0]], cost=[[3, 2]]), format, values="walkable", lossy=True), format)
    ).tolist() == [[1, INF]]


@pytest.mark.parametrize("format", ["csv", "npy"])
def test_bad_options(format):
    with pytest.raises(OptionError, match="did you mean 'costs'"):
        as_bytes(Map([[1]]), format, values="cost")
    with pytest.raises(OptionError, match="unknown kind of values"):
        parse("1", format, values="height")
    with pytest.raises(OptionError, match=r"delimiter is '\.'"):
        parse("1", "csv", delimiter=".")
