"""Walks through fog on standard maps: steps walked, expansions and time for each way to replan.

    python benchmarks/replanning/fog.py MAP.scen ... --walks 5

A unit that sees 2.5 cells around it walks from start to goal over ground that it assumes to be free until it
has seen it. All ways to replan run in turns. The first plan does not count. Expansions are per plan, CPU
times per step, and all are medians over the walks. Ways that choose another of two equally cheap paths walk
elsewhere.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pathstar as ps
from pathstar.known import KnownMap
from pathstar.planners.replanning import REPAIRS

WAYS = ("astar", *REPAIRS, "auto")
RADIUS = 2.5


@dataclass
class Walk:
    """What one walk took.

    Attributes:
        steps: Steps walked.
        plans: New paths after the first one.
        expanded: Nodes expanded by those plans.
        seconds: CPU time of all queries after the first one.
    """

    steps: int
    plans: int
    expanded: int
    seconds: float


def walk(truth: ps.Map, start: ps.Place, goal: ps.Place, way: str) -> Walk:
    """Let one unit walk to its goal.

    Raises:
        AssertionError: The unit does not get there.
    """
    known = KnownMap(truth)
    known.reveal(start, radius=RADIUS)
    unit = ps.Replanner(known.map.grid(), start, goal, way)
    path, steps, seconds = unit.path, 0, 0.0
    first, plans = unit.stats.expanded, 0
    while path and len(path) > 1:
        before = unit.stats
        unit.move(path[1])
        steps += 1
        known.reveal(unit.start, radius=RADIUS)
        begin = time.thread_time()
        path = unit.path
        seconds += time.thread_time() - begin
        plans += unit.stats.searches + unit.stats.repairs > before.searches + before.repairs
    assert unit.start == goal
    return Walk(steps, plans, unit.stats.expanded - first, seconds)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("files", type=Path, nargs="+", help="scenarios beside their maps")
    parser.add_argument("--walks", type=int, default=5, help="on each map (default: 5)")
    options = parser.parse_args()
    print("| map | way | steps | plans | expansions a plan | us a step |")
    print("|---|---|---|---|---|---|")
    for file in options.files:
        rows = ps.read_scenario(file)
        truth = ps.read(file.parent / Path(rows[0].map).name)
        pairs = [(row.start, row.goal) for row in rows[:: max(1, len(rows) // options.walks)]]
        walks: dict[str, list[Walk]] = {way: [] for way in WAYS}
        for start, goal in pairs[: options.walks]:
            for way in WAYS:
                walks[way].append(walk(truth, start, goal, way))
        for way in WAYS:
            report(f"| {truth.width} x {truth.height} {Path(rows[0].map).stem} | {way}", walks[way])


def report(title: str, walks: list[Walk]) -> None:
    """Print a line of medians."""

    def median(value: Callable[[Walk], float]) -> float:
        return statistics.median(value(each) for each in walks)

    expanded = median(lambda each: each.expanded / max(1, each.plans))
    each = 1e6 * median(lambda each: each.seconds / max(1, each.steps))
    steps, plans = median(lambda each: each.steps), median(lambda each: each.plans)
    print(f"{title} | {steps:.0f} | {plans:.0f} | {expanded:.0f} | {each:.0f} |", flush=True)


if __name__ == "__main__":
    main()
