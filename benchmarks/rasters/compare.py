"""Cost-distance compared with other packages: CPU time, cells per second, peak memory; results are checked.

    python benchmarks/rasters/compare.py --side 2048 8192 --rounds 3 --limit 3600 > figures.jsonl
    python benchmarks/rasters/compare.py --peer pathstar scikit-image grass

Each measurement runs in a separate process and includes the set-up. "pathstar-folder" and "grass-disk" read
the costs from a file and work within 300 MB. GRASS is Debian's package grass-core; its time is that of
r.cost, which reads and writes its own maps. xarray-spatial needs Python 3.12 for its cost_distance: if this
one is older, --python names one that has it. One round runs all peers in turn; --rounds 3 prints three. A
peer that is not installed, fails, or takes longer than the limit is reported, and the next one follows.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from grass_session import session
from ground import KINDS, ground

Field = np.ndarray
BUDGET = 300_000_000
ALLOWED = 1e-12  # error of a result of pathstar, relative to the cost


class Windows:
    """A file of costs that is read part by part, as in any format."""

    def __init__(self, file: Path) -> None:
        stored = np.load(file, mmap_mode="r")
        self._file, self.shape, self.dtype = file, stored.shape, stored.dtype

    def __getitem__(self, part: tuple[slice, slice]) -> Field:
        return np.array(np.load(self._file, mmap_mode="r")[part])


def of_pathstar(file: Path, cost: Field, **more: object) -> Field:
    import pathstar as ps

    middle = cost.shape[0] // 2
    return ps.rasters.cost_distance(cost, [(middle, middle)], outputs=("cost",), **more).cost


def of_pathstar_folder(file: Path, cost: Field) -> Field:
    import pathstar as ps

    tiles = ps.rasters.Tiles(store=file.parent / "store", memory=BUDGET)
    return of_pathstar(file, Windows(file), tiles=tiles)


def of_xarray_spatial(file: Path, cost: Field, chunks: int | None = None) -> Field:
    import xarray
    from xrspatial import cost_distance

    sources = np.zeros(cost.shape, np.float32)
    sources[cost.shape[0] // 2, cost.shape[1] // 2] = 1
    places = {name: np.arange(cost.shape[0], dtype=float) for name in ("y", "x")}
    layers = [xarray.DataArray(values, dims=("y", "x"), coords=places) for values in (sources, cost)]
    layers = [layer.chunk(chunks) for layer in layers] if chunks else layers
    return np.asarray(cost_distance(*layers).data)


def of_scikit_image(file: Path, cost: Field) -> Field:
    from skimage.graph import MCP_Geometric

    middle = cost.shape[0] // 2
    return MCP_Geometric(cost).find_costs([(middle, middle)])[0]


def of_scipy(file: Path, cost: Field) -> Field:
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import dijkstra

    height, width = cost.shape
    cells = np.arange(cost.size, dtype=np.int32).reshape(cost.shape)
    begins, ends, prices = [], [], []
    for dy, dx in ((0, 1), (1, 1), (1, 0), (1, -1)):
        a = slice(0, height - dy), slice(max(0, -dx), width - max(0, dx))
        b = slice(dy, height), slice(max(0, dx), width - max(0, -dx))
        begins.append(cells[a].ravel())
        ends.append(cells[b].ravel())
        prices.append((np.hypot(dy, dx) * (cost[a].astype(float) + cost[b]) / 2).ravel())
    edges = np.concatenate(begins), np.concatenate(ends)
    graph = coo_matrix((np.concatenate(prices), edges), (cost.size, cost.size)).tocsr()
    source = (height // 2) * width + width // 2
    return dijkstra(graph, directed=False, indices=source).reshape(cost.shape)


def of_grass(file: Path, cost: Field, megabytes: int = 24_000) -> Field:
    """Run r.cost; loading and reading its maps is not timed."""
    side = cost.shape[0]
    grass = session(file.parent)
    grass.load("cost", np.array(cost[0:side, 0:side]))
    x, y = side // 2 + 0.5, side - (side // 2 + 0.5)
    TIMED.begin()
    grass.run("r.cost", "input=cost", "output=out", f"start_coordinates={x},{y}", f"memory={megabytes}")
    TIMED.end()
    return grass.read("out", cost.shape)


class Timer:
    """CPU and wall time of this process and its children, and peak memory above the initial one."""

    def begin(self) -> None:
        self.base = self._peak(resource.RUSAGE_SELF)
        self.cpu, self.wall = self._spent(), time.perf_counter()

    def end(self) -> None:
        self.cpu, self.wall = self._spent() - self.cpu, time.perf_counter() - self.wall
        here, below = self._peak(resource.RUSAGE_SELF) - self.base, self._peak(resource.RUSAGE_CHILDREN)
        self.above, self.peak = max(here, below), max(here + self.base, below)

    @staticmethod
    def _spent() -> float:
        return sum(os.times()[:4])

    @staticmethod
    def _peak(who: int) -> int:
        if who == resource.RUSAGE_SELF:  # ru_maxrss starts with the parent's memory
            said = re.search(r"VmHWM:\s*(\d+)", Path("/proc/self/status").read_text())
            assert said is not None
            return int(said[1]) * 1024
        return resource.getrusage(who).ru_maxrss * 1024


TIMED = Timer()
IN_MEMORY: dict[str, Callable[..., Field]] = {
    "pathstar": of_pathstar,
    "xarray-spatial": of_xarray_spatial,
    "xarray-spatial-dask": lambda file, cost: np.asarray(of_xarray_spatial(file, cost, 512)),
    "scikit-image": of_scikit_image,
    "scipy": of_scipy,
}
FROM_FILE: dict[str, Callable[..., Field]] = {
    "pathstar-folder": of_pathstar_folder,
    "grass": of_grass,
    "grass-disk": lambda file, cost: of_grass(file, cost, 300),
}
PEERS = IN_MEMORY | FROM_FILE


def worst(cost: Field, found: Field) -> float:
    """Return how far a result is from the minimum over neighbour plus step, relative to the cost."""
    padded = np.pad(np.asarray(found, float), 1, constant_values=np.inf)
    prices = np.pad(cost.astype(float), 1, constant_values=np.inf)
    best = np.full(cost.shape, np.inf)
    inner = (slice(1, -1), slice(1, -1))
    for dy in (-1, 0, 1):
        for dx in (-1, 0, 1):
            if dy or dx:
                there = (slice(1 + dy, padded.shape[0] - 1 + dy), slice(1 + dx, padded.shape[1] - 1 + dx))
                step = np.hypot(dy, dx) * (prices[inner] + prices[there]) / 2
                best = np.minimum(best, padded[there] + step)
    middle = cost.shape[0] // 2
    best[middle, middle] = 0
    return float((np.abs(best - found) / np.maximum(1, found)).max())


def measure(peer: str, file: Path) -> dict[str, object]:
    """Run one peer in this process, over the costs in a file."""
    cost = np.load(file) if peer in IN_MEMORY else Windows(file)
    if not peer.startswith("grass"):  # imports, and compilation at the first call, are not timed
        warm = peer if peer in IN_MEMORY else "pathstar"
        PEERS[warm](file, np.ones((64, 64), np.float32))
    TIMED.begin()
    found = PEERS[peer](file, cost)
    if not peer.startswith("grass"):
        TIMED.end()
    cells = cost.shape[0] * cost.shape[1]
    return {
        "peer": peer,
        "side": cost.shape[0],
        "cpu_seconds": TIMED.cpu,
        "wall_seconds": TIMED.wall,
        "million_cells_per_cpu_second": cells / TIMED.cpu / 1e6,
        "bytes_per_cell_above_input": TIMED.above / cells,
        "peak_megabytes": TIMED.peak / 1e6,
        "worst_error": worst(np.load(file), found) if cost.shape[0] <= 4096 else None,
    }


def in_a_process(peer: str, kind: str, side: int, file: Path, limit: float, python: str) -> bool:
    """Measure a peer in a separate process, and print it; return whether pathstar was wrong."""
    program = python if peer.startswith("xarray-spatial") else sys.executable
    words = [program, __file__, "--one", str(file), "--peer", peer]
    with tempfile.TemporaryDirectory(dir=file.parent) as folder:
        link = Path(folder) / "cost.npy"
        link.symlink_to(file)
        words[3] = str(link)
        try:
            done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=limit)
            trouble = done.stderr.strip()[-200:] if done.returncode else ""
        except subprocess.TimeoutExpired:
            trouble = f"took longer than {limit:g} seconds"
    if trouble:
        print(json.dumps({"peer": peer, "kind": kind, "side": side, "left_out": trouble}), flush=True)
        return False
    said = json.loads(done.stdout)
    print(json.dumps({"kind": kind, **said}), flush=True)
    return peer.startswith("pathstar") and said["worst_error"] is not None and said["worst_error"] > ALLOWED


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--side", type=int, nargs="+", default=[2048])
    parser.add_argument("--kind", nargs="+", default=list(KINDS), choices=KINDS)
    parser.add_argument("--peer", nargs="+", default=list(PEERS), choices=list(PEERS))
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--limit", type=float, default=3600, help="seconds for one measurement")
    parser.add_argument("--python", default=sys.executable, help="what runs xarray-spatial")
    parser.add_argument("--one", type=Path, help="a file of costs: run one peer in this process")
    given = parser.parse_args()
    if given.one:
        print(json.dumps(measure(given.peer[0], given.one)))
        return 0
    wrong = 0
    for side in given.side:
        for kind in given.kind:
            with tempfile.TemporaryDirectory() as folder:
                file = Path(folder) / "cost.npy"
                np.save(file, ground(kind, side))
                for _ in range(given.rounds):
                    wrong += sum(
                        in_a_process(peer, kind, side, file, given.limit, given.python) for peer in given.peer
                    )
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
