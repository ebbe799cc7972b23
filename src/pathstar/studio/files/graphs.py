"""Graphs in the files that the page opens and saves."""

from __future__ import annotations

import io
from pathlib import Path

from pathstar.errors import ArrayError, OptionError
from pathstar.io.formats import GRAPH_SUFFIXES
from pathstar.io.graphs import read_graph, write_graph
from pathstar.spaces.graph import Graph
from pathstar.studio.files.folder import Named, check_suffix, plain_limits
from pathstar.studio.limits import Limits
from pathstar.studio.refusals import StudioError
from pathstar.words import Say

_SUFFIXES = tuple(suffix for suffix in GRAPH_SUFFIXES if suffix != ".co")


def is_graph_file(name: str) -> bool:
    """Return whether a file of that name holds a graph.

    Example:
        >>> is_graph_file("roads.gr"), is_graph_file("arena.map")
        (True, False)
    """
    return Path(name).suffix.lower() in GRAPH_SUFFIXES


def places_file(name: str) -> str | None:
    """Return the name of the file with the positions for a ``.gr`` file.

    Example:
        >>> places_file("maps/roads.gr"), places_file("a.edges")
        ('maps/roads.co', None)
    """
    path = Path(name)
    return path.with_suffix(".co").as_posix() if path.suffix.lower() == ".gr" else None


def graph_of_bytes(
    name: str, data: bytes, coordinates: bytes | None, limits: Limits
) -> tuple[Graph, list[Say]]:
    """Read a graph from a file's content.

    Args:
        name: The file's name.
        data: Its content.
        coordinates: The content of its ``.co`` file.
        limits: The limits for a graph's size.

    Returns:
        The graph, and notes for the user.

    Raises:
        PathstarError: A file is malformed, too large, or contains only positions.
    """
    file = Named(data, Path(name).name)
    if file.name.lower().endswith(".co"):
        raise StudioError(Say("studio.refused.graph.places", {"file": file.name}))
    if coordinates is None:
        with plain_limits():
            return read_graph(file, node_limit=limits.nodes), []
    places = Named(coordinates, Path(name).with_suffix(".co").name)
    try:
        with plain_limits():
            return read_graph(file, coordinates=places, node_limit=limits.nodes), []
    except ArrayError:
        for each in (file, places):
            each.seek(0)
        graph = read_graph(file, coordinates=places, node_limit=limits.nodes, metric="euclidean")
        return graph, [Say("on_a_plane")]


def bytes_of_graph(name: str, graph: Graph) -> tuple[dict[str, bytes], list[Say]]:
    """Return the contents of a graph's files by their names, and what they leave out.

    Raises:
        StudioError: An unknown format, or costs that it cannot hold.
    """
    suffix = Path(name).suffix.lower()
    check_suffix(name, _SUFFIXES)
    file = Named(b"", Path(name).name)
    if suffix != ".gr":
        write_graph(graph, file)
        lost = [Say("lost.positions")] if graph.positions is not None else []
        return {name: file.getvalue()}, lost
    places = None if graph.positions is None else io.BytesIO()
    notes = [] if graph.names.given is None else [Say("lost.node_names")]
    try:
        write_graph(graph, file, coordinates=places, lossy=True)
    except OptionError as error:
        say = Say("studio.refused.graph.costs", {"file": name})
        raise StudioError(say, f"{error}; a file in .edges holds any costs") from None
    files = {name: file.getvalue()}
    beside = places_file(name)
    if places is not None and beside is not None:
        files[beside] = places.getvalue()
    return files, notes
