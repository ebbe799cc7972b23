"""The engine is not compiled for more views than it must be: each loop costs build time and bytes."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from architecture.tree import ROOT, make, script

MOST_LOOPS = 60


COUNT = script("count_loops")


def test_the_loops_are_few() -> None:
    library = COUNT.built_last(ROOT / "build")
    if library is None or shutil.which("nm") is None:
        pytest.skip("no library of the core below build/, or no nm to read it")
    found = COUNT.compiled_loops(library)
    assert any(loop.startswith("BestFirst<") for loop in found)
    assert len(found) <= MOST_LOOPS, "\n".join(found)


def test_every_engine_is_counted() -> None:
    found = set(COUNT.engines(ROOT / "native" / "core" / "engine"))
    assert {"BestFirst", "Bidirectional", "IterativeDeepening", "OneToAll"} <= found
    assert not {"AnyView", "GoalView"} & found


def test_loops_are_read_from_symbols() -> None:
    symbols = [
        "pathstar::BestFirst<pathstar::AnyView<long>, pathstar::Silent>::step(unsigned long)",
        "pathstar::BestFirst<pathstar::AnyView<long>, pathstar::Silent>::result() const",
        "pathstar::BestFirst<pathstar::AnyView<long>, pathstar::Recorder>::step(unsigned long)",
        "vtable for pathstar::Run<pathstar::OneToAll<pathstar::GridView>, std::monostate>",
        "pathstar::OneToAll<pathstar::GridView>::improve(unsigned int)",
        "pathstar::Buckets<long>::pop(unsigned int&)",
    ]
    assert COUNT.loops(symbols, ["BestFirst", "OneToAll"]) == [
        "BestFirst<AnyView<long>, Recorder>",
        "BestFirst<AnyView<long>, Silent>",
        "OneToAll<GridView>",
    ]


def test_the_newest_library_is_read(tmp_path: Path) -> None:
    assert COUNT.built_last(tmp_path) is None
    tree = make(
        tmp_path, {"build/a/libpathstar_core.a": "", "build/b/libpathstar_core.a": "", "build/c/x.a": ""}
    )
    older = tree / "build" / "b" / "libpathstar_core.a"
    os.utime(older, (1, 1))
    assert COUNT.built_last(tree / "build") == tree / "build" / "a" / "libpathstar_core.a"
