"""A store in a folder: which versions are files, and which are held in memory."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from pathstar.rasters.tiles.store import FolderStore


def test_a_folder_holds_versions_until_they_count(tmp_path: Path) -> None:
    store = FolderStore(tmp_path)
    store.hold(3 * 8 * 100)
    tiles = {number: np.full((10, 10), float(number)) for number in range(6)}

    def value(tile: int, version: int) -> float:
        out = np.empty((4, 5))
        store.read("cost", tile, version, (slice(2, 6), slice(5)), out)
        assert (out == out[0, 0]).all()
        return float(out[0, 0])

    store.put("cost", 0, 1, tiles[0])
    store.put("cost", 1, 1, tiles[5])
    store.put("cost", 1, 2, tiles[4])
    assert not store.retire("cost", 1, 1)  # no table names it
    store.put("cost", 2, 1, tiles[2])
    assert not list(tmp_path.glob("cost-*"))
    store.put("cost", 3, 1, tiles[3])  # the first one has to make room
    assert [file.name for file in tmp_path.glob("cost-*")] == ["cost-0-1.npy"]
    assert [value(0, 1), value(1, 2), value(2, 1), value(3, 1)] == [0, 4, 2, 3]
    assert store.retire("cost", 0, 1)  # its file stays until a table without it is saved
    store.save_table({"about": np.zeros(1)})
    assert sorted(file.name for file in tmp_path.glob("cost-*")) == [
        "cost-0-1.npy", "cost-1-2.npy", "cost-2-1.npy", "cost-3-1.npy",
    ]  # fmt: skip
    assert store.retire("cost", 1, 2)
    store.drop("cost", 1, 2)
    assert not (tmp_path / "cost-1-2.npy").exists()
    store.put("cost", 1, 3, tiles[5])  # in the memory of the previous one
    assert [value(1, 3), value(2, 1), value(3, 1)] == [5, 2, 3]
    assert [value(number, 1) for number in (2, 3)] == [2, 3]


def test_what_is_held_is_a_copy(tmp_path: Path) -> None:
    store, values = FolderStore(tmp_path), np.zeros((4, 4))
    store.hold(1000)
    store.put("cost", 0, 1, values)
    values[...] = 7
    store.save_table({})
    assert (np.load(tmp_path / "cost-0-1.npy") == 0).all()
