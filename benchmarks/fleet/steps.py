"""What a step of all units costs, once their tables of distances are made."""

from __future__ import annotations

import statistics
import time

import numpy as np
from cells import FOUR
from records import Records

import pathstar as ps

# units, side of the map, goals that they share, steps, and the milliseconds of a step to reach
CASES = ((1000, 100, 1000, 200, 0.15), (10_000, 320, 1000, 50, 3.0), (100_000, 1024, 64, 20, 60.0))
WALLS = 0.1


def step_times(units: int, side: int, goals: int, steps: int, seed: int) -> list[float]:
    """Return the milliseconds of each step of units with far goals, on a map with scattered walls."""
    random = np.random.default_rng(seed)
    grid = ps.Grid(random.random((side, side)) >= WALLS, moves=FOUR)
    areas = ps.islands(grid)
    places = np.argwhere(areas.labels == areas.largest)[:, ::-1]
    fleet = ps.fleet.Lifelong(grid, random.permutation(places)[:units], seed=seed)
    fleet.add_tasks(random.permutation(places)[:goals][np.arange(units) % goals])
    fleet.step()  # makes the tables
    times = []
    for _ in range(steps):
        begin = time.perf_counter()
        fleet.step()
        times.append((time.perf_counter() - begin) * 1e3)
    return times


def print_steps(seed: int, records: Records) -> None:
    """Print the median step for each number of units."""
    print("| units | map | ms a step (median) | to beat |\n| --- | --- | --- | --- |")
    for units, side, goals, steps, mark in CASES:
        case = (units, side, goals, steps, seed)
        median = records.take(
            f"step of {units} units, seed {seed}", lambda case=case: statistics.median(step_times(*case))
        )
        print(f"| {units:,} | {side} x {side} | {median:.3f} | {mark:g} |", flush=True)
