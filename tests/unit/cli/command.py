"""Running the command line: within this process, which is quick, or as a separate program."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from pathstar.cli.app import app

GUIDE = ("--straight", 10, "--diagonal", 14, "--heuristic", "manhattan")  # of the worked example
SPARED = ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "TERM", "COLUMNS", "LINES")
Done = subprocess.CompletedProcess[str]


def environment(extra: Mapping[str, str] | None = None) -> dict[str, str]:
    """Return this process's environment without the variables for colours."""
    return {name: value for name, value in os.environ.items() if name not in SPARED} | dict(extra or {})


def pathstar(*arguments: object, cwd: Path | None = None) -> Done:
    """Run ``pathstar`` with arguments within this process."""
    words = list(map(str, arguments))
    before = Path.cwd()
    os.chdir(cwd or before)
    try:
        result = CliRunner(env=dict.fromkeys(SPARED)).invoke(app, words, prog_name="pathstar")
    finally:
        os.chdir(before)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Done(words, result.exit_code, result.stdout, result.stderr)


def program(*arguments: object, cwd: Path | None = None) -> Done:
    """Run ``pathstar`` with arguments as a separate program."""
    command = [sys.executable, "-m", "pathstar.cli.main", *map(str, arguments)]
    return subprocess.run(
        command,
        cwd=cwd,
        env=environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )


def python(code: str, *arguments: object) -> Done:
    """Run Python code with ``sys.argv`` set to ``pathstar`` and arguments."""
    command = [sys.executable, "-c", f"import sys; sys.argv[0] = 'pathstar'\n{code}", *map(str, arguments)]
    return subprocess.run(command, env=environment(), capture_output=True, text=True, check=False)


def answer(done: Done) -> Any:
    """Return the JSON that a command printed; accepts only strict JSON."""
    assert done.stderr == ""

    def forbidden(word: str) -> None:
        raise AssertionError(f"{word} is not JSON")

    return json.loads(done.stdout, parse_constant=forbidden)
