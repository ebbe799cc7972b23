"""Cost-distance beside other packages: CPU seconds, cells per second, peak memory; every result is checked.

    python benchmarks/rasters/compare.py --side 2048 8192 --kind rough smooth --peer pathstar scikit-image

Each measurement runs in a process of its own and includes the set-up.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

import numpy as np

Field = np.ndarray


def ground(kind: str, side: int) -> Field:
    """Return costs 1 to 9: whole numbers at random, or six octaves of noise."""
    random = np.random.default_rng(1)
    if kind == "rough":
        return random.integers(1, 10, (side, side)).astype(np.float32)
    total = np.zeros((side, side), np.float32)
    places = np.linspace(0, 1, side)
    for octave in range(6):
        knots = 4 * 2**octave + 1
        values = random.random((knots, knots), np.float32)
        at = places * (knots - 1)
        low = np.minimum(at.astype(int), knots - 2)
        part = (at - low).astype(np.float32)
        across = values[:, low] * (1 - part) + values[:, low + 1] * part
        total += (across[low] * (1 - part[:, None]) + across[low + 1] * part[:, None]) / 2**octave
    return 1 + 8 * (total - total.min()) / (total.max() - total.min())


def of_pathstar(cost: Field, **more: object) -> Field:
    import pathstar as ps

    middle = cost.shape[0] // 2
    return ps.rasters.cost_distance(cost, [(middle, middle)], outputs=("cost",), **more).cost


def of_pathstar_folder(cost: Field) -> Field:
    import pathstar as ps

    with tempfile.TemporaryDirectory() as folder:
        return np.array(of_pathstar(cost, tiles=ps.rasters.Tiles(side=512, store=folder, memory=200_000_000)))


def of_xarray_spatial(cost: Field, chunks: int | None = None) -> Field:
    import xarray
    from xrspatial import cost_distance

    sources = np.zeros(cost.shape, np.float32)
    sources[cost.shape[0] // 2, cost.shape[1] // 2] = 1
    places = {name: np.arange(cost.shape[0], dtype=float) for name in ("y", "x")}
    layers = [xarray.DataArray(values, dims=("y", "x"), coords=places) for values in (sources, cost)]
    layers = [layer.chunk(chunks) for layer in layers] if chunks else layers
    return np.asarray(cost_distance(*layers).data)


def of_scikit_image(cost: Field) -> Field:
    from skimage.graph import MCP_Geometric

    middle = cost.shape[0] // 2
    return MCP_Geometric(cost).find_costs([(middle, middle)])[0]


PEERS: dict[str, Callable[[Field], Field]] = {
    "pathstar": of_pathstar,
    "pathstar-folder": of_pathstar_folder,
    "xarray-spatial": of_xarray_spatial,
    "xarray-spatial-dask": lambda cost: np.asarray(of_xarray_spatial(cost, 512)),
    "scikit-image": of_scikit_image,
}


def worst(cost: Field, found: Field) -> float:
    """Return how far a result is from the least over neighbours plus step, relative to the cost."""
    padded = np.pad(found.astype(float), 1, constant_values=np.inf)
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


def measure(peer: str, kind: str, side: int) -> dict[str, object]:
    """Run one peer in this process."""
    cost = ground(kind, side)
    base = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    cpu, wall = time.process_time(), time.perf_counter()
    found = PEERS[peer](cost)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - base
    return {
        "peer": peer,
        "kind": kind,
        "side": side,
        "cpu_seconds": cpu,
        "wall_seconds": wall,
        "million_cells_per_cpu_second": cost.size / cpu / 1e6,
        "bytes_per_cell": 1024 * peak / cost.size,
        "worst_error": worst(cost, found) if side <= 4096 else None,
    }


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--side", type=int, nargs="+", default=[2048])
    parser.add_argument("--kind", nargs="+", default=["rough", "smooth"], choices=["rough", "smooth"])
    parser.add_argument("--peer", nargs="+", default=["pathstar"], choices=list(PEERS))
    parser.add_argument("--one", action="store_true", help="run in this process")
    given = parser.parse_args()
    wrong = 0
    for side in given.side:
        for kind in given.kind:
            for peer in given.peer:
                if given.one:
                    print(json.dumps(measure(peer, kind, side)))
                    continue
                words = [
                    sys.executable,
                    __file__,
                    "--one",
                    "--side",
                    str(side),
                    "--kind",
                    kind,
                    "--peer",
                    peer,
                ]
                done = subprocess.run(words, capture_output=True, text=True, check=False)
                print(done.stdout.strip() or done.stderr.strip().splitlines()[-1], flush=True)
                error = json.loads(done.stdout)["worst_error"] if done.returncode == 0 else None
                wrong += peer.startswith("pathstar") and error is not None and error > 1e-12
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
