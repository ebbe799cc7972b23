"""How many tasks units finish without and with guidance."""

from __future__ import annotations

import time

import numpy as np
from cells import FOUR, WAREHOUSE, folder
from records import Records

import pathstar as ps

UNITS, STEPS, SEEDS = 1000, 1000, 3


def finished(grid: ps.Grid, guidance: str, seed: int) -> tuple[int, float]:
    """Return how many tasks were finished, and how many milliseconds a step took."""
    random = np.random.default_rng(seed)
    places = np.argwhere(grid.walkable)[:, ::-1]
    fleet = ps.fleet.Lifelong(grid, random.permutation(places)[:UNITS], guidance=guidance, seed=seed)
    fleet.add_tasks(random.choice(places, UNITS * STEPS // 20))
    begin = time.perf_counter()
    fleet.step(STEPS)
    assert fleet.waiting > 0, "units ran out of tasks"
    return len(fleet.finished()), (time.perf_counter() - begin) / STEPS * 1e3


def print_throughput(seed: int, records: Records) -> None:
    """Print both, and their ratio, for some seeds."""
    grid = ps.read(folder() / f"{WAREHOUSE}.map").grid(FOUR)
    print(f"{WAREHOUSE}, {UNITS} units, {STEPS} steps")
    print("| seed | plain: tasks, ms a step | with guidance: tasks, ms a step | ratio |")
    print("| --- | --- | --- | --- |")
    for each in range(seed, seed + SEEDS):
        plain, guided = (
            records.take(
                f"lifelong, {how}, seed {each}", lambda how=how, each=each: finished(grid, how, each)
            )
            for how in ("none", "traffic")
        )
        ratio = guided[0] / plain[0]
        print(
            f"| {each} | {plain[0]}, {plain[1]:.2f} | {guided[0]}, {guided[1]:.2f} | {ratio:.2f} |",
            flush=True,
        )
