"""Time two versions of pathstar against each other, batch by batch in turn, and compare what they find.

    python benchmarks/paired/run.py --before OLD/bin/python --after NEW/bin/python
    python benchmarks/paired/run.py --before OLD/bin/python --after NEW/bin/python --only astar "build/*"
    python benchmarks/paired/run.py --before OLD/bin/python --after NEW/bin/python --quick

Each version is installed in a separate environment; see ../README.md. This program needs only NumPy.
Exit status: 0 nothing is slower, 1 a case is slower or a cost differs, 2 bad usage or nothing measured.
"""

from __future__ import annotations

import argparse
import difflib
import json
import sys
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Protocol

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "versus"))

from harness.report import machine
from pairing.process import Process
from pairing.report import Row, row_of, summary
from pairing.turns import QUICK, SIDES, Effort, Side, WorkerError, compare


class Worker(Side, Protocol):
    """A side that can also describe its version."""

    def about(self) -> dict[str, Any]:
        """Describe the version, and name the cases and the units of their figures."""
        ...


Start = Callable[[str, str, bool], Worker]


def parse(arguments: list[str] | None) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--before", required=True, metavar="PYTHON", help="interpreter of the old version")
    parser.add_argument("--after", required=True, metavar="PYTHON", help="interpreter of the new version")
    parser.add_argument(
        "--only", nargs="+", metavar="NAME", help="cases, or the part of their name before the /, or patterns"
    )
    parser.add_argument("--list", action="store_true", help="name the cases and measure none")
    parser.add_argument("--quick", action="store_true", help="each case once, on small generated maps")
    parser.add_argument("--rounds", type=int, metavar="N", help="pairs of processes for each case")
    parser.add_argument("--seconds", type=float, metavar="S", help="measured time of a round")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures to a file")
    return parser.parse_args(arguments)


def effort_of(options: argparse.Namespace) -> Effort:
    """Return how much to measure."""
    effort = QUICK if options.quick else Effort()
    if options.rounds is not None:
        effort = replace(effort, rounds=max(options.rounds, 1))
    return effort if options.seconds is None else replace(effort, seconds=options.seconds)


def chosen(names: list[str], only: list[str] | None) -> list[str]:
    """Return the requested cases.

    Raises:
        LookupError: A name fits no case.
    """
    if only is None:
        return names
    for each in only:
        if not any(_fits(name, each) for name in names):
            near = difflib.get_close_matches(each, [*names, *{name.partition("/")[0] for name in names}], 3)
            hint = f"; the nearest are: {', '.join(near)}" if near else ""
            raise LookupError(f"no case is named {each!r}{hint}; --list names all")
    return [name for name in names if any(_fits(name, each) for each in only)]


def _fits(name: str, asked: str) -> bool:
    return asked in (name, name.partition("/")[0]) or fnmatchcase(name, asked)


def describe(pythons: dict[str, str], start: Start, quick: bool) -> dict[str, dict[str, Any]]:
    """Return what each version says about itself."""
    described = {}
    for side in SIDES:
        with closing(start(pythons[side], side, quick)) as worker:
            described[side] = worker.about()
    return described


def measure(
    cases: dict[str, str], pythons: dict[str, str], start: Start, options: argparse.Namespace
) -> list[Row]:
    """Measure cases, given with their units, one after another."""
    rows = []
    effort = effort_of(options)
    for case, unit in cases.items():
        found = compare(case, effort, lambda side: start(pythons[side], side, options.quick))
        rows.append(row_of(found, unit))
        print(" | ".join(rows[-1].line()), file=sys.stderr, flush=True)
    return rows


def main(arguments: list[str] | None = None, start: Start = Process) -> int:
    """Run the comparison."""
    options = parse(arguments)
    pythons = {"before": options.before, "after": options.after}
    try:
        described = describe(pythons, start, options.quick)
        units: dict[str, str] = described["after"]["cases"]
        names = chosen(list(units), options.only)
    except (WorkerError, LookupError) as problem:
        print(problem.args[0], file=sys.stderr)
        return 2
    if options.list:
        print("\n".join(names))
        return 0
    about = {**machine(), **{side: _version(described[side]) for side in SIDES}}
    print("\n".join(f"{name}: {value}" for name, value in about.items()), end="\n\n", flush=True)
    rows = measure({name: units[name] for name in names}, pythons, start, options)
    print(summary(rows))
    if options.json:
        data = {"about": about, "cases": [row.as_json() for row in rows]}
        options.json.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    if any(row.failed for row in rows):
        return 1
    return 0 if any(row.ratio is not None for row in rows) else 2


def _version(about: dict[str, Any]) -> str:
    return (
        f"pathstar {about['pathstar']}, Python {about['python']}, NumPy {about['numpy']}, {about['folder']}"
    )


if __name__ == "__main__":
    sys.exit(main())
