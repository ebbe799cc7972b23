"""Whatever the bytes, a reader makes a map or graph, or raises one of our errors."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sampling import examples

import pathstar as ps
from unit.io.odd.seeds import READERS

TOKENS = [
    b"0",
    b"-1",
    b"1e999",
    b"null",
    b"[]",
    b"{}",
    b'"',
    b"<",
    b"9" * 30,
    b"NaN",
    b"\xff",
    b"true",
    b"",
    b"&x;",
]


def check(read: Callable[[bytes], Any], data: bytes) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            found = read(data)
        except ps.PathstarError:
            return
    assert found.size >= 0


@pytest.mark.parametrize("name", READERS)
def test_what_they_begin_with_is_right(name):
    read, data = READERS[name]
    assert read(data).size >= 2


@pytest.mark.parametrize("name", READERS)
@given(data=st.data())
@settings(max_examples=examples(12))
def test_damaged_files(name, data):
    read, good = READERS[name]
    damaged = bytearray(good)
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(damaged)))
        length = data.draw(st.integers(0, 6))
        damaged[at : at + length] = data.draw(st.sampled_from(TOKENS) | st.binary(max_size=3))
    check(read, bytes(damaged))


@pytest.mark.parametrize("name", READERS)
@given(data=st.binary(max_size=40))
@settings(max_examples=examples(5))
def test_any_bytes(name, data):
    check(READERS[name][0], data)


VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**40), 2**40) | st.floats() | st.text(max_size=3),
    lambda inside: st.lists(inside, max_size=2) | st.dictionaries(st.text(max_size=3), inside, max_size=2),
    max_leaves=4,
)


@pytest.mark.parametrize("name", ["tmj", "tmj-base64", "ldtk"])
@given(data=st.data())
@settings(max_examples=examples(25))
def test_values_of_other_kinds(name, data):
    """Replace one value anywhere in the JSON by one of another kind."""
    read, good = READERS[name]
    facts = json.loads(good)
    here: Any = facts
    while True:
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))
        key = data.draw(st.sampled_from(keys))
        if isinstance(here[key], (dict, list)) and here[key] and data.draw(st.booleans()):
            here = here[key]
            continue
        here[key] = data.draw(VALUES)
        break
    check(read, json.dumps(facts).encode())
