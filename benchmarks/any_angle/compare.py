"""Measure lines in any direction: microseconds for a query from Python, and the lengths of the lines.

python benchmarks/any_angle/compare.py [MAP.map.scen ...] [--queries N]; without files, on generated maps of
512 x 512. Each line is checked, outside the measured time.
"""

from __future__ import annotations

import argparse
import statistics
import time
from pathlib import Path

import numpy as np

import pathstar as ps

Query = tuple[tuple[int, int], tuple[int, int]]


def generated(queries: int) -> dict[str, tuple[ps.Map, list[Query]]]:
    found = {}
    for kind in ("caves", "rooms", "city", "random_obstacles"):
        made = getattr(ps.maps.generate, kind)(512, 512, seed=1)
        free = np.argwhere(made.passable)[:, ::-1]
        ends = free[np.random.default_rng(1).integers(0, len(free), (queries, 2))]
        found[kind] = (made, [(tuple(a), tuple(b)) for a, b in ends.tolist()])
    return found


def read(files: list[Path], queries: int) -> dict[str, tuple[ps.Map, list[Query]]]:
    found = {}
    for file in files:
        rows = ps.read_scenario(file)
        some = rows[:: max(len(rows) // queries, 1)]
        found[file.stem] = (ps.read(file.with_suffix("")), [(row.start, row.goal) for row in some])
    return found


def measure(grid: ps.Grid, name: str, asked: list[Query]) -> tuple[list[float], list[ps.Path]]:
    planner = ps.Planner(grid, name)
    planner.find(*asked[0])
    times, paths = [], []
    for start, goal in asked:
        begun = time.perf_counter()
        path = planner.find(start, goal)
        path.points  # noqa: B018  # making them is part of the call
        times.append(1e6 * (time.perf_counter() - begun))
        paths.append(path)
    wrong = [path for path in paths if path and not ps.check_path(grid, path)]
    assert not wrong, wrong[0]
    return times, paths


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--queries", type=int, default=100)
    options = parser.parse_args()
    maps = read(options.files, options.queries) if options.files else generated(options.queries)
    rows = ["auto", *(name for name, row in ps.ALGORITHMS.items() if row.any_angle)]
    print(f"{'map':24} {'row':16} {'median us':>10} {'mean us':>10} {'length / anya':>14}")
    for title, (made, asked) in maps.items():
        grid = made.grid(ps.Moves(corners="no_squeeze"))
        results = {name: measure(grid, name, asked) for name in rows}
        shortest = [path.cost for path in results["anya"][1]]
        for name, (times, paths) in results.items():
            ratios = [
                path.cost / best for path, best in zip(paths, shortest, strict=True) if path and best > 0
            ]
            middle, mean = statistics.median(times), statistics.fmean(times)
            print(f"{title:24} {name:16} {middle:10.1f} {mean:10.1f} {statistics.fmean(ratios):14.5f}")


if __name__ == "__main__":
    main()
