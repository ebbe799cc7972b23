"""Graphs in the form of the page: the positions of nodes in the picture, the edges, and their costs."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import ArrayError, PlaceError, PlaceTypeError
from pathstar.spaces.graph import Graph
from pathstar.studio.limits import Limits
from pathstar.studio.refusals import StudioError, TooLargeError
from pathstar.studio.runs import MOVES, Options
from pathstar.studio.wire.packing import unpacked
from pathstar.viz.layouts.network import draw_at, graph_layout
from pathstar.words import Say

GRAPH: Literal["graph"] = "graph"
_FARTHEST = 1e6


@dataclass(slots=True)
class GraphBoard:
    """A graph in the form of the page.

    If its costs are lengths, moving a node changes them, and the straight line is the estimate. Otherwise
    moving a node only changes the picture: costs, and the places that the estimate uses, stay the same.

    Attributes:
        centres: The positions of the nodes in the picture, float64 ``(n, 2)``, y down, in units of about a
            node.
        edges: Node to node, int64 ``(m, 2)``.
        costs: The costs of the edges, float64 ``(m,)``; None if costs are the lengths between centres.
        names: The names of the nodes; empty if the nodes are named by their numbers.
        places: The real positions of the nodes, float64 ``(n, 2)``, or None.
        metric: The metric of the places, as in `Graph`.
    """

    centres: NDArray[np.float64]
    edges: NDArray[np.int64]
    costs: NDArray[np.float64] | None
    names: tuple[str, ...] = ()
    places: NDArray[np.float64] | None = None
    metric: str = "euclidean"
    spaces: list[Graph] = field(default_factory=list)

    @property
    def id(self) -> str:
        """A hash that is the same for equal boards, even after a restart."""
        parts = (self.centres, self.edges, self.costs, self.places)
        shape = repr(
            (GRAPH, self.names, self.metric, [None if part is None else part.shape for part in parts])
        )
        data = b"".join(part.tobytes() for part in parts if part is not None)
        return hashlib.blake2b(shape.encode() + data, digest_size=12).hexdigest()

    def space(self, options: Options) -> Graph:
        """Return the graph; it is cached.

        Raises:
            OptionError: An option that graphs do not have.
            PathstarError: As for `Graph`.
        """
        options.refuse((*MOVES, "cost_model", "profile", "danger", "size"), "a graph")
        if not self.spaces:
            self.spaces.append(self._made())
        return self.spaces[0]

    def _made(self) -> Graph:
        sources, targets = self.edges.T
        costs, places = self.costs, self.places
        if costs is None:
            places = self.centres
            costs = np.hypot(*(places[sources] - places[targets]).T)
        graph = Graph.from_arrays(
            sources,
            targets,
            costs,
            size=len(self.centres),
            names=self.names or None,
            positions=places,
            metric="euclidean" if self.costs is None else self.metric,
        )
        draw_at(graph, self.centres)
        return graph

    def place(self, given: Sequence[int], name: str) -> Any:
        """Return the name of a node from the page's ``[number]``.

        Raises:
            PlaceTypeError: It is not one number.
            PlaceError: There is no such node.
        """
        if len(given) != 1:
            raise PlaceTypeError(f"{name} is {list(given)}; a place in a graph is [node]")
        if given[0] >= len(self.centres):
            raise PlaceError(
                f"{name} is node {given[0]}; there are {len(self.centres)} nodes, counted from 0"
            )
        return self.names[given[0]] if self.names else given[0]


def board_of_graph(graph: Graph, limits: Limits) -> GraphBoard:
    """Turn a graph into a board: its nodes are drawn at their positions, or in layers around the first one.

    Raises:
        MapLimitError: The graph is too large for the studio.
    """
    check_graph_size(graph.size, graph.edges, limits)
    counted = graph.offsets[1:] - graph.offsets[:-1]
    sources = np.repeat(np.arange(graph.size), counted)
    positions = graph.positions
    return GraphBoard(
        centres=graph_layout(graph, None).centres.astype(np.float32).astype(np.float64),
        edges=np.stack([sources, graph.targets], axis=-1).astype(np.int64),
        costs=np.array(graph.costs, np.float64),
        names=() if graph.names.given is None else tuple(map(str, graph.names.given)),
        places=None if positions is None else np.array(positions[:, :2], np.float64),
        metric=graph.metric or "euclidean",
    )


def check_graph_size(nodes: int, edges: int, limits: Limits) -> None:
    """Raise MapLimitError for a graph that is too large for the studio, StudioError for one without nodes."""
    if nodes > limits.nodes or edges > limits.edges:
        numbers = {"nodes": nodes, "edges": edges, "most": limits.nodes, "most_edges": limits.edges}
        values = {name: f"{value:,}" for name, value in numbers.items()}
        raise TooLargeError(
            Say("studio.refused.graph.size", values),
            f"a graph of {nodes:,} nodes and {edges:,} edges; the studio takes up to "
            f"{limits.nodes:,} nodes and {limits.edges:,} edges, both ways counted",
        )
    if nodes < 1:
        raise StudioError(Say("studio.refused.graph.empty"))


def board_of_sent(
    centres: str,
    edges: str,
    costs: str | None,
    names: Sequence[str],
    places: str | None,
    metric: str,
    limits: Limits,
) -> GraphBoard:
    """Read a graph from the page: arrays as base64, low bytes first.

    Raises:
        MapLimitError: The graph is too large for the studio.
        ArrayError: An array is not base64, has the wrong length, or holds a number that is not finite.
        PathstarError: As for `Graph`.
    """
    points = _finite(_array(centres, "<f4", 2, "centres"), "centres")
    joined = _array(edges, "<u4", 2, "edges").astype(np.int64)
    check_graph_size(len(points), len(joined), limits)
    board = GraphBoard(
        centres=points,
        edges=joined,
        costs=None if costs is None else _array(costs, "<f8", 1, "costs").ravel(),
        names=tuple(names),
        places=None if places is None else _finite(_array(places, "<f8", 2, "places"), "places"),
        metric=metric,
    )
    board.space(Options())
    return board


def _array(text: str, kind: str, columns: int, name: str) -> NDArray[Any]:
    raw = unpacked(text, name)
    row = np.dtype(kind).itemsize * columns
    if len(raw) % row:
        raise ArrayError(f"{name} holds {len(raw)} bytes; it must be {row} for each row")
    return np.frombuffer(raw, kind).reshape(-1, columns)


def _finite(points: NDArray[Any], name: str) -> NDArray[np.float64]:
    values = points.astype(np.float64)
    wrong = np.flatnonzero(~(np.abs(values) <= _FARTHEST).all(axis=1))
    if wrong.size:
        node = int(wrong[0])
        raise ArrayError(
            f"{name} of node {node} are {values[node].tolist()}; allowed: numbers from {-_FARTHEST:g} to "
            f"{_FARTHEST:g}"
        )
    return values
