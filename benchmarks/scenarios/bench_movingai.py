"""Run whole MovingAI scenarios through `pathstar bench` and collect the figures; any mismatch is a failure.

    python benchmarks/scenarios/bench_movingai.py
    python benchmarks/scenarios/bench_movingai.py --algorithm astar --only arena2 Berlin_1_1024 --limit 100
    python benchmarks/scenarios/bench_movingai.py --algorithm jps jump-table subgoal hub-labels

The maps are those of the folder that PATHSTAR_MOVINGAI names (../shared/movingai beside the repository).
Exit status: 0 every query right, 1 a mismatch, 2 no maps or a scenario that could not be run.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
FIGURES = ("mean_us", "median_us", "p99_us", "expanded", "setup_s", "peak_mb")
COLUMNS = ("map", "algorithm", "queries", "mismatches", *FIGURES)

Row = dict[str, Any]


def movingai_folder() -> Path:
    """Return the folder of MovingAI maps."""
    named = os.environ.get("PATHSTAR_MOVINGAI")
    return Path(named) if named else ROOT.parent / "shared" / "movingai"


def scenario_files(folder: Path, only: list[str] | None) -> list[Path]:
    """Return the scenario files, all or those whose name begins with one of the names given."""
    files = sorted(folder.rglob("*.scen"))
    return files if only is None else [file for file in files if file.name.startswith(tuple(only))]


def run(file: Path, algorithms: list[str], limit: int | None) -> list[Row]:
    """Run one scenario file in a separate process and return a row for each algorithm.

    Raises:
        RuntimeError: the command failed for another reason than a mismatch.
    """
    command = [str(Path(sysconfig.get_path("scripts")) / "pathstar"), "bench", str(file), "--json"]
    for name in algorithms:
        command += ["--algorithm", name]
    if limit is not None:
        command += ["--limit", str(limit)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"pathstar bench {file.name} ended with {done.returncode}: {done.stderr.strip()}")
    rows: list[Row] = json.loads(done.stdout)
    return rows


def line(cells: list[Any]) -> str:
    """Return one line of a Markdown table; numbers with at most one decimal."""
    return "| " + " | ".join(f"{cell:.1f}" if isinstance(cell, float) else str(cell) for cell in cells) + " |"


def collect(files: list[Path], options: argparse.Namespace) -> list[Row]:
    """Run every file, printing its rows as they come."""
    print(line(list(COLUMNS)))
    print(line(["---"] * len(COLUMNS)), flush=True)
    rows: list[Row] = []
    for file in files:
        found = run(file, options.algorithm, options.limit)
        for row in found:
            print(line([row[name] for name in COLUMNS]), flush=True)
        rows += found
    return rows


def parse() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--algorithm",
        nargs="+",
        default=["astar", "dijkstra"],
        metavar="NAME",
        help="algorithms and kinds of index",
    )
    parser.add_argument("--only", nargs="+", metavar="NAME", help="scenario files whose name begins so")
    parser.add_argument("--limit", type=int, metavar="N", help="N queries a file, spread evenly")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all rows to a file")
    return parser.parse_args()


def main() -> int:
    """Run the scenarios."""
    options = parse()
    folder = movingai_folder()
    files = scenario_files(folder, options.only) if folder.is_dir() else []
    if not files:
        print(
            f"no such MovingAI scenarios below {folder}; set PATHSTAR_MOVINGAI to a folder of them",
            file=sys.stderr,
        )
        return 2
    try:
        rows = collect(files, options)
    except RuntimeError as problem:
        print(problem, file=sys.stderr)
        return 2
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    wrong = sum(row["mismatches"] for row in rows)
    print(f"\n{len(files)} files, {sum(row['queries'] for row in rows)} queries, {wrong} mismatches")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
