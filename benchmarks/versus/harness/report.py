"""Tables in Markdown, and what was measured where."""

from __future__ import annotations

import math
import os
import platform
from collections.abc import Iterable, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def version_of(package: str) -> str:
    """Return the installed version of a distribution."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "not installed"


def processor() -> str:
    """Name the processor, if the system reports it."""
    info = Path("/proc/cpuinfo")
    if info.is_file():
        for line in info.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def machine() -> dict[str, str]:
    """Describe machine and interpreter."""
    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
    return {
        "processor": f"{processor()}, {os.cpu_count()} cores",
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "load at the start": load,
    }


def figures(packages: Iterable[str]) -> dict[str, str]:
    """Describe the machine and the versions of the packages measured."""
    return {**machine(), **{package: version_of(package) for package in sorted({*packages, "numpy"})}}


def geometric_mean(values: Sequence[float]) -> float:
    """Return the geometric mean of positive numbers."""
    return math.exp(math.fsum(math.log(value) for value in values) / len(values))


def three_digits(value: float) -> str:
    """Write a number with three significant digits and no exponent."""
    if value <= 0 or not math.isfinite(value):
        return str(value)
    places = max(0, 2 - math.floor(math.log10(value)))
    return f"{value:,.{places}f}"
