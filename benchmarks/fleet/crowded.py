"""Few units close together: what conflict-based search proves in small random worlds."""

from __future__ import annotations

import time
from dataclasses import dataclass

import numpy as np
from cells import FOUR

import pathstar as ps

WORLDS = 96


@dataclass(slots=True)
class Proofs:
    """The outcomes for some worlds.

    Attributes:
        solved: Worlds with a plan.
        proven: Plans that were proven optimal.
        gap: By how much the sums of costs exceed the proven bounds, summed over the plans.
        cpu: Seconds of CPU.
    """

    solved: int = 0
    proven: int = 0
    gap: int = 0
    cpu: float = 0.0


def world(seed: int, walls: float) -> tuple[ps.Grid, np.ndarray, np.ndarray]:
    """Return a grid of 5 x 5 to 8 x 8 squares, and starts and goals of 4 to 10 units in its largest area."""
    random = np.random.default_rng(seed)
    while True:
        grid = ps.Grid(random.random(random.integers(5, 9, size=2)) >= walls, moves=FOUR)
        areas = ps.islands(grid)
        places = np.argwhere(areas.labels == areas.largest)[:, ::-1]
        units = int(random.integers(4, 11))
        if len(places) >= units + 2:
            return grid, random.permutation(places)[:units], random.permutation(places)[:units]


def proofs(walls: float, seconds: float, following: str) -> Proofs:
    """Plan in each world."""
    total = Proofs()
    for seed in range(WORLDS):
        grid, starts, goals = world(seed, walls)
        begun = time.process_time()
        plan = ps.fleet.plan(grid, starts, goals, solver="cbs", following=following, time_limit=seconds)
        total.cpu += time.process_time() - begun
        if plan:
            total.solved += 1
            total.proven += plan.proven_bound == plan.sum_of_costs
            total.gap += plan.sum_of_costs - plan.proven_bound
    return total


def print_crowded(seconds: float) -> None:
    """Print what is proven for some shares of walls, with and without following."""
    print(
        "| walls | following | solved | proven | gaps, steps | CPU s |\n| --- | --- | --- | --- | --- | --- |"
    )
    for walls in (0.15, 0.3):
        for following in ("allowed", "forbidden"):
            found = proofs(walls, seconds, following)
            row = (f"{walls:g}", following, found.solved, found.proven, found.gap, f"{found.cpu:.2f}")
            print(f"| {' | '.join(map(str, row))} |", flush=True)
