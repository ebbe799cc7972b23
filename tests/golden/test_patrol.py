"""The guard of the example walks its round, goes around new walls and waits if there is no path."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from typing import Any

import pytest

from architecture.tree import ROOT


@pytest.fixture
def patrol(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The example as a module; arcade is imported only for a window."""
    spec = spec_from_file_location("patrol", ROOT / "examples" / "patrol.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "patrol", module)
    spec.loader.exec_module(module)
    return module


def walked(guard: Any, steps: int) -> list[tuple[int, int]]:
    """Return the squares that the guard visits."""
    squares = []
    for _ in range(steps):
        guard.step(1 / 60)
        squares.append(tuple(guard.at.round().astype(int).tolist()))
    return squares


def test_the_guard_comes_to_all_posts_on_free_squares(patrol: Any) -> None:
    guard = patrol.Guard()
    squares = walked(guard, 1200)
    assert set(patrol.POSTS) <= set(squares)
    assert all(guard.map.passable[y, x] for x, y in squares)


def test_walls_are_built_and_torn_down(patrol: Any) -> None:
    guard = patrol.Guard()
    walked(guard, 10)
    for y in range(8):
        guard.toggle((11, y))
    assert (14, 5) not in walked(guard, 1200)
    guard.toggle((11, 0))
    assert (14, 5) in walked(guard, 1200)
    here = guard.square
    guard.toggle(here)
    assert guard.map.passable[here[::-1]]
