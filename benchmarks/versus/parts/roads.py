"""Part 4: a generated road network of 1,000,000 crossings, from one to another and from one to all.

Each peer is set up in a separate process. They run query by query in turn, so that a busy moment of the
machine hits all alike; a peer that takes too long is ended.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from functools import partial
from statistics import fmean, median
from typing import Any

import numpy as np

from harness.apart import Apart
from harness.clock import Clock
from harness.race import Settings
from harness.report import geometric_mean, table, three_digits, version_of
from harness.roads import Roads, make_roads
from peers.graphs import GRAPH_PEERS, GraphPeer, Nodes

SIDE = 1000
QUERIES = 12
TO_ALL = 3
ONCE = 2000
FAST_MS = 1.0


@dataclass
class Figure:
    """One peer: milliseconds of its queries, those of all costs from one node, seconds of its set-up.

    A peer whose queries take under `FAST_MS` gets `ONCE` more, each once, with nothing in the caches.
    """

    peer: str
    setup: float = math.nan
    query_ms: dict[int, float] = field(default_factory=dict)
    to_all_ms: list[float] = field(default_factory=list)
    once_us: float = math.nan
    trouble: str = ""


@dataclass
class Outcome:
    """All figures, and every problem found."""

    figures: list[Figure] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, object]:
        """Return plain data."""
        return asdict(self)


class Judge:
    """Adds up paths road by road, and compares every peer with the best of all."""

    def __init__(self, roads: Roads) -> None:
        self._roads = roads
        self._keys = roads.sources * roads.size + roads.targets
        order = np.argsort(self._keys)
        self._keys, self._costs = self._keys[order], roads.costs[order]

    def cost(self, nodes: Nodes, a: int, b: int) -> float:
        """Return the cost of a path; infinity for none, NaN for one that leaves the roads."""
        if len(nodes) == 0:
            return math.inf
        keys = nodes[:-1] * self._roads.size + nodes[1:]
        at = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        if nodes[0] != a or nodes[-1] != b or (self._keys[at] != keys).any():
            return math.nan
        return math.fsum(self._costs[at])


class Desk:
    """One peer, set up: replies to requests with the seconds that it took, and the costs."""

    def __init__(self, peer: GraphPeer, roads: Roads, judge: Judge, clock: Clock) -> None:
        self._clock, self._judge = clock, judge
        made, self._setup = clock.time(peer.make, roads)
        self._find, self._read = made
        self._all: Callable[[int], Any] | None = None
        if peer.to_all is not None:
            self._all = peer.to_all(roads)
            self._all(0)

    def __call__(self, what: str, *arguments: Any) -> Any:
        """Handle one request."""
        answer: Any = getattr(self, what)(*arguments)
        return answer

    def setup(self) -> float:
        """Return the seconds of the set-up."""
        return self._setup

    def find(self, a: int, b: int, repetitions: int) -> tuple[float, float]:
        """Return the best time of a query, run only once if over a second, and the cost of its path."""
        found, best = self._clock.time(self._find, a, b)
        for _ in range(repetitions - 1 if best < 1 else 0):
            best = min(best, self._clock.time(self._find, a, b)[1])
        return best, self._judge.cost(self._read(found), a, b)

    def once(self, pairs: list[list[int]]) -> tuple[list[float], list[float]]:
        """Return times and costs of queries that are each run once."""
        answers = [(self._clock.time(self._find, a, b), a, b) for a, b in pairs]
        costs = [self._judge.cost(self._read(found), a, b) for (found, _), a, b in answers]
        return [seconds for (_, seconds), _, _ in answers], costs

    def to_all(self, a: int) -> float | None:
        """Return the seconds for all costs from a node, if that is measured."""
        return None if self._all is None else self._clock.time(self._all, a)[1]


def measure(settings: Settings, clock: Clock, side: int = SIDE) -> Outcome:
    """Set the peers up one after another; then each runs the same queries in turn."""
    roads = make_roads(side)
    pairs = np.random.default_rng(2).integers(0, roads.size, (QUERIES + ONCE, 2)).tolist()
    judge, outcome = Judge(roads), Outcome()
    desks: list[tuple[Apart, Figure]] = []
    for peer in GRAPH_PEERS:
        if version_of(peer.package) == "not installed":
            continue
        desk, figure = Apart(partial(Desk, peer, roads, judge, clock), settings.limit), Figure(peer.name)
        figure.setup = desk.ask("setup") or math.nan
        outcome.figures.append(figure)
        desks.append((desk, figure))
    try:
        race(desks, pairs[:QUERIES], settings, outcome.problems)
        for desk, figure in desks:
            ask_once(desk, figure, pairs[QUERIES:], outcome.problems)
    finally:
        for desk, figure in desks:
            figure.trouble = desk.trouble
            desk.close()
    return outcome


def race(
    desks: list[tuple[Apart, Figure]], pairs: list[list[int]], settings: Settings, problems: list[str]
) -> None:
    """Run all queries with all peers in turn, each while its budget lasts."""
    for number, (a, b) in enumerate(pairs):
        known: float | None = None
        for desk, figure in desks:
            if sum(figure.query_ms.values()) > settings.budget * 1e3:
                continue
            answer = desk.ask("find", a, b, settings.repetitions)
            if answer is None:
                continue
            seconds, cost = answer
            figure.query_ms[number] = seconds * 1e3
            known = cost if known is None else known
            if not math.isclose(cost, known, rel_tol=1e-9):
                problems.append(f"roads, query {number}: {figure.peer} {cost!r}, before it {known!r}")
    for a, _ in pairs[:TO_ALL]:
        for desk, figure in desks:
            seconds = desk.ask("to_all", a)
            if seconds is not None:
                figure.to_all_ms.append(seconds * 1e3)


def ask_once(desk: Apart, figure: Figure, pairs: list[list[int]], problems: list[str]) -> None:
    """Run many more queries with a fast peer."""
    if not figure.query_ms or median(figure.query_ms.values()) > FAST_MS:
        return
    answer = desk.ask("once", pairs)
    if answer is None:
        return
    seconds, costs = answer
    figure.once_us = fmean(seconds) * 1e6
    problems += [
        f"roads, from {a} to {b}: {figure.peer} left the roads"
        for (a, b), cost in zip(pairs, costs, strict=True)
        if math.isnan(cost)
    ]


def show(outcome: Outcome) -> str:
    """Return the table; ratios are to pathstar's A*, over the queries that both ran."""
    ours = outcome.figures[0]
    rows = []
    for row in outcome.figures:
        both = [ms / ours.query_ms[number] for number, ms in row.query_ms.items() if number in ours.query_ms]
        cells = [
            three_digits(median(row.query_ms.values())) if row.query_ms else "-",
            f"{geometric_mean(both):.3g}x" if both else "-",
            str(len(row.query_ms)),
            "-" if math.isnan(row.once_us) else three_digits(row.once_us),
            three_digits(median(row.to_all_ms)) if row.to_all_ms else "-",
            "-" if math.isnan(row.setup) else three_digits(row.setup),
        ]
        rows.append([row.peer, *cells, row.trouble])
    head = ["peer", "query ms", "against A*", "queries", f"mean of {ONCE:,}, us", "to all ms", "set-up s", ""]
    return f"\n## A road network of {SIDE * SIDE:,} crossings\n\n{table(head, rows)}\n"
