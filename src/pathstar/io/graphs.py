"""Graphs in files."""

from __future__ import annotations

import gzip
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import OptionError
from pathstar.io.dimacs import MILLIONTHS, format_coordinates, format_edges, parse_coordinates, parse_edges
from pathstar.io.edge_list import format_edge_list, parse_edge_list
from pathstar.io.roads import OSM_SUFFIX, XML_SUFFIXES
from pathstar.io.source import NODES, File, name_of, opened, put
from pathstar.maps.arguments import checked_name, checked_number, checked_switch, checked_whole
from pathstar.progress import Progress, Tell, reporting
from pathstar.spaces.graph import Graph
from pathstar.spaces.graphs.rows import check_graph

NODE_LIMIT = 2**26
EDGE_LIST_SUFFIXES = (".edges", ".edgelist")
_GRAPH_SUFFIXES = (".gr", *EDGE_LIST_SUFFIXES, *XML_SUFFIXES)
_LARGEST_PLACE = 10**18 / MILLIONTHS


def read_graph(
    file: File,
    *,
    coordinates: File | None = None,
    metric: str | None = None,
    cost_per_distance: float | None = None,
    node_limit: int = NODE_LIMIT,
    weight: str | None = None,
    profile: str | None = None,
    progress: Progress = None,
) -> Graph:
    r"""Read a graph: a file of the 9th DIMACS challenge, an edge list, GraphML, or OpenStreetMap streets.

    Node 1 of a ``.gr`` file is node 0 of the graph. A file named ``.edges`` or ``.edgelist`` is text with a
    line for each edge: ``a b 3``, or ``a -> b 3`` for one direction only. Names that contain blanks are
    separated by commas. The nodes keep the names of the file.

    A ``.graphml`` file keeps its names and attributes, and the positions of nodes that all have ``x`` and
    ``y``, or ``lon`` and ``lat``. An ``.osm`` file is an extract of OpenStreetMap in XML: crossings and ends
    of streets become nodes, and one-way rules, closed ways and speeds are obeyed. `Path.edges` has the names
    of streets. Both need defusedxml.

    Args:
        file: A path, or a file open in binary mode.
        coordinates: The ``.co`` file with the nodes' positions, in millionths of a degree; A* then has an
            estimate.
        metric: How to measure distances: ``"great_circle"``, or ``"euclidean"`` for positions on a plane. By
            default that of the file: the great circle, except in GraphML with positions that are not degrees.
        cost_per_distance: As for `Graph`: by default the largest value that overestimates no edge.
        node_limit: The maximum number of nodes; nothing larger is allocated.
        weight: The cost of an edge: in GraphML an attribute of edges, by default ``"weight"``; for streets
            ``"seconds"``, the default, or ``"metres"``.
        profile: Who travels on streets: ``"car"``, the default, ``"bicycle"`` or ``"foot"``.
        progress: Called with the fraction of the files that has been read; True shows a bar. An exception in
            it stops the call.

    Raises:
        FileNotFoundError: There is no such file.
        MapFormatError: A file is malformed; the message says where, and what was found and expected.
        MapLimitError: The graph has more nodes than the limit.
        OptionError: An unknown metric, or a file of another kind.
        ArrayError: With the great circle, a position is not on the earth.

    Example:
        >>> import io
        >>> read_graph(io.BytesIO(b"p sp 3 2\na 1 2 803\na 2 3 158\n"))
        Graph(3 nodes, 2 edges)
    """
    node_limit = checked_whole("node_limit", node_limit, 1)
    suffix = _suffix_of(file)
    if suffix != OSM_SUFFIX and profile is not None:
        raise OptionError(f"profile is {profile!r}, but only streets of an .osm file have any")
    if suffix not in XML_SUFFIXES and weight is not None:
        raise OptionError(f"weight is {weight!r}; only .graphml and .osm files have more than one")
    if coordinates is not None and suffix in XML_SUFFIXES:
        raise OptionError(f"coordinates go with a .gr file; a {suffix} file has its own")
    if coordinates is not None and suffix in EDGE_LIST_SUFFIXES:
        raise OptionError("coordinates go with a .gr file; nodes of an edge list have none")
    measures = {"metric": metric, "cost_per_distance": cost_per_distance}
    given: dict[str, Any] = {name: value for name, value in measures.items() if value is not None}
    if given and suffix in EDGE_LIST_SUFFIXES:
        raise OptionError(f"{next(iter(given))} goes with positions; nodes of an edge list have none")
    with reporting(progress, f"reading {name_of(file) or 'a graph'}") as tell:
        if coordinates is not None:
            return _read_roads(file, coordinates, node_limit, tell, given)
        with opened(file, node_limit, tell, limited=NODES) as source:
            if suffix == OSM_SUFFIX:
                from pathstar.io.roads.osm import parse_osm

                return parse_osm(source, profile or "car", weight or "seconds", **given)
            if suffix in XML_SUFFIXES:
                from pathstar.io.roads.graphml import parse_graphml

                return parse_graphml(source, weight, **given)
            if suffix in EDGE_LIST_SUFFIXES:
                return parse_edge_list(source)
            size, edges = parse_edges(source)
    return Graph.from_arrays(*edges.T, size=size, **{"metric": "great_circle", **given})


def _suffix_of(file: File) -> str:
    """Return the suffix of a graph's file, without that of gzip; ``.gr`` for a file without a suffix.

    Raises:
        OptionError: No graph is read from such files; the message says what to do.
    """
    name = name_of(file)
    bare = name[:-3] if name.lower().endswith(".gz") else name
    suffix = Path(bare).suffix.lower() or ".gr"
    if suffix == ".pbf":
        xml = f"{Path(bare).stem.removesuffix(OSM_SUFFIX)}{OSM_SUFFIX}"
        raise OptionError(f"{name} is not XML; `osmium cat {name} -o {xml}` makes a file that is")
    checked_name("kind of graph file", suffix, _GRAPH_SUFFIXES)
    if bare != name and suffix != ".gr":
        raise OptionError(
            f"{name}: only .gr files may be compressed; unpack others first, for example by gunzip"
        )
    return suffix


def _read_roads(
    file: File, coordinates: File, node_limit: int, tell: Tell | None, given: dict[str, Any]
) -> Graph:
    """Read a ``.gr`` and a ``.co`` file; each counts as half of the work."""
    halves = (
        [None, None] if tell is None else [lambda part: tell(part / 2), lambda part: tell(0.5 + part / 2)]
    )
    with opened(file, node_limit, halves[0], limited=NODES) as source:
        size, edges = parse_edges(source)
    with opened(coordinates, node_limit, halves[1], limited=NODES) as source:
        positions = parse_coordinates(source, size)
    return Graph.from_arrays(*edges.T, size=size, positions=positions, **{"metric": "great_circle", **given})


def write_graph(
    graph: Graph, file: File, *, coordinates: File | None = None, scale: float = 1.0, lossy: bool = False
) -> None:
    r"""Write a graph as a ``.gr`` file, and its positions as a ``.co`` file; ``.gz`` compresses.

    A file named ``.edges`` or ``.edgelist`` gets a line for each edge with the nodes' names; see
    `read_graph`.

    Args:
        graph: The graph.
        file: A path, or a file open in binary mode.
        coordinates: Where to write the positions, x and y in millionths.
        scale: The factor for the costs, which must make them whole numbers.
        lossy: Whether the nodes' names may be lost: the file has numbers only.

    Raises:
        OptionError: A cost is not a whole number, names would be lost, there are no positions ``(n, 2)``, or
            the file's name says another kind.

    Example:
        >>> import io
        >>> file = io.BytesIO()
        >>> write_graph(Graph.from_arrays([0, 1], [1, 2], [2.5, 4]), file, scale=2)
        >>> file.getvalue()
        b'p sp 3 2\na 1 2 5\na 2 3 8\n'
    """
    check_graph(graph, "write_graph")
    suffix = _suffix_of(file)
    if suffix in XML_SUFFIXES:
        raise OptionError("a graph is not written as XML; allowed: .gr, .edges, .edgelist")
    checked_switch("lossy", lossy)
    scale = checked_number("scale", scale, above=0, most=1e18)
    if suffix in EDGE_LIST_SUFFIXES:
        if coordinates is not None or scale != 1:
            raise OptionError("an edge list takes no coordinates and no scale; a .gr file does")
        _put(file, format_edge_list(graph))
        return
    if graph.names.given is not None and not lossy:
        raise OptionError("a .gr file cannot hold the nodes' names; allow the loss with lossy=True")
    places = None if coordinates is None else _checked_places(graph.positions)
    text = format_edges(graph, scale)
    if coordinates is not None and places is not None:
        _put(coordinates, format_coordinates(places))
    _put(file, text)


def _checked_places(positions: NDArray[Any] | None) -> NDArray[np.float64]:
    if positions is None:
        raise OptionError("the graph has no positions to write to coordinates")
    if positions.shape[1] != 2 or np.abs(positions).max(initial=0) >= _LARGEST_PLACE:
        raise OptionError(f"positions of shape {positions.shape} do not fit a .co file, which holds x and y")
    return positions


def _put(file: File, data: bytes) -> None:
    put(file, gzip.compress(data, mtime=0) if name_of(file).lower().endswith(".gz") else data)
