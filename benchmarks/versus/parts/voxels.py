"""Part 6: costs from a corner of a cube to all its voxels, compared with dijkstra3d; paths, compared with w9.

In dijkstra3d a diagonal step costs as much as a straight one, so with 26 neighbours it solves another problem
than pathstar; with 6, and where it measures open space by length, the costs must be the same.
"""

from __future__ import annotations

import gc
import sys
from dataclasses import asdict, dataclass, field
from statistics import median
from typing import Any

import numpy as np
import numpy.typing as npt

from harness.boxes import gap, walk
from harness.clock import Clock
from harness.race import Settings
from harness.report import table, three_digits, version_of
from peers.voxels import FIELD_PEERS, PATH_PEERS, FieldPeer, Ground, Place

CORNER = (0, 0, 0)
PATH = "path"
QUERIES = 3
WAYS = 20
# A larger cube as nested lists, which w9 needs, fills the memory.
LARGEST = 128
FIELD_HEADING = """
## Voxels, {side} x {side} x {side}, costs from a corner to all

Milliseconds, the median of the turns. The same question has the same costs, which is checked.
"""
PATH_HEADING = """
## Voxels, {side} x {side} x {side}, 6 neighbours, corner to corner and {more} random queries

Milliseconds, the mean of the queries.
"""


@dataclass
class Figure:
    """One peer on one ground.

    Args:
        question: What the costs are; only rows with the same question are compared.
        setup_ms: Set-up, milliseconds.
        ms: Each turn, or the median of the turns of each query.
        ratio: How many times faster than the first peer of the table.
        within: The largest relative difference from the first peer with the same question, if any.
    """

    ground: str
    directions: int
    peer: str
    question: str
    setup_ms: float
    ms: list[float] = field(default_factory=list)
    ratio: float = 1.0
    within: float | None = None


@dataclass
class Outcome:
    """All figures, and every problem found."""

    side: int
    fields: list[Figure] = field(default_factory=list)
    paths: list[Figure] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, object]:
        """Return plain data."""
        return asdict(self)

    def complain(self, ground: Ground, peer: str, problem: str) -> None:
        """Note a wrong result."""
        self.problems.append(f"voxels, {ground.name}, {ground.directions} neighbours: {peer} {problem}")
        print(self.problems[-1], file=sys.stderr, flush=True)


def grounds(side: int, directions: int) -> list[Ground]:
    """Return open space, and random whole costs 1..9 for each voxel."""
    shape = (side, side, side)
    costs = np.random.default_rng(1).integers(1, 10, shape).astype(np.float64)
    return [Ground("open", np.ones(shape), directions), Ground("costs 1..9", costs, directions)]


def measure(side: int, settings: Settings, clock: Clock) -> Outcome:
    """Measure the fields on all grounds, then the paths."""
    outcome = Outcome(side)
    for directions in (26, 6):
        for ground in grounds(side, directions):
            fields(ground, settings, clock, outcome)
            print(f"voxels, {ground.name}, {directions} neighbours", file=sys.stderr, flush=True)
    for ground in grounds(min(side, LARGEST), 6):
        paths(ground, settings, clock, outcome)
    return outcome


def fields(ground: Ground, settings: Settings, clock: Clock, outcome: Outcome) -> None:
    """Measure the costs from a corner with all peers in turn; judge the first result of each."""
    asked = []
    for peer in FIELD_PEERS:
        if version_of(peer.package) != "not installed" and peer.fits(ground):
            find, setup = clock.time(peer.make, ground)
            figure = Figure(ground.name, ground.directions, peer.name, peer.question(ground), setup * 1e3)
            asked.append((peer, find, figure))
    known: dict[str, npt.NDArray[Any]] = {}
    for turn in range(settings.repetitions):
        first = turn % len(asked)
        for peer, find, figure in asked[first:] + asked[:first]:
            gc.collect()
            answer, seconds = clock.time(find, CORNER)
            figure.ms.append(seconds * 1e3)
            if turn == 0:
                judge(peer, ground, answer, figure, known, outcome)
            del answer
    outcome.fields += finished([figure for _, _, figure in asked])


def judge(
    peer: FieldPeer,
    ground: Ground,
    answer: Any,
    figure: Figure,
    known: dict[str, npt.NDArray[Any]],
    outcome: Outcome,
) -> None:
    """Compare a field with Bellman's equations, the first result for its question, and its own paths."""
    costs = peer.read(answer)
    missed = gap(costs, ground.costs, CORNER, ground.directions, peer.lengths, peer.inward)
    if not missed <= peer.tolerance:
        outcome.complain(ground, peer.name, f"misses the costs of the best ways by {missed:.3g}")
    if figure.question in known:
        before = known[figure.question]
        figure.within = float((np.abs(costs - before) / np.maximum(before, 1.0)).max())
        if not figure.within <= max(row.tolerance for row in FIELD_PEERS):
            outcome.complain(ground, peer.name, f"differs from the one before by {figure.within:.3g}")
    known.setdefault(figure.question, costs)
    if peer.way is None:
        return
    shape = ground.costs.shape[::-1]
    for place in map(tuple, np.random.default_rng(3).integers(0, shape, (WAYS, 3)).tolist()):
        points, stated = peer.way(answer, place), float(costs[place[::-1]])
        cost = walk(points, ground.costs, ground.directions, peer.inward)
        ends = tuple(points[0].tolist()), tuple(points[-1].tolist())
        if ends != (CORNER, place) or not np.isclose(cost, stated, rtol=1e-9, atol=1e-9):
            outcome.complain(ground, peer.name, f"says {stated!r} for {place}; the way there {cost!r}")


def paths(ground: Ground, settings: Settings, clock: Clock, outcome: Outcome) -> None:
    """Measure the same paths with all peers in turn; all must be legal and cost the same."""
    last = ground.costs.shape[0] - 1
    ends = np.random.default_rng(2).integers(0, last + 1, (QUERIES - 1, 2, 3)).tolist()
    pairs = [(CORNER, (last, last, last)), *((tuple(a), tuple(b)) for a, b in ends)]
    asked = []
    for peer in PATH_PEERS:
        if version_of(peer.package) != "not installed":
            find, setup = clock.time(peer.make, ground)
            figure = Figure(ground.name, ground.directions, peer.name, PATH, setup * 1e3)
            asked.append((peer, find, figure))
    for number, (start, goal) in enumerate(pairs):
        found: dict[str, float] = {}
        times: dict[str, list[float]] = {peer.name: [] for peer, _, _ in asked}
        for turn in range(settings.repetitions):
            first = (number + turn) % len(asked)
            for peer, find, _ in asked[first:] + asked[:first]:
                answer, seconds = clock.time(find, start, goal)
                times[peer.name].append(seconds * 1e3)
                found[peer.name] = cost_of(answer, start, goal, ground)
        for name, cost in found.items():
            if cost != min(found.values()):
                outcome.complain(ground, name, f"costs {cost!r} from {start} to {goal}: {found}")
        for peer, _, figure in asked:
            figure.ms.append(median(times[peer.name]))
    outcome.paths += finished([figure for _, _, figure in asked])


def cost_of(answer: Any, start: Place, goal: Place, ground: Ground) -> float:
    """Return the cost of a path; NaN for one that is not legal or leads elsewhere."""
    points = np.asarray(answer, np.int32).reshape(-1, 3)
    if len(points) == 0 or (tuple(points[0].tolist()), tuple(points[-1].tolist())) != (start, goal):
        return float("nan")
    return walk(points, ground.costs, ground.directions)


def finished(figures: list[Figure]) -> list[Figure]:
    """Note how many times faster each is than the first."""
    for figure in figures:
        figure.ratio = typical(figures[0]) / typical(figure)
    return figures


def typical(figure: Figure) -> float:
    """Return the median of the turns, or the mean of the queries."""
    return float(np.mean(figure.ms)) if figure.question == PATH else median(figure.ms)


def show(outcome: Outcome) -> str:
    """Return both tables."""
    side, first = outcome.side, outcome.fields[0].peer
    head = [
        "ground",
        "neighbours",
        "peer",
        "question",
        "ms",
        "set-up ms",
        f"times faster than {first}",
        "costs",
    ]
    answered = table(head, [line(row, same(row)) for row in outcome.fields])
    parts = [
        FIELD_HEADING.format(side=side),
        answered,
        PATH_HEADING.format(side=min(side, LARGEST), more=QUERIES - 1),
    ]
    if outcome.paths:
        head = [*head[:3], *head[4:6], f"times faster than {outcome.paths[0].peer}"]
        rows = [line(row) for row in outcome.paths]
        parts.append(table(head, [[*row[:3], *row[4:7]] for row in rows]))
    return "\n".join([*parts, f"\n{len(outcome.problems)} wrong answers.\n"])


def line(row: Figure, last: str = "") -> list[str]:
    """Return one line of a table."""
    times = three_digits(typical(row)), three_digits(row.setup_ms), f"**{three_digits(row.ratio)}x**"
    return [row.ground, str(row.directions), row.peer, row.question, *times, last]


def same(row: Figure) -> str:
    """Say whether the costs could be compared, and how near they were."""
    return "-" if row.within is None else f"the same, to {row.within:.1g}"
