"""The check of instruction counts finds kernels that take longer, are new or are gone."""

from __future__ import annotations

import json

import pytest

from architecture.tree import script

COUNT = script("count_instructions")
BEFORE = {"astar": 1000, "field": 500}


@pytest.mark.parametrize(
    ("now", "faults"),
    [
        (BEFORE, []),
        ({"astar": 1010, "field": 1}, []),
        ({"astar": 1011, "field": 500}, ["astar takes 1.011 times the instructions it took"]),
        ({**BEFORE, "jumps": 3}, ["jumps was not counted before"]),
        ({"astar": 1000}, ["field is gone"]),
    ],
)
def test_what_has_risen(now: dict[str, int], faults: list[str]) -> None:
    assert COUNT.risen(BEFORE, now) == faults


def test_the_noted_counts_are_of_the_same_kernels() -> None:
    noted = json.loads(COUNT.NOTED.read_text(encoding="utf-8"))
    assert noted
    assert all(counts.keys() == next(iter(noted.values())).keys() for counts in noted.values())
    assert all(count > 0 for counts in noted.values() for count in counts.values())
