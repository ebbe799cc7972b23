"""Part 3: random costs 1..9 on 1024 x 1024 cells, no walls, corner to corner.

A step costs the cost of the cell entered x the length of the step.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from statistics import median

import numpy as np

from harness.check import Judge
from harness.clock import Clock
from harness.maps import Query
from harness.race import Settings, enter, race
from harness.report import table, three_digits
from peers import NO_CUT, Costs, Peer, Rule

SIZE = 1024
RIVALS = ("dijkstra3d", "scipy")
TOO_SLOW = ("pathfinding",)


@dataclass(frozen=True)
class Figure:
    """Milliseconds of one peer."""

    peer: str
    model: str
    query_ms: float
    setup_ms: float
    optimal: bool


@dataclass
class Outcome:
    """All figures, and every problem found in a path."""

    figures: list[Figure] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, object]:
        """Return plain data."""
        return asdict(self)

    def rival(self) -> float | None:
        """Return the milliseconds of the fastest of the rivals."""
        return min((row.query_ms for row in self.figures if row.peer in RIVALS), default=None)


def world() -> Costs:
    """Return the costs: whole numbers 1..9, the same on every machine."""
    return np.random.default_rng(1).integers(1, 10, (SIZE, SIZE)).astype(np.float64)


def model(rule: Rule) -> str:
    """Name the cost model; without walls, no_cut and free are one."""
    return "enter, sqrt 2" if rule.diagonal == NO_CUT.diagonal else "enter, diagonal 1"


def measure(peers: list[Peer], settings: Settings, clock: Clock) -> Outcome:
    """Race all that take costs, except the slowest, from corner to corner."""
    costs = world()
    judge = Judge("random costs", costs)
    quick = [peer for peer in peers if peer.weighs and peer.name not in TOO_SLOW]
    runners = enter(quick, costs, clock)
    race(runners, [Query((0, 0), (SIZE - 1, SIZE - 1))], settings, clock, judge)
    outcome = Outcome(problems=judge.problems)
    for runner in runners:
        name, query_ms = runner.peer.name, median(runner.medians().values()) * 1e3
        optimal = judge.longer[name] == 0
        figure = Figure(name, model(runner.peer.rule), query_ms, runner.setup * 1e3, optimal)
        outcome.figures.append(figure)
    return outcome


def show(outcome: Outcome) -> str:
    """Return the table, with the ratio to the faster of the rivals."""
    rival = outcome.rival()
    rows = [line(row, rival) for row in outcome.figures]
    ratio = f"times faster than the best of {' and '.join(RIVALS)}"
    head = ["peer", "model", "query ms", "set-up ms", "optimal", ratio]
    return f"\n## Random costs 1..9, {SIZE} x {SIZE}, corner to corner\n\n{table(head, rows)}\n"


def line(row: Figure, rival: float | None) -> list[str]:
    """Return one line of the table; only the rows of one model are compared."""
    ratio = "-"
    if rival is not None and row.model == model(NO_CUT):
        ratio = f"**{three_digits(rival / row.query_ms)}x**"
    times = three_digits(row.query_ms), three_digits(row.setup_ms)
    return [row.peer, row.model, *times, "yes" if row.optimal else "no", ratio]
