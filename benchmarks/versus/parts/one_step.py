"""Part 2: what a call costs when the goal is the next cell of a 1024 x 1024 map.

Measured twice: in turn with the other peers, whose searches push the map out of the caches; and each peer by
itself, as in a game that needs one step after another.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from statistics import median

import numpy as np

from harness.check import Judge
from harness.clock import Clock
from harness.maps import Query
from harness.race import Runner, Settings, enter, race
from harness.report import table, three_digits
from peers import Costs, Peer

SIZE = 1024
WALLS = 0.1
PAIRS = 100
# These visit the whole map in every call: hundreds of milliseconds, with nothing to learn.
TOO_SLOW = ("scipy", "pathfinding")


@dataclass
class Outcome:
    """Microseconds for each peer, in turn with the others and alone, and every problem found in a path."""

    microseconds: dict[str, float] = field(default_factory=dict)
    microseconds_alone: dict[str, float] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, object]:
        """Return plain data."""
        return asdict(self)


def world() -> Costs:
    """Return a map with a tenth of its cells blocked at random."""
    blocked = np.random.default_rng(1).random((SIZE, SIZE)) < WALLS
    return np.where(blocked, np.inf, 1.0)


def neighbours(costs: Costs) -> list[Query]:
    """Return queries from a free cell to the free cell on its right, all over the map."""
    both = np.isfinite(costs[:, :-1]) & np.isfinite(costs[:, 1:])
    ys, xs = np.nonzero(both)
    picked = np.random.default_rng(2).choice(len(xs), PAIRS, replace=False)
    return [Query((int(xs[i]), int(ys[i])), (int(xs[i]) + 1, int(ys[i])), 1.0) for i in picked]


def measure(peers: list[Peer], settings: Settings, clock: Clock) -> Outcome:
    """Race the quick peers."""
    costs = world()
    judge = Judge("one step", costs)
    quick = [peer for peer in peers if peer.name not in TOO_SLOW]
    longer = Settings(repetitions=4 * settings.repetitions, block=PAIRS, budget=settings.budget)
    runners = enter(quick, costs, clock)
    race(runners, neighbours(costs), longer, clock, judge)
    outcome = Outcome(medians(runners), problems=judge.problems)
    for peer in quick:
        alone = enter([peer], costs, clock)
        race(alone, neighbours(costs), longer, clock, judge)
        outcome.microseconds_alone |= medians(alone)
    return outcome


def medians(runners: list[Runner]) -> dict[str, float]:
    """Return the median over all queries of each runner, in microseconds."""
    return {runner.peer.name: median(runner.medians().values()) * 1e6 for runner in runners}


def show(outcome: Outcome) -> str:
    """Return the table."""
    rows = [
        (name, three_digits(time), three_digits(outcome.microseconds_alone[name]))
        for name, time in outcome.microseconds.items()
    ]
    title = f"\n## One step on a {SIZE} x {SIZE} map, {WALLS:.0%} walls\n"
    heads = ["peer", "in turn", "alone"]
    return f"{title}\nMedian microseconds of a call from Python.\n\n{table(heads, rows)}\n"
