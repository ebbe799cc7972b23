"""Shortest lines on random boards, compared with an exact visibility graph."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from tests.campaigns.tally import Counts
from tests.oracle import plane

import pathstar as ps

QUERIES = 20  # on one board
LARGEST = 10
CLOSE = 1e-9


@dataclass
class Tally(Counts):
    """What a campaign has compared.

    Attributes:
        queries: How many lines were searched for.
        lines: How many of them exist.
    """

    queries: int = 0
    lines: int = 0


def any_angle(seed: int) -> Tally:
    """Search for lines between random cells of one board."""
    random, tally = np.random.default_rng(seed), Tally()
    walkable = random.random(tuple(random.integers(2, LARGEST, 2))) > random.choice([0.1, 0.25, 0.4])
    walkable[0, 0] = True
    grid = ps.Grid(walkable, moves=ps.Moves(corners="no_squeeze"))
    free = [tuple(cell) for cell in np.argwhere(walkable)[:, ::-1].tolist()]
    for _ in range(QUERIES):
        start, goal = (free[row] for row in random.integers(0, len(free), 2))
        path = ps.find_path(grid, start, goal, algorithm="anya")
        compare(path, plane.shortest(walkable, start, goal), f"seed {seed}, {start} to {goal}")
        tally.add(Tally(1, int(bool(path))))
    return tally


def compare(path: ps.Path, length: float, where: str) -> None:
    """Check a line, and its length."""
    assert math.isclose(path.cost, length, rel_tol=CLOSE, abs_tol=CLOSE), (
        f"{where}: {path.cost}, not {length}"
    )
    check = ps.check_path(path.space, path)
    assert not path or check, f"{where}: {check.problem}"
