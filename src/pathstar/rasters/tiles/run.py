"""A whole run in tiles, phase by phase, and how it goes on after a stop."""

from __future__ import annotations

import hashlib
import json
import math
import tempfile
import time
from collections import deque
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.rasters.raster import Raster
from pathstar.rasters.result import CostDistance
from pathstar.rasters.sources import NO_LABEL, Sources
from pathstar.rasters.tiles.plan import Tiles, check_results, plan_of
from pathstar.rasters.tiles.store import (
    SERIES,
    FolderStore,
    MemoryStore,
    Store,
    another_run,
    result_bytes,
)
from pathstar.rasters.tiles.survey import surveyed
from pathstar.rasters.tiles.visits import Job, begins_in, finish, visit_costs, visit_labels
from pathstar.rasters.tiles.wave import Future, Progress, State, Submit, Wave
from pathstar.rasters.tiles.workers import Workers

_VERSIONS = 2**32  # more than one driver makes


def solve_in_tiles(
    raster: Raster,
    sources: Sources,
    tiles: Tiles,
    *,
    outward: bool,
    limit: float,
    stops: NDArray[np.int64],
    outputs: Collection[str],
) -> CostDistance:
    """Return the result of `cost_distance` for sources with one multiplier, worked out tile by tile.

    Raises:
        OptionError: The store belongs to another run, or cannot be written.
        MapLimitError: The memory is too small.
    """
    folder = None if tiles.store is None else FolderStore(tiles.store)
    if folder is not None:
        folder.make()
        if (folder.folder / SERIES).exists():
            raise another_run(folder.folder)
        tiles = _as_before(tiles, folder, raster.shape)
    names = tuple(name for name in ("cost", "direction", "nearest") if name in outputs)
    plan = plan_of(raster, tiles)
    store = folder or MemoryStore(plan.layout)
    if folder is None:
        check_results(raster, result_bytes(names))
    else:
        if plan.held:
            folder.hold(plan.held)
        folder.check_room(plan.scratch + result_bytes(names) * raster.shape[0] * raster.shape[1])
    with Workers(tiles) as workers, _scratch(folder) as scratch:
        job = Job(raster, plan.layout, store, outward, float(sources.multipliers[0]), workers.flag)
        run = _Run(job, sources, tiles, workers, limit, stops, scratch)
        run.solve(names)
    result = {name: store.result(name, raster.shape) for name in {"cost", *names}}
    return CostDistance(
        result["cost"],
        result.get("direction"),
        result.get("nearest"),
        run.limit,
        run.progress.settled,
        run.progress.visits,
        raster,
        outward,
    )


@contextmanager
def _scratch(store: FolderStore | None) -> Iterator[Path]:
    """Yield the folder for copies of layers: that of the store, or one that is removed at the end."""
    if store is not None:
        yield store.folder
        return
    with tempfile.TemporaryDirectory(prefix="pathstar-", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


def _as_before(tiles: Tiles, store: FolderStore, shape: tuple[int, int]) -> Tiles:
    """Return the settings with the tiles of the stored run, unless they name a side.

    The side that fits the free memory may differ from one call to the next.
    """
    table = store.load_table() if tiles.side is None else None
    if table is None:
        return tiles
    down, across = (tuple(table[name].tolist()) for name in ("heights", "widths"))
    return replace(tiles, side=(down, across)) if (sum(down), sum(across)) == shape else tiles


class _Run:
    """The phases of a run, and what is saved between them."""

    def __init__(
        self,
        job: Job,
        sources: Sources,
        tiles: Tiles,
        workers: Workers,
        limit: float,
        stops: NDArray[np.int64],
        scratch: Path,
    ) -> None:
        self._job, self._sources, self._tiles, self._workers = job, sources, tiles, workers
        self._submit, self._stops = workers.submit, stops
        self.progress = Progress(job.raster.shape[0] * job.raster.shape[1], len(job.layout))
        self._states = {name: State(name) for name in ("cost", "nearest", "hops")}
        self._states["cost"].limit = limit
        self._states["cost"].best = np.full(len(stops), math.inf)
        self._begun: list[str] = []
        self._epoch = 0  # the number of drivers this run has had
        # For each set of written results, how many cells of each tile have no direction; -1 if unknown.
        self._finished: dict[str, list[int]] = {}
        self._print = [fingerprint(job, sources, limit, stops)]
        table = self._table(job.store)
        self._job, values = surveyed(job, workers, scratch, digest=isinstance(job.store, FolderStore))
        self._print.append(values.hex())
        if table is not None:
            self._load(table)

    @property
    def limit(self) -> float:
        """Costs over this are infinite."""
        return self._states["cost"].limit

    def solve(self, outputs: tuple[str, ...]) -> None:
        """Run all phases, or the remaining ones, and write the results."""
        self._phase("cost", self._sources, self._visit_cost)
        ties = len(outputs) > 1 or "cost" not in outputs
        several = len(np.unique(self._sources.numbers)) > 1
        if ties and several:
            self._phase("nearest", self._begins(), self._visit_label("nearest"))
        names = ["cost", "nearest"] if ties and several else ["cost"]
        if self._finish(outputs if ties else ("cost",), names):
            if not several:
                self._phase("nearest", self._begins(), self._visit_label("nearest"))
            self._phase("hops", self._begins(hops=True), self._visit_label("hops"))
            self._finish(outputs, ["cost", "nearest", "hops"])

    def _phase(self, name: str, begins: Sources, visit: Submit) -> None:
        state = self._states[name]
        if name not in self._begun:
            values = begins.starts if name == "cost" else begins.numbers.astype(np.float64)
            owners = self._job.layout.owners(begins.cells)
            for tile in np.unique(owners).tolist():
                state.add(tile, begins.cells[owners == tile], values[owners == tile])
            self._begun.append(name)
        wave = Wave(
            self._job.layout,
            self._job.store,
            state,
            visit,
            self._tiles.workers,
            self._stops if name == "cost" else None,
            self.progress,
            self._save,
            self._tiles.tell,
            self._workers.stop,
            self._epoch * _VERSIONS + 1,
        )
        wave.run()

    def _visit_cost(self, *given: Any) -> Any:
        return self._submit(visit_costs, self._job, *given)

    def _visit_label(self, name: str) -> Submit:
        def visit(
            tile: int, version: int, new_version: int, cells: Any, values: Any, *of_costs: Any
        ) -> Future:
            around = self._job.layout.around(tile).tolist()
            costs = self._versions("cost", around)
            nearest = {} if name == "nearest" else self._versions("nearest", around)
            given = (tile, version, new_version, cells, values, self.limit, name, costs, nearest)
            return self._submit(visit_labels, self._job, *given)

        return visit

    def _versions(self, name: str, tiles: list[int]) -> dict[int, int]:
        known = self._states[name].versions
        return {tile: known[tile] for tile in tiles if tile in known}

    def _begins(self, hops: bool = False) -> Sources:
        """Return the sources that are best reached from themselves; with hops, as labels of 0."""
        job = self._job
        kept = []
        for tile in np.unique(job.layout.owners(self._sources.cells)).tolist():
            around = job.layout.around(tile).tolist()
            costs = job.costs(tile, self._versions("cost", around), self.limit)
            nearest = None
            if hops:
                nearest = job.read("nearest", tile, self._versions("nearest", around), NO_LABEL, np.uint32)
            kept.append(begins_in(job, tile, self._sources, costs, nearest))
        numbers = np.concatenate([each.numbers for each in kept])
        return Sources(
            np.concatenate([each.cells for each in kept]),
            np.zeros_like(numbers) if hops else numbers,
            np.concatenate([each.starts for each in kept]),
            np.concatenate([each.multipliers for each in kept]),
        )

    def _finish(self, outputs: tuple[str, ...], names: list[str]) -> int:
        """Write the results of the remaining tiles; return how many cells have no direction."""
        store, layout = self._job.store, self._job.layout
        kinds = sorted({"cost", *outputs})
        stage = ",".join([*kinds, "from", *names])
        if isinstance(store, FolderStore) and not all(store.has_result(name) for name in kinds):
            self._finished.pop(stage, None)
        for name in kinds:  # made here: if two visits made the same file, a part would be lost
            store.result(name, layout.shape)
        without = self._finished.setdefault(stage, [-1] * len(layout))
        left = deque(tile for tile in range(len(layout)) if without[tile] < 0)
        under_way: deque[tuple[int, Future]] = deque()
        saved = time.monotonic()
        while left or under_way:
            while left and len(under_way) < 2 * self._workers.count:
                under_way.append((left[0], self._start_finish(left.popleft(), outputs, names)))
            tile, future = under_way.popleft()
            without[tile] = int(future.result())
            if time.monotonic() - saved > Wave.SAVE_EVERY:
                self._save()
                saved = time.monotonic()
        self._save()
        return sum(without)

    def _start_finish(self, tile: int, outputs: tuple[str, ...], names: list[str]) -> Future:
        around = self._job.layout.around(tile).tolist()
        versions = {name: self._versions(name, around) for name in names}
        return self._submit(finish, self._job, tile, self.limit, self._sources, outputs, versions)

    def _save(self) -> None:
        store = self._job.store
        if not isinstance(store, FolderStore):
            return
        about: dict[str, Any] = {"run": self._print, "begun": self._begun, "epoch": self._epoch}
        about |= {"settled": self.progress.settled, "visits": self.progress.visits}
        about["finished"] = self._finished
        table: dict[str, NDArray[Any]] = {"about": np.frombuffer(json.dumps(about).encode(), np.uint8)}
        layout = self._job.layout
        table["heights"], table["widths"] = np.diff(layout.row_edges), np.diff(layout.column_edges)
        for name, state in self._states.items():
            table[f"{name}_versions"] = np.array(list(state.versions.items()), np.int64).reshape(-1, 2)
            parts = [part for waiting in state.pending.values() for part in waiting]
            empty = (np.empty(0, np.int64), np.empty(0))
            table[f"{name}_cells"] = np.concatenate([part[0] for part in [*parts, empty]])
            table[f"{name}_values"] = np.concatenate([part[1] for part in [*parts, empty]])
            table[f"{name}_limit"], table[f"{name}_best"] = np.array(state.limit), state.best
        store.save_table(table)

    def _table(self, store: Store) -> dict[str, NDArray[Any]] | None:
        """Return the stored state of this run, before costs are read; None if there is none."""
        table = store.load_table() if isinstance(store, FolderStore) else None
        if table is not None:
            self._check_same(table)
        return table

    def _check_same(self, table: dict[str, NDArray[Any]]) -> None:
        """Check that a table belongs to a run that agrees in all that is known so far.

        Raises:
            OptionError: It belongs to another run.
        """
        known = json.loads(table["about"].tobytes())["run"]
        if known[: len(self._print)] != self._print:
            raise another_run(self._tiles.store)

    def _load(self, table: dict[str, NDArray[Any]]) -> None:
        """Go on from a table, with versions beyond all that the last driver can have requested."""
        self._check_same(table)
        about = json.loads(table["about"].tobytes())
        self._begun, self._epoch = about["begun"], about["epoch"] + 1
        self.progress.settled, self.progress.visits = about["settled"], about["visits"]
        self._finished = about["finished"]
        kept = set()
        for name, state in self._states.items():
            state.versions = dict(table[f"{name}_versions"].tolist())
            kept |= {(name, tile, version) for tile, version in state.versions.items()}
            state.limit, state.best = float(table[f"{name}_limit"]), table[f"{name}_best"]
            cells, values = table[f"{name}_cells"], table[f"{name}_values"]
            owners = self._job.layout.owners(cells)
            for tile in np.unique(owners).tolist():
                state.add(tile, cells[owners == tile], values[owners == tile])
        if isinstance(self._job.store, FolderStore):
            self._job.store.sweep(kept)
        self._save()


def fingerprint(job: Job, sources: Sources, limit: float, stops: NDArray[np.int64]) -> str:
    """Return a text that differs between runs with other shapes, sources or options, but not other costs."""
    raster, layout = job.raster, job.layout
    digest = hashlib.sha256(raster.options_digest())
    digest.update(repr((job.outward, job.scale, limit, layout)).encode())
    for array in (sources.cells, sources.numbers, sources.starts, stops):
        digest.update(array.tobytes())
    return digest.hexdigest()
