"""The same rules as a sparse matrix, which SciPy searches: fast enough for maps of real size."""

from __future__ import annotations

import numpy as np
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra
from tests.oracle.plain import MOST_BLOCKED, STEPS


def matrix_of(grid) -> csr_array:
    """The grid's legal steps and their costs; zero costs become the smallest number above zero."""
    height, width = grid.shape
    free = np.zeros((height + 2, width + 2), bool)
    free[1:-1, 1:-1] = grid.walkable
    cost = np.zeros((height + 2, width + 2))
    if grid.cost is not None:
        cost[1:-1, 1:-1] = np.where(grid.walkable, grid.cost, 0)
    node = np.arange(height * width).reshape(height, width)
    parts = []
    for dx, dy in STEPS:
        if dx and dy and grid.moves.directions == 4:
            continue

        def shifted(array, dx=dx, dy=dy):
            return array[1 + dy : 1 + dy + height, 1 + dx : 1 + dx + width]

        legal = free[1:-1, 1:-1] & shifted(free)
        length = np.full((height, width), grid.moves.straight)
        if dx and dy:
            blocked = (~shifted(free, dx, 0)).astype(int) + ~shifted(free, 0, dy)
            legal &= blocked <= MOST_BLOCKED[grid.moves.corners]
            length[:] = grid.moves.diagonal
        if grid.cost is not None:
            there = shifted(cost)
            length *= there if grid.cost_model == "enter" else (cost[1:-1, 1:-1] + there) / 2
        parts.append((node[legal], node[legal] + dy * width + dx, np.maximum(length[legal], 1e-300)))
    rows, columns, weights = (np.concatenate(column) for column in zip(*parts, strict=True))
    return csr_array((weights, (rows, columns)), shape=(grid.size, grid.size))


def costs_from(grid, start: tuple[int, int]) -> np.ndarray:
    """The lowest cost to every cell, float64 [h, w]; infinity where there is no path."""
    costs = dijkstra(matrix_of(grid), indices=start[1] * grid.width + start[0])
    if not grid.walkable[start[1], start[0]]:
        costs[:] = np.inf
    return costs.reshape(grid.shape)
