"""GraphML: graphs with attributes, written by networkx, OSMnx, igraph, Gephi and yEd."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import MapLimitError, OptionError, unknown_name
from pathstar.io.source import Source
from pathstar.io.xml import parsed_xml
from pathstar.spaces.graph import Graph
from pathstar.spaces.graphs.streets import Street, turned

_BYTES_A_NODE = 4096
_DEEPEST = 64
_DIRECTED = {"directed": True, "true": True, "1": True, "undirected": False, "false": False, "0": False}
_PLACES = (("x", "y"), ("lon", "lat"), ("longitude", "latitude"))
_WHOLE = re.compile(r"-?\d{1,18}", re.ASCII)
_LINE = re.compile(r"LINESTRING ?\(([^()]*)\)")

Keys = Mapping[str, tuple[str, str, str, Any]]
"""What each attribute is for, its name, type and default, by its key in the file."""
Edge = tuple[str, str, dict[str, Any], bool]
"""The ids of both ends, the attributes, and whether it leads one way only."""


def parse_graphml(source: Source, weight: str | None = None, **options: Any) -> Graph:
    """Read a graph; see `read_graph`.

    Raises:
        MapFormatError: The file is malformed, or an edge has a weight that is not a number.
        MapLimitError: The graph has more nodes than the limit.
        MissingExtraError: defusedxml is not installed.
        OptionError: No edge, or not every edge, has that weight; or as `Graph`.
    """
    root = parsed_xml(source, source.rest(max(source.limit, 1024) * _BYTES_A_NODE))
    graphs = [each for each in root if _tag(each) == "graph"]
    if _tag(root) != "graphml" or len(graphs) != 1:
        raise source.error(
            found=f"a <{_tag(root)}> with {len(graphs)} graphs", expected="a <graphml> with one"
        )
    keys = {each.get("id", ""): _key(source, each) for each in root if _tag(each) == "key"}
    parts = list(_with_nested(source, graphs[0], 0))
    nodes = _nodes(source, keys, parts)
    if len(nodes) > source.limit:
        raise MapLimitError(f"{source.name} has {len(nodes):,} nodes; the limit is {source.limit:,}")
    edges = [edge for part in parts for edge in _edges(source, keys, nodes, part)]
    numbers = {name: number for number, name in enumerate(nodes)}
    streets = _streets(source, edges, numbers, weight)
    about = _data(source, keys, graphs[0], "graph")
    return _graph(nodes, streets, about, options)


def _with_nested(source: Source, graph: Any, depth: int) -> Iterator[Any]:
    """Yield a graph, and the graphs inside its nodes and edges, whose nodes and edges are part of it."""
    if depth > _DEEPEST:
        raise source.error(found=f"graphs nested {depth} deep", expected=f"at most {_DEEPEST}")
    yield graph
    for each in graph:
        if _tag(each) == "hyperedge":
            raise source.error(found="a <hyperedge>", expected="edges between two nodes")
        for inner in each:
            if _tag(inner) == "graph":
                yield from _with_nested(source, inner, depth + 1)


def _nodes(source: Source, keys: Keys, graphs: list[Any]) -> dict[str, dict[str, Any]]:
    """Return the data about each node, by its id."""
    nodes: dict[str, dict[str, Any]] = {}
    for each in (each for graph in graphs for each in graph if _tag(each) == "node"):
        name = each.get("id", "")
        if not name:
            raise source.error(found="a <node> without an id", expected="an id for each node")
        if name in nodes:
            raise source.error(found=f"a second node {name!r}", expected="an id for each node")
        nodes[name] = _data(source, keys, each, "node")
    return nodes


def _edges(source: Source, keys: Keys, nodes: Mapping[str, Any], graph: Any) -> list[Edge]:
    directed = _direction(source, graph.get("edgedefault", ""), "edgedefault")
    return [_edge(source, keys, nodes, each, directed) for each in graph if _tag(each) == "edge"]


def _graph(
    nodes: Mapping[str, dict[str, Any]], streets: list[Street], about: dict[str, Any], options: dict[str, Any]
) -> Graph:
    names: list[Any] = list(nodes)
    if all(map(_WHOLE.fullmatch, names)) and len(set(map(int, names))) == len(names):
        names = [int(name) for name in names]
    positions, degrees = _positions(list(nodes.values()))
    if positions is not None:
        metric = options.pop("metric", None)
        on_earth = degrees or "4326" in str(about.get("crs", ""))
        metric = metric or ("great_circle" if on_earth else "euclidean")
        return Graph.of_streets(names, positions, streets, metric=metric, **options)
    edges = [(names[each.source], names[each.target], each.cost) for each in streets]
    return Graph.from_edges(edges, names=names, data=[each.data for each in streets], **options)


def _positions(nodes: list[dict[str, Any]]) -> tuple[NDArray[np.float64] | None, bool]:
    """Return the positions of nodes, if all have one, and whether they are degrees."""
    for x, y in _PLACES:
        places = [(_float(node.get(x)), _float(node.get(y))) for node in nodes]
        if places and all(math.isfinite(a) and math.isfinite(b) for a, b in places):
            return np.array(places, np.float64), x != "x"
    return None, False


def _float(value: Any) -> float:
    try:
        return math.nan if isinstance(value, bool) or value is None else float(value)
    except ValueError:
        return math.nan


def _tag(element: Any) -> str:
    return str(element.tag).rpartition("}")[2]


def _key(source: Source, key: Any) -> tuple[str, str, str, Any]:
    name, kind = key.get("attr.name", key.get("id", "")), key.get("attr.type", "string")
    default = next((each.text or "" for each in key if _tag(each) == "default"), None)
    return key.get("for", "all"), name, kind, None if default is None else _value(source, default, kind, name)


def _data(source: Source, keys: Keys, element: Any, kind: str) -> dict[str, Any]:
    found = {}
    for each in element:
        if _tag(each) == "data":
            key = each.get("key", "")
            _, name, type_, _ = keys.get(key, ("all", key, "string", None))
            found[name] = _value(source, each.text or "", type_, name)
    defaults = {
        name: value for of, name, _, value in keys.values() if value is not None and of in (kind, "all")
    }
    return defaults | found


def _value(source: Source, text: str, kind: str, name: str) -> Any:
    if kind == "boolean" and text.lower() in ("true", "false", "1", "0"):
        return text.lower() in ("true", "1")
    if kind in ("int", "long") and _WHOLE.fullmatch(text.strip()):
        return int(text)
    if kind in ("float", "double") and "_" not in text and not math.isnan(_float(text)):
        return float(text)
    if kind == "string":
        return text
    raise source.error(found=f"the {name} {text!r}", expected=f"a value of the type {kind}")


def _direction(source: Source, text: str, what: str) -> bool:
    directed = _DIRECTED.get(text)
    if directed is None:
        raise source.error(found=f"the {what} {text!r}", expected="directed or undirected")
    return directed


def _edge(source: Source, keys: Keys, nodes: Mapping[str, Any], edge: Any, directed: bool) -> Edge:
    ends = edge.get("source", ""), edge.get("target", "")
    for end in ends:
        if end not in nodes:
            raise source.error(found=f"an edge with the end {end!r}", expected="an id of a node")
    if edge.get("directed") is not None:
        directed = _direction(source, edge.get("directed"), "directed")
    about = _data(source, keys, edge, "edge")
    if edge.get("id") is not None:
        about.setdefault("id", edge.get("id"))
    return *ends, about, directed


def _streets(
    source: Source, edges: list[Edge], numbers: Mapping[str, int], weight: str | None
) -> list[Street]:
    """Return the edges with their costs; numbers may be texts, as OSMnx writes them."""
    known = sorted({name for _, _, about, _ in edges for name in about})
    name = weight or ("weight" if "weight" in known or not known else None)
    if name is None:
        raise OptionError(f"say what an edge costs: weight=... Allowed: {', '.join(known)}")
    if weight is not None and weight not in known:
        raise unknown_name("edge attribute", weight, known)
    streets = []
    for begin, end, about, one_way in edges:
        cost = _float(about.get(name, None if known else 1.0))
        if not 0 <= cost < math.inf:
            raise source.error(
                found=f"the {name} {about.get(name)!r} of the edge from {begin!r} to {end!r}",
                expected="a number from 0 up",
            )
        streets.append(Street(numbers[begin], numbers[end], cost, _with_line(about)))
        if not one_way and begin != end:
            streets.append(turned(streets[-1]))
    return streets


def _with_line(about: dict[str, Any]) -> dict[str, Any]:
    """Return the data about an edge; a line in well-known text becomes an array ``(k, 2)``."""
    found = _LINE.fullmatch(str(about.get("geometry", "")).strip())
    if found is None:
        return about
    points = [[_float(number) for number in point.split()[:2]] for point in found[1].split(",")]
    if not all(len(point) == 2 and all(map(math.isfinite, point)) for point in points):
        return about
    return {**about, "geometry": np.array(points, np.float64)}
