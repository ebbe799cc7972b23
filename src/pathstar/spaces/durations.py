"""The durations of the steps of a ground, for layers of time."""

from __future__ import annotations

import math

import numpy as np

from pathstar.errors import SpaceError
from pathstar.spaces.cell_grid import CellGrid
from pathstar.spaces.turning import Turning
from pathstar.spaces.voxels import VoxelGrid

Cells = CellGrid | VoxelGrid
Ground = Cells | Turning


def _layer_below(ground: Ground) -> Cells:
    return ground.ground if isinstance(ground, Turning) else ground


def check_durations(ground: Ground) -> None:
    """Check that every step takes time with the present costs.

    Bounds for the cost of a step hold for all edits, so only the costs themselves tell whether some are 0.

    Raises:
        SpaceError: Some step takes no time.
    """
    cells = _layer_below(ground)
    if cells.step_range()[0] > 0:
        return
    free = cells.cost is not None and bool((cells.cost[cells.walkable] == 0).any())
    if free or any(cost == 0 for _, _, cost in cells.links.portals):
        raise SpaceError(
            "Timed needs steps that take time; here some cost 0: give all cells and portals costs above 0"
        )


def least_duration(ground: Ground) -> float:
    """Return the least time above 0 that a step takes; infinity if no step takes time."""
    cells = _layer_below(ground)
    least, _ = cells.step_range()
    if least > 0:
        return least
    share = 1.0 if cells.cost_model == "enter" else 0.5
    fixed = [cost for _, _, cost in cells.links.portals if cost > 0]
    costs = np.ones(1) if cells.cost is None else cells.cost[cells.walkable & (cells.cost > 0)]
    return min([*fixed, min(cells.lengths) * share * float(costs.min(initial=math.inf))])
