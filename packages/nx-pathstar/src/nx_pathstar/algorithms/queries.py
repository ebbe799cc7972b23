"""The searches that the functions share."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import islice
from typing import Any

import networkx as nx
import numpy as np
from numpy.typing import NDArray

import pathstar as ps
from nx_pathstar.graph import Graph
from nx_pathstar.mappings import Lengths, Routes
from nx_pathstar.weighting import Weight, Weighting

BEFORE_3_5 = tuple(map(int, nx.__version__.split(".")[:2])) < (3, 5)  # some results had another shape
_MOST_NUMBERS = 4_000_000  # costs in one block of all pairs


def row_of(graph: Graph, node: Any, message: str) -> int:
    """Return the row of a node.

    Raises:
        NodeNotFound: There is no such node; with the given message.
    """
    row = graph.number(node)
    if row is None:
        raise nx.NodeNotFound(message)
    return row


def row_to(graph: Graph, node: Any) -> int | None:
    """Return the row of a node, or None if there is no such node.

    Raises:
        TypeError: It has no hash; networkx then raises it where it looks the node up in a dict.
    """
    hash(node)
    return graph.number(node)


def find(
    graph: Graph,
    source: int,
    target: int,
    weight: Weight,
    index: str | None = None,
    cutoff: float | None = None,
) -> tuple[float, list[Any]] | None:
    """Return length and nodes of a shortest path between two rows, or None if there is none.

    Args:
        graph: The graph.
        source: The row of the start.
        target: The row of the end.
        weight: As networkx takes it.
        index: A kind of index to use; by default the one with which the graph was made.
        cutoff: The most that the path may cost.
    """
    weighting = graph.weighted(weight)
    if cutoff is None:
        path = weighting.planner(index or graph.index_for(weight)).find(source, target)
    else:
        path = ps.find_path(
            weighting.space, source, target, max_cost=_most(cutoff), only=_only(cutoff, [source])
        )
    if not path:
        return None
    return weighting.length(path.cost), graph.named(path.nodes)


def lengths_from(
    graph: Graph, sources: Iterable[int], weight: Weight, cutoff: float | None, *, outward: bool = True
) -> Lengths:
    """Return the lengths from the nearest of some rows to all nodes, or from all nodes to it."""
    weighting = graph.weighted(weight)
    return Lengths(graph, weighting, _field(weighting, list(sources), cutoff, outward).costs)


def routes_from(
    graph: Graph, sources: Iterable[int], weight: Weight, cutoff: float | None, *, outward: bool = True
) -> tuple[Lengths, Routes]:
    """Return lengths and paths from the nearest of some rows to all nodes, or from all nodes to it."""
    weighting = graph.weighted(weight)
    return _routes(graph, weighting, _field(weighting, list(sources), cutoff, outward))


def all_lengths(graph: Graph, weight: Weight, cutoff: float | None) -> Iterator[tuple[Any, Lengths]]:
    """Yield each node with the lengths from it to all nodes; all processors work on them, block by block."""
    if not len(graph):
        return
    weighting = graph.weighted(weight)
    size = len(graph)
    for rows, costs in cost_blocks(weighting, size, cutoff):
        for row, line in zip(rows, costs, strict=True):
            yield graph.nodes[row], Lengths(graph, weighting, line)


def cost_blocks(
    weighting: Weighting, size: int, cutoff: float | None
) -> Iterator[tuple[range, NDArray[np.float64]]]:
    """Yield ranges of rows, and the costs from each of them to all, float64 ``(rows, size)``."""
    everywhere = np.arange(size)
    planner = ps.Planner(weighting.space, only=_only(cutoff, []))
    most = max(1, _MOST_NUMBERS // size)
    for first in range(0, size, most):
        rows = range(first, min(first + most, size))
        yield rows, ps.cost_matrix(planner, np.array(rows), everywhere, max_cost=_most(cutoff))


def all_routes(
    graph: Graph, weight: Weight, cutoff: float | None
) -> Iterator[tuple[Any, tuple[Lengths, Routes]]]:
    """Yield each node with lengths and paths from it to all nodes; all processors work on them."""
    if not len(graph):
        return
    weighting = graph.weighted(weight)
    workers = os.cpu_count() or 1
    search = partial(_field, weighting, cutoff=cutoff, outward=True)
    rows = iter(range(len(graph)))
    with ThreadPoolExecutor(workers) as pool:
        while block := list(islice(rows, 4 * workers)):
            for row, field in zip(block, pool.map(search, ([row] for row in block)), strict=True):
                yield graph.nodes[row], _routes(graph, weighting, field)


def _field(weighting: Weighting, sources: list[int], cutoff: float | None, outward: bool) -> ps.Field:
    most, only = _most(cutoff), _only(cutoff, sources)
    return ps.distance_field(weighting.space, sources, outward=outward, max_cost=most, only=only)


def _routes(graph: Graph, weighting: Weighting, field: ps.Field) -> tuple[Lengths, Routes]:
    path = field.path_to if field.outward else field.path_from
    return Lengths(graph, weighting, field.costs), Routes(graph, field.costs, path)


def _most(cutoff: float | None) -> float | None:
    """Return what paths may cost at most; networkx compares with the cutoff, and nothing exceeds NaN."""
    return None if cutoff is None or cutoff != cutoff else float(max(0, min(cutoff, sys.float_info.max)))


def _only(cutoff: float | None, sources: list[int]) -> list[int] | None:
    """Return the only rows to enter: a cutoff below 0 excludes each step, also one that costs nothing."""
    return None if cutoff is None or not cutoff < 0 else sources
