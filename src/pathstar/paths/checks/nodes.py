"""The checker's rules for nodes with names: each step is an edge."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from pathstar.paths.checks.places import listed, node_problem
from pathstar.paths.checks.verdict import Verdict, right, wrong
from pathstar.spaces.base import Place, place_list
from pathstar.spaces.custom import Custom
from pathstar.spaces.graph import Graph


def nodes_verdict(space: Graph | Custom, path: Any, start: Place | None, goal: Place | None) -> Verdict:
    """Check a list of nodes edge by edge."""
    places, problem = listed(path)
    for row, place in enumerate(places):
        if problem := node_problem(space, place):
            return wrong(problem, max(row - 1, 0))
    if problem:
        return wrong(problem)
    for word, wanted, actual in (("start", start, places[0]), ("end", goal, places[-1])):
        if wanted is None:
            continue
        if problem := node_problem(space, wanted):
            return wrong(f"it should {word} at a node, but {problem}")
        if wanted != actual:
            return wrong(f"it {word}s at {actual!r}, not at {wanted!r}")
    cost = 0.0
    for step, (place, following) in enumerate(pairwise(places)):
        edges = _edges_of(space, place)
        costs = [float(cost) for target, cost in edges if target == following and cost < math.inf]
        if not costs:
            return wrong(f"{place!r} to {following!r} is not an edge", step)
        cost += min(costs)
    return right(cost)


def _edges_of(space: Graph | Custom, place: Place) -> Iterable[tuple[Place, float]]:
    if isinstance(space, Custom):
        edges: Iterable[tuple[Place, float]] = space.neighbors(place)
        return edges
    node = space.node_of(place)
    row = slice(int(space.offsets[node]), int(space.offsets[node + 1]))
    return zip(place_list(space.places_of(space.targets[row])), space.costs[row].tolist(), strict=True)
