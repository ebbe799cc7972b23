"""Grids that are awkward for indexes, and the comparison with the search that they must equal."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

import pathstar as ps

RULES = ("no_cut", "no_squeeze", "free")
GRID_KINDS = tuple(name for name, row in ps.INDEXES.items() if row.unsupported_reason(ps.Grid([[1]])) is None)
UNIFORM_KINDS = tuple(
    name for name in GRID_KINDS if ps.INDEXES[name].unsupported_reason(ps.Grid([[1]], cost=[[2]]))
)


def random_grid(seed: int, width: int, height: int, blocked: float, corners: str = "no_cut") -> ps.Grid:
    walkable = np.random.default_rng(seed).random((height, width)) >= blocked
    return ps.Grid(walkable, moves=ps.Moves(corners=corners))


def build_exact(grid: ps.Grid, kind: str, **options: Any) -> ps.Index:
    """Build an index whose paths are optimal."""
    return ps.build_index(grid, kind, **ps.INDEXES[kind].exact, **options)


def sections(index: ps.Index) -> dict[str, bytes]:
    """Return the data of an index, to compare two to the last byte."""
    return {name: array.tobytes() for name, array in index.core.sections()}


def all_pairs(grid: ps.Grid) -> tuple[np.ndarray, np.ndarray]:
    places = np.array([(x, y) for y, x in product(range(grid.height), range(grid.width))])
    first, second = np.divmod(np.arange(len(places) ** 2), len(places))
    return places[first], places[second]


def assert_exact(
    grid: ps.Grid, index: ps.Index, starts: np.ndarray, goals: np.ndarray, *, check: int = 50
) -> None:
    """Every cost equals Dijkstra's; some paths are walked cell by cell."""
    found = ps.Planner(grid, index=index).find_many(starts, goals, threads=1)
    truth = ps.find_paths(grid, starts, goals, algorithm="dijkstra", threads=1)
    np.testing.assert_array_equal(found.statuses, truth.statuses)
    np.testing.assert_allclose(found.costs, truth.costs, rtol=1e-12)
    for row in np.unique(np.linspace(0, len(starts) - 1, check).astype(int)).tolist():
        path = found[row]
        if path:
            verdict = ps.check_path(grid, path, start=tuple(starts[row]), goal=tuple(goals[row]))
            assert verdict.ok, verdict
            np.testing.assert_allclose(verdict.cost, path.cost, rtol=1e-12)
