"""Facts and numbers get the same words in Python and in JavaScript, in every language."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from tests.contract.zoo import ZOO, queries

import pathstar as ps
from pathstar.planners.replanning import REPAIRS
from pathstar.words import LANGUAGES, Say, Value, as_json, catalogue

OPTIONS: tuple[dict[str, Any], ...] = ({"open_list": "bucket"}, {"ties": "first"}, {"max_expansions": 3})
ROOT = Path(__file__).resolve().parents[2]
(WORDS,) = (ROOT / "src").rglob("words.js")
FOLDER = ROOT / "src" / "pathstar" / "words"


def said_by_javascript(values: list[Value]) -> dict[str, list[str]]:
    contents = {
        language: json.loads((FOLDER / f"{language}.json").read_text("utf-8")) for language in LANGUAGES
    }
    node = Path(sys.executable).with_name("node")
    done = subprocess.run(
        [str(node), str(ROOT / "tests" / "web" / "say.js"), str(WORDS)],
        input=json.dumps({"contents": contents, "values": [as_json(value) for value in values]}),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    reported: dict[str, list[str]] = json.loads(done.stdout)
    return reported


def check(values: list[Value]) -> None:
    reported = said_by_javascript(values)
    for language in LANGUAGES:
        words = catalogue(language)
        assert reported[language] == [words.text(value) for value in values]


def test_numbers_are_written_alike() -> None:
    random = np.random.default_rng(0)
    any_size = random.uniform(-1, 1, 4000) * 10.0 ** random.integers(-9, 12, 4000)
    halves = random.integers(-4000, 4000, 2000) / 8
    near = np.concatenate([np.nextafter(halves / 100, 9), np.nextafter(halves / 100, -9)])
    check([*any_size.tolist(), *halves.tolist(), *(halves / 100).tolist(), *near.tolist()])


def repairs() -> Iterator[ps.Trace]:
    """Searches that are repaired after walls were drawn: across the path, and beside it after a step."""
    for algorithm in REPAIRS:
        map = ps.Map([[1] * 7] * 5)
        unit = ps.Replanner(map.grid(), (0, 2), (6, 2), algorithm)
        yield unit.trace()
        map.edit("passable", (slice(1, 4), slice(3, 4)), False)
        yield unit.trace()
        unit.move((1, 1))
        map.edit("passable", (5, 0), False)
        yield unit.trace()


def test_every_fact_of_the_zoo_is_said_alike() -> None:
    """All algorithms that can be recorded, over all spaces: every fact has words in every language.

    Each runs without options, and with one of the options in turn.
    """
    facts: dict[str, Say] = {}
    for number, space in enumerate(ZOO.values(), 1):
        start, goal = queries(space, 1)[0]
        for turn, row in enumerate(ps.ALGORITHMS.values(), number):
            if row.unsupported_reason(space) is not None:
                continue
            for options in ({}, OPTIONS[turn % len(OPTIONS)]):
                if row.open_list and "open_list" in options:
                    continue
                if row.open_list in ("fifo", "none") and "ties" in options:
                    continue
                trace = ps.trace(space, start, goal, algorithm=row.name, max_events=20_000, **options)
                for step in [*range(min(len(trace), 6)), None]:
                    facts |= {repr(each.say): each.say for each in trace.facts(step)}
    for trace in repairs():
        for step in [*range(len(trace)), None]:
            facts |= {repr(each.say): each.say for each in trace.facts(step)}
    keys = {each.key for each in facts.values()}
    assert len(keys) > 80, len(keys)
    names = ("known", "raised", "open_again", "lost", "children", "learned")
    assert keys >= {"step.path.reused", *(f"step.repair.{name}" for name in names)}
    check(list(facts.values()))
