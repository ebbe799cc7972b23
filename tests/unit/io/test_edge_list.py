"""Graphs as lines of text."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pathstar as ps
from pathstar.errors import MapFormatError, MapLimitError, OptionError

TEXT = """# roads
mill ford 3
ford -> abbey 4.5

% and names with blanks
New Town, Old Town, 2
New Town -> mill
loop\tloop\t1
far island,
alone
"""


def named(text: bytes, name: str = "a.edges") -> io.BytesIO:
    file = io.BytesIO(text)
    file.name = name
    return file


def edges_of(graph: ps.Graph) -> list[tuple[str, str, float]]:
    return sorted(graph.to_networkx().edges(data="weight"))


def test_lines_are_edges() -> None:
    graph = ps.read_graph(named(TEXT.encode()))
    assert graph.places_of(range(graph.size)).tolist() == [
        *("mill", "ford", "abbey", "New Town", "Old Town", "loop", "far island", "alone")
    ]
    assert edges_of(graph) == [
        ("New Town", "Old Town", 2),
        ("New Town", "mill", 1),
        ("Old Town", "New Town", 2),
        ("ford", "abbey", 4.5),
        ("ford", "mill", 3),
        ("loop", "loop", 1),
        ("mill", "ford", 3),
    ]
    assert ps.find_path(graph, "Old Town", "abbey").cost == 10.5


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    graph = ps.read_graph(named(TEXT.encode()))
    ps.write_graph(graph, tmp_path / "a.edges")
    again = ps.read_graph(tmp_path / "a.edges")
    assert set(again.places_of(range(again.size))) == set(graph.places_of(range(graph.size)))
    assert edges_of(again) == edges_of(graph)
    assert (tmp_path / "a.edges").read_text().splitlines()[:2] == ["mill, ford, 3", "ford -> abbey, 4.5"]


@given(
    st.lists(
        st.tuples(st.sampled_from("abcde"), st.sampled_from("abcde"), st.sampled_from([0.0, 1.5, 2.0])),
        max_size=12,
    )
)
def test_parallel_edges_and_both_directions_survive(edges: list[tuple[str, str, float]]) -> None:
    graph = ps.Graph.from_edges(edges, names="abcde")
    file = named(b"")
    ps.write_graph(graph, file)
    again = ps.read_graph(named(file.getvalue()))
    for start in "abcde":
        for goal in "abcde":
            assert ps.find_path(again, start, goal).cost == ps.find_path(graph, start, goal).cost
    assert again.edges == graph.edges


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("a b\na b c d\n", 2, "'a b c d'"),
        ("a b x\n", 1, "'x'"),
        ("a b -1\n", 1, "'-1'"),
        ("a b nan\n", 1, "'nan'"),
        ("a b inf\n", 1, "'inf'"),
        ("a,,3\n", 1, "'a,,3'"),
        ("a ->\n", 1, "'a ->'"),
        ("-> a\n", 1, "'-> a'"),
        ("a <-> b\n", 1, "'a <-> b'"),
        ("a->b->c\n", 1, "'a->b->c'"),
        ("a -> b -> c, 2\n", 1, "'a -> b -> c, 2'"),
        ("a b 1_0\n", 1, "'1_0'"),
        (",\n", 1, "','"),
    ],
)
def test_a_malformed_line_is_named(text: str, line: int, words: str) -> None:
    with pytest.raises(MapFormatError) as caught:
        ps.read_graph(named(text.encode()))
    assert f"a.edges, line {line}" in str(caught.value)
    assert words in str(caught.value)


def test_what_is_no_text_is_refused() -> None:
    with pytest.raises(MapFormatError, match=r"line 2.*not UTF-8"):
        ps.read_graph(named(b"a b\n\xff\xfe c\n"))


def test_too_many_nodes_are_refused() -> None:
    with pytest.raises(MapLimitError, match="more than 3 nodes"):
        ps.read_graph(named(b"a b\nc d\n"), node_limit=3)
    with pytest.raises(MapLimitError, match=r"longer than .* than 3 nodes need .*node_limit="):
        ps.read_graph(named(b"#" * 2_000_000), node_limit=3)


def test_what_does_not_go_with_an_edge_list() -> None:
    with pytest.raises(OptionError, match="coordinates"):
        ps.read_graph(named(b"a b\n"), coordinates=io.BytesIO())
    for option in ({"metric": "euclidean"}, {"cost_per_distance": 1.0}):
        with pytest.raises(OptionError, match=f"{next(iter(option))} goes with positions"):
            ps.read_graph(named(b"a b\n"), **option)
    graph = ps.Graph.from_edges([("a, b", "c")])
    with pytest.raises(OptionError, match="'a, b' cannot be written"):
        ps.write_graph(graph, named(b""))
    with pytest.raises(OptionError, match="no scale"):
        ps.write_graph(ps.Graph.from_edges([("a", "b")]), named(b""), scale=2)


def test_a_graph_without_edges() -> None:
    graph = ps.Graph.from_edges([], names=["a", "b c"])
    file = named(b"")
    ps.write_graph(graph, file)
    assert ps.read_graph(named(file.getvalue())).size == 2
    assert ps.read_graph(named(b"")).size == 0
