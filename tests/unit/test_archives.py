"""Archives of arrays: damaged ones are refused, and never read as something else."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import pathstar as ps
from pathstar.archives import read_archive
from pathstar.traces.files import read_trace

GRID = ps.Grid([[1, 1, 1], [1, 0, 1]], moves=ps.Moves(directions=4))
SAVED: dict[str, tuple[Callable[[Path], Any], Callable[[Path], Any]]] = {
    "trace": (lambda file: ps.trace(GRID, (0, 1), (2, 1)).save(file), lambda file: read_trace(file, GRID)),
    "plan": (
        lambda file: ps.fleet.plan(GRID, [(0, 1)], [(2, 1)]).save(file),
        lambda file: ps.fleet.load_plan(file, GRID),
    ),
    "world": (lambda file: ps.fleet.World(GRID).save(file), ps.fleet.World.load),
}


def damaged(data: bytes, seed: int) -> bytes:
    """Some bytes, of which up to three have changed."""
    random = np.random.default_rng(seed)
    changed = bytearray(data)
    for at in random.integers(len(data), size=random.integers(1, 4)).tolist():
        changed[at] = int(random.integers(256))
    return bytes(changed)


@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
def test_a_damaged_archive_has_its_arrays_or_is_refused(tmp_path: Path, save: Any) -> None:
    file, wanted = tmp_path / "a.npz", {"a": np.arange(40).reshape(5, 8), "b": np.array("facts")}
    save(file, **wanted)
    data, refused = file.read_bytes(), 0
    for seed in range(300):
        file.write_bytes(damaged(data, seed))
        try:
            arrays = read_archive(file)
        except zipfile.BadZipFile:
            refused += 1
        else:
            for name in wanted.keys() & arrays.keys():
                np.testing.assert_array_equal(arrays[name], wanted[name])
    assert 100 < refused < 300


@pytest.mark.parametrize("kind", SAVED)
def test_what_is_saved_in_a_damaged_archive_is_refused(tmp_path: Path, kind: str) -> None:
    (save, load), file = SAVED[kind], tmp_path / "a.npz"
    save(file)
    data, refused = file.read_bytes(), 0
    for seed in range(100):
        file.write_bytes(damaged(data, seed))
        try:
            load(file)
        except ps.MapFormatError:
            refused += 1
    assert refused > 30
