"""Plan for the units of MovingAI's multi-agent scenarios, check every plan, and print the figures.

    python benchmarks/fleet/run.py
    python benchmarks/fleet/run.py --maps warehouse --units 400 1000 --scenarios 1
    python benchmarks/fleet/run.py --part apart
    python benchmarks/fleet/run.py --part optimal --seconds 10
    python benchmarks/fleet/run.py --part crowded --seconds 0.5
    python benchmarks/fleet/run.py --part solvers --solver lacam lns2 prioritised
    python benchmarks/fleet/run.py --part lifelong steps
    python benchmarks/fleet/run.py --part lifelong --steps 100
    python benchmarks/fleet/run.py --part w9 --scenarios 1
    python benchmarks/fleet/run.py --part all --out figures.json --at-most 6

With --out, each result is written to the file as soon as it is known. The same command goes on where it was
stopped, and reuses the results in the file. --at-most ends a run in time: it begins no other result and
prints the part's sums over the results so far; the same command goes on later.

The part w9 needs w9-pathfinding, see benchmarks/versus/requirements.txt.

The maps and scenarios are those of the folder mapf below the one that PATHSTAR_MOVINGAI names
(../shared/movingai beside the repository). Everything runs on one core.
Exit status: 0 all plans right, 1 a wrong plan, 2 no such maps or no such file, 3 the time was up.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from cells import APART, EXTRA, OPTIMAL, SHARED, Cell, folder, problem
from crowded import print_crowded
from records import Records, TimeIsUpError
from steps import print_steps
from throughput import print_throughput
from w9 import print_w9

import pathstar as ps
from pathstar.fleet import SOLVERS, Plan

Options = argparse.Namespace
Result = dict[str, Any]


def planned(cell: Cell, scenario: int, seconds: float, **options: Any) -> Plan:
    """Return a plan that the checker accepts.

    Raises:
        AssertionError: It is not valid, or took much longer than allowed.
    """
    grid, starts, goals = problem(cell, scenario)
    plan = ps.fleet.plan(grid, starts, goals, time_limit=seconds, **options)
    if plan:
        found = ps.fleet.check(grid, plan, starts, goals)
        assert found, f"{cell.map} {cell.units}: {found.problem}"
        assert found.sum_of_costs == plan.sum_of_costs
    return plan


def result(cell: Cell, scenario: int, options: Options, records: Records, **how: Any) -> Result:
    """Return the figures of a plan, from the records if they are known.

    Raises:
        TimeIsUpError: They are not, and the time is up.
    """
    seconds, seed = options.seconds, options.seed
    name = (
        f"{cell.map} {scenario} {cell.units}, {seconds:g} s, seed {seed}, {' '.join(how.values()) or 'auto'}"
    )
    return records.take(name, lambda: figures(planned(cell, scenario, seconds, seed=seed, **how), seconds))


def figures(plan: Plan, seconds: float) -> Result:
    """Return what the tables show of a plan; seconds and ratios are None if there was no plan yet."""
    begun = float(plan.history[0, 0]) if plan else None
    return {
        "found": bool(plan),
        "placed": int((plan.statuses == ps.fleet.UnitStatus.ARRIVED).sum()),
        "first_seconds": begun,
        "first_ratio": ratio_after(plan, begun) if begun is not None else None,
        "early_ratio": ratio_after(plan, min(1.0, seconds)) if plan else None,
        "ratio": ratio_after(plan, seconds) if plan else None,
        "sum_of_costs": int(plan.sum_of_costs),
        "proven_bound": int(plan.proven_bound),
        "seconds": float(plan.seconds),
    }


def ratio_after(plan: Plan, seconds: float) -> float | None:
    """Return the sum of costs over the shortest paths after some time, or None if there was no plan yet."""
    sums = [total for at, total in plan.history.tolist() if at <= seconds]
    return sums[-1] / max(1, plan.lower_bound) if sums else None


def line(*values: object) -> str:
    """Return one line of a Markdown table."""
    return "| " + " | ".join(map(shown, values)) + " |"


def shown(value: object) -> str:
    if value is None:
        return "-"
    return f"{value:.3f}" if isinstance(value, float) else str(value)


def header(*names: str) -> None:
    print(line(*names))
    print(line(*["---"] * len(names)), flush=True)


def chosen(cells: Sequence[Cell], options: Options) -> list[tuple[Cell, int]]:
    """Return the chosen cells and scenarios."""
    maps, units = options.maps or [""], options.units
    kept = [cell for cell in cells if cell.map.startswith(tuple(maps)) and (not units or cell.units in units)]
    return [(cell, scenario) for cell in kept for scenario in options.scenarios]


def print_cells(options: Options, records: Records) -> None:
    """Print the plans of the default solver on the shared cells, and count the figures that they reach."""
    after = f"after {options.seconds:g} s"
    names = ("first plan s", "ratio", "after 1 s", "to beat", after, "to beat", "reached")
    header("map", "scenario", "units", *names)
    runs: list[Result] = []
    compared: list[bool] = []
    try:
        for cell, scenario in chosen((*SHARED, *EXTRA), options):
            runs.append(run := result(cell, scenario, options, records))
            reached = is_reached(cell, run["ratio"])
            if cell.best is not None and scenario == 1:
                compared.append(reached)
            aim = cell.first[0] if cell.first else None
            mark = None if cell.best is None else "yes" if reached else "no"
            row = (run["first_seconds"], run["first_ratio"], run["early_ratio"], aim)
            print(line(cell.map, scenario, cell.units, *row, run["ratio"], cell.best, mark), flush=True)
    finally:
        first = sum(run["first_seconds"] or 0.0 for run in runs)
        print(
            f"\nsolved {sum(run['found'] for run in runs)} of {len(runs)}; first plans {first:.2f} s in all; "
            f"{sum(compared)} of {len(compared)} figures reached"
        )


def is_reached(cell: Cell, ratio: float | None) -> bool:
    """Return whether a ratio is at most a cell's best, to the digits of the latter."""
    if cell.best is None or ratio is None:
        return False
    digits = len(str(cell.best).partition(".")[2])
    return round(ratio, 3) <= cell.best + 0.5 * 10.0 ** -max(digits, 2)


def print_apart(options: Options, records: Records) -> None:
    """Print how many units get a path where following is forbidden."""
    header("map", "scenario", "units", "placed", "first plan s", "ratio")
    for cell, scenario in chosen(APART, options):
        run = result(cell, scenario, options, records, following="forbidden")
        row = (run["placed"], run["first_seconds"], run["ratio"])
        print(line(cell.map, scenario, cell.units, *row), flush=True)


def print_optimal(options: Options, records: Records) -> None:
    """Print what conflict-based search proves."""
    header("map", "scenario", "units", "sum of costs", "proven bound", "optimal", "s")
    for cell, scenario in chosen(OPTIMAL, options):
        run = result(cell, scenario, options, records, solver="cbs")
        proven = run["found"] and run["proven_bound"] == run["sum_of_costs"]
        row = (run["sum_of_costs"], run["proven_bound"], "yes" if proven else "no", run["seconds"])
        print(line(cell.map, scenario, cell.units, *row), flush=True)


def print_solvers(options: Options, records: Records) -> None:
    """Print what each solver has after one second and at the end, and which is the best in each cell."""
    names = options.solver or [row.name for row in SOLVERS.values() if not row.exchanges]
    header("map", "scenario", "units", *(f"{name}: first s, 1 s, end" for name in names), "first", "best")
    for cell, scenario in chosen(SHARED, options):
        runs = {name: result(cell, scenario, options, records, solver=name) for name in names}
        found = {name: run for name, run in runs.items() if run["found"]}
        quickest = min(found, key=lambda name: found[name]["first_seconds"], default=None)
        best = min(found, key=lambda name: found[name]["sum_of_costs"], default=None)
        summaries = (summary(run) for run in runs.values())
        print(line(cell.map, scenario, cell.units, *summaries, quickest, best), flush=True)


def summary(run: Result) -> str:
    if not run["found"]:
        return "-"
    return ", ".join(shown(run[name]) for name in ("first_seconds", "early_ratio", "ratio"))


PARTS: dict[str, Callable[[Options, Records], None]] = {
    "cells": print_cells,
    "apart": print_apart,
    "optimal": print_optimal,
    "solvers": print_solvers,
    "crowded": lambda options, records: print_crowded(options.seconds),
    "lifelong": lambda options, records: print_throughput(options.seed, options.steps, records),
    "steps": lambda options, records: print_steps(options.seed, records),
    "w9": lambda options, records: print_w9(options.scenarios, records),
}


def parse() -> Options:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--part", nargs="+", choices=(*PARTS, "all"), default=["cells"], help="default: cells"
    )
    parser.add_argument("--maps", nargs="+", metavar="NAME", help="maps whose name begins so")
    parser.add_argument(
        "--units", nargs="+", type=int, metavar="N", help="only cells with this number of units"
    )
    parser.add_argument("--scenarios", nargs="+", type=int, default=[1, 2, 3], choices=[1, 2, 3])
    parser.add_argument("--seconds", type=float, default=10.0, help="for each plan (default: %(default)s)")
    parser.add_argument("--solver", nargs="+", choices=SOLVERS, help="for the part solvers; by default all")
    parser.add_argument(
        "--steps", type=int, default=1000, metavar="N", help="for the part lifelong (default: %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, metavar="FILE", help="keep the results, and go on from them")
    parser.add_argument("--at-most", type=float, default=math.inf, metavar="HOURS", help="for the whole run")
    return parser.parse_args()


def parts(options: Options) -> Iterator[Callable[[Options, Records], None]]:
    """Yield the chosen parts, each under its heading."""
    for name in PARTS if "all" in options.part else options.part:
        print(f"\n## {name}\n")
        yield PARTS[name]


def main() -> int:
    """Run the parts."""
    options = parse()
    if not folder().is_dir():
        print(f"there are no maps in {folder()}; set PATHSTAR_MOVINGAI", file=sys.stderr)
        return 2
    try:
        records = Records(options.out, options.at_most * 3600)
    except ValueError as wrong:
        print(f"--out {options.out}: {wrong}", file=sys.stderr)
        return 2
    try:
        for part in parts(options):
            part(options, records)
    except AssertionError as wrong:
        print(wrong, file=sys.stderr)
        return 1
    except TimeIsUpError:
        print("the time is up; the same command goes on from here", file=sys.stderr)
        return 3
    return 0


if __name__ == "__main__":
    sys.exit(main())
