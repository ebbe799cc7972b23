"""What a second worker gains, on a machine that is also used otherwise: real visits on a simulated clock.

    python benchmarks/rasters/workers.py --side 8192 --tile 512 --workers 1 2 4

The program's own wave of tiles runs. Each visit is made and takes its own CPU time on the clock; so does the
work of the driver in between, during which no visit begins. Prints for each number of workers how much faster
it is than one, the share of the time in which workers are busy, the driver's time, and settlements per cell.
`ratios.py` measures the wall time of two threads, which needs a quiet machine.
"""

from __future__ import annotations

import argparse
import json
import time
from typing import Any

import numpy as np
from ground import KINDS, ground
from simulate import Clock, Prices, Visit

from pathstar.rasters.raster import Raster
from pathstar.rasters.tiles.layout import Layout, edges_of
from pathstar.rasters.tiles.store import MemoryStore
from pathstar.rasters.tiles.visits import Job
from pathstar.rasters.tiles.wave import State, Wave


class MeasuredClock(Clock):
    """A clock on which a visit takes its own CPU time, and the driver its own."""

    def __init__(self, job: Job) -> None:
        super().__init__(job, Prices(0, 0, 0))
        self.driver = self.settled = 0.0
        self._woken = time.process_time()

    def submit(self, tile: int, *given: Any) -> Visit:
        self._work()
        begun = time.process_time()
        visited = self.made(tile, *given)
        took = time.process_time() - begun
        self.settled += visited.settled
        visit = self.started(took, visited)
        self._woken = time.process_time()
        return visit

    def get(self) -> Any:
        self._work()
        done = super().get()
        self._woken = time.process_time()
        return done

    def _work(self) -> None:
        """Advance the clock by the driver's work since it was woken."""
        took = time.process_time() - self._woken
        self.driver += took
        self.now += took


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--side", type=int, default=4096)
    parser.add_argument("--tile", type=int, default=512)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--kind", nargs="+", default=list(KINDS), choices=KINDS)
    given = parser.parse_args()
    edges = edges_of(given.side, given.tile)
    layout = Layout(edges, edges, 1, False)
    source = np.array([given.side // 2 * given.side + given.side // 2])
    for kind in given.kind:
        raster, alone = Raster(ground(kind, given.side)), None
        for workers in given.workers:
            state, job = State("cost"), Job(raster, layout, MemoryStore(layout), True)
            state.add(int(layout.owners(source)[0]), source, np.zeros(1))
            clock = MeasuredClock(job)
            wave = Wave(layout, job.store, state, clock.submit, workers)
            wave._done = clock  # type: ignore[assignment]
            wave.run()
            alone = alone or clock.now
            said = {"kind": kind, "side": given.side, "tile": given.tile, "workers": workers}
            said |= {"seconds": clock.now, "faster": alone / clock.now, "driver_seconds": clock.driver}
            said |= {"busy": clock.busy / clock.now / workers}
            said |= {"settled_a_cell": clock.settled / given.side**2}
            print(json.dumps(said), flush=True)


if __name__ == "__main__":
    main()
