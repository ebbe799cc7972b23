"""The comparison of two versions runs, reports every case, and detects slower or wrong results.

No test measures real time: the two versions are workers in this process, with a simulated clock.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from architecture.tree import ROOT

PAIRED = ROOT / "benchmarks" / "paired"
COLUMNS = "| case | before | after | after / before | 95 % interval | pairs | verdict |"
sys.path[:0] = [str(PAIRED), str(ROOT / "benchmarks" / "versus")]
try:
    import run as paired
    from cases import TOPICS, cases_of
    from cases.base import Case, Findings, LeftOutError, Scale, Work
    from harness.clock import Clock
    from pairing.bench import Bench
    from pairing.interval import Ratio, ratio_of
    from pairing.turns import WorkerError
finally:
    del sys.path[:2]

CASES = cases_of(Scale(quick=True))


class MadeUpClock:
    """A clock on which each unit of work takes `pace` seconds, give or take 10 %."""

    def __init__(self, pace: float, seed: int) -> None:
        self.work = 0.0
        self._pace = pace
        self._dice = np.random.default_rng(seed)

    def time(self, call: Callable[..., Any], *arguments: Any) -> tuple[Any, float]:
        before = self.work
        found = call(*arguments)
        return found, (self.work - before) * self._pace * self._dice.uniform(0.9, 1.1)


class Version:
    """A worker in this process, whose one case finds a path of a given cost."""

    def __init__(
        self, pace: float = 1.0, cost: float = 7.0, *, problem: str = "", missing: str = "", broken: str = ""
    ) -> None:
        self._answer = Findings([cost], [problem] if problem else [])
        self._missing = missing
        self._broken = broken
        self._clock = MadeUpClock(pace, seed=int(100 * pace))
        self._bench = Bench({"made up": Case("made up", self._make)}, self._clock)

    def _make(self) -> Work:
        if self._missing:
            raise LeftOutError(self._missing)
        if self._broken:
            raise WorkerError(self._broken)
        return Work(self._run, lambda number, found: self._answer)

    def _run(self, number: int) -> None:
        self._clock.work += 0.01

    def about(self) -> dict[str, Any]:
        described = {"pathstar": "0", "folder": "-", "python": "3", "numpy": "2"}
        return {**described, "cases": {"made up": "s"}}

    def __getattr__(self, name: str) -> Any:
        return getattr(self._bench, name)


def compared(after: dict[str, Any], *more: str) -> int:
    """Compare a version with one that differs as given; return the exit status."""
    made = {"old": {}, "new": after}
    return paired.main(
        ["--before", "old", "--after", "new", *more], lambda python, side, quick: Version(**made[python])
    )


@pytest.mark.parametrize("name", CASES)
def test_every_case_works(name: str) -> None:
    bench = Bench(CASES, Clock())
    try:
        assert bench.begin(name) is None
        turns = [bench.turn(number, 1, 0.0) for number in (0, 1)]
    finally:
        bench.close()
    assert all(turn.figure > 0 for turn in turns)
    assert [turn.problems for turn in turns] == [[], []]


def test_every_topic_and_no_name_twice() -> None:
    names = [case.name for topic in TOPICS for case in topic.cases(Scale(quick=False))]
    assert len(names) == len(set(names))
    assert len(TOPICS) == len(list((PAIRED / "cases").glob("*.py"))) - 2  # __init__ and base


def test_a_quick_run_with_one_interpreter_twice(tmp_path: Path) -> None:
    only = ["astar/generated", "hub-labels", "find_many/auto*", "bytes/jump-table*", "build/Grid*"]
    figures = tmp_path / "figures.json"
    command = [sys.executable, str(PAIRED / "run.py"), "--before", sys.executable, "--after", sys.executable]
    done = subprocess.run(
        [*command, "--quick", "--only", *only, "--json", str(figures)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode in (0, 1), done.stderr  # 1 if the machine was busy: the times are real
    assert COLUMNS in done.stdout
    rows = json.loads(figures.read_text(encoding="utf-8"))["cases"]
    assert len(rows) == 8
    for row in rows:
        assert row["problems"] == []
        assert len(row["before"]) == len(row["after"]) == 3
        assert row["ratio"]["low"] <= row["ratio"]["middle"] <= row["ratio"]["high"]
        assert f"| {row['case']} |" in done.stdout
    assert {row["unit"]: row["verdict"] for row in rows if row["unit"] == "bytes"} == {"bytes": "same"}


@pytest.mark.parametrize(
    ("after", "status", "verdict"),
    [
        ({}, 0, "same"),
        ({"pace": 1.3}, 1, "slower"),
        ({"pace": 1.03}, 0, "same"),
        ({"pace": 0.7}, 0, "faster"),
        ({"cost": 7.000001}, 1, "WRONG"),
        ({"problem": "cuts a corner"}, 1, "WRONG"),
        ({"missing": "no such map"}, 2, "left out"),
        ({"broken": "ended with status -11"}, 1, "WRONG"),
    ],
)
def test_what_becomes_of_a_difference(
    after: dict[str, Any], status: int, verdict: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert compared(after) == status
    said = capsys.readouterr().out
    assert COLUMNS in said
    assert f"| {verdict} |" in said
    for text in after.values():
        assert not isinstance(text, str) or text in said


def test_an_interpreter_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["--before", sys.executable, "--after", str(PAIRED / "no-such-python")]
    assert paired.main(command) == 2
    assert "cannot be started" in capsys.readouterr().err


def test_a_name_that_fits_no_case(capsys: pytest.CaptureFixture[str]) -> None:
    assert compared({}, "--only", "made ap") == 2
    assert "nearest are: made up" in capsys.readouterr().err


def test_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert compared({"pace": 9.0}, "--list") == 0
    assert capsys.readouterr().out == "made up\n"


def test_the_interval_holds_the_ratio_nineteen_times_in_twenty() -> None:
    dice = np.random.default_rng(5)
    held = 0
    for _ in range(200):
        before = dice.lognormal(0.0, 0.2, 40)
        after = 1.2 * before * dice.lognormal(0.0, 0.05, 40)
        ratio = ratio_of(before.tolist(), after.tolist())
        held += ratio.low <= 1.2 <= ratio.high
    assert held >= 180


def test_one_pair_is_its_own_interval() -> None:
    assert ratio_of([2.0], [3.0]) == Ratio(1.5, 1.5, 1.5)


def test_noise_that_hits_both_alike_does_not_matter() -> None:
    busy = np.random.default_rng(6).lognormal(0.0, 1.0, 30)
    ratio = ratio_of(busy.tolist(), (1.1 * busy).tolist())
    assert ratio.low == pytest.approx(1.1)
    assert ratio.verdict == "slower"
    assert replace(ratio, low=1.05).verdict == "same"
