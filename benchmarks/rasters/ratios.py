"""What options cost, over the plain call in the same process: slopes, degrees, directions, ties, workers.

    python benchmarks/rasters/ratios.py --side 2048 --rounds 5

Prints the median CPU time of each over that of the plain call, of rounds that run all of them in turn; for
the workers the wall time of one over that of two, in the tiles of `Tiles()`, on smooth ground of
--tiled squares a side. Both processors must be free for that.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from typing import Any

import numpy as np
from ground import KINDS, ground

import pathstar as ps

LIMITS = {"tobler": 1.5, "degrees": 1.1, "32 directions": 3.0}


def cases(cost: np.ndarray) -> dict[str, dict[str, Any]]:
    """Return the options of each case."""
    side = cost.shape[0]
    height = 20 * ground("smooth", side)
    return {
        "plain": {},
        **{pace: {"height": height, "pace": pace, "cell_size": 10} for pace in ps.rasters.PACES},
        "table": {"height": height, "pace": ([-1, -0.5, 0, 0.5, 1], [3, 1, 1, 2, 5]), "cell_size": 10},
        "degrees": {"latitudes": np.linspace(60, 59, side), "cell_size": 1 / side},
        "16 directions": {"directions": 16},
        "32 directions": {"directions": 32},
        "no_cut": {"corners": "no_cut"},
        "all outputs": {"outputs": ("cost", "direction", "nearest")},
    }


def seconds(cost: np.ndarray, clock: Any = time.process_time, **options: Any) -> float:
    middle = cost.shape[0] // 2
    begun = clock()
    ps.rasters.cost_distance(cost, [(middle, middle)], **{"outputs": ("cost",), **options})
    return float(clock() - begun)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--side", type=int, default=2048)
    parser.add_argument("--tiled", type=int, default=4096)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--kind", nargs="+", default=list(KINDS), choices=KINDS)
    given = parser.parse_args()
    for kind in given.kind:
        cost = ground(kind, given.side)
        options = cases(cost)
        found: dict[str, list[float]] = {name: [] for name in options}
        for _ in range(given.rounds):
            for name, more in options.items():
                found[name].append(seconds(cost, **more))
        plain = statistics.median(found["plain"])
        for name, times in found.items():
            said = {"kind": kind, "case": name, "cpu_seconds": statistics.median(times)}
            print(json.dumps({**said, "times": statistics.median(times) / plain, "limit": LIMITS.get(name)}))
    cost = ground("smooth", given.tiled)
    walls: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(given.rounds):
        for workers, times in walls.items():
            tiles = ps.rasters.Tiles(workers=workers)
            times.append(seconds(cost, time.perf_counter, tiles=tiles))
    faster = statistics.median(walls[1]) / statistics.median(walls[2])
    print(json.dumps({"case": "two workers", "faster": faster, "limit": 1.7}))


if __name__ == "__main__":
    main()
