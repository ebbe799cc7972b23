"""A version's worker, as `run.py` sees it."""

from __future__ import annotations

import json
import os
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Any

from .turns import Turn, WorkerError

WORKER = Path(__file__).resolve().parents[1] / "worker.py"
REDIRECTS = ("PYTHONPATH", "PYTHONHOME")


class Process:
    """A worker in a separate process.

    Args:
        python: The interpreter of the environment in which the version is installed.
        name: ``before`` or ``after``, for messages.
        quick: Whether its cases are the small ones.

    Raises:
        WorkerError: The interpreter cannot be started.
    """

    def __init__(self, python: str, name: str, quick: bool) -> None:
        self._name = name
        # Nothing may replace what is installed there.
        environment = {key: value for key, value in os.environ.items() if key not in REDIRECTS}
        command = [python, str(WORKER), *(["--quick"] if quick else [])]
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
            )
        except OSError as error:
            raise WorkerError(f"{name}: {python} cannot be started: {error.strerror}") from None

    def about(self) -> dict[str, Any]:
        """Describe the version, and name the cases and the units of their figures."""
        described: dict[str, Any] = self._ask(do="about")
        return described

    def begin(self, case: str) -> str | None:
        """Set a case up; return why it cannot be run here, if so."""
        reason: str | None = self._ask(do="begin", case=case)
        return reason

    def turn(self, number: int, repeat: int, warm: float) -> Turn:
        """Run a batch."""
        return Turn(**self._ask(do="turn", number=number, repeat=repeat, warm=warm))

    def close(self) -> None:
        """End the process, which cleans up after itself."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with suppress(BrokenPipeError):
            self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()

    def _ask(self, **question: Any) -> Any:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with suppress(BrokenPipeError):
            self._process.stdin.write(json.dumps(question) + "\n")
            self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise WorkerError(f"{self._name}: the worker ended with status {self._process.wait()}")
        said = json.loads(line)
        if "error" in said:
            raise WorkerError(f"{self._name}: {said['error'].strip()}")
        return said["answer"]
