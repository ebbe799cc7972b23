"""The committed type stub matches the native module; ``make stub`` writes it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from architecture.tree import ROOT

COMMITTED = ROOT / "src" / "pathstar" / "_core.pyi"


def made_now(folder: Path) -> str:
    """Return the stub of the installed native module."""
    file = folder / "_core.pyi"
    command = [
        sys.executable,
        "-m",
        "nanobind.stubgen",
        "--quiet",
        "--include-private",
        "--module",
        "pathstar._core",
    ]
    subprocess.run([*command, "--output-file", str(file)], check=True)
    return file.read_text(encoding="utf-8")


def test_the_stub_is_up_to_date(tmp_path: Path) -> None:
    assert made_now(tmp_path) == COMMITTED.read_text(encoding="utf-8"), "run make stub"
