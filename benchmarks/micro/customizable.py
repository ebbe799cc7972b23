"""Customizable hierarchies: phases of the build, queries beside A* and other indexes, edits, openings.

Maps have terrain: patches of 32 x 32 cells with costs 1 to 9. There, landmarks are compared; on a generated
road network, contraction hierarchies. All planners run the same queries in turns; every cost is compared with
A*'s.

Examples:
    python benchmarks/micro/customizable.py arena2.map orz700d.map
    python benchmarks/micro/customizable.py Berlin_1_1024.map --threads 2 --queries 200
    python benchmarks/micro/customizable.py --roads 300
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from statistics import geometric_mean, quantiles

import numpy as np
import numpy.typing as npt

import pathstar as ps

sys.path.insert(0, str(Path(__file__).parents[1] / "versus"))
from harness.roads import make_roads

PATCH = 32
Ints = npt.NDArray[np.int64]
PHASES = {0.0: "links", 0.05: "order", 0.4: "arcs", 0.5: "costs", 1.0: "end"}


def with_terrain(file: Path) -> ps.Map:
    """Return a map with random costs in patches."""
    walkable = np.asarray(ps.read(file).passable)
    height, width = walkable.shape
    patches = np.random.default_rng(1).integers(1, 10, (height // PATCH + 1, width // PATCH + 1))
    cost = np.kron(patches, np.ones((PATCH, PATCH)))[:height, :width]
    return ps.Map(walkable, cost=cost)


def build(grid: ps.Grid | ps.Graph, threads: int) -> ps.Index:
    """Build the index, and print the wall and CPU times of its phases."""
    seen: list[tuple[float, float, float]] = []
    index = ps.build_index(
        grid,
        "customizable",
        threads=threads,
        progress=lambda part: seen.append((part, time.perf_counter(), time.process_time())),
    )
    starts = [next(times for part, *times in seen if part >= first) for first in PHASES]
    took = [
        f"{name} {then[0] - now[0]:.2f} s ({then[1] - now[1]:.2f} s)"
        for name, now, then in zip(PHASES.values(), starts, starts[1:], strict=False)
    ]
    print(f"build on {threads} threads: {', '.join(took)}; {index.nbytes / 1e6:.0f} MB", flush=True)
    return index


def compare(space: ps.Grid | ps.Graph, index: ps.Index, other: str, nodes: Ints, queries: int) -> float:
    """Print the time of a query between some nodes; return how many times faster than A* it is.

    Args:
        space: Where to search.
        index: A customizable index of it.
        other: The kind of index to compare.
        nodes: int64 ``(n,)``: the nodes to choose ends from.
        queries: How many queries to run.
    """
    planners = {
        "astar": ps.Planner(space, "astar"),
        other: ps.Planner(space, index=ps.build_index(space, other)),
        "customizable": ps.Planner(space, index=index),
    }
    ends = space.places_of(np.random.default_rng(2).choice(nodes, (2, queries)))
    costs = {name: planner.find_many(*ends, threads=1).costs for name, planner in planners.items()}
    seconds = dict.fromkeys(planners, np.inf)
    for _ in range(3):
        for name, planner in planners.items():
            begin = time.process_time()
            planner.find_many(*ends, threads=1)
            seconds[name] = min(seconds[name], time.process_time() - begin)
    for name, took in seconds.items():
        print(f"{name}: {took / queries * 1e6:,.0f} us a query, 1/{seconds['astar'] / took:.1f} of A*'s")
        if not np.allclose(costs[name], costs["astar"], rtol=1e-9):
            raise SystemExit("COSTS DIFFER")
    return seconds["astar"] / seconds["customizable"]


def edit(world: ps.Map, grid: ps.Grid, index: ps.Index, count: int) -> None:
    """Print the time to follow edits of one cell: new costs, closed cells, and cells opened again."""
    rng = np.random.default_rng(3)
    cells = rng.choice(np.argwhere(grid.walkable), count)[:, ::-1].tolist()
    took = []
    for number, (x, y) in enumerate(cells):
        for layer, value in (("passable", False), ("passable", True)) if number % 2 else (("cost", 5.0),):
            world.edit(layer, (x, y), value)
            begin = time.process_time()
            if index.status != "current":
                raise SystemExit("AN EDIT WAS NOT FOLLOWED")
            took.append(time.process_time() - begin)
    shares = quantiles(took, n=100)
    print(f"edits of one cell: median {shares[49] * 1e3:.2f} ms, 99th percentile {shares[98] * 1e3:.2f} ms")


def open_walls(world: ps.Map, grid: ps.Grid, index: ps.Index, queries: int) -> None:
    """Print the time to open cells that the order lacks, and the time of queries meanwhile."""
    walls = np.argwhere(~grid.walkable)[:, ::-1]
    free = np.flatnonzero(grid.walkable)
    ends = grid.places_of(np.random.default_rng(2).choice(free, (2, queries)))
    planner = ps.Planner(grid, index=index)
    took, opened = [], 0
    for x, y in np.random.default_rng(4).permutation(walls).tolist():
        world.edit("passable", (x, y), True)
        begin = time.process_time()
        if index.status != "current":
            break
        took.append(time.process_time() - begin)
        opened += 1
        if opened & (opened - 1) == 0:
            begin = time.process_time()
            planner.find_many(*ends, threads=1)
            query = (time.process_time() - begin) / queries
            print(
                f"{opened} cells opened: {took[-1] * 1e3:.2f} ms for the last, {query * 1e6:,.0f} us a query"
            )
    print(f"stale after {opened} cells")


def main() -> int:
    """Print the figures of each map, and the geometric mean over all."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("maps", type=Path, nargs="*", metavar="MAP")
    parser.add_argument("--roads", type=int, metavar="SIDE", help="a network of SIDE x SIDE crossings")
    parser.add_argument("--threads", type=int, default=2, metavar="N")
    parser.add_argument("--queries", type=int, default=100, metavar="N")
    parser.add_argument("--edits", type=int, default=200, metavar="N")
    options = parser.parse_args()
    ratios = []
    for file in options.maps:
        world = with_terrain(file)
        grid = world.grid()
        print(f"\n{file.stem}: {grid.width} x {grid.height}, {np.count_nonzero(grid.walkable):,} walkable")
        index = build(grid, options.threads)
        ratios.append(compare(grid, index, "landmarks", np.flatnonzero(grid.walkable), options.queries))
        edit(world, grid, index, options.edits)
        open_walls(world, grid, index, options.queries)
    if ratios:
        print(f"\n{geometric_mean(ratios):.1f} times as fast as A* in the geometric mean")
    if options.roads:
        roads = make_roads(options.roads)
        graph = ps.Graph.from_arrays(roads.sources, roads.targets, roads.costs, size=roads.size)
        print(f"\nroads: {roads.size:,} crossings")
        index = build(graph, options.threads)
        compare(graph, index, "contraction-hierarchies", np.arange(graph.size), options.queries)
    return 0


if __name__ == "__main__":
    sys.exit(main())
