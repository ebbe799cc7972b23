"""Part 4: a made-up road network of 1,000,000 crossings, from one to another and from one to all."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, field
from statistics import median
from typing import Any

import numpy as np

from harness.clock import Clock
from harness.race import Settings
from harness.report import table, three_digits, version_of
from harness.roads import Roads, make_roads
from peers.graphs import GRAPH_PEERS, GraphPeer, Nodes

SIDE = 1000
QUERIES = 12
TO_ALL = 3
OURS = "pathstar"


@dataclass
class Figure:
    """One peer: milliseconds of its queries, those of all costs from one node, seconds of its set-up."""

    peer: str
    setup: float
    query_ms: dict[int, float] = field(default_factory=dict)
    to_all_ms: list[float] = field(default_factory=list)


@dataclass
class Outcome:
    """All figures, and every problem found."""

    figures: list[Figure] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, object]:
        """Return plain data."""
        return asdict(self)


class Judge:
    """Adds up paths road by road, and holds every peer against the best of all."""

    def __init__(self, roads: Roads) -> None:
        self._roads = roads
        self._keys = roads.sources * roads.size + roads.targets
        order = np.argsort(self._keys)
        self._keys, self._costs = self._keys[order], roads.costs[order]

    def cost(self, nodes: Nodes, a: int, b: int) -> float:
        """Return what a path costs; infinity for none, NaN for one that leaves the roads."""
        if len(nodes) == 0:
            return math.inf
        keys = nodes[:-1] * self._roads.size + nodes[1:]
        at = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        if nodes[0] != a or nodes[-1] != b or (self._keys[at] != keys).any():
            return math.nan
        return math.fsum(self._costs[at])


def measure(settings: Settings, clock: Clock, side: int = SIDE) -> Outcome:
    """Set the peers up one after another, for their memory; each answers the same queries."""
    roads = make_roads(side)
    queries = np.random.default_rng(2).integers(0, roads.size, (QUERIES, 2)).tolist()
    judge, outcome = Judge(roads), Outcome()
    best: dict[int, float] = {}
    for peer in GRAPH_PEERS:
        if version_of(peer.package) == "not installed":
            continue
        figure, costs = race(peer, roads, queries, settings, clock, judge)
        outcome.figures.append(figure)
        for number, cost in costs.items():
            known = best.setdefault(number, cost)
            if not math.isclose(cost, known, rel_tol=1e-9):
                outcome.problems.append(f"roads, query {number}: {peer.name} {cost!r}, before it {known!r}")
    return outcome


def race(
    peer: GraphPeer,
    roads: Roads,
    queries: list[list[int]],
    settings: Settings,
    clock: Clock,
    judge: Judge,
) -> tuple[Figure, dict[int, float]]:
    """Ask one peer all queries while its budget lasts; return its figures and its costs."""
    made, setup = clock.time(peer.make, roads)
    find, read = made
    figure, costs = Figure(peer.name, setup), {}
    for number, (a, b) in enumerate(queries):
        if sum(figure.query_ms.values()) > settings.budget * 1e3:
            break
        found, seconds = fastest(clock, settings.repetitions, find, a, b)
        figure.query_ms[number] = seconds * 1e3
        costs[number] = judge.cost(read(found), a, b)
    if peer.to_all is not None:
        call = peer.to_all(roads)
        call(0)
        figure.to_all_ms = [clock.time(call, a)[1] * 1e3 for a, _ in queries[:TO_ALL]]
    return figure, costs


def fastest(clock: Clock, repetitions: int, call: Any, *arguments: int) -> tuple[Any, float]:
    """Return the answer and the best time; what takes over a second is asked once."""
    found, best = clock.time(call, *arguments)
    for _ in range(repetitions - 1 if best < 1 else 0):
        best = min(best, clock.time(call, *arguments)[1])
    return found, best


def show(outcome: Outcome) -> str:
    """Return the table; ratios are over the queries that both answered, against pathstar's A*."""
    ours = outcome.figures[0]
    rows = []
    for row in outcome.figures:
        both = [row.query_ms[number] / ours.query_ms[number] for number in row.query_ms]
        ratio = math.exp(math.fsum(map(math.log, both)) / len(both))
        to_all = three_digits(median(row.to_all_ms)) if row.to_all_ms else "-"
        times = three_digits(median(row.query_ms.values())), f"{ratio:.2f}x"
        rows.append([row.peer, *times, str(len(both)), to_all, three_digits(row.setup)])
    head = ["peer", "query ms", "against A*", "queries", "to all ms", "set-up s"]
    return f"\n## A road network of {SIDE * SIDE:,} crossings\n\n{table(head, rows)}\n"
