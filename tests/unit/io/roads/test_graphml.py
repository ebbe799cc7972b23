"""GraphML, compared with networkx, which writes and reads it."""

from __future__ import annotations

import io

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sampling import examples

import pathstar as ps
from pathstar.errors import MapFormatError, MapLimitError, OptionError


def read(data: bytes, **options) -> ps.Graph:
    file = io.BytesIO(data)
    file.name = "a.graphml"
    return ps.read_graph(file, **options)


def written(graph: nx.Graph) -> bytes:
    file = io.BytesIO()
    nx.write_graphml(graph, file)
    return file.getvalue()


@given(st.integers(0, 2**32 - 1), st.sampled_from([nx.Graph, nx.DiGraph, nx.MultiDiGraph]))
@settings(max_examples=examples(12))
def test_paths_are_those_of_networkx(seed, kind):
    random = np.random.default_rng(seed)
    theirs = kind()
    theirs.add_nodes_from(range(8))
    for a, b in random.integers(0, 8, (14, 2)).tolist():
        theirs.add_edge(a, b, weight=float(random.integers(0, 9)))
    ours = read(written(theirs))
    for start in range(8):
        costs = nx.single_source_dijkstra_path_length(theirs, start)
        for goal in range(8):
            assert ps.find_path(ours, start, goal).cost == costs.get(goal, np.inf)


def test_options_of_a_graph_without_positions_are_checked():
    file = written(nx.Graph([("a", "b")]))
    with pytest.raises(OptionError, match="unknown metric 'octile'"):
        read(file, metric="octile")
    with pytest.raises(OptionError, match="no positions to measure from"):
        read(file, cost_per_distance=2.0)
    assert read(file, metric="euclidean").metric is None


def test_attributes_and_positions():
    theirs = nx.DiGraph(crs="epsg:4326")
    theirs.add_node("mill", x=13.4, y=52.5)
    theirs.add_node("ford", x=13.5, y=52.5)
    theirs.add_edge("mill", "ford", length="7000.5", name="Old Road", open=True)
    theirs.edges["mill", "ford"]["geometry"] = "LINESTRING (13.4 52.5, 13.45 52.51, 13.5 52.5)"
    graph = read(written(theirs), weight="length")
    assert graph.metric == "great_circle"
    [edge] = ps.find_path(graph, "mill", "ford").edges
    assert (edge["name"], edge["open"], edge["cost"]) == ("Old Road", True, 7000.5)
    assert edge["geometry"].shape == (3, 2)
    assert graph.nearest((13.41, 52.5)) == "mill"
    with pytest.raises(
        OptionError, match=r"say what an edge costs: weight=\.\.\. Allowed: geometry, length, name"
    ):
        read(written(theirs))
    with pytest.raises(OptionError, match="did you mean 'length'"):
        read(written(theirs), weight="lenght")
    with pytest.raises(MapFormatError, match="the name 'Old Road' of the edge from 'mill' to 'ford'"):
        read(written(theirs), weight="name")


def test_directions_and_defaults_of_single_edges():
    text = b"""<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
    <key id="d0" for="edge" attr.name="weight" attr.type="double"><default>2.5</default></key>
    <graph edgedefault="undirected"><node id="a"/><node id="b"/><node id="c"/>
    <edge id="e1" source="a" target="b" directed="true"/>
    <edge source="b" target="c"><data key="d0">1</data></edge></graph></graphml>"""
    graph = read(text)
    path = ps.find_path(graph, "a", "c")
    assert path.cost == 3.5
    assert path.edges[0]["id"] == "e1"
    assert not ps.find_path(graph, "b", "a")
    assert ps.find_path(graph, "c", "b").cost == 1


def test_a_default_of_nodes_is_none_of_edges():
    text = b"""<graphml><key id="n" for="node" attr.name="weight" attr.type="double">
    <default>5</default></key>
    <key id="l" for="edge" attr.name="length" attr.type="double"/><graph edgedefault="directed">
    <node id="a"/><node id="b"/><edge source="a" target="b"><data key="l">1</data></edge></graph></graphml>"""
    with pytest.raises(OptionError, match="Allowed: length"):
        read(text)
    assert ps.find_path(read(text, weight="length"), "a", "b").cost == 1


def test_nodes_have_their_defaults():
    text = b"""<graphml><key id="x" for="node" attr.name="x" attr.type="double"><default>7</default></key>
    <key id="y" for="node" attr.name="y" attr.type="double"/><graph edgedefault="directed">
    <node id="a"><data key="y">1</data></node></graph></graphml>"""
    assert read(text).positions.tolist() == [[7.0, 1.0]]


@pytest.mark.parametrize("line", ["LINESTRING (1, 2 3)", "LINESTRING (1, 2)", "LINESTRING (x y, 2 3)"])
def test_a_geometry_that_is_no_line_stays_a_text(line):
    text = f"""<graphml><key id="g" for="edge" attr.name="geometry" attr.type="string"/>
    <key id="w" for="edge" attr.name="weight" attr.type="double"/><graph edgedefault="directed">
    <node id="a"/><node id="b"/><edge source="a" target="b"><data key="g">{line}</data><data key="w">1</data>
    </edge></graph></graphml>"""
    assert ps.find_path(read(text.encode()), "a", "b").edges[0]["geometry"] == line


@pytest.mark.parametrize(
    ("inside", "words"),
    [
        ("<graph/>", "the edgedefault '', expected directed or undirected"),
        ("", "with 0 graphs"),
        ("<graph edgedefault='directed'><node id='a'/><edge source='a' target='b'/></graph>", "the end 'b'"),
        (
            "<key id='w' attr.name='weight' attr.type='double'/><graph edgedefault='directed'><node id='a'/>"
            "<edge source='a' target='a'><data key='w'>many</data></edge></graph>",
            "the weight 'many', expected a value of the type double",
        ),
        (
            "<key id='w' attr.name='weight' attr.type='double'/><graph edgedefault='directed'><node id='a'/>"
            "<edge source='a' target='a'><data key='w'>-1</data></edge></graph>",
            "the weight -1.0 of the edge",
        ),
    ],
)
def test_mistakes(inside, words):
    with pytest.raises(MapFormatError, match=words):
        read(f"<graphml>{inside}</graphml>".encode())


def test_limits_and_what_is_not_for_it(tmp_path):
    with pytest.raises(MapLimitError):
        read(written(nx.path_graph(5)), node_limit=3)
    with pytest.raises(OptionError, match="holds a graph, not a map"):
        ps.read(tmp_path / "a.graphml")
    with pytest.raises(OptionError, match="not written as XML"):
        ps.write_graph(ps.Graph.from_edges([(0, 1)]), tmp_path / "a.graphml")
    with pytest.raises(OptionError, match=r"coordinates go with a \.gr file"):
        read(written(nx.path_graph(2)), coordinates="a.co")
    with pytest.raises(OptionError, match="weight is 'x'; only"):
        ps.read_graph(io.BytesIO(b"p sp 1 0\n"), weight="x")
