"""The index kind hierarchy on a large map: build, first leg, whole path, edits, costs over the optimum.

The map is generated, as in a game: patches of caves, rooms, a city and open ground with obstacles, with
terrain on request. All paths are checked; optima are those of an exact search.

Examples:
    python benchmarks/micro/hierarchy.py
    python benchmarks/micro/hierarchy.py --side 2048 --terrain --entrances few --queries 50
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from statistics import median, quantiles

import numpy as np

import pathstar as ps

PATCH = 512
KINDS = ("caves", "rooms", "city", "caves")


def passable(side: int) -> np.ndarray:
    """Return the walkable cells: patches of several kinds, with wide gaps between them."""
    rng = np.random.default_rng(1)
    made = np.ones((side, side), bool)
    for number, (top, left) in enumerate(np.ndindex(-(-side // PATCH), -(-side // PATCH))):
        height, width = min(PATCH, side - top * PATCH), min(PATCH, side - left * PATCH)
        patch = made[top * PATCH :, left * PATCH :][:height, :width]
        kind = KINDS[(number + number // 8) % 5] if (number + number // 8) % 5 < len(KINDS) else None
        if kind is not None:
            patch[:] = np.asarray(ps.maps.generate.generate(kind, width, height, seed=number).passable)
        else:
            for y, x, h, w in rng.integers((0, 0, 3, 3), (height, width, 40, 40), (120, 4)).tolist():
                patch[y : y + h, x : x + w] = False
        patch[:6] = patch[:, :6] = patch[height // 2 : height // 2 + 5] = True
    return made


def game_map(side: int, *, terrain: bool) -> ps.Map:
    """Return the map."""
    free = passable(side)
    if not terrain:
        return ps.Map(free)
    patches = np.random.default_rng(2).integers(1, 10, (side // 32 + 1, side // 32 + 1))
    return ps.Map(free, cost=np.kron(patches, np.ones((32, 32)))[:side, :side])


def memory() -> float:
    """Return the peak of the process's memory in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def figures(name: str, seconds: list[float]) -> None:
    """Print median, 95th percentile and maximum in milliseconds."""
    shares = quantiles(seconds, n=20)
    print(
        f"{name}: median {1e3 * median(seconds):.3f} ms, 95th percentile {1e3 * shares[18]:.3f} ms, "
        f"worst {1e3 * max(seconds):.3f} ms",
        flush=True,
    )


def queries(grid: ps.Grid, index: ps.Index, count: int) -> None:
    """Time first legs and whole paths between far places, and compare their costs with A*'s."""
    planner, exact = ps.Planner(grid, index=index), ps.Planner(grid)
    rng = np.random.default_rng(3)
    free = grid.places_of(np.flatnonzero(grid.walkable))
    first, whole, search, quotients = [], [], [], []
    while len(quotients) < count:
        start, goal = (tuple(place) for place in rng.choice(free, 2).tolist())
        if max(abs(start[0] - goal[0]), abs(start[1] - goal[1])) < grid.width // 3:
            continue
        begin = time.perf_counter()
        leg = next(planner.legs(start, goal))
        first.append(time.perf_counter() - begin)
        begin = time.perf_counter()
        path = planner.find(start, goal)
        whole.append(time.perf_counter() - begin)
        begin = time.perf_counter()
        best = exact.find(start, goal)
        search.append(time.perf_counter() - begin)
        if bool(best) != bool(path) or bool(leg) != bool(path):
            raise SystemExit("ONE FOUND A PATH, THE OTHER DID NOT")
        if path:
            if not ps.check_path(grid, path, start=start, goal=goal):
                raise SystemExit("A PATH IS WRONG")
            quotients.append(path.cost / best.cost)
    figures("first leg", first)
    figures("whole path", whole)
    figures(f"{exact.method.algorithm}, for comparison", search)
    print(
        f"cost over the optimum: {np.mean(quotients) - 1:.2%} on average, {max(quotients) - 1:.2%} at worst"
    )


def edits(world: ps.Map, grid: ps.Grid, index: ps.Index, count: int) -> None:
    """Time how the index follows edits of one cell."""
    rng = np.random.default_rng(4)
    took = []
    for x, y in rng.integers(0, grid.width, (count, 2)).tolist():
        world.edit("passable", (x, y), not grid.walkable[y, x])
        begin = time.perf_counter()
        if index.status != "current":
            raise SystemExit("AN EDIT WAS NOT FOLLOWED")
        took.append(time.perf_counter() - begin)
    figures("an edit of one cell", took)


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--side", type=int, default=4096, metavar="N")
    parser.add_argument("--terrain", action="store_true", help="cells cost 1 to 9, in patches of 32 x 32")
    parser.add_argument("--entrances", choices=("few", "all"), default="few")
    parser.add_argument("--threads", type=int, default=2, metavar="N")
    parser.add_argument("--queries", type=int, default=40, metavar="N")
    parser.add_argument("--edits", type=int, default=200, metavar="N")
    options = parser.parse_args()
    world = game_map(options.side, terrain=options.terrain)
    grid = world.grid()
    share = np.count_nonzero(grid.walkable) / grid.size
    before = memory()
    begin = time.perf_counter()
    index = ps.build_index(
        grid, "hierarchy", threads=options.threads, entrances=options.entrances, max_bytes=2**33
    )
    took = time.perf_counter() - begin
    print(f"{grid.width} x {grid.height}, {share:.0%} walkable{', with terrain' * options.terrain}")
    print(f"build: {took:.2f} s, {index.nbytes / 1e6:.0f} MB; peak {memory() - before:+.0f} MB", flush=True)
    queries(grid, index, options.queries)
    edits(world, grid, index, options.edits)
    return 0


if __name__ == "__main__":
    sys.exit(main())
