"""Tiles of any size, order and number of workers give the bits of one run; so does a resumed run."""

from __future__ import annotations

import contextlib
import errno
import pickle
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.campaigns.tilings import problem, same

import pathstar as ps
from pathstar.atomic import atomic_write
from pathstar.rasters.raster import Raster
from pathstar.rasters.tiles.layout import Layout, edges_of
from pathstar.rasters.tiles.plan import held_memory, plan_of
from pathstar.rasters.tiles.store import MemoryStore, load_arrays
from pathstar.rasters.tiles.visits import Job, visit_costs
from pathstar.rasters.tiles.wave import Progress, State, Wave
from pathstar.rasters.tiles.workers import Workers, at_once

Tiles = ps.rasters.Tiles


def test_unequal_chunks() -> None:
    cost = np.random.default_rng(0).uniform(1, 9, (20, 31))
    whole = ps.rasters.cost_distance(cost, [(3, 3), (30, 19)], directions=32)
    chunks = ((1, 12, 2, 5), (30, 1))
    same(ps.rasters.cost_distance(cost, [(3, 3), (30, 19)], directions=32, tiles=Tiles(side=chunks)), whole)


@pytest.mark.parametrize("side", [20, ((1,) * 201, (20, 20))])
def test_a_snake_crosses_borders_as_often_as_it_must(side: Any) -> None:
    cost = np.ones((201, 40))
    cost[1::2] = np.nan
    cost[1::4, -1] = cost[3::4, 0] = 1
    found = ps.rasters.cost_distance(cost, [(0, 0)], tiles=Tiles(side=side))
    assert np.isfinite(found.cost).sum() == 4140
    same(found, ps.rasters.cost_distance(cost, [(0, 0)]))


def test_a_store_holds_the_results(tmp_path: Path) -> None:
    cost, sources, options = problem(4)
    whole = ps.rasters.cost_distance(cost, sources, **options)
    tiles = Tiles(side=9, store=tmp_path / "run")
    found = ps.rasters.cost_distance(cost, sources, tiles=tiles, **options)
    same(found, whole)
    assert isinstance(found.cost, np.memmap)
    again = ps.rasters.cost_distance(cost, sources, tiles=tiles, **options)
    same(again, whole)
    assert again.visits == found.visits
    with pytest.raises(ps.OptionError, match="that of another run"):
        ps.rasters.cost_distance(cost + 1, sources, tiles=tiles, **options)


@pytest.mark.parametrize("attempt", range(3))
def test_workers_that_write_the_first_results_together_lose_nothing(tmp_path: Path, attempt: int) -> None:
    cost = np.ones((64, 64))
    tiles = Tiles(side=16, workers=8, store=tmp_path)
    found = ps.rasters.cost_distance(cost, [(3, 3), (50, 9)], tiles=tiles)
    same(found, ps.rasters.cost_distance(cost, [(3, 3), (50, 9)]))


def noise(side: int, kind: str) -> np.ndarray:
    """Return rough ground, gentle hills of costs, or a gentle slope."""
    if kind == "rough":
        return np.random.default_rng(1).integers(1, 10, (side, side)).astype(np.float32)
    if kind == "hills":
        rows, columns = np.mgrid[0:side, 0:side] * (9 / side)
        return (5 + 2 * np.sin(rows) * np.cos(columns) + 1.5 * np.sin(3 * rows + 2 * columns)).astype(
            np.float32
        )
    return np.add.outer(np.linspace(1, 5, side), np.linspace(1, 5, side)).astype(np.float32)


def test_rough_ground_is_expanded_little_more_than_once() -> None:
    cost = noise(1024, "rough")
    found = ps.rasters.cost_distance(cost, [(500, 500)], outputs=["cost"], tiles=Tiles(side=64))
    assert found.settled <= 1.08 * cost.size
    whole = ps.rasters.cost_distance(cost, [(500, 500)], outputs=["cost"])
    np.testing.assert_array_equal(found.cost, whole.cost)


def test_tiles_of_smooth_ground_are_visited_once() -> None:
    cost = noise(512, "smooth")
    found = ps.rasters.cost_distance(cost, [(250, 250)], outputs=["cost"], tiles=Tiles(side=64))
    assert found.settled <= 1.001 * cost.size
    assert found.visits <= 1.2 * 64


def test_two_workers_visit_smooth_ground_hardly_more_often() -> None:
    """Delaying visits there would cause more of them, and save nothing."""
    cost = noise(512, "hills")
    layout = Layout(edges_of(512, 64), edges_of(512, 64), 1, False)
    job, state = Job(Raster(cost), layout, MemoryStore(layout), True), State("cost")
    state.add(36, np.array([256 * 512 + 256]), np.zeros(1))
    progress = Progress(cost.size, len(layout))

    def submit(*given: Any) -> Any:
        return at_once(visit_costs, job, *given)

    # Each visit ends before the next one begins, but is processed after that: two are always under way.
    Wave(layout, job.store, state, submit, 2, progress=progress).run()
    assert progress.settled <= 1.04 * cost.size
    assert progress.visits <= 1.5 * 64


def test_settings_of_tiles_pickle() -> None:
    tiles = Tiles(side=16, workers=2)
    assert pickle.loads(pickle.dumps(tiles)) == tiles


def test_tiles_are_small_beside_the_raster() -> None:
    for side, expected in ((300, 1), (4096, 8), (8192, 16), (16384, 16), (65536, 32)):
        ground = Raster(np.broadcast_to(np.float32(1), (8, side)))
        assert plan_of(ground, Tiles(memory=10**10)).layout.across == expected
        assert plan_of(ground, Tiles(memory=10**10, client=object(), store="s")).layout.across == -(
            -side // 2048
        )


def test_a_raster_that_fits_into_a_tile_is_one_for_one_worker() -> None:
    ground = Raster(np.broadcast_to(np.float32(1), (2048, 2000)))
    small = held_memory() + 2**26  # too little for one tile, enough for one of 512 x 512 cells
    for options, expected in (
        ({}, 1),
        ({"memory": 10**10}, 1),
        ({"memory": 10**10, "workers": 2}, 16),
        ({"memory": small}, 16),
    ):
        assert len(plan_of(ground, Tiles(**options)).layout) == expected


class StopError(Exception):
    """Raised in the middle of a run."""


@pytest.mark.parametrize("after", [1, 30, 31])
def test_a_run_goes_on_from_its_store(tmp_path: Path, after: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pathstar.rasters.tiles.wave.Wave.SAVE_EVERY", 0.0)
    cost = np.random.default_rng(1).uniform(1, 9, (60, 60))
    whole = ps.rasters.cost_distance(cost, [(3, 3), (50, 40)])

    def stop(progress: Any) -> None:
        if progress.visits == after:
            raise StopError

    with pytest.raises(StopError):
        ps.rasters.cost_distance(
            cost, [(3, 3), (50, 40)], tiles=Tiles(side=16, workers=2, store=tmp_path, tell=stop)
        )
    found = ps.rasters.cost_distance(cost, [(3, 3), (50, 40)], tiles=Tiles(side=16, store=tmp_path))
    same(found, whole)


def test_what_is_done_is_not_visited_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pathstar.rasters.tiles.wave.Wave.SAVE_EVERY", 0.0)
    cost, sources = np.random.default_rng(1).uniform(1, 9, (60, 60)), [(3, 3), (50, 40)]
    visits = 0

    def tell(progress: Progress) -> None:
        nonlocal visits
        visits += 1
        if visits % 5 == 0:
            raise StopError

    whole = ps.rasters.cost_distance(cost, sources, tiles=Tiles(side=16))
    for stops in range(60):
        with contextlib.suppress(StopError):
            tiles = Tiles(side=16, store=tmp_path, tell=tell)
            same(ps.rasters.cost_distance(cost, sources, tiles=tiles), whole)
            assert visits <= whole.visits * 1.2 + 2 * stops
            return
    pytest.fail("the run does not come to its end")


@pytest.mark.parametrize("room", [3, 20])
def test_a_full_disk_loses_nothing(tmp_path: Path, room: int, monkeypatch: pytest.MonkeyPatch) -> None:
    cost = np.random.default_rng(1).uniform(1, 9, (60, 60))
    left = [room]

    @contextlib.contextmanager
    def write(file: Path) -> Any:
        left[0] -= 1
        if left[0] < 0:
            raise OSError(errno.ENOSPC, "No space left on device")
        with atomic_write(file) as out:
            yield out

    with monkeypatch.context() as full:
        full.setattr("pathstar.archives.atomic_write", write)
        full.setattr("pathstar.rasters.tiles.wave.Wave.SAVE_EVERY", 0.0)
        with pytest.raises(ps.OptionError, match=r"No space left on device\. A run with a store goes on"):
            ps.rasters.cost_distance(cost, [(3, 3)], tiles=Tiles(side=16, store=tmp_path))
    found = ps.rasters.cost_distance(cost, [(3, 3)], tiles=Tiles(side=16, store=tmp_path))
    same(found, ps.rasters.cost_distance(cost, [(3, 3)]))


@pytest.mark.parametrize("after", [10, 1000])
def test_a_run_with_stops_goes_on_to_the_same_limit(
    tmp_path: Path, after: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pathstar.rasters.tiles.wave.Wave.SAVE_EVERY", 0.0)
    cost = np.random.default_rng(1).uniform(1, 9, (60, 60))
    stops = [(20, 20), (5, 8)]

    def stop(progress: Any) -> None:
        if progress.visits == after:
            raise StopError

    with contextlib.suppress(StopError):
        ps.rasters.cost_distance(cost, [(3, 3)], stops=stops, tiles=Tiles(side=8, store=tmp_path, tell=stop))
    found = ps.rasters.cost_distance(cost, [(3, 3)], stops=stops, tiles=Tiles(side=8, store=tmp_path))
    same(found, ps.rasters.cost_distance(cost, [(3, 3)], stops=stops))


def test_a_run_goes_on_with_its_tiles_when_less_memory_is_free(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cost = np.ones((300, 300))
    tiles = Tiles(store=tmp_path)
    memory = [2**33, 2**28]
    monkeypatch.setattr("pathstar.rasters.tiles.plan.free_memory", lambda: memory.pop(0))
    first = ps.rasters.cost_distance(cost, [(3, 3)], outputs=["cost"], tiles=tiles)
    again = ps.rasters.cost_distance(cost, [(3, 3)], outputs=["cost"], tiles=tiles)
    assert again.visits == first.visits


PEAK = """
import re
import sys

import numpy as np

from pathstar.rasters import Tiles, cost_distance
from pathstar.rasters.tiles.plan import held_memory


class Generated:
    shape, dtype = (2048, 2048), np.dtype(np.float32)

    def __getitem__(self, part):
        rows, columns = (np.arange(*each.indices(2048)) for each in part)
        return (1 + (rows[:, None] * 7919 ^ columns * 104729) % 9).astype(np.float32)


memory, store = held_memory() + int(sys.argv[1]), sys.argv[2]
found = cost_distance(Generated(), [(9, 9), (2000, 1000)], tiles=Tiles(store=store, memory=memory, workers=2))
peak = re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())  # getrusage counts the parent's, too
assert int(peak[1]) * 1024 <= memory
assert found.visits > 3 * 16
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says what the peak was")
def test_the_whole_process_keeps_to_its_memory(tmp_path: Path) -> None:
    memory = 70_000_000  # in addition to what the process holds already
    command = [sys.executable, "-c", PEAK, str(memory), str(tmp_path)]
    subprocess.run(command, check=True)


def test_what_the_process_holds_already_counts() -> None:
    held = held_memory()
    cost = np.ones((300, 300))
    plan = plan_of(Raster(cost), Tiles(memory=held + 2**27))
    assert held + 300 * 300 * 30 < plan.memory < held + 2**27
    said = r"this process holds [\d,]+ bytes, and would take [\d,]+ with"
    with pytest.raises(ps.MapLimitError, match=said + " 1 tile of 256 x 256 cells"):
        plan_of(Raster(cost), Tiles(memory=held))
    with pytest.raises(ps.MapLimitError, match=said + " 2 tiles of"):
        plan_of(Raster(cost), Tiles(memory=held, workers=2))


def test_results_that_do_not_fit_into_memory_are_refused_before_the_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    figures = {"MemAvailable": 80_000, "SwapFree": 20_000}
    monkeypatch.setattr("pathstar.rasters.tiles.plan._memory_figures", lambda: figures)
    memory, cost = held_memory() + 2**30, np.ones((100, 100))
    said = r"the results take 130,000 bytes; 80,000 bytes of memory are free\. Keep them in a folder"
    for tiles in (None, Tiles(side=50, memory=memory)):
        with pytest.raises(ps.MapLimitError, match=said):
            ps.rasters.cost_distance(cost, [(0, 0)], tiles=tiles)
        ps.rasters.cost_distance(cost, [(0, 0)], outputs=["cost"], tiles=tiles)
    ps.rasters.cost_distance(cost, [(0, 0)], tiles=Tiles(side=50, memory=memory, store=tmp_path))


def test_one_worker_is_the_calling_thread_which_hears_signals(monkeypatch: pytest.MonkeyPatch) -> None:
    threads = set()

    def visit(*given: Any) -> Any:
        threads.add(threading.current_thread())
        return visit_costs(*given)

    monkeypatch.setattr("pathstar.rasters.tiles.run.visit_costs", visit)
    ps.rasters.cost_distance(np.ones((9, 9)), [(0, 0)], outputs=["cost"], tiles=Tiles(side=4))
    assert threads == {threading.current_thread()}


class Interrupting:
    """Ground of ones that interrupts the run during a read, and returns the tile once visits are stopped."""

    shape, dtype = (300, 300), np.dtype(np.float32)

    def __init__(self) -> None:
        self.stopped = threading.Event()

    def __getitem__(self, part: tuple[slice, slice]) -> np.ndarray:
        rows, columns = (len(range(*each.indices(300))) for each in part)
        if rows == 300 and part[1].stop is not None:
            signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)
            assert self.stopped.wait(60)
        return np.ones((rows, columns), np.float32)


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interrupt_ends_the_visits_under_way(
    tmp_path: Path, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    ground, stop = Interrupting(), Workers.stop

    def stop_visits(self: Workers) -> None:
        stop(self)
        ground.stopped.set()

    monkeypatch.setattr(Workers, "stop", stop_visits)
    tiles = Tiles(side=300, workers=workers, store=tmp_path)
    with pytest.raises(KeyboardInterrupt):
        ps.rasters.cost_distance(ground, [(3, 3)], outputs=["cost"], tiles=tiles)
    assert not list(tmp_path.glob("cost-*.npy"))


def test_a_visit_that_cannot_be_started_ends_the_run() -> None:
    def submit(*given: Any) -> Any:
        raise StopError

    state = State("cost")
    state.add(0, np.array([0]), np.array([0.0]))
    layout = Layout((0, 8), (0, 8), 1, False)
    with pytest.raises(StopError):
        Wave(layout, MemoryStore(layout), state, submit, 1).run()
    assert list(state.pending) == [0]


def test_what_cannot_be_done_is_said(tmp_path: Path) -> None:
    cost = np.ones((10, 10))
    for options, message in (
        ({"side": 0}, "side of a tile is 0"),
        ({"side": ((4, 4), (10,))}, "do not add up to 10"),
        ({"side": 4.0}, "side of a tile is 4.0"),
        ({"side": (4, 4, 4)}, "do not add up"),
        ({"workers": 0}, "workers is 0"),
        ({"workers": "2"}, "workers is '2'"),
        ({"memory": "1GB"}, "memory is '1GB'"),
        ({"memory": float("nan")}, "memory is nan"),
        ({"store": 5}, "store is 5"),
        ({"tell": 5}, "tell is 5"),
        ({"client": object()}, "needs a store"),
    ):
        with pytest.raises(ps.OptionError, match=message):
            ps.rasters.cost_distance(cost, [(0, 0)], tiles=Tiles(**options))
    with pytest.raises(
        ps.OptionError, match="client is 'tcp://there'; allowed: a Client of Dask distributed"
    ):
        ps.rasters.cost_distance(cost, [(0, 0)], tiles=Tiles(client="tcp://there", store=tmp_path / "store"))
    with pytest.raises(ps.MapLimitError, match="Give more memory"):
        ps.rasters.cost_distance(cost, [(0, 0)], tiles=Tiles(memory=100))
    (tmp_path / "file").write_text("")
    with pytest.raises(ps.OptionError, match="cannot be written"):
        ps.rasters.cost_distance(cost, [(0, 0)], tiles=Tiles(store=tmp_path / "file"))
    (tmp_path / "table.npz").write_text("nonsense")
    with pytest.raises(ps.OptionError, match="damaged"):
        ps.rasters.cost_distance(cost, [(0, 0)], tiles=Tiles(store=tmp_path))


def test_a_table_with_a_wrong_byte_is_read_or_named(tmp_path: Path) -> None:
    file = tmp_path / "table.npz"
    np.savez(file, costs=np.arange(5.0), order=np.arange(3))
    whole, random, refusals = file.read_bytes(), np.random.default_rng(1), []
    for place in range(len(whole)):
        wrong = bytearray(whole)
        wrong[place] ^= int(random.integers(1, 256))
        file.write_bytes(wrong)
        try:
            load_arrays(file)
        except ps.OptionError as error:
            refusals.append(str(error))
    assert all("table.npz is damaged" in each for each in refusals)
    assert len(refusals) > len(whole) / 2
