"""Under CI=true a skip that is not allowed fails the run."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from architecture.tree import ROOT, make


def run(folder: Path, reason: str, *more: str, ci: bool) -> subprocess.CompletedProcess[str]:
    """Run pytest on one test that is skipped for the given reason."""
    conftest = (ROOT / "tests" / "conftest.py").read_text(encoding="utf-8")
    skip = f"import pytest\ndef test_it():\n    pytest.skip({reason!r})\n"
    make(folder, {"conftest.py": conftest, "test_a.py": skip, "pytest.ini": "[pytest]\n"})
    return pytest_in(folder, str(folder), *more, CI="true" if ci else "")


def pytest_in(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run pytest in a folder, with only the plug-in for several workers: others take seconds to load."""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-p", "xdist", *arguments]
    variables = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", **environment}
    return subprocess.run(command, env=variables, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("reason", "ci", "workers", "status"),
    [
        ("no compiler", True, "0", 1),
        ("no compiler", True, "2", 1),
        ("no compiler", False, "0", 0),
        ("MovingAI data not present", True, "0", 0),
    ],
)
def test_a_skip_in_ci(tmp_path: Path, reason: str, ci: bool, workers: str, status: int) -> None:
    done = run(tmp_path, reason, "-n", workers, ci=ci)
    assert done.returncode == status, done.stdout
    assert ("skipped under CI" in done.stdout) == bool(status)


def test_a_sample_takes_a_few_tests_of_each_file(tmp_path: Path) -> None:
    conftest = (ROOT / "tests" / "conftest.py").read_text(encoding="utf-8")
    many = "import pytest\n@pytest.mark.parametrize('n', range(9))\ndef test_it(n):\n    pass\n"
    few = "def test_it():\n    pass\n"
    make(tmp_path, {"conftest.py": conftest, "test_a.py": many, "test_b.py": few, "pytest.ini": "[pytest]\n"})
    done = pytest_in(tmp_path, "-v", "--sample", "2")
    assert done.returncode == 0, done.stdout
    assert [line.split()[0] for line in done.stdout.splitlines() if "PASSED" in line] == [
        "test_a.py::test_it[0]",
        "test_a.py::test_it[5]",
        "test_b.py::test_it",
    ]


def test_the_sanitized_run_deselects_tests_that_exist_and_skips_none() -> None:
    program = (ROOT / "scripts" / "test-sanitized").read_text(encoding="utf-8")
    deselected = re.findall(r"--deselect (\S+)", program)
    assert len(deselected) > 1
    for each in deselected:
        path, _, name = each.partition("::")
        assert f"def {name}" in (ROOT / path).read_text(encoding="utf-8"), each
    texts = {path: path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py")}
    skips = [path for path, text in texts.items() if re.search(r"^\S.*skipif\(.*LD_PRELOAD", text, re.M)]
    assert skips == [], "under CI=true the skip fails the run"
    limit = re.compile(r"setrlimit\(resource\.RLIMIT_AS")
    limited = {path.relative_to(ROOT).as_posix() for path, text in texts.items() if limit.search(text)}
    assert limited - {each.partition("::")[0] for each in deselected} == set(), "their allocator aborts there"
