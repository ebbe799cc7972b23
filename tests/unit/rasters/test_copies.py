"""Copies of layers, tile by tile."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sampling import examples

import pathstar as ps
from pathstar.rasters.tiles.copies import TileCopy
from pathstar.rasters.tiles.layout import Layout, edges_of
from pathstar.rasters.tiles.plan import Tiles, plan_of
from pathstar.rasters.tiles.raw import RawLayer

SIDES = st.lists(st.integers(1, 7), min_size=1, max_size=4).map(tuple)


def copied(file: Path, layout: Layout, values: np.ndarray) -> TileCopy:
    """Return a copy of all tiles."""
    copy = TileCopy(file, layout, values.dtype)
    copy.make()
    for tile in range(len(layout)):
        copy.write(tile, values[layout.box(tile)])
    return copy


@settings(max_examples=examples(60), deadline=None)
@given(data=st.data(), down=SIDES, across=SIDES, reach=st.sampled_from([1, 2, 3]))
def test_any_part_of_any_tiles_is_what_was_written(
    tmp_path_factory: pytest.TempPathFactory,
    data: st.DataObject,
    down: tuple[int, ...],
    across: tuple[int, ...],
    reach: int,
) -> None:
    layout = Layout(edges_of(sum(down), down), edges_of(sum(across), across), reach, wrap=False)
    values = np.arange(sum(down) * sum(across), dtype=np.float32).reshape(layout.shape)
    copy = copied(tmp_path_factory.mktemp("copy") / "a.bin", layout, values)
    for _ in range(10):
        part = tuple(
            slice(*sorted(data.draw(st.tuples(*[st.integers(0, side)] * 2)))) for side in layout.shape
        )
        np.testing.assert_array_equal(copy[part], values[part])


def test_a_file_of_the_same_size_is_taken_over(tmp_path: Path) -> None:
    layout = Layout((0, 3, 5), (0, 4), 1, wrap=False)
    copy = copied(tmp_path / "a.bin", layout, np.arange(20.0).reshape(5, 4))
    before = copy.file.stat()
    copy.make()
    assert copy.file.stat().st_ino == before.st_ino
    assert before.st_size == 8 * 5 * (4 + 2)
    TileCopy(copy.file, layout, np.dtype(np.float32)).make()
    assert copy.file.stat().st_size == 4 * 5 * (4 + 2)


def test_a_copy_that_was_cut_short_or_is_gone_is_named(tmp_path: Path) -> None:
    copy = copied(tmp_path / "a.bin", Layout((0, 3), (0, 4), 1, wrap=False), np.arange(12.0).reshape(3, 4))
    os.truncate(copy.file, 8 * 7)
    assert copy[0:1, 1:3].tolist() == [[1, 2]]
    with pytest.raises(ps.OptionError, match=r"a\.bin is damaged"):
        copy[1:3, 0:4]
    copy.file.unlink()
    with pytest.raises(ps.OptionError, match=r"a\.bin is damaged"):
        copy[0:1, 1:3]


class Windows:
    """Costs that are read part by part."""

    def __init__(self, cost: np.ndarray) -> None:
        self.shape, self.dtype, self._cost = cost.shape, cost.dtype, cost

    def __getitem__(self, part: Any) -> np.ndarray:
        return self._cost[part]


def test_a_plan_counts_what_copies_take(tmp_path: Path) -> None:
    cost = np.random.default_rng(1).uniform(1, 9, (40, 70))
    raster = ps.rasters.Raster(Windows(cost), directions=16)
    tiles = Tiles(side=16, store=tmp_path / "store")
    plan = plan_of(raster, tiles)
    ps.rasters.cost_distance(raster, [(3, 3)], outputs=["cost"], tiles=tiles)
    assert plan.scratch - 8 * 40 * 70 == (tmp_path / "store" / "ground-cost.bin").stat().st_size


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full on this system")
def test_a_disk_that_is_full_is_named_while_rows_are_written() -> None:
    layer = RawLayer(Path("/dev/full"), (4, 5), np.dtype(np.float64), 128)
    with pytest.raises(ps.OptionError, match=r"cannot take full: No space left"):
        layer.write((slice(1, 3), slice(0, 2)), np.ones((2, 2)))
