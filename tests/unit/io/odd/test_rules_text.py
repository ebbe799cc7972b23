"""Text files written from the rules of MovingAI and DIMACS, edge lists and Wavefront objects."""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import pathstar as ps
from unit.io.odd.rules import REFUSED, Odd, check, put, refused, steps_of, table


def octile(rows: str, height: object = 2, width: object = 3, kind: str = "octile") -> str:
    """Return a map of MovingAI; / ends a row."""
    return f"type {kind}\nheight {height}\nwidth {width}\nmap\n" + rows.replace("/", "\n")


MAPS = [
    Odd("all letters", octile(".GS/@OT/W../", 3), ".../###/#.."),
    Odd("no end of the last line", octile("..@/@.."), "..#/#.."),
    Odd("lines of DOS", octile("..@/@../").replace("\n", "\r\n"), "..#/#.."),
    Odd("empty lines at the end", octile("..@/@..///"), "..#/#.."),
    Odd("the other type", octile("..@/@../", kind="tile"), "..#/#.."),
    Odd("leading zeros", octile("..@/@../", "02", "003"), "..#/#.."),
    Odd("letters of one's own", octile("..x/@../"), "..#/#..", {"legend": {"x": False}}),
    Odd("a letter of no meaning", octile("..x/@../"), REFUSED),
    Odd("a small letter", octile("..g/@../"), REFUSED),
    Odd("a blank for ground", octile(". ./@../"), REFUSED),
    Odd("a tab for ground", octile(".\t./@../"), REFUSED),
    Odd("a row too few", octile("..@/"), REFUSED),
    Odd("a row too many", octile("..@/@../.../"), REFUSED),
    Odd("a short row", octile("../@../"), REFUSED),
    Odd("a long row", octile("..@./@../"), REFUSED),
    Odd("an empty row within", octile("..@//@../"), REFUSED),
    Odd("a type of no meaning", octile("..@/@../", kind="hex"), REFUSED),
    Odd("a height of 0", octile("", 0), REFUSED),
    Odd("a negative width", octile("..@/@../", 2, -3), REFUSED),
    Odd("a width with a fraction", octile("..@/@../", 2, "3.0"), REFUSED),
    Odd("a width in words", octile("..@/@../", 2, "three"), REFUSED),
    Odd("no line map", octile("..@/@../").replace("map\n", ""), REFUSED),
    Odd("nothing", "", REFUSED),
]


@table(MAPS)
def test_map(case: Odd, tmp_path: Path) -> None:
    check(case, tmp_path, "map")


LINE = "0\tmaps/a.map\t49\t40\t1\t11\t3\t12\t2.41421356"
SCENARIOS: list[tuple[str, str, list[tuple[Any, ...]] | None]] = [
    ("tabs", f"version 1\n{LINE}\n", [("maps/a.map", (1, 11), (3, 12), 2.41421356)]),
    ("version 1.0", f"version 1.0\n{LINE}\n", [("maps/a.map", (1, 11), (3, 12), 2.41421356)]),
    ("blanks", f"version 1\n{LINE}".replace("\t", "  "), [("maps/a.map", (1, 11), (3, 12), 2.41421356)]),
    ("lines of DOS", f"version 1\r\n{LINE}\r\n\r\n", [("maps/a.map", (1, 11), (3, 12), 2.41421356)]),
    (
        "a name with blanks",
        f"version 1\n{LINE.replace('a.map', 'a b.map')}\n",
        [("maps/a b.map", (1, 11), (3, 12), 2.41421356)],
    ),
    (
        "a whole length",
        f"version 1\n{LINE.replace('2.41421356', '3')}\n",
        [("maps/a.map", (1, 11), (3, 12), 3)],
    ),
    (
        "the last column and row",
        f"version 1\n{LINE.replace('3	12', '48	39')}\n",
        [("maps/a.map", (1, 11), (48, 39), 2.41421356)],
    ),
    ("a column too few", f"version 1\n{LINE.rsplit(chr(9), 1)[0]}\n", None),
    ("a column too many", f"version 1\n{LINE}\t7\n", None),
    ("a start outside", f"version 1\n{LINE.replace('49	40', '49	11')}\n", None),
    ("a negative start", f"version 1\n{LINE.replace('	1	11', '	-1	11')}\n", None),
    ("a place with a fraction", f"version 1\n{LINE.replace('	1	11', '	1.5	11')}\n", None),
    ("a length in words", f"version 1\n{LINE.replace('2.41421356', 'far')}\n", None),
    ("a length that is not a number", f"version 1\n{LINE.replace('2.41421356', 'nan')}\n", None),
    ("version 9", f"version 9\n{LINE}\n", None),
]


@pytest.mark.parametrize(
    ("text", "queries"), [row[1:] for row in SCENARIOS], ids=[row[0] for row in SCENARIOS]
)
def test_scenario(text: str, queries: list[tuple[Any, ...]] | None) -> None:
    def read() -> list[Any]:
        return ps.read_scenario(io.BytesIO(text.encode()))

    if queries is None:
        refused(read)
    else:
        assert [(query.map, query.start, query.goal, query.length) for query in read()] == queries


@dataclass(frozen=True)
class Net:
    """One file of a graph and the steps that it means; None if it must be refused."""

    name: str
    text: str
    steps: dict[tuple[Any, Any], list[float]] | None
    suffix: str = "gr"
    options: dict[str, Any] = field(default_factory=dict)


def lists(name: str, text: str, steps: dict[tuple[Any, Any], list[float]] | None) -> Net:
    """Return a row of an edge list."""
    return Net(f"list: {name}", text, steps, "edges")


GRAPHS = [
    Net("comments and empty lines", "c a\n\np sp 3 2\nc b\na 1 2 5\n\na 3 1 0\n", {(0, 1): [5], (2, 0): [0]}),
    Net("lines of DOS", "p sp 2 1\r\na 1 2 5\r\n", {(0, 1): [5]}),
    Net("tabs and blanks", "p  sp\t2 1 \na\t1  2 5  \n", {(0, 1): [5]}),
    Net("parallel arcs", "p sp 2 2\na 1 2 5\na 1 2 4\n", {(0, 1): [4, 5]}),
    Net("a comment of one letter", "c\np sp 2 1\nc\na 1 2 5\n", {(0, 1): [5]}),
    Net("node 0", "p sp 2 1\na 0 1 5\n", None),
    Net("a node beyond", "p sp 2 1\na 1 3 5\n", None),
    Net("an arc too few", "p sp 2 2\na 1 2 5\n", None),
    Net("an arc too many", "p sp 2 1\na 1 2 5\na 2 1 5\n", None),
    Net("no size", "a 1 2 5\n", None),
    Net("two sizes", "p sp 2 1\np sp 2 1\na 1 2 5\n", None),
    Net("the size below", "a 1 2 5\np sp 2 1\n", None),
    Net("a negative cost", "p sp 2 1\na 1 2 -5\n", None),
    Net("a cost with a fraction", "p sp 2 1\na 1 2 5.5\n", None),
    Net("an arc of no cost", "p sp 2 1\na 1 2\n", None),
    Net("another problem", "p max 2 1\na 1 2 5\n", None),
    Net("a line of no meaning", "p sp 2 1\nx 1 2 5\n", None),
    lists("both ways", "a b 3\n", {("a", "b"): [3], ("b", "a"): [3]}),
    lists("one way", "a -> b 4.5\n", {("a", "b"): [4.5]}),
    lists("no cost is 1", "a b\nb -> c\n", {("a", "b"): [1], ("b", "a"): [1], ("b", "c"): [1]}),
    lists("comments", "# x y 1\n% z w 2\na\tb\t3\r\n", {("a", "b"): [3], ("b", "a"): [3]}),
    lists("names that are numbers", "10 2 3\n", {("10", "2"): [3], ("2", "10"): [3]}),
    lists(
        "commas", "New York, Den Haag, 2\n", {("New York", "Den Haag"): [2], ("Den Haag", "New York"): [2]}
    ),
    lists("names of other alphabets", "Köln 北京 2\n", {("Köln", "北京"): [2], ("北京", "Köln"): [2]}),
    lists("a negative cost", "a b -3\n", None),
    lists("a cost that is not a number", "a b nan\n", None),
    lists("four words", "a b c 3\n", None),
    lists("an arrow to nothing", "a ->\n", None),
]


@table(GRAPHS)
def test_graph(case: Net, tmp_path: Path) -> None:
    path = put(tmp_path, f"odd.{case.suffix}", case.text)
    if case.steps is None:
        refused(lambda: ps.read_graph(path, **case.options))
    else:
        assert steps_of(ps.read_graph(path, **case.options)) == case.steps


PLACES = "c a\n\np aux sp co 2\nv 1 13400000 52500000\nv 2 -13410000 0\n"
CO: list[tuple[str, str, bool]] = [
    ("right", PLACES, True),
    ("lines of DOS", PLACES.replace("\n", "\r\n"), True),
    ("in another order", "p aux sp co 2\nv 2 -13410000 0\nv 1 13400000 52500000\n", True),
    ("a place too few", PLACES.replace("v 2 -13410000 0\n", ""), False),
    ("a node twice", PLACES.replace("v 2", "v 1"), False),
    ("a node beyond", PLACES.replace("v 2", "v 3"), False),
    ("node 0", PLACES.replace("v 2", "v 0"), False),
    ("another size", PLACES.replace("co 2", "co 3"), False),
    ("beyond the pole", PLACES.replace("52500000", "90000001"), False),
    ("a fraction", PLACES.replace("13400000", "13.4"), False),
    ("no size", PLACES.replace("p aux sp co 2\n", ""), False),
]


@pytest.mark.parametrize(("text", "right"), [row[1:] for row in CO], ids=[row[0] for row in CO])
def test_places(text: str, right: bool, tmp_path: Path) -> None:
    roads = put(tmp_path, "odd.gr", "p sp 2 1\na 1 2 5\n")
    places = put(tmp_path, "odd.co", text)
    if not right:
        refused(lambda: ps.read_graph(roads, coordinates=places))
        return
    graph = ps.read_graph(roads, coordinates=places)
    assert graph.positions.tolist() == [[13.4, 52.5], [-13.41, 0]]


# Two squares side by side, written in another way in each row.
CORNERS = "v 0 0 0\nv 1 0 0\nv 2 0 0\nv 2 1 0\nv 1 1 0\nv 0 1 0\n"
OBJECTS: list[tuple[str, str, dict[str, Any], bool]] = [
    ("plain", CORNERS + "f 1 2 5 6\nf 2 3 4 5\n", {}, True),
    ("from the end", CORNERS + "f -6 -5 -2 -1\nf -5 -4 -3 -2\n", {}, True),
    (
        "from the end, between",
        "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf -4 -3 -2 -1\nv 2 0 0\nv 2 1 0\nf 2 -2 -1 3\n",
        {},
        True,
    ),
    (
        "with textures and normals",
        "vt 0 0\nvn 0 0 1\n" + CORNERS + "f 1/1/1 2/1/1 5/1/1 6/1/1\nf 2//1 3//1 4//1 5//1\n",
        {},
        True,
    ),
    ("with textures", "vt 0 0\n" + CORNERS + "f 1/1 2/1 5/1 6/1\nf 2/1/ 3/1/ 4/1/ 5/1/\n", {}, True),
    ("clockwise", CORNERS + "f 6 5 2 1\nf 5 4 3 2\n", {}, True),
    (
        "groups, materials, comments",
        "# a\nmtllib a.mtl\no hall\n" + CORNERS + "g one\nusemtl b\ns off\nf 1 2 5 6 # c\nf 2 3 4 5\n",
        {},
        True,
    ),
    ("a line that goes on", CORNERS + "f 1 2 \\\n5 6\nf 2 3 4 5\n", {}, True),
    (
        "weights and colours",
        CORNERS.replace("0\n", "0 1.0\n", 1).replace("v 1 0 0\n", "v 1 0 0 0.5 0.5 0.5\n")
        + "f 1 2 5 6\nf 2 3 4 5\n",
        {},
        True,
    ),
    ("lines of DOS", (CORNERS + "f 1 2 5 6\nf 2 3 4 5\n").replace("\n", "\r\n"), {}, True),
    (
        "y is the height",
        "v 0 9 0\nv 1 9 0\nv 2 9 0\nv 2 9 1\nv 1 9 1\nv 0 9 1\nf 1 2 5 6\nf 2 3 4 5\n",
        {"plane": "xz"},
        True,
    ),
    ("lines and points besides", CORNERS + "l 1 2\np 3\nf 1 2 5 6\nf 2 3 4 5\n", {}, True),
    ("corner 0", CORNERS + "f 0 1 4 5\n", {}, False),
    ("a corner beyond", CORNERS + "f 1 2 5 7\n", {}, False),
    ("a corner before the first", CORNERS + "f -7 -5 -2 -1\n", {}, False),
    ("two corners", CORNERS + "f 1 2\n", {}, False),
    ("a corner in words", CORNERS + "f 1 2 x\n", {}, False),
    ("a corner of one number", "v 0\n" + CORNERS + "f 2 3 6 7\n", {}, False),
]


@pytest.mark.parametrize(
    ("text", "options", "right"), [row[1:] for row in OBJECTS], ids=[row[0] for row in OBJECTS]
)
def test_object(text: str, options: dict[str, Any], right: bool, tmp_path: Path) -> None:
    path = put(tmp_path, "odd.obj", text)
    if not right:
        refused(lambda: ps.NavMesh.read(path, **options))
        return
    mesh = ps.NavMesh.read(path, **options)
    assert [len(polygon) for polygon in mesh.polygons] == [4, 4]
    assert ps.find_path(mesh, (0.0, 0.5), (2.0, 0.5)).cost == pytest.approx(2)
    assert not mesh.holds((2.5, 0.5))
