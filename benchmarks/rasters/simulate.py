"""How a cluster would perform: the driver's own scheduler, run on a simulated clock.

    python benchmarks/rasters/simulate.py --workers 1 2 16 32 1000 --sources 1 64

The raster has 100,000 x 100,000 cells in tiles of 2,048. In fact a raster with as many tiles of fewer cells
(--side) is solved, by the program's own wave of tiles: which tile is visited next, what it settles and what
it sends are real. Only the time of a visit is computed, from figures measured on this machine before (--cell,
--load and --driver give others), and a visit ends when the simulated clock says so.

Assumptions:
- A small tile represents a large one: it is visited as often, and settles the same share of its cells.
- A visit takes `load` for each cell of its tile (read, written, copied) and `cell` for each settlement.
- Storage is as fast for many workers as for one, and messages take no time.
- The driver processes one visit's results at a time, `driver` seconds each.
- Workers do not die, and the passes for ties and results, which are independent for each tile, are left out.
"""

from __future__ import annotations

import argparse
import heapq
import json
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from ground import KINDS, Generated, ground

from pathstar.rasters.raster import Raster
from pathstar.rasters.tiles.layout import Layout, edges_of
from pathstar.rasters.tiles.store import MemoryStore
from pathstar.rasters.tiles.visits import Job, visit_costs
from pathstar.rasters.tiles.wave import State, Wave

LARGE_SIDE, LARGE_TILE = 100_000, 2048


@dataclass
class Prices:
    """Seconds: for a settlement, for a cell of a tile that is visited, for a visit at the driver."""

    cell: float
    load: float
    driver: float


@dataclass(order=True)
class Visit:
    """A visit that ends at a time; a future for the wave."""

    ends: float
    number: int
    value: Any = field(compare=False)
    call: Callable[[Any], object] = field(compare=False, default=lambda visit: None)

    def add_done_callback(self, call: Callable[[Any], object]) -> None:
        self.call = call

    def result(self) -> Any:
        return self.value

    def cancel(self) -> None:
        pass


class Clock:
    """Simulated time. The wave waits for visits here, as it would at its queue."""

    def __init__(self, job: Job, prices: Prices) -> None:
        self._job, self._prices = job, prices
        self._visits: list[Visit] = []
        self._done: list[Any] = []
        self.now = self.busy = 0.0
        self.count = 0

    def submit(self, tile: int, *given: Any) -> Visit:
        visited = self.made(tile, *given)
        rows, columns = self._job.layout.box(tile)
        scale = LARGE_TILE**2 / ((rows.stop - rows.start) * (columns.stop - columns.start))
        return self.started(
            self._prices.load * LARGE_TILE**2 + self._prices.cell * visited.settled * scale, visited
        )

    def made(self, tile: int, *given: Any) -> Any:
        """Make a visit."""
        return visit_costs(self._job, tile, *given)

    def started(self, took: float, visited: Any) -> Visit:
        """Return a visit that begins now and takes some seconds."""
        self.busy += took
        self.count += 1
        visit = Visit(self.now + took, self.count, visited)
        heapq.heappush(self._visits, visit)
        return visit

    def put(self, item: Any) -> None:
        self._done.append(item)

    def get(self) -> Any:
        visit = heapq.heappop(self._visits)
        self.now = max(self.now, visit.ends) + self._prices.driver
        visit.call(visit)
        return self._done.pop()


def simulate(job: Job, sources: np.ndarray, workers: int, prices: Prices) -> tuple[float, float, int]:
    """Return how long a run takes, how busy its workers are overall, and the number of visits."""
    state = State("cost")
    owners = job.layout.owners(sources)
    for tile in np.unique(owners).tolist():
        state.add(tile, sources[owners == tile], np.zeros(int((owners == tile).sum())))
    clock = Clock(Job(job.raster, job.layout, MemoryStore(job.layout), True), prices)
    wave = Wave(job.layout, clock._job.store, state, clock.submit, workers)
    wave._done = clock  # type: ignore[assignment]
    wave.run()
    return clock.now, clock.busy, clock.count


def measured(kind: str) -> Prices:
    """Measure the prices on this machine: one large tile that is settled, and one only loaded and stored."""
    cost = Generated(kind, LARGE_TILE)[:, :]
    layout = Layout(edges_of(LARGE_TILE, LARGE_TILE), edges_of(LARGE_TILE, LARGE_TILE), 1, False)
    job = Job(Raster(cost), layout, MemoryStore(layout), True)
    none, start = np.empty(0, np.int64), np.array([LARGE_TILE**2 // 2 + LARGE_TILE // 2])

    def seconds(version: int, value: float) -> float:
        begun = time.process_time()
        visit_costs(job, 0, version, version + 1, start, np.array([value]), np.inf, np.inf, none)
        return time.process_time() - begun

    whole = seconds(0, 0.0)
    load = min(seconds(1, 0.0) for _ in range(3))
    return Prices((whole - load) / LARGE_TILE**2, load / LARGE_TILE**2, 0.002)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 16, 32, 1000])
    parser.add_argument("--sources", type=int, nargs="+", default=[1, 64])
    parser.add_argument("--kind", nargs="+", default=list(KINDS), choices=KINDS)
    parser.add_argument("--side", type=int, default=64, help="of the small tiles")
    parser.add_argument("--cell", type=float, help="seconds for a settlement")
    parser.add_argument("--load", type=float, help="seconds for a cell of a visited tile")
    parser.add_argument("--driver", type=float, help="seconds for a visit at the driver")
    given = parser.parse_args()
    tiles = -(-LARGE_SIDE // LARGE_TILE)
    side = tiles * given.side
    for kind in given.kind:
        prices = measured(kind)
        for name in ("cell", "load", "driver"):
            if getattr(given, name) is not None:
                setattr(prices, name, getattr(given, name))
        print(json.dumps({"kind": kind, "tiles": tiles**2, **vars(prices)}), flush=True)
        layout = Layout(edges_of(side, given.side), edges_of(side, given.side), 1, False)
        job = Job(Raster(ground(kind, side)), layout, MemoryStore(layout), True)
        for count in given.sources:
            places = np.random.default_rng(3).choice(side**2, count, replace=False)
            cells = np.sort(places) if count > 1 else np.array([side * side // 2 + side // 2])
            alone = None
            for workers in given.workers:
                took, busy, visits = simulate(job, cells, workers, prices)
                alone = alone or took
                said = {"kind": kind, "sources": count, "workers": workers, "hours": took / 3600}
                said |= {"faster": alone / took, "visits_a_tile": visits / tiles**2}
                print(json.dumps({**said, "busy": busy / took / workers}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
