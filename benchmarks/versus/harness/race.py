"""The race: all peers run the same block of queries in turn, so that noise hits all alike."""

from __future__ import annotations

import gc
import statistics
import time
from dataclasses import dataclass, field

import numpy as np

from peers import Costs, Finder, Peer

from .check import Judge
from .clock import Clock
from .maps import Query


@dataclass
class Runner:
    """A peer on one map, and the seconds it took for each query in each repetition."""

    peer: Peer
    finder: Finder
    setup: float
    seconds: dict[int, list[float]] = field(default_factory=dict)
    spent: float = 0.0

    def medians(self) -> dict[int, float]:
        """Return the median over the repetitions for each query that ran."""
        return {number: statistics.median(times) for number, times in self.seconds.items()}


@dataclass(frozen=True)
class Settings:
    """How long to race.

    Args:
        repetitions: how often each query is run; its time is the median.
        block: queries in a row before the next peer's turn.
        warm: seconds for which a turn begins with other queries that are not counted.
        budget: seconds of measured time for a peer on a map; a slow peer stops after that.
        limit: seconds of wall time after which a peer of the roads is ended, set-up or query.
    """

    repetitions: int = 5
    block: int = 10
    warm: float = 0.005
    budget: float = 10.0
    limit: float = 900.0


def enter(peers: list[Peer], costs: Costs, clock: Clock) -> list[Runner]:
    """Set up every peer for a map, and time that without the import, which a tiny map triggers first."""
    runners = []
    for peer in peers:
        peer.make(np.ones((4, 4)))
        finder, setup = clock.time(peer.make, costs)
        runners.append(Runner(peer, finder, setup))
    return runners


def race(runners: list[Runner], queries: list[Query], settings: Settings, clock: Clock, judge: Judge) -> None:
    """Run all queries with all runners, block by block in rotating order, and judge every result."""
    gc.collect()
    gc.disable()
    try:
        blocks = [
            range(i, min(i + settings.block, len(queries))) for i in range(0, len(queries), settings.block)
        ]
        for repetition in range(settings.repetitions):
            for turn, block in enumerate(blocks):
                first = (repetition + turn) % len(runners)
                for runner in runners[first:] + runners[:first]:
                    run_block(runner, block, queries, settings, clock, judge)
    finally:
        gc.enable()
    judge.compare(queries)


def warm_up(runner: Runner, others: list[Query], seconds: float) -> None:
    """Run other queries for a while: the previous peer has filled the processor's caches with its memory.

    A peer that takes microseconds would otherwise spend its turn on cache misses that a caller with many
    queries never sees.
    """
    end = time.perf_counter() + seconds
    for query in others:
        if time.perf_counter() >= end:
            return
        runner.finder.find(query.start, query.goal)


def run_block(
    runner: Runner, block: range, queries: list[Query], settings: Settings, clock: Clock, judge: Judge
) -> None:
    """Run one block of queries with one runner while its budget lasts, then judge the results."""
    left = settings.budget - runner.spent
    if left <= 0:
        return
    others = [*queries[block.stop :], *queries[: block.start]]
    asked = [(queries[number].start, queries[number].goal) for number in block]
    timed = clock.time_each(runner.finder.find, asked, left, lambda: warm_up(runner, others, settings.warm))
    for number, (answer, seconds) in zip(block, timed, strict=False):
        runner.spent += seconds
        runner.seconds.setdefault(number, []).append(seconds)
        points, stated = runner.finder.read(answer)
        judge.look(runner.peer, number, queries[number], points, stated)
