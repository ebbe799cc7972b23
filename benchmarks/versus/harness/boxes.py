"""What costs and paths over voxels must obey, computed only with NumPy."""

from __future__ import annotations

import itertools
import math

import numpy as np
import numpy.typing as npt

Costs = npt.NDArray[np.float64]
Step = tuple[int, int, int]


def steps(directions: int) -> list[Step]:
    """Return the steps (dz, dy, dx) to the 6 or 26 neighbours."""
    sides = (-1, 0, 1)
    around = [step for step in itertools.product(sides, sides, sides) if any(step)]
    return [step for step in around if directions == 26 or sum(map(abs, step)) == 1]


def length(step: Step, lengths: bool) -> float:
    """Return what a step costs over voxels of cost 1."""
    return math.sqrt(sum(map(abs, step))) if lengths else 1.0


def gap(
    field: npt.NDArray[np.floating], costs: Costs, source: Step, directions: int, lengths: bool, inward: bool
) -> float:
    """Return the largest error of a field in Bellman's equations, relative to the costs; 0 is right.

    The equations: the source costs 0, and each other voxel costs the minimum over its neighbours of their
    cost plus the step. If all costs are above 0, only the costs of the cheapest paths solve them.

    Args:
        field: The field to check, [d, h, w].
        costs: float64 [d, h, w], above 0: the cost of entering a voxel.
        source: (z, y, x).
        directions: How many neighbours a voxel has.
        lengths: Whether a step costs its length times that, or only that.
        inward: Whether paths lead to the source, and so pay for the neighbour.
    """
    inside = (slice(1, -1),) * 3
    padded = np.pad(field.astype(np.float64), 1, constant_values=np.inf)
    paid = np.pad(costs, 1, constant_values=np.inf)
    best = np.full(costs.shape, np.inf)
    for step in steps(directions):
        there = tuple(slice(1 + d, 1 + d + n) for d, n in zip(step, costs.shape, strict=True))
        np.minimum(best, padded[there] + length(step, lengths) * paid[there if inward else inside], out=best)
    best[source] = 0.0
    missed: npt.NDArray[np.float64] = np.abs(best - padded[inside]) / np.maximum(best, 1.0)
    return float(missed.max())


def walk(points: npt.NDArray[np.int32], costs: Costs, directions: int, inward: bool = False) -> float:
    """Return the cost of a path whose steps cost by length; NaN if a step does not lead to a neighbour.

    Args:
        points: int32 [n, 3], columns x, y, z, from the source on.
        costs: As above.
        directions: As above.
        inward: Whether the path leads to the source.
    """
    moved = np.abs(np.diff(points, axis=0))
    far = moved.sum(axis=1)
    if len(points) == 0 or (points < 0).any() or (points >= costs.shape[::-1]).any():
        return math.nan
    if (moved.max(axis=1, initial=1) != 1).any() or (directions == 6 and (far != 1).any()):
        return math.nan
    entered = points[:-1] if inward else points[1:]
    x, y, z = entered.T
    return math.fsum(costs[z, y, x] * np.sqrt(far))
