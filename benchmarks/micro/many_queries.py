"""Many queries: how much two threads gain over one, and what a single call costs beyond its share of a batch.

Examples:
    python benchmarks/micro/many_queries.py
    python benchmarks/micro/many_queries.py --method auto --queries 2000 --threads 4

The map is Berlin_1_1024 of the MovingAI maps (PATHSTAR_MOVINGAI), or a generated city if that is not present.
On a busy machine the gain in wall time says little; the growth of CPU time, which is what threads cost each
other, still does.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import pathstar as ps
from pathstar.maps import generate

ROOT = Path(__file__).resolve().parents[2]
MAP = "Berlin_1_1024.map"
LEAST_GAIN = 1.8  # of two threads
MOST_OVERHEAD = 3.0  # microseconds

Places = NDArray[np.int64]
Seconds = tuple[float, float]  # wall, CPU


def city() -> tuple[str, ps.Grid]:
    """Return the name and grid of the map."""
    named = os.environ.get("PATHSTAR_MOVINGAI")
    folder = Path(named) if named else ROOT.parent / "shared" / "movingai"
    for file in sorted(folder.rglob(MAP)):
        return file.stem, ps.read(file).grid()
    return "generated city", generate.city(1024, 1024, seed=1).grid()


def queries(grid: ps.Grid, count: int) -> tuple[Places, Places]:
    """Return pairs of random places of the largest connected area."""
    labels = ps.islands(grid).labels
    ys, xs = np.nonzero(labels == np.bincount(labels[labels > 0]).argmax())
    picked = np.random.default_rng(1).integers(0, len(xs), (2, count))
    return np.column_stack([xs[picked[0]], ys[picked[0]]]), np.column_stack([xs[picked[1]], ys[picked[1]]])


def planner(grid: ps.Grid, method: str) -> ps.Planner:
    """Return the planner of an algorithm or a kind of index."""
    return (
        ps.Planner(grid, index=ps.build_index(grid, method))
        if method in ps.INDEXES
        else ps.Planner(grid, method)
    )


def timed(work: Callable[[], object]) -> Seconds:
    """Return wall and CPU seconds of a piece of work."""
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return time.perf_counter() - wall, time.process_time() - cpu


def in_turn(works: list[Callable[[], object]], repetitions: int) -> list[Seconds]:
    """Run pieces of work in turn, and return the least wall and the least CPU seconds of each."""
    rounds = [[timed(work) for work in works] for _ in range(repetitions + 1)][1:]  # the first warms up
    return [
        (min(each[i][0] for each in rounds), min(each[i][1] for each in rounds)) for i in range(len(works))
    ]


def threads_row(plan: ps.Planner, starts: Places, goals: Places, options: argparse.Namespace) -> list[str]:
    """Return what several threads gain on a batch."""
    works = [lambda n=n: plan.find_many(starts, goals, threads=n) for n in (1, options.threads)]
    (wall, cpu), (wall_many, cpu_many) = in_turn(works, options.repetitions)
    per = 1e6 / len(starts)
    return [f"{wall * per:.2f}", f"{wall_many * per:.2f}", f"{wall / wall_many:.2f}", f"{cpu_many / cpu:.2f}"]


def points_row(plan: ps.Planner, starts: Places, goals: Places, options: argparse.Namespace) -> list[str]:
    """Return what several threads gain on a batch whose points are all read, in wall time."""
    works = [lambda n=n: plan.find_many(starts, goals, threads=n).points for n in (1, options.threads)]
    (wall, _), (wall_many, _) = in_turn(works, options.repetitions)
    per = 1e6 / len(starts)
    return [f"{wall * per:.2f}", f"{wall_many * per:.2f}", f"{wall / wall_many:.2f}"]


def call_row(plan: ps.Planner, starts: Places, goals: Places, options: argparse.Namespace) -> list[str]:
    """Return what a call costs beyond its share of a batch, in CPU time."""
    pairs = list(zip(map(tuple, starts.tolist()), map(tuple, goals.tolist()), strict=True))

    def one_by_one() -> None:
        for start, goal in pairs:
            plan.find(start, goal)

    works = [one_by_one, lambda: plan.find_many(starts, goals, threads=1)]
    (_, alone), (_, together) = in_turn(works, options.repetitions)
    per = 1e6 / len(starts)
    return [f"{alone * per:.2f}", f"{together * per:.2f}", f"{(alone - together) * per:.2f}"]


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--method", nargs="+", default=["auto", "hub-labels"], metavar="NAME")
    parser.add_argument("--queries", type=int, default=10_000, metavar="N")
    parser.add_argument("--threads", type=int, default=2, metavar="N")
    parser.add_argument("--repetitions", type=int, default=5, metavar="N")
    options = parser.parse_args()
    name, grid = city()
    starts, goals = queries(grid, options.queries)
    print(f"\n{name}, {options.queries:,} queries, microseconds each\n")
    columns = ["method", "1 thread", f"{options.threads} threads", f"gain (2: {LEAST_GAIN})", "CPU growth"]
    columns += ["with points, 1 thread", f"with points, {options.threads} threads", "gain"]
    columns += ["alone, CPU", "in a batch, CPU", f"a call more (most {MOST_OVERHEAD:g})"]
    print("| " + " | ".join(columns) + " |")
    print("|" + " --- |" * len(columns))
    for method in options.method:
        plan = planner(grid, method)
        rows = (threads_row, points_row, call_row)
        cells = [cell for row in rows for cell in row(plan, starts, goals, options)]
        print("| " + " | ".join([plan.method.algorithm, *cells]) + " |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
