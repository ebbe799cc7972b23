"""Costs and those of GRASS r.cost and r.walk on random rasters: every digit that GRASS prints must agree.

    python benchmarks/rasters/grass.py --rasters 20

Each raster has holes, cells of unequal sides and one to four sources. It is solved by r.cost and by r.walk,
which walks outwards from the sources, each with 8 directions and with knight's moves (-k). The two programs
add up and round in different orders, so GRASS prints 13 digits. It is Debian's package grass-core.
Exit status 1 if a cost differs, 3 if GRASS is not installed.
"""

from __future__ import annotations

import argparse
import math
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from grass_session import DIGITS, Session, session

import pathstar as ps

LAMBDA = 0.5  # the weight of friction in r.walk


@dataclass
class Problem:
    """A random raster. Cells are `cell` wide and high; sources are places (x, y)."""

    cost: np.ndarray
    height: np.ndarray
    cell: tuple[float, float]
    sources: list[tuple[int, int]]

    @classmethod
    def of(cls, seed: int) -> Problem:
        random = np.random.default_rng(seed)
        shape = tuple(random.integers(8, 60, 2).tolist())
        cost = random.uniform(0.1, 9, shape) if seed % 2 else random.integers(0, 9, shape).astype(float)
        cost[random.random(shape) < random.choice([0, 0.1, 0.3])] = np.nan
        free = np.argwhere(np.isfinite(cost))
        chosen = free[random.permutation(len(free))[: random.integers(1, 5)]]
        cell = float(random.choice([1, 10, 25])), float(random.choice([1, 10, 25]))
        return cls(cost, random.uniform(0, 12, shape), cell, [(int(x), int(y)) for y, x in chosen])

    @property
    def starts(self) -> str:
        """The sources as map coordinates."""
        width, height = self.cell
        rows = self.cost.shape[0]
        return ",".join(f"{(x + 0.5) * width!r},{(rows - y - 0.5) * height!r}" for x, y in self.sources)


def of_grass(grass: Session, problem: Problem, module: str, knights: bool) -> tuple[np.ndarray, list[str]]:
    """Return the costs as r.cost or r.walk stores and prints them."""
    grass.load("cost", problem.cost, problem.cell)
    words = [module, f"start_coordinates={problem.starts}", "output=out", *(["-k"] if knights else [])]
    if module == "r.cost":
        grass.run(*words, "input=cost")
    else:
        grass.load("height", problem.height, problem.cell)
        grass.run(*words, "friction=cost", "elevation=height", f"lambda={LAMBDA}")
    return grass.read("out", problem.cost.shape), grass.printed("out")


def of_pathstar(problem: Problem, module: str, knights: bool) -> np.ndarray:
    """Return the same costs by pathstar."""
    directions = 16 if knights else 8
    if module == "r.cost":  # it counts in cells from east to west
        found = ps.rasters.cost_distance(
            problem.cost, problem.sources, cell_size=problem.cell, directions=directions, outputs=["cost"]
        )
        return found.cost / problem.cell[0]
    found = ps.rasters.cost_distance(
        LAMBDA * problem.cost,
        problem.sources,
        height=problem.height,
        pace="langmuir",
        combine="add",
        cell_size=problem.cell,
        directions=directions,
        outputs=["cost"],
    )
    return found.cost


def digits_differ(printed: list[str], found: np.ndarray) -> int:
    """Return how many costs differ from GRASS's output by more than half its last digit."""
    nulls = np.array([text == "*" for text in printed])
    said = np.array([math.nan if text == "*" else float(text) for text in printed])
    mine = found.reshape(-1)
    size = np.maximum(0, np.floor(np.log10(np.maximum(np.abs(said), 1e-300))) + 1)
    unit = 10.0 ** (size - DIGITS)  # no more decimals than digits are printed
    both = np.isfinite(mine) & ~nulls
    apart = np.abs(np.where(both, said, 0) - np.where(both, mine, 0)) > 0.51 * np.where(both, unit, 1)
    return int((apart | (nulls == np.isfinite(mine))).sum())


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rasters", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        grass = session(Path(folder))
        for module in ("r.cost", "r.walk"):
            for knights in (False, True):
                cells, differ, worst = 0, 0, 0.0
                for seed in range(given.seed, given.seed + given.rasters):
                    problem = Problem.of(seed)
                    stored, printed = of_grass(grass, problem, module, knights)
                    found = of_pathstar(problem, module, knights)
                    both = np.isfinite(stored) & np.isfinite(found)
                    apart = np.abs(stored[both] - found[both]) / np.maximum(1, found[both])
                    cells, differ = cells + found.size, differ + digits_differ(printed, found)
                    worst = max(worst, float(apart.max(initial=0)))
                said = f"{cells:,} cells, {differ} print as other digits, worst relative error {worst:.1e}"
                print(f"{module}{' -k' if knights else ''}: {given.rasters} rasters, {said}", flush=True)
                wrong += differ
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
