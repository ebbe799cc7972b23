"""Queries on a generated road network, without an index and with one."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np

import pathstar as ps
from harness.roads import Roads, make_roads
from parts.roads import Judge

from .base import Case, Findings, Scale, Work, blocks
from .fields import filled

QUERIES = 40
BLOCKS = 5
INDEXES = ("contraction-hierarchies", "landmarks")


def graph_of(roads: Roads) -> ps.Graph:
    """Return a road network as a graph."""
    return ps.Graph.from_arrays(
        roads.sources, roads.targets, roads.costs, size=roads.size, positions=roads.places
    )


def driven(name: str, side: int) -> Work:
    """Return random queries, each path added up road by road."""
    roads = make_roads(side)
    graph, judge = graph_of(roads), Judge(roads)
    if name in INDEXES:
        planner = ps.Planner(graph, index=ps.build_index(graph, name))
    else:
        planner = ps.Planner(graph, name)
    pairs = np.random.default_rng(2).integers(0, roads.size, (QUERIES, 2)).tolist()
    dealt = blocks(pairs, BLOCKS)

    def run(number: int) -> list[Any]:
        paths = (planner.find(a, b) for a, b in dealt[number % len(dealt)])
        return [(path.cost, path.nodes) for path in paths]

    def read(number: int, found: list[Any]) -> Findings:
        findings = Findings()
        for (a, b), (cost, nodes) in zip(dealt[number % len(dealt)], found, strict=True):
            added = judge.cost(np.asarray(nodes, np.int64), a, b)
            findings.costs.append(cost)
            if not math.isclose(added, cost, rel_tol=1e-9):
                findings.problems.append(f"from {a} to {b}: {cost!r}, its roads add up to {added!r}")
        return findings

    return Work(run, read)


def cases(scale: Scale) -> Iterator[Case]:
    """Yield the cases."""
    side = scale.pick(400, 24)
    for name in ("astar", "dijkstra", "bidirectional-dijkstra", *INDEXES):
        yield Case(f"{name}/roads", partial(driven, name, side))
    yield Case("field/roads", partial(filled, partial(_graph, side), 0, outward=True))


def _graph(side: int) -> ps.Graph:
    return graph_of(make_roads(side))
