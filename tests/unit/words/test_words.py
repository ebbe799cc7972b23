"""The rules for filling in messages, with the same test vectors as for the JavaScript."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.unit.words.values import value_of

import pathstar as ps
from pathstar.words import LANGUAGES, Catalogue, as_json, catalogue, language_named, number, rest

VECTORS = json.loads((Path(__file__).parent / "vectors.json").read_text(encoding="utf-8"))
WORDS = Catalogue("xx", VECTORS["catalogue"])


@pytest.mark.parametrize("vector", VECTORS["plural"])
def test_plural_rules(vector: dict[str, Any]) -> None:
    words = Catalogue("xx", {"name": "", "plural": vector["rules"], "messages": {}})
    for category, counts in vector["categories"].items():
        assert [words.category(count) for count in counts] == [category] * len(counts)


@pytest.mark.parametrize(("value", "text"), VECTORS["numbers"])
def test_numbers(value: float, text: str) -> None:
    assert number(value) == text


@pytest.mark.parametrize(("value", "text"), VECTORS["messages"])
def test_messages(value: Any, text: str) -> None:
    assert WORDS.text(value_of(value)) == text
    assert as_json(value_of(value)) == value


@pytest.mark.parametrize("value", VECTORS["faults"])
def test_what_cannot_be_filled(value: Any) -> None:
    with pytest.raises(KeyError):
        WORDS.text(value_of(value))


def test_a_rule_that_is_none() -> None:
    words = Catalogue("xx", {"name": "", "plural": {"one": "n is 1"}, "messages": {}})
    with pytest.raises(ValueError, match="not a condition"):
        words.category(1)


def test_languages() -> None:
    assert LANGUAGES[0] == "en"
    assert {"en", "zh"} <= set(LANGUAGES)
    with pytest.raises(ps.OptionError, match=r"unknown language 'cn'.*Allowed: en, zh"):
        catalogue("cn")
    with pytest.raises(ps.OptionError):
        language_named(None)


@pytest.mark.parametrize("value", [np.float32(2.5), np.float64(2.5), np.int64(3), np.uint8(3)])
def test_numbers_of_numpy(value: Any) -> None:
    assert catalogue("en").text(value) == number(value.item())


def test_numbers_that_json_lacks() -> None:
    assert as_json(float("inf")) == "inf"


def test_h_is_what_f_and_g_leave_as_shown() -> None:
    rng, compared = np.random.default_rng(5), 0
    for g, h in (rng.random((500, 2)) * 10.0 ** rng.integers(-3, 8, (500, 1))).tolist():
        f = g + h
        if 0.2 < g < 1e5 and 0.2 < h < 1e5:
            assert Decimal(number(g)) + Decimal(number(rest(f, g))) == Decimal(number(f))
            compared += 1
    assert compared > 200
