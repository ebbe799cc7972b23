"""A cluster of Dask gives the same bits, although a worker is killed in the middle."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import zarr
from distributed import Client, LocalCluster

import pathstar as ps


@pytest.mark.filterwarnings("ignore")
def test_a_killed_worker_changes_nothing(tmp_path: Path) -> None:
    cost = np.random.default_rng(1).uniform(1, 9, (80, 80))
    stored = zarr.create_array(str(tmp_path / "cost.zarr"), shape=cost.shape, chunks=(40, 40), dtype="f8")
    stored[:] = cost
    cluster = LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None)
    with cluster, Client(cluster) as client:
        killed: list[int] = []

        def kill(progress: Any) -> None:
            if not killed:
                killed.append(next(iter(client.run(os.getpid).values())))
                os.kill(killed[0], signal.SIGKILL)

        tiles = ps.rasters.Tiles(side=40, workers=2, store=tmp_path / "store", client=client, tell=kill)
        found = ps.rasters.cost_distance(stored, [(3, 3), (70, 40)], tiles=tiles)
    whole = ps.rasters.cost_distance(cost, [(3, 3), (70, 40)])
    assert killed
    np.testing.assert_array_equal(found.cost, whole.cost)
    np.testing.assert_array_equal(found.nearest, whole.nearest)
    np.testing.assert_array_equal(found.direction, whole.direction)
