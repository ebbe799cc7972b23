"""The files of the DIMACS challenge."""

from __future__ import annotations

import gzip
import io
import re
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pathstar as ps

ROADS = b"""c a small net
c
p sp 4 5
a 1 2 803
a 2 1 803
c in between

a 3 4 0
a\t2   3\t158\r
a 1 4 999999999999
"""
PLACES = b"""c lies here
p aux sp co 4
v 1 -73530767 41085396
v 2 -73530538 41086098
v 4 0 -90000000
v 3 180000000 7
"""


def roads(text: bytes = ROADS, places: bytes | None = None, **options) -> ps.Graph:
    coordinates = None if places is None else io.BytesIO(places)
    return ps.read_graph(io.BytesIO(text), coordinates=coordinates, **options)


def test_edges():
    graph = roads()
    assert (graph.size, graph.edges) == (4, 5)
    assert graph.offsets.tolist() == [0, 2, 4, 5, 5]
    assert graph.targets.tolist() == [1, 3, 0, 2, 3]
    assert graph.costs.tolist() == [803, 999999999999, 803, 158, 0]
    assert graph.positions is None
    assert ps.find_path(graph, 0, 3).cost == 961


def test_places():
    graph = roads(places=PLACES)
    assert graph.metric == "great_circle"
    assert graph.positions.tolist() == [
        [-73.530767, 41.085396],
        [-73.530538, 41.086098],
        [180, 0.000007],
        [0, -90],
    ]
    plane = roads(places=PLACES.replace(b"-90000000", b"-900000000"), metric="euclidean", cost_per_distance=0)
    assert plane.positions[3].tolist() == [0, -900]


def test_files_and_gzip(tmp_path):
    plain, packed = tmp_path / "a.gr", tmp_path / "a.gr.gz"
    plain.write_bytes(ROADS)
    half = len(ROADS) // 2
    packed.write_bytes(gzip.compress(ROADS[:half]) + gzip.compress(ROADS[half:]))  # as "cat" joins two
    assert ps.read_graph(plain).costs.tolist() == ps.read_graph(packed).costs.tolist()
    ps.write_graph(ps.read_graph(plain), packed)
    assert gzip.decompress(packed.read_bytes()).startswith(b"p sp 4 5\na 1 2 803\na 1 4 999999999999\n")
    capital = tmp_path / "B.GR.GZ"
    ps.write_graph(ps.read_graph(plain), capital)
    assert capital.read_bytes() == packed.read_bytes()
    with pytest.raises(FileNotFoundError):
        ps.read_graph(tmp_path / "none.gr")
    with pytest.raises(ps.OptionError, match="holds a graph, not a map; use read_graph"):
        ps.read(plain)


@settings(deadline=None)
@given(
    st.integers(1, 6).flatmap(
        lambda size: st.tuples(
            st.just(size),
            st.lists(st.tuples(*[st.integers(0, size - 1)] * 2, st.integers(0, 10**15))),
            st.lists(
                st.tuples(st.integers(-180 * 10**6, 180 * 10**6), st.integers(-90 * 10**6, 90 * 10**6)),
                min_size=size,
                max_size=size,
            ),
        )
    )
)
def test_what_was_written_reads_the_same(parts):
    size, edges, places = parts
    ends = np.array(edges, np.int64).reshape(-1, 3).T
    graph = ps.Graph.from_arrays(*ends, size=size, positions=np.array(places) / 1e6, metric="great_circle")
    file, coordinates = io.BytesIO(), io.BytesIO()
    ps.write_graph(graph, file, coordinates=coordinates)
    copy = roads(file.getvalue(), coordinates.getvalue())
    for name in ("offsets", "targets", "costs", "positions"):
        assert np.array_equal(getattr(copy, name), getattr(graph, name))


def test_long_files_come_in_blocks(monkeypatch):
    monkeypatch.setattr("pathstar.io.dimacs._CHUNK", 37)
    for text in (ROADS, ROADS.rstrip(), gzip.compress(ROADS, mtime=0)):
        assert roads(text).costs.tolist() == roads().costs.tolist()
    with pytest.raises(ps.MapFormatError, match="line 8, column 5: found '9'"):
        roads(ROADS.replace(b"a 3 4 0", b"a 3 9 0"))
    with pytest.raises(ps.MapFormatError, match="a line of over 8 MB"):
        roads(b"c" * 200)


def test_a_large_file_is_read_as_it_was_written():
    random = np.random.default_rng(1)
    graph = ps.Graph.from_arrays(
        *random.integers(0, 10**5, (2, 3 * 10**5)), random.integers(1, 10**6, 3 * 10**5)
    )
    file = io.BytesIO()
    ps.write_graph(graph, file)
    assert np.array_equal(roads(file.getvalue()).costs, graph.costs)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "line 1, column 1: found the end, expected 'p sp NODES EDGES'"),
        (b"c only\n", "line 2, column 1: found the end"),
        (b"p sp 1\n", "line 1, column 1: found 'p sp 1', expected 'p sp NODES EDGES'"),
        (b"p aux sp co 1\n", "found 'p aux sp co 1', expected 'p sp NODES EDGES'"),
        (b"p sp -1 0\n", "found 'p sp -1 0'"),
        (b"p sp 1 x\n", "found 'p sp 1 x'"),
        (b"a 1 2 3\n", "line 1, column 1: found 'a 1 2 3', expected 'p sp NODES EDGES'"),
        (b"p sp 2 1\np sp 2 1\n", "line 2, column 1: found 'p sp 2 1', expected 'a', or 'c'"),
        (b"p sp 2 1\nab 1 2 3\n", "line 2, column 1: found 'ab', expected a whole number"),
        (b"p sp 2 1\na 1 2 3.5\n", "line 2, column 7: found '3.5', expected a whole number from 0 up"),
        (b"p sp 2 1\na 1 2 -3\n", "line 2, column 7: found '-3', expected a whole number from 0 up"),
        (b"p sp 2 1\na 1 2 nan\n", "line 2, column 7: found 'nan'"),
        (b"p sp 2 1\na 1 2 \xff\n", r"line 2, column 7: found '\xff'"),
        (b"p sp 2 1\na 1 2 " + b"9" * 19 + b"\n", "of at most 18 digits"),
        (b"p sp 2 1\na 1 2 \v\n", "line 2, column 7: found '\\x0b', expected a whole number from 0 up"),
        (b"p sp 2 1\na 1 2 3\f\n", "line 2, column 7: found '3\\x0c', expected a whole number from 0 up"),
        (b"p sp 2 1\na 1 2\n", "line 2, column 1: found 2 numbers, expected 3: from, to, cost"),
        (b"p sp 2 2\na 1 2 3\n\na 1 2 3 4\n", "line 4, column 1: found 4 numbers"),
        (b"p sp 2 1\na 1 3 3\n", "line 2, column 5: found '3', expected a node from 1 to 2"),
        (b"p sp 2 1\na 0 1 3\n", "line 2, column 3: found '0', expected a node from 1 to 2"),
        (b"p sp 2 2\na 1 2 3\n", "line 3: found the end after 1 edges, expected 2 edges"),
        (b"p sp 2 1\na 1 2 3\na 1 2 3\n", "found over 1, expected 1 edges, as the header says"),
        (gzip.compress(ROADS, mtime=0)[:-9], "found the end inside gzip data"),
        (gzip.compress(ROADS, mtime=0)[:20] + b"xxxxxxxxxxxxxxx", "found damaged gzip data"),
    ],
)
def test_malformed(text, words):
    with pytest.raises(ps.MapFormatError, match=re.escape(words)):
        roads(text)


@pytest.mark.parametrize(
    ("places", "words"),
    [
        (PLACES.replace(b"co 4", b"co 5"), "line 2: found 5 nodes, expected 4, as the graph has"),
        (PLACES.replace(b"v 4", b"v 3"), "found node 3 twice or more, expected each node once"),
        (PLACES.replace(b"v 1 -", b"c v 1 -"), "found node 1 nowhere"),
        (PLACES.replace(b"v 1", b"v 5"), "line 3, column 3: found '5', expected a node from 1 to 4"),
        (PLACES.replace(b"-73530767", b"7-3530767"), "line 3, column 5: found '7-3530767', expected a whole"),
        (PLACES.replace(b"-73530767", b"--3530767"), "line 3, column 5: found '--3530767'"),
        (PLACES.replace(b"-73530767", b"-"), "line 3, column 5: found '-'"),
    ],
)
def test_malformed_places(places, words):
    with pytest.raises(ps.MapFormatError, match=re.escape(words)):
        roads(places=places)


def test_limits_and_options():
    with pytest.raises(ps.MapLimitError, match="4 nodes, more than 3"):
        roads(node_limit=3)
    with pytest.raises(ps.MapLimitError, match="edges"):
        roads(b"p sp 2 9999999999\n")
    with pytest.raises(ps.OptionError, match="node_limit is 0"):
        roads(node_limit=0)
    with pytest.raises(ps.OptionError, match="unknown metric"):
        roads(places=PLACES, metric="octile")
    with pytest.raises(ps.ArrayError, match="latitude from -90 to 90"):
        roads(places=PLACES.replace(b"-90000000", b"-90000001"))


@pytest.mark.parametrize(
    ("graph", "options", "words"),
    [
        (ps.Graph.from_arrays([0], [1], [0.5]), {}, "an edge costs 0.5; a .gr file holds whole numbers"),
        (ps.Graph.from_arrays([0], [1], [1e18]), {}, "an edge costs 1e"),
        (ps.Graph.from_edges([("a", "b")]), {}, "cannot hold the nodes' names"),
        (ps.Graph.from_arrays([0], [1]), {"scale": 0}, "scale is 0"),
        (ps.Graph.from_arrays([0], [1]), {"coordinates": io.BytesIO()}, "no positions"),
        (
            ps.Graph.from_arrays([0], [1], positions=[[0], [1]]),
            {"coordinates": io.BytesIO()},
            "positions of shape",
        ),
        (7, {}, "write_graph takes a Graph, not 7"),
    ],
)
def test_what_cannot_be_written(graph, options, words):
    file = io.BytesIO()
    with pytest.raises(ps.OptionError, match=re.escape(words)):
        ps.write_graph(graph, file, **options)
    assert file.getvalue() == b""


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("town.osm.pbf", "osmium cat town.osm.pbf -o town.osm`"),
        ("town.pbf", "-o town.osm`"),
        ("town.osm.bz2", r"unknown kind of graph file '.bz2'. Allowed: .gr, .edges"),
        ("town.gml", "did you mean '.graphml'"),
        ("town.osm.gz", "only .gr files may be compressed; unpack"),
        ("town.edges.gz", "only .gr files may be compressed"),
    ],
)
def test_other_files_are_not_taken_for_roads(tmp_path, name, words, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / name).write_bytes(ROADS)
    with pytest.raises(ps.PathstarError, match=words):
        ps.read_graph(name)
    with pytest.raises(ps.PathstarError, match=words):
        ps.write_graph(roads(), name)


def test_a_file_without_a_suffix_has_roads(tmp_path):
    (tmp_path / "roads").write_bytes(ROADS)
    assert ps.read_graph(tmp_path / "roads").edges == 5


def test_progress_of_two_files_counts_each_as_a_half():
    parts: list[float] = []
    graph = roads(places=PLACES, progress=parts.append)
    assert graph.size == 4
    assert parts == sorted(parts)
    assert parts[-1] == 1.0
    assert 0.5 in parts


def test_a_scale_is_any_real_number(tmp_path):
    graph = ps.Graph([0, 1, 1], [1], [1.0])
    ps.write_graph(graph, tmp_path / "one.gr", scale=Fraction(2))
    assert ps.read_graph(tmp_path / "one.gr").costs.tolist() == [2.0]
