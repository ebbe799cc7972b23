"""Time queries on the meshes of MovingAI maps, and of another program for meshes if the caller names one.

    python benchmarks/mesh/queries.py arena.map.scen [--queries 1000] [--other bin/scenariorunner]

Both search the same mesh, written to a .mesh file, between the same places: the centres of the scenario's
squares. A short scenario is repeated several times: in its first milliseconds a call uses memory that is not
in the processor's caches yet. Ours is timed from Python in one call for all, with the look-up of both ends
and the path; Anya runs on the squares themselves, in one call for each. Both are CPU times. Every length is
compared with the other program's; without one, the checker follows the first twenty paths. The other program
is called as `PROGRAM MESH SCENARIO`, and must print a table whose header has the columns `micro` and
`length`. It runs in turns with ours; the figures are medians of the rounds' means.
"""

from __future__ import annotations

import argparse
import csv
import math
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

import numpy as np

import pathstar as ps

ROUNDS = 5
CLOSE = 1e-6  # the other program prints six digits, and compares with a tolerance


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("scenarios", type=Path, nargs="+", help=".scen files beside their maps")
    parser.add_argument(
        "--queries",
        type=int,
        default=1000,
        help="of each file at least, evenly spaced, or several times over (default: %(default)s)",
    )
    parser.add_argument("--other", type=Path, help="another program for meshes")
    options = parser.parse_args()
    print(
        "map, polygons, seconds to build, queries, us a query (mean), expanded (mean), Anya's us, "
        "other's us, ratio, Anya's ratio"
    )
    for scenario in options.scenarios:
        compare(scenario, options.queries, options.other)


def compare(scenario: Path, count: int, program: Path | None) -> None:
    """Print the row of one scenario."""
    with_suffix = scenario.with_suffix("")
    grid = ps.read(with_suffix).grid()
    rows = list(ps.read_scenario(scenario))
    rows = rows[:: max(1, len(rows) // count)][:count]
    rows *= -(-count // len(rows))
    begin = time.perf_counter()
    mesh = ps.NavMesh.from_grid(grid)
    built = time.perf_counter() - begin
    starts, goals = (np.array([end(row) for row in rows], float) + 0.5 for end in (_start, _goal))
    planner = ps.Planner(ps.read(with_suffix).grid(ps.Moves(corners="no_squeeze")), "anya")
    ours, anya, theirs = [], [], []
    for _ in range(ROUNDS):
        begin = time.process_time()
        paths = ps.find_paths(mesh, starts, goals, threads=1)
        between = time.process_time()
        lines = [planner.find(row.start, row.goal) for row in rows]
        anya.append((time.process_time() - between) / len(rows) * 1e6)
        ours.append((between - begin) / len(rows) * 1e6)
        if program is not None:
            micro, lengths = run(program, mesh, starts, goals, grid.shape)
            theirs.append(micro)
            check_lengths(paths.costs.tolist(), lengths)
            check_lengths([line.cost for line in lines], lengths)
    if program is None:
        assert all(ps.check_path(mesh, path) for path in list(paths)[:20] if path)
    mine, straight = statistics.median(ours), statistics.median(anya)
    cells = [with_suffix.name, mesh.size, f"{built:.2f}", len(rows), f"{mine:.1f}"]
    cells += [f"{paths.expanded.mean():.0f}", f"{straight:.1f}"]
    if theirs:
        other = statistics.median(theirs)
        cells += [f"{other:.1f}", f"{mine / other:.2f}", f"{straight / other:.2f}"]
    print(", ".join(map(str, cells)), flush=True)


def check_lengths(ours: list[float], theirs: list[float]) -> None:
    """Raise AssertionError if the lengths of a query differ."""
    for row, (mine, other) in enumerate(zip(ours, theirs, strict=True)):
        assert math.isclose(mine, other, rel_tol=CLOSE), f"query {row}: {mine} here, {other} there"


def _start(row: ps.io.scenario.Query) -> tuple[int, int]:
    return row.start


def _goal(row: ps.io.scenario.Query) -> tuple[int, int]:
    return row.goal


def run(
    program: Path, mesh: ps.NavMesh, starts: np.ndarray, goals: np.ndarray, shape: tuple[int, int]
) -> tuple[float, list[float]]:
    """Return the other program's mean time in microseconds, and its lengths."""
    with tempfile.TemporaryDirectory() as folder:
        files = Path(folder) / "arena.mesh", Path(folder) / "arena.scen"
        mesh.write(files[0])
        lines = ["version 1"]
        for (x, y), (to_x, to_y) in zip(starts.tolist(), goals.tolist(), strict=True):
            lines.append(f"0\tarena\t{shape[1]}\t{shape[0]}\t{x}\t{y}\t{to_x}\t{to_y}\t0")
        files[1].write_text("\n".join(lines) + "\n")
        done = subprocess.run([program, *files], capture_output=True, text=True, check=True)
    table = list(csv.DictReader(done.stdout.splitlines(), delimiter=";" if ";" in done.stdout else ","))
    times = [float(row["micro"]) for row in table]
    return float(np.mean(times)), [float(row["length"]) for row in table]


if __name__ == "__main__":
    main()
