"""networkx's own tests of shortest paths pass with this backend."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

PARTS = ("networkx.algorithms.shortest_paths", "networkx.algorithms.tests.test_simple_paths")


def test_the_tests_of_networkx_pass(tmp_path: Path) -> None:
    environment = {**os.environ, "NETWORKX_TEST_BACKEND": "pathstar", "NETWORKX_FALLBACK_TO_NX": "True"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:schemathesis"]
    done = subprocess.run(
        [*command, "-p", "no:hypothesispytest", "--pyargs", *PARTS],
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    passed, expected = re.search(r"(\d+) passed, (\d+) xfailed", done.stdout).groups()  # type: ignore[union-attr]
    assert int(passed) > 200
    assert int(expected) <= 6
