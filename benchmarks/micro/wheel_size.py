"""Build the wheel and print its size and its largest files.

Examples:
    python benchmarks/micro/wheel_size.py
    python benchmarks/micro/wheel_size.py dist/pathstar-0.1.0-cp312-abi3-linux_x86_64.whl
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LIMIT_BYTES = 3_000_000


def build(folder: Path) -> Path:
    """Build the wheel of this repository into a folder and return its file."""
    # A separate build folder: that of an editable installation must not be disturbed.
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder)]
    subprocess.run(
        [*command, "--config-settings=build-dir=build/wheel-size", str(ROOT)], check=True, cwd=ROOT
    )
    return next(folder.glob("pathstar-*.whl"))


def report(wheel: Path) -> int:
    """Print the size of a wheel and of its largest files; return the bytes."""
    size = wheel.stat().st_size
    print(f"{wheel.name}: {size / 1e6:.3f} MB (limit {LIMIT_BYTES / 1e6:.0f})")
    with zipfile.ZipFile(wheel) as archive:
        members = sorted(archive.infolist(), key=lambda member: member.compress_size, reverse=True)
    for member in members[:5]:
        print(f"{member.compress_size / 1e3:9.1f} kB of {member.file_size / 1e3:9.1f}  {member.filename}")
    return size


def main() -> int:
    """Print the figures; exit 1 when over the limit."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("wheel", type=Path, nargs="?", help="a wheel that exists already")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        size = report(options.wheel or build(Path(folder)))
    return int(size > LIMIT_BYTES)


if __name__ == "__main__":
    sys.exit(main())
