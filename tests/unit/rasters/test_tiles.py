"""Tiles of any size, order and number of workers give the bits of one run; so does a run that was killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pathstar as ps
from pathstar.rasters.tiles.layout import Layout

Tiles = ps.rasters.Tiles


def same(found: Any, expected: Any) -> None:
    np.testing.assert_array_equal(found.cost, expected.cost)
    np.testing.assert_array_equal(found.nearest, expected.nearest)
    np.testing.assert_array_equal(found.direction, expected.direction)
    assert found.known_to == expected.known_to


def problem(seed: int) -> tuple[np.ndarray, list[tuple[int, int]], dict[str, Any]]:
    """Return a raster with plateaus, holes, ties; sources; options."""
    random = np.random.default_rng(seed)
    shape = tuple(random.integers(8, 40, 2))
    kind = random.integers(3)
    cost = [
        random.integers(0, 3, shape).astype(float),
        random.uniform(0.1, 9, shape),
        np.ones(shape),
    ][kind]
    cost[random.random(shape) < random.choice([0, 0.2, 0.35])] = np.nan
    free = np.argwhere(np.isfinite(cost))
    sources = [(int(x), int(y)) for y, x in random.permutation(free)[: random.integers(1, 5)]]
    options: dict[str, Any] = {
        "directions": int(random.choice([4, 8, 16, 32])),
        "wrap": bool(random.random() < 0.3),
        "start_costs": random.integers(0, 3, len(sources)).astype(float),
    }
    if random.random() < 0.3:
        options |= {"height": random.uniform(0, 3, shape), "outward": bool(random.random() < 0.5)}
    if random.random() < 0.2:
        options["max_cost"] = float(random.uniform(1, 40))
    elif random.random() < 0.2:
        options["stops"] = [sources[0]]
    if random.random() < 0.3:
        options["latitudes"] = np.linspace(60, 59, shape[0])
    return cost, sources, options


@pytest.mark.parametrize("seed", range(10))
def test_any_tiling_gives_the_same_bits(seed: int) -> None:
    cost, sources, options = problem(seed)
    random = np.random.default_rng(seed)
    whole = ps.rasters.cost_distance(cost, sources, **options)
    for workers in (1, 3):
        side = int(random.integers(1, 20))
        cut = ps.rasters.cost_distance(
            cost, sources, tiles=Tiles(side=side, workers=workers, memory=10**9), **options
        )
        same(cut, whole)


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


KILLED = """
import sys
import numpy as np
import pathstar as ps
from pathstar.rasters.tiles.wave import Wave
Wave.SAVE_EVERY = 0.02
cost = np.random.default_rng(1).uniform(1, 9, (300, 300))
tiles = ps.rasters.Tiles(side=50, store=sys.argv[1], workers=2)
ps.rasters.cost_distance(cost, [(3, 3), (200, 40)], tiles=tiles)
"""


@pytest.mark.parametrize("visits", [60])
def test_a_killed_driver_loses_nothing(tmp_path: Path, visits: int) -> None:
    process = subprocess.Popen([sys.executable, "-c", KILLED, str(tmp_path)])
    while process.poll() is None and len(list(tmp_path.glob("*-*-*.npy"))) < visits:
        time.sleep(0.002)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    cost = np.random.default_rng(1).uniform(1, 9, (300, 300))
    sources = [(3, 3), (200, 40)]
    same(
        ps.rasters.cost_distance(cost, sources, tiles=Tiles(side=50, store=tmp_path)),
        ps.rasters.cost_distance(cost, sources),
    )


def test_what_cannot_be_done_is_said(tmp_path: Path) -> None:
    cost = np.ones((10, 10))
    for options, message in (
        ({"side": 0}, "side of a tile is 0"),
        ({"side": ((4, 4), (10,))}, "do not add up to 10"),
        ({"workers": 0}, "workers is 0"),
        ({"client": object()}, "needs a store"),
    ):
        with pytest.raises(ps.OptionError, match=message):
            ps.rasters.cost_distance(cost, [(0, 0)], tiles=Tiles(**options))
    with pytest.raises(ps.MapLimitError, match="Give more memory"):
        ps.rasters.cost_distance(cost, [(0, 0)], tiles=Tiles(memory=100))
    (tmp_path / "file").write_text("")
    with pytest.raises(ps.OptionError, match="cannot be written"):
        ps.rasters.cost_distance(cost, [(0, 0)], tiles=Tiles(store=tmp_path / "file"))
    (tmp_path / "table.npz").write_text("nonsense")
    with pytest.raises(ps.OptionError, match="damaged"):
        ps.rasters.cost_distance(cost, [(0, 0)], tiles=Tiles(store=tmp_path))


def test_a_frame_is_what_steps_can_cross() -> None:
    layout = Layout((0, 10, 13), (0, 4, 20), 2, False)
    for tile in range(len(layout)):
        rows, columns = layout.box(tile)
        y, x = np.mgrid[rows, columns]
        near = np.minimum(
            np.minimum(y - rows.start, rows.stop - 1 - y), np.minimum(x - columns.start, columns.stop - 1 - x)
        )
        assert layout.frame(tile).tolist() == (y * 20 + x)[near < 2].tolist()
