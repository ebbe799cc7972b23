"""Sources with different multipliers: the same in tiles, with a store and with Dask as in memory."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import xarray
from tests.campaigns.tilings import same

import pathstar as ps
from pathstar.rasters.multipliers import _merge
from pathstar.rasters.tiles.wave import Progress, Wave

Tiles = ps.rasters.Tiles
FACTORS = [1, 3, 1, 2, 2, 1]


def ground() -> tuple[np.ndarray, np.ndarray]:
    """Return whole costs with holes, such that many sources are equally near; and sources."""
    random = np.random.default_rng(5)
    cost = random.integers(1, 4, (40, 50)).astype(np.float32)
    cost[random.random(cost.shape) < 0.1] = np.nan
    free = np.argwhere(np.isfinite(cost))[:, ::-1]
    return cost, free[random.integers(len(free), size=len(FACTORS))]


@pytest.mark.parametrize("outputs", [["cost"], ["direction"], ["nearest"], ["cost", "direction", "nearest"]])
@pytest.mark.parametrize("limits", [{}, {"max_cost": 30}, {"stops": [(9, 9), (45, 30)]}])
def test_tiles_change_nothing(tmp_path: Path, outputs: list[str], limits: dict[str, Any]) -> None:
    cost, sources = ground()
    options = {"multipliers": FACTORS, "outputs": outputs, "nodata": 0.0, **limits}
    whole = ps.rasters.cost_distance(cost, sources, **options)
    for tiles in (Tiles(side=16), Tiles(side=16, workers=2, store=tmp_path), Tiles(store=tmp_path)):
        found = ps.rasters.cost_distance(cost, sources, tiles=tiles, **options)
        for name in ("cost", "direction", "nearest"):
            np.testing.assert_array_equal(getattr(found, name), getattr(whole, name))
        assert found.known_to == whole.known_to
        with pytest.raises(ps.OptionError, match=r"different multipliers|among the outputs"):
            found.points_from(0)
    other = {**options, "multipliers": FACTORS[::-1]}
    with pytest.raises(ps.OptionError, match="that of another run"):
        ps.rasters.cost_distance(cost, sources, tiles=Tiles(store=tmp_path), **other)


def test_one_multiplier_for_all_in_tiles() -> None:
    cost, sources = ground()
    whole = ps.rasters.cost_distance(cost, sources, multipliers=1.7)
    same(ps.rasters.cost_distance(cost, sources, multipliers=1.7, tiles=Tiles(side=16)), whole)
    assert whole.points_from(int(sources[0][1]) * 50 + int(sources[0][0])).tolist() == [sources[0].tolist()]


class StoppedError(Exception):
    """Stands for anything that ends a run."""


def test_what_was_stopped_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Wave, "SAVE_EVERY", 0.0)
    cost, sources = ground()
    visits = stops = 0
    limit = 15

    def tell(progress: Progress) -> None:
        nonlocal visits
        visits += 1
        assert progress.runs == 3
        if visits == limit:
            raise StoppedError

    while True:
        try:
            tiles = Tiles(side=16, store=tmp_path, tell=tell)
            found = ps.rasters.cost_distance(cost, sources, multipliers=FACTORS, tiles=tiles)
            break
        except StoppedError:
            stops, limit = stops + 1, visits + 15
    same(found, ps.rasters.cost_distance(cost, sources, multipliers=FACTORS))
    assert stops > 2
    assert visits <= found.visits + 2 * stops


@pytest.mark.parametrize("layers", [1, 2, 3])
def test_a_merge_that_was_stopped_is_made_again(
    tmp_path: Path, layers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stops after it has written one or two of the three results."""
    cost, sources = ground()
    merged: list[int] = []

    def merge(found: Any, store: Any, names: list[str], is_first: bool) -> Any:
        if len(merged) == 1:
            merged.append(0)
            _merge(found, store, names, is_first)
            raise StoppedError
        merged.append(0)
        return _merge(found, store, names, is_first)

    write = ps.rasters.tiles.store.FolderStore.write_result

    def write_some(self: Any, name: str, *given: Any) -> None:
        if len(merged) != 2 or name in ("direction", "nearest", "cost")[:layers]:
            write(self, name, *given)

    monkeypatch.setattr("pathstar.rasters.multipliers._merge", merge)
    monkeypatch.setattr(ps.rasters.tiles.store.FolderStore, "write_result", write_some)
    tiles = Tiles(side=16, store=tmp_path)
    with pytest.raises(StoppedError):
        ps.rasters.cost_distance(cost, sources, multipliers=FACTORS, tiles=tiles)
    monkeypatch.setattr(ps.rasters.tiles.store.FolderStore, "write_result", write)
    found = ps.rasters.cost_distance(cost, sources, multipliers=FACTORS, tiles=tiles)
    same(found, ps.rasters.cost_distance(cost, sources, multipliers=FACTORS))


def test_arrays_of_dask() -> None:
    cost, sources = ground()
    array = xarray.DataArray(cost, dims=("y", "x"))
    expected = array.pathstar.cost_distance(sources + 0.5, multipliers=FACTORS)
    found = array.chunk({"y": 12, "x": 30}).pathstar.cost_distance(sources + 0.5, multipliers=FACTORS)
    xarray.testing.assert_identical(found.compute(), expected)
