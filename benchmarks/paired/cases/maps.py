"""Queries on squares: the scenarios of seven maps, random costs from corner to corner, and one step."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

import pathstar as ps
from harness.check import Judge
from harness.maps import Query, find_map, read_costs, read_queries
from parts import one_step, weighted
from pathstar.maps.generate import city
from peers import NO_CUT, Costs, Peer
from peers.base import Rule
from peers.ours import LookingUp, Searching, grid_of

from .base import Case, Findings, LeftOutError, Scale, Work, blocks

MAPS = (
    "orz700d",
    "AcrosstheCape",
    "AR0011SR",
    "Berlin_1_1024",
    "maze512-8-0",
    "16room_000",
    "random512-40-0",
)
GENERATED = "generated"
ALGORITHMS = ("astar", "auto")
INDEXES = ("jump-table", "subgoal", "hub-labels")
QUERIES = 120
BLOCKS = 6


def ground(name: str, count: int = QUERIES) -> tuple[Costs, list[Query]]:
    """Return the costs and queries of a MovingAI map, or of a small generated city.

    Raises:
        LeftOutError: There is no such map.
    """
    if name == GENERATED:
        costs = np.where(city(64, 64, seed=1).passable, 1.0, np.inf)
        return costs, joined_pairs(grid_of(costs), count)
    try:
        file = find_map(name)
    except FileNotFoundError as error:
        raise LeftOutError(str(error)) from None
    return read_costs(file), read_queries(file, count)


def joined_pairs(space: Any, count: int) -> list[Query]:
    """Return queries between random places of a connected part that is at least half of a space."""
    dice = np.random.default_rng(2)
    free = np.flatnonzero(space.is_free(np.arange(space.size, dtype=np.uint32)))
    reached = np.zeros(0, np.int64)
    while 2 * len(reached) < len(free):
        source = tuple(space.places_of(dice.choice(free, 1))[0].tolist())
        reached = np.flatnonzero(np.isfinite(ps.distance_field(space, [source]).costs))
    ends = space.places_of(dice.choice(reached, 2 * count)).tolist()
    return [Query(tuple(a), tuple(b)) for a, b in zip(ends[::2], ends[1::2], strict=True)]


def peer(
    name: str, *, index: bool = False, rule: Rule = NO_CUT, space: Callable[[Costs], Any] = grid_of
) -> Peer:
    """Return one of pathstar's algorithms or kinds of index."""
    return Peer(
        name, "pathstar", rule, partial(LookingUp if index else Searching, algorithm=name, space=space)
    )


def asked(asking: Peer, costs: Costs, queries: list[Query], where: str) -> Work:
    """Return the work of one peer on one map: a block of queries per batch, every path checked."""
    finder = asking.make(costs)
    judge = Judge(where, costs)
    numbers = blocks(range(len(queries)), BLOCKS)

    def run(number: int) -> list[Any]:
        block = numbers[number % len(numbers)]
        return [finder.find(queries[i].start, queries[i].goal) for i in block]

    def read(number: int, found: list[Any]) -> Findings:
        costs_found = []
        for i, answer in zip(numbers[number % len(numbers)], found, strict=True):
            points, stated = finder.read(answer)
            judge.look(asking, i, queries[i], points, stated)
            costs_found.append(float("nan") if stated is None else stated)
        judge.compare(queries)
        problems, judge.problems = judge.problems, []
        return Findings(costs_found, problems)

    return Work(run, read)


def on_map(name: str, place: str, *, index: bool = False) -> Work:
    """Return the scenario of a map for an algorithm or an index."""
    return asked(peer(name, index=index), *ground(place), where=place)


def corner_to_corner(name: str, size: int) -> Work:
    """Return one query over random costs 1..9."""
    costs = weighted.world()[:size, :size]
    return asked(peer(name), costs, [Query((0, 0), (size - 1, size - 1))], "random costs")


def next_cell(name: str) -> Work:
    """Return queries whose goal is the next cell of a large map."""
    costs = one_step.world()
    return asked(peer(name), costs, one_step.neighbours(costs), "one step")


def cases(scale: Scale) -> Iterator[Case]:
    """Yield the cases."""
    for name in (*ALGORITHMS, *INDEXES):
        for place in scale.pick(MAPS, (GENERATED,)):
            yield Case(f"{name}/{place}", partial(on_map, name, place, index=name in INDEXES))
    size = scale.pick(weighted.SIZE, 64)
    for name in ("astar", "dijkstra", "bidirectional-dijkstra"):
        yield Case(f"{name}/random costs", partial(corner_to_corner, name, size))
    for name in ALGORITHMS:
        yield Case(f"{name}/one step", partial(next_cell, name))
