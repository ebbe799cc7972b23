"""Graphs of OSMnx and of lines, the nearest node, and what is known about the edges of a path."""

from __future__ import annotations

import pickle

import geopandas
import networkx as nx
import numpy as np
import osmnx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely import LineString, MultiLineString, Point
from tests.sampling import examples

import pathstar as ps
from pathstar.errors import ArrayError, ArrayTypeError, CostError, OptionError, PlaceError, PlaceTypeError


def town(crs: str = "epsg:4326") -> nx.MultiDiGraph:
    """Three streets: two parallel ones from 1 to 2, and one back from 2 to 3."""
    graph = nx.MultiDiGraph(crs=crs)
    for node, x in ((1, 13.40), (2, 13.41), (3, 13.42)):
        graph.add_node(node, x=x, y=52.5)
    line = LineString([(13.40, 52.5), (13.405, 52.501), (13.41, 52.5)])
    graph.add_edge(1, 2, osmid=7, length=900.0, name="Long Lane", geometry=line)
    graph.add_edge(1, 2, osmid=8, length=700.0, name="Short Street")
    graph.add_edge(2, 3, osmid=[9, 10], length=700.0)
    return graph


def town_with(**about: object) -> nx.MultiDiGraph:
    graph = town()
    graph.add_edge(1, 2, **about)
    return graph


def test_osmnx_finds_the_same_routes():
    random = np.random.default_rng(3)
    streets = nx.MultiDiGraph(crs="epsg:25833")
    for node in range(60):
        streets.add_node(node, x=float(random.uniform(0, 1000)), y=float(random.uniform(0, 1000)))
    for source, target in random.integers(0, 60, (240, 2)).tolist():
        a, b = streets.nodes[source], streets.nodes[target]
        straight = float(np.hypot(a["x"] - b["x"], a["y"] - b["y"]))
        streets.add_edge(source, target, length=straight * float(random.uniform(1, 2)))
    graph = ps.Graph.from_osmnx(streets)
    for start, goal in random.integers(0, 60, (20, 2)).tolist():
        route = osmnx.routing.shortest_path(streets, start, goal)
        path = ps.find_path(graph, start, goal)
        if route is None:
            assert not path
        else:
            assert path.cost == pytest.approx(nx.path_weight(streets, route, "length"))
            assert path.cost == pytest.approx(sum(edge["length"] for edge in path.edges))


def test_the_edges_of_a_path_are_those_that_it_takes():
    graph = ps.Graph.from_osmnx(town())
    assert graph.metric == "great_circle"
    first, second = ps.find_path(graph, 1, 3).edges
    assert first == {"osmid": 8, "length": 700.0, "name": "Short Street", "from": 1, "to": 2, "cost": 700.0}
    assert second["osmid"] == [9, 10]
    assert pickle.loads(pickle.dumps(ps.find_path(graph, 1, 3))).edges == [first, second]
    assert ps.Graph.from_osmnx(town("epsg:25833")).metric == "euclidean"


def test_they_follow_edits():
    graph = ps.Graph.from_osmnx(town())
    graph.set_costs([(2, 3, 5.0)])
    assert ps.find_path(graph, 1, 3).edges[1]["cost"] == 5.0
    graph.add_edges([(1, 2, 1.0)])
    assert ps.find_path(graph, 1, 2).edges == [{"from": 1, "to": 2, "cost": 1.0}]
    graph.remove_edges([(1, 2)])
    graph.add_edges([(1, 2, 3.0)])
    assert ps.find_path(graph, 1, 2).edges == [{"from": 1, "to": 2, "cost": 3.0}]
    graph.remove_nodes([3])
    graph.add_nodes([3], [(13.42, 52.5)])
    graph.add_edges([(2, 3, 4.0)])
    assert ps.find_path(graph, 2, 3).edges == [{"from": 2, "to": 3, "cost": 4.0}]


def test_a_graph_without_data_knows_ends_and_costs():
    graph = ps.Graph.from_edges([("a", "b", 2.0), ("a", "b", 1.0)], directed=False)
    assert ps.find_path(graph, "b", "a").edges == [{"from": "b", "to": "a", "cost": 1.0}]
    assert ps.find_path(graph, "a", "a").edges == []
    with pytest.raises(PlaceTypeError, match="only paths in a graph have edges"):
        _ = ps.find_path(ps.Grid([[1]]), (0, 0), (0, 0)).edges


def test_a_street_that_opens_again_can_be_what_it_was():
    lane = {"name": "Mill Lane", "geometry": np.array([(0.0, 0.0), (1.0, 2.0)]), "lanes": None}
    roads = ps.Graph.from_edges([("a", "b", 2.0), ("b", "c", 1.0)], data=[lane, {"name": "High Street"}])
    [known] = ps.find_path(roads, "a", "b").edges
    roads.remove_edges([("a", "b")])
    roads.add_edges([("a", "b", 2.0)], data=[known])
    [again] = ps.find_path(roads, "a", "b").edges
    assert again.keys() == known.keys() == {"name", "geometry", "from", "to", "cost"}
    assert (again["name"], again["geometry"].tolist()) == ("Mill Lane", lane["geometry"].tolist())
    roads.set_costs([("a", "b", 5.0)])
    for copied in (roads, pickle.loads(pickle.dumps(roads))):
        assert [each["name"] for each in ps.find_path(copied, "a", "c").edges] == ["Mill Lane", "High Street"]
    roads.add_edges([("a", "b", 1.0)])
    assert ps.find_path(roads, "a", "b").edges == [{"from": "a", "to": "b", "cost": 1.0}]


def test_edges_that_are_gone_are_named():
    roads = ps.Graph.from_edges([("a", "b", 2.0), ("b", "c", 1.0)])
    path = ps.find_path(roads, "a", "c")
    roads.remove_edges([("b", "c")])
    with pytest.raises(PlaceError, match="no edge from 'b' to 'c' any more"):
        _ = path.edges
    roads.remove_nodes(["a"])
    with pytest.raises(PlaceError, match="no edge from 'a' to 'b' any more"):
        _ = path.edges


def test_new_edges_bring_data_into_a_graph_without_any():
    roads = ps.Graph.from_edges([("a", "b", 2.0), ("b", "b", 2.0)])
    roads.add_edges([("b", "b", 1.0), ("b", "a", 3.0)], directed=False, data=[{"n": 1}, {"n": 2}])
    assert ps.find_path(roads, "b", "a").edges[0]["n"] == 2
    assert ps.find_path(roads, "a", "b").edges == [{"from": "a", "to": "b", "cost": 2.0}]
    for data, error, words in (
        ([{}], ArrayError, "data has 1 entries for 2"),
        ([{}, 3], OptionError, "is 3"),
    ):
        with pytest.raises(error, match=words):
            roads.add_edges([("a", "b"), ("b", "a")], data=data)
    assert roads.edges == 5


def test_data_of_edges_both_ways():
    graph = ps.Graph.from_edges([("a", "a"), ("a", "b")], directed=False, data=[{"n": 1}, {"n": 2}])
    assert ps.find_path(graph, "b", "a").edges[0]["n"] == 2
    with pytest.raises(ArrayError, match="data has 1 entries for 2 edges"):
        ps.Graph.from_edges([("a", "a"), ("a", "b")], data=[{}])
    with pytest.raises(OptionError, match=r"data\[0\] is 3"):
        ps.Graph.from_edges([("a", "b")], data=[3])


@given(st.integers(0, 2**32 - 1), st.booleans())
@settings(max_examples=examples(20))
def test_the_nearest_is_the_nearest_of_all(seed, on_earth):
    random = np.random.default_rng(seed)
    spread = (180, 90) if on_earth else (50, 2)
    places = random.uniform(-1, 1, (random.integers(1, 200), 2)) * spread
    points = random.uniform(-1, 1, (5, 2)) * spread
    metric = "great_circle" if on_earth else "euclidean"
    graph = ps.Graph.from_edges([], names=range(len(places)), positions=places, metric=metric)
    found = graph.nearest(points)
    for point, node in zip(points, found, strict=True):
        if on_earth:
            away = osmnx.distance.great_circle(point[1], point[0], places[:, 1], places[:, 0])
        else:
            away = np.hypot(*(places - point).T)
        assert away[node] == pytest.approx(away.min(), abs=1e-6)
    assert graph.nearest(points[0]) == found[0]


def test_removed_nodes_are_not_near():
    graph = ps.Graph.from_edges([], names="ab", positions=[(0, 0), (5, 0)])
    graph.remove_nodes("a")
    assert graph.nearest((0, 0)) == "b"
    graph.remove_nodes("b")
    with pytest.raises(OptionError, match="no nodes"):
        graph.nearest((0, 0))


@pytest.mark.parametrize(
    ("points", "error"),
    [((1, 2, 3), ArrayError), (("a", "b"), ArrayTypeError), ((np.nan, 0), ArrayError), (1, ArrayError)],
)
def test_points_that_are_none(points, error):
    with pytest.raises(error):
        ps.Graph.from_edges([], names="a", positions=[(0, 0)]).nearest(points)
    with pytest.raises(OptionError, match="no positions"):
        ps.Graph.from_edges([("a", "b")]).nearest((0, 0))


def test_points_beyond_the_poles_are_none():
    places = [(0, 80), (180, 70)]
    towns = ps.Graph.from_edges([("a", "b")], names="ab", positions=places, metric="great_circle")
    for points in ((0, 100), [(0, 80), (0, -91)]):
        with pytest.raises(ArrayError, match="latitudes from -90 to 90; the longitude comes first"):
            towns.nearest(points)


def lines(crs: str = "EPSG:25833", **columns: list) -> geopandas.GeoDataFrame:
    shapes = [LineString([(0, 0), (3, 4)]), MultiLineString([[(3, 4), (3, 8)], [(3, 8), (9, 8)]])]
    return geopandas.GeoDataFrame({"name": ["Hill", "Dale"], **columns}, geometry=shapes, crs=crs)


def test_lines():
    graph = ps.Graph.from_lines(lines())
    path = ps.find_path(graph, graph.nearest((9, 8)), graph.nearest((0, 0)))
    assert path.cost == 15
    assert [(edge["name"], edge["row"]) for edge in path.edges] == [("Dale", 1), ("Dale", 1), ("Hill", 0)]
    assert path.edges[2]["geometry"].tolist() == [[3, 4], [0, 0]]
    assert graph.metric == "euclidean"
    assert ps.Graph.from_lines(lines("EPSG:4326")).metric == "great_circle"


def test_lines_with_costs_and_one_way():
    graph = ps.Graph.from_lines(lines(price=[1, 2], oneway=[True, False]), "price", one_way="oneway")
    assert ps.find_path(graph, 0, 3).cost == 5
    assert not ps.find_path(graph, 3, 0)
    assert ps.find_path(graph, 3, 1).cost == 4


def test_lines_that_are_none():
    points = geopandas.GeoDataFrame(geometry=[Point(0, 0)])
    with pytest.raises(ArrayError, match="row 0 has the geometry 'Point'; allowed: lines"):
        ps.Graph.from_lines(points)
    with pytest.raises(ArrayTypeError, match="a GeoDataFrame is needed, not list"):
        ps.Graph.from_lines([])
    with pytest.raises(OptionError, match="did you mean 'name'"):
        ps.Graph.from_lines(lines(), "nam")
    with pytest.raises(OptionError, match="row 0 has the name 'Hill'; each needs a number"):
        ps.Graph.from_lines(lines(), "name")
    with pytest.raises(OptionError, match="row 0 says 'Hill' about one way"):
        ps.Graph.from_lines(lines(), one_way="name")
    for price in (-1, np.nan, 1e200):
        with pytest.raises(CostError, match=r"row 1 costs .*; a cost is a number from 0"):
            ps.Graph.from_lines(lines(price=[1, price]), "price")
    with pytest.raises(OptionError, match="decimals is 99"):
        ps.Graph.from_lines(lines(), decimals=99)


def test_graphs_of_osmnx_that_are_none():
    with pytest.raises(ArrayTypeError, match="a graph of OSMnx is needed"):
        ps.Graph.from_osmnx([1])
    with pytest.raises(OptionError, match="did you mean 'length'"):
        ps.Graph.from_osmnx(town(), weight="lenght")
    with pytest.raises(OptionError, match="weight is"):
        ps.Graph.from_osmnx(town(), weight=["length"])
    with pytest.raises(CostError, match=r"the edge from 1 to 2 costs -3\.0; a cost is a number from 0"):
        ps.Graph.from_osmnx(town_with(length=-3.0))
    broken = nx.MultiDiGraph(town().edge_subgraph([(2, 3, 0)]))
    broken.add_edge(3, 2, name="Back Lane")
    with pytest.raises(OptionError, match="from 2 to 3 has the name None; each needs a number"):
        ps.Graph.from_osmnx(broken, weight="name")
    bare = town()
    del bare.nodes[1]["x"]
    with pytest.raises(OptionError, match="the node 1 has no x and y"):
        ps.Graph.from_osmnx(bare)
