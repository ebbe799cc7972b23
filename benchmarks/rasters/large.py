"""A raster that does not fit into memory: solved by windows within a limit, and every cell checked.

    python benchmarks/rasters/large.py --side 32768 --kind smooth --memory 1.0 --store /big/disk/scratch

Prints the time, the peak memory of the process (the only one, as visits are threads) and the limit, and
settlements and visits per tile. Then each cost is compared with the minimum over neighbour plus step, window
by window, and sampled windows are solved again from their borders.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import tempfile
import time

import numpy as np
from ground import KINDS, Generated

import pathstar as ps

BAND = 256


def local_faults(cost: Generated, found: np.ndarray, source: tuple[int, int]) -> int:
    """Return how many costs are not the minimum over neighbour plus step, to the last bit."""
    height, width = cost.shape
    straight, diagonal = 1.0 / 2, np.hypot(1.0, 1.0) / 2
    faults = 0
    for top in range(0, height, BAND):
        rows = slice(max(0, top - 1), min(height, top + BAND + 1))
        pad = ((int(top == 0), int(top + BAND >= height)), (1, 1))
        price = np.pad(cost[rows, :].astype(float), pad, constant_values=np.inf)
        known = np.pad(np.asarray(found[rows]), pad, constant_values=np.inf)
        best = np.full((price.shape[0] - 2, width), np.inf)
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                if dy or dx:
                    there = slice(1 + dy, price.shape[0] - 1 + dy), slice(1 + dx, width + 1 + dx)
                    share = diagonal if dy and dx else straight
                    np.minimum(best, known[there] + (price[1:-1, 1:-1] + price[there]) * share, out=best)
        if top <= source[1] < top + BAND:
            best[source[1] - top, source[0]] = 0
        faults += int((best != known[1:-1, 1:-1]).sum())
    return faults


def sampled_faults(cost: Generated, found: np.ndarray, source: tuple[int, int], samples: int) -> int:
    """Return how many costs of sampled windows differ when these are solved again from their borders."""
    random = np.random.default_rng(2)
    side = min(1024, cost.shape[0])
    faults = 0
    for _ in range(samples):
        top, left = random.integers(0, cost.shape[0] - side + 1, 2).tolist()
        box = slice(top, top + side), slice(left, left + side)
        values = np.array(found[box])
        border = np.ones(values.shape, bool)
        border[1:-1, 1:-1] = False
        x, y = source[0] - left, source[1] - top
        if 0 <= x < side and 0 <= y < side:
            border[y, x] = True
        again = ps.rasters.cost_distance(cost[box], border, start_costs=values[border], outputs=["cost"]).cost
        faults += int((again != values).sum())
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--side", type=int, default=8192)
    parser.add_argument("--kind", choices=KINDS, default="smooth")
    parser.add_argument("--tile", type=int, default=2048)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--memory", type=float, default=1.0, help="GB for the whole process")
    parser.add_argument("--samples", type=int, default=8)
    parser.add_argument("--store", help="a folder on a disk with room for 20 bytes a cell")
    given = parser.parse_args()
    cost, middle = Generated(given.kind, given.side), given.side // 2
    with tempfile.TemporaryDirectory(dir=given.store) as folder:
        tiles = ps.rasters.Tiles(
            side=given.tile, workers=given.workers, memory=given.memory * 1e9, store=folder
        )
        cpu, wall = time.process_time(), time.perf_counter()
        found = ps.rasters.cost_distance(cost, [(middle, middle)], outputs=["cost"], tiles=tiles)
        cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        faults = local_faults(cost, found.cost, (middle, middle))
        sampled = sampled_faults(cost, found.cost, (middle, middle), given.samples)
    cells = given.side**2
    print(
        json.dumps(
            {
                "kind": given.kind,
                "side": given.side,
                "wall_seconds": wall,
                "cpu_seconds": cpu,
                "peak_megabytes": peak * 1024 / 1e6,
                "limit_megabytes": given.memory * 1e3,
                "settled_a_cell": found.settled / cells,
                "visits_a_tile": found.visits / (-(-given.side // given.tile)) ** 2,
                "cells_not_least": faults,
                "cells_that_differ_in_samples": sampled,
            }
        )
    )
    return int(faults + sampled > 0 or peak * 1024 > given.memory * 1e9)


if __name__ == "__main__":
    sys.exit(main())
