"""The wave of tiles: which tile is visited next, and the consequences of its visit for others.

For each tile the driver holds the current version, the pending values, and the best value of each cell along
its border. A waiting tile that is not being visited may be visited at any time, in any order, by any worker;
the one with the least waiting value goes first. When nothing waits, all values are final.
"""

from __future__ import annotations

import heapq
import math
import queue
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from pathstar.rasters.sources import NO_LABEL
from pathstar.rasters.tiles.borders import Borders, Places, frame_of, margin_of
from pathstar.rasters.tiles.horizon import Horizon
from pathstar.rasters.tiles.layout import Layout, Window
from pathstar.rasters.tiles.store import FolderStore, Store
from pathstar.rasters.tiles.visits import Versions, Visited

Submit = Callable[..., "Future"]


class Future(Protocol):
    """The result of a call elsewhere, as in `concurrent.futures` and Dask."""

    def add_done_callback(self, call: Callable[[Any], object], /) -> object:
        """Call a function when the result is there."""

    def result(self) -> Any:
        """Return the result, or raise the exception of the call."""

    def cancel(self) -> object:
        """Cancel the call, if it is not under way."""


@dataclass
class Progress:
    """The progress of a run.

    Attributes:
        settled: Expanded cells so far; a cell may be expanded more than once.
        cells: The number of cells of the raster.
        front: No cost below it will change.
        visits: The number of visits.
        tiles: The number of tiles of the raster.
        run: The number of this run among those of a corridor or a network.
        runs: The maximum number of these runs.
    """

    cells: int
    tiles: int
    settled: int = 0
    front: float = 0.0
    visits: int = 0
    run: int = 1
    runs: int = 1


@dataclass
class State:
    """The state of the driver in one phase of a run, for the values of one name.

    Attributes:
        name: "cost", "nearest" or "hops".
        versions: The current version by tile.
        pending: Cells and values by tile.
        limit: Costs over it are not wanted. It falls to the largest watched cost once all are known.
        best: float64: the best value so far of each watched cell.
    """

    name: str
    versions: Versions = field(default_factory=dict)
    pending: dict[int, list[tuple[NDArray[np.int64], NDArray[np.float64]]]] = field(default_factory=dict)
    limit: float = math.inf
    best: NDArray[np.float64] = field(default_factory=lambda: np.empty(0))

    def add(self, tile: int, cells: NDArray[np.int64], values: NDArray[np.float64]) -> float:
        """Let values wait in a tile; return the least."""
        self.pending.setdefault(tile, []).append((cells, values))
        return float(values.min())

    def take(self, tile: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return the waiting values of a tile: each cell once, with the least value that was added."""
        parts = self.pending.pop(tile)
        if len(parts) == 1:
            return parts[0]
        cells = np.concatenate([part[0] for part in parts])
        values = np.concatenate([part[1] for part in parts])
        order = np.lexsort((values, cells))
        first = np.r_[True, np.diff(cells[order]) != 0]
        return cells[order][first], values[order][first]


@dataclass
class _Visit:
    """A visit under way: its arguments, the least waiting value, and what it writes."""

    cells: NDArray[np.int64]
    values: NDArray[np.float64]
    key: float
    version: int
    future: Future


class Wave:
    """One phase of a run: visits until nothing waits.

    Args:
        layout: The tiles.
        store: The store of versions.
        state: The state from which to begin.
        submit: Starts a visit, ``submit(tile, version, new_version, cells, values, limit, horizon,
            watched)``, and returns its future.
        workers: The number of visits that may be under way.
        watched: The cells that the state watches.
        progress: Kept up to date.
        save: Called now and then; visits under way then count as waiting.
        tell: Called after each visit.
        stop: Called when the wave ends early; it ends the visits under way.
        first_version: The first version that it makes, beyond all that an earlier driver may have requested.
    """

    SAVE_EVERY = 5.0  # seconds

    def __init__(
        self,
        layout: Layout,
        store: Store,
        state: State,
        submit: Submit,
        workers: int,
        watched: NDArray[np.int64] | None = None,
        progress: Progress | None = None,
        save: Callable[[], None] = lambda: None,
        tell: Callable[[Progress], None] = lambda progress: None,
        stop: Callable[[], None] = lambda: None,
        first_version: int = 1,
    ) -> None:
        self._layout, self._store, self._state = layout, store, state
        self._submit, self._workers = submit, workers
        self._watched = np.empty(0, np.int64) if watched is None else watched
        self._owners = layout.owners(self._watched)
        self._progress = progress or Progress(0, len(layout))
        self._save, self._tell, self._stop = save, tell, stop
        self._borders = Borders(layout)
        self._known = np.full(len(self._borders), math.inf)  # known or offered there
        self._keys: list[tuple[float, int]] = []
        self._waits: dict[int, float] = {}
        self._running: dict[int, _Visit] = {}
        self._new_version = first_version  # of the next visit
        self._horizon = Horizon(workers)
        self._done: queue.SimpleQueue[tuple[int, Future]] = queue.SimpleQueue()
        self._obsolete: list[tuple[str, int, int]] = []
        self._saved = time.monotonic()

    def run(self) -> None:
        """Visit tiles until nothing waits; afterwards all values up to the limit are final.

        Raises:
            Exception: The exception of a visit, once the others under way have ended. Saved data stay valid.
        """
        for tile, parts in self._state.pending.items():
            self._wait(tile, min(float(part[1].min()) for part in parts))
        if self._keys:
            self._recall()
        try:
            while self._start() or self._running:
                self._apply(*self._done.get())
        except BaseException:
            self._drain()
            raise
        for tile in list(self._state.pending):
            del self._state.pending[tile]  # over the limit
        self._checkpoint()

    def _recall(self) -> None:
        """Read the known values along borders from the versions that an earlier driver left.

        Without them, each visited tile would offer its neighbours values that they have, and these theirs,
        until all tiles had been visited again.
        """
        for tile, version in self._state.versions.items():
            window = self._layout.window(tile)
            frame = frame_of(window, self._layout.reach)
            values = self._edges(tile, version)
            top, left, _, _ = window.margins
            found = values[frame.rows - top, frame.columns - left].astype(np.float64)
            if values.dtype == np.uint32:
                found[found == NO_LABEL] = math.inf
            self._known[self._borders.numbers(window, frame)] = found

    def _edges(self, tile: int, version: int) -> NDArray[Any]:
        """Return a version of a tile, read only where steps cross its border."""
        reach, (rows, columns) = self._layout.reach, self._layout.box(tile)
        shape = rows.stop - rows.start, columns.stop - columns.start
        values = np.empty(shape, np.float64 if self._state.name == "cost" else np.uint32)
        whole, low = slice(None), slice(0, reach)
        for part in (
            (low, whole),
            (slice(max(0, shape[0] - reach), None), whole),
            (whole, low),
            (whole, slice(max(0, shape[1] - reach), None)),
        ):
            self._store.read(self._state.name, tile, version, part, values[part])
        return values

    def _start(self) -> bool:
        """Start visits while workers are free; return whether one was started."""
        started = False
        for tile, key in self._next():
            version = self._state.versions.get(tile, 0)
            cells, values = self._state.take(tile)
            del self._waits[tile]
            watched = self._watched[self._owners == tile] if len(self._watched) else self._watched
            horizon = self._horizon.of(self._least(key))
            try:
                new = self._new_version
                future = self._submit(tile, version, new, cells, values, self._state.limit, horizon, watched)
            except BaseException:
                self._state.add(tile, cells, values)
                raise
            self._running[tile] = _Visit(cells, values, key, new, future)
            self._new_version += 1
            future.add_done_callback(partial(self._put, tile))
            started = True
        return started

    def _least(self, key: float) -> float:
        """Return the least cost elsewhere, where tiles wait or visits began; at least that of a visit."""
        begun = (visit.key for visit in self._running.values())
        waits = [self._keys[0][0]] if self._keys else []
        return max(key, min([*waits, *begun], default=math.inf))

    def _put(self, tile: int, future: Future) -> None:
        self._done.put((tile, future))

    def _next(self) -> Iterator[tuple[int, float]]:
        """Yield the tiles to visit next, and their waiting values."""
        held = []
        while self._keys and len(self._running) < self._workers:
            key, tile = self._keys[0]
            if key > self._state.limit:
                break
            heapq.heappop(self._keys)
            if self._waits.get(tile) != key:
                continue
            if tile in self._running:
                held.append((key, tile))
                continue
            yield tile, key
        for item in held:
            heapq.heappush(self._keys, item)

    def _wait(self, tile: int, key: float) -> None:
        if key < self._waits.get(tile, math.inf):
            self._waits[tile] = key
            heapq.heappush(self._keys, (key, tile))

    def _apply(self, tile: int, future: Future) -> None:
        """Take in the result of a visit."""
        visit = self._running.pop(tile)
        try:
            visited: Visited = future.result()
        except BaseException:
            self._state.add(tile, visit.cells, visit.values)
            raise
        old = self._state.versions.get(tile, 0)
        self._state.versions[tile] = visit.version
        if old and self._store.retire(self._state.name, tile, old):
            self._obsolete.append((self._state.name, tile, old))
        window = self._layout.window(tile)
        own = self._borders.numbers(window, frame_of(window, self._layout.reach))
        self._known[own] = np.minimum(self._known[own], visited.frame)
        if len(visited.left):
            self._wait(tile, self._state.add(tile, visited.left, visited.left_values))
        self._horizon.learn(visited)
        if len(visited.watched):
            self._state.best[self._owners == tile] = visited.watched
            self._state.limit = min(self._state.limit, float(self._state.best.max()))
        self._offer(window, visited.beyond)
        self._report(visited)
        if time.monotonic() - self._saved > self.SAVE_EVERY or not isinstance(self._store, FolderStore):
            self._checkpoint()

    def _offer(self, window: Window, values: NDArray[np.float64]) -> None:
        """Let values of a tile's margins wait if they are better than known or offered values there."""
        margin = margin_of(window, self._layout.reach)
        numbers = self._borders.numbers(window, margin)
        better = np.flatnonzero((values < self._known[numbers]) & (values <= self._state.limit))
        if len(better) == 0:
            return
        values = values[better]
        self._known[numbers[better]] = values
        cells = window.cells(Places(margin.rows[better], margin.columns[better]))
        owners = self._layout.owners(cells)
        for other in np.unique(owners).tolist():
            here = owners == other
            self._wait(other, self._state.add(other, cells[here], values[here]))

    def _report(self, visited: Visited) -> None:
        progress = self._progress
        progress.settled += visited.settled
        progress.visits += 1
        if self._state.name == "cost":
            waits = [self._keys[0][0]] if self._keys else []
            progress.front = min([*waits, *(visit.key for visit in self._running.values())], default=math.inf)
        self._tell(progress)

    def _drain(self) -> None:
        """End the visits under way, and let their tiles wait again: their results are not needed."""
        self._stop()
        for visit in self._running.values():
            visit.future.cancel()
        for visit in self._running.values():
            with suppress(BaseException):
                visit.future.result()
        for tile, visit in self._running.items():
            self._state.add(tile, visit.cells, visit.values)
        self._running.clear()

    def _checkpoint(self) -> None:
        """Save the state of the driver, then remove versions that no longer count."""
        for tile, visit in self._running.items():
            self._state.pending.setdefault(tile, []).append((visit.cells, visit.values))
        self._save()
        for tile in self._running:
            self._state.pending[tile].pop()
            if not self._state.pending[tile]:
                del self._state.pending[tile]
        for name, tile, version in self._obsolete:
            self._store.drop(name, tile, version)
        self._obsolete.clear()
        self._saved = time.monotonic()
