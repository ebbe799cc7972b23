"""The checker's rules for steps over plain squares."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pathstar.paths.checks.verdict import Verdict, right, wrong
from pathstar.spaces.grid import Grid


def steps_verdict(grid: Grid, points: NDArray[np.int64]) -> Verdict:
    """Check a path on a grid step by step."""
    problem = places_verdict(grid, points) or _moves_verdict(grid, points)
    return problem or right(float(sum(_step_costs(grid, points).tolist())))


def places_verdict(grid: Grid, points: NDArray[np.int64]) -> Verdict | None:
    """Return what is wrong with the first place that is not free; None if all are."""
    outside = np.any((points < 0) | (points >= (grid.width, grid.height)), axis=1)
    blocked = np.array(outside)
    x, y = points[~outside].T
    blocked[~outside] = ~grid.walkable[y, x]
    if not blocked.any():
        return None
    row = int(np.flatnonzero(blocked)[0])
    why = "lies outside" if outside[row] else "is not walkable"
    return wrong(f"{tuple(points[row].tolist())} {why}", max(row - 1, 0))


def _moves_verdict(grid: Grid, points: NDArray[np.int64]) -> Verdict | None:
    (x, y), (dx, dy) = points[:-1].T, np.diff(points, axis=0).T
    far: NDArray[np.bool_] = np.maximum(abs(dx), abs(dy)) != 1
    diagonal = (dx != 0) & (dy != 0)
    not_allowed = far | (diagonal & (grid.moves.directions == 4))
    near = ~not_allowed
    beside = np.zeros(len(dx), np.int64)
    beside[near] = (~grid.walkable[y[near], (x + dx)[near]]).astype(int) + ~grid.walkable[
        (y + dy)[near], x[near]
    ]
    most_blocked = {"no_cut": 0, "no_squeeze": 1, "free": 2}[grid.moves.corners]
    cuts = near & diagonal & (beside > most_blocked)
    if not (not_allowed | cuts).any():
        return None
    step = int(np.flatnonzero(not_allowed | cuts)[0])
    what = "is not one step" if far[step] else "is a diagonal step" if not_allowed[step] else "cuts a corner"
    ends = f"{tuple(points[step].tolist())} to {tuple(points[step + 1].tolist())}"
    return wrong(f"{ends} {what}", step)


def _step_costs(grid: Grid, points: NDArray[np.int64]) -> NDArray[np.float64]:
    straight, diagonal = grid.moves.step_costs
    lengths = np.where((np.diff(points, axis=0) != 0).all(axis=1), diagonal, straight)
    if grid.cost is None:
        return lengths
    x, y = points.T
    cells = grid.cost[y, x]
    costs: NDArray[np.float64] = lengths * (
        cells[1:] if grid.cost_model == "enter" else (cells[:-1] + cells[1:]) / 2
    )
    return costs
