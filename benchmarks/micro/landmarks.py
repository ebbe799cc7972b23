"""What landmarks save on weighted ground: expansions and time compared with A* and both-ended searches.

All run the same queries in turns; every cost is compared with A*'s.

Examples:
    python benchmarks/micro/landmarks.py
    python benchmarks/micro/landmarks.py --size 512 --landmarks 8 16 32
"""

from __future__ import annotations

import argparse
import sys
import time
from itertools import product
from pathlib import Path
from statistics import mean

import numpy as np

import pathstar as ps
from pathstar.maps import generate

sys.path.insert(0, str(Path(__file__).parents[1] / "versus"))

from harness.roads import make_roads

SEARCHES = ("astar", "bidirectional-dijkstra", "bidirectional-astar")


def grounds(size: int) -> dict[str, ps.Grid | ps.Graph]:
    """Return random costs 1..9, a landscape, and a road network with and without places."""
    costs = np.random.default_rng(1).integers(1, 10, (size, size)).astype(np.float64)
    roads = make_roads(size)
    offsets = np.concatenate([[0], np.cumsum(np.bincount(roads.sources, minlength=roads.size))])
    return {
        "random costs 1..9, enter": ps.Grid(np.ones((size, size)), cost=costs),
        "random costs 1..9, mean": ps.Grid(np.ones((size, size)), cost=costs, cost_model="mean"),
        "landscape": generate.noise_terrain(size, size, seed=1).grid(),
        "roads": ps.Graph(offsets, roads.targets, roads.costs, positions=roads.places),
        "roads without places": ps.Graph(offsets, roads.targets, roads.costs),
    }


def measure(space: ps.Grid | ps.Graph, counts: list[int], queries: int) -> bool:
    """Print a table; return whether all costs agree."""
    planners = {name: ps.Planner(space, name) for name in SEARCHES}
    built = {}
    for count, selection in product(counts, ("farthest", "avoid")):
        before = time.perf_counter()
        index = ps.build_index(space, "landmarks", landmarks=count, selection=selection, max_bytes=2**34)
        name = f"landmarks, {count}, {selection}"
        built[name] = f"{time.perf_counter() - before:.1f} s, {index.nbytes / 1e6:.0f} MB"
        planners[name] = ps.Planner(space, index=index)
    free = np.flatnonzero(space.is_free(np.arange(space.size, dtype=np.uint32)))
    ends = space.places_of(np.random.default_rng(2).choice(free, (2, queries)))
    answers = {name: planner.find_many(*ends, threads=1) for name, planner in planners.items()}
    seconds: dict[str, list[float]] = {name: [] for name in planners}
    for _ in range(3):
        for name, planner in planners.items():
            before = time.process_time()
            planner.find_many(*ends, threads=1)
            seconds[name].append(time.process_time() - before)
    expanded = {name: mean(path.stats.expanded for path in paths) for name, paths in answers.items()}
    print("| search | ms | of A*'s time | expanded | of A*'s | build |\n" + "| --- " * 6 + "|")
    for name in planners:
        best, base = min(seconds[name]), min(seconds["astar"])
        print(
            f"| {name} | {best / queries * 1e3:.2f} | {best / base:.2f} | {expanded[name]:,.0f} | "
            f"{expanded[name] / expanded['astar']:.3f} | {built.get(name, '-')} |",
            flush=True,
        )
    costs = answers["astar"].costs
    return all(np.allclose(paths.costs, costs, rtol=1e-12, atol=0) for paths in answers.values())


def main() -> int:
    """Print one table for each ground."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--size", type=int, default=1024, metavar="N", help="width and height of the maps")
    parser.add_argument("--landmarks", type=int, nargs="+", default=[16], metavar="N")
    parser.add_argument("--queries", type=int, default=60, metavar="N")
    options = parser.parse_args()
    right = True
    for name, space in grounds(options.size).items():
        print(f"\n{name}, {options.size} x {options.size}\n")
        right &= measure(space, options.landmarks, options.queries)
    print("\nall costs agree" if right else "\nCOSTS DIFFER")
    return 0 if right else 1


if __name__ == "__main__":
    sys.exit(main())
