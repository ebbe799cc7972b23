"""Every test with random examples runs its share of them, and `make campaign` runs all."""

from __future__ import annotations

import re

import pytest
from hypothesis import settings
from tests.sampling import RANDOM_TESTS, examples

from architecture.tree import ROOT

TESTS = ROOT / "tests"


@pytest.mark.parametrize(
    ("percent", "whole", "share"),
    [(100, 25, 25), (50, 25, 12), (50, 200, 100), (20, 25, 10), (10, 3, 3), (1000, 25, 250), (1000, 3, 30)],
)
def test_a_share_of_the_examples(
    monkeypatch: pytest.MonkeyPatch, percent: int, whole: int, share: int
) -> None:
    chosen = settings(max_examples=percent)
    monkeypatch.setattr("tests.sampling.settings", lambda: chosen)
    assert examples(whole) == share


def test_every_number_of_examples_follows_the_variable() -> None:
    fixed = re.compile(r"max_examples=(?!examples\(|(\d+ \* )?EXAMPLES\b)")
    found = [path for path in TESTS.glob("*/**/test_*.py") if fixed.search(path.read_text(encoding="utf-8"))]
    assert found == [TESTS / "architecture" / "test_sampling.py"]


def test_the_campaign_runs_what_has_random_examples() -> None:
    """Hypothesis marks its own tests; other tests that count examples are named or are campaigns."""
    named = [ROOT / each for each in RANDOM_TESTS[0]]
    counting = [
        path
        for path in TESTS.glob("*/**/test_*.py")
        if "settings().max_examples" in path.read_text(encoding="utf-8") and path.parent.name != "campaigns"
    ]
    for path in counting:
        assert any(path.is_relative_to(each) for each in named) or path.name == "test_sampling.py", path
    marked = [ROOT / each for each in RANDOM_TESTS[1] if "/" in each]
    for path in TESTS.glob("*/**/test_*.py"):
        if re.search(r"^@given", path.read_text(encoding="utf-8"), re.MULTILINE):
            assert any(path.is_relative_to(each) for each in (*named, *marked)), path
