"""A whole run in tiles, phase by phase, and going on after a stop."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Collection
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pathstar.errors import OptionError
from pathstar.rasters.raster import Raster
from pathstar.rasters.result import CostDistance
from pathstar.rasters.sources import Sources
from pathstar.rasters.tiles.plan import Tiles, plan_of
from pathstar.rasters.tiles.store import FolderStore, MemoryStore, Store
from pathstar.rasters.tiles.visits import Job, begins_in, finish, visit_costs, visit_labels
from pathstar.rasters.tiles.wave import Progress, State, Submit, Wave
from pathstar.rasters.tiles.workers import Workers


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
    """Return what `cost_distance` does, worked out tile by tile.

    Raises:
        OptionError: The store is that of another run, or cannot be written; the sources have multipliers.
        MapLimitError: The memory is too small.
    """
    if (sources.multipliers != 1).any():
        raise OptionError(
            "multipliers are for rasters in memory; leave tiles out, or solve for each and compare"
        )
    store: Store = MemoryStore()
    if tiles.store is not None:
        store = FolderStore(tiles.store)
        store.make()
        tiles = _as_before(tiles, store, raster.shape)
    elif tiles.client is not None:
        raise OptionError("a client needs a store: a folder that its workers share")
    names = tuple(name for name in ("cost", "direction", "nearest") if name in outputs)
    layout = plan_of(raster, tiles).layout
    with Workers(tiles) as workers:
        job = Job(raster, layout, store, outward, workers.flag)
        run = _Run(job, sources, tiles, workers, limit, stops)
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


def _as_before(tiles: Tiles, store: FolderStore, shape: tuple[int, int]) -> Tiles:
    """Return the settings with the tiles of the run in the store, unless they name a side.

    The side that suits the free memory may differ from one call to the next.
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
    ) -> None:
        self._job, self._sources, self._tiles, self._workers = job, sources, tiles, workers
        self._submit, self._stops = workers.submit, stops
        self.progress = Progress(job.raster.shape[0] * job.raster.shape[1], len(job.layout))
        self._states = {name: State(name) for name in ("cost", "nearest", "hops")}
        self._states["cost"].limit = limit
        self._states["cost"].best = np.full(len(stops), math.inf)
        self._begun: list[str] = []
        self._print = fingerprint(job, sources, limit, stops)
        self._load()

    @property
    def limit(self) -> float:
        """What costs more is infinite."""
        return self._states["cost"].limit

    def solve(self, outputs: tuple[str, ...]) -> None:
        """Run all phases, or those that are left, and write the results."""
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
        )
        wave.run()

    def _visit_cost(self, *given: Any) -> Any:
        return self._submit(visit_costs, self._job, *given)

    def _visit_label(self, name: str) -> Submit:
        def visit(tile: int, version: int, cells: Any, values: Any, limit: float, watched: Any) -> Any:
            around = self._job.layout.around(tile).tolist()
            costs, nearest = (self._versions(other, around) for other in ("cost", "nearest"))
            if name == "nearest":
                nearest = {}
            return self._submit(
                visit_labels, self._job, tile, version, cells, values, self.limit, name, costs, nearest
            )

        return visit

    def _versions(self, name: str, tiles: list[int]) -> dict[int, int]:
        known = self._states[name].versions
        return {tile: known[tile] for tile in tiles if tile in known}

    def _begins(self, hops: bool = False) -> Sources:
        """Return the sources that are their own best way; with hops, as labels of 0."""
        job = self._job
        kept = []
        for tile in np.unique(job.layout.owners(self._sources.cells)).tolist():
            around = job.layout.around(tile).tolist()
            costs = job.costs(tile, self._versions("cost", around), self.limit)
            nearest = None
            if hops:
                nearest = job.read("nearest", tile, self._versions("nearest", around), 2**32 - 1, np.uint32)
            kept.append(begins_in(job, tile, self._sources, costs, nearest))
        numbers = np.concatenate([each.numbers for each in kept])
        return Sources(
            np.concatenate([each.cells for each in kept]),
            np.zeros_like(numbers) if hops else numbers,
            np.concatenate([each.starts for each in kept]),
            np.concatenate([each.multipliers for each in kept]),
        )

    def _finish(self, outputs: tuple[str, ...], names: list[str]) -> int:
        """Write the results of all tiles; return how many cells are left without a direction."""
        for name in {"cost", *outputs}:  # made here: two visits that make the same file would lose a part
            self._job.store.result(name, self._job.layout.shape)
        futures = []
        without = 0
        for tile in range(len(self._job.layout)):
            around = self._job.layout.around(tile).tolist()
            versions = {name: self._versions(name, around) for name in names}
            given = (self._job, tile, self.limit, self._sources, outputs, versions)
            futures.append(self._submit(finish, *given))
            if len(futures) >= 2 * self._tiles.workers:
                without += futures.pop(0).result()
        return without + sum(int(future.result()) for future in futures)

    def _save(self) -> None:
        store = self._job.store
        if not isinstance(store, FolderStore):
            return
        about = {"run": self._print, "begun": self._begun, "settled": self.progress.settled}
        about["visits"] = self.progress.visits
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

    def _load(self) -> None:
        """Go on where the store was left; begin there if it is empty."""
        store = self._job.store
        table = store.load_table() if isinstance(store, FolderStore) else None
        if table is None or not isinstance(store, FolderStore):
            return
        about = json.loads(table["about"].tobytes())
        if about["run"] != self._print:
            raise OptionError(
                f"the store {store.folder} is that of another run: its raster, sources or options differ. "
                f"Give the "
                "same ones to go on, or another folder"
            )
        self._begun = about["begun"]
        self.progress.settled, self.progress.visits = about["settled"], about["visits"]
        kept = set()
        for name, state in self._states.items():
            state.versions = dict(table[f"{name}_versions"].tolist())
            kept |= {(name, tile, version) for tile, version in state.versions.items()}
            state.limit, state.best = float(table[f"{name}_limit"]), table[f"{name}_best"]
            cells, values = table[f"{name}_cells"], table[f"{name}_values"]
            owners = self._job.layout.owners(cells)
            for tile in np.unique(owners).tolist():
                state.add(tile, cells[owners == tile], values[owners == tile])
        store.sweep(kept)


def fingerprint(job: Job, sources: Sources, limit: float, stops: NDArray[np.int64]) -> str:
    """Return a text that differs between runs of different rasters, sources or options."""
    raster, layout = job.raster, job.layout
    digest = hashlib.sha256(raster.identity())
    digest.update(repr((job.outward, limit, layout)).encode())
    for array in (sources.cells, sources.numbers, sources.starts, stops):
        digest.update(array.tobytes())
    return digest.hexdigest()
