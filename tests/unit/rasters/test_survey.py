"""Each tile is read once before the work; work done before a run is stopped is not repeated."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path
from typing import Any

import dask.array
import numpy as np
import pytest
from tests.campaigns.tilings import same

import pathstar as ps
from pathstar.rasters.tiles import run as tiled_run
from pathstar.rasters.tiles.raw import RawLayer, raw_array, unmapped
from pathstar.rasters.tiles.store import FolderStore

Tiles = ps.rasters.Tiles
SHAPE = (60, 70)


def costs(seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).uniform(1, 9, SHAPE)


class Counted:
    """Costs that are read part by part; it remembers the cells of each part."""

    def __init__(self, values: np.ndarray) -> None:
        self.values, self.shape, self.dtype = values, values.shape, values.dtype
        self.parts: list[int] = []

    def __getitem__(self, part: Any) -> np.ndarray:
        values: np.ndarray = self.values[part]
        self.parts.append(values.size)
        return values


@pytest.mark.parametrize("stored", [False, True])
def test_what_is_no_array_is_read_once_and_never_whole(tmp_path: Path, stored: bool) -> None:
    layer = Counted(costs())
    tiles = Tiles(side=16, workers=2, store=tmp_path if stored else None)
    found = ps.rasters.cost_distance(layer, [(3, 3), (9, 5)], tiles=tiles)
    same(found, ps.rasters.cost_distance(layer.values, [(3, 3), (9, 5)]))
    assert sum(layer.parts) <= layer.values.size + 512
    assert max(layer.parts) <= 512


def test_each_chunk_of_dask_is_computed_once_for_the_run(tmp_path: Path) -> None:
    computed: list[tuple[int, ...]] = []

    def block(values: np.ndarray) -> np.ndarray:
        computed.append(values.shape)
        return values

    array = dask.array.from_array(costs(), chunks=(16, 16)).map_blocks(block, meta=np.empty((0, 0)))
    found = ps.rasters.cost_distance(array, [(3, 3)], outputs=["cost"], tiles=Tiles(side=16, store=tmp_path))
    same_costs = ps.rasters.cost_distance(costs(), [(3, 3)], outputs=["cost"]).cost
    np.testing.assert_array_equal(found.cost, same_costs)
    assert len(computed) == array.npartitions + 1  # and once for the source


def test_a_negative_cost_in_a_layer_is_named_before_the_work(tmp_path: Path) -> None:
    values = costs()
    values[33, 44] = -2
    visits: list[Any] = []
    tiles = Tiles(side=16, workers=2, store=tmp_path, tell=visits.append)
    with pytest.raises(ps.CostError, match="row 33, column 44 is -2"):
        ps.rasters.cost_distance(Counted(values), [(3, 3)], tiles=tiles)
    assert visits == []


def test_other_costs_are_another_run(tmp_path: Path) -> None:
    tiles = Tiles(side=16, store=tmp_path)
    first = ps.rasters.cost_distance(Counted(costs()), [(3, 3)], tiles=tiles)
    expected = np.array(first.cost)
    with pytest.raises(ps.OptionError, match="another run"):
        ps.rasters.cost_distance(Counted(costs(1)), [(3, 3)], tiles=tiles)
    again = ps.rasters.cost_distance(Counted(costs()), [(3, 3)], tiles=tiles)
    np.testing.assert_array_equal(again.cost, expected)


def test_results_that_were_written_are_not_written_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pathstar.rasters.tiles.wave.Wave.SAVE_EVERY", 0.0)
    finish, written = tiled_run.finish, []

    def stopping(job: Any, tile: int, *given: Any) -> int:
        if len(written) == 7:
            raise InterruptedError
        written.append(tile)
        return finish(job, tile, *given)

    tiles = Tiles(side=16, store=tmp_path)
    with monkeypatch.context() as stop:
        stop.setattr(tiled_run, "finish", stopping)
        with pytest.raises(InterruptedError):
            ps.rasters.cost_distance(costs(), [(3, 3), (50, 40)], tiles=tiles)
    first = list(written)
    written.clear()
    monkeypatch.setattr(tiled_run, "finish", lambda *given: (written.append(given[1]), finish(*given))[1])
    found = ps.rasters.cost_distance(costs(), [(3, 3), (50, 40)], tiles=tiles)
    same(found, ps.rasters.cost_distance(costs(), [(3, 3), (50, 40)]))
    assert len(set(first) - set(written)) >= 5
    (tmp_path / "cost.npy").unlink()
    same(ps.rasters.cost_distance(costs(), [(3, 3), (50, 40)], tiles=tiles), found)


def test_a_new_driver_makes_versions_that_no_other_has_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A visit of a killed driver may end late, and must not overwrite one of the next driver."""
    monkeypatch.setattr("pathstar.rasters.tiles.wave.Wave.SAVE_EVERY", 0.0)
    made: list[list[int]] = [[], []]
    put = FolderStore.put

    def noted(self: Any, name: str, tile: int, version: int, values: np.ndarray) -> None:
        made[-1].append(version)
        put(self, name, tile, version, values)

    monkeypatch.setattr(FolderStore, "put", noted)

    def stop(progress: Any) -> None:
        if progress.visits == 9:
            made.append([])
            raise InterruptedError

    with pytest.raises(InterruptedError):
        ps.rasters.cost_distance(costs(), [(3, 3)], tiles=Tiles(side=16, store=tmp_path, tell=stop))
    ps.rasters.cost_distance(costs(), [(3, 3)], tiles=Tiles(side=16, store=tmp_path))
    assert made[-1]
    assert max(made[-2]) < min(made[-1])


@pytest.mark.parametrize("seconds", [0.5, 4.0, 20.0])
def test_a_killed_driver_loses_no_more_than_half_a_minute_of_visits(
    tmp_path: Path, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each visit takes some seconds of a clock that only visits advance."""
    visits = 0
    monkeypatch.setattr("pathstar.rasters.tiles.wave.time.monotonic", lambda: visits * seconds)

    def stop(progress: Any) -> None:
        nonlocal visits
        visits = progress.visits
        if visits == 60:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        ps.rasters.cost_distance(costs(), [(3, 3)], tiles=Tiles(side=10, store=tmp_path, tell=stop))
    table = FolderStore(tmp_path).load_table()
    assert table is not None
    saved = json.loads(table["about"].tobytes())["visits"]
    assert 0 < (60 - saved) * seconds <= 30


def test_a_disk_without_room_is_said_before_the_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usage = type("Usage", (), {"free": 1000})
    monkeypatch.setattr("pathstar.rasters.tiles.store.shutil.disk_usage", lambda folder: usage)
    visits: list[Any] = []
    with pytest.raises(ps.OptionError, match=r"needs [\d,]+ bytes; 1,000 are free"):
        ps.rasters.cost_distance(costs(), [(3, 3)], tiles=Tiles(side=16, store=tmp_path, tell=visits.append))
    assert visits == []


def test_a_damaged_tile_is_named(tmp_path: Path) -> None:
    tiles = Tiles(side=16, store=tmp_path)
    ps.rasters.cost_distance(costs(), [(3, 3)], outputs=["cost"], tiles=tiles)
    for file in tmp_path.glob("cost-*-*.npy"):
        os.truncate(file, 200)
    with pytest.raises(ps.OptionError, match="is damaged; remove the folder"):
        ps.rasters.cost_distance(costs(), [(3, 3)], tiles=tiles)


def test_a_raw_layer_reads_and_writes_parts(tmp_path: Path) -> None:
    layer = raw_array(tmp_path / "a.npy", SHAPE, np.float32)
    for part in ((slice(0, 31), slice(0, 9)), (slice(31, 60), slice(0, 9)), (slice(0, 60), slice(9, 70))):
        layer.write(part, costs()[part])
    assert RawLayer.of(tmp_path / "a.npy") == layer
    np.testing.assert_array_equal(np.load(tmp_path / "a.npy"), costs().astype(np.float32))
    for part in ((slice(3, 9), slice(0, 70)), (slice(59, 60), slice(69, 70)), (slice(None), slice(5, None))):
        np.testing.assert_array_equal(layer[part], costs().astype(np.float32)[part])


def test_a_raw_layer_takes_rows_wherever_they_lie_in_memory(tmp_path: Path) -> None:
    layer = raw_array(tmp_path / "a.npy", (5, 6), np.int32)
    values = np.arange(30, dtype=np.int32).reshape(5, 6)
    layer.write((slice(None), slice(None)), np.repeat(values, 2, axis=0)[::2])
    np.testing.assert_array_equal(np.load(tmp_path / "a.npy"), values)
    around = np.full((9, 9), -1, np.int32)
    layer.read((slice(1, 4), slice(2, 6)), around[::-2, 3:7][:3])
    assert around[::-2][:3].tolist() == [[-1, -1, -1, *row, -1, -1] for row in values[1:4, 2:].tolist()]
    layer.write((slice(1, 3), slice(1, 4)), np.array([[7], [8]]))
    layer.write((slice(3, 5), slice(0, 2)), values[:2, 4:].T[::-1].astype(float))
    assert layer[1:3, 1:4].tolist() == [[7, 7, 7], [8, 8, 8]]
    assert layer[3:5, 0:2].tolist() == [[5, 11], [4, 10]]
    assert layer[2:2, 0:3].shape == (0, 3)
    with pytest.raises(ValueError, match="last axis must be contiguous"):
        layer.read((slice(0, 3), slice(0, 3)), np.empty((3, 3), np.int32).T)


def test_a_raw_layer_that_was_cut_short_is_named(tmp_path: Path) -> None:
    file = tmp_path / "a.npy"
    np.save(file, np.arange(12.0).reshape(3, 4))
    layer = RawLayer.of(file)
    assert layer[1:3, 1:3].tolist() == [[5, 6], [9, 10]]
    os.truncate(file, file.stat().st_size - 8)
    assert layer[1:3, 1:3].tolist() == [[5, 6], [9, 10]]
    with pytest.raises(ps.OptionError, match=r"a\.npy is damaged"):
        layer[1:3, 2:4]


def test_only_arrays_that_are_mapped_from_a_whole_file_are_read_from_it(tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", np.arange(16.0).reshape(4, 4))
    mapped = np.load(tmp_path / "a.npy", mmap_mode="r")
    layer = unmapped(mapped)
    assert isinstance(layer, RawLayer)
    np.testing.assert_array_equal(layer[1:3, :], mapped[1:3])
    np.arange(16.0).tofile(tmp_path / "a.bin")
    plain = np.memmap(tmp_path / "a.bin", shape=(4, 4), dtype=float, mode="r")
    for values in (mapped.T, mapped[1:], mapped + 0, np.ones((4, 4)), plain):
        assert unmapped(values) is values


def test_all_workers_look_at_the_costs() -> None:
    threads = set()
    both = threading.Barrier(2, timeout=60)

    class Met(Counted):
        def __getitem__(self, part: Any) -> np.ndarray:
            if part[0].stop - part[0].start == 30 and len(threads) < 2:
                threads.add(threading.current_thread())
                both.wait()
            return super().__getitem__(part)

    ps.rasters.cost_distance(Met(costs()), [(3, 3)], tiles=Tiles(side=(30, 35), workers=2))
    assert len(threads) == 2
