"""What holds for every test."""

from __future__ import annotations

import gc
import os
import signal

import pytest
from hypothesis import HealthCheck, settings

# These are programs, which `make fuzz` runs with a library that tests do not need.
collect_ignore = ["fuzz"]

# Under CI=true, a skip fails the run unless its reason begins with one of these.
ALLOWED_SKIPS = ("MovingAI data not present", "no MovingAI maps in ")


def forbidden_skips(reports: list[pytest.TestReport | pytest.CollectReport]) -> list[str]:
    """Return the tests that were skipped for a reason that is not allowed, one line each."""
    found = []
    for report in reports:
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        reason = reason.removeprefix("Skipped: ")
        if not reason.startswith(ALLOWED_SKIPS):
            found.append(f"{report.nodeid}: {reason}")
    return found


def _must_not_skip() -> bool:
    return os.environ.get("CI", "").lower() in {"1", "true"}


# No test may fail because a machine is slow, or in CI because of a random example. `make test` runs half of
# the random examples, the run under the sanitizers a fifth, and `make campaign` ten times as many as the
# default; see `sampling.py`.
settings.register_profile(
    "pathstar",
    max_examples=int(os.environ.get("PATHSTAR_EXAMPLES", "50")),
    deadline=None,
    derandomize=_must_not_skip(),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("pathstar")

# A program that a shell starts in the background ignores Ctrl+C, and so would every program that the tests
# start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Offer `--sample N`: run at most N tests of each file, spread evenly."""
    parser.addoption("--sample", type=int, metavar="N", help="run at most N tests of each file")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out the tests that are not in the sample."""
    most = config.getoption("--sample")
    if most is None:
        return
    by_file: dict[str, list[pytest.Item]] = {}
    for item in items:
        by_file.setdefault(str(item.path), []).append(item)
    kept = {item for there in by_file.values() for item in spread(there, most)}
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = [item for item in items if item in kept]


def spread(items: list[pytest.Item], most: int) -> list[pytest.Item]:
    """Return at most `most` of the items, spread evenly."""
    return items[:: -(-len(items) // most)]


def pytest_collection() -> None:
    """Collect tests without the garbage collector, which would look through all of them again and again."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Exempt the thousands of tests from garbage collection, which would slow down the tests that call it."""
    gc.enable()
    gc.collect()
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail the run if CI skipped what it must not."""
    terminal = session.config.pluginmanager.get_plugin("terminalreporter")
    if _must_not_skip() and terminal and forbidden_skips(terminal.stats.get("skipped", [])):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say which skips failed the run."""
    if _must_not_skip():
        for line in forbidden_skips(terminalreporter.stats.get("skipped", [])):
            terminalreporter.write_line(f"FAILED (skipped under CI) {line}", red=True)
