"""One case in two versions: short batches in turn, the figures in pairs, and their results compared."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from typing import Protocol

SIDES = ("before", "after")
COST_TOLERANCE = 1e-9


@dataclass(frozen=True)
class Turn:
    """What one batch took, the costs that it found, and what was wrong with its paths."""

    figure: float
    costs: list[float]
    problems: list[str]


class Side(Protocol):
    """One version of pathstar in a separate process, which runs one case."""

    def begin(self, case: str) -> str | None:
        """Set a case up; return why it cannot be run here, if so."""
        ...

    def turn(self, number: int, repeat: int, warm: float) -> Turn:
        """Run a batch after `warm` seconds of other batches: `repeat` times the work with that number."""
        ...

    def close(self) -> None:
        """End the process."""
        ...


class Connect(Protocol):
    """Starts the process of one version, ``before`` or ``after``."""

    def __call__(self, side: str) -> Side: ...


class WorkerError(Exception):
    """A worker failed; the text says how."""


@dataclass(frozen=True)
class Effort:
    """How much to measure.

    Args:
        rounds: Pairs of processes, one after the other: addresses in memory are random, but fixed for the
            life of a process.
        pairs: Batches of each version in a round, at most.
        least: Batches of each version in a round, at least.
        seconds: A round ends after this much measured time of both versions together.
        batch: A batch lasts about this many seconds, unless its work takes longer.
        warm: Seconds of other batches before each batch that is shorter than they are.
    """

    rounds: int = 3
    pairs: int = 40
    least: int = 6
    seconds: float = 4.0
    batch: float = 0.02
    warm: float = 0.005


QUICK = Effort(rounds=1, pairs=3, least=3, seconds=0.5, batch=0.001, warm=0.0)


@dataclass
class Comparison:
    """The figures of one case, in pairs, and every problem found."""

    case: str
    before: list[float] = field(default_factory=list)
    after: list[float] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    left_out: str | None = None


def compare(case: str, effort: Effort, connect: Connect) -> Comparison:
    """Measure one case. A failure of a worker ends the case, not the run."""
    outcome = Comparison(case)
    for number in range(effort.rounds):
        try:
            with ExitStack() as stack:
                order = SIDES if number % 2 == 0 else SIDES[::-1]
                sides = {name: stack.enter_context(closing(connect(name))) for name in order}
                _one_round(outcome, sides, effort)
        except WorkerError as error:
            outcome.problems.append(str(error))
        if outcome.problems or outcome.left_out:
            break
    return outcome


def _one_round(outcome: Comparison, sides: dict[str, Side], effort: Effort) -> None:
    for name, side in sides.items():
        if (reason := side.begin(outcome.case)) is not None:
            outcome.left_out = f"{name}: {reason}"
            return
    # The first batches touch everything for the first time; the second ones show how long the work takes.
    for number in range(2):
        first = {name: side.turn(number, 1, 0.0) for name, side in sides.items()}
        _judge(outcome, first)
    longest = max(turn.figure for turn in first.values())
    shortest = max(min(turn.figure for turn in first.values()), 1e-9)
    repeat = min(max(math.ceil(effort.batch / shortest), 1), 10_000)
    warm = effort.warm if longest < effort.warm else 0.0
    spent = 0.0
    for number, order in zip(range(effort.pairs), _orders(), strict=False):
        turns = {name: sides[name].turn(number, repeat, warm) for name in order}
        _judge(outcome, turns)
        outcome.before.append(turns["before"].figure)
        outcome.after.append(turns["after"].figure)
        spent += sum(turn.figure for turn in turns.values())
        if outcome.problems or (spent > effort.seconds and number + 1 >= effort.least):
            return


def _orders() -> Iterator[tuple[str, ...]]:
    """Alternate which version goes first, so that neither gains by its place in a pair."""
    while True:
        yield SIDES
        yield SIDES[::-1]


def _judge(outcome: Comparison, turns: dict[str, Turn]) -> None:
    """Note what either version found wrong, and where the two disagree."""
    for name, turn in turns.items():
        outcome.problems += [f"{name}: {problem}" for problem in turn.problems]
    before, after = turns["before"].costs, turns["after"].costs
    if len(before) != len(after):
        outcome.problems.append(f"{len(before)} costs before, {len(after)} after")
        return
    for number, (old, new) in enumerate(zip(before, after, strict=True)):
        if not math.isclose(old, new, rel_tol=COST_TOLERANCE, abs_tol=COST_TOLERANCE):
            outcome.problems.append(f"cost {number} is {old!r} before, {new!r} after")
            return
