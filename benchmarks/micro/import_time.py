"""Measure what `import pathstar` adds to `import numpy`, in CPU milliseconds of fresh interpreters.

Examples:
    python benchmarks/micro/import_time.py
    python benchmarks/micro/import_time.py --runs 50 --detail
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from statistics import median

LIMIT_MS = 20.0
# NumPy first: pathstar alone loads it only when it is used.
STATEMENTS = ("pass", "import numpy", "import numpy, pathstar")


def cpu_ms(statement: str) -> float:
    """Run one statement in a fresh interpreter and return the CPU time of that process."""
    program = f"{statement}\nimport time\nprint(time.process_time())"
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    return float(done.stdout) * 1e3


def measure(runs: int) -> dict[str, list[float]]:
    """Return the times of each statement; they take turns, so that noise hits all alike."""
    times: dict[str, list[float]] = {statement: [] for statement in STATEMENTS}
    for _ in range(runs + 1):
        for statement in STATEMENTS:
            times[statement].append(cpu_ms(statement))
    # The first round warms the file cache and writes the byte code.
    return {statement: values[1:] for statement, values in times.items()}


def slowest(count: int) -> list[str]:
    """Return the modules that take longest to import after NumPy, as `-X importtime` reports them."""
    program = "import numpy\nimport sys\nsys.stderr.write('after numpy\\n')\nimport pathstar"
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", program], check=True, capture_output=True, text=True
    )
    lines = done.stderr.partition("after numpy\n")[2].splitlines()
    rows = [line.removeprefix("import time:").split("|") for line in lines if line.count("|") == 2]
    ranked = sorted(((int(own), name.strip()) for own, _, name in rows), reverse=True)
    return [f"{own / 1e3:8.2f} ms  {name}" for own, name in ranked[:count]]


def main() -> int:
    """Print the figures; exit 1 when over the limit."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--runs", type=int, default=15, metavar="N", help="fresh interpreters for each statement"
    )
    parser.add_argument("--detail", action="store_true", help="list the modules that take longest")
    options = parser.parse_args()
    times = measure(max(options.runs, 1))
    pairs = zip(times["import numpy, pathstar"], times["import numpy"], strict=True)
    over = median(ours - numpys for ours, numpys in pairs)
    bare, with_numpy = median(times["pass"]), median(times["import numpy"])
    print(f"bare interpreter {bare:.1f} ms, with numpy {with_numpy:.1f} ms")
    print(f"import pathstar: {over:.1f} ms over NumPy's (limit {LIMIT_MS:.0f})")
    if options.detail:
        print("\n".join(slowest(15)))
    return int(over > LIMIT_MS)


if __name__ == "__main__":
    sys.exit(main())
