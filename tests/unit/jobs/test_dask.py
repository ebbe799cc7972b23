"""Batches on a cluster give the paths that one process finds, although a worker dies."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest
from distributed import Client

import pathstar as ps
from pathstar.jobs.dask import Batch, find_paths


@pytest.fixture(scope="module")
def client() -> Any:
    with Client(processes=False, n_workers=2, threads_per_worker=1, dashboard_address=":0") as client:
        yield client


def board(seed: int, side: int = 20) -> ps.Grid:
    random = np.random.default_rng(seed)
    return ps.Grid(np.where(random.random((side, side)) < 0.25, 0, 1))


def queries(grid: ps.Grid, seed: int, count: int = 25) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(seed)
    free = grid.places_of(np.flatnonzero(grid.is_free(np.arange(grid.size))))
    return free[random.integers(len(free), size=count)], free[random.integers(len(free), size=count)]


@pytest.mark.parametrize("part", [7, 1000])
def test_batches_over_several_maps(client: Client, part: int) -> None:
    grids = [board(seed) for seed in range(3)]
    ends = [queries(grid, seed) for seed, grid in enumerate(grids)]
    batches = [
        Batch(grids[0], *ends[0]),
        (ps.Planner(grids[1], "dijkstra"), *ends[1]),
        Batch(functools.partial(board, 2), *ends[2]),
    ]
    found = dict(find_paths(client, batches, part=part))
    assert sorted(found) == [0, 1, 2]
    for number, grid in enumerate(grids):
        expected = ps.find_paths(grid, *ends[number])
        np.testing.assert_array_equal(found[number].costs, expected.costs)
        for row, path in enumerate(found[number]):
            assert ps.check_path(grid, path) or not path
            assert path.cost == expected[row].cost


def test_costs_only_and_empty_batches(client: Client) -> None:
    grid = board(4)
    ends = queries(grid, 4)
    found = dict(find_paths(client, [(grid, *ends), (grid, [], [])], part=10, costs_only=True))
    np.testing.assert_array_equal(found[0].costs, ps.find_paths(grid, *ends, costs_only=True).costs)
    assert len(found[1]) == 0


def test_what_cannot_be_done_is_said(client: Client) -> None:
    grid = board(1)
    with pytest.raises(ps.OptionError, match="part is 0"):
        list(find_paths(client, [], part=0))
    with pytest.raises(ps.OptionError, match="2 starts and 1 goals"):
        list(find_paths(client, [(grid, [(0, 0), (1, 1)], [(0, 0)])]))
    with pytest.raises(ps.PlaceError, match=r"goals\[0\] = \(99, 0\) lies outside"):
        list(find_paths(client, [(grid, [(0, 0)], [(99, 0)])]))
