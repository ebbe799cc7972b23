"""Runs in tiles that are killed at random moments and go on: equal to the last bit."""

from __future__ import annotations

import os
import signal
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from tests.campaigns.tilings import same

import pathstar as ps
from pathstar.rasters import Tiles
from pathstar.rasters.tiles.wave import Wave

SOURCES = [(3, 3), (50, 40)]
SIDE = 32


def ground(seed: int) -> np.ndarray:
    """Return costs with holes."""
    random = np.random.default_rng(seed)
    cost = random.uniform(1, 9, (64, 64))
    cost[random.random(cost.shape) < 0.1] = np.nan
    for x, y in SOURCES:
        cost[y, x] = 1
    return cost


def kill_driver(seed: int) -> int:
    """Kill a run after a random visit, again and again, until one comes to its end; return how many died.

    The run is a child of this process, and says by a byte in a pipe that a visit is over.
    """
    cost, random, deaths = ground(seed), np.random.default_rng(seed), 0
    with tempfile.TemporaryDirectory() as folder:
        while _die_after(int(random.integers(1, 24)), cost, folder):
            deaths += 1
        found = ps.rasters.cost_distance(cost, SOURCES, tiles=Tiles(side=SIDE, store=folder))
        same(found, ps.rasters.cost_distance(cost, SOURCES), f"seed {seed}, {deaths} deaths")
    return deaths


def _die_after(visits: int, cost: np.ndarray, folder: str) -> bool:
    """Run in a child and kill it after some visits; return whether it had not ended by then."""
    heard, said = os.pipe()
    child = os.fork()
    if child == 0:
        status = 1
        try:
            Wave.SAVE_EVERY = 0.0
            tiles = Tiles(side=SIDE, store=folder, workers=2, tell=lambda progress: os.write(said, b"."))
            ps.rasters.cost_distance(cost, SOURCES, tiles=tiles)
            status = 0
        finally:
            os._exit(status)
    os.close(said)
    with os.fdopen(heard, "rb") as pipe:
        ended = len(pipe.read(visits)) < visits
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    assert not ended or os.waitstatus_to_exitcode(status) in (0, -signal.SIGKILL), "the run failed"
    return not ended


@contextmanager
def cluster() -> Iterator[Any]:
    """Yield a client of two worker processes, which are forked from a server that has imported everything."""
    import dask
    from distributed import Client, LocalCluster

    with (
        dask.config.set({"distributed.worker.multiprocessing-method": "forkserver"}),
        LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as workers,
        Client(workers) as client,
    ):
        yield client


def kill_workers(client: Any, seed: int, folder: Path) -> int:
    """Run on a cluster while one of its workers is killed after a random visit; return how many died."""
    import zarr

    cost, random = ground(seed), np.random.default_rng(seed)
    stored = zarr.create_array(str(folder / "cost.zarr"), shape=cost.shape, chunks=(SIDE, SIDE), dtype="f8")
    stored[:] = cost
    deaths, due = 0, int(random.integers(1, 16))

    def kill(progress: Any) -> None:
        nonlocal deaths
        if progress.visits >= due and not deaths:
            pids = list(client.run(os.getpid, on_error="ignore").values())
            if pids:
                os.kill(int(random.choice(pids)), signal.SIGKILL)
                deaths = 1

    tiles = Tiles(side=SIDE, workers=3, store=folder / "store", client=client, tell=kill)
    found = ps.rasters.cost_distance(stored, SOURCES, tiles=tiles)
    same(found, ps.rasters.cost_distance(cost, SOURCES), f"seed {seed}, {deaths} deaths")
    return deaths
