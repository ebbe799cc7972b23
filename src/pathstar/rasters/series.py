"""Several runs over one raster, for corridors and networks, with a store for all of them."""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from pathstar.atomic import atomic_write
from pathstar.errors import OptionError
from pathstar.maps.parts import bands_of
from pathstar.rasters.raster import Raster
from pathstar.rasters.result import CostDistance
from pathstar.rasters.tiles.layout import Layout
from pathstar.rasters.tiles.plan import Tiles, plan_of
from pathstar.rasters.tiles.raw import damaged, raw_array, saying, unmapped
from pathstar.rasters.tiles.store import (
    SERIES,
    TABLE,
    Arrays,
    FolderStore,
    MemoryStore,
    Store,
    another_run,
    load_arrays,
    result_bytes,
    save_arrays,
)
from pathstar.rasters.tiles.survey import surveyed
from pathstar.rasters.tiles.visits import Job
from pathstar.rasters.tiles.wave import Progress
from pathstar.rasters.tiles.workers import Workers


class Solve(Protocol):
    """A function that makes a run over a raster."""

    def __call__(self, raster: Raster, /, *, tiles: Tiles | None) -> CostDistance:
        """Return the result of the run."""


class Series:
    """Runs over one raster, one after another.

    With a folder, each run has its own folder there while it is under way, and its results stay when it is
    done. So an interrupted run goes on, and a finished one is not repeated.

    Args:
        raster: The raster of the runs.
        tiles: How they are solved.
        folder: Where they are kept; None without a store.
        runs: The maximum number of runs.
    """

    def __init__(self, raster: Raster, tiles: Tiles | None, folder: Path | None, runs: int) -> None:
        self.raster = raster
        self._tiles, self._folder, self._runs = tiles, folder, runs
        self._number = 0

    @property
    def store(self) -> Store:
        """The store for results of all runs together: in the folder, or in memory."""
        if self._folder is not None:
            return FolderStore(self._folder)
        height, width = self.raster.shape
        return MemoryStore(Layout((0, height), (0, width), 1, self.raster.wrap))

    def costs(self, name: str, solve: Solve) -> NDArray[np.float64]:
        """Return the costs of a run, ``[h, w]``; with a folder a file there, which is mapped into memory."""
        self._number += 1
        if self._folder is None:
            return self._run(name, solve).cost
        file = self._folder / f"{name}.npy"
        if not file.exists():
            self._run(name, solve)
            (self._folder / name / "cost.npy").replace(file)
        self._forget(name)
        return _mapped(file)

    def outcome(self, name: str, take: Callable[[CostDistance], Arrays], solve: Solve) -> Arrays:
        """Return a part of the result of a run.

        Args:
            name: The name of the run.
            take: Returns the wanted part, as arrays by name. It may be called again for the same run.
            solve: Makes the run.
        """
        self._number += 1
        if self._folder is None:
            return take(self._run(name, solve))
        file = self._folder / f"{name}.npz"
        arrays = load_arrays(file)
        if arrays is None:
            arrays = take(self._run(name, solve))
            save_arrays(file, arrays)
        self._forget(name)
        return arrays

    def total(
        self, name: str, first: NDArray[np.float64], second: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Return the sum of the costs of two runs: replacing the first, or a file in the folder."""
        if self._folder is None:
            first += second
            return first
        file, draft = self._folder / f"{name}.npy", self._folder / f".{name}.npy.part"
        if not file.exists():
            with saying(self._folder, file):
                layer = raw_array(draft, self.raster.shape, np.float64)
            parts = unmapped(first), unmapped(second)
            for rows in bands_of(self.raster.shape):
                layer.write((rows, slice(None)), parts[0][rows, :] + parts[1][rows, :])
            draft.replace(file)
        return _mapped(file)

    def _run(self, name: str, solve: Solve) -> CostDistance:
        tiles, number = self._tiles, self._number
        if tiles is not None:
            tell = tiles.tell

            def tell_which(progress: Progress) -> None:
                tell(replace(progress, run=number, runs=max(number, self._runs)))

            store = None if self._folder is None else self._folder / name
            tiles = replace(tiles, store=store, tell=tell_which)
        return solve(self.raster, tiles=tiles)

    def _forget(self, name: str) -> None:
        """Remove the folder of a finished run."""
        if self._folder is not None:
            shutil.rmtree(self._folder / name, ignore_errors=True)


@contextmanager
def series_of(
    raster: Raster,
    tiles: Tiles | None,
    what: str,
    places: Sequence[NDArray[Any]],
    *,
    runs: int,
    outputs: Collection[str] = (),
    kept: int = 0,
) -> Iterator[Series]:
    """Yield a series of runs over a raster, which is read, checked and copied once for all of them.

    Args:
        raster: The raster of the runs.
        tiles: How they are solved; None: in memory, or in tiles if the raster is read part by part.
        what: The kind of result, in a word.
        places: The places of the series; with `what` they distinguish it from others.
        runs: The maximum number of runs.
        outputs: The outputs of the runs, besides costs.
        kept: How many of them leave a raster of costs behind.

    Raises:
        OptionError: `tiles` is not a `Tiles`; the store belongs to another run, or cannot be written.
        MapLimitError: The memory is too small.
        CostError: A cost is negative and not nodata.
    """
    if not (tiles is None or isinstance(tiles, Tiles)):
        raise OptionError(f"tiles is {tiles!r}; allowed: a Tiles, such as Tiles(side=256)")
    if tiles is not None and tiles.store is not None:
        digest = hashlib.sha256(what.encode() + raster.options_digest())
        for array in places:
            digest.update(repr((array.shape, array.dtype)).encode() + array.tobytes())
        bytes_a_cell = result_bytes(outputs) + 8 * kept
        with _stored(raster, tiles, digest.hexdigest(), bytes_a_cell) as (read, cut, folder):
            yield Series(read, cut, folder, runs)
    elif raster.in_memory:
        yield Series(raster, tiles, None, runs)
    else:
        tiles = tiles or Tiles()
        with tempfile.TemporaryDirectory(prefix="pathstar-", ignore_cleanup_errors=True) as scratch:
            plan = plan_of(raster, tiles)
            read, _ = _read_once(raster, tiles, plan.layout, MemoryStore(plan.layout), Path(scratch))
            yield Series(read, tiles, None, runs)


@contextmanager
def _stored(
    raster: Raster, tiles: Tiles, run: str, bytes_a_cell: int
) -> Iterator[tuple[Raster, Tiles, Path]]:
    """Yield the raster for the runs, how they cut it, and their folder, which is checked to be theirs."""
    assert tiles.store is not None
    store = FolderStore(tiles.store)
    store.make()
    file = store.folder / SERIES
    known = _load(file)
    if (store.folder / TABLE).exists() or (known is not None and known["run"] != run):
        raise another_run(store.folder)
    if known is not None and tiles.side is None:
        tiles = replace(tiles, side=(tuple(known["heights"]), tuple(known["widths"])))
    plan = plan_of(raster, tiles)
    store.check_room(plan.scratch + bytes_a_cell * raster.shape[0] * raster.shape[1])
    read, values = _read_once(raster, tiles, plan.layout, store, store.folder)
    heights, widths = np.diff(plan.layout.row_edges), np.diff(plan.layout.column_edges)
    about: dict[str, Any] = {
        "run": run,
        "values": values.hex(),
        "heights": heights.tolist(),
        "widths": widths.tolist(),
    }
    if known is not None and known != about:
        raise another_run(store.folder)
    with saying(store.folder, file), atomic_write(file) as out:
        out.write(json.dumps(about).encode())
    yield read, replace(tiles, side=(tuple(about["heights"]), tuple(about["widths"]))), store.folder


def _read_once(
    raster: Raster, tiles: Tiles, layout: Layout, store: FolderStore | MemoryStore, folder: Path
) -> tuple[Raster, bytes]:
    """Return the raster over copies of layers not in arrays, and with a store a digest of its values."""
    with Workers(tiles) as workers:
        job = Job(raster, layout, store, True, flag=workers.flag)
        job, values = surveyed(job, workers, folder, digest=isinstance(store, FolderStore))
    return job.raster, values


def _load(file: Path) -> dict[str, Any] | None:
    """Return the facts about the series in a folder; None if there is none."""
    if not file.exists():
        return None
    try:
        about: dict[str, Any] = json.loads(file.read_text())
    except (OSError, ValueError):
        raise damaged(file) from None
    return about


def _mapped(file: Path) -> NDArray[np.float64]:
    return np.lib.format.open_memmap(file, mode="r+")
