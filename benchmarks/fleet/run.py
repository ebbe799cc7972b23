"""Plan for the units of MovingAI's multi-agent scenarios, check every plan, and print it beside the marks.

    python benchmarks/fleet/run.py
    python benchmarks/fleet/run.py --maps warehouse --units 400 1000 --scenarios 1
    python benchmarks/fleet/run.py --part apart
    python benchmarks/fleet/run.py --part optimal --seconds 10
    python benchmarks/fleet/run.py --part solvers --solver lacam lns2 prioritised
    python benchmarks/fleet/run.py --part lifelong steps

The maps and scenarios are those of the folder mapf below the one that PATHSTAR_MOVINGAI names
(../shared/movingai beside the repository). Everything runs on one core.
Exit status: 0 every plan right, 1 one is not, 2 no such maps.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from typing import Any

from cells import APART, EXTRA, OPTIMAL, SHARED, Cell, folder, problem
from steps import print_steps
from throughput import print_throughput

import pathstar as ps
from pathstar.fleet import SOLVERS, Plan

Options = argparse.Namespace


def planned(cell: Cell, scenario: int, seconds: float, **options: Any) -> Plan:
    """Return a plan that the checker has seen.

    Raises:
        AssertionError: It is not valid, or took much longer than it may.
    """
    grid, starts, goals = problem(cell, scenario)
    plan = ps.fleet.plan(grid, starts, goals, time_limit=seconds, **options)
    if plan:
        found = ps.fleet.check(grid, plan, starts, goals)
        assert found, f"{cell.map} {cell.units}: {found.problem}"
        assert found.sum_of_costs == plan.sum_of_costs
    return plan


def ratio_after(plan: Plan, seconds: float) -> float | None:
    """Return the sum of costs over the shortest ways after some time, or None if there was no plan yet."""
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
    """Return the cells and scenarios that were asked for."""
    maps, units = options.maps or [""], options.units
    kept = [cell for cell in cells if cell.map.startswith(tuple(maps)) and (not units or cell.units in units)]
    return [(cell, scenario) for cell in kept for scenario in options.scenarios]


def print_cells(options: Options) -> None:
    """Print the plans of the default solver on the shared cells, and count the figures that they reach."""
    early, late = min(1.0, options.seconds), options.seconds
    after = f"after {late:g} s"
    header(
        "map",
        "scenario",
        "units",
        "first plan s",
        "ratio",
        "after 1 s",
        "to beat",
        after,
        "to beat",
        "reached",
    )
    first, solved, runs, reached, compared = 0.0, 0, 0, 0, 0
    for cell, scenario in chosen((*SHARED, *EXTRA), options):
        plan = planned(cell, scenario, late, seed=options.seed)
        runs += 1
        solved += bool(plan)
        begun = float(plan.history[0, 0]) if plan else None
        first += begun or 0.0
        last = ratio_after(plan, late)
        is_best = (
            cell.best is not None and last is not None and round(last, 3) <= cell.best + _rounding(cell.best)
        )
        if cell.best is not None and scenario == 1:
            compared += 1
            reached += is_best
        start = ratio_after(plan, begun) if begun is not None else None
        aim = cell.first[0] if cell.first else None
        marks = "yes" if is_best else "no" if cell.best else None
        row = (begun, start, ratio_after(plan, early), aim, last, cell.best, marks)
        print(line(cell.map, scenario, cell.units, *row), flush=True)
    print(
        f"\nsolved {solved} of {runs}; first plans {first:.2f} s in all; "
        f"{reached} of {compared} figures reached"
    )


def _rounding(figure: float) -> float:
    """Return half a unit of the last digit of a printed figure."""
    digits = len(str(figure).partition(".")[2])
    return 0.5 * 10.0 ** -max(digits, 2)


def print_apart(options: Options) -> None:
    """Print how many units find a place where following is forbidden."""
    header("map", "scenario", "units", "placed", "first plan s", "ratio")
    for cell, scenario in chosen(APART, options):
        plan = planned(cell, scenario, options.seconds, following="forbidden", seed=options.seed)
        begun = float(plan.history[0, 0]) if plan else None
        placed = int((plan.statuses == ps.fleet.UnitStatus.ARRIVED).sum())
        last = ratio_after(plan, options.seconds)
        print(line(cell.map, scenario, cell.units, placed, begun, last), flush=True)


def print_optimal(options: Options) -> None:
    """Print what conflict-based search proves."""
    header("map", "scenario", "units", "sum of costs", "proven bound", "optimal", "s")
    for cell, scenario in chosen(OPTIMAL, options):
        plan = planned(cell, scenario, options.seconds, solver="cbs", seed=options.seed)
        proven = bool(plan) and plan.proven_bound == plan.sum_of_costs
        row = (plan.sum_of_costs, plan.proven_bound, "yes" if proven else "no", plan.seconds)
        print(line(cell.map, scenario, cell.units, *row), flush=True)


def print_solvers(options: Options) -> None:
    """Print what each solver has after one second and at the end, and which is the best in each cell."""
    names = options.solver or [row.name for row in SOLVERS.values() if not row.exchanges]
    header("map", "scenario", "units", *(f"{name}: first s, 1 s, end" for name in names), "first", "best")
    for cell, scenario in chosen(SHARED, options):
        plans = {
            name: planned(cell, scenario, options.seconds, solver=name, seed=options.seed) for name in names
        }
        found = {name: plan for name, plan in plans.items() if plan}
        cells = [_summary(plans[name], options.seconds) for name in names]
        quickest = min(found, key=lambda name: found[name].history[0, 0], default=None)
        best = min(found, key=lambda name: found[name].sum_of_costs, default=None)
        print(line(cell.map, scenario, cell.units, *cells, quickest, best), flush=True)


def _summary(plan: Plan, seconds: float) -> str:
    if not plan:
        return "-"
    ratios = (ratio_after(plan, min(1.0, seconds)), ratio_after(plan, seconds))
    return ", ".join(map(shown, (float(plan.history[0, 0]), *ratios)))


PARTS: dict[str, Callable[[Options], None]] = {
    "cells": print_cells,
    "apart": print_apart,
    "optimal": print_optimal,
    "solvers": print_solvers,
    "lifelong": lambda options: print_throughput(options.seed),
    "steps": lambda options: print_steps(options.seed),
}


def parse() -> Options:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--part", nargs="+", choices=PARTS, default=["cells"], help="default: cells")
    parser.add_argument("--maps", nargs="+", metavar="NAME", help="maps whose name begins so")
    parser.add_argument(
        "--units", nargs="+", type=int, metavar="N", help="only cells with this number of units"
    )
    parser.add_argument("--scenarios", nargs="+", type=int, default=[1, 2, 3], choices=[1, 2, 3])
    parser.add_argument("--seconds", type=float, default=10.0, help="for each plan (default: %(default)s)")
    parser.add_argument("--solver", nargs="+", choices=SOLVERS, help="for the part solvers; by default all")
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


def main() -> int:
    """Run the parts."""
    options = parse()
    if not folder().is_dir():
        print(f"there are no maps in {folder()}; set PATHSTAR_MOVINGAI", file=sys.stderr)
        return 2
    try:
        for part in options.part:
            print(f"\n## {part}\n")
            PARTS[part](options)
    except AssertionError as wrong:
        print(wrong, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
