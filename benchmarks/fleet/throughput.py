"""How many tasks units finish without and with guidance, and with a window of planned steps."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from cells import FOUR, WAREHOUSE, folder
from records import Records

import pathstar as ps

UNITS, SEEDS = 1000, 3


WAYS: dict[str, dict[str, Any]] = {
    "plain": {},
    "guidance": {"guidance": "traffic"},
    "guidance and window": {"guidance": "traffic", "window": 8},
}


def finished(grid: ps.Grid, options: dict[str, Any], seed: int, steps: int) -> tuple[int, float]:
    """Return how many tasks were finished, and how many milliseconds a step took."""
    random = np.random.default_rng(seed)
    places = np.argwhere(grid.walkable)[:, ::-1]
    fleet = ps.fleet.Lifelong(grid, random.permutation(places)[:UNITS], seed=seed, **options)
    fleet.add_tasks(random.choice(places, UNITS * steps // 10))
    begin = time.perf_counter()
    fleet.step(steps)
    assert fleet.waiting > 0, "units ran out of tasks"
    return len(fleet.finished()), (time.perf_counter() - begin) / steps * 1e3


def print_throughput(seed: int, steps: int, records: Records) -> None:
    """Print the tasks, the time of a step and the ratio to plain PIBT, for some seeds."""
    grid = ps.read(folder() / f"{WAREHOUSE}.map").grid(FOUR)
    print(f"{WAREHOUSE}, {UNITS} units, {steps} steps")
    print("| seed | " + " | ".join(f"{name}: tasks, ms a step, ratio" for name in WAYS) + " |")
    print("| --- " * (1 + len(WAYS)) + "|")
    for each in range(seed, seed + SEEDS):
        cells = [
            records.take(
                f"lifelong, {name}, {steps} steps, seed {each}",
                lambda options=options, each=each: finished(grid, options, each, steps),
            )
            for name, options in WAYS.items()
        ]
        shown = [f"{tasks}, {took:.2f}, {tasks / cells[0][0]:.2f}" for tasks, took in cells]
        print(f"| {each} | " + " | ".join(shown) + " |", flush=True)
