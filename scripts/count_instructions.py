"""Count the instructions of the core's kernels, and compare them with those counted before.

    python scripts/count_instructions.py build/release            compare
    python scripts/count_instructions.py build/release --write    store the new counts

Valgrind counts what a kernel executes, whatever else the machine does. The cost of a run is the difference
between two counts, so the set-up does not matter. benchmarks/instructions.json has the counts for each
compiler, since compilers make different code. A kernel that takes over 1 % more fails.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NOTED = ROOT / "benchmarks" / "instructions.json"
PROGRAM = Path("native", "bench", "bench_kernels")
MOST = 1.01  # of the stored count


def counted(program: Path, kernel: str, runs: int) -> int:
    """Return the instructions of a process that sets a kernel up and runs it."""
    valgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    command = [*valgrind, program, kernel, str(runs)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode or found is None:
        raise SystemExit(f"{kernel} could not be counted:\n{done.stderr}")
    return int(found[1])


def of_one_run(program: Path, kernel: str) -> int:
    """Return the instructions of one more run."""
    return counted(program, kernel, 1) - counted(program, kernel, 0)


def compiler(build: Path) -> str:
    """Return the compiler and the processor that a build is for, such as ``GNU 12.2.0 x86_64``."""
    files = (build / "CMakeFiles").glob("*/CMakeCXXCompiler.cmake")
    text = max(files, key=lambda file: file.stat().st_mtime).read_text(encoding="utf-8")
    name, version = (re.search(rf'CMAKE_CXX_COMPILER_{key} "([^"]*)"', text) for key in ("ID", "VERSION"))
    if name is None or version is None:
        raise SystemExit(f"{build} does not say which compiler it is for")
    return f"{name[1]} {version[1]} {platform.machine()}"


def risen(before: dict[str, int], now: dict[str, int]) -> list[str]:
    """Describe the kernels that take too many instructions, or that were not counted before."""
    faults = []
    for kernel, count in now.items():
        if kernel not in before:
            faults.append(f"{kernel} was not counted before")
        elif count > MOST * before[kernel]:
            faults.append(f"{kernel} takes {count / before[kernel]:.3f} times the instructions it took")
    return [*faults, *(f"{kernel} is gone" for kernel in before.keys() - now.keys())]


def main() -> int:
    """Count, and compare or write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("build", type=Path, help="the folder of a build")
    parser.add_argument("--write", action="store_true", help="store the counts")
    options = parser.parse_args()
    if not shutil.which("valgrind"):
        print("Valgrind, which counts the instructions, is not installed", file=sys.stderr)
        return 1
    program = options.build / PROGRAM
    kernels = subprocess.run([program], capture_output=True, text=True, check=True).stdout.split()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        now = dict(zip(kernels, pool.map(lambda kernel: of_one_run(program, kernel), kernels), strict=True))
    noted = json.loads(NOTED.read_text(encoding="utf-8")) if NOTED.exists() else {}
    key = compiler(options.build)
    if options.write:
        NOTED.write_text(json.dumps({**noted, key: now}, indent=2) + "\n", encoding="utf-8")
        return 0
    if key not in noted:
        print(f"there are no counts for {key}, only for {', '.join(noted)}: --write stores them")
        return 0
    for kernel, count in now.items():
        print(f"{kernel:20} {count:>14,} {count / noted[key].get(kernel, count):8.4f}")
    faults = risen(noted[key], now)
    print("\n".join(faults), file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
