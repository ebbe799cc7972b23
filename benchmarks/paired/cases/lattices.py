"""Paths over hexagons and voxels."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

import pathstar as ps
from harness.boxes import walk
from peers import Costs
from peers.base import HEXAGONS
from peers.ours import hexagons_of

from .base import Case, Findings, Scale, Work, blocks
from .fields import Shape, random_costs, walls
from .maps import asked, joined_pairs, peer

QUERIES = 24
BLOCKS = 4


def hexagons(name: str, costs: Costs) -> Work:
    """Return random queries over hexagons."""
    queries = joined_pairs(hexagons_of(costs), QUERIES)
    return asked(peer(name, rule=HEXAGONS, space=hexagons_of), costs, queries, "hexagons")


def voxels(name: str, costs: Costs, directions: int) -> Work:
    """Return random queries over voxels; the cost of each path is added up."""
    free = np.isfinite(costs)
    uniform = bool((costs[free] == 1.0).all())
    grid = ps.VoxelGrid(free, directions=directions, corners="free", cost=None if uniform else costs)
    planner = ps.Planner(grid, name)
    dealt = blocks(joined_pairs(grid, QUERIES), BLOCKS)

    def run(number: int) -> list[Any]:
        paths = (planner.find(query.start, query.goal) for query in dealt[number % len(dealt)])
        return [(path.cost, path.points) for path in paths]

    def read(number: int, found: list[Any]) -> Findings:
        findings = Findings()
        for cost, points in found:
            walked = walk(points, costs, directions)
            findings.costs.append(cost)
            if not math.isclose(walked, cost, rel_tol=1e-9):
                findings.problems.append(f"a path of cost {cost!r}: its steps add up to {walked!r}")
        return findings

    return Work(run, read)


def blocked(shape: Shape) -> Costs:
    """Return costs of 1 and walls."""
    return np.where(walls(shape), 1.0, np.inf)


def cases(scale: Scale) -> Iterator[Case]:
    """Yield the cases."""
    flat, solid = scale.pick((512, 512), (40, 40)), scale.pick((64, 64, 64), (10, 10, 10))
    for ground, costs in (("walls", blocked), ("costs", random_costs)):
        for name in ("astar", "bidirectional-dijkstra"):
            yield Case(f"{name}/hexagons, {ground}", partial(_hexagons, name, costs, flat))
        for directions in (6, 26):
            label = f"astar/voxels of {directions} neighbours, {ground}"
            yield Case(label, partial(_voxels, "astar", costs, solid, directions))


def _hexagons(name: str, costs: Callable[[Shape], Costs], shape: Shape) -> Work:
    return hexagons(name, costs(shape))


def _voxels(name: str, costs: Callable[[Shape], Costs], shape: Shape, directions: int) -> Work:
    return voxels(name, costs(shape), directions)
