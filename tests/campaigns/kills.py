"""Runs in tiles and batches of queries, killed at random moments and resumed: equal to the last bit."""

from __future__ import annotations

import multiprocessing
import os
import signal
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerContext
from pathlib import Path
from typing import Any

import numpy as np
from tests.campaigns.tilings import same

import pathstar as ps
from pathstar.jobs.dask import Batch, find_paths
from pathstar.rasters import CostDistance, Tiles
from pathstar.rasters.tiles.wave import Wave

SOURCES = [(3, 3), (50, 40)]
SITES = [*SOURCES, (9, 60), (60, 5)]
SIDE = 32
# The modules that the children need. The server that they are forked from imports them once for all.
PRELOADED = [
    "distributed",
    "zarr",
    "pathstar.jobs.dask",
    "pathstar.rasters.tiles.wave",
    "tests.campaigns.kills",
]


def ground(seed: int) -> np.ndarray:
    """Return costs with holes."""
    random = np.random.default_rng(seed)
    cost = random.uniform(1, 9, (64, 64))
    cost[random.random(cost.shape) < 0.1] = np.nan
    for x, y in SITES:
        cost[y, x] = 1
    return cost


def kill_driver(seed: int, what: str = "cost-distance") -> int:
    """Kill a run at random moments until it comes to its end; return how many times it died.

    The run is a child of this process, and writes a byte to a pipe after each visit.
    """
    cost, random, deaths = ground(seed), np.random.default_rng(seed), 0
    with tempfile.TemporaryDirectory() as folder:
        while _die_after(int(random.integers(1, 24)), random.uniform(0, 0.01), what, cost, folder):
            deaths += 1
        found = WORK[what](cost, Tiles(side=SIDE, store=folder))
        _same(found, WORK[what](cost, None), f"{what}, seed {seed}, {deaths} deaths")
    return deaths


def _cost_distance(cost: np.ndarray, tiles: Tiles | None) -> CostDistance:
    return ps.rasters.cost_distance(cost, SOURCES, tiles=tiles)


def _path(cost: np.ndarray, tiles: Tiles | None) -> np.ndarray:
    return ps.rasters.least_cost_path(cost, *SOURCES, tiles=tiles).points


def _corridor(cost: np.ndarray, tiles: Tiles | None) -> np.ndarray:
    return ps.rasters.corridor(cost, SOURCES[:1], SOURCES[1:], tiles=tiles).through


def _network(cost: np.ndarray, tiles: Tiles | None) -> np.ndarray:
    found = ps.rasters.least_cost_network(cost, SITES, kind="neighbours", tiles=tiles)
    return np.concatenate([path.points for path in found.paths])


WORK: dict[str, Callable[[np.ndarray, Tiles | None], Any]] = {
    "cost-distance": _cost_distance,
    "path": _path,
    "corridor": _corridor,
    "network": _network,
}


def _same(found: Any, expected: Any, where: str) -> None:
    if isinstance(found, CostDistance):
        same(found, expected, where)
    else:
        np.testing.assert_array_equal(found, expected, where)


def _die_after(visits: int, seconds: float, what: str, cost: np.ndarray, folder: str) -> bool:
    """Run in a child and kill it some time after some visits; return whether it had not ended by then.

    The child is forked from a server without threads: a fork of this process might wait for ever for a lock
    that another thread holds.
    """
    context = _fork_server()
    heard, said = context.Pipe(duplex=False)
    child = context.Process(target=_run, args=(what, cost, folder, said))
    child.start()
    said.close()
    try:
        for _ in range(visits):
            heard.recv_bytes()
        ended = False
        time.sleep(seconds)
    except EOFError:
        ended = True
    child.kill()
    child.join()
    assert not ended or child.exitcode in (0, -signal.SIGKILL), "the run failed"
    return not ended


def _fork_server() -> ForkServerContext:
    """Start the server with the modules, unless it runs; return its context."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(PRELOADED)
    forkserver.ensure_running()
    return context


def _run(what: str, cost: np.ndarray, folder: str, said: Connection) -> None:
    Wave.SAVE_EVERY = 0.0
    tiles = Tiles(side=SIDE, store=folder, workers=2, tell=lambda progress: said.send_bytes(b"."))
    WORK[what](cost, tiles)


@contextmanager
def cluster() -> Iterator[Any]:
    """Yield a client of two worker processes."""
    import dask
    from distributed import Client, LocalCluster

    _fork_server()
    settings = {
        "distributed.worker.multiprocessing-method": "forkserver",
        # After this time the cluster gives up a name whose worker is down at that moment, though it was
        # replaced before.
        "distributed.deploy.lost-worker-timeout": "1 hour",
        # For this time a worker tries to reach a killed one before it asks for the data elsewhere.
        "distributed.comm.timeouts.connect": "5s",
    }
    with (
        dask.config.set(settings),
        LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0") as workers,
        Client(workers) as client,
    ):
        yield client


def kill_workers(client: Any, seed: int, folder: Path) -> int:
    """Run on a cluster while one of its workers is killed at a random moment; return how many died."""
    import zarr

    _wait_for_workers(client)
    cost, random = ground(seed), np.random.default_rng(seed)
    stored = zarr.open_array(
        folder / "cost.zarr", mode="w", shape=cost.shape, chunks=(SIDE, SIDE), dtype="f8"
    )
    stored[:] = cost
    deaths, due = 0, int(random.integers(1, 16))

    def kill() -> None:
        nonlocal deaths
        os.kill(random.choice(list(client.cluster.workers.values())).pid, signal.SIGKILL)
        deaths = 1

    killer = threading.Timer(random.uniform(0, 0.03), kill)

    def tell(progress: Any) -> None:
        if progress.visits == due:
            killer.start()

    tiles = Tiles(side=SIDE, workers=3, store=folder / "store", client=client, tell=tell)
    found = ps.rasters.cost_distance(stored, SOURCES, tiles=tiles)
    if killer.ident is not None:
        killer.join()
    same(found, ps.rasters.cost_distance(cost, SOURCES), f"seed {seed}, {deaths} deaths")
    return deaths


def kill_batch_workers(client: Any, seed: int) -> int:
    """Find paths over many maps while a worker is killed at a random moment; return how many died at work."""
    _wait_for_workers(client)
    random = np.random.default_rng(seed)
    batches = [_batch(int(number)) for number in random.integers(1000, size=6)]
    deaths, done, due = 0, 0.0, random.uniform(0, 0.8)

    def kill() -> None:
        nonlocal deaths
        os.kill(random.choice(list(client.cluster.workers.values())).pid, signal.SIGKILL)
        deaths = int(done < 1)

    killer = threading.Timer(random.uniform(0, 0.03), kill)

    def tell(part: float) -> None:
        nonlocal done
        done = part
        if part >= due and killer.ident is None:
            killer.start()

    found = dict(find_paths(client, batches, part=30, progress=tell))
    killer.join()
    assert sorted(found) == list(range(len(batches))), f"seed {seed}, {deaths} deaths"
    for number, (grid, starts, goals) in enumerate(batches):
        expected, where = ps.find_paths(grid, starts, goals), f"seed {seed}, batch {number}, {deaths} deaths"
        for name in ("costs", "statuses", "offsets", "corners", "counts"):
            np.testing.assert_array_equal(getattr(found[number], name), getattr(expected, name), where)
    return deaths


def _batch(seed: int) -> Batch:
    random = np.random.default_rng(seed)
    side = int(random.integers(40, 80))
    grid = ps.Grid(random.random((side, side)) > 0.25)
    free = grid.places_of(np.flatnonzero(grid.is_free(np.arange(grid.size))))
    return Batch(grid, *free[random.integers(len(free), size=(2, 200))])


def _wait_for_workers(client: Any) -> None:
    """Wait until every worker runs: Dask never replaces one that is killed while it starts."""
    limit = time.monotonic() + 60
    while any(worker.process.status.name != "running" for worker in client.cluster.workers.values()):
        assert time.monotonic() < limit, "a worker did not come back"
        time.sleep(0.01)
