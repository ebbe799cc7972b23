"""Corridors, networks, matrices and paths in tiles: the same as in memory, also in resumed runs."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pathstar as ps
from pathstar.rasters.tiles.wave import Progress, Wave

Tiles = ps.rasters.Tiles
SITES = [(3, 3), (70, 50), (10, 55), (60, 4)]


class Parts:
    """Costs that are read part by part, and count how often each cell is read."""

    def __init__(self, values: np.ndarray) -> None:
        self.values, self.shape, self.dtype = values, values.shape, values.dtype
        self.reads = np.zeros(values.shape, int)

    def __getitem__(self, part: Any) -> np.ndarray:
        self.reads[part] += 1
        return self.values[part]


@pytest.fixture
def cost() -> np.ndarray:
    values = np.random.default_rng(1).integers(1, 9, (60, 80)).astype(np.float32)
    values[10:40, 30] = np.nan
    return values


def path(cost: Any, tiles: Tiles | None = None) -> Any:
    return ps.rasters.least_cost_path(cost, SITES[0], SITES[1], tiles=tiles).geojson()


def corridor(cost: Any, tiles: Tiles | None = None) -> Any:
    found = ps.rasters.corridor(cost, SITES[:1], SITES[1:2], tiles=tiles)
    return [found.cost, found.through.tolist()]


def matrix(cost: Any, tiles: Tiles | None = None) -> Any:
    return ps.rasters.cost_matrix(cost, SITES, tiles=tiles).tolist()


def network(kind: str) -> Callable[..., Any]:
    def found(cost: Any, tiles: Tiles | None = None) -> Any:
        return ps.rasters.least_cost_network(cost, SITES, kind=kind, tiles=tiles).geojson()

    return found


WORK = {"path": path, "corridor": corridor, "matrix": matrix}
WORK |= {kind: network(kind) for kind in ("tree", "neighbours", "all")}


class StoppedError(Exception):
    """Stands for anything that ends a run."""


@pytest.mark.parametrize("work", WORK.values(), ids=WORK.keys())
@pytest.mark.parametrize("with_store", [False, True])
def test_tiles_change_nothing(
    cost: np.ndarray, tmp_path: Path, work: Callable[..., Any], with_store: bool
) -> None:
    parts, store = Parts(cost), tmp_path / "store" if with_store else None
    assert work(parts, Tiles(side=16, store=store)) == work(cost)
    ends = np.zeros(cost.shape, bool)
    for x, y in SITES:
        ends[y, x] = True
    assert (parts.reads[~ends & (parts.reads > 0)] <= 2).all()  # once, and once more near the ends


@pytest.mark.parametrize("work", WORK.values(), ids=WORK.keys())
def test_what_was_stopped_goes_on(
    cost: np.ndarray, tmp_path: Path, work: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Wave, "SAVE_EVERY", 0.0)
    visits = stops = 0
    limit = 15

    def tell(progress: Progress) -> None:
        nonlocal visits
        visits += 1
        if visits == limit:
            raise StoppedError

    tiles = Tiles(side=16, store=tmp_path / "store", tell=tell)
    while True:
        try:
            found = work(cost, tiles)
            break
        except StoppedError:
            stops += 1
            limit = visits + 15
    assert stops > 2
    assert found == work(cost)
    together = visits
    visits, limit = 0, -1
    assert work(cost, Tiles(side=16, tell=tell)) == found
    assert together <= visits + 2 * stops  # at most the visits under way are repeated
    visits = 0
    assert work(cost, tiles) == found
    assert visits == 0


def test_the_store_of_others_is_refused(cost: np.ndarray, tmp_path: Path) -> None:
    def tiles(name: str) -> Tiles:
        return Tiles(side=16, store=tmp_path / name)

    corridor(cost, tiles("corridor"))
    path(cost, tiles("path"))
    others: list[Callable[[], Any]] = [
        lambda: corridor(cost + 1, tiles("corridor")),
        lambda: corridor(cost, tiles("path")),
        lambda: path(cost, tiles("corridor")),
        lambda: matrix(cost, tiles("corridor")),
        lambda: ps.rasters.corridor(cost, SITES[:1], SITES[2:3], tiles=tiles("corridor")),
        lambda: ps.rasters.corridor(cost, SITES[:1], SITES[1:2], tiles=tiles("corridor"), directions=16),
    ]
    for other in others:
        with pytest.raises(ps.OptionError, match="is that of another run"):
            other()
    corridor(cost, tiles("corridor"))


def test_the_state_of_several_runs_is_told(cost: np.ndarray) -> None:
    told: list[tuple[int, int]] = []
    tiles = Tiles(side=32, tell=lambda progress: told.append((progress.run, progress.runs)))
    corridor(cost, tiles)
    assert sorted(set(told)) == [(1, 2), (2, 2)]
    told.clear()
    network("tree")(cost, tiles)
    assert {runs for _, runs in told} == {7}
    assert [run for run, _ in told] == sorted(run for run, _ in told)


def test_what_cannot_be_done_is_said(cost: np.ndarray, tmp_path: Path) -> None:
    for work in WORK.values():
        with pytest.raises(ps.OptionError, match="tiles is 'scratch'; allowed: a Tiles"):
            work(cost, "scratch")
    with pytest.raises(ps.OptionError, match="a client needs a store"):
        corridor(cost, Tiles(client=object()))
    (tmp_path / "series.json").write_text("{")
    with pytest.raises(ps.OptionError, match=r"series\.json is damaged"):
        corridor(cost, Tiles(store=tmp_path))
    (tmp_path / "series.json").write_text(json.dumps({"run": "none"}))
    with pytest.raises(ps.OptionError, match="another run"):
        corridor(cost, Tiles(store=tmp_path))
