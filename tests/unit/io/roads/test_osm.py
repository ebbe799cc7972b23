"""Extracts of OpenStreetMap, compared with the rules of its tags and with OSMnx."""

from __future__ import annotations

import io
from pathlib import Path

import networkx as nx
import numpy as np
import osmnx
import pytest

import pathstar as ps
from pathstar.errors import MapFormatError, MapLimitError, OptionError
from pathstar.io.roads.rules import PROFILES, directions_of, speed_of

# a square 1-2-3-4 of streets, and 5 between 1 and 2 that no other way uses
NODES = {1: (13.40, 52.50), 5: (13.405, 52.5002), 2: (13.41, 52.50), 3: (13.41, 52.51), 4: (13.40, 52.51)}


def extract(ways: dict[int, tuple[list[int], dict[str, str]]], nodes=NODES) -> bytes:
    points = "".join(f'<node id="{node}" lon="{x}" lat="{y}"/>' for node, (x, y) in nodes.items())
    lines = "".join(
        f'<way id="{way}">'
        + "".join(f'<nd ref="{node}"/>' for node in refs)
        + "".join(f'<tag k="{key}" v="{value}"/>' for key, value in tags.items())
        + "</way>"
        for way, (refs, tags) in ways.items()
    )
    return f'<?xml version="1.0"?><osm version="0.6">{points}{lines}</osm>'.encode()


def read(data: bytes, **options) -> ps.Graph:
    file = io.BytesIO(data)
    file.name = "town.osm"
    return ps.read_graph(file, **options)


TOWN = {
    10: ([1, 5, 2], {"highway": "residential", "name": "Mill Lane", "maxspeed": "30"}),
    11: ([2, 3], {"highway": "primary", "oneway": "yes", "maxspeed": "50"}),
    12: ([3, 4], {"highway": "footway", "name": "Garden Path"}),
    13: ([4, 1], {"highway": "residential", "oneway": "-1"}),
    14: ([1, 3], {"building": "yes"}),
}


def test_streets_with_names_and_geometry():
    graph = read(extract(TOWN), weight="metres")
    path = ps.find_path(graph, 1, 3)
    assert list(path) == [1, 2, 3]
    first, second = path.edges
    assert (first["id"], first["name"], first["highway"]) == (10, "Mill Lane", "residential")
    assert first["geometry"].tolist() == [list(NODES[node]) for node in (1, 5, 2)]
    assert second["id"] == 11
    away = osmnx.distance.great_circle(52.50, 13.41, 52.51, 13.41)
    assert second["cost"] == pytest.approx(away, rel=1e-5)
    assert second["seconds"] == pytest.approx(away / (50 / 3.6), rel=1e-5)
    assert not ps.find_path(graph, 3, 2)
    assert ps.find_path(graph, 1, 4)
    assert not ps.find_path(graph, 4, 1)
    assert ps.find_path(graph, 2, 1).edges[0]["geometry"][0].tolist() == list(NODES[2])


def test_who_may_go_where():
    on_foot = read(extract(TOWN), profile="foot")
    assert list(ps.find_path(on_foot, 3, 1)) in ([3, 2, 1], [3, 4, 1])
    assert {edge.get("name") for edge in ps.find_path(on_foot, 3, 4).edges} == {"Garden Path"}
    with pytest.raises(OptionError, match="did you mean 'bicycle'"):
        read(extract(TOWN), profile="bycicle")
    with pytest.raises(OptionError, match="unknown weight 'time'"):
        read(extract(TOWN), weight="time")


def test_osmnx_reads_the_same_lengths(tmp_path: Path):
    random = np.random.default_rng(5)
    nodes = {
        n: (13.4 + float(x), 52.5 + float(y)) for n, (x, y) in enumerate(random.uniform(0, 0.01, (30, 2)), 1)
    }
    ways = {
        100 + way: (random.choice(np.arange(1, 31), 5, replace=False).tolist(), {"highway": "residential"})
        for way in range(12)
    }
    file = tmp_path / "town.osm"
    file.write_bytes(extract(ways, nodes))
    theirs = osmnx.graph_from_xml(file, simplify=True, retain_all=True)
    ours = ps.read_graph(file, weight="metres")
    both = set(theirs.nodes) & set(ours.names.given)  # OSMnx keeps some nodes in the middle of streets
    assert len(both) > 10
    for start in sorted(both)[:6]:
        lengths = nx.single_source_dijkstra_path_length(theirs, start, weight="length")
        for goal in both & set(lengths):
            assert ps.find_path(ours, start, goal).cost == pytest.approx(lengths[goal], rel=1e-6)


def test_an_extract_that_cuts_ways():
    graph = read(extract({20: ([1, 99, 2, 3, 98], {"highway": "residential"})}))
    assert 1 not in graph.names.given
    assert list(ps.find_path(graph, 2, 3)) == [2, 3]


@pytest.mark.parametrize(
    ("tags", "profile", "ways"),
    [
        ({"highway": "residential"}, "car", (True, True)),
        ({"highway": "residential", "oneway": "true"}, "car", (True, False)),
        ({"highway": "residential", "oneway": "reverse"}, "car", (False, True)),
        ({"highway": "motorway"}, "car", (True, False)),
        ({"highway": "motorway", "oneway": "no"}, "car", (True, True)),
        ({"highway": "residential", "junction": "roundabout"}, "car", (True, False)),
        ({"highway": "residential", "oneway": "yes", "oneway:bicycle": "no"}, "bicycle", (True, True)),
        ({"highway": "residential", "oneway": "yes"}, "bicycle", (True, False)),
        ({"highway": "residential", "oneway": "yes"}, "foot", (True, True)),
    ],
)
def test_one_way_rules(tags, profile, ways):
    assert directions_of(tags, PROFILES[profile]) == ways


@pytest.mark.parametrize(
    ("tags", "profile", "speed"),
    [
        ({"highway": "primary", "maxspeed": "50"}, "car", 50),
        ({"highway": "primary", "maxspeed": "30 mph"}, "car", 48.28032),
        ({"highway": "primary", "maxspeed": "DE:urban"}, "car", 70),
        ({"highway": "primary", "maxspeed": "none"}, "car", 70),
        ({"highway": "service", "maxspeed": "walk"}, "car", 6),
        ({"highway": "primary", "maxspeed": "0"}, "car", 70),
        ({"highway": "primary", "maxspeed:forward": "40", "maxspeed": "60"}, "car", 40),
        ({"highway": "primary", "access": "no"}, "car", None),
        ({"highway": "primary", "access": "no", "motor_vehicle": "yes"}, "car", 70),
        ({"highway": "primary", "vehicle": "private"}, "car", None),
        ({"highway": "footway"}, "car", None),
        ({"highway": "footway"}, "foot", 5),
        ({"highway": "motorway"}, "foot", None),
        ({"highway": "primary", "maxspeed": "100"}, "foot", 5),
        ({"highway": "construction"}, "car", None),
        ({"highway": "pedestrian", "area": "yes"}, "foot", None),
    ],
)
def test_speeds_and_closed_ways(tags, profile, speed):
    assert speed_of(tags, PROFILES[profile]) == speed


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"<gpx/>", "a <gpx>, expected an <osm>"),
        (b"<osm><node id='x' lon='1' lat='1'/></osm>", "the id 'x' of a <node>"),
        (b"<osm><node id='1' lon='1'/></osm>", "the lat '' of node 1"),
        (b"<osm><node id='1' lon='1' lat='91'/></osm>", "the lat '91'"),
        (b"<osm><node id='1' lon='nan' lat='9'/></osm>", "the lon 'nan'"),
        (b"<osm><way id='1'><nd/><tag k='highway' v='road'/></way></osm>", "the ref ''"),
        (b"<osm>", "a mistake"),
    ],
)
def test_mistakes(data, words):
    with pytest.raises(MapFormatError, match=words):
        read(data)


def test_limits_and_nothing():
    with pytest.raises(MapLimitError, match="4 crossings; the limit is 2 nodes"):
        read(extract(TOWN), node_limit=2, profile="foot")
    assert read(b"<osm/>").size == 0
    with pytest.raises(OptionError, match="profile is 'car', but only streets"):
        ps.read_graph(io.BytesIO(b"p sp 1 0\n"), profile="car")
